"""Automatic answers: what a standing order, a bot or a default answers for a seat; worked out, and played by others."""

from __future__ import annotations

from random import Random

from bot.engine import play
from bot.engine.questions import Question
from bot.engine.records import Move, Seat
from bot.engine.table import Table
from bot.host.table.running import AnyGame, RunningGame


def following(running: RunningGame) -> tuple[Seat, Move] | None:
    """Return an answer that a standing order gives now, and whose it is."""
    orders = running.game.orders
    if orders is None or running.row.status != "running":
        return None
    for seat in running.table.seats:
        given = () if running.plays_itself(seat) else running.orders.get(seat, ())
        question = running.question(seat) if given else None  # also what it may do without being asked
        if question is not None:
            view = running.view(seat)
            for order in sorted(given, key=lambda order: not order.comes_first):
                move = orders.follow(order, view, question)
                if move is not None and question.allows(move):
                    return seat, move
    return None


def bots_move(game: AnyGame, table: Table, revision: int, seat: Seat, question: Question) -> Move:
    """Return what a bot answers for a seat; the same table at the same revision gives the same answer everywhere."""
    random = Random(table.chance.for_bot(revision, seat))  # noqa: S311  # its seed is a hash of the game's secret
    return game.choose(game.view(table, seat), question, random)


def late_move(game: AnyGame, table: Table, revision: int, seat: Seat, question: Question) -> Move:
    """Return what is answered for a seat whose time ran out: the default, or what a bot makes of it."""
    default = play.default_move(table, seat)
    return bots_move(game, table, revision, seat, question) if default is None else default
