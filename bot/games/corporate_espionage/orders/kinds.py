"""The standing orders that a company can give."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias

from pydantic import Field

from bot.engine.orders import Order
from bot.engine.records import Seat
from bot.games.corporate_espionage.rules.effects import Tag
from bot.games.corporate_espionage.view import EspionageView

RULE = "Play During Someone Else's Turn"
HEAVY = 5
"""Attacks for at least this many points are heavy, and so are all that take more than points."""

Until: TypeAlias = Literal["my turn", "the end"]


class PassOrder(Order, kind="pass order"):
    """Let everything pass, or everything that is not aimed at me."""

    unless_target: bool
    until: Until
    turns: int = 0
    """How many turns this company had begun when the order was given."""


class AttackOrder(Order, kind="attack order"):
    """Answer attacks until the own next turn: with a card, or by letting them pass.

    A step of the question for all of them is such an order, too, in which only that one is said.
    """

    cards: tuple[str, ...] = ()
    """With one of these, the cheapest first; cards that have left the hand or are too dear are skipped."""
    names: tuple[str, ...] = ()
    only_heavy: bool = False
    """Whether cards are for heavy attacks alone."""
    least: int = HEAVY
    """From how many points on an attack is heavy."""
    spared: tuple[str, ...] = ()
    """Companies whose attacks no card answers."""
    asks: Literal["never", "heavy", "rest"] = "never"
    """About which attacks that no card answers its player is asked: none, heavy ones, or all."""
    all_else: bool = False
    """Whether plays aimed at others also pass, where the table would wait for this company."""
    turns: int = 0
    """How many turns this company had begun when the order was given."""

    def get_place(self) -> str:
        """Return the place of the order to let all pass: of the two, the newer one counts."""
        return "pass order"


class SmallLossOrder(Order, kind="small loss order"):
    """Let espionage pass that takes fewer points than this and cannot ruin the company."""

    points: int


class ReserveOrder(Order, kind="reserve order"):
    """Let everything pass while each possible answer, held or not, would leave fewer points than this."""

    points: int


class CardOrder(Order, kind="card order"):
    """Use a card by itself."""

    comes_first: ClassVar[bool] = True

    card: str
    name: str
    mode: int
    against: Literal["espionage", "hire", "purchase", "savvy", "takeover"]
    tag: Tag | None = None
    """Only against espionage of this kind; None: against all."""
    own: bool = False
    """Only against savvy that answers an own play."""
    by: Seat | None = None
    """Only against plays of this company."""
    least: int = 0
    """Only against hires and purchases with this printed cost, or a higher one."""
    executive: bool = False
    """Only against the hire of an executive."""

    def get_place(self) -> str:
        """Return the card: it has one order at a time."""
        return f"{self.kind} {self.card}"


class DebtOrder(Order, kind="debt order"):
    """Settle debts by itself: savvy that gains points for nothing, then assets."""


AnyOrder = Annotated[
    PassOrder | AttackOrder | SmallLossOrder | ReserveOrder | CardOrder | DebtOrder, Field(discriminator="kind")
]


def turns_begun(view: EspionageView) -> int:
    """Return how many turns this seat's company has begun."""
    if view.company is None or not view.round:
        return 0
    order = [*view.companies]
    place = (view.company - view.first) % len(order)
    active = (view.active - view.first) % len(order)
    return view.round if view.company == view.active or place < active else view.round - 1
