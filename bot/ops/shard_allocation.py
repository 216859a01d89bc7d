"""Division: which shards a process takes by itself, and which it gives back.

A process takes as many as it wants at once, and goes on looking. What somebody left without a word may be wanted again
by its owner, whose connection broke, so it is left alone for some seconds. What is nobody's for longer is taken also by
those who have what they want, each its part of it; only what was left in order waits a minute, in which whoever has it
is mostly started again. Somebody who has more than they want gives it back to one that has waited for minutes, and to
nobody who has just been started: so one that ends again and again does not make servers come and go.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from storage.interface import Divided, Shards, Share

CUT_OFF = 12.0
"""Seconds in which an owner whose connection broke is back; it looks each two, and waits ten for an answer."""
TAKEN_OVER = 15.0
"""Seconds after which those who have enough take what somebody left without a word."""
LEFT = 60.0
"""Seconds after which they take what somebody left in order, or what nobody has had."""
WAITED = 300.0
"""Seconds after which one that waits gets what others have too much."""


class ShardAllocation:
    """What one process does about its shards.

    Args:
        share: how many it wants, and of how many.
        now: seconds of a clock that only goes forward.
    """

    def __init__(self, share: Share, now: Callable[[], float] = time.monotonic) -> None:
        self._share = share
        self._now = now
        self._nobodys: dict[int, float] = {}
        """Since when each shard has been nobody's."""
        self._deserted: frozenset[int] = frozenset()
        self._waiting: dict[int, float] = {}
        """Since when each who waits has done so; from the last time on that something was given back for them."""
        self._others = 0
        self._most = self._taken = 0
        """How many were nobody's at the most since the last time that none was, and how many of them we took."""

    def lacks(self, having: Sequence[Shards]) -> int:
        """Return how many shards are wanted beside those that we have."""
        return max(self._share.wanted - _number(having), 0)

    def see(self, seen: Divided) -> None:
        """Take in how the shards are divided now."""
        now = self._now()
        self._nobodys = {
            number: self._nobodys.get(number, now - seconds) for number, seconds in sorted(seen.nobodys.items())
        }
        self._deserted = seen.deserted
        self._waiting = {process: self._waiting.get(process, now) for process in seen.waiting}
        self._others = seen.others
        self._most = max(self._most, len(self._nobodys)) if self._nobodys else 0
        if not self._nobodys:
            self._taken = 0

    def to_take(self, having: Sequence[Shards]) -> Shards | None:
        """Return some shards in a row that are to be taken now; None: none are."""
        lacking = self.lacks(having)
        for patience, most in ((self._wanted, lacking), (self._fair, self._part), (self._all, len(self._nobodys))):
            due = [number for number, since in self._nobodys.items() if self._now() - since >= patience(number)]
            if due and most > 0:
                row = max(_rows(due), key=len)
                # Never all in one: one who has all is alone, and then nobody could wait beside it.
                last = min(len(row), most, self._share.wanted or self._share.count, self._share.count // 2) - 1
                return Shards(row[0], row[last], self._share.count)
        return None

    def took(self, shards: Shards, having: Sequence[Shards]) -> None:
        """Note what we have now that we did not have; `having` is what we had before."""
        self._taken += max(len(shards.numbers) - self.lacks(having), 0)
        for number in shards.numbers:
            self._nobodys.pop(number, None)

    def were_deserted(self, shards: Shards) -> bool:
        """Whether somebody had some of these and left them without a word."""
        return not self._deserted.isdisjoint(shards.numbers)

    def to_give_back(self, having: Sequence[Shards]) -> Shards | None:
        """Return what is to be let go of now for one that waits, which then has as long again to take it."""
        too_many = _number(having) - self._share.wanted
        longest = min(self._waiting, key=lambda process: self._waiting[process], default=None)
        if longest is None or self._nobodys or self._now() - self._waiting[longest] < WAITED:
            return None
        for shards in reversed(having):
            if len(shards.numbers) <= too_many:
                self._waiting[longest] = self._now()
                return shards
        return None

    @property
    def _part(self) -> int:
        """How many of those that others left are ours, if all take as many."""
        return -(-self._most // (self._others + 1)) - self._taken

    def _wanted(self, number: int) -> float:
        return CUT_OFF if number in self._deserted else 0.0

    def _fair(self, number: int) -> float:
        return TAKEN_OVER if number in self._deserted else LEFT

    def _all(self, number: int) -> float:
        """For how long what is another one's part is left to it."""
        return 2 * self._fair(number)


def _number(having: Sequence[Shards]) -> int:
    return sum(len(shards.numbers) for shards in having)


def _rows(numbers: Sequence[int]) -> Sequence[Sequence[int]]:
    """Return those that follow each other, together."""
    rows: list[list[int]] = []
    for number in numbers:
        if rows and number == rows[-1][-1] + 1:
            rows[-1].append(number)
        else:
            rows.append([number])
    return rows
