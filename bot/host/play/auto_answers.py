"""Compute answers given by standing orders, prepared turns, bots and defaults; the caller plays them."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from pydantic import ValidationError

from bot.engine import play
from bot.engine.game import AnyGame
from bot.engine.orders import Leftover, Order, OrderUntilNews
from bot.engine.prepared import ALL_OF_IT, PreparedTurn, as_it_read, foresee, shown_now
from bot.engine.questions import Question
from bot.engine.records import Move, Seat
from bot.engine.search import Thought, Worlds, think
from bot.engine.table import Box, Table
from bot.engine.thinking import Thinking
from bot.engine.what_if import trial
from bot.host.play.news_since import NewsSince
from bot.host.table.running import RunningGame


@dataclass(frozen=True)
class AutoAnswer:
    """An answer by an order or a prepared turn."""

    seat: Seat
    move: Move
    left: Leftover | None = None
    """For a prepared turn or a one-time order, the rest of it after this move."""


def following(running: RunningGame, news: NewsSince) -> AutoAnswer | None:
    """Find an answer that a standing order or a prepared turn gives now.

    Args:
        running: the table.
        news: the news since they were given.
    """
    if running.row.status != "running":
        return None
    return _ordered(running, news) or _prepared(running, news)


def _prepared(running: RunningGame, news: NewsSince) -> AutoAnswer | None:
    turns = running.game.turns
    if turns is None:
        return None
    for seat in play.asked(running.table):
        prepared = None if running.plays_itself(seat) else running.prepared(seat)
        if prepared is None or not prepared.moves or not turns.is_own(running.table, seat):
            continue
        if why_stopped(running, seat, prepared, news) is None:
            rest = prepared.model_copy(update={"moves": prepared.moves[1:], "begun": True})
            if (move := _first_move(running, seat, prepared)) is not None:
                return AutoAnswer(seat, move, Leftover(rest, bool(rest.moves)))
    return None


def _first_move(running: RunningGame, seat: Seat, prepared: PreparedTurn) -> Move | None:
    """Return the first prepared move; None: it is not legal now."""
    question, moves = running.question(seat), read_moves(running.game, prepared)
    if question is None or not moves:
        return None
    move = as_it_read(question, moves[0], prepared.moves[0].words)
    return move if question.allows(move) else None


def read_moves(game: AnyGame, prepared: PreparedTurn) -> list[Move]:
    """Return the prepared moves up to the first that the game no longer supports after a program update."""
    moves: list[Move] = []
    for one in prepared.moves:
        try:
            moves.append(game.moves.validate_python(one.move))
        except ValidationError:
            break
    return moves


def why_stopped(running: RunningGame, seat: Seat, prepared: PreparedTurn, news: NewsSince) -> str | None:
    """Return the reason why a prepared turn stops, as a sentence; empty: no notice needed; None: it goes on."""
    turns = running.game.turns
    if turns is None or not prepared.moves:
        return ""
    if prepared.begun and not turns.is_own(running.table, seat):
        return ""
    if not turns.is_own(running.table, seat) or seat not in play.asked(running.table):
        return None
    if not prepared.begun and (why := why_not_begun(running, seat, prepared, news)) is not None:
        return f"What you had prepared for your turn was not played: {why}"
    question, move, first = running.question(seat), _first_move(running, seat, prepared), prepared.moves[0]
    if question is None or move is None:
        return f"What you had prepared for your turn has stopped: “{first.words}” is not possible now."
    why = first.why_not(shown_now(turns, running.in_another_truth(seat), seat, question, move))
    return None if why is None else f"What you had prepared for your turn has stopped: {why}"


def why_not_begun(running: RunningGame, seat: Seat, prepared: PreparedTurn, news: NewsSince) -> str | None:
    """Return the reason why a due prepared turn does not begin, as a sentence; None: its condition is met."""
    if knows_no_condition(running.game, prepared):
        return "its condition is of an older program and not known any more."
    only_if, turns = prepared.only_if, running.game.turns
    if only_if is None or turns is None:
        return None
    if only_if.name == ALL_OF_IT:
        moves, words = read_moves(running.game, prepared), [one.words for one in prepared.moves]
        foreseen = foresee(turns, running.in_another_truth(seat), seat, moves, words)
        holds = foreseen.still(prepared.moves) == len(prepared.moves)
    else:
        holds = bool(turns.hold(only_if, running.view(seat), seat, news.heard(seat, only_if.since)))
    return None if holds else f"you wanted it only if {only_if.words}, and that is not so."


def knows_no_condition(game: AnyGame, prepared: PreparedTurn) -> bool:
    """Whether a turn has a condition that the game cannot evaluate, so that it is never played."""
    if prepared.unless:
        return True
    only_if, turns = prepared.only_if, game.turns
    if only_if is None or only_if.name == ALL_OF_IT:
        return False
    return turns is None or turns.known(only_if) is None


def why_over(running: RunningGame, seat: Seat, order: Order, news: NewsSince) -> str | None:
    """Return the reason why a standing order ends; empty: as its player expected; None: it is still valid."""
    orders = running.game.orders
    if orders is None:
        return None
    since = order.since if isinstance(order, OrderUntilNews) else None
    return orders.why_over(order, running.view(seat), seat, news.heard(seat, since))


def _ordered(running: RunningGame, news: NewsSince) -> AutoAnswer | None:
    orders = running.game.orders
    if orders is None:
        return None
    for seat in running.table.seats:
        given = () if running.plays_itself(seat) else running.standing(seat)
        question = running.question(seat) if given else None  # also optional questions
        if question is not None:
            view = running.view(seat)
            for order in sorted(given, key=lambda order: not order.comes_first):
                stands = why_over(running, seat, order, news) is None
                move = orders.follow(order, view, question) if stands else None
                if move is not None and question.allows(move):
                    return AutoAnswer(seat, move, Leftover(order, stands=False) if order.once else None)
    return None


def bots_move(game: AnyGame, table: Table, revision: int, seat: Seat, question: Question) -> Move:
    """Choose a bot's answer for a seat, reproducible from the table and the revision."""
    random = Random(table.chance.for_bot(revision, seat))  # noqa: S311  # its seed is a hash of the game's secret
    easily = game.choose_easily if seat in table.chance.easy else None
    return (easily or game.choose)(game.view(_as_it_weighs(table, seat), seat), question, random)


