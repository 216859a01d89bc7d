"""News: the public and private events of a game.

They carry the names and numbers they speak of, so they can be read without a box, even years later.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from bot.engine.records import Card, News, Seat
from bot.engine.table import TableNews
from bot.games.briefcase.components import Decision, Resource


class GameOpened(News, kind="game opened"):
    """The market is laid out; which piles are blocked, and who begins."""

    first: Seat
    blocked: list[Resource]


class PortfolioChosen(News, kind="portfolio chosen"):
    """Which companies are on offer."""

    how: str
    level_1: list[str]
    level_2: list[str]


class Drew(News, kind="drew"):
    """What a seat has drawn; told only to it."""

    reveals: ClassVar[bool] = True
    seat: Seat
    cards: list[Decision]


class DrewCards(News, kind="drew cards"):
    """A seat has drawn a number of cards, perhaps after shuffling its discard pile."""

    seat: Seat
    count: int
    shuffled: bool

    def is_record_only(self) -> bool:
        """Everybody draws at the end of a turn, and the table shows the size of each deck."""
        return True


class RoundBegan(News, kind="round began"):
    """A new round, with what everybody's game is worth now."""

    later_fields: ClassVar[frozenset[str]] = frozenset({"near_end"})
    round: int
    points: dict[Seat, int]
    near_end: str = ""
    """What is left before the game ends; empty if the end is far, and in news of older versions."""


class TurnBegan(News, kind="turn began"):
    """It is a seat's turn."""

    seat: Seat

    def is_record_only(self) -> bool:
        """The news of the turn say whose turn it is."""
        return True


class DrewAtStart(News, kind="drew at start"):
    """A company let its owner draw a card at the start of the turn."""

    seat: Seat
    company: str


class Exchanged(News, kind="exchanged"):
    """A company let its owner discard a card and draw another."""

    reveals: ClassVar[bool] = True
    seat: Seat
    company: str
    card: Decision


class BoughtResources(News, kind="bought resources"):
    """A seat has bought from the market."""

    besides: ClassVar[frozenset[str]] = frozenset({"past_block"})
    seat: Seat
    resources: list[Resource]
    cards: str
    past_block: str | None
    """The company that let it ignore a block."""


class PileExhausted(News, kind="pile exhausted"):
    """A pile of the market is empty; a resource block has left the game."""

    resource: Resource
    block: Resource | None
    """From where the block was taken; None: there was none left."""
    opens_imported: bool


class BoughtCompany(News, kind="bought company"):
    """A seat has bought a company."""

    besides: ClassVar[frozenset[str]] = frozenset({"left"})
    seat: Seat
    company: str
    cards: str
    left: int


class Activated(News, kind="activated"):
    """A seat has activated a company."""

    later_fields: ClassVar[frozenset[str]] = frozenset({"points"})
    seat: Seat
    company: str
    first: bool
    cards: str
    paid: str
    produced: list[Decision]
    energy: int
    missing: list[Decision]
    """What the bank could not give."""
    points: int | None = None
    """How many points it brought; None in news of older versions."""


class ProductionOnTop(News, kind="production on top"):
    """Production went on top of the deck, the last card uppermost, for all to see."""

    seat: Seat
    company: str
    cards: list[Decision]


class Invested(News, kind="invested"):
    """A seat gave Buys to the Central Bank."""

    besides: ClassVar[frozenset[str]] = frozenset({"left"})
    seat: Seat
    buys: int
    cards: str
    left: int


class Hired(News, kind="hired"):
    """A seat has hired another's company."""

    seat: Seat
    owner: Seat
    company: str
    cards: str
    paid: str
    produced: list[Decision]
    energy: int
    missing: list[Decision]

    def list_targets(self) -> Collection[Seat]:
        """The owner."""
        return (self.owner,)


class PaymentOffered(News, kind="payment offered"):
    """What a hirer has paid lies ready for the owner, who may leave some of it; told only to the owner."""

    owner: Seat
    by: Seat
    company: str
    units: list[Resource]

    def list_concerned_seats(self) -> Collection[Seat]:
        """The owner."""
        return (self.owner,)


