"""Standing orders: what a seat has decided beforehand, privately, so that nobody waits for it.

An order is a small record, kept beside the table and never on it, so that no other seat's view can
hold it. Whenever its seat is asked, or may do something without being asked, the host lets the game
`follow` the orders: those that come first, then the oldest first. The first legal move that comes out is
played as if the player had pressed it.
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
    """A private instruction. Each game's orders are told apart by their `kind`."""

    comes_first: ClassVar[bool] = False
    """Whether it is asked before the others, also before those that were given earlier."""
    once: ClassVar[bool] = False
    """Whether it answers once: it is gone with the move that it gives."""

    def replaces(self) -> str:
        """Return the name of its place: a newer order with the same name takes an older one's place."""
        return str(getattr(self, "kind", ""))


class OrderUntilNews(Order):
    """An order that ends when something happens: judged by the news that its seat has heard since it was given."""

    since: int | None = None
    """The table's revision at which it was given; the host notes it. None: an older program did not."""

    def waits_for_news(self) -> bool:
        """Whether there is any news that ends it."""
        return True


@dataclass(frozen=True)
class Leftover:
    """What is left of an order when it has answered; it is saved with the move."""

    order: Order
    stands: bool
    """Whether there is anything left in its place."""


On: TypeAlias = Literal["list", "panel", "between turns"]
"""Where orders are offered: in the list of standing orders alone; on the panel itself, where what comes next is decided
ahead, too; or on the panel while its player is asked nothing, with the most usual of few answers first."""


@dataclass(frozen=True)
class OrderOffer:
    """Orders that a seat may give now, and where."""

    question: Question
    """Its answers are orders instead of moves; between two turns it is a choice of some that take the same place."""
    on: On = "list"
    leads: Callable[[Question], str] = lambda _: ""
    """What the seat is asked -> what stands on the button beside it that leads straight to this offer, while no such
    order is given; empty: there is none."""

    @property
    def place(self) -> str:
        """The place of the orders, where all of them take the same."""
        question: Question | None = self.question
        if isinstance(question, Compose) and question.apart is None:
            order: Move | None = question.make(())
        else:
            first = question.at(()).question if isinstance(question, Compose) else question
            order = None if first is None else first.any_move(Random(0))  # noqa: S311
        return order.replaces() if isinstance(order, Order) else ""


@dataclass(frozen=True)
class Orders(Generic[V]):
    """Everything a game knows about standing orders."""

    kinds: TypeAdapter[Any]
    offers: Callable[[V], Sequence[OrderOffer]]
    """The orders a seat may give now; first what it may decide ahead."""
    follow: Callable[[Any, V, Question], Move | None]
    """What the order says to this question; None: nothing, so the player is asked."""
    stopped: Callable[[Any, V], str | None]
    """Why an order has come to its end, as a sentence; empty: as its player knew it would; None while it stands."""
    describe: Callable[[Any], str]
    """The order in plain words, read back to its player before and after it is given."""
    ended_by: Callable[[Any, Seat, News], str | None] | None = None
    """Why a piece of news ends an `OrderUntilNews` of this seat, as a sentence; None: it does not."""

    def why_over(self, order: Any, view: V, seat: Seat, heard: Sequence[News]) -> str | None:
        """Return why an order has come to its end; empty: as its player knew it would; None: it stands.

        Args:
            order: one of the game's.
            view: of its seat.
            seat: whose order it is.
            heard: what the seat has heard since it was given.
        """
        if self.ended_by is None or not has_to_know_news(order):
            return self.stopped(order, view)
        if order.since is None:
            return self.stopped(order, view) or BEFORE_AN_UPDATE
        found = (self.ended_by(order, seat, news) for news in heard)
        why = next((why for why in found if why is not None), None)
        return self.stopped(order, view) if why is None else why

    def questions(self, view: V, *on: On) -> list[Question]:
        """Return the questions of what a seat may order now: there, or anywhere."""
        return [offer.question for offer in self.offers(view) if not on or offer.on in on]


def has_to_know_news(order: Order) -> bool:
    """Whether an order ends with something that happens after it was given."""
    return isinstance(order, OrderUntilNews) and order.waits_for_news()
