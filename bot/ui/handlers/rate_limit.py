"""Rate limit: how many presses of one person, or pages for one address, are taken in, kept in memory alone."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable

AT_ONCE = 4
"""For so many seconds' worth somebody may press at one moment; quick players never notice."""
KEPT = 10_000
"""People above whom those are forgotten who have not pressed lately."""


class RateLimit:
    """Lets each person through so often a second.

    Args:
        rate: presses a second; 0: any number.
        now: seconds of a clock that only goes forward.
    """

    def __init__(self, rate: int = 0, now: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._now = now
        self._used_up: dict[Hashable, float] = {}
        """Until when each person's presses so far would have taken, one after the other."""

    def wait(self, user_id: Hashable) -> float:
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
