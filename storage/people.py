"""Rows of people."""

from __future__ import annotations

import sqlite3
from dataclasses import replace

from storage.interface import Person
from storage.operations import read, write


@read
def get(connection: sqlite3.Connection, user_id: int) -> Person | None:
    """See `People.get`."""
    row = connection.execute(
        "select user_id, name, dm, wishes, secrets, dm_channel, word, chosen from people where user_id = ?", (user_id,)
    ).fetchone()
    if row is None:
        return None
    *known, chosen = row
    return replace(Person(*known), chosen=bool(chosen))


@write
def put(connection: sqlite3.Connection, person: Person) -> None:
    """See `People.put`."""
    connection.execute(
        "insert into people (user_id, name, dm, wishes, secrets, dm_channel, word, chosen) "
        "values (?, ?, ?, ?, ?, ?, ?, ?) "
        "on conflict (user_id) do update set name = excluded.name, dm = excluded.dm, wishes = excluded.wishes, "
        "secrets = excluded.secrets, dm_channel = excluded.dm_channel, word = excluded.word, "
        "chosen = excluded.chosen",
        (
            person.user_id,
            person.name,
            person.dm,
            person.wishes,
            person.secrets,
            person.dm_channel,
            person.word,
            person.chosen,
        ),
    )
