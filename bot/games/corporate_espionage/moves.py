"""Everything a player can choose.

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


class BringDeck(Move):
    """The deck this company plays with."""

    kind: Literal["bring deck"] = "bring deck"
    deck: str


class Hire(Move):
    """Hire an employee or executive from the hand."""

    kind: Literal["hire"] = "hire"
    card: str


class Purchase(Move):
    """Purchase an asset from the hand."""

    kind: Literal["purchase"] = "purchase"
    card: str


class Spy(Move):
    """Use an espionage card from the hand; at whom comes next."""

    kind: Literal["spy"] = "spy"
    card: str


class UseSavvy(Move):
    """Use a savvy card that needs nothing to answer."""

    kind: Literal["use savvy"] = "use savvy"
    card: str
    mode: int


class Prepare(Move):
    """Lay a savvy card ready, to be used by itself between two turns."""

    kind: Literal["prepare"] = "prepare"
    card: str
    when: Later


class Fire(Move):
    """Fire an own employee or executive."""

    kind: Literal["fire"] = "fire"
    number: int


class Liquidate(Move):
    """Liquidate an own asset."""

    kind: Literal["liquidate"] = "liquidate"
    number: int


class TakeOver(Move):
    """Announce a hostile takeover."""

    kind: Literal["take over"] = "take over"
    target: Seat


class Audit(Move):
    """Ask a company for its bank account."""

    kind: Literal["audit"] = "audit"
    target: Seat


class EndTurn(Move):
    """Do nothing more this turn."""

    kind: Literal["end turn"] = "end turn"


class Aim(Move):
    """The company at which the espionage is aimed."""

    kind: Literal["aim"] = "aim"
    target: Seat


class NameCard(Move):
    """The card in play that is meant."""

    kind: Literal["name card"] = "name card"
    number: int


class Back(Move):
    """Choose something else after all. Only in the records of version 1, which chose in several moves."""

    kind: Literal["back"] = "back"


class LetItPass(Move):
    """Do not respond; `then` is a savvy card to be used before the next play."""

    kind: Literal["let it pass"] = "let it pass"
    then: str | None = None


class Respond(Move):
    """Respond with a savvy card, used in one of its ways; `target` is where espionage is sent instead."""

    kind: Literal["respond"] = "respond"
    card: str
    mode: int
    target: Seat | None = None


class DropCard(Move):
    """Discard a card whose overhead cannot be afforded."""

    kind: Literal["drop card"] = "drop card"
    number: int


class PayWhatIsDue(Move):
    """Keep all cards and pay, even into debt."""

    kind: Literal["pay what is due"] = "pay what is due"


class GiveUp(Move):
    """Go bankrupt."""

    kind: Literal["give up"] = "give up"


class Settle(Move):
    """What happens to the company that was taken over."""

    kind: Literal["settle"] = "settle"
    retain: bool


class PickFromHand(Move):
    """A card of the hand that is being looked at."""

    kind: Literal["pick from hand"] = "pick from hand"
    card: str


class DiscardDown(Move):
    """Cards given up at the end of a turn; copies after the first are written with their number."""

    kind: Literal["discard down"] = "discard down"
    cards: tuple[str, ...]


class Trade(Move):
    """Sell something to a company, or buy something from it; the price comes next, then the card."""

    kind: Literal["trade"] = "trade"
    partner: Seat
    selling: bool


class TradeCard(Move):
    """A card of the own hand that is for sale."""

    kind: Literal["trade card"] = "trade card"
    card: str


class TradeAnyCard(Move):
    """A card of the partner's hand, of the partner's choice."""

    kind: Literal["trade any card"] = "trade any card"


class Points(Move):
    """A number of points: a price, a loan, or what is paid back."""

    kind: Literal["points"] = "points"
    points: int


class Turns(Move):
    """In how many of the borrower's turns a loan is due."""

    kind: Literal["turns"] = "turns"
    turns: int


class Accept(Move):
    """Agree to an offer; `card` is what is handed over when the choice was left open."""

    kind: Literal["accept"] = "accept"
    card: str | None = None


class Refuse(Move):
    """Decline an offer."""

    kind: Literal["refuse"] = "refuse"


class Lend(Move):
    """Offer a loan to a company, or ask it for one; the points come next, then what is paid back, and when."""

    kind: Literal["lend"] = "lend"
    partner: Seat
    lending: bool


class PayBack(Move):
    """Pay a loan back early."""

    kind: Literal["pay back"] = "pay back"
    loan: int


class ProposeEmbargo(Move):
    """Propose that nobody deals with a company."""

    kind: Literal["propose embargo"] = "propose embargo"
    target: Seat


class VoteOnEmbargo(Move):
    """Yes or no to an embargo."""

    kind: Literal["vote on embargo"] = "vote on embargo"
    yes: bool


class Speak(Move):
    """Make a statement; what it says comes next."""

    kind: Literal["speak"] = "speak"


class State(Move):
    """What the statement says."""

    kind: Literal["state"] = "state"
    what: Stated
    about: Seat


class Tell(Move):
    """Who hears it; None: everybody."""

    kind: Literal["tell"] = "tell"
    to: Seat | None


class BackUp(Move):
    """Savvy that is used by itself if somebody answers the own play with savvy."""

    kind: Literal["back up"] = "back up"
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


class Announce(Move):
    """Announce what was put together: espionage with its target, a takeover, an offer, a statement."""

    kind: Literal["announce"] = "announce"
    parts: tuple[AnyPart, ...]


WindowAnswer = Annotated[LetItPass | Respond, Field(discriminator="kind")]
"""What is sealed in a window."""

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


# What is offered at nearly every question is made once: moves never change

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
