"""Graceful shutdown: the first signal finishes running work, the second ends the process at once."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from typing import Any

log = logging.getLogger(__name__)

SIGNALS = (signal.SIGTERM, signal.SIGINT)


async def run_until_signal(work: Coroutine[Any, Any, None], close: Callable[[], Awaitable[None]]) -> None:
    """Run the work until it ends, or until a signal arrives; then close.

    Args:
        work: the long-running work, e.g. the connection to Discord.
        close: finishes running work, within a limited time.
    """
    told = asyncio.Event()
    working = asyncio.create_task(work, name="work")
    waiting = asyncio.create_task(told.wait(), name="waiting for a signal")
    try:
        with _handle_signals(told.set):
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


async def wait_for_signal(ready: Callable[[], None]) -> None:
    """Install the signal handler, report readiness, and return when a signal arrives."""
    told = asyncio.Event()
    with _handle_signals(told.set):
        ready()
        await told.wait()


@contextlib.contextmanager
def _handle_signals(call: Callable[[], None]) -> Iterator[None]:
    """Call `call` at the first signal; the second has its default effect and ends the process."""
    loop = asyncio.get_running_loop()
    before = {number: signal.getsignal(number) for number in SIGNALS}

    def handle_first() -> None:
        for number in SIGNALS:
            loop.remove_signal_handler(number)
            signal.signal(number, signal.SIG_DFL)
        call()

    try:
        for number in SIGNALS:
            loop.add_signal_handler(number, handle_first)
    except NotImplementedError:  # Windows does not support signal handlers in its loop; Ctrl-C cancels us instead
        yield
        return
    try:
        yield
    finally:
        for number, handler in before.items():
            loop.remove_signal_handler(number)
            signal.signal(number, handler)
