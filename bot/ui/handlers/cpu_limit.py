"""A limit on the CPU time of one person's presses, kept in memory alone."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from bot.host.cpu_accounting import CURRENT_ACCOUNT, CpuAccount

SECONDS_A_MINUTE = 10.0
"""CPU seconds a minute: a sixth of a core.

The thirty dearest of 240 presses in Carnegie and Big Shoulders took 0.7 s together.
"""
MOST_OF_IT = 0.5
"""Largest share of a minute's budget that one press can use.

The first look at a long season is expensive, but its result is cached for everybody.
"""
MAX_REMEMBERED_USERS = 10_000
"""People to track before those without debt are dropped."""


class CpuLimit:
    """Gives each person the same CPU budget a minute; a person over it waits until their debt is paid.

    Args:
        seconds: CPU seconds a minute; 0 disables the limit.
        now: monotonic time in seconds.
        clock: CPU time of the current thread in seconds.
    """

    def __init__(
        self,
        seconds: float = SECONDS_A_MINUTE,
        now: Callable[[], float] = time.monotonic,
        clock: Callable[[], float] = time.thread_time,
    ) -> None:
        self._seconds = seconds
        self._now = now
        self._clock = clock
        self._until: dict[int, float] = {}
        """Time at which each person's used CPU seconds will have been refilled."""

    def get_wait_seconds(self, user_id: int) -> float:
        """Return the seconds until the person may continue; 0 means now."""
        if not self._seconds:
            return 0
        return max(self._until.get(user_id, 0.0) - self._now() - 60.0, 0.0)

    @contextmanager
    def charge_person(self, user_id: int) -> Iterator[None]:
        """Charge the person for the CPU time used in this block."""
        if not self._seconds:
            yield
            return
        bill = CpuAccount(self._clock)
        before = CURRENT_ACCOUNT.set(bill)
        try:
            yield
        finally:
            CURRENT_ACCOUNT.reset(before)
            now, seconds = self._now(), min(bill.seconds, MOST_OF_IT * self._seconds)
            if len(self._until) > MAX_REMEMBERED_USERS:
                self._until = {user: until for user, until in self._until.items() if until > now}
            self._until[user_id] = max(self._until.get(user_id, now), now) + seconds * 60.0 / self._seconds
