"""Promotion and relegation at a season's end; `seeding` uses them for the next season."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.leagues.rules import Rules
from bot.leagues.scoring import EntrantNumber
from bot.leagues.season import Season
from bot.leagues.standings import Standing, compute_standings


def count_moving(rules: Rules, entrants: int) -> int:
    """Return how many of a division are promoted, which is also the number relegated."""
    wanted = -(-entrants // 6) if rules.moving is None else rules.moving
    return min(wanted, entrants // 2)  # nobody is both among the first and the last


def compute_levels(season: Season, *divisions: int) -> dict[EntrantNumber, int]:
    """Return the next division of each remaining entrant.

    Entrants sharing the last promotion place are promoted; those sharing the first relegation place stay.

    Args:
        season: current season.
        divisions: divisions to include; all if none is given.
    """
    found = compute_earned_levels(season, *divisions)
    return {number: level for number, level in found.items() if season.entrants[number].status == "plays"}


def get_next_levels(season: Season, *divisions: int) -> Mapping[EntrantNumber, int]:
    """Return the effective next divisions: corrections after the end count until the season is settled."""
    return (
        compute_levels(season, *divisions)
        if season.next_divisions is None or not season.settled
        else season.next_divisions
    )


def compute_earned_levels(season: Season, *divisions: int) -> dict[EntrantNumber, int]:
    """Return the next divisions of all, including those who left: leaving does not prevent relegation."""
    every = season.list_divisions()
    found: dict[EntrantNumber, int] = {}
    for division in divisions or every:
        rows = compute_standings(season, division)
        if season.get_rules().format == "groups":  # an entrant of the knock-out is in it, not in their group
            found |= {row.number: season.entrants[row.number].division or division for row in rows}
            continue
        for row in rows:
            way = _compute_move(season.get_rules(), row, len(rows), division, every)
            found[row.number] = division + (max(way, 0) if row.left else way)
    return found


def _compute_move(rules: Rules, row: Standing, entrants: int, division: int, divisions: Sequence[int]) -> int:
    """Return the number of divisions an entrant moves down."""
    if rules.format != "division":
        return 0
    moving = count_moving(rules, entrants)
    if row.place <= moving and row.finished:
        return -1 if division > divisions[0] else 0
    if row.place > entrants - moving:
        return 1 if division < divisions[-1] else 0
    return 0
