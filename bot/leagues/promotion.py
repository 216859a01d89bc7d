"""Who goes up and down at a season's end; `seeding` makes the next season's of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.leagues.rules import Rules
from bot.leagues.scoring import EntrantNumber
from bot.leagues.season import Season
from bot.leagues.standings import Standing, standings


def how_many(rules: Rules, entrants: int) -> int:
    """Return how many of a division go up, and as many down."""
    wanted = -(-entrants // 6) if rules.moving is None else rules.moving
    return min(wanted, entrants // 2)  # nobody is at once among the first and the last


def levels(season: Season, *divisions: int) -> dict[EntrantNumber, int]:
    """Return in which division each may play next, who has not left.

    Who shares the last place that goes up goes up; who shares the first place that goes down stays.

    Args:
        season: as it stands.
        divisions: of whom; none given: of everybody.
    """
    found = earned(season, *divisions)
    return {number: level for number, level in found.items() if season.entrants[number].status == "plays"}


def next_levels(season: Season, *divisions: int) -> Mapping[EntrantNumber, int]:
    """Return what `levels` does, as it counts: what is put right after the end counts until it is settled."""
    return levels(season, *divisions) if season.levels is None or not season.settled else season.levels


def earned(season: Season, *divisions: int) -> dict[EntrantNumber, int]:
    """Return what `levels` does, and of those who have left as well: leaving keeps nobody from going down."""
    every = season.divisions()
    found = {}
    for division in divisions or every:
        rows = standings(season, division)
        for row in rows:
            way = _way(season.given(), row, len(rows), division, every)
            found[row.number] = division + (max(way, 0) if row.left else way)
    return found


def _way(rules: Rules, row: Standing, entrants: int, division: int, divisions: Sequence[int]) -> int:
    """Return by how many divisions somebody moves down."""
    if rules.format != "division":
        return 0
    moving = how_many(rules, entrants)
    if row.place <= moving and row.counted:
        return -1 if division > divisions[0] else 0
    if row.place > entrants - moving:
        return 1 if division < divisions[-1] else 0
    return 0
