"""Broadcasts between processes that share a database, received in a thread of their own.

A disconnected process misses a broadcast, so a word only says that there is something to look for.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import closing

import psycopg

from storage.database_url import Server
from storage.interface.errors import StoreFailed
from storage.postgres.rows import connect

CHANNEL = "boardroom"
POLL_SECONDS = 1.0
"""In seconds, the interval at which listeners check for themselves, and the delay before a broken connection is
reopened."""


class Notifications:
    """Receives broadcasts at a database from its creation until `end`.

    Args:
        server: the database.
        heard: called in the event loop with each word; see `Database.listen`.
    """

    def __init__(self, server: Server, heard: Callable[[str], None]) -> None:
        self._server = server
        self._heard = heard
        self._loop = asyncio.get_running_loop()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._listen, name="storage: listening", daemon=True)
        self._thread.start()

    async def end(self) -> None:
        """Stop listening."""
        self._over.set()
        await asyncio.to_thread(self._thread.join)

    def _listen(self) -> None:
        while not self._over.is_set():
            try:
                with closing(connect(self._server)) as connection:
                    connection.execute(f"listen {CHANNEL}".encode(), prepare=False)
                    self._send("")  # earlier broadcasts were missed
                    while not self._over.is_set():
                        words = [told.payload for told in connection.notifies(timeout=POLL_SECONDS, stop_after=1)]
                        self._send(words[0] if words else "")
            except (psycopg.Error, StoreFailed):  # the writing connection reports the failure
                self._over.wait(POLL_SECONDS)

    def _send(self, word: str) -> None:
        if not self._over.is_set():
            self._loop.call_soon_threadsafe(self._heard, word)
