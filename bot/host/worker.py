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
from collections import deque
from collections.abc import Callable
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection
from threading import Lock, Thread, Timer
from typing import Any, ParamSpec, TypeVar

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


@dataclass(frozen=True, eq=False)
class _Job:
    """Something to do."""

    work: Callable[[], Any]
    loop: asyncio.AbstractEventLoop
    """Of whoever has asked for it."""
    ended: Callable[[Future[Any]], None]
    """Is called there when it has ended, in whatever way."""

    def tell(self, outcome: Future[Any]) -> None:
        """Let whoever has asked for it know what has come of it."""
        with suppress(RuntimeError):  # its loop has ended, and waits for nothing any more
            self.loop.call_soon_threadsafe(self.ended, outcome)


class Worker:
    """Does one thing after another, in the order in which they are asked for.

    Only what is being done is given to the process: what waits can be taken back, and outlives a process that ends.

    Args:
        room: so many things wait or are done at a time; who asks for more is refused at once.
        nice: its priority, as `nice` counts; the lowest, where nobody waits for what it does.
        longest: seconds after which one thing takes too long; the process is ended, and another one goes on.
    """

    def __init__(self, room: int, nice: int = LOWEST, longest: float = LONGEST) -> None:
        self._room = room
        self._nice = nice
        self._longest = longest
        self._lock = Lock()
        """What follows is changed by loops, which may be several in turn, and by the thread that waits for results."""
        self._waiting: deque[_Job] = deque()
        self._at: _Job | None = None
        """What is being done."""
        self._process: _Process | None = None
        self._closed = False

    @property
    def under_way(self) -> int:
        """How many things wait or are done."""
        return len(self._waiting) + (self._at is not None)

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
        loop = asyncio.get_running_loop()
        ended: asyncio.Future[Future[R]] = loop.create_future()

        def tell(done: Future[R]) -> None:
            if not ended.cancelled():
                ended.set_result(done)

        job = self._added(partial(work, *args, **kwargs), loop, tell)
        try:
            return (await ended).result()
        except (BrokenProcessPool, CancelledError):
            raise NoWorker from None
        finally:
            self._take_back(job)

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

        def ended(done: Future[R]) -> None:
            found = None
            try:
                found = done.result()
            except (BrokenProcessPool, CancelledError):
                pass  # its process has ended, or it was taken back
            except Exception:
                log.exception("what was computed beside the bot has failed")
            then(found)

        job = self._added(partial(work, *args, **kwargs), asyncio.get_running_loop(), ended)
        return partial(self._take_back, job)

    async def close(self) -> None:
        """Begin nothing more, and end what is under way."""
        with self._lock:
            self._closed = True
            waiting, process = list(self._waiting), self._process
        for job in waiting:
            self._take_back(job)
        if process is not None:
            process.end()
            await asyncio.to_thread(process.shutdown)

    def _added(
        self, work: Callable[[], Any], loop: asyncio.AbstractEventLoop, ended: Callable[[Future[Any]], None]
    ) -> _Job:
        job = _Job(work, loop, ended)
        with self._lock:
            if self._closed or self.under_way >= self._room:
                raise NoWorker
            self._waiting.append(job)
        self._go_on()
        return job

    def _take_back(self, job: _Job) -> None:
        """Forget something that waits for others."""
        with self._lock:
            if job not in self._waiting:
                return
            self._waiting.remove(job)
        taken_back: Future[Any] = Future()
        taken_back.cancel()
        job.tell(taken_back)

    def _go_on(self) -> None:
        """Begin with the next thing, if nothing is done."""
        with self._lock:
            if self._at is not None or not self._waiting or self._closed:
                return
            self._at = job = self._waiting.popleft()
            future = self._given(job)
            process = self._process
        too_long = Timer(self._longest, _end_hung, (process, self._longest))
        too_long.daemon = True
        too_long.start()
        future.add_done_callback(partial(self._done, job, process, too_long))

    def _given(self, job: _Job) -> Future[Any]:
        """Give something to the process; if there is none, one begins."""
        while True:
            try:
                self._process = self._process or _Process(self._nice)
                return self._process.submit(job.work)
            except BrokenProcessPool:  # it has ended while it had nothing to do
                self._process = None
            except (OSError, RuntimeError):  # the system has no room for a process, or Python ends
                log.exception("no process can begin to compute beside the bot")
                self._process = None
                not_done: Future[Any] = Future()
                not_done.set_exception(BrokenProcessPool())
                return not_done

    def _done(self, job: _Job, process: _Process | None, too_long: Timer, future: Future[Any]) -> None:
        too_long.cancel()
        with self._lock:
            self._at = None
            if process is not None and isinstance(future.exception(), BrokenProcessPool) and not self._closed:
                self._process = None
                log.warning("the process that computes beside the bot has ended; the next starts when it is needed")
                process.end()  # and no shutdown: this may be called where Python holds the lock which that needs
        job.tell(future)
        self._go_on()


class _Process(ProcessPoolExecutor):
    """A process that ends when the bot does, however that ends: it waits for the end of a pipe."""

    def __init__(self, nice: int) -> None:
        context = multiprocessing.get_context("spawn")
        heard, self._ours = context.Pipe(duplex=False)
        super().__init__(1, context, _begin, (heard, nice))

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Give it something to do; see `Executor.submit`."""
        future = super().submit(fn, *args, **kwargs)
        # The process has begun, and none but it may hold open what it writes results into: if it is ended amid one,
        # whoever reads would wait for the rest, for good.
        self._result_queue._writer.close()  # type: ignore[attr-defined]  # a queue has no word for it
        return future

    def end(self) -> None:
        """Let it end at once, whatever it is at."""
        self._ours.close()


def _end_hung(process: _Process | None, seconds: float) -> None:
    if process is not None:
        log.warning("what is computed beside the bot takes longer than %.0f seconds, so it is given up", seconds)
        process.end()


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
