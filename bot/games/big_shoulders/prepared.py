"""Prepared turns: how a seat's next turn would begin right now, and what may not change before it comes."""

from __future__ import annotations

from bot.engine.prepared import Turns, Unless
from bot.engine.records import Seat
from bot.games.big_shoulders.orders import lie
from bot.games.big_shoulders.rules.action_phase import ActionPhase
from bot.games.big_shoulders.rules.founding import FirstCompanies
from bot.games.big_shoulders.rules.operation_phase import OperationPhase
from bot.games.big_shoulders.rules.stock_phase import StockPhase
from bot.games.big_shoulders.table import City
from bot.games.big_shoulders.view import CityView


def is_own(table: City, seat: Seat) -> bool:
    """Whether this seat is to decide something now."""
    return bool(table.agenda) and seat in table.agenda[0].asked(table)


def begin(table: City, seat: Seat) -> None:
    """Let this seat be the next to act in the phase that is going on; without a turn in it, nothing can be prepared."""
    if is_own(table, seat):
        return
    step = table.agenda[0]
    match step:
        case StockPhase():
            step.turn = seat
        case ActionPhase() if table.everybody[seat].ready and table.directed(seat):
            step.queue = [seat, *(other for other in step.queue if other != seat)]
        case OperationPhase() if any(company in step.left for company in table.directed(seat)):
            mine = next(company for company in step.left if table.director(company) == seat)
            step.left = [mine, *(company for company in step.left if company != mine)]
        case FirstCompanies() if seat in step.left:
            step.left = [seat, *(other for other in step.left if other != seat)]
        case _:
            table.agenda = []


TURNS: Turns[City, CityView] = Turns(
    is_own=is_own,
    begin=begin,
    unless=[
        Unless(
            "market",
            "nobody has sold, bought or founded",
            "Somebody has sold, bought or founded.",
            lie,
        ),
        Unless(
            "supply",
            "the supply chain and Haymarket Square are the same",
            "Other cubes lie in the supply chain or in Haymarket Square.",
            lambda view: (view.supply, view.rows, view.haymarket),
        ),
    ],
)
