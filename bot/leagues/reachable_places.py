"""Compute the best and the worst place that an entrant can still reach.

For the tables as drawn, the range contains the final place and only narrows as results come in. A withdrawal, a
return to an empty seat, a penalty, a correction or a void table may move it.

Possible ties are counted both ways, because tie-breaks depend on unfinished games. In a division with few open tables
all outcomes are enumerated, and the range is exact except for ties. Otherwise each opponent is assumed to do as well or
as badly as they can alone; the range may then be too wide, but never too narrow.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb, prod
from operator import add

from bot.leagues.rules import SIXTIETHS, Rules, compute_shares
from bot.leagues.scoring import EntrantNumber
from bot.leagues.season import Season
from bot.leagues.season_records import LeagueTable
from bot.leagues.standings import POINT_FRACTION, Standing, compute_standings

MAX_OUTCOMES = 2_500
"""Number of outcomes of the open tables that are enumerated at most."""


@dataclass(frozen=True, slots=True)
class PlaceRange:
    """The places that are still possible."""

    best: int
    worst: int
    exact: bool
    """Whether both ends can be reached, given suitable ties."""


def compute_range(season: Season, number: EntrantNumber) -> PlaceRange:
    """Return the places that an entrant can still reach in their division.

    Raises:
        KeyError: they are in no division.
    """
    division = season.entrants[number].division
    if division is None:
        raise KeyError(number)
    rows = {row.number: row for row in compute_standings(season, division)}
    own = rows[number]
    tables = [table for table in season.list_tables(division) if table.is_open]
    if own.below == 2:
        others = sum(row.below < 2 for row in rows.values())
        return PlaceRange(1 + others, len(rows), exact=False)
    kind = season.get_ranking(division)
    if not tables and kind == "division":
        return PlaceRange(own.place, own.place, exact=True)
    match kind:
        case "division":
            return _compute_in_division(season, rows, own, tables)
        case "swiss":
            return _compute_in_swiss(season, rows, own)
        case "cup":
            return _compute_in_cup(season, rows, own)
        case "ladder":  # there is always another game
            return PlaceRange(1, len(rows), exact=False)


# -- divisions -------------------------------------------------------------------------------------


def _compute_in_division(
    season: Season, rows: dict[EntrantNumber, Standing], own: Standing, tables: Sequence[LeagueTable]
) -> PlaceRange:
    rules = season.get_rules()
    others = [row for row in rows.values() if row.number != own.number and not row.below]
    least, most = _compute_extremes(rules, rows, tables)
    above = [other for other in others if least[other.number] > most[own.number]]
    below = [other for other in others if most[other.number] < least[own.number]]
    if prod(_count_rankings(len(table.seats) - (own.number in table.seats)) for table in tables) > MAX_OUTCOMES:
        return PlaceRange(1 + len(above), 1 + len(others) - len(below), exact=False)
    between = [other for other in others if other not in above and other not in below]
    best = len(above) - _find_extreme(rules, own, between, tables, best=True)
    worst = len(above) + _find_extreme(rules, own, between, tables, best=False)
    return PlaceRange(1 + best, 1 + worst, exact=True)


def _compute_extremes(
    rules: Rules, rows: dict[EntrantNumber, Standing], tables: Sequence[LeagueTable]
) -> tuple[dict[EntrantNumber, int], dict[EntrantNumber, int]]:
    """Return the fewest and the most points that each entrant can have at the end."""
    least = {number: row.points for number, row in rows.items()}
    most = dict(least)
    for table in tables:
        away, nothing, maybe = _list_away(table), _list_worthless(rules, table), _list_possibly_worthless(rules, table)
        worth = rules.get_shares(len(table.seats))
        for number in table.seats:
            least[number] += 0 if number in maybe else worth[-1][0]
            # an absent entrant has the last place, which is worth most when all others leave as well
            highest = worth[0][-1] if number in away else worth[0][0]
            most[number] += 0 if number in nothing else highest
    return least, most


def _list_away(table: LeagueTable) -> set[EntrantNumber]:
    return table.away & set(table.seats)


def _list_worthless(rules: Rules, table: LeagueTable) -> set[EntrantNumber]:
    """Return entrants who get nothing at a table unless they return."""
    if not rules.is_absence_worthless():
        return set()
    leaves = rules.should_count_only_finishers() and rules.is_leaving_absence()
    return (table.away if leaves else table.absent) & set(table.seats)


def _list_possibly_worthless(rules: Rules, table: LeagueTable) -> set[EntrantNumber]:
    """Return entrants who get nothing at a table if they do not come, or in newer editions do not stay."""
    if not rules.is_absence_worthless():
        return set()
    open_to_all = table.fate == "planned" or rules.should_count_only_finishers()
    return set(table.seats) if open_to_all else _list_worthless(rules, table)


@cache
def _count_rankings(people: int) -> int:
    """Return the number of rankings of this many people, with ties."""
    return (
        1
        if people == 0
        else sum(comb(people, first) * _count_rankings(people - first) for first in range(1, people + 1))
    )


def _generate_rankings(people: int) -> Iterator[tuple[int, ...]]:
    """Yield all rankings of this many people, as group numbers; group 0 is the best."""
    if not people:
        yield ()
        return
    for size in range(1, people + 1):
        for first in combinations(range(people), size):
            for rest in _generate_rankings(people - size):
                waiting = iter(rest)
                yield tuple(0 if one in first else next(waiting) + 1 for one in range(people))


@cache
def _list_outcomes(ladder: tuple[int, ...]) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """Return all outcomes of a table, as groups by seat, with each seat's points in sixtieths."""
    worth = compute_shares(ladder)
    found = []
    for ranks in _generate_rankings(len(ladder)):
        groups = sorted(ranks)
        by_group = [worth[groups.index(group)][groups.count(group) - 1] for group in range(groups[-1] + 1)]
        found.append((ranks, tuple(map(by_group.__getitem__, ranks))))
    return tuple(found)