def _as_it_weighs(table: Table, seat: Seat) -> Table:
    """Return the table with a box whose bot weights are those of this seat's character, if it has one."""
    if seat not in table.chance.characters:
        return table
    looked_at = trial(table)  # without the box that a table caches
    looked_at._box = table._box.weighing_as(table.chance.characters[seat])
    return looked_at


def thinks(table: Table, seat: Seat, question: Question) -> bool:
    """Whether a strong bot has this seat, with a question that needs thinking."""
    plays_so = seat in table.chance.strong and seat not in table.conceded
    return plays_so and question.is_free and _thinking(table) is not None


def _thinking(table: Table) -> Thinking | None:
    """Return the settings of strong bots, from the box the table began with."""
    box: Box = table._box
    return box.strong


def thought_move(game: AnyGame, table: Table, revision: int, seat: Seat, question: Question) -> Thought:
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
    how = _thinking(table)
    if how is None:
        raise ValueError(f"this table of {game.title} has no strong bots")
    plain = bots_move(game, table, revision, seat, question)
    chance = f"{table.chance.for_bot(revision, seat):x}"
    return think(game, how, game.view(table, seat), question, plain, Worlds(game, table, seat), chance)


def late_move(game: AnyGame, table: Table, revision: int, seat: Seat, question: Question) -> Move:
    """Return the answer for a seat whose time has expired: the default, or a bot's choice."""
    default = play.default_move(table, seat)
    return bots_move(game, table, revision, seat, question) if default is None else default
