"""Compare what the answers bring, after the first decade: by open figures alone, without naming one answer.

The first decade has whole suggestions instead, see `first_plan`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bot.engine.questions import Choose, Question
from bot.engine.what_if import copy_for_trial
from bot.engine.words import MAX_TIP_WORDS, format_count, format_list
from bot.games.big_shoulders.bears import forecast_payouts, list_bought, play_plan
from bot.games.big_shoulders.bots import Mind
from bot.games.big_shoulders.components import (
    AnyEffect,
    Appeal,
    Automate,
    HireManagers,
    HireSalespeople,
    HireWorkers,
    Place,
    Tile,
    Workers,
)
from bot.games.big_shoulders.moves import Operate, RunFactory, Settle
from bot.games.big_shoulders.rules.action_phase import paid, places, why_not
from bot.games.big_shoulders.rules.appeal import AppealBonus, find_next_bonus
from bot.games.big_shoulders.rules.certificates import owned
from bot.games.big_shoulders.rules.charter import (
    good_price,
    goods_of,
    goods_when_staffed,
    has_room_for_salesperson,
    open_spots,
)
from bot.games.big_shoulders.rules.goals import in_words
from bot.games.big_shoulders.rules.job_market import hiring_cost
from bot.games.big_shoulders.rules.needs import sort_by_urgency
from bot.games.big_shoulders.rules.obstacles import find_lacking
from bot.games.big_shoulders.rules.stock_track import count_most_steps, moved, payout_steps
from bot.games.big_shoulders.rules.supply_chain import cheapest
from bot.games.big_shoulders.table import City
from bot.games.big_shoulders.view import CityView

MOST_SHARES, MOST_GOALS = 3, 2
"""Shares, and goals, that are compared."""


def tip(view: CityView, question: Question) -> str:
    """Return in one or two sentences how the answers compare; empty where there is nothing to compare."""
    if view.seat is None:
        return ""
    mind = Mind(view)
    match view.phase:
        case "stock phase":
            return _compare_shares(mind, question)
        case "building phase":
            return _compare_tiles(mind)
        case "action phase":
            return _compare_actions(mind)
        case "operation phase" if view.decade > 1:
            return _compare_plans(mind, question)
        case _:
            return ""


def _list_that_fits(versions: Iterable[str]) -> str:
    """Return the first version that is short enough for a tip; empty if none is."""
    return next((words for words in versions if words and len(words.split()) <= MAX_TIP_WORDS), "")


# Shares


def _compare_shares(mind: Mind, question: Question) -> str:
    """Return what the best shares for sale may pay until the end, for their prices; empty where none pays."""
    view, left = mind.view, mind.view.box.terms.last_decade - mind.view.decade + 1
    payouts = forecast_payouts(view, list_bought(question))
    best = [company for company, payout in payouts.items() if payout][:MOST_SHARES]
    named = [
        f"{view.name(company)} ${left * payouts[company]} for ${view.companies[company].price}" for company in best
    ]
    payouts_left = f"{format_count(left, 'payout')} left"
    ends = "its price counts at the end, too"
    return f"As staffed, with {payouts_left}, a share may pay: {', '.join(named)}; {ends}." if named else ""


# Building tiles


def _compare_tiles(mind: Mind) -> str:
    """Return what each tile of the hand may pay its owner until the end."""
    decades = mind.view.box.terms.last_decade - mind.view.decade + 1
    tiles = [mind.view.box.tile[number] for number in mind.view.hand]
    likely = sorted(((mind.tile(tile), tile) for tile in tiles), key=lambda one: -one[0])
    if not likely:
        return ""
    (worth, first), *others = [(round(worth, -1), tile) for worth, tile in likely]
    named = ", ".join(
        [f"tile {first.number} about ${worth:.0f}", *(f"{tile.number} ${other:.0f}" for other, tile in others)]
    )
    if decades == 1:
        return f"In this last decade their fees may pay you: {named}. Your own use brings the effect, too."
    often = f"Used in most of the {decades} decades left"
    return f"{often}, their fees may pay you: {named}. Your own use brings the effect, too."


# Actions


def _compare_actions(mind: Mind) -> str:
    """Return what the company that needs most earns and would earn more, and at the end which goals are near."""
    company = next(iter(sort_by_urgency(mind.table, mind.table.directed(mind.me))), None)
    if company is None:
        return ""
    earns, gains, left = _describe_earnings(mind, company), [*_list_gains(mind, company)], _count_operations(mind)
    goals = _describe_missing_goals(mind) if mind.view.decade == mind.view.box.terms.last_decade else ""
    more = [_capitalize(f"{format_list(gains[:most])}{words}.") for most in (3, 2) for words in (f"; {left}", "")]
    more += [_capitalize(f"{gain}.") for gain in gains[:1]]
    more = list(dict.fromkeys(more)) if gains else []
    if goals:
        return _list_that_fits([*(f"{goals} {words}" for words in (*more[-1:], earns)), goals])
    return _list_that_fits([*(f"{earns} {words}" for words in more), *more, earns])


def _capitalize(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"


def _count_operations(mind: Mind) -> str:
    """Return how many operations are left to a company that has not operated in this decade."""
    return f"{format_count(mind.view.box.terms.last_decade - mind.view.decade + 1, 'run')} left"


def _describe_earnings(mind: Mind, company: str) -> str:
    """Return what an operation brings with the present staff, and with how much its payout lifts the price further."""
    box, firm, card = mind.view.box, mind.table.companies[company], mind.view.box.company[company]
    managed = zip(card.factories, firm.factories, _list_running(mind, company), strict=True)
    brought = sum(printed.manager.goods for printed, factory, runs in managed if factory.manager and runs)
    goods = goods_when_staffed(mind.table, company) + brought
    earned = (goods + firm.tokens * bool(goods)) * good_price(card, firm.salespeople)
    steps = payout_steps(box, firm.price, earned)
    name, enough = mind.view.name(company), (steps + 1) * firm.price
    if steps == count_most_steps(box, firm.price):
        return f"{name} as staffed earns ${earned} a run, which lifts its price {steps} steps."
    if moved(box, firm.price, steps) == moved(box, firm.price, steps + 1):
        return f"{name} as staffed earns ${earned} a run."
    lifts = "a step" if steps == 0 else f"{steps + 1} steps"
    return f"{name} as staffed earns ${earned} a run; ${enough} lifts its price {lifts}."


def _list_running(mind: Mind, company: str) -> Sequence[bool]:
    """Return for each factory whether it and all those before it have all their workers."""
    spots = open_spots(mind.table, company)
    return [not any(spots[: at + 1]) for at in range(len(spots))]


def _describe_missing_goals(mind: Mind) -> str:
    """Return what the seat lacks for the nearest goals that it does not win as things stand; empty: it wins all."""
    me, reward = mind.me, mind.view.box.terms.goal_reward
    names = {goal.measure: goal.name for goal in mind.view.box.goals}
    gaps = [
        (max(1, max(counts.values()) - counts[me]), measure)
        for measure, counts in mind.view.standings.items()
        if not 0 < counts[me] == max(counts.values())
    ]
    lacks = [
        f"{in_words(measure, gap)} for {names[measure][:1].lower()}{names[measure][1:]}"
        for gap, measure in sorted(gaps, key=lambda one: (one[1] == "treasury", one[0]))[:MOST_GOALS]
    ]
    return f"A goal is worth ${reward}, tied too; you lack {', '.join(lacks)}." if lacks else ""


def _list_gains(mind: Mind, company: str) -> Iterator[str]:
    """Yield what the next workers, a salesperson, a manager, a machine and appeal bring, with their costs."""
    table, card, firm = mind.table, mind.view.box.company[company], mind.table.companies[company]
    price = good_price(card, firm.salespeople)
    usable = [(owner, place) for owner, _, place in places(table) if not why_not(table, company, place)]
    effects = [effect for _, place in usable for effect in place.effects]
    for number, spots in enumerate(open_spots(table, company), 1):
        if spots:
            if any(isinstance(effect, HireWorkers | Workers) for effect in effects):
                what = f"factory {number} with {format_count(spots, 'worker')}"
                cost = hiring_cost(mind.view.box, table.job_market, spots)
                yield f"{what} (${cost}) adds ${price * goods_of(table, company, number)}"
            break
    made = goods_when_staffed(table, company)
    salesperson = _find_cost(mind, usable, HireSalespeople)
    if made and salesperson and has_room_for_salesperson(table, company):
        yield f"a salesperson ({salesperson}) adds ${made * (good_price(card, firm.salespeople + 1) - price)}"
    manager = _find_cost(mind, usable, HireManagers)
    running = zip(card.factories, firm.factories, _list_running(mind, company), strict=True)
    brings = [printed.manager.goods if runs and not factory.manager else 0 for printed, factory, runs in running]
    if manager and any(brings):
        yield f"a manager ({manager}) adds ${max(brings) * price}"
    machine = _find_cost(mind, usable, Automate)
    if machine and _completes_machines(mind, company):
        yield f"a machine ({machine}) adds ${price}"
    bonus = find_next_bonus(mind.view.box, firm.appeal)
    near = [(owner, place) for owner, place in usable if bonus and firm.appeal + _count_appeal(place) >= bonus[0]]
    appeal = _find_cost(mind, near, Appeal)
    if bonus and appeal and _can_take_bonus(mind, company, bonus[0]):
        yield f"appeal {bonus[0]} ({appeal}) brings {bonus[1]}"


def _can_take_bonus(mind: Mind, company: str, appeal: int) -> bool:
    """Whether a company has a place for the bonus on a space of the appeal track, which is else only money."""
    bonus = mind.view.box.appeal.bonuses[appeal]
    return bool(AppealBonus(seat=mind.me, company=company, bonus=bonus).ways(mind.table))


def _completes_machines(mind: Mind, company: str) -> bool:
    """Whether the next machine is the last one of a factory that runs, which then makes a good more."""
    firm, card = mind.table.companies[company], mind.view.box.company[company]
    running = zip(card.factories, firm.factories, _list_running(mind, company), strict=True)
    return any(
        runs and factory.workers and factory.automated + 1 == printed.spots for printed, factory, runs in running
    )


def _count_appeal(place: Place | Tile) -> int:
    return sum(effect.steps for effect in place.effects if isinstance(effect, Appeal))


def _find_cost(mind: Mind, usable: Iterable[tuple[int | None, Place | Tile]], kind: type[AnyEffect]) -> str:
    """Return what the seat's own tile with such an effect costs, or else the cheapest space; empty: there is none."""
    found = [
        (owner == mind.me, place) for owner, place in usable if any(isinstance(one, kind) for one in place.effects)
    ]
    is_own, best = min(found, key=lambda one: (not one[0], paid(one[1])), default=(False, None))
    if best is None:
        return ""
    return f"${best.amount} to you" if is_own and best.amount else f"${max(0, paid(best))}"


