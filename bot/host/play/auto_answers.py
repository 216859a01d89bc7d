"""Compute answers given by standing orders, prepared turns, bots and defaults; the caller plays them."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from pydantic import ValidationError

from bot.engine import play
from bot.engine.game import AnyGame
from bot.engine.orders import Leftover, Order, OrderUntilNews
from bot.engine.prepared import ALL_OF_IT, PreparedTurn, as_it_read, describe_effect, simulate_turn
from bot.engine.questions import Question
from bot.engine.records import Move, Seat
from bot.engine.search import Thought, Worlds, search_move
from bot.engine.table import Box, Table
from bot.engine.thinking import Thinking
from bot.engine.what_if import copy_for_trial
from bot.host.play.news_since import NewsSince
from bot.host.table.running import RunningGame


@dataclass(frozen=True)
class AutoAnswer:
    """An answer by an order or a prepared turn."""

    seat: Seat
    move: Move
    left: Leftover | None = None
    """For a prepared turn or a one-time order, the rest of it after this move."""


def find_auto_answer(running: RunningGame, news: NewsSince) -> AutoAnswer | None:
    """Find an answer that a standing order or a prepared turn gives now.

    Args:
        running: the table.
        news: the news since they were given.
    """
    if running.row.status != "running":
        return None
    return _find_ordered_answer(running, news) or _find_prepared_answer(running, news)


def _find_prepared_answer(running: RunningGame, news: NewsSince) -> AutoAnswer | None:
    turns = running.game.play_ahead.turns
    if turns is None:
        return None
    for seat in play.list_asked_seats(running.table):
        prepared = None if running.is_automatic(seat) else running.get_prepared_turn(seat)
        if prepared is None or not prepared.moves or not turns.is_own(running.table, seat):
            continue
        if explain_stop(running, seat, prepared, news) is None:
            rest = prepared.model_copy(update={"moves": prepared.moves[1:], "begun": True})
            if (move := _find_first_move(running, seat, prepared)) is not None:
                return AutoAnswer(seat, move, Leftover(rest, bool(rest.moves)))
    return None


def _find_first_move(running: RunningGame, seat: Seat, prepared: PreparedTurn) -> Move | None:
    """Return the first prepared move; None: it is not legal now."""
    question, moves = running.get_question(seat), read_moves(running.game, prepared)
    if question is None or not moves:
        return None
    move = as_it_read(question, moves[0], prepared.moves[0].words)
    return move if question.is_legal(move) else None


def read_moves(game: AnyGame, prepared: PreparedTurn) -> list[Move]:
    """Return the prepared moves up to the first that the game no longer supports after a program update."""
    moves: list[Move] = []
    for one in prepared.moves:
        try:
            moves.append(game.moves.validate_python(one.move))
        except ValidationError:
            break
    return moves


def explain_stop(running: RunningGame, seat: Seat, prepared: PreparedTurn, news: NewsSince) -> str | None:
    """Return the reason why a prepared turn stops, as a sentence; empty: no notice needed; None: it goes on."""
    turns = running.game.play_ahead.turns
    if turns is None or not prepared.moves:
        return ""
    if prepared.begun and turns.is_done(running.table, seat):
        return ""
    if not turns.is_own(running.table, seat) or seat not in play.list_asked_seats(running.table):
        return None
    if not prepared.begun and (why := explain_no_start(running, seat, prepared, news)) is not None:
        return f"What you had prepared for your turn was not played: {why}"
    question, move, first = running.get_question(seat), _find_first_move(running, seat, prepared), prepared.moves[0]
    if question is None or move is None:
        return f"What you had prepared for your turn has stopped: “{first.words}” is not possible now."
    why = first.why_not(describe_effect(turns, running.resample_for_seat(seat), seat, question, move))
    return None if why is None else f"What you had prepared for your turn has stopped: {why}"


def explain_no_start(running: RunningGame, seat: Seat, prepared: PreparedTurn, news: NewsSince) -> str | None:
    """Return the reason why a due prepared turn does not begin, as a sentence; None: its condition is met."""
    if has_unknown_condition(running.game, prepared):
        return "its condition is of an older program and not known any more."
    only_if, turns = prepared.only_if, running.game.play_ahead.turns
    if only_if is None or turns is None:
        return None
    if only_if.name == ALL_OF_IT:
        moves, words = read_moves(running.game, prepared), [one.words for one in prepared.moves]
        foreseen = simulate_turn(turns, running.resample_for_seat(seat), seat, moves, words)
        holds = foreseen.count_unchanged(prepared.moves) == len(prepared.moves)
    else:
        holds = bool(
            turns.check_condition(only_if, running.get_view(seat), seat, news.list_news_for(seat, only_if.since))
        )
    return None if holds else f"you wanted it only if {only_if.words}, and that is not so."


def has_unknown_condition(game: AnyGame, prepared: PreparedTurn) -> bool:
    """Whether a turn has a condition that the game cannot evaluate, so that it is never played."""
    if prepared.unless:
        return True
    only_if, turns = prepared.only_if, game.play_ahead.turns
    if only_if is None or only_if.name == ALL_OF_IT:
        return False
    return turns is None or turns.known(only_if) is None


def explain_order_end(running: RunningGame, seat: Seat, order: Order, news: NewsSince) -> str | None:
    """Return the reason why a standing order ends; empty: as its player expected; None: it is still valid."""
    orders = running.game.play_ahead.orders
    if orders is None:
        return None
    since = order.since if isinstance(order, OrderUntilNews) else None
    return orders.why_over(order, running.get_view(seat), seat, news.list_news_for(seat, since))


def _find_ordered_answer(running: RunningGame, news: NewsSince) -> AutoAnswer | None:
    orders = running.game.play_ahead.orders
    if orders is None:
        return None
    for seat in running.table.seats:
        given = () if running.is_automatic(seat) else running.get_standing_orders(seat)
        question = running.get_question(seat) if given else None  # also optional questions
        if question is not None:
            view = running.get_view(seat)
            for order in sorted(given, key=lambda order: not order.comes_first):
                stands = explain_order_end(running, seat, order, news) is None
                move = orders.follow(order, view, question) if stands else None
                if move is not None and question.is_legal(move):
                    return AutoAnswer(seat, move, Leftover(order, stands=False) if order.once else None)
    return None


def choose_bot_move(game: AnyGame, table: Table, revision: int, seat: Seat, question: Question) -> Move:
    """Choose a bot's answer for a seat, reproducible from the table and the revision."""
    random = Random(table.chance.derive_bot_seed(revision, seat))  # noqa: S311  # its seed is a hash of the game's secret
    easily = game.bots.choose_easily if seat in table.chance.easy else None
    return (easily or game.choose)(game.view(_apply_bot_weights(table, seat), seat), question, random)


