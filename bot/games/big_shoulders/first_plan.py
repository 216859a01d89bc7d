"""Suggested answers for the first decade: a first company, the first partners and operations, each with its reason."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.engine.drafting import begin_on_copy, get_asked_part, play_parts
from bot.engine.first_plan import FirstPlan
from bot.engine.multi_step import Compose
from bot.engine.questions import Choose, Question
from bot.engine.records import Move
from bot.engine.what_if import copy_for_trial
from bot.engine.words import format_count
from bot.games.big_shoulders.bots import Mind
from bot.games.big_shoulders.components import (
    PIECES,
    AnyEffect,
    Appeal,
    Bonus,
    BuyAnAsset,
    Cubes,
    HireManagers,
    HireSalespeople,
    HireWorkers,
    SpecialDividend,
    Tile,
)
from bot.games.big_shoulders.moves import (
    Act,
    AutomateSpot,
    Found,
    HireManager,
    Operate,
    PlacePartner,
    PlaceWorker,
    TakeBonus,
)
from bot.games.big_shoulders.moves import HireWorkers as HireForFactories
from bot.games.big_shoulders.news import BonusDeclined, DividendPaid
from bot.games.big_shoulders.rules.action_phase import ActionTurn, count_own_income, found, paid, places, why_not
from bot.games.big_shoulders.rules.appeal import BRINGS
from bot.games.big_shoulders.rules.charter import good_price, has_room_for_salesperson, open_spots
from bot.games.big_shoulders.rules.cube_costs import find_shortage
from bot.games.big_shoulders.rules.effects import Effect
from bot.games.big_shoulders.rules.foretold import NOT_HAD
from bot.games.big_shoulders.rules.job_market import hiring_cost
from bot.games.big_shoulders.rules.obstacles import find_obstacle
from bot.games.big_shoulders.rules.offered_plan import offered
from bot.games.big_shoulders.rules.operation import Operation
from bot.games.big_shoulders.rules.stock_track import payout_steps
from bot.games.big_shoulders.rules.vocabulary import SHORT, cubes_said, good, manager_said, shorten
from bot.games.big_shoulders.table import City
from bot.games.big_shoulders.view import CityView

DECLINES = TakeBonus(take=False), PlaceWorker(factory=None), AutomateSpot(factory=None)
"""Choices that may give up an appeal bonus for money."""
MAX_REASON_WORDS = 32
"""Words of a reason up to which it also compares another action."""
RESERVE = 80
"""Dollars for a company's cubes, as others may buy the cheap ones first."""


def first_plan(view: CityView, question: Question) -> FirstPlan | None:
    """Return a sound answer for the questions of the first decade; None for other questions."""
    if view.seat is None or view.decade > 1:
        return None
    match view.phase, question:
        case "first companies", Choose():
            return _suggest_company(view, question)
        case "action phase", Compose():
            return _suggest_partner(view, question)
        case "operation phase", Choose():
            return _suggest_operation(view, question)
        case _:
            return None


def _suggest_company(view: CityView, question: Choose) -> FirstPlan | None:
    mind = Mind(view)
    best = max(question.options, key=lambda option: round(mind.first_company(option.move), 6))
    if not isinstance(best.move, Found):
        return None
    card = view.box.company[best.move.company]
    factory = card.factories[0]
    needs = f"{format_count(factory.spots, 'worker')} and {cubes_said(factory.cubes)}"
    why = (
        f"{card.short}'s first factory needs {needs} for {good(factory.goods)}, sold at ${card.prices[0]} each. "
        f"At ${best.move.price} it begins with ${best.move.price * PIECES['director']} for workers and cubes."
    )
    return FirstPlan(best.move, best.label, why)


def _suggest_partner(view: CityView, question: Compose) -> FirstPlan | None:
    """Return the turn after which the first factories run, and bring most; named by its first and last choice."""
    mind = Mind(view)
    ways = [(_rate(mind, there), parts) for parts, there in _list_ways(mind)]
    if not ways:
        return None
    _, parts = max(ways, key=lambda way: way[0])
    move, placed = Act.model_validate({"parts": parts}), parts[0]
    if not isinstance(placed, PlacePartner) or not question.is_legal(move):
        return None
    declined = _find_declined(mind, parts)
    given_up = BRINGS[declined] if declined and any(part in DECLINES for part in parts) else ""
    label = _name_turn([words for words, _ in question.describe_parts(parts)], parts[-1])
    _, place = found(mind.table, placed.space)
    effect = place.effects[0] if place.effects else None
    workers = _explain_workers(mind, parts, placed, effect)
    own = "" if workers and not isinstance(effect, BuyAnAsset) else _explain_effect(mind, parts, placed.company, effect)
    delay = "" if workers else _explain_delay(mind, placed.company, effect)
    why = f"in place of {given_up}" if given_up else f"as there is {NOT_HAD[declined]}" if declined else ""
    instead = f"{mind.view.name(placed.company)} takes ${mind.view.box.terms.decline}, {why}." if why else ""
    reason = " ".join(filter(None, (workers, own, instead, delay)))
    compared = f"{reason} {_compare_income(mind, placed, parts)}".strip()
    return FirstPlan(move, label, compared if len(compared.split()) <= MAX_REASON_WORDS else reason)


