"""A press received by another process than the table's owner waits for the owner, and is taken once."""

from __future__ import annotations

import asyncio

from storage.interface.processes import ForwardedPress
from storage.interface.shards import Shards
from storage.store import Storage
from tests.storage.samples import LATER, NOW

NORTH, SOUTH = 900, (1 << 22) + 900
FIRST, SECOND = Shards(0, 0, 2), Shards(1, 1, 2)
PRESS, OTHER = ForwardedPress('{"id": "1"}'), ForwardedPress('{"id": "2"}', "waits")


async def test_its_owner_takes_it_and_nobody_else(storage: Storage) -> None:
    assert not await storage.forwarded_presses.is_waiting(SECOND)
    await storage.forwarded_presses.put(SOUTH, PRESS, NOW)
    await storage.forwarded_presses.put(NORTH, PRESS, NOW)
    await storage.forwarded_presses.put(SOUTH, OTHER, NOW)
    assert await storage.forwarded_presses.is_waiting(SECOND)
    assert await storage.forwarded_presses.take(SECOND, NOW) == [PRESS, OTHER]
    assert not await storage.forwarded_presses.is_waiting(SECOND)
    assert await storage.forwarded_presses.take(SECOND, NOW) == []
    assert await storage.forwarded_presses.take(FIRST, NOW) == [PRESS]


async def test_either_its_owner_takes_it_or_who_handed_it_over_takes_it_back(storage: Storage) -> None:
    taken, back = [await storage.forwarded_presses.put(SOUTH, PRESS, NOW) for _ in range(2)]
    assert await storage.forwarded_presses.take_back(back)
    assert not await storage.forwarded_presses.take_back(back)
    assert await storage.forwarded_presses.take(SECOND, NOW) == [PRESS]
    assert not await storage.forwarded_presses.take_back(taken)


async def test_of_two_who_take_at_the_same_moment_one_gets_it(storage: Storage) -> None:
    number = await storage.forwarded_presses.put(SOUTH, PRESS, NOW)
    taken, back = await asyncio.gather(
        storage.forwarded_presses.take(SECOND, NOW), storage.forwarded_presses.take_back(number)
    )
    assert (taken == [PRESS]) != back


async def test_what_waits_for_too_long_is_dropped(storage: Storage) -> None:
    await storage.forwarded_presses.put(SOUTH, PRESS, NOW)
    await storage.forwarded_presses.put(SOUTH, OTHER, LATER)
    assert await storage.forwarded_presses.take(SECOND, LATER) == [OTHER]
    assert not await storage.forwarded_presses.is_waiting(SECOND)
