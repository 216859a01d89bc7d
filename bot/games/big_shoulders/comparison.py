"""Compare two answers by the bot's estimates, in dollars at the end of the game, for the turning points of reviews."""

from __future__ import annotations

from dataclasses import replace

from bot.engine.advice import Comparison
from bot.engine.questions import Question
from bot.engine.records import Move
from bot.games.big_shoulders import moves
from bot.games.big_shoulders.advice import (
    explain_first_company,
    explain_tiles,
    format_dollars,
    list_terms,
    play_whole_turn,
)
from bot.games.big_shoulders.bots import Mind
from bot.games.big_shoulders.rules.action_phase import ActionTurn
from bot.games.big_shoulders.rules.operation import Operation
from bot.games.big_shoulders.rules.stock_phase import Trading
from bot.games.big_shoulders.table import City
from bot.games.big_shoulders.view import CityView

MIN_LOSS = 10.0
"""Minimum loss in dollars; smaller ones do not count."""


def compare(view: CityView, question: Question, better: Move, given: Move) -> Comparison | None:
    """Return how much better one answer is than another, and why; see `Bots.compare`."""
    mind = Mind(view)
    match better, given:
        case moves.Found(), moves.Found():
            loss = mind.first_company(better) - mind.first_company(given)
            return _compared(loss, explain_first_company(mind, question))
        case moves.ChooseTiles(), moves.ChooseTiles():
            return _compared(mind.tiles(better) - mind.tiles(given), explain_tiles(mind, better))
        case (moves.StockTurn() | moves.Act() | moves.Operate(), moves.StockTurn() | moves.Act() | moves.Operate()):
            best, there = _play(mind, better), _play(mind, given)
            found = _compared(mind.worth(best) - mind.worth(there), _explain_difference(mind, there, best))
            return replace(found, makes_up=lambda move: _makes_up(better, move))
        case _:
            return None


def _compared(loss: float, why: str) -> Comparison:
    return Comparison(loss if loss >= MIN_LOSS else 0.0, f"about {format_dollars(loss)}", why)


def _play(mind: Mind, move: moves.StockTurn | moves.Act | moves.Operate) -> City:
    """Return the table after a whole turn, as far as the seat can foresee it."""
    match move:
        case moves.StockTurn():
            return play_whole_turn(mind, Trading(seat=mind.me), move)
        case moves.Act():
            return play_whole_turn(mind, ActionTurn(seat=mind.me), move)
        case moves.Operate():
            return play_whole_turn(mind, Operation(seat=mind.me, company=mind.view.operating[0]), move)


def _explain_difference(mind: Mind, given: City, better: City) -> str:
    """Return what the better turn gains over the given one, the most important first."""
    terms = sorted(list_terms(mind, given, better), key=lambda term: -term[0])
    good = [words for worth, words in terms if worth >= 1][:2]
    return f"By the end of the game {' and '.join(good)}." if good else "It costs you less by the end of the game."


def _makes_up(better: moves.StockTurn | moves.Act | moves.Operate, later: Move) -> bool:
    """Whether a later turn of the seat buys the same, or places a partner on the same space."""
    match better, later:
        case moves.StockTurn(), moves.StockTurn():
            return any(part in later.parts for part in better.parts)
        case moves.Act(), moves.Act():
            return better.parts[:1] == later.parts[:1]
        case _:
            return False