def _compare_income(mind: Mind, placed: PlacePartner, parts: Sequence[Move]) -> str:
    """Return what another action would pay the player most, and what then becomes of the company; empty without one."""
    company, table = placed.company, mind.table
    incomes = [
        (count_own_income(table, mind.me, company, owner, place), space, place)
        for owner, space, place in places(table)
        if space != placed.space and not why_not(table, company, place)
    ]
    income, space, place = max(incomes, key=lambda one: one[0], default=(0, "", None))
    if place is None or income <= count_own_income(table, mind.me, company, *found(table, placed.space)):
        return ""
    after = copy_for_trial(table)
    play_parts(after, ActionTurn(seat=mind.me), parts)
    name = f"Tile {place.number}" if isinstance(place, Tile) else place.name
    left, begun = after.companies[company].cash - paid(place), begin_on_copy(table, ActionTurn(seat=mind.me))
    instead = mind.carried_out(begun, PlacePartner(space=space, company=company))[1]
    if after.everybody[mind.me].ready and left >= 0 and find_shortage(after, company, left) is None:
        return f"{name} (${income} for you) can come next."
    if find_obstacle(instead, company) and not find_obstacle(after, company):
        return f"{name} pays you ${income}, but then nothing runs and the price falls."
    return f"{name} would pay you ${income} instead."


def _find_declined(mind: Mind, parts: Sequence[Move]) -> Bonus | None:
    """Return the last appeal bonus in place of which a turn brings money; None if there is none."""
    after = copy_for_trial(mind.table)
    play_parts(after, ActionTurn(seat=mind.me), parts)
    declined = [one.news.bonus for one in after.told if isinstance(one.news, BonusDeclined)]
    return declined[-1] if declined else None


def _name_turn(labels: Sequence[str], last: Move) -> str:
    """Return what a turn does, with its last choice if there is room."""
    if isinstance(last, HireForFactories):
        return f"Hire {format_count(len(last.factories), 'worker')}: {labels[-1].rpartition(': ')[2]}"
    both = f"{labels[0].partition(':')[0]}: {labels[-1].partition(':')[0]}"
    return (
        both
        if len(labels) > 1 and len(both) <= SHORT
        else shorten(labels[0], labels[0].partition(", for ")[0], room=SHORT) or labels[0]
    )


def _list_ways(mind: Mind) -> Iterator[tuple[Sequence[Move], City]]:
    """Yield the turns of a partner: every way to hire workers, and the best way of each other action."""
    turn = ActionTurn(seat=mind.me)
    start = begin_on_copy(mind.table, turn)
    for placement in turn.placements(start):
        there = mind.chosen(start, placement)
        asked = get_asked_part(there)
        if isinstance(asked, Effect) and isinstance(asked.effect, HireWorkers | HireManagers):
            for option in asked.list_options(there):
                if not _manages_idle_factory(mind, placement.company, option.move):
                    yield [placement, option.move], mind.chosen(there, option.move)
        else:
            yield mind.carried_out(start, placement)


def _manages_idle_factory(mind: Mind, company: str, move: Move) -> bool:
    """Whether a manager is hired for a factory that cannot run yet."""
    return isinstance(move, HireManager) and bool(open_spots(mind.table, company)[move.factory - 1])


def _rate(mind: Mind, there: City) -> tuple[int, int, bool, float]:
    """Return how many own first factories could run after a turn, what they lack and keep, and its worth."""
    own = there.directed(mind.me)
    running = [company for company in own if not find_obstacle(there, company)]
    lacking = sum(open_spots(there, company)[0] for company in own)
    after = copy_for_trial(there)
    after.agenda = []
    for company in running:
        (plan, *_) = offered(there, company)
        if isinstance(plan.move, Operate):
            play_parts(after, Operation(seat=mind.me, company=company), plan.move.parts)
    safe = all(there.companies[company].cash >= RESERVE for company in own)
    return len(running), -lacking, safe, round(mind.worth(after), 6)


