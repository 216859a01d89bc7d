"""All moves of players.

A turn for a company is one move made of parts; each part depends on those before it.
Factories are counted from 1, from left to right.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from bot.engine.records import Card, Move
from bot.games.big_shoulders.components import Cube, Piece

# Stock phase


class Found(Move, kind="found"):
    """Found a company at this price."""

    company: str
    price: int


class Buy(Move, kind="buy"):
    """Buy a certificate, from the company's treasury or from the Bank Pool."""

    company: str
    piece: Piece
    pool: bool = False


class Sell(Move, kind="sell"):
    """Sell certificates of a company to the Bank Pool."""

    company: str
    director: int = 0
    preferred: int = 0
    common: int = 0


AnyTrade = Annotated[Found | Buy | Sell, Field(discriminator="kind")]


class StockTurn(Move, kind="stock turn"):
    """A turn of the Stock phase: sales, then a purchase or a founding; without parts, a pass."""

    parts: tuple[AnyTrade, ...] = ()


# Building phase


class ChooseTiles(Move, kind="choose tiles"):
    """Which building tile to play and which to discard; the third is kept."""

    play: int
    discard: int


# Parts of a turn with a company


class PlacePartner(Move, kind="place partner"):
    """Place a partner on a space of the board, or on a building tile ("tile 12"), for a company."""

    space: str
    company: str


class HireWorkers(Move, kind="hire workers"):
    """Hire workers from the job market, each for this factory."""

    factories: tuple[int, ...]


class PlaceWorker(Move, kind="place worker"):
    """Put a gained worker into a factory; None: do without it."""

    factory: int | None


class HireManager(Move, kind="hire manager"):
    """Put a manager into a factory."""

    factory: int


class AutomateSpot(Move, kind="automate spot"):
    """Automate a spot of a factory, whose worker goes to another one or, None, away; or automate nothing."""

    factory: int | None
    to: int | None = None


class TakeBonus(Move, kind="take bonus"):
    """Take an appeal bonus, or decline it for money."""

    take: bool


class TakeCubes(Move, kind="take cubes"):
    """Take these cubes from Haymarket Square."""

    cubes: tuple[Cube, ...]


class PickAsset(Move, kind="pick asset"):
    """Buy this capital asset."""

    asset: str


class KeepAsset(Move, kind="keep asset"):
    """Keep the new asset in the place of the old one, or throw the new one away."""

    keep: bool


class GoFirst(Move, kind="go first"):
    """Go first in the next sequence, or not."""

    first: bool


class UseAsset(Move, kind="use asset"):
    """Use a company's capital asset."""

    company: str


class TradeCubes(Move, kind="trade cubes"):
    """Give two equal cubes of a company to Haymarket Square for another."""

    company: str
    give: Cube
    get: Cube


# Parts of an operation


class EmergencyFundraising(Move, kind="emergency fundraising"):
    """Sell certificates of the company's own treasury to the Bank Pool."""

    preferred: int
    common: int


class Purchase(Card):
    """A cube of the supply chain, and for how much."""

    cube: Cube
    price: int


class BuyCubes(Move, kind="buy cubes"):
    """Buy cubes from the supply chain."""

    cubes: tuple[Purchase, ...]


class RunFactory(Move, kind="run factory"):
    """Run the next factory."""

    factory: int


class SellGoods(Move, kind="sell goods"):
    """Sell goods to the demand of a column, counted from the $50 column, or, None, to the bank at half price."""

    column: int | None
    count: int = Field(ge=1)


class Settle(Move, kind="settle"):
    """Pay the revenue out, or keep it; what can be done at any time can still be done."""

    pay: bool


AnyActionPart = Annotated[
    PlacePartner
    | HireWorkers
    | PlaceWorker
    | HireManager
    | AutomateSpot
    | TakeBonus
    | TakeCubes
    | PickAsset
    | KeepAsset
    | GoFirst
    | UseAsset
    | TradeCubes,
    Field(discriminator="kind"),
]
AnyOperationPart = Annotated[
    EmergencyFundraising
    | BuyCubes
    | RunFactory
    | SellGoods
    | Settle
    | PlaceWorker
    | AutomateSpot
    | TakeBonus
    | TakeCubes
    | UseAsset
    | TradeCubes,
    Field(discriminator="kind"),
]


class Act(Move, kind="act"):
    """A turn of the Action phase: a partner placed with all that follows, assets and trades before and after."""

    parts: tuple[AnyActionPart, ...]


class Operate(Move, kind="operate"):
    """A company's whole operation."""

    parts: tuple[AnyOperationPart, ...]


AnyMove = Annotated[
    Found
    | Buy
    | Sell
    | StockTurn
    | ChooseTiles
    | Act
    | Operate
    | PlacePartner
    | HireWorkers
    | PlaceWorker
    | HireManager
    | AutomateSpot
    | TakeBonus
    | TakeCubes
    | PickAsset
    | KeepAsset
    | GoFirst
    | UseAsset
    | TradeCubes
    | EmergencyFundraising
    | BuyCubes
    | RunFactory
    | SellGoods
    | Settle,
    Field(discriminator="kind"),
]
"""The moves and their parts."""
