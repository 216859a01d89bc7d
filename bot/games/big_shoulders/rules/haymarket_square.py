"""Haymarket Square: spent cubes lie here, and cubes that are gained come from here, as far as they go.

On its turn a company may give two cubes of one type for one cube of any type that lies there before the trade.
(Rules 7.7 and 12.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING

from bot.games.big_shoulders.components import CUBES, ChooseCubes, Cube
from bot.games.big_shoulders.news import CubesTaken, CubesTraded

if TYPE_CHECKING:
    from bot.games.big_shoulders.table import City


def available(table: City, cubes: Iterable[Cube]) -> list[Cube]:
    """Return which of these cubes can be had: from Haymarket Square or, in the variant, from the rows (CB-25)."""
    left = Counter(table.haymarket) + Counter(table.rows)
    found = []
    for cube in cubes:
        if left[cube]:
            left[cube] -= 1
            found.append(cube)
    return found


def take(table: City, company: str, wanted: Sequence[Cube]) -> list[Cube]:
    """Let a company take these cubes as far as they are there; return what it got."""
    got = available(table, wanted)
    for cube in got:
        pile = table.haymarket if table.haymarket[cube] else table.rows
        pile[cube] -= 1
        table.companies[company].store(cube, 1)
    missing = list((Counter(wanted) - Counter(got)).elements())
    table.tell(CubesTaken(company=table.name(company), cubes=got, missing=missing))
    return got


def choices(table: City, effect: ChooseCubes) -> list[tuple[Cube, ...]]:
    """Return which cubes of choice can be taken: as many as are there, all alike or all different."""
    there = [cube for cube in CUBES if available(table, [cube])]
    if effect.like:
        return [tuple(available(table, [cube] * effect.count)) for cube in there]
    return list(combinations(there, min(effect.count, len(there)))) if there else []


def any_cubes(table: City, count: int) -> list[tuple[Cube, ...]]:
    """Return which cubes can be taken where types may repeat: as many as are there."""
    there = {cube: len(available(table, [cube] * count)) for cube in CUBES}
    most = min(count, sum(there.values()))
    found = combinations_with_replacement(CUBES, most) if most else ()
    return [cubes for cubes in found if all(cubes.count(cube) <= there[cube] for cube in CUBES)]


def trades(table: City, company: str) -> Iterator[tuple[Cube, Cube]]:
    """Yield what a company could give and get for it."""
    for give in CUBES:
        if table.companies[company].has(give) >= table.box.terms.trade:
            yield from ((give, get) for get in CUBES if get != give and table.haymarket[get])


def trade(table: City, company: str, give: Cube, get: Cube) -> None:
    """Give equal cubes for another."""
    firm = table.companies[company]
    firm.store(give, -table.box.terms.trade)
    table.haymarket[give] += table.box.terms.trade
    table.haymarket[get] -= 1
    firm.store(get, 1)
    table.tell(CubesTraded(company=table.name(company), give=give, get=get))


def spend(table: City, company: str, cubes: Iterable[Cube]) -> None:
    """Put a company's cubes into Haymarket Square."""
    for cube in cubes:
        table.companies[company].store(cube, -1)
        table.haymarket[cube] += 1
