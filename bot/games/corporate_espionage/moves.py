"""Moves: the answers that a player can give.

Cards in hand are named by their id, cards in play by their number, companies by their first seat.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field, TypeAdapter

from bot.engine.records import Move, Seat

Stated: TypeAlias = Literal["alliance", "end of alliance", "embargo", "end of embargo"]
"""What a statement may say; it binds nobody."""


Later: TypeAlias = Literal["after this turn", "before my income"]
"""When savvy that was laid ready on the own turn is used."""

Moment: TypeAlias = Literal["after this turn", "before my income", "before the next play"]
"""When any savvy that was laid ready is used."""


class BringDeck(Move, kind="bring deck"):
    """The deck this company plays with."""

    deck: str


class Hire(Move, kind="hire"):
    """Hire an employee or executive from the hand."""

    card: str


class Purchase(Move, kind="purchase"):
    """Purchase an asset from the hand."""

    card: str


class Spy(Move, kind="spy"):
    """Use an espionage card from the hand; at whom comes next."""

    card: str


class UseSavvy(Move, kind="use savvy"):
    """Use a savvy card that needs nothing to answer."""

    card: str
    mode: int


class Prepare(Move, kind="prepare"):
    """Lay a savvy card ready, to be used by itself between two turns."""

    card: str
    when: Later


class Fire(Move, kind="fire"):
    """Fire an own employee or executive."""

    number: int


class Liquidate(Move, kind="liquidate"):
    """Liquidate an own asset."""

    number: int


class TakeOver(Move, kind="take over"):
    """Announce a hostile takeover."""

    target: Seat


class Audit(Move, kind="audit"):
    """Ask a company for its bank account."""

    target: Seat


class EndTurn(Move, kind="end turn"):
    """Do nothing more this turn."""


class Aim(Move, kind="aim"):
    """The company at which the espionage is aimed."""

    target: Seat


class NameCard(Move, kind="name card"):
    """The card in play that is meant."""

    number: int


class Back(Move, kind="back"):
    """Choose something else after all. Only in the records of version 1, which chose in several moves."""


class LetItPass(Move, kind="let it pass"):
    """Do not respond; `then` is a savvy card to be used before the next play."""

    then: str | None = None


class Respond(Move, kind="respond"):
    """Respond with a savvy card, used in one of its ways; `target` is where espionage is sent instead."""

    card: str
    mode: int
    target: Seat | None = None


class DropCard(Move, kind="drop card"):
    """Discard a card whose overhead cannot be afforded."""

    number: int


class PayWhatIsDue(Move, kind="pay what is due"):
    """Keep all cards and pay, even into debt."""


class GiveUp(Move, kind="give up"):
    """Go bankrupt."""


class Settle(Move, kind="settle"):
    """What happens to the company that was taken over."""

    retain: bool


class PickFromHand(Move, kind="pick from hand"):
    """A card of the hand that is being looked at."""

    card: str


class DiscardDown(Move, kind="discard down"):
    """Cards given up at the end of a turn; copies after the first are written with their number."""

    cards: tuple[str, ...]


class Trade(Move, kind="trade"):
    """Sell something to a company, or buy something from it; the price comes next, then the card."""

    partner: Seat
    selling: bool


class TradeCard(Move, kind="trade card"):
    """A card of the own hand that is for sale."""

    card: str


class TradeAnyCard(Move, kind="trade any card"):
    """A card of the partner's hand, of the partner's choice."""


class Points(Move, kind="points"):
    """A number of points: a price, a loan, or its repayment."""

    points: int


class Turns(Move, kind="turns"):
    """In how many of the borrower's turns a loan is due."""

    turns: int


class Accept(Move, kind="accept"):
    """Agree to an offer; `card` is the card to hand over if the choice was left open."""

    card: str | None = None


class Refuse(Move, kind="refuse"):
    """Decline an offer."""


class Lend(Move, kind="lend"):
    """Offer a loan to a company, or ask it for one; the points come next, then the repayment and its turns."""

    partner: Seat
    lending: bool


