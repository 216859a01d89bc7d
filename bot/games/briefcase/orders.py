"""Standing orders: the resources that a seat takes from hire payments, decided in advance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from pydantic import TypeAdapter

from bot.engine.orders import Order, OrderOffer, Orders
from bot.engine.questions import Choose, Option, Question
from bot.engine.records import Move
from bot.games.briefcase.moves import TakePayment
from bot.games.briefcase.view import BriefcaseView


class PaymentOrder(Order, kind="payment order"):
    """Take what fits, or nothing, whenever somebody hires a company of this seat."""

    take: bool


AnyOrder: TypeAlias = PaymentOrder
"""The only kind so far."""


def offers(view: BriefcaseView) -> Sequence[OrderOffer]:
    """Return the orders this seat may give now."""
    if view.seat is None or view.outcome is not None:
        return []
    question = Choose(
        prompt="When someone hires your company, what do you keep of the payment?",
        rule="Hire",
        help="It is done at once. Without an order you are told each time and may choose; if you say nothing, you "
        "take all that fits into your storage.",
        options=(
            Option(PaymentOrder(take=True), "Take what fits", hint="In the order in which it was paid."),
            Option(PaymentOrder(take=False), "Take nothing", hint="It is discarded."),
        ),
    )
    return [OrderOffer(question)]


def follow(order: PaymentOrder, _: BriefcaseView, question: Question) -> Move | None:
    """Return what the order answers to this question; None: nothing."""
    if not isinstance(question, Choose) or not question.is_legal(TakePayment(take=())):
        return None
    return question.options[0].move if order.take else TakePayment(take=())


def stopped(_: PaymentOrder, view: BriefcaseView) -> str | None:
    """Return why the order has come to its end; None: it stands."""
    return "The game is over." if view.outcome is not None else None


def describe(order: PaymentOrder) -> str:
    """Return the order in plain words."""
    what = "Take what fits" if order.take else "Take nothing"
    return f"{what} when somebody hires a company of mine."


ORDERS: Orders[BriefcaseView] = Orders(
    kinds=TypeAdapter(AnyOrder), offers=offers, follow=follow, stopped=stopped, describe=describe
)
"""The first option of the question about a payment is always what fits, so an order needs nothing of the view."""
