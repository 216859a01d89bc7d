"""The components as data: companies, building tiles, capital assets, demand tiles, goals, tracks and terms.

All printed values are in `box.json`; this module has their schema and the checks that make a box playable. The effects
of spaces, tiles and assets use a closed vocabulary, so an operator can change them without code.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Annotated, Final, Literal, Self, TypeAlias

from pydantic import Field, model_validator

from bot.engine.records import Card
from bot.engine.table import Box

Cube: TypeAlias = Literal["livestock", "steel", "coal", "wood"]
CUBES: Final[tuple[Cube, ...]] = ("livestock", "steel", "coal", "wood")
Industry: TypeAlias = Literal["food", "dry goods", "meat", "shoes"]
INDUSTRIES: Final[tuple[Industry, ...]] = ("food", "dry goods", "meat", "shoes")
"""The rows of the demand board from top to bottom."""
Payment: TypeAlias = Literal["none", "company to bank", "company to owner", "bank to owner", "bank to company"]
Piece: TypeAlias = Literal["director", "preferred", "common"]
PIECES: Final[dict[Piece, int]] = {"director": 3, "preferred": 2, "common": 1}
"""The certificates and how many shares each is."""
COMMONS: Final = 5
SHARES: Final = 10
PLAYERS: Final = range(2, 5)
COLUMNS: Final = 3
"""Of the demand board: the $50, the $20 and the $0 column, in this order."""
Bonus: TypeAlias = Literal["worker", "salesperson", "automation", "partner", "goods token", "price step"]
Measure: TypeAlias = Literal[
    "managers",
    "salespeople",
    "assets",
    "workers",
    "automation",
    "appeal",
    "treasury",
    "partners",
    "common",
    "preferred",
]


class HireWorkers(Card, kind="hire workers"):
    """Hire one or more workers from the job market."""


class Workers(Card, kind="workers"):
    """Gain workers, free, from the supply."""

    count: int = Field(ge=1)


class HireManagers(Card, kind="hire managers"):
    """Hire managers, each for another factory."""

    count: int = Field(ge=1)


class HireSalespeople(Card, kind="hire salespeople"):
    """Hire salespeople."""

    count: int = Field(ge=1)


class Automate(Card, kind="automate"):
    """Automate worker spots, one after the other."""

    count: int = Field(ge=1)


class Appeal(Card, kind="appeal"):
    """Move forward on the appeal track."""

    steps: int = Field(ge=1)


class GoFirst(Card, kind="go first"):
    """Go first in the next sequence, if you like."""


class Goods(Card, kind="goods"):
    """Produce goods."""

    count: int = Field(ge=1)


class Cubes(Card, kind="cubes"):
    """Take these cubes from Haymarket Square, as far as they are there."""

    cubes: tuple[Cube, ...] = Field(min_length=1)


class ChooseCubes(Card, kind="choose cubes"):
    """Take cubes of choice from Haymarket Square, all alike or all different."""

    count: int = Field(ge=1, le=2)
    like: bool


class BuyAnAsset(Card, kind="buy an asset"):
    """Buy a capital asset of the row, with a discount."""

    discount: int = Field(ge=0)


class SpecialDividend(Card, kind="special dividend"):
    """Pay the shareholders out of the treasury."""

    total: int = Field(ge=SHARES, multiple_of=SHARES)


class Revenue(Card, kind="revenue"):
    """More operating revenue."""

    amount: int = Field(ge=1)


class PriceSteps(Card, kind="price steps"):
    """The price rises."""

    steps: int = Field(ge=1)


class PriceProtection(Card, kind="price protection"):
    """The price does not fall when revenue is kept or when others sell."""


AnyEffect = Annotated[
    HireWorkers
    | Workers
    | HireManagers
    | HireSalespeople
    | Automate
    | Appeal
    | GoFirst
    | Goods
    | Cubes
    | ChooseCubes
    | BuyAnAsset
    | SpecialDividend,
    Field(discriminator="kind"),
]
"""What a space or a building tile does, and an asset when it is bought."""

AnyUse = Annotated[Cubes | Appeal | Revenue | PriceSteps | PriceProtection, Field(discriminator="kind")]
"""The effect of an asset, once a decade."""


class ManagerBonus(Card):
    """The additional output of a factory with a manager."""

    cubes: int = Field(default=0, ge=0)
    goods: int = Field(default=0, ge=0)
    appeal: int = Field(default=0, ge=0)


class FactoryCard(Card):
    """A factory with its printed values."""

    cubes: tuple[Cube, ...] = Field(min_length=1)
    goods: int = Field(ge=1)
    spots: int = Field(ge=1)
    """For workers; there are as many automation tokens."""
    manager: ManagerBonus


class CompanyCard(Card):
    """A company's charter."""

    id: str = Field(pattern=r"^[a-z]{1,20}$")
    name: str = Field(min_length=1, max_length=40)
    short: str = Field(min_length=1, max_length=14)
    industry: Industry
    colour: str = Field(pattern=r"^#[0-9a-f]{6}$")
    appeal: int = Field(ge=0)
    asset_slot: bool
    prices: tuple[int, ...] = Field(min_length=2)
    """For one of its goods, with no salesperson, with one, and so on."""
    factories: tuple[FactoryCard, ...] = Field(min_length=2, max_length=3)

    @property
    def salesperson_slots(self) -> int:
        """How many salespeople have room."""
        return len(self.prices) - 1


