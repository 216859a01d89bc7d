"""What a company still lacks before it makes and sells more, and which open spaces give it.

(How this is shown is our own.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from bot.engine.words import format_count
from bot.games.big_shoulders.components import (
    CUBES,
    AnyEffect,
    ChooseCubes,
    Cube,
    Cubes,
    HireManagers,
    HireSalespeople,
    Place,
    Workers,
)
from bot.games.big_shoulders.rules import supply_chain
from bot.games.big_shoulders.rules.action_phase import places
from bot.games.big_shoulders.rules.charter import good_price, goods_of, has_room_for_salesperson, open_spots
from bot.games.big_shoulders.rules.job_market import hiring_cost
from bot.games.big_shoulders.rules.vocabulary import cubes_said, good, manager_said

if TYPE_CHECKING:
    from bot.games.big_shoulders.table import City


class Need(NamedTuple):
    """Something a company lacks, and where it can be had."""

    lacks: str
    """As the end of a sentence that begins with the company."""
    sources: Sequence[str]
    """The open spaces that give it, with what they cost."""
    then: str = ""
    """What it will need besides, as the end of the sentence."""

    def describe(self, name: str, most: int = 9) -> str:
        """Return a sentence with at most this many of the spaces."""
        where = (
            f": {', '.join(self.sources[:most])}" if self.sources else "" if self.then else "; no open space gives it"
        )
        return f"{name} {self.lacks}{where}{self.then and f'; {self.then}'}."


def list_needs(table: City, company: str) -> Sequence[Need]:
    """Return what a company lacks, what holds it back most first: workers, cubes, a salesperson, managers."""
    return [*_list_workers(table, company), *_list_cubes(table, company), *_list_staff(table, company)]


def find_obstacle(table: City, company: str) -> str:
    """Return why a company's first factory cannot run, as a clause; empty if it can."""
    firm, card = table.companies[company], table.box.company[company].factories[0]
    spots = open_spots(table, company)[0]
    if spots:
        return f"factory 1 lacks {format_count(spots, 'worker')}"
    lacking = firm.lacks(card.cubes)
    bought = supply_chain.cheapest(table, lacking) if lacking else ()
    if bought is None:
        return f"factory 1 lacks {cubes_said(lacking)}, and the {_describe_sold_out(table, lacking)}"
    cost = sum(one.price for one in bought)
    return f"{cubes_said(lacking)} for factory 1 would cost ${cost}" if cost > firm.cash else ""


def _list_workers(table: City, company: str) -> Iterator[Need]:
    """Yield the workers that the first factory without all of them lacks."""
    for number, spots in enumerate(open_spots(table, company), 1):
        if spots:
            cost = hiring_cost(table.box, table.job_market, spots)
            makes = good(goods_of(table, company, number))
            lacks = f"needs {format_count(spots, 'worker')} for factory {number} ({makes})"
            market = f"job market (${cost})"
            tiles = [f"tile {tile}" for tile in _list_tiles(table, (Workers,))]
            yield Need(lacks, [market, *tiles], _describe_cubes(table, company, number))
            return


def _describe_cubes(table: City, company: str, short: int) -> str:
    """Return as a clause what cubes will cost: for the factories before the one without workers, or else for it."""
    cards = table.box.company[company].factories[: max(1, short - 1)]
    lacking = table.companies[company].lacks([cube for card in cards for cube in card.cubes])
    bought = supply_chain.cheapest(table, lacking) if lacking else ()
    if bought is None:
        return _describe_sold_out(table, lacking)
    cost = sum(one.price for one in bought)
    return (f"keep ${cost} for cubes" if short > 1 else f"its cubes cost ${cost}") if bought else ""


def _describe_sold_out(table: City, lacking: Sequence[Cube]) -> str:
    """Return of which of these cubes there are too few for sale, as a clause."""
    gone = Counter(lacking) - Counter(one.cube for one in supply_chain.for_sale(table))
    return f"too little {', '.join(cube for cube in CUBES if gone[cube]) or 'of them'} for sale"


def _list_cubes(table: City, company: str) -> Iterator[Need]:
    """Yield the cubes that the factories with all their workers still have to buy."""
    spots = open_spots(table, company)
    running = next((at for at, count in enumerate(spots) if count), len(spots))
    cards = table.box.company[company].factories[: max(running, 1)]
    lacking = table.companies[company].lacks([cube for card in cards for cube in card.cubes])
    bought = supply_chain.cheapest(table, lacking) if lacking else None
    if bought:
        yield Need(f"will need {cubes_said(lacking)}", [f"supply chain (${sum(one.price for one in bought)} now)"])
    elif bought is None:
        where = [f"tile {tile}" for tile in _list_tiles(table, (Cubes, ChooseCubes))]
        yield Need(f"will need {cubes_said(lacking)}", where, _describe_sold_out(table, lacking))


def _list_staff(table: City, company: str) -> Iterator[Need]:
    """Yield a salesperson and managers, if there is room for them."""
    firm, card = table.companies[company], table.box.company[company]
    if has_room_for_salesperson(table, company):
        prices = [good_price(card, firm.salespeople + more) for more in (0, 1)]
        lacks = f"sells at ${prices[1]} and not ${prices[0]} with a salesperson"
        yield Need(lacks, list(_list_sources(table, (HireSalespeople,))))
    for number, (printed, factory) in enumerate(zip(card.factories, firm.factories, strict=True), 1):
        if not factory.manager:
            brings = manager_said(printed.manager)
            lacks = f"gets {brings} from each run of factory {number} with a manager"
            yield Need(lacks, list(_list_sources(table, (HireManagers,))))


def _list_sources(table: City, kinds: tuple[type[AnyEffect], ...]) -> Iterator[str]:
    """Yield the open spaces with such an effect, and what they cost."""
    for _, _, place in places(table):
        if any(isinstance(effect, kinds) for effect in place.effects):
            name = "the board" if isinstance(place, Place) else f"tile {place.number}"
            yield f"{name} (${place.amount})" if place.payment.startswith("company") else name


def _list_tiles(table: City, kinds: tuple[type[AnyEffect], ...]) -> Iterator[int]:
    """Yield the numbers of the open tiles with such an effect."""
    for _, _, place in places(table):
        if not isinstance(place, Place) and any(isinstance(effect, kinds) for effect in place.effects):
            yield place.number
