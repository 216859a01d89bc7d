"""A worker: computes what takes long in a process of its own, so that whoever presses waits for none of it.

It begins when there is something to do, with a low priority: where the processor is wanted for anything else, it waits.
It is given values and gives back values; it knows no store and no Discord, and whatever becomes of it, nothing is lost
but what it was at.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection
from threading import Thread
from typing import ParamSpec, TypeVar

log = logging.getLogger(__name__)

P = ParamSpec("P")
R = TypeVar("R")

LOWEST = 19
"""The lowest priority, as `nice` counts."""
LONGEST = 3600.0
"""Seconds after which what was asked for takes too long, also where all else on the computer goes first: nothing will
come of it any more."""


class NoWorker(Exception):
    """What was asked for is not done: too much waits, the worker has ended meanwhile, or there is none any more."""


class Worker:
    """Does one thing after another, in the order in which they are asked for.

    Args:
        room: so many things wait or are done at a time; who asks for more is refused at once.
        nice: its priority, as `nice` counts; the lowest, where nobody waits for what it does.
        longest: seconds after which what was asked for takes too long; the process is ended, and another one begins.
    """

    def __init__(self, room: int, nice: int = LOWEST, longest: float = LONGEST) -> None:
        self._room = room
        self._nice = nice
        self._longest = longest
        self.under_way = 0
        """How many things wait or are done."""
        self._process: _Process | None = None
        self._closed = False

    async def do(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Return what a function comes to.

        What the function raises is raised here, too. Whoever stops waiting does not stop it once it has begun, so it
        has to end by itself.

        Args:
            work: a function of a module, which the other process finds by its name.
            args: what it is given; as what it returns, values that can be pickled.
            kwargs: likewise.

        Raises:
            NoWorker: it is not done; it may be asked for again.
        """
        if self._closed or self.under_way >= self._room:
            raise NoWorker
        self.under_way += 1
        process = self._there()
        try:
            return await asyncio.get_running_loop().run_in_executor(process, partial(work, *args, **kwargs))
        except BrokenProcessPool:
            self._without(process)
            raise NoWorker from None
        finally:
            self.under_way -= 1

    def begin(
        self, then: Callable[[R | None], None], work: Callable[P, R], *args: P.args, **kwargs: P.kwargs
    ) -> Callable[[], object]:
        """Begin to compute what nobody waits for.

        Args:
            then: is called with what the function comes to; with None where it was not done, or has failed.
            work: a function of a module, as for `do`.
            args: what it is given.
            kwargs: likewise.

        Returns:
            What takes it back as long as it waits for others; what has begun is done all the same.

        Raises:
            NoWorker: it is not begun, and `then` is not called.
        """
        if self._closed or self.under_way >= self._room:
            raise NoWorker
        process, loop = self._there(), asyncio.get_running_loop()

        def ended(future: Future[R]) -> None:
            self.under_way -= 1
            found = None
            try:
                found = future.result()
            except BrokenProcessPool:
                self._without(process)
            except CancelledError:
                pass  # it was taken back
            except Exception:
                log.exception("what was computed beside the bot has failed")
            then(found)

        try:
            future = process.submit(work, *args, **kwargs)
        except BrokenProcessPool:
            self._without(process)
            raise NoWorker from None
        self.under_way += 1
        future.add_done_callback(lambda done: loop.call_soon_threadsafe(ended, done))
        return future.cancel

    def _there(self) -> _Process:
        """Return the process; if there is none, one begins."""
        self._process = self._process or _Process(self._nice, self._longest)
        return self._process

    def _without(self, process: _Process) -> None:
        """Let the next thing be done by another process than this one, which has ended."""
        if self._process is process and not self._closed:
            self._process = None
            log.warning("the process that computes beside the bot has ended; the next starts when it is needed")
            process.shutdown(wait=False)

    async def close(self) -> None:
        """Begin nothing more, and end what is under way."""
        self._closed = True
        if self._process is not None:
            self._process.end()
            await asyncio.to_thread(self._process.shutdown)
            self._process = None


class _Process(ProcessPoolExecutor):
    """A process that ends when the bot does, however that ends: it waits for the end of a pipe.

    It is ended, too, where one thing is not done for so many seconds after it was given.
    """

    def __init__(self, nice: int, longest: float) -> None:
        context = multiprocessing.get_context("spawn")
        heard, self._ours = context.Pipe(duplex=False)
        super().__init__(1, context, _begin, (heard, nice))
        self._longest = longest

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Give it something to do; see `Executor.submit`."""
        future, loop = super().submit(fn, *args, **kwargs), asyncio.get_running_loop()
        # The process has begun, and none but it may hold open what it writes results into: if it is ended amid one,
        # whoever reads would wait for the rest, for good.
        self._result_queue._writer.close()  # type: ignore[attr-defined]  # a queue has no word for it
        too_long = loop.call_later(self._longest, self._end_hung)

        def done(_: Future[R]) -> None:
            with suppress(RuntimeError):  # the loop has ended, and waits for nothing any more
                loop.call_soon_threadsafe(too_long.cancel)

        future.add_done_callback(done)
        return future

    def _end_hung(self) -> None:
        log.warning("what is computed beside the bot takes longer than %.0f seconds, so it is given up", self._longest)
        self.end()

    def end(self) -> None:
        """Let it end at once, whatever it is at."""
        self._ours.close()


def _begin(bot: Connection, nice: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the bot, which ends this one then
    if sys.platform != "win32":
        with suppress(OSError):  # where a sandbox forbids it, it works with the priority that it has
            os.nice(nice)
    Thread(target=_end_with, args=(bot,), daemon=True).start()


def _end_with(bot: Connection) -> None:
    with suppress(EOFError, OSError):
        bot.recv()
    os._exit(0)
