"""Remarks that the program leaves for itself."""

from __future__ import annotations

import sqlite3


def note(connection: sqlite3.Connection, key: str) -> str | None:
    """See `Storage.note`."""
    row = connection.execute("select text from notes where key = ?", (key,)).fetchone()
    return row[0] if row else None


def put_note(connection: sqlite3.Connection, key: str, text: str) -> None:
    """See `Storage.put_note`."""
    connection.execute(
        "insert into notes (key, text) values (?, ?) on conflict (key) do update set text = excluded.text", (key, text)
    )
