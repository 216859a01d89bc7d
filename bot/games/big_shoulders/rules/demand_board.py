"""The demand board, on which companies sell their goods.

Each industry has a row of three spaces with a demand tile each. A company that fills the last place of a tile
gets the bonus of its column. Where no tile lies, the $50 space is closed, the $20 space has six open places of its
own, and on the $0 space goods are sold at half price, as to the bank at any time. (Rules 11 and 10.6.)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from bot.engine.records import Record
from bot.engine.secrecy import Open, OpenByChance
from bot.games.big_shoulders.components import COLUMNS, INDUSTRIES, Industry
from bot.games.big_shoulders.news import DemandRefilled

if TYPE_CHECKING:
    from bot.games.big_shoulders.table import City

OPEN_COLUMN = 1
"""The one with places of its own, counted from the $50 column."""


class DemandSpace(Record):
    """A space of the demand board: its tile, and the goods on it."""

    tile: OpenByChance[int | None] = None
    goods: Open[int] = 0


def places(table: City, space: DemandSpace, column: int) -> int:
    """Return how many goods a space takes at full price in all."""
    if space.tile is not None:
        return table.box.demand_tile[space.tile].spaces
    return table.box.demand.open_spaces if column == OPEN_COLUMN else 0


def room(table: City, industry: Industry) -> list[int]:
    """Return how many more goods each space of a row takes at full price, the $50 column first."""
    return [places(table, space, column) - space.goods for column, space in enumerate(table.demand[industry])]


def is_full(table: City, space: DemandSpace, column: int) -> bool:
    """Whether there is no room left on a space, which tiles without places never had."""
    return space.goods >= places(table, space, column)


def sell(table: City, industry: Industry, column: int, count: int) -> int:
    """Put goods on a space and return the bonus for filling it."""
    space = table.demand[industry][column]
    space.goods += count
    return table.box.demand.bonuses[column] if is_full(table, space, column) else 0


def spaces_in_order() -> Iterator[tuple[Industry, int]]:
    """Yield the spaces in the order in which they are filled: column by column, from top to bottom."""
    for column in range(COLUMNS):
        for industry in INDUSTRIES:
            yield industry, column


def refill(table: City) -> None:
    """Clear full tiles, slide the others to the right within their rows, and fill the gaps from the pile."""
    for row in table.demand.values():
        for column, space in enumerate(row):
            if space.tile is None and is_full(table, space, column):
                space.goods = 0
        table.demand_gone += [
            space.tile for at, space in enumerate(row) if space.tile is not None and is_full(table, space, at)
        ]
        kept = [space for at, space in enumerate(row) if space.tile is not None and not is_full(table, space, at)]
        open_goods = row[OPEN_COLUMN].goods if row[OPEN_COLUMN].tile is None else 0
        row[:] = [*kept, *(DemandSpace() for _ in range(COLUMNS - len(kept)))]
        if row[OPEN_COLUMN].tile is None:
            row[OPEN_COLUMN].goods = open_goods  # goods on the printed places stay there (CB-22)
    new = []
    for industry, column in spaces_in_order():
        space = table.demand[industry][column]
        if space.tile is None and table.demand_pile:
            space.tile, space.goods = table.demand_pile.pop(0), 0
            new.append(f"{industry}, ${table.box.demand.bonuses[column]}: {spaces_said(table, space.tile)}")
    if new:
        table.tell(DemandRefilled(tiles=new))


def spaces_said(table: City, tile: int) -> str:
    """Return what a demand tile takes, in words."""
    spaces = table.box.demand_tile[tile].spaces
    return f"{spaces} goods" if spaces > 1 else "1 good" if spaces else "closed"
