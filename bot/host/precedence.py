"""Precedence: whoever waits for an answer goes before the letters, which can wait a moment."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress

LONGEST_WAIT = 2.0
"""Seconds for which a letter lets others go first."""
TOGETHER = 8
"""Letters that are carried at the same time; Discord takes fifty requests a second in all."""


class Precedence:
    """Counts who is being answered, and holds letters back until nobody is, though not for ever.

    Args:
        calm: seconds without anybody waiting for an answer after which letters go, so that who plays on at
            once is not held up; 0: as soon as nobody waits.
    """

    def __init__(self, calm: float = 0) -> None:
        self._pause = calm
        self._answering = 0
        self._answered = 0
        self._quiet = asyncio.Event()
        self._quiet.set()
        self._hands = asyncio.Semaphore(TOGETHER)

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Be there from when somebody has pressed until they have their answer."""
        self._answering += 1
        self._quiet.clear()
        try:
            yield
        finally:
            self._answering -= 1
            self._answered += 1
            if not self._answering:
                self._quiet.set()

    @asynccontextmanager
    async def giving_way(self) -> AsyncIterator[None]:
        """Carry a letter when nobody waits for an answer, or when it has waited long enough itself."""
        await self.calm()
        async with self._hands:
            yield

    async def calm(self) -> None:
        """Return when nobody waits for an answer any more, or when that lasts too long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LONGEST_WAIT):
                await self._until_calm()

    async def _until_calm(self) -> None:
        before = -1
        while not self._quiet.is_set() or (self._pause and before != self._answered):
            await self._quiet.wait()
            before = self._answered
            if self._pause:
                await asyncio.sleep(self._pause)
