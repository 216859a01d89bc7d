"""Standing orders for hire payments, and for turns in which nothing is left to do but end them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, TypeAlias

from pydantic import Field, TypeAdapter

from bot.engine.orders import Order, OrderOffer, Orders
from bot.engine.questions import Choose, Option, Question
from bot.engine.records import Move
from bot.games.briefcase.moves import EndTurn, TakePayment
from bot.games.briefcase.view import BriefcaseView


class PaymentOrder(Order, kind="payment order"):
    """Take what fits, or nothing, whenever somebody hires a company of this seat."""

    take: bool


class EndTurnOrder(Order, kind="end turn order"):
    """End the turn when nothing else is left to do."""


AnyOrder: TypeAlias = Annotated[PaymentOrder | EndTurnOrder, Field(discriminator="kind")]


def offers(view: BriefcaseView) -> Sequence[OrderOffer]:
    """Return the orders this seat may give now; on the own turn its end is offered on the panel itself."""
    if view.seat is None or view.outcome is not None:
        return []
    turn = OrderOffer(_ask_about_the_end(), "panel" if view.active == view.seat else "list")
    return [OrderOffer(_ask_about_payments()), turn]


def _ask_about_the_end() -> Choose:
    hint = "From now on; taken back under More… > Standing orders. Your last play can't be undone then."
    end = Option(
        EndTurnOrder(), "End turns when nothing is left", hint=hint, short="End my turn for me if I can't play"
    )
    return Choose(
        prompt="End a turn in which nothing else is left?",
        rule="A. Play decision cards",
        help="You draw at once, so your last play of the turn can't be undone. While you can still do anything else, "
        "you are asked.",
        options=(end,),
    )


def _ask_about_payments() -> Choose:
    return Choose(
        prompt="What do you keep when someone hires you?",
        rule="Hire",
        help="It is done at once. Without an order you are told each time and may choose; if you say nothing, you "
        "take all that fits into your storage.",
        options=(
            Option(PaymentOrder(take=True), "Take what fits", hint="In the order in which it was paid."),
            Option(PaymentOrder(take=False), "Take nothing", hint="It is discarded."),
        ),
    )


def follow(order: AnyOrder, _: BriefcaseView, question: Question) -> Move | None:
    """Return what the order answers to this question; None: nothing."""
    match order:
        case EndTurnOrder():
            return None if question.is_free or not question.is_legal(EndTurn()) else EndTurn()
        case PaymentOrder():
            if not isinstance(question, Choose) or not question.is_legal(TakePayment(take=())):
                return None
            return question.options[0].move if order.take else TakePayment(take=())


def stopped(_: AnyOrder, view: BriefcaseView) -> str | None:
    """Return why the order has come to its end; None: it stands."""
    return "The game is over." if view.outcome is not None else None


def describe(order: AnyOrder) -> str:
    """Return the order in plain words."""
    match order:
        case EndTurnOrder():
            return "From now on, end my turns when nothing else is left to do."
        case PaymentOrder():
            what = "Take what fits" if order.take else "Take nothing"
            return f"{what} when somebody hires a company of mine."


ORDERS: Orders[BriefcaseView] = Orders(
    kinds=TypeAdapter(AnyOrder), offers=offers, follow=follow, stopped=stopped, describe=describe
)
"""The first option of the question about a payment is always what fits, so an order needs nothing of the view."""
