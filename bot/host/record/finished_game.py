"""A finished game as given to the worker, with its complete record, which is public by then.

It contains no names of people.
"""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.engine import play
from bot.engine.game import AnyGame
from bot.host.record.replay import OPEN_STATUSES
from bot.host.table.running import RunningGame
from storage.interface.game_log import GameLogRecord
from storage.interface.games import SeatRow


@dataclass(frozen=True)
class FinishedGame:
    """A game with its log."""

    compressed_tables: bytes


def pack_finished_game(running: RunningGame, entries: Sequence[GameLogRecord]) -> FinishedGame:
    """Pack a game with its log for the worker.

    Raises:
        ValueError: it is not over, so its record is still secret.
    """
    if running.row.status not in OPEN_STATUSES:
        raise ValueError(f"game {running.row.game_id} is not over")
    seats = [SeatRow(each.seat, None, f"Seat {each.seat}", conceded=each.conceded) for each in running.seats]
    box = None if running.table._box is running.game.box else running.table._box
    state = running.state or running.table.__pydantic_serializer__.to_json(running.table)
    row = replace(running.row, opened_by=0)
    return FinishedGame(pickle.dumps((row, tuple(seats), state, box, running.league, tuple(entries))))


def unpack_finished_game(game: AnyGame, given: FinishedGame) -> tuple[RunningGame, Sequence[GameLogRecord]]:
    """Unpack a game with its log, in the worker.

    Args:
        game: the kind of game.
        given: the packed game.
    """
    row, seats, state, own_box, league, entries = pickle.loads(given.compressed_tables)  # noqa: S301  # from the bot
    table = play.load(game.table, state, own_box or game.box)
    return RunningGame(game, row, seats, table, entry_counts={}, state=state, league=league), entries
