"""Swiss: each round seats people together who have won about as much, and who have met as seldom as can be.

Everybody plays in every round. Where numbers do not divide, some tables have a seat less; only at two-player games
somebody may be left over, who then has a bye: it gives no points and counts as no table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from itertools import combinations

from bot.leagues.draw import Pair, Proposed, digest_of_wishes, order, taking_part
from bot.leagues.entries import Drawn, Seated
from bot.leagues.scoring import Number
from bot.leagues.season import Season
from bot.leagues.standings import standings

DIVISION = 1
"""All play in one."""
NEXT = 12
"""How far down somebody is looked for who has not been met yet."""
NEIGHBOURS = (4, 16, 64)
"""How many tables away somebody may be swapped; further only where nearer does not do."""
APART = 1000
"""How many meetings one meeting counts as of two who want to be kept apart."""

Costs = Callable[[Number, Number], int]


def table_sizes(people: int, seats: int) -> list[int]:
    """Return how many sit at each table: as equal as can be, the fuller tables first; a table of one is a bye."""
    number = -(-people // seats)
    least, over = divmod(people, number) if number else (0, 0)
    return [least + 1] * over + [least] * (number - over)


def draw_round(season: Season, seed: str, *, apart: Collection[Pair] = (), salt: str = "") -> Proposed:
    """Return the next round of a Swiss season.

    Args:
        season: as it stands.
        seed: of this draw.
        apart: who does not want to meet whom.
        salt: of the digest of these wishes.

    Raises:
        ValueError: there are too few to play.
    """
    drawn = order(seed, taking_part(season))
    if len(drawn) < 2:
        raise ValueError("Two people are needed to play.")
    at = {row.number: (row.below, -row.per_table) for row in standings(season, DIVISION)}
    ranked = sorted(drawn, key=lambda number: at.get(number, (0, 0)))
    sizes = table_sizes(len(ranked), season.given().seats)
    byes = [_bye(season, ranked)] if sizes[-1] == 1 else []
    playing = [number for number in ranked if number not in byes]
    costs = _costs(season, apart)
    tables = _repaired(_filled(playing, [size for size in sizes if size > 1], costs), costs)
    used = Counter((number, seat) for table in season.tables.values() for seat, number in enumerate(table.seats))
    entry = Drawn(
        round=max((past.number for past in season.rounds), default=0) + 1,
        seed=seed,
        divisions={DIVISION: tuple(drawn)},
        tables=tuple(Seated(division=DIVISION, seats=tuple(_seated(table, used))) for table in tables),
        byes=tuple(byes),
        wishes=digest_of_wishes(apart, salt) if apart else "",
    )
    met = [frozenset(pair) for table in tables for pair in combinations(table, 2)]
    return Proposed(entry, together=tuple(pair for pair in met if pair in set(apart)))


def _bye(season: Season, ranked: Sequence[Number]) -> Number:
    """Return the last who had no bye yet."""
    had = Counter(number for past in season.rounds for number in past.byes)
    return min(reversed(ranked), key=lambda number: had[number])


def _costs(season: Season, apart: Collection[Pair]) -> Costs:
    met = Counter(pair for table in season.tables.values() for pair in combinations(sorted(table.seats), 2))
    for pair in apart:
        one, other = sorted(pair)
        met[one, other] += APART
    return lambda one, other: met[(one, other) if one < other else (other, one)]


def _filled(ranked: Sequence[Number], sizes: Sequence[int], costs: Costs) -> list[list[Number]]:
    """Seat the best who is left, and with them those of the next whom the table has met least."""
    waiting = [*reversed(ranked)]  # the best last, for there it is taken away quickly
    tables = []
    for size in sizes:
        table = [waiting.pop()]
        while len(table) < size:
            near = range(len(waiting) - 1, max(-1, len(waiting) - 1 - NEXT), -1)
            best = min(near, key=lambda at: sum(costs(waiting[at], other) for other in table))
            table.append(waiting.pop(best))
        tables.append(table)
    return tables


def _repaired(tables: list[list[Number]], costs: Costs) -> list[list[Number]]:
    """Swap people of neighbouring tables as long as fewer meet again."""

    def cost(table: Sequence[Number]) -> int:
        return sum(costs(one, other) for one, other in combinations(table, 2))

    def swap(here: int, far: int) -> bool:
        near = range(max(0, here - far), min(len(tables), here + far + 1))
        for there in sorted(near, key=lambda other: abs(other - here))[1:]:
            before = cost(tables[here]) + cost(tables[there])
            for mine, _ in enumerate(tables[here]):
                for theirs, _ in enumerate(tables[there]):
                    ours, others = [*tables[here]], [*tables[there]]
                    ours[mine], others[theirs] = others[theirs], ours[mine]
                    if cost(ours) + cost(others) < before:
                        tables[here], tables[there] = ours, others
                        return True
        return False

    for far in NEIGHBOURS:
        for here in range(len(tables)):
            while cost(tables[here]) and swap(here, far):
                pass
    return tables


def _seated(table: Sequence[Number], used: Counter[tuple[Number, int]]) -> list[Number]:
    """Return a table in the order of seats: each seat for whom it was used least by."""
    waiting, found = [*table], []
    for seat in range(len(table)):
        later = range(seat + 1, len(table))
        chosen = min(waiting, key=lambda one: (used[one, seat], -sum(used[one, other] for other in later)))
        waiting.remove(chosen)
        found.append(chosen)
    return found
