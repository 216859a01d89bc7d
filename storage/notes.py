"""Remarks that the program leaves for itself."""

from __future__ import annotations

import json
import secrets
import sqlite3

from storage.interface import ALIVE, NONCES, RESTORED, ROOM
from storage.operations import read, write

_ROOM_FOR_A_MOVE = 32 * 1024
"""Bytes, of which each becomes two signs."""


@read
def get(connection: sqlite3.Connection, key: str) -> str | None:
    """See `Notes.get`."""
    row = connection.execute("select text from notes where key = ?", (key,)).fetchone()
    return row[0] if row else None


@write
def put(connection: sqlite3.Connection, key: str, text: str) -> None:
    """See `Notes.put`."""
    connection.execute(
        "insert into notes (key, text) values (?, ?) on conflict (key) do update set text = excluded.text", (key, text)
    )


@write
def keep(connection: sqlite3.Connection, key: str, text: str) -> str:
    """See `Notes.keep`."""
    connection.execute("insert into notes (key, text) values (?, ?) on conflict do nothing", (key, text))
    return str(get(connection, key))


@write
def alive(connection: sqlite3.Connection, now: str) -> None:
    """See `Notes.alive`.

    The new row is written while the old one is still there: one in its place would fit on the fullest disk. By chance,
    for a file system may keep what compresses well in no room at all.
    """
    first, second = ROOM
    fresh, before = (first, second) if get(connection, first) is None else (second, first)
    put(connection, fresh, secrets.token_hex(_ROOM_FOR_A_MOVE))
    drop(connection, before)
    put(connection, ALIVE, now)


@write
def drop(connection: sqlite3.Connection, key: str) -> None:
    """See `Notes.drop`."""
    connection.execute("delete from notes where key = ?", (key,))


def restored(connection: sqlite3.Connection, now: str) -> None:
    """Note in a backup that it is being put back: what was posted since it was made is unknown, and letters count anew.

    A backup is as old as the newest thing in it; one that was put back before is as old as it was then.
    """
    (newest,) = connection.execute(
        "select max(at) from (select max(made_at) as at from moves union all select max(written_at) from letters "
        "union all select max(changed_at) from letters union all select max(opened_at) from games "
        "union all select text from notes where key = ?) as moments",
        (ALIVE,),
    ).fetchone()
    before = get(connection, RESTORED)
    since = newest if before is None else json.loads(before)[0]
    drop(connection, NONCES)
    put(connection, RESTORED, json.dumps([since or now, now]))
