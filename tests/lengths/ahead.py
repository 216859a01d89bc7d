"""People who decide ahead on their panel: the orders that stand on it, where they know their choice.

They order their present answer; when its time comes it answers as the host lets it, or they are asked. An order that
takes as long to compose as the answer itself is given only by people who prepare their turns.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Any

from bot.engine import play
from bot.engine.orders import Order
from bot.engine.questions import Choose, Question
from bot.engine.records import Move, Seat
from bot.engine.table import Table
from bot.games.big_shoulders.orders import OperateAsShown, PassUntil
from bot.games.carnegie.components import ROWS, Row
from bot.games.carnegie.orders.next_event import ComposeIncome, NextDonation, NextIncome
from bot.games.carnegie.orders.next_row import ComposeDepartments
from bot.games.carnegie.rules.departments import UseDepartments
from bot.games.carnegie.rules.donations import DonationEvent
from bot.games.carnegie.rules.income import IncomeEvent
from bot.games.carnegie.rules.timeline import event_row, find_event
from bot.games.carnegie.table import Carnegie
from bot.testing.random_games import Case, build_random


@dataclass
class Ahead:
    """The orders that everybody has given on their panels."""

    case: Case
    prepare: Collection[Seat] = ()
    """Who prepares their turns."""
    given: dict[Seat, dict[str, Order]] = field(default_factory=dict)
    """By seat and place."""

    def look(self, table: Table, seat: Seat) -> None:
        """Let a seat order what its panel offers, if it is sure of it."""
        orders = self.case.game.play_ahead.orders
        if orders is None or table.outcome is not None:
            return
        for question in orders.list_questions(self.case.game.view(table, seat), "panel"):
            if (order := self.wanted(table, seat, question)) is not None:
                self.given.setdefault(seat, {})[order.get_place()] = order

    def move(self, table: Table) -> tuple[Seat, Move] | None:
        """Return what an order answers now; orders that are over are gone."""
        orders = self.case.game.play_ahead.orders
        if orders is None:
            return None
        for seat, given in self.given.items():
            view = self.case.game.view(table, seat) if given else None
            for place, order in list(given.items()):
                if orders.stopped(order, view) is not None:
                    del given[place]
            if given and seat in play.list_asked_seats(table):
                question = play.find_question(table, seat)
                moves = [] if question is None else [orders.follow(one, view, question) for one in given.values()]
                for (place, order), move in zip(list(given.items()), moves, strict=False):
                    if question is not None and move is not None and question.is_legal(move):
                        if order.once:
                            del given[place]
                        return seat, move
        return None

    def wanted(self, table: Table, seat: Seat, question: Question) -> Order | None:
        """Return a person's order among the offered ones; None: they want to be asked."""
        if isinstance(question, ComposeIncome):
            plan = self.chosen(next_event(table, question.region, seat), seat)
            return None if plan is None else _as_order(question.make(plan.orders))
        if isinstance(question, ComposeDepartments):
            plan = self.chosen(next_row(table, question.row, seat), seat) if seat in self.prepare else None
            if plan is None or question.count_legal_parts(plan.orders) < len(plan.orders):
                return None
            return _as_order(question.make(plan.orders))
        orders = [*_orders(question)]
        match orders:
            case [NextIncome(region=region), *_]:
                plan = self.chosen(next_event(table, region, seat), seat)
                return next((one for one in orders if isinstance(one, NextIncome) and one.plan == plan), None)
            case [NextDonation(), *_]:
                gift = self.chosen(next_event(table, None, seat), seat)
                if gift is None or gift.donation is None:  # a gift they refuse to pay for now they may want then
                    return None
                wish = gift.donation
                return next((one for one in orders if isinstance(one, NextDonation) and one.donation == wish), None)
            case [(OperateAsShown() | PassUntil(what="can buy")) as order, *_]:
                return order  # nobody here sells to buy; the best plan is offered
            case _:
                return None

    def chosen(self, table: Table, seat: Seat) -> Any:
        """Return a person's answer at this table; None: they have no question."""
        question = play.find_question(table, seat) if seat in play.list_asked_seats(table) else None
        if question is None:
            return None
        return self.case.game.choose(self.case.game.view(table, seat), question, build_random("ahead"))


def next_event(table: Any, region: Any, seat: Seat) -> Table:
    """Return a table of Carnegie with an income of a region, or a donation of a seat, as it would be now."""
    there: Carnegie = play.copy(table)
    row = next((row for row in ROWS if find_event(there, row).region == region), ROWS[0])
    there.event_row = event_row(there, row)
    there.agenda = [DonationEvent(waiting=[seat]) if region is None else IncomeEvent(region=region)]
    play.run_agenda(there)
    return there


def next_row(table: Any, row: Row, seat: Seat) -> Table:
    """Return a table of Carnegie at which a seat uses its departments of a row, as it would be now."""
    there: Carnegie = play.copy(table)
    there.picked = row
    there.agenda = [UseDepartments(begun=True, row=row, picker=seat, waiting=[seat])]
    return there


def _orders(question: Question) -> Iterator[Order]:
    for option in question.options if isinstance(question, Choose) else ():
        if isinstance(option.move, Order):
            yield option.move


def _as_order(move: Move) -> Order | None:
    return move if isinstance(move, Order) else None
