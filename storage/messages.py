"""Rows of the messages of tables that are kept right."""

from __future__ import annotations

import sqlite3

from storage.interface import Shown
from storage.operations import read, write

_SECRETS = "secrets"
"""Begins the role, before a seat's number and a person's, of the first message of that person's private thread."""


@read
def shown(connection: sqlite3.Connection, game_id: int) -> Shown:
    """See `Messages.shown`."""
    rows = connection.execute("select role, channel_id, message_id from messages where game_id = ?", (game_id,))
    messages = {role: (channel_id, message_id) for role, channel_id, message_id in rows}
    waits = connection.execute(
        "select exists (select 1 from letters where game_id = ? and kind = 'ask' and fate = 'waiting')", (game_id,)
    ).fetchone()[0]
    return Shown(messages, bool(waits))


@read
def get(connection: sqlite3.Connection, game_id: int, role: str) -> tuple[int, int] | None:
    """See `Messages.get`."""
    row: tuple[int, int] | None = connection.execute(
        "select channel_id, message_id from messages where game_id = ? and role = ?", (game_id, role)
    ).fetchone()
    return row


@write
def put(connection: sqlite3.Connection, game_id: int, role: str, channel_id: int, message_id: int | None) -> None:
    """See `Messages.put`."""
    if message_id is None:
        connection.execute("delete from messages where game_id = ? and role = ?", (game_id, role))
        return
    connection.execute(
        "insert into messages (game_id, role, reader, channel_id, message_id) values (?, ?, ?, ?, ?) "
        "on conflict (game_id, role) do update set channel_id = excluded.channel_id, message_id = excluded.message_id",
        (game_id, role, _reader(role), channel_id, message_id),
    )


def _reader(role: str) -> int | None:
    """Return whose private thread a role stands for, if it does."""
    name, _, place = role.partition(":")
    return int(place.partition(":")[2]) if name == _SECRETS else None


def end_threads(connection: sqlite3.Connection, user_id: int) -> None:
    """End the names of private threads with their player; the threads themselves are still to be closed."""
    rows = connection.execute(
        "select game_id, role, channel_id, message_id from messages where reader = ?", (user_id,)
    ).fetchall()
    for game_id, role, channel_id, message_id in rows:
        put(connection, game_id, role, channel_id, None)
        put(connection, game_id, f"{role.removesuffix(str(user_id))}0", channel_id, message_id)
