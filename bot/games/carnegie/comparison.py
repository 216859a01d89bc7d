"""Compare two answers by the bot's estimates for the turning points of reviews.

The estimates are in dollars of the bot, which also stand for points and places. They rank answers, but no player would
recognise them as money, so they are not told.
"""

from __future__ import annotations

from bot.engine.advice import Comparison
from bot.engine.questions import Question
from bot.engine.records import Move
from bot.games.carnegie import moves
from bot.games.carnegie.advice import UNWEIGHED, Reasons, ValuedOrder, value_orders
from bot.games.carnegie.bots import Mind
from bot.games.carnegie.view import CarnegieView

MIN_LOSS = 2.0
"""Minimum loss in dollars; smaller ones do not count."""


def compare(view: CarnegieView, _question: Question, better: Move, given: Move) -> Comparison | None:
    """Return how much better one answer is than another, and why; see `Bots.compare`."""
    if view.seat is None:
        return None
    match better, given:
        case moves.Plan(), moves.Plan():
            return _compare_plans(view, better, given)
        case (moves.PickRow(), moves.PickRow()) | (moves.Donate(), moves.Donate()):
            mind = Mind(view, view.seat)
            return _compared(mind.weigh(better) - mind.weigh(given), Reasons(mind).whole(better))
        case _:
            return None


def _compared(loss: float, why: str) -> Comparison | None:
    if why == UNWEIGHED:
        return None
    return Comparison(loss if loss >= MIN_LOSS else 0.0, "", why)


def _compare_plans(view: CarnegieView, better: moves.Plan, given: moves.Plan) -> Comparison | None:
    """Compare two plans by the values of their orders; the largest difference is the reason."""
    best, other = value_orders(view, better.orders), value_orders(view, given.orders)
    loss = sum(each.value for each in best) - sum(each.value for each in other)
    gained = max((each for each in best if each.order not in given.orders), key=_get_value, default=None)
    wasted = min((each for each in other if each.order not in better.orders), key=_get_value, default=None)
    if wasted is not None and -wasted.value > (0.0 if gained is None else gained.value):
        return _compared(loss, "One of the orders given takes more than it brings.")
    return None if gained is None else _compared(loss, gained.explain())


def _get_value(order: ValuedOrder) -> float:
    return order.value
