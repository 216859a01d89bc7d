"""The workshop: where pages are made. What takes long, a worker does; the rest is done one page at a time.

So whoever presses on Discord waits for a few lines of Python at most, however many look. Where the worker is busy, gone
or slow, as it is while the processor is wanted for presses, whoever looks is asked to come again.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from hashlib import sha256
from typing import TypeVar, TypeVarTuple, cast

from bot.host.cpu_accounting import beside
from bot.host.worker import NoWorker, Worker
from bot.web.page_cache import PageCache
from bot.web.responses import TooMuchAtOnce
from bot.web.values import Sized
from bot.web.worker_protocol import Catalogue, packed, unpacked

R = TypeVar("R")
Shown = TypeVar("Shown", bound=Sized)
Given = TypeVarTuple("Given")

NICE = 10
"""The worker's priority, as `nice` counts: somebody waits for pages, so where presses fill the processor, it still gets
a tenth of it."""
PATIENCE, SOON = 10.0, 2.0
"""Seconds for which a page waits for the worker: one that there is not yet, and one of which there is an older one."""
RENDERED, RENDERED_BYTES = 500, 40_000_000
"""Pages that are kept as they were rendered, beside those of tables, and what they take at most."""


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
        self._making: dict[tuple[object, bytes], asyncio.Future[Sized]] = {}
        """What is being rendered, by its address and digest."""
        self._rendered: PageCache[Sized] = PageCache(RENDERED, RENDERED_BYTES, lambda made: made.size)

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
        what = await beside(packed, given, self._catalogue)
        return await self._waited_for(self._worker.do(_made, work, what), SOON if in_haste else PATIENCE)

    async def _waited_for(self, made: Awaitable[R], seconds: float) -> R:
        """Return what is being made, if it can be had so soon; others have the turn meanwhile."""
        async with self.others_first():
            try:
                async with asyncio.timeout(seconds):
                    return await made
            except (NoWorker, TimeoutError):
                raise TooMuchAtOnce from None

    async def rendered(
        self,
        address: object,
        work: Callable[..., Shown],
        *given: object,
        further: Callable[[], Awaitable[Sequence[object]]] | None = None,
    ) -> Shown:
        """Return what the worker makes of what everybody may know for an address, as it is kept while that is the same.

        It is made once for all who ask meanwhile, and is kept also where it takes too long for them.

        What was given is remembered as a digest of the form in which it crosses. So whatever a page is made of decides
        whether it is made again, and nothing else can.

        Args:
            address: where it stands.
            work: a function of a module.
            given: what it is given, which decides whether it is the same.
            further: returns what it is given beside, if it is made; that has to follow from the rest.

        Raises:
            NotTransferableError: not everybody may know it.
            TooMuchAtOnce: it cannot be had so soon.
        """
        what, digest = await beside(_packed_and_digested, given, self._catalogue)
        kept = self._rendered.get(address, digest)
        if kept is not None:
            return cast("Shown", kept)
        making = self._making.get((address, digest))
        if making is None:
            making = asyncio.ensure_future(self._rendered_anew(address, digest, work, what, further))
            self._making[address, digest] = making
            making.add_done_callback(partial(self._is_made, (address, digest)))
        return cast("Shown", await self._waited_for(asyncio.shield(making), PATIENCE))

    async def _rendered_anew(
        self,
        address: object,
        digest: bytes,
        work: Callable[..., Sized],
        what: bytes,
        further: Callable[[], Awaitable[Sequence[object]]] | None,
    ) -> Sized:
        more = () if further is None else (await beside(packed, await further(), self._catalogue),)
        return self._rendered.put(address, digest, await self._worker.do(_made, work, what, *more))

    def _is_made(self, what: tuple[object, bytes], making: asyncio.Future[Sized]) -> None:
        del self._making[what]
        if not making.cancelled():
            making.exception()  # whoever still waits for it gets it, and maybe nobody does


def _packed_and_digested(given: object, catalogue: Catalogue) -> tuple[bytes, bytes]:
    what = packed(given, catalogue, canonical=True)
    return what, sha256(what).digest()


def _made(work: Callable[..., R], *what: bytes) -> R:
    return work(*(one for each in what for one in unpacked(each)))
