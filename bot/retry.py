"""A background task that is retried with exponential backoff until it succeeds.

A timer runs between attempts, no waiting task.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

import aiohttp
import discord

from bot.host.delivery.outbox_worker import RetryLater
from storage.interface.errors import StoreFailed

log = logging.getLogger(__name__)

FIRST_RETRY_SECONDS = 15.0
"""Seconds before the first retry; each further pause is twice as long."""

EXPECTED_ERRORS = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError, StoreFailed, RetryLater)
"""Transient errors of Discord, the network or the disk; any other error is a bug and logged with its traceback."""


class RetryingTask:
    """Work that is repeated with growing pauses until it succeeds.

    Args:
        what: description for the log.
        work: the work; a call after a failure continues from the present state.
        longest: maximum pause in seconds.
    """

    def __init__(self, what: str, work: Callable[[], Awaitable[None]], *, longest: float) -> None:
        self._description = what
        self._work = work
        self._longest = longest
        self._pause = FIRST_RETRY_SECONDS
        self._again = False
        """Whether another run was requested during the present one."""
        self._closed = False
        self._trying: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Request a run and return at once; a request during a run causes another one. Does nothing after `close`."""
        if self._closed:  # Discord's ready event may come after close
            return
        if self._timer is not None:
            self._timer.cancel()
        self._again = self._trying is not None and not self._trying.done()
        if not self._again:
            self._trying = asyncio.create_task(self._try(), name=self._description)

    async def wait_until_settled(self) -> None:
        """Wait until no run is in progress: it has succeeded or waits for its retry."""
        while self._trying is not None and not self._trying.done():
            await asyncio.wait([self._trying])

    async def close(self) -> None:
        """Cancel the run in progress and stop retrying."""
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        if self._trying is not None:
            self._trying.cancel()
            await asyncio.wait([self._trying])

    async def _try(self) -> None:
        try:
            await self._work()
            self._pause = FIRST_RETRY_SECONDS
            wait = 0.0
        except Exception as failed:  # noqa: BLE001 - it is logged and retried
            wait = self._log_failure(failed)
            self._pause = min(2 * self._pause, self._longest)
            self._again = True
        if self._again:
            self._timer = asyncio.get_running_loop().call_later(wait, self.start)

    def _log_failure(self, failed: Exception) -> float:
        """Log a failure; return the seconds until the retry."""
        wait = max(self._pause, failed.retry_after) if isinstance(failed, discord.RateLimited) else self._pause
        expected = isinstance(failed, EXPECTED_ERRORS)
        level = logging.WARNING if expected else logging.ERROR
        again = "%s did not succeed; it is tried again in %d seconds: %s"
        log.log(level, again, self._description, wait, failed, exc_info=not expected)
        return wait
