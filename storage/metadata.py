"""Remarks that the program leaves for itself."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping

from storage.interface import NONCES, RESTORED, ROOM, Connection, Shards
from storage.operations import Group, read, write
from storage.shards import note_alive

_ROOM_FOR_A_MOVE = 32 * 1024
"""Bytes, of which each becomes two signs."""


class MetadataRows(Group):
    """Remarks that the program leaves for itself."""

    @read
    @staticmethod
    def get(connection: Connection, key: str) -> str | None:
        """Return a remark the program left for itself, e.g. which commands it last registered."""
        row = connection.execute("select text from notes where key = ?", (key,)).fetchone()
        return row[0] if row else None

    @read
    @staticmethod
    def beginning(connection: Connection, word: str) -> Mapping[str, str]:
        """Return the remarks whose keys begin with a word and a space, by their keys."""
        rows = connection.execute(
            "select key, text from notes where key >= ? and key < ?", (f"{word} ", f"{word}!")
        ).fetchall()
        return dict(rows)

    @write
    @staticmethod
    def put(connection: Connection, key: str, text: str) -> None:
        """Leave a remark under this key in place of the one before."""
        connection.execute(
            "insert into notes (key, text) values (?, ?) on conflict (key) do update set text = excluded.text",
            (key, text),
        )

    @write
    @staticmethod
    def keep(connection: Connection, key: str, text: str) -> str:
        """Leave a remark unless there is one under this key; return the one that is there."""
        connection.execute("insert into notes (key, text) values (?, ?) on conflict do nothing", (key, text))
        return str(MetadataRows.get(connection, key))

    @write
    @staticmethod
    def alive(connection: Connection, shards: Shards, now: str) -> None:
        """Note that these shards are looked after, in a write that needs as much room as a large move.

        So it proves that moves can be saved; the time since is an outage.
        """
        # The new row is written while the old one is still there: one in its place would fit on the fullest disk. By
        # chance, for a file system may keep what compresses well in no room at all.
        first, second = ROOM
        fresh, before = (first, second) if MetadataRows.get(connection, first) is None else (second, first)
        MetadataRows.put(connection, fresh, secrets.token_hex(_ROOM_FOR_A_MOVE))
        MetadataRows.drop(connection, before)
        note_alive(connection, shards, now)

    @write
    @staticmethod
    def drop(connection: Connection, key: str) -> None:
        """Take a remark away."""
        connection.execute("delete from notes where key = ?", (key,))


def restored(connection: Connection, alive: str | None, now: str) -> None:
    """Note in a backup that it is being put back: what was posted since it was made is unknown, and letters count anew.

    A backup is as old as the newest thing in it; one that was put back before is as old as it was then.

    Args:
        connection: to the backup, which may be of an older version.
        alive: when its program last looked after its tables.
        now: when it is put back.
    """
    (newest,) = connection.execute(
        "select max(at) from (select max(made_at) as at from moves union all select max(written_at) from letters "
        "union all select max(changed_at) from letters union all select max(opened_at) from games "
        "union all select cast(? as text)) as moments",
        (alive,),
    ).fetchone()
    before = MetadataRows.get(connection, RESTORED)
    since = newest if before is None else json.loads(before)[0]
    MetadataRows.drop(connection, NONCES)
    MetadataRows.put(connection, RESTORED, json.dumps([since or now, now]))
