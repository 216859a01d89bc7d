"""Which shards a process takes by itself, and which it gives back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest

from bot.ops.shard_allocation import (
    GIVE_BACK_SECONDS,
    RECONNECT_SECONDS,
    RESTART_SECONDS,
    TAKEOVER_SECONDS,
    ShardAllocation,
)
from storage.interface.processes import ShardSnapshot, Share
from storage.interface.shards import Shards


class Process:
    """One of them, with a clock that a test sets."""

    def __init__(self, wanted: int, count: int = 16) -> None:
        self.time = 0.0
        self.allocation = ShardAllocation(Share(wanted, count), lambda: self.time)
        self.having: list[Shards] = []

    def sees(
        self,
        nobodys: Iterable[int] = (),
        *,
        after: float = 0.0,
        deserted: Iterable[int] = (),
        waiting: Mapping[int, int] | None = None,
        others: int = 0,
        known_for: float = 0.0,
    ) -> str:
        """The shards it claims when it sees this a number of seconds later; empty: none."""
        self.time += after
        seen = ShardSnapshot(dict.fromkeys(nobodys, known_for), frozenset(deserted), waiting or {}, others)
        self.allocation.update(seen)
        taken = self.allocation.choose_to_take(self.having)
        if taken is None:
            return ""
        self.allocation.record_taken(taken, self.having)
        self.having.append(taken)
        return str(taken)

    def gives(self, *, after: float, waiting: Mapping[int, int]) -> str:
        """The shards it releases when it sees this a number of seconds later; empty: none."""
        self.time += after
        self.allocation.update(ShardSnapshot({}, frozenset(), waiting, len(waiting)))
        given = self.allocation.choose_to_give_back(self.having)
        if given is None:
            return ""
        self.having.remove(given)
        return str(given)


def test_each_takes_what_it_wants_at_once() -> None:
    assert Process(4).sees(range(16)) == "0-3/16"
    assert Process(4).sees(range(4, 16)) == "4-7/16"
    assert Process(4).sees([]) == ""
    assert Process(0).sees(range(16)) == ""
    lacking = Process(6)
    assert lacking.sees([0, 1, 5, 6, 7]) == "5-7/16", "the longest row first"
    assert lacking.sees([0, 1]) == "0-1/16"
    assert lacking.sees([9]) == "9-9/16"
    assert lacking.sees([12]) == "", "it has what it wants"


def test_no_process_claims_all_shards_at_once() -> None:
    alone = Process(16)
    assert [alone.sees(range(16)), alone.sees(range(8, 16)), alone.sees([])] == ["0-7/16", "8-15/16", ""]
    two = Process(2, 2)
    assert [two.sees([0, 1]), two.sees([1])] == ["0-0/2", "1-1/2"]


def test_shards_of_a_silent_owner_stay_its_own_for_some_seconds() -> None:
    waits = Process(4)
    assert waits.sees(range(4), deserted=range(16)) == ""
    assert waits.sees(range(4), deserted=range(16), after=RECONNECT_SECONDS - 1) == ""
    assert waits.sees([], deserted=range(16), after=0.5) == "", "it was cut off, and is back"
    assert waits.sees(range(4), deserted=range(16), after=0.5) == ""
    assert waits.sees(range(4), deserted=range(16), after=RECONNECT_SECONDS) == "0-3/16"


def test_a_process_with_enough_shards_takes_over_unclaimed_ones() -> None:
    has = Process(4)
    assert has.sees(range(4)) == "0-3/16"
    assert has.sees([8, 9], deserted=range(16)) == ""
    assert has.sees([8, 9], deserted=range(16), after=TAKEOVER_SECONDS - 1) == ""
    assert has.sees([8, 9], deserted=range(16), after=1) == "8-9/16"
    assert has.sees([12, 13]) == "", "what was left in order waits until its owner has been started again"
    assert has.sees([12, 13], after=TAKEOVER_SECONDS) == ""
    assert has.sees([12, 13], after=RESTART_SECONDS - TAKEOVER_SECONDS) == "12-13/16"


def test_a_spare_takes_over_all_there_is_in_parts() -> None:
    spare = Process(0)
    assert spare.sees(range(3, 16), deserted=range(16)) == ""
    assert spare.sees(range(3, 16), deserted=range(16), after=TAKEOVER_SECONDS) == "3-10/16"
    assert spare.sees(range(11, 16), deserted=range(16)) == "11-15/16"


@pytest.mark.parametrize("first", [True, False], ids=["who comes first", "who comes second"])
def test_processes_with_enough_shards_share_unclaimed_ones_equally(first: bool) -> None:
    has = Process(8, 24)
    assert has.sees(range(8)) == "0-7/24"
    assert has.sees(range(8, 16), deserted=range(24), others=1) == ""
    if not first:
        assert has.sees(range(12, 16), deserted=range(24), others=1, after=TAKEOVER_SECONDS) == "12-15/24"
        return
    assert has.sees(range(8, 16), deserted=range(24), others=1, after=TAKEOVER_SECONDS) == "8-11/24"
    assert has.sees(range(12, 16), deserted=range(24), others=1, after=1) == "", "the other one's"
    assert has.sees(range(12, 16), deserted=range(24), others=1, after=TAKEOVER_SECONDS) == "12-15/24", (
        "which does not come"
    )


def test_for_one_that_hung_nobody_waits_once_more() -> None:
    assert Process(4).sees(range(4), deserted=range(4), known_for=20) == "0-3/16"
    has = Process(4)
    assert has.sees(range(4)) == "0-3/16"
    assert has.sees(range(4, 8), deserted=range(4, 8), known_for=20) == "4-7/16"


def test_excess_shards_move_to_a_process_that_has_waited_for_minutes() -> None:
    has = Process(4)
    assert has.sees(range(4)) == "0-3/16"
    assert has.sees(range(4, 16), deserted=range(16)) == ""
    then = [has.sees(range(first, 16), deserted=range(16), after=TAKEOVER_SECONDS) for first in (4, 8, 12)]
    assert then == ["4-7/16", "8-11/16", "12-15/16"]
    assert has.gives(after=0, waiting={7: 4}) == ""
    assert has.gives(after=GIVE_BACK_SECONDS - 1, waiting={7: 4}) == ""
    assert has.gives(after=1, waiting={8: 4}) == "", "it ended, and another one waits from now on"
    assert has.gives(after=GIVE_BACK_SECONDS, waiting={8: 4}) == "12-15/16"
    assert has.gives(after=1, waiting={8: 4}) == "", "it has as long again to take them"
    assert has.gives(after=GIVE_BACK_SECONDS, waiting={8: 4}) == "8-11/16"
    assert has.gives(after=GIVE_BACK_SECONDS, waiting={8: 4}) == "4-7/16"
    assert has.gives(after=GIVE_BACK_SECONDS, waiting={8: 4}) == "", "it keeps what it wants"
