"""The lock of a table: one at a time, though the next move need not wait for the disk."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.host.table.running import RunningGame


class TableLock:
    """Held with `async with`, it shows the table as it was saved last, with no move on its way to the disk.

    A move only takes its turn: it may be worked out from the move before it while that one is still being written,
    so that people who press at the same moment share one wait for the disk. The store takes entries in the order of
    their revisions or not at all: when one fails, so does whatever was worked out from it. Nobody is told of a move
    before it is saved.
    """

    def __init__(self) -> None:
        self.ahead: RunningGame | None = None
        """The table after the moves that are on their way to the disk; None: there are none, or one has failed."""
        self._turn = asyncio.Lock()
        self._on_their_way = 0
        self._landed = asyncio.Event()
        self._landed.set()

    async def __aenter__(self) -> None:
        await self._turn.acquire()
        try:
            await self.landed()
        except BaseException:
            self._turn.release()
            raise

    async def __aexit__(self, *_: object) -> None:
        self._turn.release()

    @asynccontextmanager
    async def in_turn(self) -> AsyncIterator[None]:
        """Hold the lock without waiting for the disk; where there is no `ahead`, wait until all has `landed`."""
        async with self._turn:
            yield

    async def landed(self) -> None:
        """Return when no move is on its way to the disk any more; the caller has its turn."""
        await self._landed.wait()

    def go_ahead(self, after: RunningGame) -> None:
        """Note what the table will be when a move is saved; the caller holds the lock."""
        self.ahead = after
        self._on_their_way += 1
        self._landed.clear()

    def land(self, *, saved: bool) -> None:
        """Note that a move has arrived on the disk, or failed to."""
        self._on_their_way -= 1
        if not self._on_their_way:
            self._landed.set()
        if not saved or not self._on_their_way:
            self.ahead = None
