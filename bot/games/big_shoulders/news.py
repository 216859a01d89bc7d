"""All news of the game.

News contain the names and numbers they speak of, so they can be read without a box, even years later. Companies are
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


class GameOpened(News, kind="game opened"):
    """In which order first companies are chosen, and which goals lie open."""

    choosing: list[Seat]
    goals: list[str]


class Founded(News, kind="founded"):
    """A seat has founded a company."""

    seat: Seat
    company: str
    price: int
    paid: int


class DecadeBegan(News, kind="decade began"):
    """A new decade, with everybody's net worth."""

    headline: ClassVar[bool] = True
    decade: int
    year: int
    worth: dict[Seat, int]


class CertificatesSold(News, kind="certificates sold"):
    """A seat has sold certificates of a company."""

    seat: Seat
    company: str
    director: int
    preferred: int
    common: int
    price: int
    got: int


class CertificateBought(News, kind="certificate bought"):
    """A seat has bought a certificate."""

    seat: Seat
    company: str
    percent: int
    pool: bool
    paid: int


class Passed(News, kind="passed"):
    """A seat has passed; by itself where it could do nothing else."""

    seat: Seat
    forced: bool

    def is_record_only(self) -> bool:
        """Nothing changes by it."""
        return True


class PriceMoved(News, kind="price moved"):
    """A company's stock price has moved."""

    company: str
    before: int
    after: int
    why: WhyPrice


class DirectorChanged(News, kind="director changed"):
    """A company has a new director, after a swap of three shares for the director's certificate."""

    headline: ClassVar[bool] = True
    company: str
    before: Seat
    after: Seat

    def list_concerned_seats(self) -> Collection[Seat]:
        """Both directors."""
        return (self.before, self.after)

    def list_targets(self) -> Collection[Seat]:
        """The director who was bought out, and the new one."""
        return (self.before, self.after)


class StockPhaseEnded(News, kind="stock phase ended"):
    """Everybody has passed in a row, with the new holder of the priority deal."""

    priority: Seat


class TilesDealt(News, kind="tiles dealt"):
    """Which building tiles a seat was dealt; told only to it."""

    reveals: ClassVar[bool] = True
    seat: Seat
    tiles: list[str]


class TilesPlayed(News, kind="tiles played"):
    """Which building tile each seat has played, and how many workers are in the job market now."""

    reveals: ClassVar[bool] = True
    headline: ClassVar[bool] = True
    tiles: dict[Seat, str]
    before: int
    after: int


class PartnerGained(News, kind="partner gained"):
    """A seat has gained a partner."""

    seat: Seat
    why: WhyPartner
    partners: int


class PartnerPlaced(News, kind="partner placed"):
    """A seat has placed a partner for a company."""

    seat: Seat
    space: str
    company: str
    paid: int
    """By the company; below 0: it got as much."""
    owner: Seat | None
    """Of the building tile."""
    owner_got: int

    def list_targets(self) -> Collection[Seat]:
        """The owner of the tile."""
        return () if self.owner in (None, self.seat) else (self.owner,)


class PartnersIdle(News, kind="partners idle"):
    """A seat directs no company, so its partners earn it money instead."""

    seat: Seat
    got: int


class WorkersHired(News, kind="workers hired"):
    """A company has hired workers from the job market."""

    besides: ClassVar[frozenset[str]] = frozenset({"left"})
    company: str
    factories: list[int]
    paid: int
    left: int


class WorkerPlaced(News, kind="worker placed"):
    """A company has gained a worker."""

    company: str
    factory: int


class ManagerHired(News, kind="manager hired"):
    """A company has hired a manager."""

    company: str
    factory: int


class SalespersonHired(News, kind="salesperson hired"):
    """A company has another salesperson, so its goods are dearer."""

    company: str
    before: int
    after: int


class Automated(News, kind="automated"):
    """A company has automated a spot; where its worker went, None: to the job market or away."""

    company: str
    factory: int
    to: int | None
    full: bool


class AppealMoved(News, kind="appeal moved"):
    """A company has moved on the appeal track."""

    company: str
    before: int
    after: int


class BonusDeclined(News, kind="bonus declined"):
    """A company got money in the place of an appeal bonus."""

    company: str
    bonus: Bonus
    got: int


class TokenTaken(News, kind="token taken"):
    """A company has a goods token more."""

    company: str
    tokens: int


class GoodsMade(News, kind="goods made"):
    """A company has goods more, but not from a factory."""

    company: str
    count: int
    why: WhyGoods


class CubesTaken(News, kind="cubes taken"):
    """A company has taken cubes from Haymarket Square."""

    company: str
    cubes: list[Cube]
    missing: list[Cube]


class CubesTraded(News, kind="cubes traded"):
    """A company has traded equal cubes for another at Haymarket Square."""

    company: str
    give: Cube
    get: Cube


class AssetBought(News, kind="asset bought"):
    """A company has bought a capital asset."""

    company: str
    asset: str
    paid: int
    kept: bool
    """Whether it lies on the charter now."""
    left: str | None
    """What left the game for it."""


class AssetUsed(News, kind="asset used"):
    """A company has used its capital asset."""

    company: str
    asset: str
    paid: int


class AssetTurnedUp(News, kind="asset turned up"):
    """A new asset lies in the row."""

    reveals: ClassVar[bool] = True
    asset: str
    price: int


class DividendPaid(News, kind="dividend paid"):
    """A company has paid its shareholders."""

    company: str
    special: bool
    total: int
    a_share: int
    players: dict[Seat, int]
    treasury: int
    """What the company got for the shares in its own treasury."""

    def list_concerned_seats(self) -> Collection[Seat]:
        """Those who were paid."""
        return self.players


class WillGoFirst(News, kind="will go first"):
    """A seat goes first in the next sequence."""

    seat: Seat


class EmergencyFunds(News, kind="emergency funds"):
    """A company has sold shares of its own."""

    company: str
    shares: int
    got: int


class CubesBought(News, kind="cubes bought"):
    """A company has bought cubes."""

    company: str
    cubes: list[Cube]
    paid: int


class FactoryRan(News, kind="factory ran"):
    """A factory has run."""

    company: str
    factory: int
    cubes: list[Cube]
    goods: int


class GoodsSold(News, kind="goods sold"):
    """A company has sold goods to a demand, or to the bank."""

    company: str
    where: str
    count: int
    each: int
    bonus: int


class RevenueKept(News, kind="revenue kept"):
    """A company has kept what it earned."""

    company: str
    amount: int
    forced: bool
    """Whether nothing could be paid out."""


class SupplyRefilled(News, kind="supply refilled"):
    """What lies on the supply chain now, from the $10 space on; or how many of each, where each has its row."""

    groups: list[dict[Cube, int]]

    def is_record_only(self) -> bool:
        """It lies on the table."""
        return True


class DemandRefilled(News, kind="demand refilled"):
    """Which demand tiles are new: row, column bonus and spaces of each."""

    reveals: ClassVar[bool] = True
    tiles: list[str]


class AssetLeft(News, kind="asset left"):
    """The cheapest asset of the row has left the game at the end of a decade."""

    asset: str


class GoalReached(News, kind="goal reached"):
    """The winners of a public goal; empty if all have none of it."""

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


class GameOver(News, kind="game over"):
    """The final scores, the best first."""

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
