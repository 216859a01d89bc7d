"""Pairings for a division whose games all run at the same time.

A block of seats is laid on the circle of entrants and rotated by one for each table. So there are as many tables as
entrants. Everybody plays as many games as a table has seats and sits in each seat once. Two people meet as often as
their distance occurs in the block. The block makes these numbers as equal as possible: they differ by at most one in
all possible divisions, except for six seats and sixteen entrants. Two-player games use a full round robin.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations

from bot.leagues.rules import MAX_SEATS

MAX_SEARCHED_DIVISION = 16
"""Largest division whose block is searched; larger ones need a known perfect block."""
PERFECT_BLOCKS: dict[tuple[int, int], tuple[int, ...]] = {(21, 5): (0, 1, 4, 14, 16), (31, 6): (1, 5, 11, 24, 25, 27)}
"""Blocks with which each pair meets exactly once, by entrants and seats."""
BEST_DIVISION_SIZES: dict[int, int] = {2: 8, 3: 7, 4: 7, 5: 11, 6: 11}
"""Division size that suits the game, by seats."""


def is_possible(entrants: int, seats: int) -> bool:
    """Whether this many entrants form a division for tables with this many seats."""
    return 2 <= seats <= MAX_SEATS and (
        seats <= entrants <= MAX_SEARCHED_DIVISION or (entrants, seats) in PERFECT_BLOCKS
    )


@cache
def find_block(entrants: int, seats: int) -> tuple[int, ...]:
    """Return the block of a division: the entrants in the seats of its first table.

    Args:
        entrants: number in the division.
        seats: of a table, at least three.

    Raises:
        ValueError: there is none for these numbers.
    """
    if not is_possible(entrants, seats):
        raise ValueError(f"No division of {entrants} is known for tables with {seats} seats.")
    if (entrants, seats) in PERFECT_BLOCKS:
        return PERFECT_BLOCKS[entrants, seats]
    return min(
        ((0, *rest) for rest in combinations(range(1, entrants), seats - 1)),
        key=lambda one: _measure_unevenness(one, entrants),
    )


def _measure_unevenness(block: tuple[int, ...], entrants: int) -> tuple[int, int]:
    """Return the unevenness of meetings: the sum of squared counts, then the largest difference."""
    met = Counter((one - other) % entrants for one in block for other in block if one != other)
    return sum(often * often for often in met.values()), max(met.values()) - (
        min(met.values()) if len(met) == entrants - 1 else 0
    )


def build_tables(entrants: int, seats: int) -> list[tuple[int, ...]]:
    """Return the tables of a division, each with its entrants (from 0 on) in seat order.

    Raises:
        ValueError: there are none for these numbers.
    """
    if not is_possible(entrants, seats):
        raise ValueError(f"No division of {entrants} is known for tables with {seats} seats.")
    if seats == 2:
        return _build_all_pairs(entrants)
    chosen = find_block(entrants, seats)
    return [tuple((seat + turned) % entrants for seat in chosen) for turned in range(entrants)]


def _build_all_pairs(entrants: int) -> list[tuple[int, ...]]:
    """Return each pair once; everybody starts as often as not, give or take one game.

    In the pair of `one` and the entrant `distance` further on, `one` starts. With an even number, opposite entrants are
    at the same distance both ways, so every other of these pairs is reversed.
    """
    found: list[tuple[int, ...]] = []
    for distance in range(1, entrants // 2 + 1):
        opposite = 2 * distance == entrants
        for one in range(entrants // 2 if opposite else entrants):
            pair = (one, (one + distance) % entrants)
            found.append(pair[::-1] if opposite and one % 2 else pair)
    return found


@cache
def compute_largest_meeting_size(seats: int) -> int:
    """Return the largest division in which everybody can meet everybody."""
    return max(size for size in range(seats, MAX_SEARCHED_DIVISION + 1) if is_complete(size, seats))


def is_complete(entrants: int, seats: int) -> bool:
    """Whether everybody meets everybody at least once in a playable division of this size."""
    return compute_meeting_range(entrants, seats)[0] > 0


@cache
def compute_meeting_range(entrants: int, seats: int) -> tuple[int, int]:
    """Return the fewest and the most meetings of two people in a playable division of this size."""
    met = count_meetings(build_tables(entrants, seats))
    pairs = entrants * (entrants - 1) // 2
    return min(met.values()) if len(met) == pairs else 0, max(met.values())


def count_meetings(tables: Sequence[Sequence[int]]) -> Counter[tuple[int, int]]:
    """Return the number of shared tables of each pair, the smaller number first."""
    return Counter(pair for table in tables for pair in combinations(sorted(table), 2))


def compute_sizes(entrants: int, seats: int, wanted: int | None = None) -> list[int]:
    """Return the division sizes for a season with this many people, the largest first.

    They are as equal as possible and suit a game with this many seats. None is larger than lets everybody in a division
    meet everybody, unless a larger size is wanted.

    Args:
        entrants: number of people.
        seats: of a table.
        wanted: preferred size; None: what suits the game.

    Raises:
        ValueError: there are too few for a table.
    """
    if entrants < seats:
        raise ValueError(f"A table needs {seats}, and there are {entrants}.")
    best, meeting = wanted or BEST_DIVISION_SIZES[seats], compute_largest_meeting_size(seats)
    most = meeting if best <= meeting else MAX_SEARCHED_DIVISION
    number = max(1, round(entrants / best), -(-entrants // most))
    while entrants // number < seats:
        number -= 1
    return split_evenly(entrants, number)


def list_larger_sizes(sizes: Sequence[int], seats: int) -> list[list[int]]:
    """Return the playable sizes with one division fewer, two fewer, and so on."""
    found = (split_evenly(sum(sizes), number) for number in range(len(sizes) - 1, 0, -1))
    return [fewer for fewer in found if all(is_possible(size, seats) for size in fewer)]


def split_evenly(entrants: int, number: int) -> list[int]:
    """Return sizes for a number of divisions that differ by one at most, the largest first."""
    least, over = divmod(entrants, number)
    return [least + 1] * over + [least] * (number - over)
