"""Undo: which entry somebody's last move can be undone to."""

from __future__ import annotations

import json
from collections.abc import Mapping

from bot.engine import play
from bot.engine.records import Seat
from bot.host.table.running import RunningGame, is_in_secret
from storage.interface import Entry, Storage

FAR_ENOUGH = 25
"""Entries that are looked at, from the newest back; of so many, and of the one before, the tables are kept."""


async def way_back(storage: Storage, running: RunningGame, seat: Seat, *, states: bool = False) -> Entry | None:
    """Return the entry after which this seat made its last move, if it can undo that; else None.

    What standing orders have done since although nobody waited for them is undone with it: who gave them
    has made up their mind, and the seat could not know that it would be a moment too late. The entry comes with
    its table when `states` are wanted. While the table waits in secret there is none: else it would tell whether
    somebody has answered. Nor is there one from the last of such answers: to go back would tell whose it was.
    """
    if running.waits_in_secret:
        return None
    last = await storage.games.last_entries(running.row.game_id, FAR_ENOUGH, states=states)
    entries = {entry.revision: entry for entry in last}
    newest = _standing_at(entries, running.row.revision)
    while newest is not None and _perhaps_aside(running, newest):
        if not states:
            return await way_back(storage, running, seat, states=True)
        before = entries.get(newest.revision - 1)
        if before is None or before.state is None:
            return None
        if newest.seat in play.asked(play.load(running.game.table, before.state, running.table._box)):
            return None
        newest = _standing_at(entries, before.revision)
    if newest is None or newest.kind != "move" or newest.seat != seat or newest.fence or is_in_secret(newest):
        return None
    return entries.get(newest.revision - 1)


def _standing_at(entries: Mapping[int, Entry], revision: int) -> Entry | None:
    """Return the entry that has led to the table of a revision, which may be one that an undo returned to."""
    entry = entries.get(revision)
    while entry is not None and entry.kind == "undo" and entry.move:
        entry = entries.get(json.loads(entry.move)["back_to"])
    return entry


def _perhaps_aside(running: RunningGame, entry: Entry) -> bool:
    """Whether a standing order may have made this move; older versions wrote it down as a bot's."""
    return (
        entry.kind in ("order", "bot")
        and not entry.fence
        and entry.seat is not None
        and running.seat_row(entry.seat).user_id is not None
    )