class Place(Card):
    """A space of the board, where partners are placed."""

    id: str = Field(pattern=r"^[a-z0-9_]{1,30}$")
    name: str
    one: bool
    """Whether it takes one partner a decade."""
    payment: Payment
    amount: int = Field(ge=0)
    effects: tuple[AnyEffect, ...]
    decade: int = Field(ge=1, le=5)
    """From which on it is open."""


class Tile(Card):
    """A building tile."""

    number: int = Field(ge=1)
    era: int = Field(ge=1, le=3)
    players: int
    """From how many players on it is in the game."""
    workers: int = Field(ge=0)
    """That come to the job market when it is played."""
    payment: Payment
    amount: int = Field(ge=0)
    effects: tuple[AnyEffect, ...]


class Asset(Card):
    """A capital asset."""

    id: str = Field(pattern=r"^[a-z_]{1,30}$")
    name: str
    start: bool
    """Whether it lies in the row from the beginning."""
    bonuses: tuple[AnyEffect, ...]
    """At once, when it is bought."""
    use: AnyUse | None = None
    cost: int = Field(ge=0)
    """Of a use, to the bank."""


class DemandTile(Card):
    """A demand tile; without spaces it only blocks its place."""

    number: int = Field(ge=1)
    pips: int = Field(ge=1, le=4)
    spaces: int = Field(ge=0)
    players: int


class Goal(Card):
    """A public goal."""

    measure: Measure
    name: str


class Decade(Card):
    """The special rules of a decade."""

    year: int
    refill: int = Field(ge=1)
    """Cubes for each empty space of the supply chain."""
    dealt: int = Field(ge=0)
    """Building tiles dealt to each player, of this era."""
    era: int
    partner: bool
    """Whether everybody gains a partner."""
    found: bool
    """Whether further companies can be founded."""


class Layout(Card):
    """What depends on the number of players."""

    certificates: int = Field(ge=1)
    """A player's limit."""


class Terms(Card):
    """The numbers of the rules."""

    cash: int = Field(ge=1)
    partners: int = Field(ge=1)
    most_partners: int = Field(ge=1)
    starting_hand: int = Field(ge=2)
    most_shares: int = Field(ge=3)
    """Of one company in one hand."""
    goods_tokens: int = Field(ge=0)
    goals: int = Field(ge=0)
    goal_reward: int = Field(ge=0)
    workers: int = Field(ge=0)
    """In the job market at the beginning."""
    most_workers: int = Field(ge=1)
    decline: int = Field(ge=0)
    """For a company that declines an appeal bonus."""
    per_unused_partner: int = Field(ge=0)
    """For a player without a company, for each partner."""
    last_decade: int = Field(ge=1, le=5)
    triple_from: int = Field(ge=1)
    """From which price on a payout can raise it by three steps."""
    trade: int = Field(ge=1)
    """Equal cubes that Haymarket Square takes for one."""
    building_spaces: int = Field(ge=5)


