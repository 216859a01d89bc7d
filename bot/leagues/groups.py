"""Groups, then a knock-out: divisions whose best entrants play a cup.

The first round of a season draws the groups, whose games all run at once. When all of them are decided, the best of
each group go on, with everybody who shares the last of these places. They must have played a table to its end. At
tables for three or more, the best of the others fill the seats that are left, as in a cup.

Seeds go by the place in the group, then per table by points, wins and the share of the winner's score. The best seeds
get the byes and the smaller tables of the first round of the knock-out, and share no table there. As few as possible
meet whom they met in their group: at tables for two nobody does, unless the seeds leave no other way. Later rounds are
those of any cup.
"""

from __future__ import annotations

import string
from collections import Counter, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from bot.leagues.draw import collect_tickets
from bot.leagues.rules import Rules
from bot.leagues.scoring import EntrantNumber
from bot.leagues.season import KNOCKOUT, Season
from bot.leagues.standings import POINT_FRACTION, Standing, compute_standings

MAX_TURNS = 20
"""How often the tables of the first round are tried."""
LETTERS = string.ascii_uppercase


def list_groups(season: Season) -> list[int]:
    """Return the divisions of the groups."""
    return [division for division in season.list_divisions() if division != KNOCKOUT]


def format_group(division: int) -> str:
    """Return the name of a group: a letter, or a number after the last letter."""
    at = division - KNOCKOUT
    return f"group {LETTERS[at - 1] if at <= len(LETTERS) else at}"


def has_knockout(season: Season) -> bool:
    """Whether the knock-out of a season of groups was drawn."""
    return any(KNOCKOUT in drawn.divisions for drawn in season.rounds)


