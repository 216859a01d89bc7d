"""The results of an action for a company as things stand, in words, before its partner is placed.

A line of a menu shows them with numbers before and after. If the only choice is a bonus, the action is carried out on a
copy of the table. (How this is shown is our own.)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from bot.engine import play
from bot.engine.records import Seat
from bot.engine.words import format_count
from bot.games.big_shoulders.components import (
    SHARES,
    AnyEffect,
    Appeal,
    Automate,
    BuyAnAsset,
    ChooseCubes,
    GoFirst,
    Goods,
    HireManagers,
    HireSalespeople,
    HireWorkers,
    SpecialDividend,
    Workers,
)
from bot.games.big_shoulders.news import Automated
from bot.games.big_shoulders.rules.appeal import find_next_bonus
from bot.games.big_shoulders.rules.automation import describe_automation
from bot.games.big_shoulders.rules.capital_assets import row
from bot.games.big_shoulders.rules.charter import good_price, open_spots, without_manager
from bot.games.big_shoulders.rules.effects import Effect
from bot.games.big_shoulders.rules.foretold import brought, sentence
from bot.games.big_shoulders.rules.haymarket_square import choices
from bot.games.big_shoulders.rules.job_market import hiring_cost
from bot.games.big_shoulders.rules.vocabulary import effect_said, good, manager_said

if TYPE_CHECKING:
    from bot.games.big_shoulders.table import City

ROOM_FOR_EFFECT = 72
"""Characters of an effect in a menu's line, which also says what the company pays."""


def to_choose(table: City, seat: Seat, company: str, effect: AnyEffect) -> str:
    """Return what bears on the choice that comes with an effect; nothing where it leaves none."""
    options = Effect(seat=seat, company=company, effect=effect).list_options(table)
    return _facts(table, company, effect) if len(options) > 1 else ""


def prospect(table: City, seat: Seat, company: str, effect: AnyEffect) -> str:
    """Return as a sentence what an effect brings, which it does to `table`, a copy; a choice waits."""
    if words := to_choose(table, seat, company, effect):
        return words
    facts = _facts(table, company, effect)
    table.next(Effect(seat=seat, company=company, effect=effect))
    table.told.clear()
    firm, mine = table.companies[company], table.everybody[seat].cash
    before = firm.model_copy()
    play.advance(table)
    news = brought(table)
    brings = sentence(*news)
    del table.agenda[:-1]  # as for an asset that is bought, and may be kept or not
    match effect:
        case SpecialDividend():
            got = table.everybody[seat].cash - mine
            price = _moves("price ", before.price, firm.price) or f"price stays ${firm.price}"
            a_share = effect.total // SHARES
            return f"${a_share} a share: you get ${got}, treasury ${before.cash} → ${firm.cash}, {price}."
        case Goods():
            each = good_price(table.box.company[company], firm.salespeople)
            return f"{good(firm.goods - before.goods)} more to sell at ${each} each."
        case HireSalespeople():
            prices = [good_price(table.box.company[company], count) for count in (before.salespeople, firm.salespeople)]
            return f"Goods then sell at ${prices[1]}, not ${prices[0]}." if brings else facts
        case GoFirst():
            return ""
        case Automate() if news:
            later = "" if "1 more good" in brings else " (all spots: 1 good more)"
            return f"{brings.removesuffix('.')}{later}; {_describe_worker(table)}."
        case Appeal() if news:
            moves, *rewards = news
            return sentence(
                f"{moves} brings {', '.join(rewards)}" if rewards else f"{moves}{_describe_next_bonus(table, company)}"
            )
        case _:
            return brings or facts


def _describe_worker(table: City) -> str:
    """Return where the worker goes whom a machine has replaced on this copy."""
    to = next((piece.news.to for piece in table.told if isinstance(piece.news, Automated)), None)
    return "its worker leaves" if to is None else f"worker to factory {to}"


def _moves(what: str, before: int, after: int) -> str:
    return f"{what}${before} → ${after}" if before != after else ""


def _describe_next_bonus(table: City, company: str) -> str:
    """Return which bonus comes next on a company's way along the appeal track, in brackets; empty at its end."""
    found = find_next_bonus(table.box, table.companies[company].appeal)
    return f" (at {found[0]}: {found[1]})" if found else ""


def _facts(table: City, company: str, effect: AnyEffect) -> str:
    """Return the facts that matter for an effect with a choice; otherwise why it may have no result."""
    spots = sum(open_spots(table, company))
    match effect:
        case HireWorkers():
            return f"{_list_worker_prices(table, company, spots)}; {format_count(spots, 'spot')} open."
        case Workers():
            return f"{format_count(spots, 'open spot')}." if spots else "All worker spots are filled."
        case HireManagers():
            free, spots_by_factory = without_manager(table, company), open_spots(table, company)
            running = [number for number in free if not spots_by_factory[number - 1]]
            return _describe_managers(table, company, running or free) if free else "No slot is free."
        case BuyAnAsset():
            cheapest = min(price for _, price in row(table)) - effect.discount
            keeps = table.box.company[company].asset_slot
            return f"Buys an asset from ${cheapest}: a bonus at once{', then a use each decade' * keeps}."
        case _:
            return _more_facts(table, company, effect)


def _describe_managers(table: City, company: str, free: Sequence[int]) -> str:
    """Return what a manager would bring at each free slot, with fewer words where there are three."""
    whole = f"Each run then brings {_list_manager_bonuses(table, company, free)}."
    cards = table.box.company[company].factories
    brings = dict.fromkeys(manager_said(cards[number - 1].manager) for number in free)
    return whole if len(whole) <= ROOM_FOR_EFFECT else f"Each run then brings {' or '.join(brings)}."


def _list_manager_bonuses(table: City, company: str, free: Iterable[int]) -> str:
    """Return what a manager would bring at each of these factories: "1 good (factory 1), any cube (factory 2)"."""
    cards = table.box.company[company].factories
    return ", ".join(f"{manager_said(cards[number - 1].manager)} (factory {number})" for number in free)


def _list_worker_prices(table: City, company: str, spots: int) -> str:
    """Return what one worker costs, and what as many as a company has spots and money for."""
    cash = table.companies[company].cash
    costs = [hiring_cost(table.box, table.job_market, count) for count in range(1, spots + 1)]
    paid = [cost for cost in costs if cost <= cash] or costs[:1]
    most = f", {len(paid)} for ${paid[-1]}" if len(paid) > 1 else ""
    return f"Workers: 1 for ${paid[0]}{most}"


def _more_facts(table: City, company: str, effect: AnyEffect) -> str:
    match effect:
        case ChooseCubes():
            return "Any cubes." if choices(table, effect) else "No cubes are left."
        case GoFirst():
            return "You then place the first partner of the next round."
        case Automate():
            return describe_automation(table, company)
        case HireSalespeople():
            return "No slot is free."
        case Appeal():
            return "Appeal stays at its end."
        case _:
            return sentence(effect_said(effect))