class PlanWeights(Card):
    """How the offered plan of an operation and our bots weigh what does not pay at once; ours (CB-30)."""

    dollar_in_treasury: float
    step_of_appeal: float
    cube: float
    good: float
    price_step: float


class Haymarket(Card):
    """How many cubes of each type lie in Haymarket Square at the beginning, and stay when the bag is empty."""

    start: int
    kept: int


class Supply(Card):
    """The supply chain: the price of a cube by space, and the number of cubes on each at the beginning."""

    prices: tuple[int, ...]
    """Of the spaces from the right; one more space is not for sale."""
    start: int


class SupplyVariant(Card):
    """The supply chain with a row for each type."""

    start: int
    drawn: int
    most: int
    prices: tuple[int, ...]
    """Of the next cube of a row, with one there, with two, and so on."""
    draws: tuple[int, ...]
    """After an operation, by the size of the largest row."""


class AppealTrack(Card):
    """The appeal track."""

    most: int
    bonuses: dict[int, Bonus]


class DemandBoard(Card):
    """The demand board: the bonus of a full tile by column, and the open places of the $20 column."""

    bonuses: tuple[int, ...] = Field(min_length=COLUMNS, max_length=COLUMNS)
    open_spaces: int


class Weighs(Card):
    """Weights of the bots, in dollars unless stated otherwise; tuned by playing (`tests/ladder/tune.py`).

    The defaults are those of the time before boxes could set them.
    """

    cube_costs: float = 14
    """Average price of a cube."""
    spot_left: float = 0.55
    """Part of a factory's future gains lost by an open spot, or by an earlier factory that cannot run."""
    manager: float = 9
    """Value of a manager each time a factory runs."""
    appeal: float = 4
    """Value of a step of appeal with each operation."""
    needed: float = 70
    """Money that a company can use for cubes and staff; further money counts less."""
    useful: float = 0.9
    """Value for the shareholders of a dollar in a treasury, up to the needed money."""
    idle: float = 0.35
    """The same for a dollar beyond."""
    asset: float = 12
    """Value of an asset with each operation."""
    partner: float = 25
    """Value of a partner."""
    others: dict[int, float] = {2: 0.25, 3: 0.25, 4: 0.25}
    """Weight of the others' average against the own position, by number of players."""
    expected: float = 0.75
    """Part of a company's possible gains that is expected."""
    unstaffed: float = 1.0
    """Factor of `spot_left` where nobody can fill the spot before the operation; 1: it makes no difference."""


