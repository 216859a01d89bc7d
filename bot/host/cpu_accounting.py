"""Bill the CPU time of an answer to the user being answered.

Slow work that never awaits is measured where it is done: reading text answers, building a question or a view, playing a
move, rendering a screen, drawing a picture, going through a season. The user answered in the current task is billed. So
no accounting step stands between an interaction and its answer.
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
    """CPU seconds used by one answer.

    Args:
        clock: CPU time of the current thread, in seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.thread_time) -> None:
        self.clock = clock
        self.seconds = 0.0


CURRENT_ACCOUNT: ContextVar[CpuAccount | None] = ContextVar("CURRENT_ACCOUNT", default=None)
"""The account of the user being answered; None: the work is not billed, or measured already."""


def charge_calls(work: Callable[P, R]) -> Callable[P, R]:
    """Bill the CPU time of each call to the user being answered."""

    @wraps(work)
    def run_charged(*args: P.args, **kwargs: P.kwargs) -> R:
        bill = CURRENT_ACCOUNT.get()
        if bill is None:
            return work(*args, **kwargs)
        before, began = CURRENT_ACCOUNT.set(None), bill.clock()
        try:
            return work(*args, **kwargs)
        finally:
            bill.seconds += bill.clock() - began
            CURRENT_ACCOUNT.reset(before)

    return run_charged


def charge_current_account(work: Callable[P, R]) -> Callable[P, R]:
    """Bill a call in another thread, which inherits no context, to the user being answered now."""
    bill = CURRENT_ACCOUNT.get()
    if bill is None:
        return work

    def run_charged(*args: P.args, **kwargs: P.kwargs) -> R:
        began = bill.clock()
        try:
            return work(*args, **kwargs)
        finally:
            bill.seconds += bill.clock() - began

    return run_charged


def charge_seconds(seconds: float) -> None:
    """Bill CPU seconds that another process used to the user being answered now."""
    bill = CURRENT_ACCOUNT.get()
    if bill is not None:
        bill.seconds += seconds


async def run_in_thread(work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Run a function in another thread, and bill it to the user being answered."""
    return await asyncio.to_thread(charge_calls(work), *args, **kwargs)
