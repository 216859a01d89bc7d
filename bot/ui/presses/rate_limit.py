"""Rate limit: how many presses of one person are taken in, and how much work they may be; kept in memory alone."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Generator
from typing import Any

AT_ONCE = 4
"""For so many seconds' worth somebody may press at one moment; quick players never notice."""
SHARE = 0.1
"""Of the processor's time, for each person in the long run; the dearest press takes a twentieth of a second."""
KEPT = 10_000
"""People above whom those are forgotten who have not pressed lately."""


class RateLimit:
    """Lets each person through so often a second.

    Args:
        rate: presses a second; 0: any number.
        now: seconds of a clock that only goes forward.
        worked: seconds that the processor has worked for this thread.
    """

    def __init__(
        self,
        rate: int = 0,
        now: Callable[[], float] = time.monotonic,
        worked: Callable[[], float] = time.thread_time,
    ) -> None:
        self._rate = rate
        self._now = now
        self._worked = worked
        self._used_up: dict[int, float] = {}
        """Until when each person's presses so far would have taken, one after the other."""

    def wait(self, user_id: int) -> float:
        """Return after how many seconds somebody may go on; 0: this press counts, and is let through."""
        if not self._rate:
            return 0
        now = self._now()
        if len(self._used_up) > KEPT:
            self._used_up = {user: until for user, until in self._used_up.items() if until > now}
        until = max(self._used_up.get(user_id, now), now) + 1 / self._rate
        wait = round(until - now - AT_ONCE, 6)
        if wait > 0:
            return wait
        self._used_up[user_id] = until
        return 0

    async def charged(self, user_id: int, work: Awaitable[None]) -> None:
        """Do somebody's work; if it takes the processor longer than a press may, they can go on the later for it."""
        done = _Counted(work, self._worked)
        try:
            await done
        finally:
            beyond = done.seconds / SHARE - (1 / self._rate if self._rate else 0)
            if self._rate and beyond > 0:
                self._used_up[user_id] = max(self._used_up.get(user_id, 0), self._now()) + beyond


class _Counted:
    """An awaitable that counts for how long the processor works for it; what it waits for is not its work."""

    def __init__(self, work: Awaitable[None], worked: Callable[[], float]) -> None:
        self._work = work
        self._worked = worked
        self.seconds = 0.0

    def __await__(self) -> Generator[Any, Any, None]:
        work: Any = self._work.__await__()
        go_on, given = work.send, None
        while True:
            began = self._worked()
            try:
                waits_for = go_on(given)
            except StopIteration:
                return
            finally:
                self.seconds += self._worked() - began
            try:
                yield waits_for
                go_on, given = work.send, None
            except BaseException as thrown:  # noqa: BLE001 - such as a cancellation, which is the work's to answer
                go_on, given = work.throw, thrown
