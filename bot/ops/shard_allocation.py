"""Choose the shards that a process claims dynamically, and those it gives back.

A process takes as many as it wants at once, and keeps watching. An owner whose connection broke may return within
seconds, so its shards are left alone that long. After that, processes that already have their number also take an equal
part of them. Shards that were released in order are left for a minute, because their process is usually restarted. A
process with more shards than it wants gives some to one that has waited for minutes, and not to one just started: so a
process that crashes repeatedly does not interrupt servers.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from storage.interface.processes import ShardSnapshot, Share
from storage.interface.shards import Shards

RECONNECT_SECONDS = 12.0
"""Seconds within which a disconnected owner returns; it checks every two seconds, and waits ten for an answer."""
TAKEOVER_SECONDS = 15.0
"""Seconds after which processes with enough shards take those of a crashed owner."""
RESTART_SECONDS = 60.0
"""Seconds after which they take shards that were released in order, or never owned."""
GIVE_BACK_SECONDS = 300.0
"""Seconds of waiting after which a process gets the surplus of others."""


class ShardAllocation:
    """Decides about the shards of one process.

    Args:
        share: the number of shards wanted, and the total.
        now: a monotonic clock in seconds.
    """

    def __init__(self, share: Share, now: Callable[[], float] = time.monotonic) -> None:
        self._share = share
        self._now = now
        self._free_since: dict[int, float] = {}
        """Shard -> time since which it has been free."""
        self._abandoned: frozenset[int] = frozenset()
        self._waiting: dict[int, float] = {}
        """Waiting process -> start of its wait, restarted when shards are released for it."""
        self._other_processes = 0
        self._max_free = self._taken = 0
        """Maximum number of free shards since there were none, and the number of them that we took."""

    def count_lacking(self, owned: Sequence[Shards]) -> int:
        """Return how many more shards are wanted."""
        return max(self._share.wanted - _count_shards(owned), 0)

    def update(self, snapshot: ShardSnapshot) -> None:
        """Update the view of the present allocation."""
        now = self._now()
        self._free_since = {
            number: self._free_since.get(number, now - seconds) for number, seconds in sorted(snapshot.free.items())
        }
        self._abandoned = snapshot.abandoned
        self._waiting = {process: self._waiting.get(process, now) for process in snapshot.waiting}
        self._other_processes = snapshot.other_processes
        self._max_free = max(self._max_free, len(self._free_since)) if self._free_since else 0
        if not self._free_since:
            self._taken = 0

    def choose_to_take(self, owned: Sequence[Shards]) -> Shards | None:
        """Return a contiguous range of shards to take now; None if there is none."""
        lacking = self.count_lacking(owned)
        for patience, most in (
            (self._get_own_patience, lacking),
            (self._get_fair_patience, self._fair_share),
            (self._get_last_patience, len(self._free_since)),
        ):
            due = [number for number, since in self._free_since.items() if self._now() - since >= patience(number)]
            if due and most > 0:
                row = max(_group_consecutive(due), key=len)
                # Never all of them: an owner of everything has an exclusive lock, and no other process could wait
                # beside it.
                last = min(len(row), most, self._share.wanted or self._share.count, self._share.count // 2) - 1
                return Shards(row[0], row[last], self._share.count)
        return None

    def record_taken(self, shards: Shards, owned: Sequence[Shards]) -> None:
        """Record shards that we have taken; `owned` is what we owned before."""
        self._taken += max(len(shards.numbers) - self.count_lacking(owned), 0)
        for number in shards.numbers:
            self._free_since.pop(number, None)

    def has_deserted(self, shards: Shards) -> bool:
        """Return whether an owner of some of these shards crashed or was cut off."""
        return not self._abandoned.isdisjoint(shards.numbers)

    def choose_to_give_back(self, owned: Sequence[Shards]) -> Shards | None:
        """Return shards to release now for a waiting process, which then gets as long again to take them."""
        too_many = _count_shards(owned) - self._share.wanted
        longest = min(self._waiting, key=lambda process: self._waiting[process], default=None)
        if longest is None or self._free_since or self._now() - self._waiting[longest] < GIVE_BACK_SECONDS:
            return None
        for shards in reversed(owned):
            if len(shards.numbers) <= too_many:
                self._waiting[longest] = self._now()
                return shards
        return None

    @property
    def _fair_share(self) -> int:
        """Our equal part of the free shards."""
        return -(-self._max_free // (self._other_processes + 1)) - self._taken

    def _get_own_patience(self, number: int) -> float:
        return RECONNECT_SECONDS if number in self._abandoned else 0.0

    def _get_fair_patience(self, number: int) -> float:
        return TAKEOVER_SECONDS if number in self._abandoned else RESTART_SECONDS

    def _get_last_patience(self, number: int) -> float:
        """Return the seconds for which another process's part is left to it."""
        return 2 * self._get_fair_patience(number)


def _count_shards(owned: Sequence[Shards]) -> int:
    return sum(len(shards.numbers) for shards in owned)


def _group_consecutive(numbers: Sequence[int]) -> Sequence[Sequence[int]]:
    """Group consecutive numbers."""
    rows: list[list[int]] = []
    for number in numbers:
        if rows and number == rows[-1][-1] + 1:
            rows[-1].append(number)
        else:
            rows.append([number])
    return rows
