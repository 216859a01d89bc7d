"""What programs that use one database tell each other: words, heard in a thread of its own.

A word is lost when whoever should hear it is cut off; so it only says that there is something to look for.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import closing

import psycopg

from storage.database_url import Server
from storage.interface import StoreFailed
from storage.postgres.rows import connect

CHANNEL = "boardroom"
EVERY = 1.0
"""Seconds after which those who listen look for themselves, and after which a connection that broke is made anew."""


class Notifications:
    """Hears what others say at a database, from when it is made until it ends.

    Args:
        server: where.
        heard: is called in the event loop with each word; see `Database.listen`.
    """

    def __init__(self, server: Server, heard: Callable[[str], None]) -> None:
        self._server = server
        self._heard = heard
        self._loop = asyncio.get_running_loop()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._listen, name="storage: listening", daemon=True)
        self._thread.start()

    async def end(self) -> None:
        """Listen no more."""
        self._over.set()
        await asyncio.to_thread(self._thread.join)

    def _listen(self) -> None:
        while not self._over.is_set():
            try:
                with closing(connect(self._server)) as connection:
                    connection.execute(f"listen {CHANNEL}".encode(), prepare=False)
                    self._say("")  # what was told before is not heard
                    while not self._over.is_set():
                        words = [told.payload for told in connection.notifies(timeout=EVERY, stop_after=1)]
                        self._say(words[0] if words else "")
            except (psycopg.Error, StoreFailed):  # whoever writes says so, too
                self._over.wait(EVERY)

    def _say(self, word: str) -> None:
        if not self._over.is_set():
            self._loop.call_soon_threadsafe(self._heard, word)
