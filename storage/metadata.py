"""Rows of notes that the program keeps for itself, by key."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping

from storage.interface.database import Connection
from storage.interface.metadata_keys import NONCES_KEY, RESERVE_KEYS, RESTORE_KEY
from storage.interface.shards import Shards
from storage.operations import Group, read, write
from storage.shards import note_alive

_ROOM_FOR_A_MOVE = 32 * 1024
"""In bytes; each becomes two characters."""


class MetadataRows(Group):
    """Notes that the program keeps for itself, by key."""

    @read
    @staticmethod
    def get(connection: Connection, key: str) -> str | None:
        """Return the note under a key, e.g. the commands that were last registered."""
        row = connection.execute("select text from notes where key = ?", (key,)).fetchone()
        return row[0] if row else None

    @read
    @staticmethod
    def list_with_prefix(connection: Connection, word: str) -> Mapping[str, str]:
        """Return the notes whose keys begin with a word and a space, by key."""
        rows = connection.execute(
            "select key, text from notes where key >= ? and key < ?", (f"{word} ", f"{word}!")
        ).fetchall()
        return dict(rows)

    @write
    @staticmethod
    def put(connection: Connection, key: str, text: str) -> None:
        """Store a note in place of the previous one under this key."""
        connection.execute(
            "insert into notes (key, text) values (?, ?) on conflict (key) do update set text = excluded.text",
            (key, text),
        )

    @write
    @staticmethod
    def keep(connection: Connection, key: str, text: str) -> str:
        """Store a note unless the key exists; return the stored one."""
        connection.execute("insert into notes (key, text) values (?, ?) on conflict do nothing", (key, text))
        return str(MetadataRows.get(connection, key))

    @write
    @staticmethod
    def prove_alive(connection: Connection, shards: Shards, now: str) -> None:
        """Record that these shards are served, with a write that needs as much disk space as a large move.

        Its success proves that moves can be saved; the time since the last one is an outage.
        """
        # The new row is written while the old one still exists: replacing it would succeed on a full disk. The text is
        # random because a file system may compress anything else to nothing.
        first, second = RESERVE_KEYS
        fresh, before = (first, second) if MetadataRows.get(connection, first) is None else (second, first)
        MetadataRows.put(connection, fresh, secrets.token_hex(_ROOM_FOR_A_MOVE))
        MetadataRows.drop(connection, before)
        note_alive(connection, shards, now)

    @write
    @staticmethod
    def drop(connection: Connection, key: str) -> None:
        """Delete a note."""
        connection.execute("delete from notes where key = ?", (key,))


def note_restore(connection: Connection, alive: str | None, now: str) -> None:
    """Record in a backup that it is being restored: messages posted since are unknown, and nonces start afresh.

    A backup's age is that of its newest entry; if it was restored before, the age recorded then.

    Args:
        connection: to the backup, which may be of an older version.
        alive: when its program last served its tables.
        now: the time of the restore.
    """
    (newest,) = connection.execute(
        "select max(at) from (select max(made_at) as at from moves union all select max(written_at) from letters "
        "union all select max(changed_at) from letters union all select max(opened_at) from games "
        "union all select cast(? as text)) as moments",
        (alive,),
    ).fetchone()
    before = MetadataRows.get(connection, RESTORE_KEY)
    since = newest if before is None else json.loads(before)[0]
    MetadataRows.drop(connection, NONCES_KEY)
    MetadataRows.put(connection, RESTORE_KEY, json.dumps([since or now, now]))
