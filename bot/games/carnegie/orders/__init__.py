"""Standing orders: a donation as soon as it can be paid, all workers back, and activating the cheapest first.

Orders for a single future decision are in `next_event` and `next_row`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, TypeAlias

from pydantic import Field, TypeAdapter

from bot.engine.multi_step import ChooseOrCompose, Compose
from bot.engine.orders import Order, OrderOffer, Orders
from bot.engine.questions import Choose, Option, Question
from bot.engine.records import Move
from bot.games.carnegie.moves import Donate, Plan, StandUp, TakeBack
from bot.games.carnegie.orders import next_event, next_row
from bot.games.carnegie.orders.next_event import NextDonation, NextIncome
from bot.games.carnegie.orders.next_row import NextDepartments
from bot.games.carnegie.rules.donations import shorten_score
from bot.games.carnegie.rules.income import first_of_each
from bot.games.carnegie.rules.vocabulary import what_it_scores
from bot.games.carnegie.view import CarnegieView


class DonateOrder(Order, kind="donate order"):
    """Donate on this space as soon as it can be paid; else pass. None: always pass."""

    donation: str | None


class TakeBackOrder(Order, kind="take back order"):
    """Take all workers back with every income, and the first option of each choice."""


class StandUpOrder(Order, kind="stand up order"):
    """Activate all workers that can be paid, the cheapest first, at the end of every round."""


SomeOrder: TypeAlias = DonateOrder | TakeBackOrder | StandUpOrder | NextIncome | NextDonation | NextDepartments
AnyOrder: TypeAlias = Annotated[SomeOrder, Field(discriminator="kind")]


def offers(view: CarnegieView) -> Sequence[OrderOffer]:
    """Return the orders this seat may give now: about what comes next, an event and a row, and for longer."""
    ahead = [*next_event.ahead(view), *next_row.ahead(view)]
    return [*(OrderOffer(one, "panel") for one in ahead), *map(OrderOffer, lasting(view))]


def lasting(view: CarnegieView) -> Sequence[Question]:
    """Return the orders that are given for longer than what comes next."""
    if view.seat is None or view.outcome is not None:
        return []
    free = [
        Option(DonateOrder(donation=one.id), what_it_scores(one), one.group, short=shorten_score(one))
        for one in view.box.donations
        if not view.chart[one.id]
    ]
    return [
        Choose(
            prompt="Which donation should I make as soon as you can afford it?",
            rule="Donation",
            help="If it is taken by then, you are asked again. Until you can pay for it, you pass.",
            options=(Option(DonateOrder(donation=None), "Nothing: always pass"), *free),
        ),
        Choose(
            prompt="Should I always bring all your workers back?",
            rule="Income",
            help="Where a slot pays one of two things, you get the first of them. You spend development points.",
            options=(Option(TakeBackOrder(), "Always take all workers back"),),
        ),
        Choose(
            prompt="Should I always activate the cheapest workers first?",
            rule="Activate workers",
            help="As many as your dollars pay for; no cubes are sold.",
            options=(Option(StandUpOrder(), "Always activate the cheapest first"),),
        ),
    ]


def follow(order: SomeOrder, view: CarnegieView, question: Question) -> Move | None:
    """Return what the order answers to this question; None: nothing."""
    match order:
        case NextIncome() | NextDonation():
            return next_event.follow(order, view, question)
        case NextDepartments():
            return next_row.follow(order, view)
        case DonateOrder():
            wanted = Donate(donation=order.donation)
            return wanted if question.is_legal(wanted) else None
        case TakeBackOrder():
            return _take_back(question)
        case StandUpOrder():
            return _stand_up(question)


def _take_back(question: Question) -> Move | None:
    first = question.get_stage(()).question if isinstance(question, Compose) else question
    if not isinstance(first, Choose):
        return None
    move = first.options[0].move
    taken = move.orders[:1] if isinstance(move, Plan) else (move,)
    if not any(isinstance(one, TakeBack) for one in taken):
        return None
    plan = first_of_each(question)
    return None if _leaves_points(question, plan) else plan


def _leaves_points(question: Question, plan: Plan) -> bool:
    """Whether development points could be spent after such an income, which no order decides."""
    if isinstance(question, Compose):
        return question.get_stage(plan.orders).question is not None
    count = len(plan.orders)
    plans = [move for move in question.moves if isinstance(move, Plan)] if isinstance(question, Choose) else []
    return any(len(one.orders) > count and one.orders[:count] == plan.orders for one in plans)


def _stand_up(question: Question) -> Move | None:
    if not isinstance(question, ChooseOrCompose):
        return None
    move = question.options[0].move
    return move if isinstance(move, Plan) and all(isinstance(one, StandUp) for one in move.orders) else None


def stopped(order: SomeOrder, view: CarnegieView) -> str | None:
    """Return why the order has come to its end; empty: nobody need be told; None: it stands."""
    if view.outcome is not None:
        return "The game is over."
    if isinstance(order, NextIncome | NextDonation):
        return next_event.stopped(order, view)
    if isinstance(order, NextDepartments):
        return next_row.stopped(order, view)
    if isinstance(order, DonateOrder) and order.donation is not None and view.chart[order.donation]:
        by_you = view.seat in view.chart[order.donation]
        return f"{next_event.name_space(order.donation)} is {'yours now' if by_you else 'taken'}."
    return None


def describe(order: SomeOrder) -> str:
    """Return the order in plain words."""
    match order:
        case NextIncome() | NextDonation():
            return next_event.describe(order)
        case NextDepartments():
            return next_row.describe(order)
        case DonateOrder(donation=None):
            return "Never donate."
        case DonateOrder():
            return f"Donate to {next_event.name_space(order.donation)} as soon as I can pay for it."
        case TakeBackOrder():
            return "Always take all workers back."
        case StandUpOrder():
            return "Always activate the cheapest first."


ORDERS: Orders[CarnegieView] = Orders(
    kinds=TypeAdapter(AnyOrder),
    offers=offers,
    follow=follow,
    stopped=stopped,
    describe=describe,
    ended_by=next_event.ended_by,
)
