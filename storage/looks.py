"""What somebody has seen of a table, in notes."""

from __future__ import annotations

import sqlite3

from storage import notes
from storage.interface import SEEN
from storage.operations import read, write


@read
def seen(connection: sqlite3.Connection, game_id: int, user_id: int) -> int:
    """See `Looks.seen`."""
    known = notes.get(connection, f"{SEEN}{game_id}:{user_id}")
    return 0 if known is None else int(known)


@write
def looked(connection: sqlite3.Connection, game_id: int, user_id: int, revision: int) -> None:
    """See `Looks.looked`; of who does not play there, or any more, nothing is kept."""
    plays = connection.execute(
        "select 1 from games join seats using (game_id) where game_id = ? and status = 'running' and user_id = ?",
        (game_id, user_id),
    ).fetchone()
    if plays is not None and seen(connection, game_id, user_id) < revision:
        notes.put(connection, f"{SEEN}{game_id}:{user_id}", str(revision))


@read
def of(connection: sqlite3.Connection, user_id: int) -> dict[int, int]:
    """See `Looks.of`."""
    rows = connection.execute("select key, text from notes where key like ? order by key", (_of(user_id),))
    return {int(key.split(":")[1]): int(text) for key, text in rows}


def forget(connection: sqlite3.Connection, user_id: int) -> None:
    """Delete what is kept of somebody's looks."""
    connection.execute("delete from notes where key like ?", (_of(user_id),))


def _of(user_id: int) -> str:
    return f"{SEEN}%:{user_id}"
