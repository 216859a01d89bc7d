"""Rate limit on the presses of one person, or the page requests of one address, kept in memory alone."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable

AT_ONCE = 4
"""Burst in seconds' worth of presses; quick players never notice it."""
MAX_REMEMBERED_USERS = 10_000
"""People to track before those without recent presses are dropped."""


class RateLimit:
    """Limits each person to a number of presses a second.

    Args:
        rate: presses a second; 0 disables the limit.
        now: monotonic time in seconds.
    """

    def __init__(self, rate: int = 0, now: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._now = now
        self._used_up: dict[Hashable, float] = {}
        """Time until which each person's presses so far use up the rate."""

    def count_request(self, user_id: Hashable) -> float:
        """Return the seconds until the person may continue; 0 counts this press and lets it through."""
        if not self._rate:
            return 0
        now = self._now()
        if len(self._used_up) > MAX_REMEMBERED_USERS:
            self._used_up = {user: until for user, until in self._used_up.items() if until > now}
        until = max(self._used_up.get(user_id, now), now) + 1 / self._rate
        wait = round(until - now - AT_ONCE, 6)
        if wait > 0:
            return wait
        self._used_up[user_id] = until
        return 0
