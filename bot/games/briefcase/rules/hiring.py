"""Hire decision cards.

A Hire uses another player's activated company: the hirer pays its owner half of the activation cost, rounded up, in
units of the cost that the hirer chooses, and gets the full production, but no ability. A resource that stands for
another only through a company is first replaced by a real one, from the discarded resources or else from the market.
(Rulebook "Hire"; fine point 1.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from bot.engine.records import Seat
from bot.games.briefcase.components import Resource
from bot.games.briefcase.moves import HireCompany, Spent
from bot.games.briefcase.news import Hired
from bot.games.briefcase.rules.activating import produce
from bot.games.briefcase.rules.buying import play_cards
from bot.games.briefcase.rules.game_end import check_the_end
from bot.games.briefcase.rules.market import take_from_market
from bot.games.briefcase.rules.out_of_turn import settle
from bot.games.briefcase.rules.paying import REMEMBERED, Resources, cheapest_first, ways_to_pay
from bot.games.briefcase.rules.vocabulary import said_payment, said_uses

if TYPE_CHECKING:
    from bot.games.briefcase.table import Briefcase


def hireable(table: Briefcase, seat: Seat) -> list[tuple[Seat, str]]:
    """Return whose activated companies the seat could hire, the Power Plants included (BC-34)."""
    companies = table.box.company
    return [
        (owner, owned.company)
        for owner in table.iterate_clockwise_from(seat)
        for owned in table.everybody[owner].companies
        if owned.activated and companies[owned.company].output
    ]


def ways_to_hire(table: Briefcase, resources: Resources, company: str) -> Iterator[tuple[Spent, ...]]:
    """Yield each way to pay for a hire with these resources, the cheapest first."""
    card = table.card(company)
    for pay in _ways_to_hire(resources.useful_for(card.units), card.hires):
        if can_be_replaced(table, pay):
            yield pay


@lru_cache(REMEMBERED)
def _ways_to_hire(resources: Resources, choices: tuple[tuple[Resource, ...], ...]) -> Sequence[tuple[Spent, ...]]:
    found = [pay for units in choices for pay in ways_to_pay(resources, units, hiring=True)]
    return cheapest_first(resources, found)


def can_be_replaced(table: Briefcase, pay: Sequence[Spent]) -> bool:
    """Whether there is a real resource for each that a company turned; blocks do not matter (BC-26)."""
    wanted = [spent.unit for spent in pay if spent.via is not None and spent.unit != "energy"]
    return all(wanted.count(unit) <= table.resource_discard.get(unit, 0) + table.market.get(unit, 0) for unit in wanted)


def hire(table: Briefcase, seat: Seat, move: HireCompany) -> None:
    """Pay the owner and take the production."""
    settle(table)  # owners may refuse what this replaces resources from
    play_cards(table, seat, move.cards)
    card, player = table.card(move.company), table.everybody[seat]
    paid: list[Resource] = []
    from_market: list[Resource] = []
    for spent in move.pay:
        player.store(spent.resource, -1)
        if spent.via is None:
            paid.append(spent.resource)
            continue
        paid.append(spent.unit)
        if table.resource_discard.get(spent.unit):
            table.take_discarded(spent.unit)
        elif spent.unit != "energy":
            from_market.append(spent.unit)
        table.throw(spent.resource)
        if table.box.resource_as[spent.via].scarce:
            table.this_turn.used.append(spent.via)
    produced, missing = produce(table, seat, card)
    table.this_turn.progress = True
    table.tell(
        Hired(
            seat=seat,
            owner=move.owner,
            company=card.name,
            cards=said_uses(move.cards, table.box),
            paid=said_payment(move.pay, table.box),
            produced=produced,
            energy=card.energy,
            missing=missing,
        )
    )
    for unit in from_market:
        take_from_market(table, unit)
    table.pay_owner(move.owner, seat, move.company, paid)
    check_the_end(table)
