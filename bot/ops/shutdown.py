"""Stopping: the first signal lets everything be finished, the second ends the program at once."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from typing import Any

log = logging.getLogger(__name__)

SIGNALS = (signal.SIGTERM, signal.SIGINT)


async def until_told(work: Coroutine[Any, Any, None], close: Callable[[], Awaitable[None]]) -> None:
    """Do the work until it ends by itself, or until a signal comes: then close.

    Args:
        work: what goes on until then, e.g. being connected to Discord.
        close: finishes what is in hand, in a time that is bounded.
    """
    told = asyncio.Event()
    working = asyncio.create_task(work, name="work")
    waiting = asyncio.create_task(told.wait(), name="waiting for a signal")
    try:
        with _signals_call(told.set):
            await asyncio.wait({working, waiting}, return_when=asyncio.FIRST_COMPLETED)
            if working.done():
                working.result()
                return
            log.info("stopping; what is in hand is finished first")
            await close()
    finally:
        for task in (working, waiting):
            task.cancel()
        await asyncio.gather(working, waiting, return_exceptions=True)


async def told_to_stop(ready: Callable[[], None]) -> None:
    """Return when a signal comes, after saying that one would be heard."""
    told = asyncio.Event()
    with _signals_call(told.set):
        ready()
        await told.wait()


@contextlib.contextmanager
def _signals_call(call: Callable[[], None]) -> Iterator[None]:
    """Let the first signal call, and the second do what the system does by itself: end the process."""
    loop = asyncio.get_running_loop()
    before = {number: signal.getsignal(number) for number in SIGNALS}

    def first() -> None:
        for number in SIGNALS:
            loop.remove_signal_handler(number)
            signal.signal(number, signal.SIG_DFL)
        call()

    try:
        for number in SIGNALS:
            loop.add_signal_handler(number, first)
    except NotImplementedError:  # Windows has no signal handlers in its loop; Ctrl-C cancels us instead
        yield
        return
    try:
        yield
    finally:
        for number, handler in before.items():
            loop.remove_signal_handler(number)
            signal.signal(number, handler)
