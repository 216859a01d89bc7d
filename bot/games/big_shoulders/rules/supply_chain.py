"""The supply chain, in which companies buy cubes.

Four spaces hold a group of cubes each; the first three sell theirs for $10, $20 and $30. After every operation and
in Cleanup, groups slide to the right where a space is empty, and each space left empty at the left end is refilled
from the bag. When the bag is empty, Haymarket Square goes into it, but for two cubes of each type.

In the variant each type has a row of its own, and a cube is the dearer the fewer are there. (Rules 12 and 15.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from bot.engine.chance import Chance
from bot.games.big_shoulders.components import CUBES, CityBox, Cube
from bot.games.big_shoulders.moves import Purchase
from bot.games.big_shoulders.news import CubesBought, SupplyRefilled

if TYPE_CHECKING:
    from bot.games.big_shoulders.table import City


def draw_from(bag: dict[Cube, int], chance: Chance) -> Cube | None:
    """Draw a cube from a bag; None: it is empty."""
    total = sum(bag.values())
    if not total:
        return None
    at = chance.draw_below(total)
    for cube in CUBES:
        if at < bag[cube]:
            bag[cube] -= 1
            return cube
        at -= bag[cube]
    raise AssertionError(f"{bag} holds fewer cubes than it should")


def draw(table: City) -> Cube | None:
    """Draw a cube; when the bag is empty, Haymarket Square goes into it first (CB-20). None: there is none."""
    if not sum(table.bag.values()):
        kept = 0 if table.options.supply_rows else table.box.haymarket.kept
        for cube in CUBES:
            more = max(0, table.haymarket[cube] - kept)
            table.haymarket[cube] -= more
            table.bag[cube] += more
    return draw_from(table.bag, table.chance)


def lay_out(box: CityBox, bag: dict[Cube, int], chance: Chance) -> list[dict[Cube, int]]:
    """Return the groups of the supply chain at the beginning, that at $10 first."""
    return [
        group_of(draw_from(bag, chance) for _ in range(box.supply.start)) for _ in range(len(box.supply.prices) + 1)
    ]


def group_of(cubes: Iterator[Cube | None]) -> dict[Cube, int]:
    """Return cubes as a group."""
    group: dict[Cube, int] = {}
    for cube in cubes:
        if cube is not None:
            group[cube] = group.get(cube, 0) + 1
    return group


def lay_out_rows(box: CityBox, bag: dict[Cube, int], chance: Chance) -> dict[Cube, int]:
    """Return the rows of the variant at the beginning."""
    rows = dict.fromkeys(CUBES, box.supply_variant.start)
    for cube in CUBES:
        bag[cube] -= box.supply_variant.start
    for _ in range(box.supply_variant.drawn):
        fill(box, rows, bag, draw_from(bag, chance))
    return rows


def fill(box: CityBox, rows: dict[Cube, int], bag: dict[Cube, int], cube: Cube | None) -> None:
    """Put a drawn cube into its row, or back when that is full."""
    if cube is not None:
        place = rows if rows[cube] < box.supply_variant.most else bag
        place[cube] += 1


def for_sale(table: City) -> list[Purchase]:
    """Return each cube that could be bought next, once for each type and price, the cheapest first."""
    if table.options.supply_rows:
        found = [
            Purchase(cube=cube, price=row_price(table.box, table.rows[cube])) for cube in CUBES if table.rows[cube]
        ]
    else:
        found = [
            Purchase(cube=cube, price=price)
            for price, group in zip(table.box.supply.prices, table.supply, strict=False)
            for cube in CUBES
            if group.get(cube)
        ]
    return sorted(found, key=lambda one: (one.price, CUBES.index(one.cube)))


def count_for_sale(table: City) -> Counter[Cube]:
    """Return how many cubes of each type are for sale."""
    if table.options.supply_rows:
        return Counter(table.rows)
    groups = table.supply[: len(table.box.supply.prices)]
    return Counter(cube for group in groups for cube, count in group.items() for _ in range(count))


def row_price(box: CityBox, there: int) -> int:
    """Return the price of the next cube of a row, by the number of cubes there."""
    return box.supply_variant.prices[there - 1]


def take_out(table: City, purchase: Purchase) -> None:
    """Take a bought cube from where it lies."""
    if table.options.supply_rows:
        table.rows[purchase.cube] -= 1
        return
    group = table.supply[table.box.supply.prices.index(purchase.price)]
    group[purchase.cube] -= 1
    if not group[purchase.cube]:
        del group[purchase.cube]


def buy(table: City, company: str, cubes: tuple[Purchase, ...]) -> None:
    """Let a company buy these cubes from the supply chain."""
    firm = table.companies[company]
    for one in cubes:
        take_out(table, one)
        firm.cash -= one.price
        firm.store(one.cube, 1)
    paid = sum(one.price for one in cubes)
    table.tell(CubesBought(company=table.name(company), cubes=[one.cube for one in cubes], paid=paid))


def cheapest(table: City, wanted: list[Cube]) -> tuple[Purchase, ...] | None:
    """Return the cheapest way to buy these cubes; None: they are not all for sale."""
    if table.options.supply_rows:
        left = dict(table.rows)
        found = []
        for cube in wanted:
            if not left[cube]:
                return None
            found.append(Purchase(cube=cube, price=row_price(table.box, left[cube])))
            left[cube] -= 1
        return tuple(found)
    groups = [dict(group) for group in table.supply[: len(table.box.supply.prices)]]
    found = []
    for cube in wanted:
        place = next((at for at, group in enumerate(groups) if group.get(cube)), None)
        if place is None:
            return None
        groups[place][cube] -= 1
        found.append(Purchase(cube=cube, price=table.box.supply.prices[place]))
    return tuple(found)


def slide_and_refill(table: City) -> None:
    """Slide groups to the right and refill the left end; in the variant, draw for the rows."""
    if table.options.supply_rows:
        for _ in range(table.box.supply_variant.draws[max(table.rows.values())]):
            fill(table.box, table.rows, table.bag, draw(table))
        table.tell(SupplyRefilled(groups=[dict(table.rows)]))
        return
    before = [dict(group) for group in table.supply]
    groups = [group for group in table.supply if group]
    refill = table.decade_card.refill
    while len(groups) < len(table.supply):
        groups.append(group_of(draw(table) for _ in range(refill)))
    table.supply[:] = groups
    if groups != before:
        table.tell(SupplyRefilled(groups=[dict(group) for group in groups]))
