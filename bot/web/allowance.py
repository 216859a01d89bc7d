"""An allowance: how much of the processor's time is taken for what is looked at, however many look."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from bot.host.charging import PAYS, Bill
from bot.web.reply import TooMuchAtOnce


class Allowance:
    """Gives what is made in here a share of the processor's time.

    Args:
        share: of one core's time.
        at_once: for how many seconds it is given at one moment.
        now: seconds of a clock that only goes forward.
    """

    def __init__(self, share: float, at_once: float, now: Callable[[], float] = time.monotonic) -> None:
        self._share = share
        self._at_once = at_once
        self._now = now
        self._until = 0.0
        """When all that was made so far would have been given its time."""

    @property
    def is_used_up(self) -> bool:
        """Whether nothing more can be made at the moment."""
        return self._until - self._now() > self._at_once

    @contextmanager
    def used(self) -> Iterator[None]:
        """Let what is done in here be paid for.

        Raises:
            TooMuchAtOnce: nothing more can be made at the moment.
        """
        if self.is_used_up:
            raise TooMuchAtOnce
        bill = Bill()
        before = PAYS.set(bill)
        try:
            yield
        finally:
            PAYS.reset(before)
            self._until = max(self._until, self._now()) + bill.seconds / self._share
