"""Everything that can be told.

News carry the names and numbers they speak of, so they can be read without a box, even years later. Companies are
called by their short names.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, ClassVar, Literal, TypeAlias

from pydantic import Field

from bot.engine.records import Card, News, Seat
from bot.engine.table import TableNews
from bot.games.big_shoulders.components import Bonus, Cube

WhyPrice: TypeAlias = Literal[
    "sold", "sold out", "kept", "nothing sold", "nothing produced", "paid out", "appeal", "asset", "emergency"
]
WhyPartner: TypeAlias = Literal["decade", "appeal", "factories"]
WhyGoods: TypeAlias = Literal["action", "token"]


class GameOpened(News):
    """In which order first companies are chosen, and which goals lie open."""

    kind: Literal["game opened"] = "game opened"
    choosing: list[Seat]
    goals: list[str]


class Founded(News):
    """A seat has founded a company."""

    kind: Literal["founded"] = "founded"
    seat: Seat
    company: str
    price: int
    paid: int


class DecadeBegan(News):
    """A new decade, with everybody's net worth."""

    kind: Literal["decade began"] = "decade began"
    headline: ClassVar[bool] = True
    decade: int
    year: int
    worth: dict[Seat, int]


class CertificatesSold(News):
    """A seat has sold certificates of a company."""

    kind: Literal["certificates sold"] = "certificates sold"
    seat: Seat
    company: str
    director: int
    preferred: int
    common: int
    price: int
    got: int


class CertificateBought(News):
    """A seat has bought a certificate."""

    kind: Literal["certificate bought"] = "certificate bought"
    seat: Seat
    company: str
    percent: int
    pool: bool
    paid: int


class Passed(News):
    """A seat has passed; by itself where it could do nothing else."""

    kind: Literal["passed"] = "passed"
    seat: Seat
    forced: bool

    def goes_without_saying(self) -> bool:
        """Nothing changes by it."""
        return True


class PriceMoved(News):
    """A company's stock price has moved."""

    kind: Literal["price moved"] = "price moved"
    company: str
    before: int
    after: int
    why: WhyPrice


class DirectorChanged(News):
    """A company has another director, who has swapped three shares for the director's certificate."""

    kind: Literal["director changed"] = "director changed"
    headline: ClassVar[bool] = True
    company: str
    before: Seat
    after: Seat

    def concerns(self) -> Collection[Seat]:
        """Both directors."""
        return (self.before, self.after)


class StockPhaseEnded(News):
    """Everybody has passed in a row; who has the priority deal."""

    kind: Literal["stock phase ended"] = "stock phase ended"
    priority: Seat


class TilesDealt(News):
    """Which building tiles a seat was dealt; told only to it."""

    kind: Literal["tiles dealt"] = "tiles dealt"
    reveals: ClassVar[bool] = True
    seat: Seat
    tiles: list[str]


class TilesPlayed(News):
    """Which building tile each seat has played, and how many workers are in the job market now."""

    kind: Literal["tiles played"] = "tiles played"
    reveals: ClassVar[bool] = True
    headline: ClassVar[bool] = True
    tiles: dict[Seat, str]
    before: int
    after: int


class PartnerGained(News):
    """A seat has gained a partner."""

    kind: Literal["partner gained"] = "partner gained"
    seat: Seat
    why: WhyPartner
    partners: int


class PartnerPlaced(News):
    """A seat has placed a partner for a company."""

    kind: Literal["partner placed"] = "partner placed"
    seat: Seat
    space: str
    company: str
    paid: int
    """By the company; below 0: it got as much."""
    owner: Seat | None
    """Of the building tile."""
    owner_got: int

    def concerns(self) -> Collection[Seat]:
        """The owner of the tile."""
        return () if self.owner in (None, self.seat) else (self.owner,)


class PartnersIdle(News):
    """A seat directs no company, so its partners earn it money instead."""

    kind: Literal["partners idle"] = "partners idle"
    seat: Seat
    got: int


class WorkersHired(News):
    """A company has hired workers from the job market."""

    kind: Literal["workers hired"] = "workers hired"
    besides: ClassVar[frozenset[str]] = frozenset({"left"})
    company: str
    factories: list[int]
    paid: int
    left: int


class WorkerPlaced(News):
    """A company has gained a worker."""

    kind: Literal["worker placed"] = "worker placed"
    company: str
    factory: int


class ManagerHired(News):
    """A company has hired a manager."""

    kind: Literal["manager hired"] = "manager hired"
    company: str
    factory: int


class SalespersonHired(News):
    """A company has another salesperson, so its goods are dearer."""

    kind: Literal["salesperson hired"] = "salesperson hired"
    company: str
    before: int
    after: int


class Automated(News):
    """A company has automated a spot; where its worker went, None: to the job market or away."""

    kind: Literal["automated"] = "automated"
    company: str
    factory: int
    to: int | None
    full: bool


class AppealMoved(News):
    """A company has moved on the appeal track."""

    kind: Literal["appeal moved"] = "appeal moved"
    company: str
    before: int
    after: int


class BonusDeclined(News):
    """A company got money in the place of an appeal bonus."""

    kind: Literal["bonus declined"] = "bonus declined"
    company: str
    bonus: Bonus
    got: int


