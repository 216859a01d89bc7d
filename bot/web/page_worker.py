"""The workshop: where pages are made. What takes long, a worker does; the rest is done one page at a time.

So whoever presses on Discord waits for a few lines of Python at most, however many look. Where the worker is busy, gone
or slow, as it is while the processor is wanted for presses, whoever looks is asked to come again.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar, TypeVarTuple

from bot.host.worker import NoWorker, Worker
from bot.web.page_cache import PageCache
from bot.web.responses import TooMuchAtOnce
from bot.web.values import Rendered, Sheet
from bot.web.worker_protocol import Catalogue, packed, unpacked

R = TypeVar("R")
Given = TypeVarTuple("Given")

NICE = 10
"""The worker's priority, as `nice` counts: somebody waits for pages, so where presses fill the processor, it still gets
a tenth of it."""
PATIENCE, SOON = 10.0, 2.0
"""Seconds for which a page waits for the worker: one that there is not yet, and one of which there is an older one."""
RENDERED = 60
"""Pages that are kept as they were rendered, beside those of tables."""


class PageWorker:
    """Makes pages.

    Args:
        worker: does what takes long.
        catalogue: where it finds the games.
    """

    def __init__(self, worker: Worker, catalogue: Catalogue) -> None:
        self._worker = worker
        self._catalogue = catalogue
        self._one = asyncio.Semaphore(1)
        self._rendered: PageCache[Rendered] = PageCache(RENDERED)

    async def begin(self, work: Callable[[], None]) -> None:
        """Let the worker begin with this, so that nobody waits for it later."""
        with suppress(NoWorker):  # the next page tells
            await self._worker.do(work)

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Do something here, when nobody else does."""
        async with self._one:
            yield

    @asynccontextmanager
    async def others_first(self) -> AsyncIterator[None]:
        """Let others have the turn while one waits in here."""
        self._one.release()
        try:
            yield
        finally:
            await self._one.acquire()

    @asynccontextmanager
    async def alone(self, lock: asyncio.Lock) -> AsyncIterator[None]:
        """Do something with a lock in hand; others have the turn while one waits for it."""
        async with self.others_first():
            await lock.acquire()
        try:
            yield
        finally:
            lock.release()

    async def made(self, work: Callable[[*Given], R], *given: *Given, in_haste: bool = False) -> R:
        """Return what the worker makes of what everybody may know; others have the turn meanwhile.

        Args:
            work: a function of a module.
            given: what it is given.
            in_haste: whether something else can be shown instead.

        Raises:
            NotTransferableError: not everybody may know it.
            TooMuchAtOnce: it cannot be had so soon.
        """
        what = packed(given, self._catalogue)
        async with self.others_first():
            try:
                async with asyncio.timeout(SOON if in_haste else PATIENCE):
                    return await self._worker.do(_made, work, what)
            except (NoWorker, TimeoutError):
                raise TooMuchAtOnce from None

    async def rendered(self, address: object, sheet: Sheet[Any]) -> Rendered:
        """Return what stands at an address, rendered; while it is the same, it is used again."""
        stamp = sheet.value, sheet.also
        return self._rendered.get(address, stamp) or self._rendered.put(
            address, stamp, await self.made(Sheet.rendered, sheet)
        )


def _made(work: Callable[[*Given], R], what: bytes) -> R:
    return work(*unpacked(what))
