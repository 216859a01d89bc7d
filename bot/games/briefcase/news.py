"""Everything that can be told.

News carry the names and numbers they speak of, so they can be read without a box, even years later.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from bot.engine.records import Card, News, Seat
from bot.engine.table import TableNews
from bot.games.briefcase.components import Decision, Resource


class GameOpened(News):
    """The market is laid out; which piles are blocked, and who begins."""

    kind: Literal["game opened"] = "game opened"
    first: Seat
    blocked: list[Resource]


class PortfolioChosen(News):
    """Which companies are on offer."""

    kind: Literal["portfolio chosen"] = "portfolio chosen"
    how: str
    level_1: list[str]
    level_2: list[str]


class Drew(News):
    """What a seat has drawn; told only to it."""

    kind: Literal["drew"] = "drew"
    reveals: ClassVar[bool] = True
    seat: Seat
    cards: list[Decision]


class DrewCards(News):
    """A seat has drawn so many cards, perhaps after shuffling its discard pile."""

    kind: Literal["drew cards"] = "drew cards"
    seat: Seat
    count: int
    shuffled: bool

    def goes_without_saying(self) -> bool:
        """Everybody draws at the end of a turn; what is left in a deck stands on the table."""
        return True


class RoundBegan(News):
    """A new round, with what everybody's game is worth now."""

    kind: Literal["round began"] = "round began"
    round: int
    points: dict[Seat, int]


class TurnBegan(News):
    """It is a seat's turn."""

    kind: Literal["turn began"] = "turn began"
    seat: Seat

    def goes_without_saying(self) -> bool:
        """What is done in the turn says whose turn it is."""
        return True


class DrewAtStart(News):
    """A company let its owner draw a card at the start of the turn."""

    kind: Literal["drew at start"] = "drew at start"
    seat: Seat
    company: str


class Exchanged(News):
    """A company let its owner discard a card and draw another."""

    kind: Literal["exchanged"] = "exchanged"
    reveals: ClassVar[bool] = True
    seat: Seat
    company: str
    card: Decision


class BoughtResources(News):
    """A seat has bought from the market."""

    kind: Literal["bought resources"] = "bought resources"
    besides: ClassVar[frozenset[str]] = frozenset({"past_block"})
    seat: Seat
    resources: list[Resource]
    cards: str
    past_block: str | None
    """The company that let it ignore a block."""


class PileExhausted(News):
    """A pile of the market is empty; a resource block has left the game."""

    kind: Literal["pile exhausted"] = "pile exhausted"
    resource: Resource
    block: Resource | None
    """From where the block was taken; None: there was none left."""
    opens_imported: bool


class BoughtCompany(News):
    """A seat has bought a company."""

    kind: Literal["bought company"] = "bought company"
    besides: ClassVar[frozenset[str]] = frozenset({"left"})
    seat: Seat
    company: str
    cards: str
    left: int


class Activated(News):
    """A seat has activated a company."""

    kind: Literal["activated"] = "activated"
    seat: Seat
    company: str
    first: bool
    cards: str
    paid: str
    produced: list[Decision]
    energy: int
    missing: list[Decision]
    """What the bank could not give."""


class ProductionOnTop(News):
    """What was produced went on top of the deck, the last of it uppermost, for all to see."""

    kind: Literal["production on top"] = "production on top"
    seat: Seat
    company: str
    cards: list[Decision]


class Invested(News):
    """A seat gave Buys to the Central Bank."""

    kind: Literal["invested"] = "invested"
    besides: ClassVar[frozenset[str]] = frozenset({"left"})
    seat: Seat
    buys: int
    cards: str
    left: int


class Hired(News):
    """A seat has hired another's company."""

    kind: Literal["hired"] = "hired"
    seat: Seat
    owner: Seat
    company: str
    cards: str
    paid: str
    produced: list[Decision]
    energy: int
    missing: list[Decision]

    def concerns(self) -> Collection[Seat]:
        """The owner."""
        return (self.owner,)


class PaymentOffered(News):
    """What a hirer has paid lies ready for the owner, who may leave some of it; told only to the owner."""

    kind: Literal["payment offered"] = "payment offered"
    owner: Seat
    by: Seat
    company: str
    units: list[Resource]

    def concerns(self) -> Collection[Seat]:
        """The owner."""
        return (self.owner,)


class PaymentTaken(News):
    """What an owner took of a hirer's payment, and what was discarded instead."""

    kind: Literal["payment taken"] = "payment taken"
    owner: Seat
    by: Seat
    company: str
    taken: list[Resource]
    refused: list[Resource]
    gave_up: list[Resource]

    def goes_without_saying(self) -> bool:
        """Whoever is paid takes it, as a rule."""
        return not self.refused and not self.gave_up

    def concerns(self) -> Collection[Seat]:
        """The owner."""
        return (self.owner,)


class BlockMoved(News):
    """A block was moved."""

    kind: Literal["block moved"] = "block moved"
    seat: Seat
    what: Literal["resource", "company"]
    start: str | None
    to: str | None
    cards: str


class CardRemoved(News):
    """A seat removed a card of its hand from the game."""

    kind: Literal["card removed"] = "card removed"
    seat: Seat
    company: str
    card: Decision


class TookDiscarded(News):
    """A seat took resources from the discarded ones."""

    kind: Literal["took discarded"] = "took discarded"
    seat: Seat
    company: str
    resources: list[Resource]


class HandSeen(News):
    """What is in an opponent's hand; told only to who may look."""

    kind: Literal["hand seen"] = "hand seen"
    reveals: ClassVar[bool] = True
    seat: Seat
    victim: Seat
    cards: list[Decision]


class CardLost(News):
    """An opponent had to discard a card; None: there was none of the kind."""

    kind: Literal["card lost"] = "card lost"
    reveals: ClassVar[bool] = True
    seat: Seat
    victim: Seat
    company: str
    card: Decision | None
    among: list[Decision]

    def concerns(self) -> Collection[Seat]:
        """Who lost it."""
        return (self.victim,)


class ResourceLost(News):
    """A seat took a resource from an opponent."""

    kind: Literal["resource lost"] = "resource lost"
    seat: Seat
    victim: Seat
    company: str
    resource: Resource

    def concerns(self) -> Collection[Seat]:
        """Who lost it."""
        return (self.victim,)


class Deactivated(News):
    """A seat deactivated an opponent's company."""

    kind: Literal["deactivated"] = "deactivated"
    seat: Seat
    victim: Seat
    company: str
    target: str

    def concerns(self) -> Collection[Seat]:
        """Whose company it is."""
        return (self.victim,)


class ThrownAway(News):
    """What did not fit into a storage was thrown away."""

    kind: Literal["thrown away"] = "thrown away"
    seat: Seat
    resources: list[Resource]


class TurnEnded(News):
    """A seat has ended its turn and discarded what was left in its hand."""

    kind: Literal["turn ended"] = "turn ended"
    reveals: ClassVar[bool] = True
    seat: Seat
    unplayed: list[Decision]
    top: Decision | None
    company: str | None

    def goes_without_saying(self) -> bool:
        """Something is left over in most turns; only a Buy could nearly always have been played."""
        return self.top is None and "buy" not in self.unplayed


class EndTriggered(News):
    """The game will end when all have had equally many turns."""

    kind: Literal["end triggered"] = "end triggered"
    headline: ClassVar[bool] = True
    why: str
    last: Seat
    """Who has the last turn."""


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


class GameScored(News):
    """The game is over."""

    kind: Literal["game scored"] = "game scored"
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
