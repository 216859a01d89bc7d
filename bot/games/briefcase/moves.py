"""Moves: the answers that a player can give.

A move names the cards and resources that pay for it, so it does exactly what its button said.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from bot.engine.records import Card, Move, Seat
from bot.games.briefcase.components import Decision, Resource


class Use(Card):
    """A decision card that pays: itself, or several equal ones through a company that turns them into another."""

    card: Decision
    via: str | None = None
    """The company's id."""


class Spent(Card):
    """A resource that pays one unit of a cost."""

    unit: Resource
    resource: Resource
    via: str | None = None
    """The company, by id, that lets the resource stand for the unit; None: it is the unit itself, or imported."""


class PickPortfolio(Move, kind="pick portfolio"):
    """The companies of one level that are on offer in this game; where the table chooses by hand."""

    companies: tuple[str, ...]


class DrawExtra(Move, kind="draw extra"):
    """Draw a card at the start of the turn, through this company."""

    company: str


class Exchange(Move, kind="exchange"):
    """Discard this card and draw another at the start of the turn, through this company."""

    company: str
    card: Decision


class BuyResources(Move, kind="buy resources"):
    """Buy these resources from the market."""

    resources: tuple[Resource, ...]
    cards: tuple[Use, ...]


class BuyCompany(Move, kind="buy company"):
    """Buy a company of the portfolio."""

    company: str
    cards: tuple[Use, ...]


class ActivateCompany(Move, kind="activate company"):
    """Activate an own company, for the first time or again."""

    company: str
    cards: tuple[Use, ...]
    pay: tuple[Spent, ...]


class Invest(Move, kind="invest"):
    """Give up a number of Buys for points of the Central Bank."""

    cards: tuple[Use, ...]
    buys: int


class HireCompany(Move, kind="hire company"):
    """Hire another player's activated company."""

    owner: Seat
    company: str
    cards: tuple[Use, ...]
    pay: tuple[Spent, ...]


class MoveBlock(Move, kind="move block"):
    """Move a block with equal cards. A place is a resource or a company's id; None: beside the portfolio."""

    what: Literal["resource", "company"]
    start: str | None
    to: str | None
    card: Decision


class ChoosePayment(Move, kind="choose payment"):
    """Choose what the next play is paid with; or let it be the cheapest again. Only in the records of version 1."""

    by_hand: bool


class EndTurn(Move, kind="end turn"):
    """End the turn; with a company that allows it, a played card goes on top of the deck."""

    top: Decision | None = None


class PlaceProduction(Move, kind="place production"):
    """Put the production on top of the deck, the last of these uppermost; none: on the discard pile."""

    cards: tuple[Decision, ...]


class RemoveCard(Move, kind="remove card"):
    """Remove this card of the hand from the game; None: no card."""

    card: Decision | None


class TakeDiscardedResources(Move, kind="take discarded resources"):
    """Take these from the discarded resources."""

    resources: tuple[Resource, ...]


class MakeDiscard(Move, kind="make discard"):
    """Which card the opponent must discard."""

    card: Decision


class TakeFromOpponent(Move, kind="take from opponent"):
    """Whether to take the resource from this opponent."""

    take: bool


class DeactivateCompany(Move, kind="deactivate company"):
    """Which company of the opponent to deactivate, by id; None: none."""

    company: str | None


class ThrowAway(Move, kind="throw away"):
    """The resources that do not fit into the storage, as "steel", "steel 2" and so on."""

    resources: tuple[str, ...]


class TakePayment(Move, kind="take payment"):
    """What to take of what a hirer paid, and what to throw away so that it fits."""

    take: tuple[Resource, ...]
    give_up: tuple[Resource, ...] = ()


Action: TypeAlias = BuyResources | BuyCompany | ActivateCompany | Invest | HireCompany | MoveBlock
"""What decision cards are played for."""

AnyAction = Annotated[Action, Field(discriminator="kind")]


class PayByHand(Move, kind="pay by hand"):
    """A play, paid as far as that has been chosen. Only in the records of version 1, which chose in several moves."""

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
