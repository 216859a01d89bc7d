"""Undo a sealed answer or a seat's last move."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bot.engine import play
from bot.engine.orders import Leftover
from bot.engine.play import Played
from bot.engine.prepared import PreparedTurn
from bot.engine.records import Seat
from bot.engine.table import Table
from bot.host.errors import Refusal
from bot.host.play.auto_answers import find_auto_answer
from bot.host.play.move_records import TableCommand
from bot.host.play.news_since import read_news_since_orders
from bot.host.table.audience_log import is_heard_by, is_in_secret
from bot.host.table.running import RunningGame, load_logged_table
from storage.interface.game_log import GameLogRecord
from storage.store import Storage

MAX_ENTRIES = 25
"""Entries examined, from the newest back; tables are stored for these and the one before."""
FIRST_ENTRIES_READ = 2
"""Entries read first: the last move and the one before it, unless something was undone."""
NOTHING_TO_UNDO = (
    "Nothing to undo. You can undo your last move only until someone else moves, a card is drawn or "
    "something hidden is revealed."
)
ANSWERS_LIE_HIDDEN = (
    "While the table waits for answers in secret, nothing before them can be undone: whether it still could be would "
    "tell if somebody has answered. Anyone who has answered can take their answer back."
)


@dataclass(frozen=True)
class UndoResult:
    """The records of an undo."""

    command: TableCommand
    played: Played[Table]


class Undo:
    """Computes undos; it saves nothing.

    Args:
        storage: the store with the log.
    """

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def build_undo(self, running: RunningGame, seat: Seat) -> tuple[UndoResult, str]:
        """Build the undo of a seat's unseen sealed answer, or of its last move, and a sentence for its player.

        Raises:
            Refusal: nothing can be undone; the text says why.
        """
        if play.can_take_back_answer(running.table, seat):
            played = play.take_back_answer(running.table, seat)
            own = {seat: running.get_standing_orders(seat)}  # other seats' orders are private
            news = await read_news_since_orders(self._storage, running)
            if find_auto_answer(replace(running, table=played.table, orders=own), news) is not None:
                raise Refusal(
                    "A standing order of yours gives this answer, and would give it again at once. "
                    "Cancel it first under **More…** > **Standing orders**."
                )
            command = TableCommand("retract", seat, left=_drop_prepared_turn(running, seat, played.table))
            return UndoResult(command, played), _add_dropped_turn_note(
                command, "You took back your secret answer. Nobody saw it."
            )
        before = await self.find_entry_before(running, seat, states=True)
        if before is None or before.state is None:
            raise Refusal(ANSWERS_LIE_HIDDEN if running.waits_in_secret else NOTHING_TO_UNDO)
        result = await self.build_return_to(running, seat, before)
        return result, _add_dropped_turn_note(result.command, "Your last move is undone.")

    async def build_return_to(self, running: RunningGame, seat: Seat, before: GameLogRecord) -> UndoResult:
        """Build the undo that returns to the table of an earlier entry, which comes with its state."""
        table = load_logged_table(running.game, before.state or "", running.table._box)
        gone = await self._storage.games.list_entries(running.row.game_id, after=before.revision)
        heard = any(is_heard_by(entry, None) for entry in gone)
        undone = json.dumps({"undone": before.revision + 1, "back_to": before.revision})
        command = TableCommand("undo", seat, undone, heard=heard, left=_drop_prepared_turn(running, seat, table))
        return UndoResult(command, Played(table, (), blocks_undo=False))

    async def find_entry_before(
        self, running: RunningGame, seat: Seat, *, newest: Sequence[GameLogRecord] = (), states: bool = False
    ) -> GameLogRecord | None:
        """Return the entry before this seat's last move, if it can undo that; otherwise None.

        Optional moves by standing orders since then are undone with it: their owners have decided, and the seat could
        not know that it would be too late. The entry comes with its table when `states` are wanted; otherwise the
        `newest` entries of the log are not read again. While the table waits in secret the result is None; otherwise it
        would reveal whether somebody has answered. The same holds after the last of such answers: going back would
        reveal whose it was.
        """
        if running.waits_in_secret:
            return None
        for looked_at in (MAX_ENTRIES,) if states else (FIRST_ENTRIES_READ, MAX_ENTRIES):
            last = newest
            if states or len(newest) < looked_at:
                last = await self._storage.games.list_last_entries(running.row.game_id, looked_at, states=states)
            entries = {entry.revision: entry for entry in last}
            own = _find_entry_of_table(entries, running.row.revision)
            if own is not None and own.revision - 1 in entries:
                break
        while own is not None and _may_be_optional_order(running, own):
            if not states:
                return await self.find_entry_before(running, seat, states=True)
            before = entries.get(own.revision - 1)
            if before is None or before.state is None:
                return None
            if own.seat in play.list_asked_seats(load_logged_table(running.game, before.state, running.table._box)):
                return None
            own = _find_entry_of_table(entries, before.revision)
        if own is None or own.kind != "move" or own.seat != seat or own.blocks_undo or is_in_secret(own):
            return None
        return entries.get(own.revision - 1)


def _drop_prepared_turn(running: RunningGame, seat: Seat, table: Table) -> Leftover | None:
    """Drop the prepared turn if the seat's present turn goes on, because it was for the next one."""
    turns = running.game.play_ahead.turns
    if turns is None or running.get_prepared_turn(seat) is None or not turns.is_own(table, seat):
        return None
    return Leftover(PreparedTurn(), stands=False)


def _add_dropped_turn_note(command: TableCommand, note: str) -> str:
    return note if command.left is None else f"{note} What you had prepared for your next turn is put away."


def _find_entry_of_table(entries: Mapping[int, GameLogRecord], revision: int) -> GameLogRecord | None:
    """Return the entry that led to the table of a revision, which may be one that an undo returned to."""
    entry = entries.get(revision)
    while entry is not None and entry.kind == "undo" and entry.move:
        entry = entries.get(json.loads(entry.move)["back_to"])
    return entry


def _may_be_optional_order(running: RunningGame, entry: GameLogRecord) -> bool:
    """Whether a standing order may have made this move; older versions recorded it as a bot's."""
    return (
        entry.kind in ("order", "bot")
        and not entry.blocks_undo
        and entry.seat is not None
        and running.get_seat_row(entry.seat).user_id is not None
    )
