"""What a company still lacks before it makes and sells more, and which open spaces give it.

(How this is shown is our own.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from bot.engine.words import format_count
from bot.games.big_shoulders.components import (
    CUBES,
    AnyEffect,
    Appeal,
    ChooseCubes,
    Cube,
    Cubes,
    HireManagers,
    HireSalespeople,
    Place,
    Tile,
    Workers,
)
from bot.games.big_shoulders.rules import supply_chain
from bot.games.big_shoulders.rules.action_phase import paid, places, why_not
from bot.games.big_shoulders.rules.charter import good_price, goods_of, has_room_for_salesperson, open_spots
from bot.games.big_shoulders.rules.cube_costs import find_shortage
from bot.games.big_shoulders.rules.cubes_by_trade import find_cubes_by_trade, format_trades
from bot.games.big_shoulders.rules.haymarket_square import available
from bot.games.big_shoulders.rules.job_market import hiring_cost
from bot.games.big_shoulders.rules.obstacles import describe_sold_out, find_gone, find_lacking, list_own_ways
from bot.games.big_shoulders.rules.partners import brings_partner
from bot.games.big_shoulders.rules.vocabulary import cubes_said, good, manager_said

if TYPE_CHECKING:
    from bot.games.big_shoulders.table import City


FUNDS = "bank to company"
"""The payment of the spaces that bring a company money."""


class Need(NamedTuple):
    """Something a company lacks, and where it can be had."""

    lacks: str
    """As the end of a sentence that begins with the company."""
    sources: Sequence[str]
    """The open spaces that give it, with their costs."""
    then: str = ""
    """Further needs, as the end of the sentence."""
    only: bool = False
    """Whether these sources are the only way, because nobody sells it."""
    brief: str = ""
    """The same in the fewest words, for a line about several companies."""
    notes: Sequence[str] = ()
    """Versions of a note in brackets behind these words, with fewer and fewer words."""
    spaces: Sequence[str] = ()
    """The sources on which a partner can be placed for the company now."""
    stops: bool = False
    """Whether a factory may stand still for want of it."""
    helps: bool = True
    """Whether something that can be done now helps."""

    def list_brief_versions(self) -> Sequence[str]:
        """Return the few words with each version of the note."""
        return [f"{self.brief} ({note})" for note in self.notes] or [self.brief]

    def describe(self, name: str, most: int = 9, *, brief: bool = False) -> str:
        """Return a sentence with at most this many of the spaces; a brief one leaves out further needs."""
        then = f"; {self.then}" if self.then and not brief else ""
        return f"{name} {self.lacks}{self._describe_sources(most)}{then}."

    def _describe_sources(self, most: int) -> str:
        """Return at most this many of the spaces, as a part of the sentence."""
        if self.only:
            where = " or ".join(self.sources[:most])
            return f"; only {where} gives some" if where else "; no open space gives any"
        if self.sources:
            return f": {', '.join(self.sources[:most])}"
        return "" if self.then else "; no open space gives it"


def list_needs(table: City, company: str) -> Sequence[Need]:
    """Return what a company lacks, the worst first.

    What nobody sells, money for cubes, cubes that another may take, workers, cubes to trade for or to buy, a
    salesperson, managers.
    """
    sold_out, workers = list_sold_out(table, company), _list_workers(table, company)
    return [
        *sold_out,
        *_list_money(table, company),
        *_list_unsafe(table, company),
        *workers,
        *_list_trades(table, company),
        *_list_cubes(table, company),
        *_list_staff(table, company),
    ]


def sort_by_urgency(table: City, companies: Sequence[str]) -> Sequence[str]:
    """Return the companies with those first that stand still for want of cubes, then those that lack workers."""
    stopped = [company for company in companies if next(list_sold_out(table, company), None) is not None]
    short = [company for company in companies if any(open_spots(table, company))]
    return list(dict.fromkeys([*stopped, *short, *companies]))


def _list_workers(table: City, company: str) -> Iterator[Need]:
    """Yield the workers that the first factory without all of them lacks."""
    for number, spots in enumerate(open_spots(table, company), 1):
        if spots:
            cost = hiring_cost(table.box, table.job_market, spots)
            makes = good(goods_of(table, company, number))
            lacks = f"needs {format_count(spots, 'worker')} for factory {number} ({makes})"
            market = f"job market (${cost})"
            tiles = list(_list_tiles(table, (Workers,)))
            hires = table.companies[company].cash >= hiring_cost(table.box, table.job_market, 1)
            then = _describe_partner(table, company, number) or _describe_cubes(table, company, number)
            yield Need(
                lacks,
                [market, *map(_name_space, tiles)],
                then,
                brief=format_count(spots, "worker"),
                notes=[f"factory {number}"],
                spaces=[*([market] if hires else []), *_name_usable(table, company, tiles)],
                stops=True,
            )
            return


def _describe_cubes(table: City, company: str, short: int) -> str:
    """Return as a clause what cubes will cost: for the factories before the one without workers, or else for it."""
    lacking = find_lacking(table, company, max(1, short - 1))
    bought = supply_chain.cheapest(table, lacking) if lacking else ()
    cost = sum(one.price for one in bought or ())
    return (f"keep ${cost} for cubes" if short > 1 else f"its cubes cost ${cost} now") if bought else ""


def _describe_partner(table: City, company: str, upto: int) -> str:
    """Return as a clause that a partner comes when the factories up to this one run; empty: none does."""
    all_run = upto == len(table.box.company[company].factories) and table.decade < table.box.terms.last_decade
    if not all_run or not brings_partner(table, company):
        return ""
    return f"{'both' if upto == 2 else 'all'} running in one decade: +1 partner"


def _count_staffed(table: City, company: str) -> int:
    """Return how many factories have all their workers, from the first one on; at least 1, the next to be staffed."""
    spots = open_spots(table, company)
    return max(1, next((at for at, count in enumerate(spots) if count), len(spots)))


def _count_supplied(table: City, company: str) -> int:
    """Return for how many of these factories all the cubes are for sale."""
    staffed = _count_staffed(table, company)
    missing = (
        upto for upto in range(staffed) if supply_chain.cheapest(table, find_lacking(table, company, upto + 1)) is None
    )
    return next(missing, staffed)


def list_sold_out(table: City, company: str) -> Iterator[Need]:
    """Yield the missing cubes that stop a factory, because nobody sells them and no trade brings them."""
    supplied = _count_supplied(table, company)
    if supplied == _count_staffed(table, company) or find_cubes_by_trade(table, company, supplied + 1) is not None:
        return
    lacking = find_lacking(table, company, supplied + 1)
    gone = find_gone(table, lacking)
    tiles = list(_list_tiles_with(table, gone))
    first = table.appeal_order[:1] == [company]
    yield Need(
        f"cannot run factory {supplied + 1}{'' if first else ' yet'}: {describe_sold_out(table, lacking)}",
        [*list_own_ways(table, company, lacking), *map(_name_space, tiles)],
        "" if first else "more may come, as others operate first",
        only=True,
        stops=True,
        brief=cubes_said(gone),
        notes=["not for sale"],
        spaces=_name_usable(table, company, tiles) if gone.total() == 1 else (),  # a tile may give some of several
    )


def _list_money(table: City, company: str) -> Iterator[Need]:
    """Yield the money that a company lacks for the cubes of its factories with all their workers."""
    found = find_shortage(table, company)
    if found is not None:
        spaces = [place for _, _, place in places(table) if isinstance(place, Place) and place.payment == FUNDS]
        enough = [place for place in spaces if place.amount >= found.missing]
        sources = [place.name.lower() for place in (enough[:1] or spaces[-1:])]
        cubes, makes = cubes_said(found.cubes), good(goods_of(table, company, found.factory))
        lacks = f"needs ${found.missing} more: {cubes} for {found.whose} ({makes}) cost ${found.cost}"
        brief = f"${found.missing} more for cubes"
        yield Need(lacks, sources, brief=brief, notes=sources, spaces=sources, stops=True)


def _list_trades(table: City, company: str) -> Iterator[Need]:
    """Yield the missing cubes that nobody sells, but for which the company trades in its operation."""
    supplied = _count_supplied(table, company)
    way = find_cubes_by_trade(table, company, supplied + 1) if supplied < _count_staffed(table, company) else None
    if way is not None:
        gone = find_gone(table, find_lacking(table, company, supplied + 1))
        tiles = [_name_space(tile) for tile in _list_tiles_with(table, gone)]
        trade = format_trades(table, way.trades)
        lacks = f"lacks {cubes_said(gone)}, but trades {trade} in its operation (${way.cost} in all)"
        too = f", and {' or '.join(tiles)} gives some too" if tiles else ""
        yield Need(lacks, (), f"no partner needed{too}", brief=f"${way.cost} for cubes")


def _list_unsafe(table: City, company: str) -> Iterator[Need]:
    """Yield the last cubes of a kind that a company needs, and that one which operates first may buy."""
    if open_spots(table, company)[0]:
        return
    lacking = Counter(find_lacking(table, company, _count_supplied(table, company)))
    there = supply_chain.count_for_sale(table)
    for other in table.appeal_order[: table.appeal_order.index(company)]:
        theirs = Counter(find_lacking(table, other, _count_staffed(table, other)))
        wanted = [cube for cube in CUBES if lacking[cube] and 0 < theirs[cube] > there[cube] - lacking[cube]]
        if wanted:
            (cube, *_), name = wanted, table.name(other)
            tiles = _name_usable(table, company, _list_tiles_with(table, Counter({cube: 1})))
            lacks, first = f"may lose the last {cube} to {name}", ", which operates first"
            appeal = _find_overtaking(table, company, other)
            space = None if appeal is None else _find_appeal_space(table, company, appeal)
            then, way = "no open space helps", ""
            if tiles:
                then, way = f"{' or '.join(tiles[:2])} makes it safe", tiles[0]
            elif space is not None:
                then, way, first = f"{space} puts {table.name(company)} ahead", space, ""
            notes = [f"{way}, before {name}", way] if way else [f"{name} buys first"]
            yield Need(f"{lacks}{first}", (), then, brief=cube, notes=notes, stops=True, helps=bool(way))
            return


def _find_appeal_space(table: City, company: str, appeal: int) -> str | None:
    """Return the cheapest open space that brings a company to this appeal, with its appeal; None if none does."""
    steps = appeal - table.companies[company].appeal
    found = [
        place
        for _, _, place in places(table)
        if not why_not(table, company, place)
        and sum(effect.steps for effect in place.effects if isinstance(effect, Appeal)) >= steps
    ]
    best = min(found, key=paid, default=None)
    return None if best is None else f"appeal {appeal} ({_name_space(best)})"


def _name_space(place: Place | Tile) -> str:
    """Return the name of a space within a sentence."""
    return place.name.lower() if isinstance(place, Place) else f"tile {place.number}"


def _find_overtaking(table: City, company: str, other: str) -> int | None:
    """Return with how much appeal a company would operate before another one; None if it cannot."""
    own, theirs = table.companies[company].appeal, table.companies[other].appeal
    space = theirs if own < theirs else own + 1
    return space if space <= table.box.appeal.most else None


def _name_usable(table: City, company: str, tiles: Iterable[Tile]) -> Sequence[str]:
    """Return the names of those tiles on which a partner can be placed for a company."""
    return [_name_space(tile) for tile in tiles if not why_not(table, company, tile)]


def _list_tiles_with(table: City, wanted: Counter[Cube]) -> Iterator[Tile]:
    """Yield the open tiles that give one of these cubes now."""
    for _, _, place in places(table):
        if isinstance(place, Place):
            continue
        for effect in place.effects:
            gives = effect.cubes if isinstance(effect, Cubes) else CUBES if isinstance(effect, ChooseCubes) else ()
            if any(wanted[cube] and available(table, [cube]) for cube in gives):
                yield place
                break


def _list_cubes(table: City, company: str) -> Iterator[Need]:
    """Yield the cubes that the factories with all their workers still have to buy, as far as they are for sale."""
    lacking = find_lacking(table, company, _count_supplied(table, company))
    bought = supply_chain.cheapest(table, lacking) if lacking else None
    if bought and find_shortage(table, company) is None:
        cost = sum(one.price for one in bought)
        then = _describe_partner(table, company, _count_supplied(table, company))
        upto = _count_supplied(table, company)
        makes = good(sum(goods_of(table, company, number) for number in range(1, upto + 1)))
        lacks, source = f"will need {cubes_said(lacking)} ({makes})", f"supply chain (${cost} now)"
        yield Need(lacks, [source], then, brief=f"${cost} for cubes")


def _list_staff(table: City, company: str) -> Iterator[Need]:
    """Yield a salesperson and managers, if there is room for them; a manager only for a factory with its workers."""
    firm, card = table.companies[company], table.box.company[company]
    if has_room_for_salesperson(table, company):
        prices = [good_price(card, firm.salespeople + more) for more in (0, 1)]
        lacks = f"sells at ${prices[1]} and not ${prices[0]} with a salesperson"
        sources, payable = _list_sources(table, company, (HireSalespeople,))
        yield Need(lacks, sources, brief="a salesperson", spaces=payable)
    running = zip(card.factories, firm.factories, open_spots(table, company), strict=True)
    for number, (printed, factory, spots) in enumerate(running, 1):
        if not factory.manager and not spots:
            brings = manager_said(printed.manager)
            lacks = f"gets {brings} from each run of factory {number} with a manager"
            sources, payable = _list_sources(table, company, (HireManagers,))
            yield Need(lacks, sources, brief="a manager", spaces=payable)


def _list_sources(table: City, company: str, kinds: tuple[type[AnyEffect], ...]) -> tuple[list[str], list[str]]:
    """Return the open spaces with such an effect, with their costs; and those that a company can pay.

    The tiles of its director come first, as the money goes to them, then the cheapest.
    """
    found: list[str] = []
    payable: list[str] = []
    seat, cash = table.director(company), table.companies[company].cash
    for _, _, place in sorted(places(table), key=lambda one: (one[0] != seat, paid(one[2]))):
        if any(isinstance(effect, kinds) for effect in place.effects):
            name, costs = "the board" if isinstance(place, Place) else f"tile {place.number}", paid(place)
            found.append(f"{name} (${costs})" if costs > 0 else name)
            payable += found[-1:] if costs <= cash else []
    return found, payable


def _list_tiles(table: City, kinds: tuple[type[AnyEffect], ...]) -> Iterator[Tile]:
    """Yield the open tiles with such an effect."""
    for _, _, place in places(table):
        if not isinstance(place, Place) and any(isinstance(effect, kinds) for effect in place.effects):
            yield place
