"""A seat's view: copies of the fields that the secrecy marks let the seat know, and derived ones.

Nearly everything lies open. Hidden are the building tiles in the hands of others and their discards, the order of the
piles, and the answers of the Building phase until all have chosen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.engine.chance import Chance
from bot.engine.play import list_asked_seats
from bot.engine.records import Seat
from bot.engine.table import Outcome, Step
from bot.engine.views import copy_known_fields
from bot.engine.what_if import copy_for_trial
from bot.games.big_shoulders.components import CityBox, Cube, Industry, Measure
from bot.games.big_shoulders.moves import ChooseTiles
from bot.games.big_shoulders.news import Score, WhyPartner
from bot.games.big_shoulders.rules.action_phase import ActionPhase
from bot.games.big_shoulders.rules.building_phase import BuildingPhase
from bot.games.big_shoulders.rules.certificates import Certificates, held, limit
from bot.games.big_shoulders.rules.charter import Company
from bot.games.big_shoulders.rules.demand_board import DemandSpace
from bot.games.big_shoulders.rules.goals import count
from bot.games.big_shoulders.rules.operation import Operation
from bot.games.big_shoulders.rules.operation_phase import OperationPhase
from bot.games.big_shoulders.rules.turns import Detail
from bot.games.big_shoulders.rules.variants import CityOptions
from bot.games.big_shoulders.table import City, Player, Source


@dataclass(frozen=True)
class PlayerView:
    """A player, as everybody sees them."""

    cash: int
    partners: int
    ready: int
    gained: Sequence[WhyPartner]
    hand_size: int
    tiles: Sequence[int]
    certificates: Mapping[str, Certificates]
    held: int
    """How many certificates."""
    first: str | None
    sold: Sequence[str]
    earned: Mapping[Source, int]
    history: Sequence[int]
    net_worth: int
    conceded: bool


@dataclass(frozen=True)
class CityView:
    """The table as one seat sees it; seat None: as everybody does."""

    box: CityBox
    options: CityOptions
    seat: Seat | None
    players: int
    decade: int
    phase: str
    """The kind of step that is going on."""
    priority: Seat
    order: Sequence[Seat]
    queue: Sequence[Seat]
    """Who still acts in this sequence."""
    operating: Sequence[str]
    """Which companies still operate in this decade's Operation phase."""
    company: str | None
    """The company that operates, or has a detail to settle in a plan; None otherwise."""
    limit: int
    """Of certificates."""
    everybody: Mapping[Seat, PlayerView]
    companies: Mapping[str, Company]
    directors: Mapping[str, Seat]
    appeal_order: Sequence[str]
    haymarket: Mapping[Cube, int]
    bag: Mapping[Cube, int]
    """Its contents follow from the open information."""
    supply: Sequence[Mapping[Cube, int]]
    rows: Mapping[Cube, int]
    demand: Mapping[Industry, Sequence[DemandSpace]]
    demand_left: int
    demand_gone: Sequence[int]
    asset_row: Sequence[str | None]
    assets_left: int
    assets_gone: Sequence[str]
    job_market: int
    partners_on: Mapping[str, Sequence[Seat]]
    goals: Sequence[Measure]
    standings: Mapping[Measure, Mapping[Seat, int]]
    """How much of each goal everybody has now."""
    tokens_left: int
    hand: Sequence[int]
    """The own building tiles."""
    discarded: Sequence[int]
    """The own ones."""
    chosen: ChooseTiles | None
    """The own sealed answer."""
    waiting: str
    waiting_for: Sequence[Seat]
    scores: Sequence[Score]
    outcome: Outcome | None

    @property
    def year(self) -> int:
        """The year on the board."""
        return self.box.decades[self.decade - 1].year

    def name(self, company: str) -> str:
        """Return how a company is called."""
        return self.box.company[company].short

    def directed(self, seat: Seat) -> list[str]:
        """Return the companies that a seat directs."""
        return [company for company, director in self.directors.items() if director == seat]


def _company(step: Step | None) -> str | None:
    if isinstance(step, OperationPhase):
        return next(iter(step.left), None)
    return step.company if isinstance(step, Detail | Operation) else None