# Operations


def _compare_plans(mind: Mind, question: Question) -> str:
    """Return how paying out and keeping compare for the director, with the shares at their prices."""
    company = mind.view.company
    if company is None or not isinstance(question, Choose):
        return ""
    plans = [move for move in question.moves if isinstance(move, Operate) and _runs(move)]
    paying = next((move for move in plans if Settle(pay=True) in move.parts), None)
    keeping = next((move for move in plans if Settle(pay=False) in move.parts), None)
    if paying is None or keeping is None:
        return ""
    gains = [f"${gain}" if gain >= 0 else f"-${-gain}" for gain in (_gain(mind, one) for one in (paying, keeping))]
    words = f"With your shares at their prices, paying out brings you {gains[0]}, keeping {gains[1]}"
    if mind.view.decade == mind.view.box.terms.last_decade:
        return f"{words}; money in the company counts nothing at the end."
    treasury, cost = play_plan(mind.table, company, paying).companies[company].cash, _cost_of_cubes(mind, company)
    cubes = f"; the cubes of a whole run cost ${cost} now" if cost else ""
    return f"{words}. Its treasury holds ${treasury} after paying out{cubes}."


def _runs(move: Operate) -> bool:
    return any(isinstance(part, RunFactory) for part in move.parts)


def _gain(mind: Mind, move: Operate) -> int:
    """Return how much richer an operation makes the director, in money and by the price of the own shares."""
    company, seat = mind.view.operating[0], mind.me
    after = play_plan(mind.table, company, move)
    shares = owned(mind.table, seat, company).shares
    risen = after.companies[company].price - mind.table.companies[company].price
    return after.everybody[seat].cash - mind.table.everybody[seat].cash + shares * risen


def _cost_of_cubes(mind: Mind, company: str) -> int:
    """Return what the cubes of all factories with their workers would cost as prices are, with none in stock."""
    there: City = copy_for_trial(mind.table)
    there.companies[company].cubes.clear()
    spots = open_spots(there, company)
    running = next((at for at, count in enumerate(spots) if count), len(spots))
    lacking = find_lacking(there, company, running)
    return sum(one.price for one in cheapest(there, lacking) or ())
