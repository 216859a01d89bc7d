"""Precedence: whoever waits for an answer goes before the letters, which can wait a moment."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

LONGEST_WAIT = 2.0
"""Seconds for which letters let others go first."""
TOGETHER = 8
"""Letters that are carried at the same time; Discord takes fifty requests a second in all."""


class Precedence:
    """Counts who is being answered, and holds letters back until nobody is, though not for ever.

    Args:
        pause: seconds without anybody waiting for an answer after which letters go, so that who plays on at
            once is not held up; 0: as soon as nobody waits.
        at_leisure: is called whenever the last one has their answer.
    """

    def __init__(self, pause: float = 0, at_leisure: Callable[[], None] = lambda: None) -> None:
        self._pause = pause
        self._at_leisure = at_leisure
        self._answering = 0
        self._calm_from = 0.0
        self._quiet = asyncio.Event()
        self._quiet.set()
        self.hands = asyncio.Semaphore(TOGETHER)
        """One for each letter that is on its way."""

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Be there from when somebody has pressed until they have their answer."""
        self._answering += 1
        self._quiet.clear()
        try:
            yield
        finally:
            self._answering -= 1
            if not self._answering:
                self._calm_from = asyncio.get_running_loop().time() + self._pause
                self._quiet.set()
                self._at_leisure()

    async def calm(self) -> None:
        """Return when nobody has waited for an answer for a moment, or when that lasts too long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LONGEST_WAIT):
                await self._quiet.wait()
                while (rest := self._calm_from - asyncio.get_running_loop().time()) > 0:
                    await asyncio.sleep(rest)
                    await self._quiet.wait()
