"""A worker process for slow computations, so that no interaction waits for them.

It starts on demand, with a low priority, so that it yields the CPU to all other work. It receives and returns values,
and knows no store and no Discord. If it crashes, only the current job is lost.
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

LOWEST_PRIORITY = 19
"""The lowest priority, as `nice` counts."""
JOB_TIMEOUT_SECONDS = 3600.0
"""Timeout of a job in seconds, even if other processes use all of the CPU: a longer one will not succeed."""


class NoWorker(Exception):
    """The job was not done: the queue is full, the process has crashed meanwhile, or the worker is closed."""


@dataclass(frozen=True, eq=False)
class _Job:
    """A queued computation."""

    work: Callable[[], Any]
    loop: asyncio.AbstractEventLoop
    """The event loop of the caller."""
    ended: Callable[[Future[Any]], None]
    """Called in that loop when the job has ended, successfully or not."""

    def resolve(self, outcome: Future[Any]) -> None:
        """Pass the outcome to the caller's loop."""
        with suppress(RuntimeError):  # its loop has ended, so nothing waits for it
            self.loop.call_soon_threadsafe(self.ended, outcome)


class Worker:
    """Runs jobs one after another, in the order of their requests.

    Only the current job is given to the process: queued jobs can be cancelled, and survive a crash of the process.

    Args:
        room: maximum number of jobs queued or running; further requests are refused at once.
        nice: its priority, as `nice` counts; the lowest, where nobody waits for its results.
        longest: timeout of a job in seconds; then the process is killed, and a new one takes over.
    """

    def __init__(self, room: int, nice: int = LOWEST_PRIORITY, longest: float = JOB_TIMEOUT_SECONDS) -> None:
        self._capacity = room
        self._nice = nice
        self._timeout_seconds = longest
        self._lock = Lock()
        """Guards the following fields, which event loops and the thread that waits for results change."""
        self._waiting: deque[_Job] = deque()
        self._current_job: _Job | None = None
        """The current job."""
        self._process: _Process | None = None
        self._closed = False

    @property
    def under_way(self) -> int:
        """The number of jobs queued or running."""
        return len(self._waiting) + (self._current_job is not None)

    async def run(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run a function in the worker process and return its result.

        An exception of the function is raised here, too. Cancelling the caller does not stop a function that has begun,
        so it must end by itself.

        Args:
            work: a module-level function, found by name in the other process.
            args: its arguments; they and the result must be picklable.
            kwargs: likewise.

        Raises:
            NoWorker: it was not run; the caller may retry.
        """
        loop = asyncio.get_running_loop()
        ended: asyncio.Future[Future[R]] = loop.create_future()

        def resolve(done: Future[R]) -> None:
            if not ended.cancelled():
                ended.set_result(done)

        job = self._enqueue(partial(work, *args, **kwargs), loop, resolve)
        try:
            return (await ended).result()
        except (BrokenProcessPool, CancelledError):
            raise NoWorker from None
        finally:
            self._cancel(job)

    def start(
        self, then: Callable[[R | None], None], work: Callable[P, R], *args: P.args, **kwargs: P.kwargs
    ) -> Callable[[], object]:
        """Start a computation without waiting for it.

        Args:
            then: called with the function's result; with None if it was not run, or has failed.
            work: a module-level function, as for `run`.
            args: its arguments.
            kwargs: likewise.

        Returns:
            A function that cancels the job while it is queued; once it has begun, it is completed.

        Raises:
            NoWorker: it was not queued, and `then` is not called.
        """

        def handle_end(done: Future[R]) -> None:
            found = None
            try:
                found = done.result()
            except (BrokenProcessPool, CancelledError):
                pass  # its process has crashed, or it was cancelled
            except Exception:
                log.exception("a job of the worker process failed")
            then(found)

        job = self._enqueue(partial(work, *args, **kwargs), asyncio.get_running_loop(), handle_end)
        return partial(self._cancel, job)

    async def close(self) -> None:
        """Stop the running job, and refuse further ones."""
        with self._lock:
            self._closed = True
            waiting, process = list(self._waiting), self._process
        for job in waiting:
            self._cancel(job)
        if process is not None:
            process.end()
            await asyncio.to_thread(process.shutdown)

    def _enqueue(
        self, work: Callable[[], Any], loop: asyncio.AbstractEventLoop, ended: Callable[[Future[Any]], None]
    ) -> _Job:
        job = _Job(work, loop, ended)
        with self._lock:
            if self._closed or self.under_way >= self._capacity:
                raise NoWorker
            self._waiting.append(job)
        self._start_next()
        return job

    def _cancel(self, job: _Job) -> None:
        """Cancel a queued job."""
        with self._lock:
            if job not in self._waiting:
                return
            self._waiting.remove(job)
        taken_back: Future[Any] = Future()
        taken_back.cancel()
        job.resolve(taken_back)

    def _start_next(self) -> None:
        """Start the next job, if none is running."""
        with self._lock:
            if self._current_job is not None or not self._waiting or self._closed:
                return
            self._current_job = job = self._waiting.popleft()
            future = self._submit(job)
            process = self._process
        too_long = Timer(self._timeout_seconds, _end_hung, (process, self._timeout_seconds))
        too_long.daemon = True
        too_long.start()
        future.add_done_callback(partial(self._finish, job, process, too_long))

    def _submit(self, job: _Job) -> Future[Any]:
        """Submit a job to the process; start one if there is none."""
        while True:
            try:
                self._process = self._process or _Process(self._nice)
                return self._process.submit(job.work)
            except BrokenProcessPool:  # it crashed while idle
                self._process = None
            except (OSError, RuntimeError):  # the system has no room for a process, or Python is shutting down
                log.exception("the worker process could not be started")
                self._process = None
                not_done: Future[Any] = Future()
                not_done.set_exception(BrokenProcessPool())
                return not_done

    def _finish(self, job: _Job, process: _Process | None, too_long: Timer, future: Future[Any]) -> None:
        too_long.cancel()
        with self._lock:
            self._current_job = None
            if process is not None and isinstance(future.exception(), BrokenProcessPool) and not self._closed:
                self._process = None
                log.warning("the worker process crashed; a new one starts when it is needed")
                process.end()  # and no shutdown: this may run while Python holds the lock that shutdown needs
        job.resolve(future)
        self._start_next()


class _Process(ProcessPoolExecutor):
    """A process that exits with the bot, even if that is killed: it waits for the end of a pipe."""

    def __init__(self, nice: int) -> None:
        context = multiprocessing.get_context("spawn")
        heard, self._ours = context.Pipe(duplex=False)
        super().__init__(1, context, _begin, (heard, nice))

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Submit a call; see `Executor.submit`."""
        future = super().submit(fn, *args, **kwargs)
        # Only the child may hold the write end of the result pipe open. Otherwise a child killed during a write would
        # leave the reader waiting for the rest forever.
        self._result_queue._writer.close()  # type: ignore[attr-defined]  # the queue has no public name for it
        return future

    def end(self) -> None:
        """Kill it, even during a job."""
        self._ours.close()


def _end_hung(process: _Process | None, seconds: float) -> None:
    if process is not None:
        log.warning("a job of the worker process took longer than %.0f seconds, so it was killed", seconds)
        process.end()


def _begin(bot: Connection, nice: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the bot, which then stops this process
    if sys.platform != "win32":
        with suppress(OSError):  # where a sandbox forbids it, the process keeps its priority
            os.nice(nice)
    Thread(target=_end_with, args=(bot,), daemon=True).start()


def _end_with(bot: Connection) -> None:
    with suppress(EOFError, OSError):
        bot.recv()
    os._exit(0)
