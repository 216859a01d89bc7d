"""What an entry would change, before it is written: places and promotions, before and after.

Ratings follow from more than one season; whoever knows all of them adds these (see `careers`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.leagues.entries import Entry, Line
from bot.leagues.promotion import next_levels
from bot.leagues.ratings import Rating
from bot.leagues.scoring import Number
from bot.leagues.season import Season
from bot.leagues.standings import Row, standings


@dataclass(frozen=True, slots=True)
class Change:
    """What becomes different for an entrant; None: they have none, then or now."""

    before: Row | None
    after: Row | None
    level_before: int | None
    level_after: int | None
    rating_before: Rating | None = None
    rating_after: Rating | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """An entry that is not written yet. It may be written while its line is still the next one."""

    line: Line
    changes: Mapping[Number, Change]
    """Of those for whom something becomes different."""


def draft(season: Season, entry: Entry) -> Draft:
    """Return what an entry would change; the season stays as it is.

    Args:
        season: as it stands.
        entry: what is thought of.

    Raises:
        DoesNotFit: it could not be written.
    """
    line = Line(number=len(season.lines) + 1, entry=entry)
    now = _seen(Season([*season.lines, line]))  # not kept, for to free two long seasons at once takes too long
    then = _seen(season)
    nothing = (None, None)
    changes = {}
    for number in sorted(then.keys() | now.keys()):
        old, new = then.get(number, nothing), now.get(number, nothing)
        if old != new:
            changes[number] = Change(old[0], new[0], old[1], new[1])
    return Draft(line, changes)


def _seen(season: Season) -> dict[Number, tuple[Row, int | None]]:
    """Return what people see of themselves."""
    next_level = next_levels(season)
    return {
        row.number: (row, next_level.get(row.number))
        for division in season.divisions()
        for row in standings(season, division)
    }
