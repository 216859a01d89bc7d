"""What a play is worth to its player: companies that it brings nearer, and companies for which it takes too much.

(The texts are ours.)
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from bot.engine.records import Seat
from bot.engine.words import format_count, format_list
from bot.games.briefcase.components import Company, Resource
from bot.games.briefcase.moves import BuyResources, Spent
from bot.games.briefcase.rules.game_end import count_points_by_activating
from bot.games.briefcase.rules.out_of_reach import describe_lacking
from bot.games.briefcase.rules.paying import (
    Cards,
    Resources,
    after_playing,
    count_missing,
    most_cards,
    ways_to_pay,
    ways_to_play,
)

if TYPE_CHECKING:
    from bot.games.briefcase.table import Briefcase


class OnSale(NamedTuple):
    """What a seat can buy from the market."""

    resources: Collection[Resource]
    left: Mapping[Resource, int]
    prices: Mapping[Resource, int]
    blocked: Collection[Resource]
    """The blocked ones; if they are on sale for this seat, one of them is."""

    def leaves_an_activate(self, cards: Cards, wanted: Sequence[Resource]) -> bool:
        """Whether cards can buy these resources so that an Activate is left."""
        if not all(name in self.resources and wanted.count(name) <= self.left[name] for name in wanted):
            return False
        if len({*wanted} & {*self.blocked}) > 1:
            return False
        ways = ways_to_play(cards, "buy", sum(self.prices[name] for name in wanted), market=True)
        return any(most_cards(after_playing(cards, uses), "activate") for uses in ways)


NOT_NEEDED = "None of your companies lacks it."


def list_waiting(table: Briefcase, seat: Seat) -> list[Company]:
    """Return the companies of a seat that are not activated."""
    return [table.card(owned.company) for owned in table.everybody[seat].companies if not owned.activated]


def describe_gain(table: Briefcase, seat: Seat, play: BuyResources) -> str:
    """Return which company a purchase lets activate, or what the nearest one lacks then."""
    means, waiting = table.means(seat), list_waiting(table, seat)
    before, after = means.resources, means.resources.with_more(play.resources)
    fresh = [card for card in waiting if count_missing(before, card.units) and ways_to_pay(after, card.units)]
    activates = most_cards(after_playing(means.cards, play.cards), "activate")
    if fresh and activates:
        return _describe_activations(table, seat, fresh, both=activates > 1 and _can_pay_all(after, fresh))
    if fresh:
        card = max(fresh, key=lambda card: count_points_by_activating(table, seat, card))
        return f"{card.name} then only lacks an Activate{_say_points(table, seat, card)}."
    nearer = [card for card in waiting if count_missing(after, card.units) < count_missing(before, card.units)]
    if nearer:
        card = min(nearer, key=lambda card: (count_missing(after, card.units), -card.points))
        return _describe_still_lacking(table, after, card, _say_points(table, seat, card))
    return NOT_NEEDED


def describe_loss(table: Briefcase, seat: Seat, used: str, pay: Sequence[Spent], more: Sequence[Resource] = ()) -> str:
    """Return which company lacks something after a payment that could have been activated; nothing if none does.

    Args:
        table: before the payment.
        seat: who pays.
        used: the company that is used for it.
        pay: what is paid.
        more: what is got for it at once.
    """
    before = table.means(seat).resources
    after = before.after_paying(pay).with_more(more)
    others = [card for card in list_waiting(table, seat) if card.id != used]
    lost = [card for card in others if not count_missing(before, card.units) and count_missing(after, card.units)]
    card = max(lost, key=lambda card: card.points, default=None)
    return "" if card is None else _describe_still_lacking(table, after, card)


def _describe_still_lacking(table: Briefcase, resources: Resources, card: Company, points: str = "") -> str:
    lacks = describe_lacking(table.box, resources, card.id).partition(":")[0]
    only = "only " if count_missing(resources, card.units) == 1 else ""
    return f"{card.name} then lacks {only}{lacks}{points}."


def _can_pay_all(resources: Resources, cards: Sequence[Company]) -> bool:
    """Whether the resources pay for all of these companies together."""
    return bool(ways_to_pay(resources, tuple(chain.from_iterable(card.units for card in cards))))


def _describe_activations(table: Briefcase, seat: Seat, cards: Sequence[Company], *, both: bool) -> str:
    named = [f"{card.name}{_say_points(table, seat, card)}" for card in cards]
    return f"Then you can activate {format_list(named) if both else ' or '.join(named)}."


def _say_points(table: Briefcase, seat: Seat, card: Company) -> str:
    points = count_points_by_activating(table, seat, card)
    return f" ({format_count(points, 'point')})" if points else ""
