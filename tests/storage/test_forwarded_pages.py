"""A request to an own page waits for the process that owns its table, is taken once, and its reply is fetched once."""

from __future__ import annotations

import asyncio

from storage.interface.processes import ForwardedPage, PageReply
from storage.interface.shards import Shards
from storage.store import Storage
from tests.storage.samples import LATER, NOW

NORTH, SOUTH = 900, (1 << 22) + 900
FIRST, SECOND = Shards(0, 0, 2), Shards(1, 1, 2)
LOOK, SENT = ForwardedPage(7, "GET", "", "[{}, {}]"), ForwardedPage(8, "POST", "answer", '[{}, {"tag": ["1"]}]')
REPLY = PageReply('{"status": 200}', b"\x00<p>\xff")


async def test_the_owner_of_its_table_takes_it_and_nobody_else(storage: Storage) -> None:
    assert not await storage.forwarded_pages.is_waiting(SECOND)
    first = await storage.forwarded_pages.put(SOUTH, LOOK, NOW)
    north = await storage.forwarded_pages.put(NORTH, LOOK, NOW)
    second = await storage.forwarded_pages.put(SOUTH, SENT, NOW)
    assert await storage.forwarded_pages.is_waiting(SECOND)
    assert await storage.forwarded_pages.take(SECOND, NOW) == [(first, LOOK), (second, SENT)]
    assert not await storage.forwarded_pages.is_waiting(SECOND)
    assert await storage.forwarded_pages.take(SECOND, NOW) == []
    assert await storage.forwarded_pages.take(FIRST, NOW) == [(north, LOOK)]


async def test_of_the_owner_and_the_receiver_who_take_it_at_the_same_moment_one_gets_it(storage: Storage) -> None:
    number = await storage.forwarded_pages.put(SOUTH, SENT, NOW)
    taken, back = await asyncio.gather(
        storage.forwarded_pages.take(SECOND, NOW), storage.forwarded_pages.take_back(number)
    )
    assert (taken == [(number, SENT)]) != back
    assert not await storage.forwarded_pages.take_back(number)


async def test_a_request_that_has_waited_too_long_is_dropped(storage: Storage) -> None:
    await storage.forwarded_pages.put(SOUTH, LOOK, NOW)
    later = await storage.forwarded_pages.put(SOUTH, SENT, LATER)
    assert await storage.forwarded_pages.take(SECOND, LATER) == [(later, SENT)]
    assert not await storage.forwarded_pages.is_waiting(SECOND)


async def test_a_reply_is_fetched_once_by_the_receiver_of_its_request(storage: Storage) -> None:
    asked, other = [await storage.forwarded_pages.put(SOUTH, LOOK, NOW) for _ in range(2)]
    await storage.forwarded_pages.reply(asked, REPLY, NOW)
    assert await storage.forwarded_pages.fetch([other]) == {}
    assert await storage.forwarded_pages.fetch([asked, other]) == {asked: REPLY}
    assert await storage.forwarded_pages.fetch([asked, other]) == {}


async def test_old_requests_and_replies_are_deleted(storage: Storage) -> None:
    old, new = [await storage.forwarded_pages.put(SOUTH, LOOK, at) for at in (NOW, LATER)]
    for number, at in ((old, NOW), (new, LATER)):
        await storage.forwarded_pages.reply(number, REPLY, at)
    await storage.forwarded_pages.clean_up(LATER)
    assert await storage.forwarded_pages.fetch([old, new]) == {new: REPLY}
    assert not await storage.forwarded_pages.take_back(old)
    assert await storage.forwarded_pages.take_back(new)