def _apply_bot_weights(table: Table, seat: Seat) -> Table:
    """Return the table with a box whose bot weights are those of this seat's character, if it has one."""
    if seat not in table.chance.characters:
        return table
    looked_at = copy_for_trial(table)  # without the box that a table caches
    looked_at._box = table._box.apply_character(table.chance.characters[seat])
    return looked_at


def should_think(table: Table, seat: Seat, question: Question) -> bool:
    """Whether a strong bot has this seat, with a question that needs thinking."""
    plays_so = seat in table.chance.strong and seat not in table.conceded
    return plays_so and question.is_free and _get_thinking_settings(table) is not None


def _get_thinking_settings(table: Table) -> Thinking | None:
    """Return the settings of strong bots, from the box the table began with."""
    box: Box = table._box
    return box.strong


def compute_strong_move(game: AnyGame, table: Table, revision: int, seat: Seat, question: Question) -> Thought:
    """Compute a strong bot's answer, reproducible like other bots' answers.

    Args:
        game: the game.
        table: the table, of which the search uses only the seat's knowledge; its box has the settings of bots.
        revision: the table's revision.
        seat: the bot's seat.
        question: its question.

    Raises:
        ValueError: the box has no settings of strong bots.
    """
    how = _get_thinking_settings(table)
    if how is None:
        raise ValueError(f"this table of {game.title} has no strong bots")
    plain = choose_bot_move(game, table, revision, seat, question)
    chance = f"{table.chance.derive_bot_seed(revision, seat):x}"
    return search_move(game, how, game.view(table, seat), question, plain, Worlds(game, table, seat), chance)


def choose_late_move(game: AnyGame, table: Table, revision: int, seat: Seat, question: Question) -> Move:
    """Return the answer for a seat whose time has expired: the default, or a bot's choice."""
    default = play.get_default_move(table, seat)
    return choose_bot_move(game, table, revision, seat, question) if default is None else default
