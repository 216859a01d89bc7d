"""Rows of people."""

from __future__ import annotations

import sqlite3

from storage.interface import Person
from storage.operations import read, write


@read
def get(connection: sqlite3.Connection, user_id: int) -> Person | None:
    """See `People.get`."""
    row = connection.execute(
        "select user_id, name, dm, wishes, secrets, dm_channel, word from people where user_id = ?", (user_id,)
    ).fetchone()
    return Person(*row) if row else None


@write
def put(connection: sqlite3.Connection, person: Person) -> None:
    """See `People.put`."""
    connection.execute(
        "insert into people (user_id, name, dm, wishes, secrets, dm_channel, word) values (?, ?, ?, ?, ?, ?, ?) "
        "on conflict (user_id) do update set name = excluded.name, dm = excluded.dm, wishes = excluded.wishes, "
        "secrets = excluded.secrets, dm_channel = excluded.dm_channel, word = excluded.word",
        (
            person.user_id,
            person.name,
            person.dm,
            person.wishes,
            person.secrets,
            person.dm_channel,
            person.word,
        ),
    )
