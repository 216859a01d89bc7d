"""What an entry would change, before it is written: places, promotions and ratings, before and after."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.leagues.entries import Entry, Line
from bot.leagues.promotion import levels
from bot.leagues.ratings import Rating, rate_all, rated_games
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
    rating_before: Rating | None
    rating_after: Rating | None


@dataclass(frozen=True, slots=True)
class Draft:
    """An entry that is not written yet. It may be written while its line is still the next one."""

    line: Line
    changes: Mapping[Number, Change]
    """Of those for whom something becomes different."""


def draft(season: Season, entry: Entry, ratings: Mapping[Number, Rating] | None = None) -> Draft:
    """Return what an entry would change; the season stays as it is.

    Args:
        season: as it stands.
        entry: what is thought of.
        ratings: of the entrants when the season began; who is not in it was a newcomer.

    Raises:
        DoesNotFit: it could not be written.
    """
    line = Line(number=len(season.lines) + 1, entry=entry)
    after = Season([*season.lines, line])
    then, now = _seen(season, ratings or {}), _seen(after, ratings or {})
    nothing = (None, None, None)
    changes = {}
    for number in sorted(then.keys() | now.keys()):
        old, new = then.get(number, nothing), now.get(number, nothing)
        if old != new:
            changes[number] = Change(old[0], new[0], old[1], new[1], old[2], new[2])
    return Draft(line, changes)


def _seen(season: Season, before: Mapping[Number, Rating]) -> dict[Number, tuple[Row, int | None, Rating | None]]:
    """Return what people see of themselves."""
    next_level = levels(season)
    rated = rate_all(before, [game.places for game in rated_games(season)])
    return {
        row.number: (row, next_level.get(row.number), rated.get(row.number))
        for division in season.divisions()
        for row in standings(season, division)
    }