def _explain_workers(mind: Mind, parts: Sequence[Move], placed: PlacePartner, effect: AnyEffect | None) -> str:
    """Return that an action brings workers otherwise than by hiring, with both costs; empty if it does not."""
    after = copy_for_trial(mind.table)
    play_parts(after, ActionTurn(seat=mind.me), parts)
    before, now = (sum(open_spots(table, placed.company)) for table in (mind.table, after))
    if isinstance(effect, HireWorkers) or now >= before:
        return ""
    paid = mind.table.companies[placed.company].cash - after.companies[placed.company].cash
    market = hiring_cost(mind.view.box, mind.table.job_market, before - now)
    brings = "the worker" if before - now == 1 else format_count(before - now, "worker")
    name = mind.view.name(placed.company)
    mine = after.everybody[mind.me].cash - mind.table.everybody[mind.me].cash
    compared = f"cheaper than the job market (${market})" if paid < market else f"the job market asks ${market}"
    compared = f"you get ${mine} of it" if mine > 0 else compared
    return f"For ${max(0, paid)} it brings {brings} that {name} lacks; {compared}."


def _explain_delay(mind: Mind, company: str, effect: AnyEffect | None) -> str:
    """Return as a further sentence why workers of a later factory can wait while its first one has all."""
    spots = open_spots(mind.table, company)
    if isinstance(effect, HireWorkers) or spots[0]:
        return ""
    for number, count in enumerate(spots, 1):
        if count:
            cost = hiring_cost(mind.view.box, mind.table.job_market, count)
            return f"Factory 1 has all its workers; those of factory {number} (${cost}) can wait."
    return ""


def _explain_effect(mind: Mind, parts: Sequence[Move], company: str, effect: AnyEffect | None) -> str:
    """Return what an effect is good for, in one or two sentences."""
    after = copy_for_trial(mind.table)
    play_parts(after, ActionTurn(seat=mind.me), parts)
    name, card, firm = mind.view.name(company), mind.view.box.company[company], mind.table.companies[company]
    match effect:
        case HireWorkers():
            first = card.factories[0]
            lacks = find_obstacle(after, company)
            worth = first.goods * good_price(card, firm.salespeople)
            runs = f"{name}'s first factory then makes {good(first.goods)}, sold for ${worth}."
            still = f"Even then f{lacks[-1][1:]}" if lacks else runs
            return f"A factory runs only with all its workers. {still}"
        case HireSalespeople() if has_room_for_salesperson(mind.table, company):
            prices = [good_price(card, firm.salespeople + more) for more in (0, 1)]
            return f"{name} then sells each good at ${prices[1]} and not ${prices[0]}, in every decade."
        case HireManagers():
            hired = next((part.factory for part in parts if isinstance(part, HireManager)), 1)
            bonus = manager_said(card.factories[hired - 1].manager)
            return f"Each time factory {hired} of {name} runs, its manager brings {bonus}."
        case Appeal():
            return (
                f"Appeal brings {name} bonuses; who has most of it operates first, so buys and sells before the others."
            )
        case BuyAnAsset():
            return f"An asset helps {name} at once, and most of them once in each decade."
        case SpecialDividend():
            gets = after.everybody[mind.me].cash - mind.view.everybody[mind.me].cash
            price = after.companies[company].price
            return f"You get ${gets} at once, and the price of {name} rises from ${firm.price} to ${price}."
        case Cubes():
            return f"{name} then has to buy fewer cubes when it operates."
        case None:
            return f"{name} needs money for workers and cubes, and this space costs nothing."
        case _:
            return f"It brings {name} more than any other space you can use now."


def _suggest_operation(view: CityView, question: Choose) -> FirstPlan | None:
    """Return the offered operation that the bot prefers, if it earns anything."""
    mind, company = Mind(view), view.operating[0]
    best = max(question.options, key=lambda option: round(mind.after_operation(option.move), 6))
    if not isinstance(best.move, Operate):
        return None
    after = copy_for_trial(mind.table)
    play_parts(after, Operation(seat=mind.me, company=company), best.move.parts)
    name, price, now = view.name(company), view.companies[company].price, after.companies[company].price
    gain = after.everybody[mind.me].cash - view.everybody[mind.me].cash
    if gain > 0:
        paid_out = sum(one.news.total for one in after.told if isinstance(one.news, DividendPaid))
        steps = payout_steps(view.box, price, paid_out)
        rises, times = ("a step", "its price") if steps == 1 else (f"{steps} steps", f"{steps} x its price")
        whole = f" Paying ${paid_out} in all, at least {times}, lifts that {rises} to ${now}." if now > price else ""
        why = f"Your shares of {name} get ${gain}.{whole} Keeping the money would lower its price."
        return FirstPlan(best.move, best.caption, why)
    if after.companies[company].cash > view.companies[company].cash:
        return FirstPlan(best.move, best.caption, f"{name} keeps money for workers and cubes of the next decade.")
    return None
