"""Pairings by hand: pairs that an organiser keeps apart, and tables that they ask for.

Each is a public line of the log with its reason, and shapes the draws after it: a pair is kept apart until its line is
taken back, and a table is asked for in the next draw alone. In divisions and groups, whose games all run at once, those
who are asked for one table come into one division. A proof repeats the draw with these lines, and lists them as
decisions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from bot.leagues.log_entries import Drawn
from bot.leagues.scoring import EntrantNumber
from bot.leagues.season import Season


def list_asked(season: Season) -> set[EntrantNumber]:
    """Return the entrants for whom a table is asked in the next draw, who therefore get no bye."""
    return {number for group in season.seated_together.values() for number in group}


def find_asked_divisions(season: Season, divisions: Sequence[Sequence[EntrantNumber]]) -> dict[EntrantNumber, int]:
    """Return the division into which each entrant comes for whom a table is asked: the best one of their table."""
    where = {number: division for division, members in enumerate(divisions, 1) for number in members}
    found: dict[EntrantNumber, int] = {}
    for group in season.seated_together.values():
        there = [number for number in group if number in where]
        found |= dict.fromkeys(there, min((where[number] for number in there), default=1))
    return found


def arrange_tables(season: Season, tables: Sequence[Sequence[EntrantNumber]]) -> list[list[EntrantNumber]]:
    """Return a round's tables after exchanges for the tables that are asked for, then for the pairs to be kept apart.

    Args:
        season: current season.
        tables: as the draw has filled them.
    """
    found = [[*table] for table in tables]
    fixed: set[EntrantNumber] = set()
    for group in season.seated_together.values():
        _gather(found, group, fixed)
    for pair in sorted(map(sorted, season.kept_apart.values())):
        _separate(found, {frozenset(each) for each in season.kept_apart.values()}, pair, fixed)
    return found


def _gather(tables: list[list[EntrantNumber]], group: Sequence[EntrantNumber], fixed: set[EntrantNumber]) -> None:
    """Bring a group to the first table at which one of them sits and that has room for all, if there is one."""
    there = [number for table in tables for number in table if number in group and number not in fixed]
    target = next((table for table in tables if {*table}.intersection(there) and len(table) >= len(there)), None)
    if target is None or len(there) < 2:
        return
    for number in there:
        other = next((one for one in reversed(target) if one not in there and one not in fixed), None)
        if number not in target and other is not None:
            here = next(table for table in tables if number in table)
            here[here.index(number)], target[target.index(other)] = other, number
    fixed.update(there)


def _separate(
    tables: list[list[EntrantNumber]],
    apart: set[frozenset[EntrantNumber]],
    pair: Sequence[EntrantNumber],
    fixed: set[EntrantNumber],
) -> None:
    """Exchange one of a pair that shares a table, with somebody of the nearest table where that keeps more apart."""
    at = next((at for at, table in enumerate(tables) if {*pair} <= {*table}), None)
    if at is None:
        return
    for mover in sorted((one for one in pair if one not in fixed), key=tables[at].index, reverse=True):
        for there in sorted(range(len(tables)), key=lambda other: (abs(other - at), other))[1:]:
            for partner in tables[there]:
                if partner in fixed:
                    continue
                here, others = _exchange(tables[at], mover, partner), _exchange(tables[there], partner, mover)
                before = _count(tables[at], apart) + _count(tables[there], apart)
                if _count(here, apart) + _count(others, apart) < before:
                    tables[at], tables[there] = here, others
                    return


def _exchange(table: Sequence[EntrantNumber], gone: EntrantNumber, come: EntrantNumber) -> list[EntrantNumber]:
    return [come if number == gone else number for number in table]


def _count(table: Sequence[EntrantNumber], apart: set[frozenset[EntrantNumber]]) -> int:
    return sum(frozenset(pair) in apart for pair in combinations(table, 2))


def list_unmet(season: Season, entry: Drawn) -> Iterator[int]:
    """Yield the lines of decisions that a draw could not follow, in order.

    Args:
        season: before the draw.
        entry: the draw.
    """
    in_divisions = season.get_rules().has_divisions() and not (season.rounds and season.get_rules().format == "groups")
    tables = [{*table.seats} for table in entry.tables]
    parts = [{*members} for members in entry.divisions.values()] if in_divisions else tables
    playing = {number for table in tables for number in table}
    together = (
        line
        for line, group in season.seated_together.items()
        if not any({*group} <= part for part in parts) or not {*group} <= playing
    )
    met = (line for line, pair in season.kept_apart.items() if any(pair <= table for table in tables))
    yield from sorted([*together, *met])
