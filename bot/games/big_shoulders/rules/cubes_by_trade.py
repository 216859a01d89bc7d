"""Cubes that nobody sells, got at Haymarket Square for two equal cubes that are bought or spare.

A trade is free, so a factory can run although one of its cubes is not for sale. (Rule 7.7; how it is offered is ours.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from bot.games.big_shoulders.components import CUBES, Cube
from bot.games.big_shoulders.moves import Purchase
from bot.games.big_shoulders.rules import supply_chain

if TYPE_CHECKING:
    from bot.games.big_shoulders.table import City

TRADES_IN_PLANS = 4
"""The edition of the box from which on the offered plans trade for a cube that is not for sale."""


class CubesByTrade(NamedTuple):
    """Purchases and the trades after them, which together bring the cubes that a company lacks."""

    bought: tuple[Purchase, ...]
    trades: tuple[tuple[Cube, Cube], ...]
    """The kinds of cubes given, two of each, and the kinds received."""

    @property
    def cost(self) -> int:
        """What the purchases cost; trades are free."""
        return sum(one.price for one in self.bought)


def find_cubes_by_trade(table: City, company: str, upto: int) -> CubesByTrade | None:
    """Return the cheapest purchases and trades for the factories up to this one, at the beginning of an operation.

    None: all their cubes are for sale, or some can be had in no such way.
    """
    firm, cards = table.companies[company], table.box.company[company].factories[:upto]
    needed = Counter(cube for card in cards for cube in card.cubes)
    return find_trades(table, firm.lacks(needed.elements()), Counter(firm.cubes) - needed)


def find_trades(table: City, lacking: Sequence[Cube], spare: Counter[Cube]) -> CubesByTrade | None:
    """Return the cheapest purchases and trades that bring these cubes, with the spare ones given first."""
    gone = Counter(lacking) - supply_chain.count_for_sale(table)
    if not gone or any(table.haymarket[cube] < count for cube, count in gone.items()):
        return None
    wanted, left = list((Counter(lacking) - gone).elements()), Counter(spare)
    trades: list[tuple[Cube, Cube]] = []
    for get in gone.elements():
        ways: list[tuple[int, Cube, list[Cube]]] = []
        for give in CUBES:
            more = [give] * max(0, table.box.terms.trade - left[give])
            bought = None if give in gone else supply_chain.cheapest(table, [*wanted, *more])
            if bought is not None:
                ways.append((sum(one.price for one in bought), give, more))
        if not ways:
            return None
        _, give, more = min(ways, key=lambda way: way[0])
        wanted += more
        left[give] -= table.box.terms.trade - len(more)
        trades.append((give, get))
    bought = supply_chain.cheapest(table, wanted)
    return None if bought is None else CubesByTrade(bought, tuple(trades))


def format_trades(table: City, trades: Sequence[tuple[Cube, Cube]]) -> str:
    """Return trades as "2 wood for 1 steel"."""
    return " and ".join(f"{table.box.terms.trade} {give} for 1 {get}" for give, get in trades)
