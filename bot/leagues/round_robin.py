"""Who meets whom in a division whose games all run at once.

A block of seats is laid on the circle of entrants and turned by one for each table. So there are as many tables as
entrants, everybody plays as many games as a table has seats, sits in each seat once, and two people meet as often as
their distance occurs in the block. The block is chosen so that these numbers differ as little as they can: at most by
one for all divisions that are possible, but for six seats and sixteen entrants. Two-player games are played by
everybody against everybody.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations

from bot.leagues.rules import MOST_SEATS

MOST = 16
"""Entrants of a division whose block is looked for; more only where a perfect one is known."""
PERFECT: dict[tuple[int, int], tuple[int, ...]] = {(21, 5): (0, 1, 4, 14, 16), (31, 6): (1, 5, 11, 24, 25, 27)}
"""By entrants and seats: blocks with which each two meet exactly once."""
SUITS: dict[int, int] = {2: 8, 3: 7, 4: 7, 5: 11, 6: 11}
"""By seats: how large a division is that suits the game."""


def is_possible(entrants: int, seats: int) -> bool:
    """Whether so many entrants make a division for tables with so many seats."""
    return 2 <= seats <= MOST_SEATS and (seats <= entrants <= MOST or (entrants, seats) in PERFECT)


@cache
def block(entrants: int, seats: int) -> tuple[int, ...]:
    """Return the block of a division: who sits in each seat of the first table, in order.

    Args:
        entrants: of the division.
        seats: of a table, at least three.

    Raises:
        ValueError: there is none for these numbers.
    """
    if not is_possible(entrants, seats):
        raise ValueError(f"No division of {entrants} is known for tables with {seats} seats.")
    if (entrants, seats) in PERFECT:
        return PERFECT[entrants, seats]
    return min(
        ((0, *rest) for rest in combinations(range(1, entrants), seats - 1)), key=lambda one: _roughness(one, entrants)
    )


def _roughness(block: tuple[int, ...], entrants: int) -> tuple[int, int]:
    """Return how unevenly a block lets people meet: the squares of how often, added up, then the widest difference."""
    met = Counter((one - other) % entrants for one in block for other in block if one != other)
    return sum(often * often for often in met.values()), max(met.values()) - (
        min(met.values()) if len(met) == entrants - 1 else 0
    )


def tables(entrants: int, seats: int) -> list[tuple[int, ...]]:
    """Return the tables of a division, each with its entrants (from 0 on) in the order of the seats.

    Raises:
        ValueError: there are none for these numbers.
    """
    if not is_possible(entrants, seats):
        raise ValueError(f"No division of {entrants} is known for tables with {seats} seats.")
    if seats == 2:
        return _everybody_once(entrants)
    chosen = block(entrants, seats)
    return [tuple((seat + turned) % entrants for seat in chosen) for turned in range(entrants)]


def _everybody_once(entrants: int) -> list[tuple[int, ...]]:
    """Return each pair once; everybody begins as often as they do not, or once more or less.

    The pair of `one` and the entrant `distance` further on is begun by `one`. With an even number those who sit
    opposite each other are as far apart either way, so every other of these pairs is turned round.
    """
    found: list[tuple[int, ...]] = []
    for distance in range(1, entrants // 2 + 1):
        opposite = 2 * distance == entrants
        for one in range(entrants // 2 if opposite else entrants):
            pair = (one, (one + distance) % entrants)
            found.append(pair[::-1] if opposite and one % 2 else pair)
    return found


@cache
def most_who_meet(seats: int) -> int:
    """Return how large a division can be in which everybody meets everybody."""
    return max(size for size in range(seats, MOST + 1) if everybody_meets(size, seats))


def everybody_meets(entrants: int, seats: int) -> bool:
    """Whether everybody meets everybody at least once in a division of this size, which is possible."""
    return how_often(entrants, seats)[0] > 0


@cache
def how_often(entrants: int, seats: int) -> tuple[int, int]:
    """Return how often two people meet, at least and at most, in a division of this size, which is possible."""
    met = meetings(tables(entrants, seats))
    pairs = entrants * (entrants - 1) // 2
    return min(met.values()) if len(met) == pairs else 0, max(met.values())


def meetings(tables: Sequence[Sequence[int]]) -> Counter[tuple[int, int]]:
    """Return how often each two, the smaller number first, sit at the same table."""
    return Counter(pair for table in tables for pair in combinations(sorted(table), 2))


def sizes(entrants: int, seats: int) -> list[int]:
    """Return how large the divisions of a season are that so many people want to play, the largest first.

    They are as equal as they can be, close to what suits a game of so many seats, and no larger than lets everybody in
    a division meet everybody.

    Raises:
        ValueError: there are too few for a table.
    """
    if entrants < seats:
        raise ValueError(f"A table needs {seats}, and there are {entrants}.")
    number = max(1, round(entrants / SUITS[seats]), -(-entrants // most_who_meet(seats)))
    while entrants // number < seats:
        number -= 1
    return alike(entrants, number)


def larger(sizes: Sequence[int], seats: int) -> list[list[int]]:
    """Return how large the divisions are with one fewer of them, two fewer, and so on, while they can be played."""
    found = (alike(sum(sizes), number) for number in range(len(sizes) - 1, 0, -1))
    return [fewer for fewer in found if all(is_possible(size, seats) for size in fewer)]


def alike(entrants: int, number: int) -> list[int]:
    """Return how large so many divisions are that differ by one at most, the largest first."""
    least, over = divmod(entrants, number)
    return [least + 1] * over + [least] * (number - over)
