"""Rows of what is gone: tables out of reach, and people who are forgotten."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from storage import clocks, notes
from storage import letters as letter_rows
from storage.interface import LEFT, DueAsk, Loss, NewLetter

FORMER = "a former player"
"""What somebody is called who was forgotten."""


def lose(
    connection: sqlite3.Connection, game_id: int, what: Loss, since: str, letters: Sequence[NewLetter], now: str
) -> None:
    """See `Storage.lose`."""
    connection.execute(
        "update games set lost = ?1, lost_at = coalesce(lost_at, ?2), "
        "lost_stopped = max(lost_stopped, paused_at is null), paused_at = coalesce(paused_at, ?2) "
        "where game_id = ?3 and (status in ('open', 'running') or (status = 'finished' and not exists "
        "(select 1 from letters where letters.game_id = ?3 and kind = 'final' and fate = 'sent')))",
        (what, since, game_id),
    )
    letter_rows.add_letters(connection, game_id, letters, now)


def find(
    connection: sqlite3.Connection,
    game_id: int,
    channel_id: int,
    paused_at: str | None,
    shifted: Sequence[DueAsk],
    letters: Sequence[NewLetter],
    now: str,
) -> None:
    """See `Storage.find`."""
    connection.execute(
        "update games set lost = null, lost_at = null, lost_stopped = 0, channel_id = ? where game_id = ?",
        (channel_id, game_id),
    )
    connection.execute(
        "delete from messages where game_id = ? and role in ('board', 'ask') and channel_id <> ?", (game_id, channel_id)
    )
    connection.execute("update asks set pinged = 0 where game_id = ?", (game_id,))
    clocks.pause(connection, game_id, paused_at, shifted, letters, now)


def forget(connection: sqlite3.Connection, user_id: int) -> None:
    """See `Storage.forget`."""
    seats = connection.execute("select game_id, seat from seats where user_id = ?", (user_id,)).fetchall()
    for game_id, seat in seats:
        clocks.clear_seat(connection, game_id, seat)
    connection.executemany("update asks set user_id = null where game_id = ? and seat = ?", seats)
    connection.execute(
        "update seats set user_id = null, name = ?, "
        "away = not conceded and exists "
        "(select 1 from games where games.game_id = seats.game_id and status = 'running') where user_id = ?",
        (FORMER, user_id),
    )
    connection.execute("update games set opened_by = 0 where opened_by = ?", (user_id,))
    connection.execute("delete from people where user_id = ?", (user_id,))
    connection.execute("delete from notes where key like ?", (_left_by(user_id),))
    notes.forget_looks(connection, user_id)
    # The names under which private threads are remembered end with their player.
    connection.execute(
        "update or replace messages set role = substr(role, 1, length(role) - length(?1)) || '0' "
        "where role like 'secrets:%:' || ?1",
        (str(user_id),),
    )
    # What such letters would have said is not needed any more, and might name somebody.
    connection.execute("update letters set body = '{}' where fate <> 'waiting' and kind <> 'notice' and body <> '{}'")
    connection.execute(
        "update letters set body = replace(body, ?1, ?2) where kind = 'notice' and instr(body, ?1)",
        (f"<@{user_id}>", FORMER),
    )


def left_by(connection: sqlite3.Connection, user_id: int) -> Sequence[int]:
    """See `Storage.left_by`."""
    rows = connection.execute("select key from notes where key like ? order by key", (_left_by(user_id),))
    return [int(key.split(":")[1]) for (key,) in rows]


def _left_by(user_id: int) -> str:
    return f"{LEFT}%:{user_id}"
