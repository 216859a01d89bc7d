"""Simulate a full disk with SQLite's own limit, and space that is freed again."""

from __future__ import annotations

import sqlite3

from storage.interface.errors import StoreFailed
from storage.sqlite import SqliteStorage


async def fill(storage: SqliteStorage) -> None:
    """Let the database be full to the last page."""

    def no_more(rows: sqlite3.Connection) -> None:
        rows.execute(f"pragma max_page_count = {rows.execute('pragma page_count').fetchone()[0]}").fetchone()

    await storage.database.write(no_more)
    size = 1 << 16
    text = ""
    while size:
        try:
            await storage.metadata.put("filler", text + "x" * size)
            text += "x" * size
        except StoreFailed:
            size //= 2


async def make_room(storage: SqliteStorage) -> None:
    """Let the database grow again."""
    await storage.database.write(lambda rows: rows.execute("pragma max_page_count = 1000000").fetchone())
