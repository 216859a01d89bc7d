"""People who decide ahead what their panel offers them: the orders that stand on it, where they know what they want.

What they order is what they would answer now; when its time comes it answers as the host lets it, or they are asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from bot.engine import play
from bot.engine.orders import Order
from bot.engine.questions import Choose
from bot.engine.records import Move, Seat
from bot.engine.table import Table
from bot.games.big_shoulders.orders import OperateAsShown, PassUntil
from bot.testing.random_games import Case


@dataclass
class Ahead:
    """The orders that everybody has given on their panels."""

    case: Case
    given: dict[Seat, dict[str, Order]] = field(default_factory=dict)
    """By seat and place."""

    def look(self, table: Table, seat: Seat) -> None:
        """Let a seat order what its panel offers, if it is sure of it."""
        orders = self.case.game.orders
        if orders is None or orders.ahead is None or table.outcome is not None:
            return
        view = self.case.game.view(table, seat)
        for question in orders.ahead(view):
            if isinstance(question, Choose) and (order := wanted(view, question)) is not None:
                self.given.setdefault(seat, {})[order.replaces()] = order

    def move(self, table: Table) -> tuple[Seat, Move] | None:
        """Return what an order answers now; orders that are over are gone."""
        orders = self.case.game.orders
        if orders is None:
            return None
        for seat, given in self.given.items():
            view = self.case.game.view(table, seat) if given else None
            for place, order in list(given.items()):
                if orders.stopped(order, view) is not None:
                    del given[place]
            if given and seat in play.asked(table):
                question = play.question_for(table, seat)
                moves = [] if question is None else [orders.follow(one, view, question) for one in given.values()]
                for move in moves:
                    if question is not None and move is not None and question.allows(move):
                        return seat, move
        return None


def wanted(view: Any, question: Choose) -> Order | None:
    """Return what somebody orders of what is offered; None: they want to be asked."""
    return next(_sure_of(view, question), None)


def _sure_of(view: Any, question: Choose) -> Iterator[Order]:
    for option in question.options:
        match option.move:
            case PassUntil(what="can buy") | OperateAsShown():  # nobody here sells to buy; the best plan is offered
                yield option.move