@dataclass(frozen=True, slots=True)
class Qualifier:
    """An entrant who goes on to the knock-out."""

    number: EntrantNumber
    rank: tuple[int, ...]
    """Sort key of the seeds; equal ones follow in the order of the draw."""

    @classmethod
    def from_row(cls, row: Standing) -> Qualifier:
        """Return an entrant with their rank: by place, then per table by points, wins and the winner's score."""
        each = (part * POINT_FRACTION // row.scored for part in (row.points, row.wins, row.share))
        return cls(row.number, (row.place, *(-part for part in each)))


def list_qualifiers(season: Season) -> list[Qualifier]:
    """Return the entrants who go on as the groups stand; see the top of this module."""
    rules, allowed = season.get_rules(), collect_tickets(season)
    found, others = list[Qualifier](), list[Qualifier]()
    for group in list_groups(season):
        rows = compute_standings(season, group)
        there = [Qualifier.from_row(row) for row in rows if row.number in allowed and row.can_win]
        most = min(rules.through, len(rows) - 1, len(there))
        best = [one for one in there if most and one.rank[0] <= there[most - 1].rank[0]]
        found += best
        others += there[len(best) :]
    return [*found, *_select_best_others(rules, len(found), sorted(others, key=lambda one: one.rank))]


def _select_best_others(rules: Rules, through: int, others: Sequence[Qualifier]) -> Sequence[Qualifier]:
    """Return who fills the last table of the first round; equal ones all do, or none of them."""
    wanted = -through % rules.seats if rules.seats > 2 and through else 0
    if wanted >= len(others):
        return others if wanted == len(others) else ()
    return [one for one in others if one.rank < others[wanted].rank]


def sort_seeds(season: Season, drawn: Sequence[EntrantNumber]) -> list[EntrantNumber]:
    """Return the entrants of the first round of the knock-out, the best seed first.

    Args:
        season: current season.
        drawn: the same entrants in the order of the draw.
    """
    rank = {one.number: one.rank for one in list_qualifiers(season)}
    return sorted(drawn, key=rank.__getitem__)


def count_group_meetings(season: Season) -> dict[EntrantNumber, Counter[EntrantNumber]]:
    """Return how often each two have sat at the same table, void ones included."""
    met: dict[EntrantNumber, Counter[EntrantNumber]] = {number: Counter() for number in season.entrants}
    for table in season.tables.values():
        for number in table.seats:
            met[number].update(other for other in table.seats if other != number)
    return met


def seat_seeds(
    seeds: Sequence[EntrantNumber],
    sizes: Sequence[int],
    met: Mapping[EntrantNumber, Mapping[EntrantNumber, int]],
    drawn: Sequence[EntrantNumber],
) -> list[list[EntrantNumber]]:
    """Return the tables of the first round of the knock-out, that of the best seed first.

    The best seeds open a table each. Then as many as there are tables sit down, one at each, and so on; a last pot that
    is too small goes to the last tables, so that the best seeds have the smaller ones. While some meet again, it is
    tried anew with the order of each pot turned by one, and the first try with the fewest meetings counts.

    Args:
        seeds: the players, the best first.
        sizes: of the tables; they differ by one at most.
        met: how often each two have met.
        drawn: the order of the draw, in which each pot sits down.
    """
    at = {number: place for place, number in enumerate(drawn)}
    pots = [sorted(seeds[start : start + len(sizes)], key=at.__getitem__) for start in range(0, len(seeds), len(sizes))]
    best: list[list[EntrantNumber]] = []
    fewest = -1
    for turn in range(min(len(sizes), MAX_TURNS)):
        tables = [[number] for number in seeds[: len(sizes)]]
        for pot in pots[1:]:
            there = tables[len(tables) - len(pot) :]
            first = turn % len(pot)
            for number, table in match_pot([*pot[first:], *pot[:first]], there, met).items():
                there[table].append(number)
        _repair_tables(tables, met)
        again = sum(met[one].get(other, 0) for table in tables for one, other in combinations(table, 2))
        if fewest < 0 or again < fewest:
            best, fewest = tables, again
        if not fewest:
            break
    return [sorted(table, key=at.__getitem__) for table in best]


def match_pot(
    pot: Sequence[EntrantNumber],
    tables: Sequence[Sequence[EntrantNumber]],
    met: Mapping[EntrantNumber, Mapping[EntrantNumber, int]],
) -> dict[EntrantNumber, int]:
    """Return the table of each member of a pot, so that as many as possible sit with nobody whom they have met.

    Each takes the first free table at which they have met nobody. If there is none, others move along the shortest
    chain that makes room. Those for whom there is none take the tables that are left.
    """
    nobody: Mapping[EntrantNumber, int] = {}
    holder: dict[int, EntrantNumber] = {}

    def can_sit(number: EntrantNumber, at: int) -> bool:
        known = met.get(number, nobody)
        return not any(known.get(other) for other in tables[at])

    def make_room(first: EntrantNumber) -> None:
        came: dict[int, EntrantNumber] = {}
        waiting = deque([first])
        while waiting:
            number = waiting.popleft()
            for at in range(len(tables)):
                if at in came or not can_sit(number, at):
                    continue
                came[at] = number
                if at not in holder:
                    _move_along(holder, came, at, first)
                    return
                waiting.append(holder[at])

    for number in pot:
        make_room(number)
    found = {number: at for at, number in holder.items()}
    free = (at for at in range(len(tables)) if at not in holder)
    return found | {number: next(free) for number in pot if number not in found}


def _move_along(
    holder: dict[int, EntrantNumber], came: Mapping[int, EntrantNumber], free: int, first: EntrantNumber
) -> None:
    """Move everybody of a chain to their next table, from the free one back to the first."""
    before = {number: at for at, number in holder.items()}
    at: int | None = free
    while at is not None:
        number = came[at]
        holder[at] = number
        at = None if number == first else before[number]


def _repair_tables(
    tables: Sequence[list[EntrantNumber]], met: Mapping[EntrantNumber, Mapping[EntrantNumber, int]]
) -> None:
    """Exchange people of the same pot while that leaves fewer who meet again; the best seeds stay."""

    def count_met(table: Sequence[EntrantNumber], at: int, number: EntrantNumber) -> int:
        return sum(met[number].get(other, 0) for place, other in enumerate(table) if place != at)

    for here, table in enumerate(tables):
        for at in range(1, len(table)):
            for there, other in enumerate(tables):
                if not count_met(table, at, table[at]):
                    break
                if there == here or at >= len(other):
                    continue
                mine, theirs = table[at], other[at]
                before = count_met(table, at, mine) + count_met(other, at, theirs)
                if count_met(other, at, mine) + count_met(table, at, theirs) < before:
                    table[at], other[at] = theirs, mine
