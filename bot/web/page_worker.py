"""Rendering of pages: slow work runs in a worker process, the rest one page at a time.

This keeps the event loop free for Discord interactions, however many visitors there are. A worker that is busy, dead or
slow (it has a low priority) leads to `WorkerBusy`, and the visitor is asked to retry.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from hashlib import sha256
from typing import TypeVar, TypeVarTuple, cast

from bot.host.cpu_accounting import run_in_thread
from bot.host.worker import NoWorker, Worker
from bot.web.page_cache import PageCache
from bot.web.responses import WorkerBusy
from bot.web.values import Sized
from bot.web.worker_protocol import Catalogue, deserialize, serialize

R = TypeVar("R")
Shown = TypeVar("Shown", bound=Sized)
Given = TypeVarTuple("Given")

NICENESS = 10
"""Niceness of the worker. Visitors wait for pages, so it still gets a tenth of a fully loaded CPU."""
FIRST_RENDER_SECONDS, REFRESH_SECONDS = 10.0, 2.0
"""Timeouts in seconds for a page that has no older version to show, and for one that has."""
MAX_CACHED_PAGES, MAX_CACHED_BYTES = 500, 40_000_000
"""Limits of the cache of rendered pages, apart from those of tables: entries and bytes."""


class PageWorker:
    """Renders pages in a worker process and caches them.

    Args:
        worker: runs slow functions.
        catalogue: finds the games in the worker.
    """

    def __init__(self, worker: Worker, catalogue: Catalogue) -> None:
        self._worker = worker
        self._catalogue = catalogue
        self._one = asyncio.Semaphore(1)
        self._making: dict[tuple[object, bytes], asyncio.Future[Sized]] = {}
        """Renderings in progress, by address and digest."""
        self._rendered: PageCache[Sized] = PageCache(MAX_CACHED_PAGES, MAX_CACHED_BYTES, lambda made: made.size)

    async def begin(self, work: Callable[[], None]) -> None:
        """Warm up the worker with this function, so that the first visitor need not wait."""
        with suppress(NoWorker):  # the next page reports it
            await self._worker.run(work)

    @asynccontextmanager
    async def take_turn(self) -> AsyncIterator[None]:
        """Hold the turn: at most one page is handled in this process at a time."""
        async with self._one:
            yield

    @asynccontextmanager
    async def release_turn(self) -> AsyncIterator[None]:
        """Give up the turn during the block, and wait for it afterwards."""
        self._one.release()
        try:
            yield
        finally:
            await self._one.acquire()

    @asynccontextmanager
    async def hold_lock(self, lock: asyncio.Lock) -> AsyncIterator[None]:
        """Hold a lock during the block; the turn is given up only while waiting for the lock."""
        async with self.release_turn():
            await lock.acquire()
        try:
            yield
        finally:
            lock.release()

    async def run(self, work: Callable[[*Given], R], *given: *Given, in_haste: bool = False) -> R:
        """Run a function in the worker on public data and return its result; others have the turn meanwhile.

        Args:
            work: a function at module level.
            given: its arguments.
            in_haste: use the short timeout, as there is an older version to show.

        Raises:
            NotTransferableError: an argument holds private data.
            WorkerBusy: the worker is unavailable or too slow.
        """
        what = await run_in_thread(serialize, given, self._catalogue)
        return await self._wait_for(
            self._worker.run(_run_serialized, work, what), REFRESH_SECONDS if in_haste else FIRST_RENDER_SECONDS
        )

    async def _wait_for(self, made: Awaitable[R], seconds: float) -> R:
        """Await a result with a timeout; others have the turn meanwhile."""
        async with self.release_turn():
            try:
                async with asyncio.timeout(seconds):
                    return await made
            except (NoWorker, TimeoutError):
                raise WorkerBusy from None

    async def render(
        self,
        address: object,
        work: Callable[..., Shown],
        *given: object,
        further: Callable[[], Awaitable[Sequence[object]]] | None = None,
    ) -> Shown:
        """Render public data in the worker, or return the cached result for the same data.

        Concurrent requests share one rendering. It is cached even if it finishes after their timeout.

        The cache key is a digest of the serialized arguments, so any change of the arguments renders again, and nothing
        else does.

        Args:
            address: identifies the page.
            work: a function at module level.
            given: its arguments, and the cache key.
            further: returns more arguments on a cache miss; they must follow from `given`.

        Raises:
            NotTransferableError: an argument holds private data.
            WorkerBusy: the worker is unavailable or too slow.
        """
        what, digest = await run_in_thread(_serialize_with_digest, given, self._catalogue)
        kept = self._rendered.get(address, digest)
        if kept is not None:
            return cast("Shown", kept)
        making = self._making.get((address, digest))
        if making is None:
            making = asyncio.ensure_future(self._run_render(address, digest, work, what, further))
            self._making[address, digest] = making
            making.add_done_callback(partial(self._finish_render, (address, digest)))
        return cast("Shown", await self._wait_for(asyncio.shield(making), FIRST_RENDER_SECONDS))

    async def _run_render(
        self,
        address: object,
        digest: bytes,
        work: Callable[..., Sized],
        what: bytes,
        further: Callable[[], Awaitable[Sequence[object]]] | None,
    ) -> Sized:
        more = () if further is None else (await run_in_thread(serialize, await further(), self._catalogue),)
        return self._rendered.put(address, digest, await self._worker.run(_run_serialized, work, what, *more))

    def _finish_render(self, what: tuple[object, bytes], making: asyncio.Future[Sized]) -> None:
        del self._making[what]
        if not making.cancelled():
            making.exception()  # a failure that nobody awaits must not be logged by asyncio


def _serialize_with_digest(given: object, catalogue: Catalogue) -> tuple[bytes, bytes]:
    what = serialize(given, catalogue, canonical=True)
    return what, sha256(what).digest()


def _run_serialized(work: Callable[..., R], *what: bytes) -> R:
    return work(*(one for each in what for one in deserialize(each)))
