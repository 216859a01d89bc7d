"""Simple strategies for City of the Big Shoulders: the bot, with an urge or without something that it does."""

from __future__ import annotations

from bot.engine.records import Move
from bot.games.big_shoulders.bots import choose
from bot.games.big_shoulders.moves import Buy, Found, Operate, Settle, StockTurn
from bot.games.big_shoulders.view import CityView
from tests.ladder.strategies import Strategies, bot_that


def settles(move: Move, *, pay: bool) -> bool:
    """Whether an operation, or a part of one, pays the revenue out, or keeps it."""
    return Settle(pay=pay) in (move.parts if isinstance(move, Operate) else (move,))


def trades(move: Move) -> tuple[Move, ...]:
    """Return the trades of a turn, or a part of one, of the Stock phase."""
    return move.parts if isinstance(move, StockTurn) else (move,)


def buys_of_others(view: CityView, move: Move) -> bool:
    """Whether a turn of the Stock phase buys shares of a company directed by another player."""
    bought = [part.company for part in trades(move) if isinstance(part, Buy)]
    return any(view.directors.get(company) != view.seat for company in bought)


def founds(view: CityView, move: Move) -> bool:
    """Whether a turn of the Stock phase founds a company."""
    return any(isinstance(part, Found) for part in trades(move))


STRATEGIES: Strategies = {
    "always pays out": bot_that(choose, lambda view, move: not settles(move, pay=False)),
    "never pays out": bot_that(choose, lambda view, move: not settles(move, pay=True)),
    "never buys into others' companies": bot_that(choose, lambda view, move: not buys_of_others(view, move)),
    "buys into others' companies whenever it can": bot_that(choose, buys_of_others),
    "founds a company whenever it can": bot_that(choose, founds),
}
