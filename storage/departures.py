"""Rows of tables whose server or channel cannot be reached."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence

from storage import clocks
from storage import letters as letter_rows
from storage.interface import DueAsk, Loss, NewLetter
from storage.operations import read, write


@write
def lose(
    connection: sqlite3.Connection, game_id: int, what: Loss, since: str, letters: Sequence[NewLetter], now: str
) -> None:
    """See `Departures.lose`."""
    connection.execute(
        "update games set lost = :what, lost_at = coalesce(lost_at, :since), "
        "lost_stopped = lost_stopped or paused_at is null, paused_at = coalesce(paused_at, :since) "
        "where game_id = :game and (status in ('open', 'running') or (status = 'finished' and not exists "
        "(select 1 from letters where letters.game_id = :game and kind = 'final' and fate = 'sent')))",
        {"what": what, "since": since, "game": game_id},
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
        "update games set lost = null, lost_at = null, lost_stopped = false, channel_id = ? where game_id = ?",
        (channel_id, game_id),
    )
    connection.execute(
        "delete from messages where game_id = ? and role in ('board', 'ask') and channel_id <> ?", (game_id, channel_id)
    )
    connection.execute("update asks set pinged = false where game_id = ?", (game_id,))
    clocks.pause(connection, game_id, paused_at, shifted, letters, now)


@read
def servers(connection: sqlite3.Connection) -> Mapping[int, str | None]:
    """See `Departures.servers`."""
    rows = connection.execute(
        "select distinct guild_id, since from games left join servers_left using (guild_id) order by guild_id"
    )
    return dict(rows.fetchall())


@write
def put_removed(connection: sqlite3.Connection, guild_id: int, since: str | None) -> None:
    """See `Departures.put_removed`."""
    if since is None:
        connection.execute("delete from servers_left where guild_id = ?", (guild_id,))
    else:
        connection.execute(
            "insert into servers_left (guild_id, since) values (?, ?) "
            "on conflict (guild_id) do update set since = excluded.since",
            (guild_id, since),
        )