class PaymentTaken(News, kind="payment taken"):
    """The part of a hirer's payment that the owner took, and the resources discarded instead."""

    settles_earlier_move: ClassVar[bool] = True
    owner: Seat
    by: Seat
    company: str
    taken: list[Resource]
    refused: list[Resource]
    gave_up: list[Resource]

    def is_record_only(self) -> bool:
        """The owner takes the payment, as a rule."""
        return not self.refused and not self.gave_up

    def list_concerned_seats(self) -> Collection[Seat]:
        """The owner."""
        return (self.owner,)


class BlockMoved(News, kind="block moved"):
    """A block was moved."""

    seat: Seat
    what: Literal["resource", "company"]
    start: str | None
    to: str | None
    cards: str


class CardRemoved(News, kind="card removed"):
    """A seat removed a card of its hand from the game."""

    seat: Seat
    company: str
    card: Decision


class TookDiscarded(News, kind="took discarded"):
    """A seat took resources from the discarded ones."""

    seat: Seat
    company: str
    resources: list[Resource]


class HandSeen(News, kind="hand seen"):
    """The cards of an opponent's hand, shown only to the seat that may look."""

    reveals: ClassVar[bool] = True
    seat: Seat
    victim: Seat
    cards: list[Decision]


class CardLost(News, kind="card lost"):
    """An opponent had to discard a card; None: there was none of the kind."""

    reveals: ClassVar[bool] = True
    seat: Seat
    victim: Seat
    company: str
    card: Decision | None
    among: list[Decision]

    def list_targets(self) -> Collection[Seat]:
        """Who lost it."""
        return (self.victim,)


class ResourceLost(News, kind="resource lost"):
    """A seat took a resource from an opponent."""

    seat: Seat
    victim: Seat
    company: str
    resource: Resource

    def list_concerned_seats(self) -> Collection[Seat]:
        """Who lost it."""
        return (self.victim,)

    def list_targets(self) -> Collection[Seat]:
        """Who lost it."""
        return (self.victim,)


class Deactivated(News, kind="deactivated"):
    """A seat deactivated an opponent's company."""

    later_fields: ClassVar[frozenset[str]] = frozenset({"points"})
    seat: Seat
    victim: Seat
    company: str
    target: str
    points: int | None = None
    """How many points the victim lost; None in news of older versions."""

    def list_concerned_seats(self) -> Collection[Seat]:
        """Whose company it is."""
        return (self.victim,)

    def list_targets(self) -> Collection[Seat]:
        """Whose company it is."""
        return (self.victim,)


class ThrownAway(News, kind="thrown away"):
    """What did not fit into a storage was thrown away."""

    seat: Seat
    resources: list[Resource]


class TurnEnded(News, kind="turn ended"):
    """A seat has ended its turn and discarded the rest of its hand."""

    reveals: ClassVar[bool] = True
    seat: Seat
    unplayed: list[Decision]
    top: Decision | None
    company: str | None

    def is_record_only(self) -> bool:
        """Something is left over in most turns; only a Buy could nearly always have been played."""
        return self.top is None and "buy" not in self.unplayed


class EndTriggered(News, kind="end triggered"):
    """The game will end when all have had equally many turns."""

    headline: ClassVar[bool] = True
    why: str
    last: Seat
    """The seat with the last turn."""


class Score(Card):
    """A seat's final points by source."""

    seat: Seat
    place: int
    companies: int
    abilities: int
    central_bank: int
    resources: int
    left_over: int
    """Resources that scored nothing: they break ties."""

    @property
    def total(self) -> int:
        """All points."""
        return self.companies + self.abilities + self.central_bank + self.resources


class GameScored(News, kind="game scored"):
    """The game is over."""

    verdict: ClassVar[bool] = True
    scores: list[Score]


AnyNews = Annotated[
    TableNews
    | GameOpened
    | PortfolioChosen
    | Drew
    | DrewCards
    | RoundBegan
    | TurnBegan
    | DrewAtStart
    | Exchanged
    | BoughtResources
    | PileExhausted
    | BoughtCompany
    | Activated
    | ProductionOnTop
    | Invested
    | Hired
    | PaymentOffered
    | PaymentTaken
    | BlockMoved
    | CardRemoved
    | TookDiscarded
    | HandSeen
    | CardLost
    | ResourceLost
    | Deactivated
    | ThrownAway
    | TurnEnded
    | EndTriggered
    | GameScored,
    Field(discriminator="kind"),
]
