"""Everything a player can choose.

What a seat does for a company in one turn is one move made of parts, each of which depends on those before it.
Factories are counted from 1, from left to right.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from bot.engine.records import Card, Move
from bot.games.big_shoulders.components import Cube, Piece

# Stock phase


class Found(Move):
    """Found a company at this price."""

    kind: Literal["found"] = "found"
    company: str
    price: int


class Buy(Move):
    """Buy a certificate, from the company's treasury or from the Bank Pool."""

    kind: Literal["buy"] = "buy"
    company: str
    piece: Piece
    pool: bool = False


class Sell(Move):
    """Sell certificates of a company to the Bank Pool."""

    kind: Literal["sell"] = "sell"
    company: str
    director: int = 0
    preferred: int = 0
    common: int = 0


AnyTrade = Annotated[Found | Buy | Sell, Field(discriminator="kind")]


class StockTurn(Move):
    """A turn of the Stock phase: what is sold, then what is bought or founded; nothing of it is a pass."""

    kind: Literal["stock turn"] = "stock turn"
    parts: tuple[AnyTrade, ...] = ()


# Building phase


class ChooseTiles(Move):
    """Which building tile to play and which to discard; the third is kept."""

    kind: Literal["choose tiles"] = "choose tiles"
    play: int
    discard: int


# Parts of a turn with a company


class PlacePartner(Move):
    """Place a partner on a space of the board, or on a building tile ("tile 12"), for a company."""

    kind: Literal["place partner"] = "place partner"
    space: str
    company: str


class HireWorkers(Move):
    """Hire workers from the job market, each for this factory."""

    kind: Literal["hire workers"] = "hire workers"
    factories: tuple[int, ...]


class PlaceWorker(Move):
    """Put a gained worker into a factory; None: do without it."""

    kind: Literal["place worker"] = "place worker"
    factory: int | None


class HireManager(Move):
    """Put a manager into a factory."""

    kind: Literal["hire manager"] = "hire manager"
    factory: int


class AutomateSpot(Move):
    """Automate a spot of a factory, whose worker goes to another one or, None, away; or automate nothing."""

    kind: Literal["automate spot"] = "automate spot"
    factory: int | None
    to: int | None = None


class TakeBonus(Move):
    """Take an appeal bonus, or decline it for money."""

    kind: Literal["take bonus"] = "take bonus"
    take: bool


class TakeCubes(Move):
    """Take these cubes from Haymarket Square."""

    kind: Literal["take cubes"] = "take cubes"
    cubes: tuple[Cube, ...]


class PickAsset(Move):
    """Buy this capital asset."""

    kind: Literal["pick asset"] = "pick asset"
    asset: str


class KeepAsset(Move):
    """Keep the new asset in the place of the old one, or throw the new one away."""

    kind: Literal["keep asset"] = "keep asset"
    keep: bool


class GoFirst(Move):
    """Go first in the next sequence, or not."""

    kind: Literal["go first"] = "go first"
    first: bool


class UseAsset(Move):
    """Use a company's capital asset."""

    kind: Literal["use asset"] = "use asset"
    company: str


class TradeCubes(Move):
    """Give two equal cubes of a company to Haymarket Square for another."""

    kind: Literal["trade cubes"] = "trade cubes"
    company: str
    give: Cube
    get: Cube


# Parts of an operation


class EmergencyFundraising(Move):
    """Sell certificates of the company's own treasury to the Bank Pool."""

    kind: Literal["emergency fundraising"] = "emergency fundraising"
    preferred: int
    common: int


class Purchase(Card):
    """A cube of the supply chain, and for how much."""

    cube: Cube
    price: int


class BuyCubes(Move):
    """Buy cubes from the supply chain."""

    kind: Literal["buy cubes"] = "buy cubes"
    cubes: tuple[Purchase, ...]


class RunFactory(Move):
    """Run the next factory."""

    kind: Literal["run factory"] = "run factory"
    factory: int


class SellGoods(Move):
    """Sell goods to the demand of a column, counted from the $50 column, or, None, to the bank at half price."""

    kind: Literal["sell goods"] = "sell goods"
    column: int | None
    count: int = Field(ge=1)


class Settle(Move):
    """Pay the revenue out, or keep it; what can be done at any time can still be done."""

    kind: Literal["settle"] = "settle"
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


class Act(Move):
    """A turn of the Action phase: a partner placed with all that follows, assets and trades before and after."""

    kind: Literal["act"] = "act"
    parts: tuple[AnyActionPart, ...]


class Operate(Move):
    """A company's whole operation."""

    kind: Literal["operate"] = "operate"
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
"""The moves, and the parts of which they are made."""
