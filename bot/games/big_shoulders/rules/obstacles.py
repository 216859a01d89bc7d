"""Why a company's factories cannot run, as things stand: they lack workers, money, or cubes that somebody sells.

(How this is shown is our own.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from bot.engine.words import format_count, format_list
from bot.games.big_shoulders.components import CUBES, Cube, Cubes
from bot.games.big_shoulders.rules import supply_chain
from bot.games.big_shoulders.rules.capital_assets import can_use
from bot.games.big_shoulders.rules.charter import open_spots
from bot.games.big_shoulders.rules.cubes_by_trade import TRADES_IN_PLANS, find_cubes_by_trade, format_trades
from bot.games.big_shoulders.rules.haymarket_square import available, trades
from bot.games.big_shoulders.rules.vocabulary import cubes_said

if TYPE_CHECKING:
    from bot.games.big_shoulders.table import City


def find_obstacle(table: City, company: str) -> Sequence[str]:
    """Return what a company's first factory lacks, as a sentence and a shorter one; empty if it can run.

    Without money for cubes it may still run: by trades after other purchases, or by emergency fundraising.
    """
    firm, card = table.companies[company], table.box.company[company].factories[0]
    spots = open_spots(table, company)[0]
    if spots:
        return [f"Factory 1 cannot run: it lacks {format_count(spots, 'worker')}."]
    lacking = firm.lacks(card.cubes)
    bought = supply_chain.cheapest(table, lacking) if lacking else ()
    needs = format_list(cubes_said(lacking).split(", "))
    if bought is None and find_cubes_by_trade(table, company, 1) is not None:
        return _find_obstacle_to_trade(table, company, describe_sold_out(table, lacking))
    if bought is None:
        gone = describe_sold_out(table, lacking)
        ways = list_own_ways(table, company, lacking)
        ways_said = f"; {' or '.join(ways)} gives some" if ways else ""
        return [
            f"Factory 1 cannot run: it needs {needs}, and {gone}{ways_said}.",
            f"Factory 1 cannot run: {gone}{ways_said}.",
        ]
    cost = sum(one.price for one in bought)
    if cost <= firm.cash:
        return ()
    return [
        f"Factory 1 lacks money: {needs} would cost ${cost}, and the company has ${firm.cash}.",
        f"Factory 1 lacks money: {cubes_said(lacking)} cost ${cost}; it has ${firm.cash}.",
    ]


def describe_standstill(table: City, company: str, ran: int) -> Sequence[str]:
    """Return why the factory after those that run in an operation does not, in versions; empty if it could."""
    cards, number = table.box.company[company].factories, ran + 1
    if number > len(cards):
        return ()
    spots, lacking = open_spots(table, company)[ran], find_lacking(table, company, number)
    if spots:
        lacks = f"lacks {format_count(spots, 'worker')}."
        return f"Factory {number} stands still: it {lacks}", f"Factory {number} {lacks}"
    if find_gone(table, lacking):
        gone = describe_sold_out(table, lacking)
        return f"Factory {number} stands still: {gone}.", f"Factory {number} stands: {gone}."
    cost = sum(one.price for one in supply_chain.cheapest(table, lacking) or ())
    return (
        (f"Factory {number} stands still: all cubes would cost ${cost}.",)
        if cost > table.companies[company].cash
        else ()
    )


def _find_obstacle_to_trade(table: City, company: str, gone: str) -> Sequence[str]:
    """Return what keeps the first factory from running by a trade; empty if the offered plans make it."""
    way, cash = find_cubes_by_trade(table, company, 1), table.companies[company].cash
    if way is None:
        return ()
    trade = format_trades(table, way.trades)
    if way.cost > cash:
        return [
            f"Factory 1 lacks money: {gone}; with {trade} the cubes would cost ${way.cost}, and there is ${cash}.",
            f"Factory 1 lacks money, as {gone}.",
        ]
    if table.box.edition >= TRADES_IN_PLANS:
        return ()
    return [f"Factory 1 runs if you trade {trade}: only in your own plan (${way.cost} in all)."]


def find_lacking(table: City, company: str, upto: int) -> list[Cube]:
    """Return which cubes a company lacks for its factories up to this one."""
    cards = table.box.company[company].factories[:upto]
    return table.companies[company].lacks([cube for card in cards for cube in card.cubes])


def find_gone(table: City, lacking: Sequence[Cube]) -> Counter[Cube]:
    """Return the cubes with too few for sale, and how many are missing."""
    return Counter(lacking) - supply_chain.count_for_sale(table)


def describe_sold_out(table: City, lacking: Sequence[Cube]) -> str:
    """Return the cubes with too few for sale, as a clause: "no coal is for sale"."""
    there, gone = supply_chain.count_for_sale(table), find_gone(table, lacking)
    none = " or ".join(cube for cube in CUBES if gone[cube] and not there[cube])
    few = {cube: there[cube] for cube in CUBES if gone[cube] and there[cube]}
    parts = [f"no {none}" if none else "", f"only {cubes_said(few)}" if few else ""]
    return f"{' and '.join(filter(None, parts))} {'are' if sum(few.values()) > 1 else 'is'} for sale"


def list_own_ways(table: City, company: str, lacking: Sequence[Cube]) -> Sequence[str]:
    """Return how a company can get cubes that nobody sells by itself: a trade, its asset."""
    gone = find_gone(table, lacking)
    ways = ["a trade"] if any(gone[get] for _, get in trades(table, company)) else []
    usable = table.companies[company].asset if can_use(table, company, in_operation=True) else None
    use = None if usable is None else table.box.asset[usable].use
    brings = available(table, use.cubes) if isinstance(use, Cubes) else ()
    return [*ways, *(["its asset"] if any(gone[cube] for cube in brings) else [])]
