"""A seat's view: copies of the fields that the secrecy marks let the seat know, and derived ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.engine import hidden_hands
from bot.engine.chance import Chance
from bot.engine.play import list_asked_seats
from bot.engine.records import Seat
from bot.engine.table import Outcome, Step
from bot.engine.views import copy_known_fields
from bot.engine.what_if import copy_for_trial
from bot.games.briefcase.components import BriefcaseBox, Decision, Resource
from bot.games.briefcase.news import Score
from bot.games.briefcase.rules.company_sets import BriefcaseOptions, ChoosePortfolio
from bot.games.briefcase.rules.effects import Deactivating, LosingACard, Tapping
from bot.games.briefcase.rules.game_end import count_points_by_activating, describe_near_end, last_seat, score
from bot.games.briefcase.rules.market import for_sale
from bot.games.briefcase.rules.out_of_reach import out_of_reach
from bot.games.briefcase.rules.paying import Means
from bot.games.briefcase.rules.vocabulary import in_order
from bot.games.briefcase.table import Briefcase, HirePayment, Owned, Place, Player, ThisTurn


@dataclass(frozen=True)
class PlayerView:
    """A player as one seat sees it."""

    hand_size: int
    known: Sequence[Decision]
    """Which cards of the hand this seat knows."""
    deck_size: int
    open_top: Sequence[Decision]
    """Cards that were laid on top of the deck for all to see; the last is drawn first."""
    hidden: Mapping[Decision, int]
    """What the deck and the hand hold together."""
    discard: Mapping[Decision, int]
    played: Sequence[Decision]
    storage: Mapping[Resource, int]
    storage_limit: int
    companies: Sequence[Owned]
    central_bank: int
    turns: int
    history: Sequence[int]
    """What the game was worth after each own turn."""
    score: Score
    """What it is worth now."""
    conceded: bool

    @property
    def activated(self) -> list[str]:
        """The activated companies, by id."""
        return [owned.company for owned in self.companies if owned.activated]

    @property
    def room(self) -> int:
        """How many more resources the storage keeps at the end of a turn; negative: there are too many."""
        return self.storage_limit - sum(count for name, count in self.storage.items() if name != "energy")


@dataclass(frozen=True)
class BriefcaseView:
    """The table as one seat sees it; seat None: as everybody does."""

    box: BriefcaseBox
    options: BriefcaseOptions
    seat: Seat | None
    players: int
    round: int
    first: Seat
    active: Seat
    last: Seat
    """The seat with the last turn of a round."""
    choosing_portfolio: bool
    market: Mapping[Resource, int]
    bank: Mapping[Decision, int]
    central_bank: int
    portfolio: Mapping[str, int]
    resource_blocks: Sequence[Resource]
    company_blocks: Sequence[Place]
    resource_discard: Mapping[Resource, int]
    removed: Mapping[Decision, int]
    everybody: Mapping[Seat, PlayerView]
    this_turn: ThisTurn
    payments: Sequence[HirePayment]
    ending: str | None
    near_end: str
    """What is left before the game ends; empty while the end is far, or certain."""
    hand: Sequence[Decision]
    """The own hand, in the order of the box."""
    means: Means | None
    """What this seat can pay with; None: a spectator."""
    points_by_activating: Mapping[str, int]
    """Points that this seat would get at once by activating each of its other companies, with those of abilities."""
    for_sale: Sequence[Resource]
    """What this seat could buy from the market now; empty when it is not its turn."""
    out_of_reach: Sequence[str]
    """What this seat cannot do now, each with why; empty when it is not its turn."""
    waiting: str
    waiting_for: Sequence[Seat]
    victim: Seat | None
    """The opponent from whom a company is taking something now."""
    scores: Sequence[Score]
    """The final scores, the best first."""
    outcome: Outcome | None


def view(table: Briefcase, seat: Seat | None) -> BriefcaseView:
    """Return what this seat may know; None: a spectator."""
    step: Step | None = table.agenda[0] if table.agenda else None
    own = None if seat is None else table.everybody[seat]
    on_turn = seat is not None and seat == table.active and table.round > 0 and table.outcome is None
    return BriefcaseView(
        **copy_known_fields(BriefcaseView, table, table, seat),
        box=table.box,
        seat=seat,
        last=last_seat(table),
        near_end=describe_near_end(table) if table.outcome is None else "",
        choosing_portfolio=isinstance(step, ChoosePortfolio),
        everybody={other: _player(table, other, seat) for other in table.seats},
        hand=[] if own is None else in_order(own.hand),
        means=None if seat is None else table.means(seat),
        points_by_activating={} if seat is None else _count_points_ahead(table, seat),
        for_sale=for_sale(table, table.active) if on_turn else [],
        out_of_reach=out_of_reach(table, table.active) if on_turn else [],
        waiting=step.get_title(table) if step is not None else "",
        waiting_for=list(list_asked_seats(table)),
        victim=step.victim if isinstance(step, LosingACard | Tapping | Deactivating) else None,
    )


def _count_points_ahead(table: Briefcase, seat: Seat) -> dict[str, int]:
    owned = [one.company for one in table.everybody[seat].companies if not one.activated]
    return {company: count_points_by_activating(table, seat, table.card(company)) for company in owned}


def _player(table: Briefcase, seat: Seat, viewer: Seat | None) -> PlayerView:
    player = table.everybody[seat]
    known = player.hand if seat == viewer or table.outcome is not None else table.known_to(seat, viewer)
    hidden = Counter([*player.deck, *player.hand])
    return PlayerView(
        **copy_known_fields(PlayerView, player, table, viewer, seat),
        hand_size=len(player.hand),
        known=in_order(known),
        deck_size=len(player.deck),
        open_top=list(_open_top(player)),
        hidden={card: hidden[card] for card in in_order(hidden)},
        discard={card: player.discard.count(card) for card in in_order(set(player.discard))},
        storage_limit=table.storage_limit(seat),
        central_bank=player.points,
        score=score(table, seat),
        conceded=seat in table.conceded,
    )


def _open_top(player: Player) -> list[Decision]:
    return player.deck[len(player.deck) - player.open_top :]


# Another truth


def redeal(table: Briefcase, seat: Seat | None, chance: Chance) -> Briefcase:
    """Return a table that this seat could not tell from the real one.

    A player's cards are public, and so are those played, discarded or laid on top of a deck. So the hands of the
    others are redealt from their own hands and decks, except for cards this seat knows, and every deck gets another
    order.
    """
    other = copy_for_trial(table)
    other.chance = Chance(seed=f"{chance.draw_below(2**62):x}", drawn=table.chance.drawn)
    if table.outcome is not None:
        return other
    for number, player in other.everybody.items():
        open_top = _open_top(player)
        closed = player.deck[: len(player.deck) - player.open_top]
        if number == seat:
            player.deck = [*chance.shuffled(sorted(closed)), *open_top]
        else:
            seen = hidden_hands.list_known_cards(player.known, seat)
            player.hand, rest = hidden_hands.resample_hand(player.hand, closed, seen, chance, player.lacks)
            player.deck = [*rest, *open_top]
            hidden_hands.resample_knowledge(player.known, player.hand, seat, chance)
    return other
