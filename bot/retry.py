"""Persevering: what has to succeed while the bot runs, and may fail at first: it is tried again and again.

A timer between attempts, no waiting task.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

import aiohttp
import discord

from bot.host.delivery.outbox_worker import RetryLater
from storage.interface import StoreFailed

log = logging.getLogger(__name__)

FIRST_PAUSE = 15.0
"""Seconds; each further pause is twice as long."""

EXPECTED = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError, StoreFailed, RetryLater)
"""What comes of Discord, the network or the disk, and passes; all else is a fault of ours and logged with its place."""


class RetryingTask:
    """Something that is done, when asked for, until it succeeds.

    Args:
        what: what it is, for the log.
        work: does it; called again after a failure, it goes on where that leaves things.
        longest: seconds of the longest pause.
    """

    def __init__(self, what: str, work: Callable[[], Awaitable[None]], *, longest: float) -> None:
        self._what = what
        self._work = work
        self._longest = longest
        self._pause = FIRST_PAUSE
        self._again = False
        """Whether somebody asked for it while it was being done."""
        self._closed = False
        self._trying: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Ask for it to be done, also anew and while it is being done; returns at once. Once closed, nothing is."""
        if self._closed:  # Discord may say only now that it is ready
            return
        if self._timer is not None:
            self._timer.cancel()
        self._again = self._trying is not None and not self._trying.done()
        if not self._again:
            self._trying = asyncio.create_task(self._try(), name=self._what)

    async def settled(self) -> None:
        """Wait until it is not being done any more: it has succeeded, or waits to be tried again."""
        while self._trying is not None and not self._trying.done():
            await asyncio.wait([self._trying])

    async def close(self) -> None:
        """Try no more."""
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        if self._trying is not None:
            self._trying.cancel()
            await asyncio.wait([self._trying])

    async def _try(self) -> None:
        try:
            await self._work()
            self._pause = FIRST_PAUSE
            wait = 0.0
        except Exception as failed:  # noqa: BLE001 - it is logged, and tried again
            wait = self._told(failed)
            self._pause = min(2 * self._pause, self._longest)
            self._again = True
        if self._again:
            self._timer = asyncio.get_running_loop().call_later(wait, self.start)

    def _told(self, failed: Exception) -> float:
        """Log a failure; return after how many seconds it is tried again."""
        wait = max(self._pause, failed.retry_after) if isinstance(failed, discord.RateLimited) else self._pause
        expected = isinstance(failed, EXPECTED)
        level = logging.WARNING if expected else logging.ERROR
        again = "%s did not succeed; it is tried again in %d seconds: %s"
        log.log(level, again, self._what, wait, failed, exc_info=not expected)
        return wait
