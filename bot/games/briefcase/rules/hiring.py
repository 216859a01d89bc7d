"""Hire decision cards.

A Hire uses another player's activated company: the hirer pays its owner half of the activation cost, rounded up, in
units of the cost that the hirer chooses, and gets the full production, but no ability. A resource that stands for
another only through a company is first replaced by a real one, from the discarded resources or else from the market.
(Rulebook "Hire"; fine point 1.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from bot.engine.records import Seat
from bot.games.briefcase.moves import HireCompany, Spent
from bot.games.briefcase.news import Hired
from bot.games.briefcase.rules.activating import produce
from bot.games.briefcase.rules.buying import play_cards
from bot.games.briefcase.rules.game_end import check_the_end
from bot.games.briefcase.rules.market import take_from_market
from bot.games.briefcase.rules.out_of_turn import settle
from bot.games.briefcase.rules.paying import some_units, ways_to_pay, weight_of_payment
from bot.games.briefcase.rules.vocabulary import said_payment, said_uses

if TYPE_CHECKING:
    from bot.games.briefcase.table import Briefcase


def hireable(table: Briefcase, seat: Seat) -> list[tuple[Seat, str]]:
    """Return whose activated companies the seat could hire, the Power Plants included (BC-34)."""
    return [
        (owner, company)
        for owner in table.clockwise_from(seat)
        for company in table.everybody[owner].activated
        if table.card(company).production or table.card(company).energy
    ]


def ways_to_hire(table: Briefcase, seat: Seat, company: str) -> list[tuple[Spent, ...]]:
    """Return each way to pay for a hire, the cheapest first."""
    card, means = table.card(company), table.means(seat)
    found = {
        pay
        for units in some_units(card.units, card.hire_units)
        for pay in ways_to_pay(means, units, hiring=True)
        if can_be_replaced(table, pay)
    }
    return sorted(found, key=lambda pay: (weight_of_payment(pay, means), str(pay)))


def can_be_replaced(table: Briefcase, pay: Sequence[Spent]) -> bool:
    """Whether there is a real resource for each that a company turned; blocks do not matter (BC-26)."""
    wanted = Counter(spent.unit for spent in pay if spent.via is not None and spent.unit != "energy")
    return all(
        count <= table.resource_discard.get(unit, 0) + table.market.get(unit, 0) for unit, count in wanted.items()
    )


def hire(table: Briefcase, seat: Seat, move: HireCompany) -> None:
    """Pay the owner and take the production."""
    settle(table)  # owners may refuse what this replaces resources from
    play_cards(table, seat, move.cards)
    card, player = table.card(move.company), table.everybody[seat]
    ability = dict(table.means(seat).resource_as)
    paid = []
    for spent in move.pay:
        player.store(spent.resource, -1)
        if spent.via is None:
            paid.append(spent.resource)
            continue
        paid.append(spent.unit)
        if spent.unit != "energy":
            if table.resource_discard.get(spent.unit):
                table.take_discarded(spent.unit)
            else:
                take_from_market(table, spent.unit)
        table.throw(spent.resource)
        if ability[spent.via].per_turn is not None:
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
    table.pay_owner(move.owner, seat, move.company, paid)
    check_the_end(table)