def _collect_gains(
    rules: Rules, table: LeagueTable, own: EntrantNumber, others: Sequence[EntrantNumber], *, best: bool
) -> set[tuple[int, ...]]:
    """Return by how many points a table can bring each opponent ahead of the entrant.

    The entrant's best case is to win alone, for any order of the others. The worst is to be last: each opponent then
    gets the extreme value in every order of the others. Absent entrants share the last place with everybody who leaves.
    Where absence is worth nothing, the best case has all last opponents absent, and the worst has the entrant absent.
    A table that nobody plays to its end is the case in which all are last and absent.
    """
    seats = table.seats
    away = [seats.index(number) for number in _list_away(table)]
    nothing = [seats.index(number) for number in _list_worthless(rules, table)]
    maybe = [seats.index(number) for number in _list_possibly_worthless(rules, table)]
    mine = seats.index(own) if own in seats else None
    at = [seats.index(other) if other in seats else None for other in others]
    found = set()
    for ranks, won in _list_outcomes(rules.ladders[len(seats)]):
        last = max(ranks)
        if any(ranks[one] != last for one in away):
            continue
        if mine is not None and mine not in away:
            if best and (ranks[mine] or ranks.count(0) > 1):
                continue
            if not best and (ranks[mine] != last or (not away and ranks.count(last) > 1)):
                continue
        none = [one for one in maybe if ranks[one] == last and (one in nothing or (one == mine) != best)]
        won = tuple(0 if one in none else points for one, points in enumerate(won))
        less = 0 if mine is None else won[mine]
        found.add(tuple((0 if one is None else won[one]) - less for one in at))
    return found


def _find_extreme(
    rules: Rules, own: Standing, others: Sequence[Standing], tables: Sequence[LeagueTable], *, best: bool
) -> int:
    """Return the largest number of opponents not below the entrant, or, negated, of those above.

    A state holds each opponent's lead over the entrant. Each table maps every state to its possible successors; equal
    states are processed once.
    """
    ahead: set[tuple[int, ...]] = {tuple(other.points - own.points for other in others)}
    for table in tables:
        gains = _collect_gains(rules, table, own.number, [other.number for other in others], best=best)
        ahead = {tuple(map(add, state, gain)) for state in ahead for gain in gains}
    if best:
        return max(-sum(by > 0 for by in state) for state in ahead)
    return max(sum(by >= 0 for by in state) for state in ahead)


# -- Swiss -----------------------------------------------------------------------------------------


def _compute_in_swiss(season: Season, rows: dict[EntrantNumber, Standing], own: Standing) -> PlaceRange:
    """Return bounds from points per table and the possible results of future rounds."""
    rules = season.get_rules()
    rounds = max((drawn.number for drawn in season.rounds), default=0)
    to_come = max(0, rules.rounds - rounds)
    last_places = (rules.ladders[people][-1] for people in range(2, rules.most_seats + 1))
    lowest = 0 if rules.is_absence_worthless() else min(last_places) * SIXTIETHS
    highest = max(rules.ladders[people][0] for people in range(2, rules.most_seats + 1)) * SIXTIETHS

    def compute_extremes(row: Standing) -> tuple[int, int]:
        """Return the fewest and the most points per table, for any number of further tables."""
        left = row.open + to_come
        ways = [
            (row.points + more * worth) * POINT_FRACTION // (row.scored + more)
            for more in range(left + 1)
            for worth in (lowest, highest)
            if row.scored + more
        ] or [0]
        return min(ways), max(ways)

    def can_fall_short(row: Standing) -> bool:
        return 2 * row.scored < max(one.scored + one.open + to_come for one in rows.values())

    others = [row for row in rows.values() if row.number != own.number and row.below < 2]
    if not to_come and not any(row.open for row in rows.values()):
        return PlaceRange(own.place, own.place, exact=True)
    least, most = compute_extremes(own)
    above = sum(compute_extremes(other)[0] > most and not can_fall_short(other) for other in others)
    not_below = sum(compute_extremes(other)[1] >= least or can_fall_short(own) for other in others)
    return PlaceRange(1 + above, 1 + not_below, exact=False)


# -- cups ------------------------------------------------------------------------------------------


def _compute_in_cup(season: Season, rows: dict[EntrantNumber, Standing], own: Standing) -> PlaceRange:
    """Return bounds: remaining players can win; for eliminated ones, nobody who came less far can pass them."""
    last = max((drawn.number for drawn in season.rounds), default=0)
    others = [row for row in rows.values() if row.number != own.number and row.below < 2]
    if own.reached == last and last:
        return PlaceRange(1, 1 + sum(other.reached == last for other in others), exact=False)
    ahead = sum(other.reached > own.reached for other in others)
    return PlaceRange(1 + ahead, 1 + ahead, exact=True)
