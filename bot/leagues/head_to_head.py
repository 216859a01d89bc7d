"""Head-to-head counts of a division's entrants, from the places at their tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import permutations
from typing import TypeAlias, TypeVar

from bot.leagues.scoring import EntrantNumber
from bot.leagues.season import Season
from bot.leagues.standings import list_decided


@dataclass(frozen=True, slots=True)
class Meeting:
    """One player's record against another at shared tables."""

    ahead: int = 0
    behind: int = 0
    level: int = 0

    @property
    def tables(self) -> int:
        """Number of shared tables."""
        return self.ahead + self.behind + self.level


Who = TypeVar("Who")
Meetings: TypeAlias = dict[tuple[EntrantNumber, EntrantNumber], Meeting]
"""Head-to-head records by entrant pair, from the first one's side."""


def count_meetings(tables: Iterable[Mapping[Who, int]]) -> dict[tuple[Who, Who], Meeting]:
    """Return everybody's record against everybody else, from the places at each table."""
    found: dict[tuple[Who, Who], Meeting] = {}
    for places in tables:
        for one, other in permutations(places, 2):
            mine, theirs = places[one], places[other]
            before = found.get((one, other), Meeting())
            found[one, other] = Meeting(
                before.ahead + (mine < theirs), before.behind + (mine > theirs), before.level + (mine == theirs)
            )
    return found


def count_division_meetings(season: Season, division: int) -> Meetings:
    """Return the head-to-head records of a division at decided tables that count."""
    return count_meetings(result.places for result in list_decided(season, season.list_tables(division)))
