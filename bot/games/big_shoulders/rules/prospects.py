"""What an action would bring a company as things stand, in words, before its partner is placed.

A line of a menu says it, with numbers before and after. (How it is told is ours.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.records import Seat
from bot.engine.words import counted
from bot.games.big_shoulders.components import (
    SHARES,
    AnyEffect,
    Appeal,
    BuyAnAsset,
    ChooseCubes,
    Cubes,
    GoFirst,
    Goods,
    HireManagers,
    HireSalespeople,
    HireWorkers,
    SpecialDividend,
    Workers,
)
from bot.games.big_shoulders.rules.capital_assets import row
from bot.games.big_shoulders.rules.certificates import owned
from bot.games.big_shoulders.rules.charter import good_price, open_spots, without_manager
from bot.games.big_shoulders.rules.haymarket_square import available, choices
from bot.games.big_shoulders.rules.job_market import hiring_cost
from bot.games.big_shoulders.rules.stock_track import moved, payout_steps
from bot.games.big_shoulders.rules.vocabulary import cubes_said, effect_said, good

if TYPE_CHECKING:
    from bot.games.big_shoulders.table import City


def prospect(table: City, seat: Seat, company: str, effect: AnyEffect) -> str:
    """Return what an effect would bring a company, as a sentence."""
    match effect:
        case HireWorkers() | Workers() | HireManagers() | HireSalespeople():
            return _staff(table, company, effect)
        case Cubes():
            got = available(table, effect.cubes)
            short = "" if len(got) == len(effect.cubes) else "; no more are left"
            return f"Gets {cubes_said(got, 'nothing')}{short}."
        case ChooseCubes():
            return "Any cubes." if choices(table, effect) else "No cubes are left."
        case BuyAnAsset():
            cheapest = min(price for _, price in row(table)) - effect.discount
            return f"Assets from ${cheapest}."
        case SpecialDividend():
            return _dividend(table, seat, company, effect.total)
        case _:
            return _tracks(table, company, effect)


def _staff(table: City, company: str, effect: HireWorkers | Workers | HireManagers | HireSalespeople) -> str:
    firm, card = table.companies[company], table.box.company[company]
    match effect:
        case HireWorkers():
            spots = counted(sum(open_spots(table, company)), "open spot")
            return f"{spots}; the next worker costs ${hiring_cost(table.box, table.job_market, 1)}."
        case Workers():
            return f"{counted(sum(open_spots(table, company)), 'open spot')}."
        case HireManagers():
            return f"{counted(len(without_manager(table, company)), 'factory', 'factories')} without a manager."
        case HireSalespeople():
            after = min(card.salesperson_slots, firm.salespeople + effect.count)
            prices = [good_price(card, count) for count in (firm.salespeople, after)]
            return f"${prices[0]} → ${prices[1]} a good." if prices[0] != prices[1] else "No slot is free."


def _dividend(table: City, seat: Seat, company: str, total: int) -> str:
    """Return whom a special dividend pays, and what the price does."""
    price, a_share = table.companies[company].price, total // SHARES
    after = moved(table.box, price, payout_steps(table.box, price, total))
    mine = a_share * owned(table, seat, company).shares
    moves = f"price ${price} → ${after}" if after != price else f"price stays ${price}"
    cash = table.companies[company].cash
    left = cash - total + a_share * table.companies[company].treasury.shares
    return f"${a_share} a share: you get ${mine}, treasury ${cash} → ${left}, {moves}."


def _tracks(table: City, company: str, effect: AnyEffect) -> str:
    firm = table.companies[company]
    match effect:
        case Appeal():
            after = min(table.box.appeal.most, firm.appeal + effect.steps)
            reached = [table.box.appeal.bonuses.get(space) for space in range(firm.appeal + 1, after + 1)]
            bonuses = "".join(f", {bonus}" for bonus in reached if bonus is not None)
            return f"Appeal {firm.appeal} → {after}{bonuses}." if after != firm.appeal else "Appeal stays at its end."
        case Goods():
            return f"{good(firm.goods)} → {good(firm.goods + effect.count)}."
        case GoFirst():
            return "Can go first next."
        case _:
            words = effect_said(effect)
            return f"{words[:1].upper()}{words[1:]}."
