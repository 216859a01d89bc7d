"""Limits of one person's requests to own pages, as for presses on Discord."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass

from bot.own_pages.requests import EVENTS, PICTURES, Problem


@dataclass(frozen=True)
class PersonLimits:
    """Limits of one person, as for presses on Discord."""

    get_wait_seconds: Callable[[int], float]
    """Counts a request; returns the seconds that the person has to wait, 0 if it may be answered."""
    get_cpu_wait_seconds: Callable[[int], float]
    charge: Callable[[int], AbstractContextManager[None]]
    """Charges the person for the CPU time used in a block."""

    def refuse_greedy(self, user_id: int, what: str) -> None:
        """Refuse a request of a person over their limits; what a page loads by itself is no press.

        Args:
            user_id: the person.
            what: the address below that of the table.

        Raises:
            Problem: they have to wait.
        """
        wait = 0.0 if what.startswith(PICTURES) or what == EVENTS else self.get_wait_seconds(user_id)
        wait = wait or self.get_cpu_wait_seconds(user_id)
        if wait:
            seconds = math.ceil(wait)
            raise Problem(
                429,
                "That was too fast for me, so nothing was changed. "
                f"Try again in {seconds} {'second' if seconds == 1 else 'seconds'}.",
                {"Retry-After": str(seconds)},
            )
