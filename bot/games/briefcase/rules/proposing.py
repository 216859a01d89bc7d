"""Choose the proposed payment: of those that leave most to be done in this turn, the cheapest.

Three equal Obstacles may be a Buy or an Activate: a player who activates with the Activate in their hand can still buy
something for the Obstacles. Only plays count that would be possible now with enough cards. (Ours.)
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from bot.engine.records import Move, Seat
from bot.games.briefcase.moves import (
    Action,
    ActivateCompany,
    BuyCompany,
    BuyResources,
    HireCompany,
    Invest,
    MoveBlock,
    Spent,
    Use,
)
from bot.games.briefcase.rules.blocks import pairs
from bot.games.briefcase.rules.buying import price, why_not_bought
from bot.games.briefcase.rules.central_bank import why_not_invested
from bot.games.briefcase.rules.hiring import hireable, ways_to_hire
from bot.games.briefcase.rules.market import for_sale
from bot.games.briefcase.rules.paying import (
    REMEMBERED,
    WORTH,
    Cards,
    Means,
    Resources,
    after_playing,
    most_cards,
    ways_to_pay,
    ways_to_play,
    weight_of_payment,
)

if TYPE_CHECKING:
    from bot.games.briefcase.table import Briefcase

SINCE = 2
"""From this edition of the box on, payments are proposed so; before, always the cheapest."""

REGAINED = 1.0
"""How much dearer Energy is where a company gives Energy back; see `weight_of_payment`."""


class Reach(NamedTuple):
    """How many cards of each kind could be played, each kind for itself."""

    company: int
    """Buys for a company."""
    market: int
    """Buys for resources."""
    activates: int
    hires: int
    real_buys: int


@lru_cache(REMEMBERED)
def reach(cards: Cards) -> Reach:
    """Return what could be played of these cards."""
    return Reach(
        company=most_cards(cards, "buy"),
        market=most_cards(cards, "buy", market=True),
        activates=most_cards(cards, "activate"),
        hires=most_cards(cards, "hire"),
        real_buys=cards.held("buy"),
    )


class Open(NamedTuple):
    """What could be done in the rest of the turn if there were the cards for it."""

    costs: tuple[int, ...]
    """Of the companies that could be bought, each cost once."""
    market: bool
    activations: int
    """How many companies could be activated with the resources."""
    hires: bool
    invests: int
    """How many Buys the Central Bank would take."""

    def worth(self, cards: Reach) -> float:
        """Return how much of it is possible with these cards; to be compared, and nothing else."""
        dearest = max((cost for cost in self.costs if cost <= cards.company), default=0)
        found = WORTH["buy"] * dearest + WORTH["activate"] * min(cards.activates, self.activations)
        found += WORTH["hire"] if self.hires and cards.hires else 0
        found += cards.market if self.market else 0
        return found + (min(cards.real_buys, self.invests) if cards.activates else 0)


def propose(table: Briefcase, seat: Seat, means: Means, plays: Sequence[Move]) -> Sequence[Move]:
    """Return the plays, each with the payment that is proposed instead of its cheapest one."""
    if table.box.edition < SINCE or not means.turns_anything:
        return plays
    now = _open(table, seat, means.resources)
    return [_proposed(table, seat, means, now, play) if isinstance(play, Action) else play for play in plays]


def _open(table: Briefcase, seat: Seat, resources: Resources) -> Open:
    """Return what a seat could do now with these resources."""
    cards = table.box.company
    return Open(
        costs=tuple({cards[one].cost or 0 for one, why in why_not_bought(table, seat).items() if why is None}),
        market=bool(for_sale(table, seat)),
        activations=_activations(table, seat, resources),
        hires=_hires(table, seat, resources),
        invests=table.central_bank if why_not_invested(table, seat) is None else 0,
    )


def _hires(table: Briefcase, seat: Seat, resources: Resources) -> bool:
    """Whether a seat could pay for a hire with these resources."""
    return any(any(ways_to_hire(table, resources, company)) for _, company in hireable(table, seat))


def _activations(table: Briefcase, seat: Seat, resources: Resources) -> int:
    """Return how many of a seat's companies could be activated with these resources."""
    companies = table.box.company
    return sum(
        bool(ways_to_pay(resources, companies[owned.company].units)) for owned in table.everybody[seat].companies
    )


def _proposed(table: Briefcase, seat: Seat, means: Means, now: Open, play: Action) -> Action:
    """Return a play with its proposed payment; `now`: the other plays open before it."""
    cards, resources = means
    match play:
        case BuyResources():
            ways = ways_to_play(cards, "buy", price(table, play.resources), market=True)
            if len(ways) == 1:
                return play
            after = resources.with_more(play.resources)
            hires = now.hires or _hires(table, seat, after)
            then = now._replace(activations=_activations(table, seat, after), hires=hires)
            return play.model_copy(update={"cards": _best_cards(cards, ways, then)})
        case BuyCompany():
            ways = ways_to_play(cards, "buy", table.card(play.company).cost or 0)
            return play.model_copy(update={"cards": _best_cards(cards, ways, now._replace(costs=()))})
        case ActivateCompany():
            return _activation(table, seat, means, now, play)
        case Invest():
            left = cards.without("buy", play.buys)
            ways = ways_to_play(left, "activate", 1)
            return play.model_copy(update={"cards": _best_cards(left, ways, now)})
        case HireCompany():
            ways = ways_to_play(cards, "hire", 1)
            then = now._replace(activations=_activations(table, seat, resources.after_paying(play.pay)))
            return play.model_copy(update={"cards": _best_cards(cards, ways, then)})
        case MoveBlock():
            count = table.box.terms.equal_cards_for_a_block
            ways = [(Use(card=card),) * count for card in pairs(table, cards)]
            return play.model_copy(update={"card": _best_cards(cards, ways, now)[0].card})


def _best_cards(cards: Cards, ways: Sequence[tuple[Use, ...]], then: Open) -> tuple[Use, ...]:
    """Return the best of the ways, which come cheapest first; `then`: the plays open after this one."""
    return max(ways, key=lambda way: then.worth(reach(after_playing(cards, way)))) if len(ways) > 1 else ways[0]


def _activation(table: Briefcase, seat: Seat, means: Means, now: Open, play: ActivateCompany) -> ActivateCompany:
    """Return an activation with the cards and the resources that are proposed.

    Which resources are left matters in this turn only if another Activate can be played; and Energy is not given for
    Energy as long as something else does.
    """
    cards, resources = means
    card = table.card(play.company)
    ways = ways_to_pay(resources, card.units)
    if card.energy:
        ways = sorted(ways, key=lambda pay: weight_of_payment(pay, resources) + REGAINED * _energy(pay))

    def left(pay: Sequence[Spent]) -> int:
        return _activations(table, seat, resources.after_paying(pay).with_more(["energy"] * card.energy))

    then = now._replace(activations=left(ways[0]))
    uses = _best_cards(cards, ways_to_play(cards, "activate", 1), then)
    pay = max(ways, key=left) if reach(after_playing(cards, uses)).activates else ways[0]
    return play.model_copy(update={"cards": uses, "pay": pay})


def _energy(pay: Sequence[Spent]) -> int:
    return sum(spent.resource == "energy" for spent in pay)
