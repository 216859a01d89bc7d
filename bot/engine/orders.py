"""Standing orders: private decisions made in advance by a seat, so that nobody waits for it.

An order is a small record, stored beside the table and never on it, so no other seat's view can contain it. Whenever
its seat is asked, or may act without being asked, the host lets the game `follow` the orders: first those that come
first, then the oldest. The first legal move that they yield is played as if the player had pressed it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Generic, Literal, TypeAlias, TypeVar

from pydantic import TypeAdapter

from bot.engine.multi_step import Compose
from bot.engine.questions import Question
from bot.engine.records import Move, News, Seat

V = TypeVar("V")
BEFORE_AN_UPDATE = "It was given before an update of the bot, which cannot judge it any more. You can give it anew."
"""Why an order ends that an older program kept without what it is judged by."""


class Order(Move):
    """A private instruction. Each game's orders are discriminated by their `kind`."""

    comes_first: ClassVar[bool] = False
    """Whether it has priority over the others, even over older ones."""
    once: ClassVar[bool] = False
    """Whether it answers once and is deleted with the move that it yields."""

    def get_place(self) -> str:
        """Return its slot: a newer order with the same slot replaces an older one."""
        return str(getattr(self, "kind", ""))


class OrderUntilNews(Order):
    """An order that ends when something happens, judged by the news its seat has heard since it was given."""

    since: int | None = None
    """The table's revision when it was given, set by the host; None in records of older programs."""

    def waits_for_news(self) -> bool:
        """Whether any news can end it."""
        return True


@dataclass(frozen=True)
class Leftover:
    """The remainder of an order after it has answered, saved with the move."""

    order: Order
    stands: bool
    """Whether its slot still holds an order."""


On: TypeAlias = Literal["list", "panel", "between turns"]
"""The place where orders are offered: only in the list of standing orders; on the panel itself, also to plan ahead; or
on the panel between turns, with the most common of a few answers first."""


@dataclass(frozen=True)
class OrderOffer:
    """Orders that a seat may give now, and the place where they are offered."""

    question: Question
    """A question whose answers are orders instead of moves; between turns it is a choice among orders for one slot."""
    on: On = "list"
    leads: Callable[[Question], str] = lambda _: ""
    """The seat's question -> the label of the button beside it that leads straight to this offer, while no such order
    is given; empty: no button."""

    @property
    def place(self) -> str:
        """The slot of the orders, if all of them share one."""
        question: Question | None = self.question
        if isinstance(question, Compose) and question.apart is None:
            order: Move | None = question.make(())
        else:
            first = question.get_stage(()).question if isinstance(question, Compose) else question
            order = None if first is None else first.choose_random_move(Random(0))  # noqa: S311
        return order.get_place() if isinstance(order, Order) else ""


@dataclass(frozen=True)
class Orders(Generic[V]):
    """A game's support for standing orders."""

    kinds: TypeAdapter[Any]
    offers: Callable[[V], Sequence[OrderOffer]]
    """The orders a seat may give now; those that plan ahead come first."""
    follow: Callable[[Any, V, Question], Move | None]
    """The order's answer to this question; None: it has none, and the player is asked."""
    stopped: Callable[[Any, V], str | None]
    """The reason why an order has ended, as a sentence; empty: for the reason its player expected; None while it
    stands."""
    describe: Callable[[Any], str]
    """The order in plain words, shown to its player before and after it is given."""
    ended_by: Callable[[Any, Seat, News], str | None] | None = None
    """The reason why a piece of news ends an `OrderUntilNews` of this seat, as a sentence; None: it does not."""

    def why_over(self, order: Any, view: V, seat: Seat, heard: Sequence[News]) -> str | None:
        """Return why an order has ended; empty: for the reason its player expected; None: it stands.

        Args:
            order: the order, of a kind that the game defines.
            view: its seat's view.
            seat: the seat that gave it.
            heard: the news the seat has heard since it was given.
        """
        if self.ended_by is None or not has_to_know_news(order):
            return self.stopped(order, view)
        if order.since is None:
            return self.stopped(order, view) or BEFORE_AN_UPDATE
        found = (self.ended_by(order, seat, news) for news in heard)
        why = next((why for why in found if why is not None), None)
        return self.stopped(order, view) if why is None else why

    def list_questions(self, view: V, *on: On) -> list[Question]:
        """Return the questions of a seat's current offers, for these places or for all."""
        return [offer.question for offer in self.offers(view) if not on or offer.on in on]


def has_to_know_news(order: Order) -> bool:
    """Whether an order can be ended by an event after it was given."""
    return isinstance(order, OrderUntilNews) and order.waits_for_news()