class CityBox(Box):
    """Everything in the box."""

    edition: int = Field(default=1, ge=1)
    """Edition of our rulings, of the bots' weights, and of the offered plans."""
    ease: float = Field(default=30.0, gt=0)
    """Loss that an easy bot accepts, in dollars at the end; see `bot.engine.easy_bots`."""
    weighs: Weighs = Weighs()
    terms: Terms
    plan: PlanWeights
    players: dict[int, Layout]
    decades: tuple[Decade, ...]
    track: tuple[int, ...]
    """The stock prices, the lowest first."""
    starting_prices: tuple[int, ...]
    cubes: dict[Cube, int]
    haymarket: Haymarket
    supply: Supply
    supply_variant: SupplyVariant
    worker_prices: tuple[int, ...]
    """Of the next worker, by how many are in the job market."""
    asset_prices: tuple[int, ...]
    """Of the row, from left to right."""
    appeal: AppealTrack
    demand: DemandBoard
    spaces: tuple[Place, ...]
    companies: tuple[CompanyCard, ...]
    tiles: tuple[Tile, ...]
    assets: tuple[Asset, ...]
    demand_tiles: tuple[DemandTile, ...]
    goals: tuple[Goal, ...]

    @cached_property
    def company(self) -> dict[str, CompanyCard]:
        """The companies by id."""
        return {company.id: company for company in self.companies}

    @cached_property
    def tile(self) -> dict[int, Tile]:
        """The building tiles by number."""
        return {tile.number: tile for tile in self.tiles}

    @cached_property
    def asset(self) -> dict[str, Asset]:
        """The capital assets by id."""
        return {asset.id: asset for asset in self.assets}

    @cached_property
    def demand_tile(self) -> dict[int, DemandTile]:
        """The demand tiles by number."""
        return {tile.number: tile for tile in self.demand_tiles}

    @cached_property
    def space(self) -> dict[str, Place]:
        """The spaces of the board by id."""
        return {space.id: space for space in self.spaces}

    def tiles_of(self, era: int, players: int) -> list[int]:
        """Return the building tiles of an era for a number of players."""
        return [tile.number for tile in self.tiles if tile.era == era and tile.players <= players]

    @model_validator(mode="after")
    def _playable(self) -> Self:
        problems = [*self._names(), *self._tracks(), *self._tiles()]
        if problems:
            raise ValueError("; ".join(problems))
        return self

    def _names(self) -> Iterator[str]:
        for what, names in (
            ("company", [company.id for company in self.companies]),
            ("company", [company.short for company in self.companies]),
            ("tile", [tile.number for tile in self.tiles]),
            ("asset", [asset.id for asset in self.assets]),
            ("asset", [asset.name for asset in self.assets]),
            ("space", [space.id for space in self.spaces]),
            ("demand tile", [tile.number for tile in self.demand_tiles]),
            ("goal", [goal.measure for goal in self.goals]),
        ):
            if len(set(names)) < len(names):
                yield f"every {what} has a name of its own"
        if set(self.players) != set(PLAYERS):
            yield "there is a layout for 2, 3 and 4 players"
        if len(self.companies) < max(PLAYERS):
            yield "every player founds a company"
        if len(self.goals) < self.terms.goals:
            yield "there are fewer goals than are turned up"

    def _tracks(self) -> Iterator[str]:
        if list(self.track) != sorted(set(self.track)) or min(self.track) < 1:
            yield "the stock prices rise"
        if not set(self.starting_prices) <= set(self.track):
            yield "starting prices are on the track"
        if 3 * min(self.starting_prices) > self.terms.cash:
            yield "everybody can afford a first company"
        if len(self.decades) != self.terms.last_decade:
            yield "there is a row for each decade"
        if len(self.worker_prices) != self.terms.most_workers + 1:
            yield "a worker has a price however many there are"
        if len(self.supply_variant.prices) != self.supply_variant.most:
            yield "a cube has a price however many there are"
        if len(self.supply_variant.draws) != self.supply_variant.most + 1:
            yield "there is a number of draws for each size of the largest row"
        if set(self.cubes) != set(CUBES) or min(self.cubes.values()) <= self.haymarket.start:
            yield "there are cubes of each type, more than Haymarket Square begins with"
        if not any(not space.one and space.payment == "bank to company" and space.decade == 1 for space in self.spaces):
            yield "one space is open to everybody at any time"

    def _tiles(self) -> Iterator[str]:
        for players in PLAYERS:
            for era in (1, 2, 3):
                dealt = sum(decade.dealt for decade in self.decades if decade.dealt and decade.era == era)
                dealt += self.terms.starting_hand if era == 1 else 0
                if len(self.tiles_of(era, players)) != dealt * players:
                    yield f"era {era} has not the tiles that are dealt to {players} players"
            places = len(INDUSTRIES) * COLUMNS
            if sum(tile.players <= players for tile in self.demand_tiles) < places:
                yield f"{players} players have too few demand tiles"
        if sum(asset.start for asset in self.assets) != len(self.asset_prices):
            yield "as many assets as the row has spaces lie there from the beginning"


BOX: Final = CityBox.model_validate_json(Path(__file__).with_name("box.json").read_bytes())
"""The box that comes with the program."""
