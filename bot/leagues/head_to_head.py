"""Meetings: how often each of a division's entrants came before each other one, as its tables count."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import permutations
from typing import TypeAlias, TypeVar

from bot.leagues.scoring import EntrantNumber
from bot.leagues.season import Season
from bot.leagues.standings import decided


@dataclass(frozen=True, slots=True)
class Meeting:
    """How one person did against another at the tables at which both sat."""

    ahead: int = 0
    behind: int = 0
    level: int = 0

    @property
    def tables(self) -> int:
        """At how many tables they have met."""
        return self.ahead + self.behind + self.level


Who = TypeVar("Who")
Meetings: TypeAlias = dict[tuple[EntrantNumber, EntrantNumber], Meeting]
"""By two entrants: how the first did against the second."""


def met_at(tables: Iterable[Mapping[Who, int]]) -> dict[tuple[Who, Who], Meeting]:
    """Return how everybody did against everybody else, from the places at each table."""
    found: dict[tuple[Who, Who], Meeting] = {}
    for places in tables:
        for one, other in permutations(places, 2):
            mine, theirs = places[one], places[other]
            before = found.get((one, other), Meeting())
            found[one, other] = Meeting(
                before.ahead + (mine < theirs), before.behind + (mine > theirs), before.level + (mine == theirs)
            )
    return found


def meetings(season: Season, division: int) -> Meetings:
    """Return how a division's entrants did against each other at the tables that are decided and count."""
    return met_at(result.places for result in decided(season, season.tables_of(division)))
