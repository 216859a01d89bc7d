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
from bot.engine.records import Move

V = TypeVar("V")


class Order(Move):
    """A private instruction. Each game's orders are told apart by their `kind`."""

    comes_first: ClassVar[bool] = False
    """Whether it is asked before the others, also before those that were given earlier."""
    once: ClassVar[bool] = False
    """Whether it answers once: it is gone with the move that it gives."""

    def replaces(self) -> str:
        """Return the name of its place: a newer order with the same name takes an older one's place."""
        return str(getattr(self, "kind", ""))


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

    def questions(self, view: V, *on: On) -> list[Question]:
        """Return the questions of what a seat may order now: there, or anywhere."""
        return [offer.question for offer in self.offers(view) if not on or offer.on in on]
