"""Charging: who pays for the processor's time that an answer takes.

What takes long, and never waits meanwhile, is measured where it is done: reading what was typed, making a question or
a view, playing a move, making a screen, drawing a picture, going through a season. Whoever is answered in the present
task pays for it. So nothing stands between a press and what it waits for.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextvars import ContextVar
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


class CpuAccount:
    """What one answer has taken, in seconds of the processor's time.

    Args:
        clock: the present thread's time on the processor, in seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.thread_time) -> None:
        self.clock = clock
        self.seconds = 0.0


PAYS: ContextVar[CpuAccount | None] = ContextVar("PAYS", default=None)
"""Of whoever is answered; None: nobody pays, or what is being done is measured already."""


def charged(work: Callable[P, R]) -> Callable[P, R]:
    """Let whoever is answered pay for each call of this."""

    @wraps(work)
    def paid(*args: P.args, **kwargs: P.kwargs) -> R:
        bill = PAYS.get()
        if bill is None:
            return work(*args, **kwargs)
        before, began = PAYS.set(None), bill.clock()
        try:
            return work(*args, **kwargs)
        finally:
            bill.seconds += bill.clock() - began
            PAYS.reset(before)

    return paid


def on_account(work: Callable[P, R]) -> Callable[P, R]:
    """Let whoever is answered now pay for a call that is made in another thread, which knows nothing of them."""
    bill = PAYS.get()
    if bill is None:
        return work

    def paid(*args: P.args, **kwargs: P.kwargs) -> R:
        began = bill.clock()
        try:
            return work(*args, **kwargs)
        finally:
            bill.seconds += bill.clock() - began

    return paid


def charge(seconds: float) -> None:
    """Let whoever is answered now pay for what another process has done for them."""
    bill = PAYS.get()
    if bill is not None:
        bill.seconds += seconds


async def beside(work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Do something in another thread, for whoever is answered."""
    return await asyncio.to_thread(charged(work), *args, **kwargs)