class PayBack(Move, kind="pay back"):
    """Pay a loan back early."""

    loan: int


class ProposeEmbargo(Move, kind="propose embargo"):
    """Propose that nobody deals with a company."""

    target: Seat


class VoteOnEmbargo(Move, kind="vote on embargo"):
    """Yes or no to an embargo."""

    yes: bool


class Speak(Move, kind="speak"):
    """Make a statement; what it says comes next."""


class State(Move, kind="state"):
    """What the statement says."""

    what: Stated
    about: Seat


class Tell(Move, kind="tell"):
    """Who hears it; None: everybody."""

    to: Seat | None


class BackUp(Move, kind="back up"):
    """Savvy that is used by itself if somebody answers the own play with savvy."""

    card: str
    mode: int


AnyPart = Annotated[
    Spy
    | Aim
    | NameCard
    | TakeOver
    | Settle
    | BackUp
    | EndTurn
    | Trade
    | Points
    | TradeCard
    | TradeAnyCard
    | Lend
    | Turns
    | Speak
    | State
    | Tell,
    Field(discriminator="kind"),
]
"""One of the choices that are put together before they are announced. In records of version 1 each is a move."""
PART: TypeAdapter[AnyPart] = TypeAdapter(AnyPart)


class Announce(Move, kind="announce"):
    """Announce a composed play: espionage with its target, a takeover, an offer, a statement."""

    parts: tuple[AnyPart, ...]


WindowAnswer = Annotated[LetItPass | Respond, Field(discriminator="kind")]
"""A sealed answer in a window."""

AnyMove = Annotated[
    BringDeck
    | Hire
    | Purchase
    | Spy
    | UseSavvy
    | Prepare
    | Fire
    | Liquidate
    | TakeOver
    | Audit
    | EndTurn
    | Aim
    | NameCard
    | Back
    | LetItPass
    | Respond
    | DropCard
    | PayWhatIsDue
    | GiveUp
    | Settle
    | PickFromHand
    | DiscardDown
    | Trade
    | TradeCard
    | TradeAnyCard
    | Points
    | Turns
    | Accept
    | Refuse
    | Lend
    | PayBack
    | ProposeEmbargo
    | VoteOnEmbargo
    | Speak
    | State
    | Tell
    | Announce,
    Field(discriminator="kind"),
]


# Moves offered at nearly every question are created once, for moves are immutable

REMEMBERED: Final = 4096


@lru_cache(REMEMBERED)
def hire(card: str) -> Hire:
    """Return the move that hires with this card."""
    return Hire(card=card)


@lru_cache(REMEMBERED)
def purchase(card: str) -> Purchase:
    """Return the move that purchases this card."""
    return Purchase(card=card)


@lru_cache(REMEMBERED)
def spy(card: str) -> Spy:
    """Return the move that uses this espionage."""
    return Spy(card=card)


@lru_cache(REMEMBERED)
def use_savvy(card: str, mode: int) -> UseSavvy:
    """Return the move that uses savvy in one of its ways."""
    return UseSavvy(card=card, mode=mode)


@lru_cache(REMEMBERED)
def prepare(card: str, when: Later) -> Prepare:
    """Return the move that lays a savvy card ready."""
    return Prepare(card=card, when=when)


@lru_cache(REMEMBERED)
def fire(number: int) -> Fire:
    """Return the move that fires this card."""
    return Fire(number=number)


@lru_cache(REMEMBERED)
def liquidate(number: int) -> Liquidate:
    """Return the move that liquidates this card."""
    return Liquidate(number=number)


@lru_cache(REMEMBERED)
def let_it_pass(then: str | None = None) -> LetItPass:
    """Return the answer that lets a play pass."""
    return LetItPass(then=then)


@lru_cache(REMEMBERED)
def respond(card: str, mode: int, target: Seat | None = None) -> Respond:
    """Return the answer with a savvy card."""
    return Respond(card=card, mode=mode, target=target)
