"""Coalesced background work by key, and locks by key."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from weakref import WeakValueDictionary


class KeyedLocks:
    """A lock for each key, kept while it is held or awaited."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[Hashable, asyncio.Lock] = WeakValueDictionary()

    def get(self, key: Hashable) -> asyncio.Lock:
        """Return the only lock of this key."""
        return self._locks.setdefault(key, asyncio.Lock())


class KeyedTasks:
    """Background work by key, such as a game id: one run at a time, and one more if it was requested meanwhile.

    No idle task waits for work: the first request starts a task, which ends when no request is left.

    Args:
        work: does the work of one key; it handles its own failures.
        what: short description, for the names of tasks.
        spacing: seconds between two runs.
    """

    def __init__(self, work: Callable[[int], Awaitable[None]], what: str, *, spacing: float = 0.0) -> None:
        self._work = work
        self._description = what
        self._spacing = spacing
        self._working: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()
        self._closed = False

    def request(self, key: int) -> None:
        """Request the work of this key, also while it is running; return at once."""
        if self._closed:
            return
        if key in self._working:
            self._again.add(key)
        else:
            self._working[key] = asyncio.create_task(self._run_until_done(key), name=f"{self._description} {key}")

    async def wait_for_key(self, key: int, seconds: float | None = None) -> bool:
        """Wait until the work of this key is done, up to a timeout; return whether there was any."""
        task = self._working.get(key)
        if task is not None:
            await asyncio.wait([task], timeout=seconds)
        return task is not None

    async def wait_for_all(self) -> None:
        """Wait until no work is left."""
        while self._working:
            await asyncio.gather(*self._working.values(), return_exceptions=True)

    async def close(self) -> None:
        """Finish the running work, and ignore further requests."""
        self._closed = True
        await self.wait_for_all()

    async def _run_until_done(self, key: int) -> None:
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
            del self._working[key]  # here and not in a callback, so that no request in between is lost
