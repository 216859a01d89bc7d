"""Processor time: how much of it one person's presses may take, kept in memory alone."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from bot.host.cpu_accounting import PAYS, CpuAccount

SECONDS_A_MINUTE = 10.0
"""A sixth of a core. The thirty dearest of 240 presses in Carnegie and Big Shoulders took 0.7 s together."""
MOST_OF_IT = 0.5
"""What one press can take of a minute's time: a long season that is gone through once is there for all afterwards."""
KEPT = 10_000
"""People above whom those are forgotten who owe nothing."""


class CpuLimit:
    """Gives each person the same time in a minute; who has used more waits until it would have been given.

    Args:
        seconds: of a minute; 0: any number.
        now: seconds of a clock that only goes forward.
        clock: the present thread's time on the processor, in seconds.
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
        """When each person's presses so far would have been given their time, one after the other."""

    def wait(self, user_id: int) -> float:
        """Return after how many seconds somebody may go on; 0: at once."""
        if not self._seconds:
            return 0
        return max(self._until.get(user_id, 0.0) - self._now() - 60.0, 0.0)

    @contextmanager
    def answering(self, user_id: int) -> Iterator[None]:
        """Let somebody pay for what is done in here."""
        if not self._seconds:
            yield
            return
        bill = CpuAccount(self._clock)
        before = PAYS.set(bill)
        try:
            yield
        finally:
            PAYS.reset(before)
            now, seconds = self._now(), min(bill.seconds, MOST_OF_IT * self._seconds)
            if len(self._until) > KEPT:
                self._until = {user: until for user, until in self._until.items() if until > now}
            self._until[user_id] = max(self._until.get(user_id, now), now) + seconds * 60.0 / self._seconds
