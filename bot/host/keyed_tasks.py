"""One at a time: work that is done once for each key, beside whatever else happens, and the locks of such keys."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from weakref import WeakValueDictionary


class KeyedLocks:
    """A lock for each key, kept while anybody holds or wants it."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def of(self, key: int) -> asyncio.Lock:
        """Return the one lock of this key."""
        return self._locks.setdefault(key, asyncio.Lock())


class KeyedTasks:
    """Work for keys such as games: of one key never twice at once, and once more if it was asked for meanwhile.

    There is no task that waits for work: the first call starts one, which ends when nothing more was asked for.

    Args:
        work: does it for a key; it deals with its own failures.
        what: what is done, for the names of tasks.
        spacing: seconds before it is done once more.
    """

    def __init__(self, work: Callable[[int], Awaitable[None]], what: str, *, spacing: float = 0.0) -> None:
        self._work = work
        self._what = what
        self._spacing = spacing
        self._working: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()
        self._closed = False

    def ask(self, key: int) -> None:
        """Ask for the work of this key, also while it is being done; returns at once."""
        if self._closed:
            return
        if key in self._working:
            self._again.add(key)
        else:
            self._working[key] = asyncio.create_task(self._until_done(key), name=f"{self._what} {key}")

    async def settled(self, key: int, seconds: float | None = None) -> bool:
        """Wait until the work of this key is done, but no longer than this; return whether there was any."""
        task = self._working.get(key)
        if task is not None:
            await asyncio.wait([task], timeout=seconds)
        return task is not None

    async def settle(self) -> None:
        """Wait until no work is being done any more."""
        while self._working:
            await asyncio.gather(*self._working.values(), return_exceptions=True)

    async def close(self) -> None:
        """Finish what is being done and start no more."""
        self._closed = True
        await self.settle()

    async def _until_done(self, key: int) -> None:
        try:
            while True:
                self._again.discard(key)
                await self._work(key)
                if key not in self._again or self._closed:
                    break
                if self._spacing:
                    await asyncio.sleep(self._spacing)
        finally:
            self._again.discard(key)
            del self._working[key]  # here and not in a callback, so that no call in between is lost
