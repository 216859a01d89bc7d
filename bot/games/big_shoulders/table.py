"""The state of a running game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from hashlib import sha256
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from bot.engine.records import Record, Seat
from bot.engine.secrecy import FaceDown, Open, OpenByChance, Own
from bot.engine.table import Table
from bot.games.big_shoulders.components import CUBES, PIECES, CityBox, Cube, Industry, Measure
from bot.games.big_shoulders.components import Decade as DecadeCard
from bot.games.big_shoulders.news import Score, WhyPartner
from bot.games.big_shoulders.rules.action_phase import ActionPhase, ActionTurn
from bot.games.big_shoulders.rules.appeal import AppealBonus
from bot.games.big_shoulders.rules.building_phase import BuildingPhase
from bot.games.big_shoulders.rules.capital_assets import AssetBonus, NewAsset
from bot.games.big_shoulders.rules.certificates import Certificates, held, new_treasury
from bot.games.big_shoulders.rules.charter import Company
from bot.games.big_shoulders.rules.cleanup import Cleanup
from bot.games.big_shoulders.rules.decades import Decade
from bot.games.big_shoulders.rules.demand_board import DemandSpace, places
from bot.games.big_shoulders.rules.effects import Effect
from bot.games.big_shoulders.rules.end_of_game import scores
from bot.games.big_shoulders.rules.founding import FirstCompanies
from bot.games.big_shoulders.rules.operation import ManagerCubes, Operation
from bot.games.big_shoulders.rules.operation_phase import OperationPhase
from bot.games.big_shoulders.rules.stock_phase import StockPhase, Trading
from bot.games.big_shoulders.rules.variants import CityOptions

AnyPart: TypeAlias = Trading | ActionTurn | Operation | Effect | NewAsset | AssetBonus | AppealBonus | ManagerCubes
"""The steps of a turn that is put together; they are on no saved agenda."""

AnyStep = Annotated[
    FirstCompanies | Decade | StockPhase | BuildingPhase | ActionPhase | OperationPhase | Cleanup | AnyPart,
    Field(discriminator="kind"),
]

Source: TypeAlias = Literal["shares", "dividends", "tiles", "partners"]
"""Where a player's money comes from."""


class Player(Record):
    """Everything in front of a player, and the hand."""

    cash: Open[int]
    partners: Open[int]
    """In all."""
    ready: Open[int]
    """Not placed yet in this decade."""
    gained: Open[list[WhyPartner]] = []
    hand: Own[list[int]] = []
    discarded: Own[list[int]] = []
    tiles: Open[list[int]] = []
    """On the own building track."""
    certificates: Open[dict[str, Certificates]] = {}
    first: Open[str | None] = None
    """The company founded first."""
    sold: Open[list[str]] = []
    """The companies that the seat sold shares of in this decade."""
    earned: Open[dict[Source, int]] = {}
    history: Open[list[int]] = []
    """The net worth after each decade."""


