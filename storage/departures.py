"""Rows of tables whose server or channel cannot be reached."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence

from storage import clocks, notes
from storage import letters as letter_rows
from storage.interface import REMOVED, DueAsk, Loss, NewLetter
from storage.operations import read, write


@write
def lose(
    connection: sqlite3.Connection, game_id: int, what: Loss, since: str, letters: Sequence[NewLetter], now: str
) -> None:
    """See `Departures.lose`."""
    connection.execute(
        "update games set lost = ?1, lost_at = coalesce(lost_at, ?2), "
        "lost_stopped = max(lost_stopped, paused_at is null), paused_at = coalesce(paused_at, ?2) "
        "where game_id = ?3 and (status in ('open', 'running') or (status = 'finished' and not exists "
        "(select 1 from letters where letters.game_id = ?3 and kind = 'final' and fate = 'sent')))",
        (what, since, game_id),
    )
    letter_rows.add(connection, game_id, letters, now)


@write
def find(
    connection: sqlite3.Connection,
    game_id: int,
    channel_id: int,
    paused_at: str | None,
    shifted: Sequence[DueAsk],
    letters: Sequence[NewLetter],
    now: str,
) -> None:
    """See `Departures.find`."""
    connection.execute(
        "update games set lost = null, lost_at = null, lost_stopped = 0, channel_id = ? where game_id = ?",
        (channel_id, game_id),
    )
    connection.execute(
        "delete from messages where game_id = ? and role in ('board', 'ask') and channel_id <> ?", (game_id, channel_id)
    )
    connection.execute("update asks set pinged = 0 where game_id = ?", (game_id,))
    clocks.pause(connection, game_id, paused_at, shifted, letters, now)


@read
def servers(connection: sqlite3.Connection) -> Mapping[int, str | None]:
    """See `Departures.servers`."""
    rows = connection.execute(
        "select distinct guild_id, text from games left join notes on key = ? || guild_id order by guild_id", (REMOVED,)
    )
    return dict(rows.fetchall())


@write
def put_removed(connection: sqlite3.Connection, guild_id: int, since: str | None) -> None:
    """See `Departures.put_removed`."""
    if since is None:
        connection.execute("delete from notes where key = ? || ?", (REMOVED, guild_id))
    else:
        notes.put(connection, f"{REMOVED}{guild_id}", since)
