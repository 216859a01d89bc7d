"""Standing orders: what a seat has decided beforehand, privately, so that nobody waits for it.

An order is a small record, kept beside the table and never on it, so that no other seat's view can
hold it. Whenever its seat is asked, or may do something without being asked, the host lets the game
`follow` the orders: those that come first, then the oldest first. The first legal move that comes out is
played as if the player had pressed it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from pydantic import TypeAdapter

from bot.engine.questions import Choose, Question
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
class Left:
    """What is left of an order when it has answered; it is saved with the move."""

    order: Order
    stands: bool
    """Whether there is anything left in its place."""


@dataclass(frozen=True)
class Orders(Generic[V]):
    """Everything a game knows about standing orders."""

    kinds: TypeAdapter[Any]
    offers: Callable[[V], Sequence[Question]]
    """The orders a seat may give now: questions whose answers are orders instead of moves."""
    follow: Callable[[Any, V, Question], Move | None]
    """What the order says to this question; None: nothing, so the player is asked."""
    stopped: Callable[[Any, V], str | None]
    """Why an order has come to its end, as a sentence; empty: as its player knew it would; None while it stands."""
    describe: Callable[[Any], str]
    """The order in plain words, read back to its player before and after it is given."""
    beside: Callable[[Any], str] | None = None
    """What stands on the button of an order that many give each time their turn has ended, so that it is offered on the
    panel that says so, and until their next turn; empty: it is no such order. Of a question with several, the first is
    the most usual."""
    ahead: Callable[[V], Sequence[Question]] | None = None
    """Besides what is offered: the orders about what comes right after what is decided now; they stand on the player's
    panel, each question as a menu."""
    leads: Callable[[Question, Question], str] | None = None
    """What a seat is asked, and an offer -> what stands on the button beside that question that leads straight to the
    offer, while no order of its kind is given; empty: there is none."""

    def usual(self, question: Question) -> list[tuple[int, Order, str]]:
        """Return which orders of an offer are given after a turn: where each stands in it, and how it reads then."""
        if self.beside is None or not isinstance(question, Choose):
            return []
        orders = [(at, move) for at, move in enumerate(question.moves) if isinstance(move, Order)]
        return [(at, order, words) for at, order in orders if (words := self.beside(order))]