def view(table: City, seat: Seat | None) -> CityView:
    """Return what this seat may know; None: a spectator."""
    step: Step | None = table.agenda[0] if table.agenda else None
    own = None if seat is None else table.everybody[seat]
    return CityView(
        **copy_known_fields(CityView, table, table, seat),
        box=table.box,
        seat=seat,
        phase="" if step is None else table.agenda[0].kind,
        queue=list(step.queue) if isinstance(step, ActionPhase) else [],
        operating=list(step.left) if isinstance(step, OperationPhase) else [],
        company=_company(step),
        limit=limit(table),
        everybody={other: _player(table, other, seat) for other in table.seats},
        directors={company: table.director(company) for company in table.companies},
        demand_left=len(table.demand_pile),
        assets_left=len(table.asset_pile),
        standings={goal: {other: count(table, goal, other) for other in table.seats} for goal in table.goals},
        hand=[] if own is None else list(own.hand),
        discarded=[] if own is None else list(own.discarded),
        chosen=step.answers.get(seat) if isinstance(step, BuildingPhase) and seat is not None else None,
        waiting=step.get_title(table) if step is not None else "",
        waiting_for=list(list_asked_seats(table)),
    )


def _player(table: City, number: Seat, seat: Seat | None) -> PlayerView:
    player = table.everybody[number]
    return PlayerView(
        **copy_known_fields(PlayerView, player, table, seat, number),
        hand_size=len(player.hand),
        held=held(table, number),
        net_worth=table.net_worth(number),
        conceded=number in table.conceded,
    )


# Another truth


def redeal(table: City, seat: Seat | None, chance: Chance) -> City:
    """Resample the hidden information consistently with this seat's view.

    Building tiles change places if hidden from this seat: in hands, among discards and in piles. The eras of a
    hand's tiles follow from the deal and the tiles played since, which are public. Other piles are shuffled within the
    limits of their backs. The result does not depend on the hidden information of the real table.
    """
    other = copy_for_trial(table)
    other.chance = Chance(seed=f"{chance.draw_below(2**62):x}", drawn=table.chance.drawn)
    if table.outcome is not None:
        return other
    other.asset_pile = chance.shuffled(sorted(other.asset_pile))
    tiles = table.box.demand_tile
    other.demand_pile = [
        number
        for pip in sorted({tiles[number].pips for number in other.demand_pile})
        for number in chance.shuffled(sorted(tile for tile in other.demand_pile if tiles[tile].pips == pip))
    ]
    _deal_anew(other, seat, chance)
    return other


def _deal_anew(other: City, seat: Seat | None, chance: Chance) -> None:
    step = other.agenda[0] if other.agenda else None
    answers = step.answers if isinstance(step, BuildingPhase) else {}
    hidden = {number: player for number, player in other.everybody.items() if number != seat}
    eras = {number: _eras(other, player, chance) for number, player in hidden.items()}
    tiles = [tile for player in hidden.values() for tile in (*player.hand, *player.discarded)]
    for era, pile in other.tile_piles.items():
        pile += [tile for tile in tiles if other.box.tile[tile].era == era]
        other.tile_piles[era] = chance.shuffled(sorted(pile))
    for number, player in hidden.items():
        hand, discarded = eras[number]
        player.hand = sorted(other.tile_piles[era].pop() for era in hand)
        player.discarded = [other.tile_piles[era].pop() for era in discarded]
        if number in answers:
            played, away = chance.shuffled(player.hand)[:2]
            answers[number] = ChooseTiles(play=played, discard=away)


def _eras(table: City, player: Player, chance: Chance) -> tuple[Sequence[int], Sequence[int]]:
    """Return possible eras for the tiles of a hand and of its discards: each discard could have been kept.

    Only a tile played later than its deal is known to have been kept.
    """
    tile, decades = table.box.tile, table.box.decades
    dealt = [[decade.era] * decade.dealt for decade in decades]
    dealt[0] += [decades[0].era] * table.box.terms.starting_hand
    played = [tile[number].era for number in player.tiles]
    hand: list[int] = []
    discarded: list[int] = []
    for number, era in enumerate(played):
        hand += dealt[number]
        if era not in hand:
            break
        hand.remove(era)
        kept = _kept_for_later(dealt, played, number)
        left = [*hand]
        if kept in left:
            left.remove(kept)
        discarded.append(left[chance.draw_below(len(left))])
        hand.remove(discarded[-1])
    if len(hand) < len(player.hand):
        hand += [era for eras in dealt[len(played) :][:1] for era in eras]
    lying = [tile[number].era for number in player.hand], [tile[number].era for number in player.discarded]
    fits = len(hand) == len(player.hand) and sorted([*hand, *discarded]) == sorted([*lying[0], *lying[1]])
    return (hand, discarded) if fits else lying  # a table that was dealt by hand


def _kept_for_later(dealt: Sequence[Sequence[int]], played: Sequence[int], decade: int) -> int | None:
    """Return the era of the tile surely kept when this decade's was played; None if it can be any."""
    for later in range(decade + 1, len(played)):
        if played[later] not in dealt[later]:
            since = [era for eras in dealt[decade + 1 : later] for era in eras]
            return None if played[later] in since else played[later]
    return None
