"""Compare what the answers bring, after the first decade: by open figures alone, without naming one answer.

The first decade has whole suggestions instead, see `first_plan`, and the Stock phase has them in its `bears`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.engine.questions import Choose, Question
from bot.engine.what_if import copy_for_trial
from bot.engine.words import format_count
from bot.games.big_shoulders.bears import play_plan
from bot.games.big_shoulders.bots import Mind
from bot.games.big_shoulders.components import (
    AnyEffect,
    HireManagers,
    HireSalespeople,
    HireWorkers,
    Place,
    Tile,
    Workers,
)
from bot.games.big_shoulders.moves import Operate, RunFactory, Settle
from bot.games.big_shoulders.rules.action_phase import paid, places, why_not
from bot.games.big_shoulders.rules.certificates import owned
from bot.games.big_shoulders.rules.charter import (
    good_price,
    goods_of,
    goods_when_staffed,
    has_room_for_salesperson,
    open_spots,
)
from bot.games.big_shoulders.rules.job_market import hiring_cost
from bot.games.big_shoulders.rules.needs import sort_by_urgency
from bot.games.big_shoulders.rules.obstacles import find_lacking
from bot.games.big_shoulders.rules.supply_chain import cheapest
from bot.games.big_shoulders.table import City
from bot.games.big_shoulders.view import CityView

MOST_GAINS = 2
"""Ways to earn more that are compared where partners are placed."""


def tip(view: CityView, question: Question) -> str:
    """Return in one or two sentences how the answers compare; empty where there is nothing to compare."""
    if view.seat is None:
        return ""
    mind = Mind(view)
    match view.phase:
        case "building phase":
            return _compare_tiles(mind)
        case "action phase":
            return _compare_actions(mind)
        case "operation phase" if view.decade > 1:
            return _compare_plans(mind, question)
        case _:
            return ""


def _count_operations(mind: Mind) -> str:
    """Return how many operations are left to a company that has not operated in this decade."""
    left = mind.view.box.terms.last_decade - mind.view.decade + 1
    return f"{format_count(left, 'operation')} {'is' if left == 1 else 'are'} left"


# Building tiles


def _compare_tiles(mind: Mind) -> str:
    """Return what each tile of the hand may pay its owner until the end."""
    decades = mind.view.box.terms.last_decade - mind.view.decade + 1
    tiles = [mind.view.box.tile[number] for number in mind.view.hand]
    likely = sorted(((mind.tile(tile), tile) for tile in tiles), key=lambda one: -one[0])
    if not likely:
        return ""
    named = ", ".join(f"tile {tile.number} about ${round(worth, -1):.0f}" for worth, tile in likely)
    if decades == 1:
        return f"In this last decade they may pay you: {named}."
    return f"With {decades} decades left, and used in most of them, they may pay you: {named}."


# Actions


def _compare_actions(mind: Mind) -> str:
    """Return what workers and a salesperson would add to each operation of the company that needs them most."""
    company = next(iter(sort_by_urgency(mind.table, mind.table.directed(mind.me))), None)
    gains = (
        [] if company is None else [f"{what} adds ${gain}" for what, gain in _list_gains(mind, company)][:MOST_GAINS]
    )
    if company is None or not gains:
        return ""
    return f"To each operation of {mind.view.name(company)}, {' and '.join(gains)}; {_count_operations(mind)}."


def _list_gains(mind: Mind, company: str) -> Iterator[tuple[str, int]]:
    """Yield what the next workers and a salesperson add to the revenue of one operation, with their costs."""
    table, card, firm = mind.table, mind.view.box.company[company], mind.table.companies[company]
    price = good_price(card, firm.salespeople)
    usable = [place for _, _, place in places(table) if not why_not(table, company, place)]
    effects = [effect for place in usable for effect in place.effects]
    for number, spots in enumerate(open_spots(table, company), 1):
        if spots:
            if any(isinstance(effect, HireWorkers | Workers) for effect in effects):
                what = f"factory {number} with {format_count(spots, 'worker')}"
                cost = hiring_cost(mind.view.box, table.job_market, spots)
                yield f"{what} (${cost})", price * goods_of(table, company, number)
            break
    made = goods_when_staffed(table, company)
    salesperson = _find_cost(usable, HireSalespeople)
    if made and salesperson is not None and has_room_for_salesperson(table, company):
        more = good_price(card, firm.salespeople + 1) - price
        yield f"a salesperson (${salesperson})", made * more
    manager = _find_cost(usable, HireManagers)
    running = zip(card.factories, firm.factories, open_spots(table, company), strict=True)
    brings = [0 if factory.manager or spots else printed.manager.goods for printed, factory, spots in running]
    if manager is not None and any(brings):
        yield f"a manager (${manager})", max(brings) * price


def _find_cost(usable: Iterable[Place | Tile], kind: type[AnyEffect]) -> int | None:
    """Return what the cheapest of these spaces with such an effect costs its company; None if there is none."""
    costs = (paid(place) for place in usable if any(isinstance(effect, kind) for effect in place.effects))
    return min((max(0, cost) for cost in costs), default=None)


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
