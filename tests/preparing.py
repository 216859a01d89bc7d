"""Helpers for tests of orders and prepared turns: prepare moves and conditions, and describe the outcome."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.engine.game import AnyGame
from bot.engine.orders import Order, OrderUntilNews
from bot.engine.prepared import OnlyIf, PreparedMove, PreparedTurn, Turns
from bot.engine.records import Move, News, Seat, Told
from bot.engine.table import Table
from bot.host.play.auto_answers import explain_stop, find_auto_answer
from bot.host.play.news_since import NewsSince
from bot.host.play.prepared_turns import build_preparation_context, predict_position
from bot.host.table.running import RunningGame
from tests.table_talk import seated


def turns_of(game: AnyGame) -> Turns[Table, object]:
    """What a game says of its turns."""
    assert game.play_ahead.turns is not None
    return game.play_ahead.turns


def prepared(game: AnyGame, table: Table, seat: Seat, *moves: Move, only_if: str = "") -> PreparedTurn:
    """The saved form of these moves, which must all be possible, and of a condition as text."""
    shown = predict_position(seated(table, game=game), seat, PreparedTurn(), *moves).shown
    pairs = zip(moves, shown, strict=True)
    made = tuple(PreparedMove.as_shown(move, one) for move, one in pairs)
    return PreparedTurn(moves=made, only_if=condition(game, table, seat, only_if) if only_if else None)


def conditions(game: AnyGame, table: Table, seat: Seat) -> list[OnlyIf]:
    """The conditions that a seat is offered."""
    return list(build_preparation_context(seated(table, game=game), seat).then.conditions)


def condition(game: AnyGame, table: Table, seat: Seat, words: str) -> OnlyIf:
    """The condition that reads so."""
    offered = conditions(game, table, seat)
    found = next((one for one in offered if one.words == words), None)
    assert found is not None, f"{words!r} is not among {[one.words for one in offered]}"
    return found


def holds(game: AnyGame, table: Table, seat: Seat, one: OnlyIf, *heard: News) -> bool | None:
    """Whether a condition of the game is so at this table."""
    return turns_of(game).check_condition(one.model_copy(update={"since": 0}), game.view(table, seat), seat, heard)


def having(game: AnyGame, table: Table, seat: Seat, turn: PreparedTurn) -> RunningGame:
    """The table as the host holds it, with this turn prepared and loaded from its saved form."""
    return replace(seated(table, game=game), orders={seat: [PreparedTurn.model_validate_json(turn.model_dump_json())]})


def stops(game: AnyGame, table: Table, seat: Seat, turn: PreparedTurn) -> str:
    """Why nothing of a prepared turn is played now that its time has come; empty: its first move is."""
    running = having(game, table, seat, turn)
    nothing = NewsSince(running, ())
    why, given = explain_stop(running, seat, turn, nothing), find_auto_answer(running, nothing)
    assert (why is None) == (given is not None and given.seat == seat), "it is played, or it is said why not"
    return why or ""


def why_over(game: AnyGame, table: Table, seat: Seat, order: Order, heard: Sequence[Told]) -> str | None:
    """Why an order is over that was given before these news; empty: nobody need be told."""
    orders = game.play_ahead.orders
    assert orders is not None
    given = order.model_copy(update={"since": 1}) if isinstance(order, OrderUntilNews) else order
    return orders.why_over(given, game.view(table, seat), seat, [one.news for one in heard if one.is_visible_to(seat)])