class TokenTaken(News):
    """A company has a goods token more."""

    kind: Literal["token taken"] = "token taken"
    company: str
    tokens: int


class GoodsMade(News):
    """A company has goods more, but not from a factory."""

    kind: Literal["goods made"] = "goods made"
    company: str
    count: int
    why: WhyGoods


class CubesTaken(News):
    """A company has taken cubes from Haymarket Square."""

    kind: Literal["cubes taken"] = "cubes taken"
    company: str
    cubes: list[Cube]
    missing: list[Cube]


class CubesTraded(News):
    """A company has traded equal cubes for another at Haymarket Square."""

    kind: Literal["cubes traded"] = "cubes traded"
    company: str
    give: Cube
    get: Cube


class AssetBought(News):
    """A company has bought a capital asset."""

    kind: Literal["asset bought"] = "asset bought"
    company: str
    asset: str
    paid: int
    kept: bool
    """Whether it lies on the charter now."""
    left: str | None
    """What left the game for it."""


class AssetUsed(News):
    """A company has used its capital asset."""

    kind: Literal["asset used"] = "asset used"
    company: str
    asset: str
    paid: int


class AssetTurnedUp(News):
    """A new asset lies in the row."""

    kind: Literal["asset turned up"] = "asset turned up"
    reveals: ClassVar[bool] = True
    asset: str
    price: int


class DividendPaid(News):
    """A company has paid its shareholders."""

    kind: Literal["dividend paid"] = "dividend paid"
    company: str
    special: bool
    total: int
    a_share: int
    players: dict[Seat, int]
    treasury: int
    """What the company got for the shares in its own treasury."""

    def concerns(self) -> Collection[Seat]:
        """Those who were paid."""
        return self.players


class WillGoFirst(News):
    """A seat goes first in the next sequence."""

    kind: Literal["will go first"] = "will go first"
    seat: Seat


class EmergencyFunds(News):
    """A company has sold shares of its own."""

    kind: Literal["emergency funds"] = "emergency funds"
    company: str
    shares: int
    got: int


class CubesBought(News):
    """A company has bought cubes."""

    kind: Literal["cubes bought"] = "cubes bought"
    company: str
    cubes: list[Cube]
    paid: int


class FactoryRan(News):
    """A factory has run."""

    kind: Literal["factory ran"] = "factory ran"
    company: str
    factory: int
    cubes: list[Cube]
    goods: int


class GoodsSold(News):
    """A company has sold goods to a demand, or to the bank."""

    kind: Literal["goods sold"] = "goods sold"
    company: str
    where: str
    count: int
    each: int
    bonus: int


class RevenueKept(News):
    """A company has kept what it earned."""

    kind: Literal["revenue kept"] = "revenue kept"
    company: str
    amount: int
    forced: bool
    """Whether nothing could be paid out."""


class SupplyRefilled(News):
    """What lies on the supply chain now, from the $10 space on; or how many of each, where each has its row."""

    kind: Literal["supply refilled"] = "supply refilled"
    groups: list[dict[Cube, int]]

    def goes_without_saying(self) -> bool:
        """It lies on the table."""
        return True


class DemandRefilled(News):
    """Which demand tiles are new: row, column bonus and spaces of each."""

    kind: Literal["demand refilled"] = "demand refilled"
    reveals: ClassVar[bool] = True
    tiles: list[str]


class AssetLeft(News):
    """The cheapest asset of the row has left the game at the end of a decade."""

    kind: Literal["asset left"] = "asset left"
    asset: str


class GoalReached(News):
    """Who has reached a public goal; nobody, where all have none of it."""

    kind: Literal["goal reached"] = "goal reached"
    goal: str
    winners: list[Seat]
    count: int
    reward: int


class Score(Card):
    """What a seat's game was worth."""

    seat: Seat
    cash: int
    shares: int
    goals: int

    @property
    def total(self) -> int:
        """All together."""
        return self.cash + self.shares + self.goals


class GameOver(News):
    """The final scores, the best first."""

    kind: Literal["game over"] = "game over"
    headline: ClassVar[bool] = True
    verdict: ClassVar[bool] = True
    scores: list[Score]
    places: dict[Seat, int]


GameNews = (
    GameOpened
    | Founded
    | DecadeBegan
    | CertificatesSold
    | CertificateBought
    | Passed
    | PriceMoved
    | DirectorChanged
    | StockPhaseEnded
    | TilesDealt
    | TilesPlayed
    | PartnerGained
    | PartnerPlaced
    | PartnersIdle
    | WorkersHired
    | WorkerPlaced
    | ManagerHired
    | SalespersonHired
    | Automated
    | AppealMoved
    | BonusDeclined
    | TokenTaken
    | GoodsMade
    | CubesTaken
    | CubesTraded
    | AssetBought
    | AssetUsed
    | AssetTurnedUp
    | DividendPaid
    | WillGoFirst
    | EmergencyFunds
    | CubesBought
    | FactoryRan
    | GoodsSold
    | RevenueKept
    | SupplyRefilled
    | DemandRefilled
    | AssetLeft
    | GoalReached
    | GameOver
)
AnyNews = Annotated[GameNews | TableNews, Field(discriminator="kind")]
