"""Everything a player can choose.

A move names the cards and resources it is paid with, so that what a button said is what happens.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from bot.engine.records import Card, Move, Seat
from bot.games.briefcase.components import Decision, Resource


class Use(Card):
    """A decision card that pays: itself, or so many equal ones through a company that turns them into another."""

    card: Decision
    via: str | None = None
    """The company's id."""


class Spent(Card):
    """A resource that pays one unit of a cost."""

    unit: Resource
    resource: Resource
    via: str | None = None
    """The company, by id, that lets the resource stand for the unit; None: it is what is asked, or imported."""


class PickPortfolio(Move):
    """The companies of one level that are on offer in this game; where the table chooses by hand."""

    kind: Literal["pick portfolio"] = "pick portfolio"
    companies: tuple[str, ...]


class DrawExtra(Move):
    """Draw a card at the start of the turn, through this company."""

    kind: Literal["draw extra"] = "draw extra"
    company: str


class Exchange(Move):
    """Discard this card and draw another at the start of the turn, through this company."""

    kind: Literal["exchange"] = "exchange"
    company: str
    card: Decision


class BuyResources(Move):
    """Buy these resources from the market."""

    kind: Literal["buy resources"] = "buy resources"
    resources: tuple[Resource, ...]
    cards: tuple[Use, ...]


class BuyCompany(Move):
    """Buy a company of the portfolio."""

    kind: Literal["buy company"] = "buy company"
    company: str
    cards: tuple[Use, ...]


class ActivateCompany(Move):
    """Activate an own company, for the first time or again."""

    kind: Literal["activate company"] = "activate company"
    company: str
    cards: tuple[Use, ...]
    pay: tuple[Spent, ...]


class Invest(Move):
    """Give up so many Buys for points of the Central Bank."""

    kind: Literal["invest"] = "invest"
    cards: tuple[Use, ...]
    buys: int


class HireCompany(Move):
    """Hire another player's activated company."""

    kind: Literal["hire company"] = "hire company"
    owner: Seat
    company: str
    cards: tuple[Use, ...]
    pay: tuple[Spent, ...]


class MoveBlock(Move):
    """Move a block with equal cards. A place is a resource or a company's id; None: beside the portfolio."""

    kind: Literal["move block"] = "move block"
    what: Literal["resource", "company"]
    start: str | None
    to: str | None
    card: Decision


class ChoosePayment(Move):
    """Choose what the next play is paid with; or let it be the cheapest again. Only in the records of version 1."""

    kind: Literal["choose payment"] = "choose payment"
    by_hand: bool


class EndTurn(Move):
    """End the turn; with a company that allows it, a played card goes on top of the deck."""

    kind: Literal["end turn"] = "end turn"
    top: Decision | None = None


class PlaceProduction(Move):
    """Put what was produced on top of the deck, the last of these uppermost; none: on the discard pile."""

    kind: Literal["place production"] = "place production"
    cards: tuple[Decision, ...]


class RemoveCard(Move):
    """Remove this card of the hand from the game; None: no card."""

    kind: Literal["remove card"] = "remove card"
    card: Decision | None


class TakeDiscardedResources(Move):
    """Take these from the discarded resources."""

    kind: Literal["take discarded resources"] = "take discarded resources"
    resources: tuple[Resource, ...]


class MakeDiscard(Move):
    """Which card the opponent must discard."""

    kind: Literal["make discard"] = "make discard"
    card: Decision


class TakeFromOpponent(Move):
    """Whether to take the resource from this opponent."""

    kind: Literal["take from opponent"] = "take from opponent"
    take: bool


class DeactivateCompany(Move):
    """Which company of the opponent to deactivate, by id; None: none."""

    kind: Literal["deactivate company"] = "deactivate company"
    company: str | None


class ThrowAway(Move):
    """The resources that do not fit into the storage, as "steel", "steel 2" and so on."""

    kind: Literal["throw away"] = "throw away"
    resources: tuple[str, ...]


class TakePayment(Move):
    """What to take of what a hirer paid, and what to throw away so that it fits."""

    kind: Literal["take payment"] = "take payment"
    take: tuple[Resource, ...]
    give_up: tuple[Resource, ...] = ()


Action: TypeAlias = BuyResources | BuyCompany | ActivateCompany | Invest | HireCompany | MoveBlock
"""What decision cards are played for."""

AnyAction = Annotated[Action, Field(discriminator="kind")]


class PayByHand(Move):
    """A play, paid as far as that has been chosen. Only in the records of version 1, which chose in several moves."""

    kind: Literal["pay by hand"] = "pay by hand"
    action: AnyAction


AnyMove = Annotated[
    PickPortfolio
    | DrawExtra
    | Exchange
    | BuyResources
    | BuyCompany
    | ActivateCompany
    | Invest
    | HireCompany
    | MoveBlock
    | ChoosePayment
    | PayByHand
    | EndTurn
    | PlaceProduction
    | RemoveCard
    | TakeDiscardedResources
    | MakeDiscard
    | TakeFromOpponent
    | DeactivateCompany
    | ThrowAway
    | TakePayment,
    Field(discriminator="kind"),
]