class City(Table):
    """A game of City of the Big Shoulders."""

    agenda: Open[list[AnyStep]] = []
    options: Open[CityOptions]
    decade: Open[int] = 1
    priority: OpenByChance[Seat]
    """The holder of the priority deal."""
    order: OpenByChance[list[Seat]]
    """Of the Action phase."""
    everybody: Open[dict[Seat, Player]]
    companies: Open[dict[str, Company]] = {}
    appeal_order: Open[list[str]] = []
    """The companies in the order in which they operate."""
    haymarket: Open[dict[Cube, int]]
    bag: OpenByChance[dict[Cube, int]]
    supply: OpenByChance[list[dict[Cube, int]]]
    """The groups of the supply chain, that at $10 first; empty in the variant."""
    rows: OpenByChance[dict[Cube, int]]
    """The rows of the variant; else empty."""
    demand: Open[dict[Industry, list[DemandSpace]]]
    """The $50 column first."""
    demand_pile: FaceDown[list[int]]
    """The next tile first."""
    demand_gone: Open[list[int]] = []
    asset_row: OpenByChance[list[str | None]]
    """The dearest space first."""
    asset_pile: FaceDown[list[str]]
    assets_gone: Open[list[str]] = []
    tile_piles: FaceDown[dict[int, list[int]]]
    job_market: Open[int]
    partners_on: Open[dict[str, list[Seat]]] = {}
    """The seats with partners on each space in this decade."""
    goals: OpenByChance[list[Measure]]
    tokens_left: Open[int]
    scores: Open[list[Score]] = []
    """The final scores, the best first."""

    @cached_property  # pydantic is slow to find private attributes
    def box(self) -> CityBox:
        """What this game is played with."""
        box: CityBox = self._box
        return box

    @property
    def decade_card(self) -> DecadeCard:
        """The special rules of this decade."""
        return self.box.decades[self.decade - 1]

    @property
    def year(self) -> int:
        """The year on the board."""
        return self.decade_card.year

    def name(self, company: str) -> str:
        """Return how a company is called."""
        return self.box.company[company].short

    def director(self, company: str) -> Seat:
        """Return who directs a company."""
        return next(
            seat
            for seat, player in self.everybody.items()
            if company in player.certificates and player.certificates[company].director
        )

    def directed(self, seat: Seat) -> list[str]:
        """Return the companies that a seat directs."""
        return [company for company, owned in self.everybody[seat].certificates.items() if owned.director]

    def share_value(self, seat: Seat) -> int:
        """Return what a seat's shares are worth at present prices."""
        owned = self.everybody[seat].certificates
        return sum(self.companies[company].price * certificates.shares for company, certificates in owned.items())

    def net_worth(self, seat: Seat) -> int:
        """Return a seat's cash and shares together."""
        return self.everybody[seat].cash + self.share_value(seat)

    def earn(self, seat: Seat, amount: int, source: Source) -> None:
        """Give a seat money, or take it."""
        player = self.everybody[seat]
        player.cash += amount
        player.earned[source] = player.earned.get(source, 0) + amount

    def stamp(self) -> str:
        """Return what tells the open state of the table from any other: it follows from nothing that is hidden."""
        hidden = {"chance", "agenda", "demand_pile", "asset_pile", "tile_piles", "seals", "bag"}
        hands = {seat: {"hand", "discarded"} for seat in self.seats}
        shown = self.model_dump_json(exclude={**dict.fromkeys(hidden, True), "everybody": hands})
        return sha256(shown.encode()).hexdigest()[:16]

    def compute_current_scores(self) -> dict[Seat, int]:
        """Return what everybody's game is worth as things stand."""
        return {score.seat: score.total for score in scores(self)}

    def describe_part(self) -> str:
        """Return the decade."""
        return f"Decade {self.decade}"

    # Nothing appears or vanishes

    def audit(self) -> None:
        """Raise AssertionError, with all that is wrong, when anything has appeared or vanished."""
        problems = [
            *self._wrong_money(),
            *self._wrong_certificates(),
            *self._wrong_cubes(),
            *self._wrong_tiles(),
            *self._wrong_staff(),
            *self._wrong_tracks(),
        ]
        if problems:
            raise AssertionError("; ".join(problems))

    def _wrong_money(self) -> Iterator[str]:
        for seat, player in self.everybody.items():
            if player.cash < 0:
                yield f"seat {seat} has {player.cash}"
            if player.cash != self.box.terms.cash + sum(player.earned.values()):
                yield f"seat {seat} has {player.cash}, having earned {player.earned}"
        for company, firm in self.companies.items():
            if firm.cash < 0:
                yield f"{company} has {firm.cash}"

    def _wrong_certificates(self) -> Iterator[str]:
        for company, firm in self.companies.items():
            lying = [player.certificates.get(company) for player in self.everybody.values()]
            lying += [firm.treasury, firm.pool]
            for piece in PIECES:
                total = sum(getattr(owned, piece) for owned in lying if owned is not None)
                if total != 1 + getattr(new_treasury(), piece) - (piece != "director"):
                    yield f"{company} has {total} {piece} certificates"
            if firm.treasury.director or firm.pool.director:
                yield f"nobody directs {company}"
            for seat, player in self.everybody.items():
                mine = player.certificates.get(company) or Certificates()
                if mine.shares > self.box.terms.most_shares or (mine.director and mine.preferred):
                    yield f"seat {seat} has {mine!r} of {company}"
                if min(mine.director, mine.preferred, mine.common) < 0:
                    yield f"seat {seat} has {mine!r} of {company}"
        for seat in self.seats:
            if not self.options.advanced and held(self, seat) > self.box.players[self.players].certificates:
                yield f"seat {seat} has {held(self, seat)} certificates"

    def _wrong_cubes(self) -> Iterator[str]:
        total: Counter[Cube] = Counter(self.haymarket) + Counter(self.bag) + Counter(self.rows)
        for group in (*self.supply, *(firm.cubes for firm in self.companies.values())):
            total += Counter(group)
            if any(count < 1 for count in group.values()):
                yield f"a group of cubes is {group}"
        if any(total[cube] != self.box.cubes[cube] for cube in CUBES):
            yield f"cubes {dict(total)}"
        if min(*self.haymarket.values(), *self.bag.values(), *self.rows.values(), 0) < 0:
            yield f"Haymarket Square {self.haymarket}, bag {self.bag}, rows {self.rows}"

    def _wrong_tiles(self) -> Iterator[str]:
        buildings = [tile for pile in self.tile_piles.values() for tile in pile]
        for player in self.everybody.values():
            buildings += [*player.hand, *player.discarded, *player.tiles]
        if sorted(buildings) != [tile.number for tile in self.box.tiles if tile.players <= self.players]:
            yield f"building tiles {sorted(buildings)}"
        assets = [*self.asset_pile, *self.assets_gone, *filter(None, self.asset_row)]
        assets += [firm.asset for firm in self.companies.values() if firm.asset is not None]
        if sorted(assets) != sorted(asset.id for asset in self.box.assets):
            yield f"assets {assets}"
        demand = [*self.demand_pile, *self.demand_gone]
        for row in self.demand.values():
            for column, space in enumerate(row):
                demand += [] if space.tile is None else [space.tile]
                if not 0 <= space.goods <= places(self, space, column):
                    yield f"{space.goods} goods on {space.tile}"
        if sorted(demand) != [tile.number for tile in self.box.demand_tiles if tile.players <= self.players]:
            yield f"demand tiles {sorted(demand)}"

    def _wrong_staff(self) -> Iterator[str]:
        for company, firm in self.companies.items():
            card = self.box.company[company]
            for printed, factory in zip(card.factories, firm.factories, strict=True):
                if min(factory.workers, factory.automated) < 0 or factory.workers + factory.automated > printed.spots:
                    yield f"{company}: {factory!r}"
            if not 0 <= firm.salespeople <= card.salesperson_slots or firm.goods < 0:
                yield f"{company} has {firm.salespeople} salespeople and {firm.goods} goods"
            if firm.asset is not None and not card.asset_slot:
                yield f"{company} has no asset slot"
        tokens = sum(firm.tokens for firm in self.companies.values())
        if tokens + self.tokens_left != self.box.terms.goods_tokens or self.tokens_left < 0:
            yield f"{tokens} goods tokens, {self.tokens_left} left"
        for seat, player in self.everybody.items():
            terms = self.box.terms
            if player.partners != terms.partners + len(player.gained) or player.partners > terms.most_partners:
                yield f"seat {seat} has {player.partners} partners"
            placed = sum(seats.count(seat) for seats in self.partners_on.values())
            if player.ready < 0 or player.ready + placed > player.partners:
                yield f"seat {seat} has {player.ready} partners ready and {placed} placed"

    def _wrong_tracks(self) -> Iterator[str]:
        if sorted(self.order) != list(self.seats):
            yield f"order {self.order}"
        appeals = [self.companies[company].appeal for company in self.appeal_order]
        if set(self.appeal_order) != set(self.companies) or appeals != sorted(appeals, reverse=True):
            yield f"appeal {self.appeal_order}: {appeals}"
        if any(firm.price not in self.box.track for firm in self.companies.values()):
            yield "a price is not on the track"
        if not 0 <= self.job_market <= self.box.terms.most_workers:
            yield f"{self.job_market} workers in the job market"
