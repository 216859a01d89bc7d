"""Simple strategies for Carnegie: the bot, with rows it insists on, or with or without donations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bot.engine.records import Move
from bot.games.carnegie.bots import choose
from bot.games.carnegie.components import Row
from bot.games.carnegie.moves import Donate, DonateOnTopOf, PickRow
from bot.games.carnegie.view import CarnegieView
from tests.ladder.strategies import Strategies, Strategy, bot_that

IN_TURN: Final[tuple[Row, ...]] = ("hr", "management", "construction", "rd")


def picks(row: Callable[[CarnegieView], Row]) -> Strategy:
    """Return the bot that picks this row whenever it can."""
    return bot_that(choose, lambda view, move: not isinstance(move, PickRow) or move.row == row(view))


def donates(view: CarnegieView, move: Move) -> bool:
    """Whether a move, or an order of one, donates."""
    return isinstance(move, DonateOnTopOf) or (isinstance(move, Donate) and move.donation is not None)


STRATEGIES: Strategies = {
    "never donates": bot_that(choose, lambda view, move: not donates(view, move)),
    "donates whenever it can": bot_that(choose, donates),
    "picks Construction whenever it can": picks(lambda view: "construction"),
    "picks Research & Development whenever it can": picks(lambda view: "rd"),
    "picks row after row": picks(lambda view: IN_TURN[view.round % len(IN_TURN)]),
}
