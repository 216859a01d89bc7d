"""Processes that claim shards by themselves: mutual visibility, and takeover from a hanging one."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import AsyncIterator

import pytest

from storage.connect import examine, open_storage, wait_for_turn
from storage.database_url import Server
from storage.interface.errors import StoreFailed, StoreInUse
from storage.interface.people import Person
from storage.interface.processes import ShardSnapshot, Share
from storage.interface.shards import Shards
from storage.postgres import locks
from storage.postgres.claims import Claims
from tests.storage.samples import ADA, BEN
from tests.storage.server import Running
from tests.storage.test_postgresql import ended, name_of
from tests.storage.test_several import holding_of

pytestmark = pytest.mark.thorough

HALF = Share(2, 4)
FIRST, SECOND = Shards(0, 1, 4), Shards(2, 3, 4)


@pytest.fixture
async def claims(database_of_a_server: Server) -> AsyncIterator[Claims]:
    """What one of them sees."""
    opened = Claims(database_of_a_server, HALF)
    yield opened
    await opened.close()


@pytest.fixture
async def others(database_of_a_server: Server) -> AsyncIterator[Claims]:
    """What another one sees."""
    opened = Claims(database_of_a_server, HALF)
    yield opened
    await opened.close()


def free(seen: ShardSnapshot) -> list[int]:
    return sorted(seen.free)


async def test_they_see_which_shards_are_nobodys_and_which_were_deserted(
    database_of_a_server: Server, postgresql: Running, claims: Claims
) -> None:
    assert free(await claims.look(2)) == [0, 1, 2, 3], "also where there are no tables yet"
    first = await open_storage(database_of_a_server, None, FIRST)
    second = await open_storage(database_of_a_server, None, SECOND)
    assert free(await claims.look(2)) == []
    await first.close()
    seen = await claims.look(2)
    assert (free(seen), seen.abandoned & {0, 1}) == ([0, 1], frozenset()), "who stops lets go"
    ended(postgresql, name_of(database_of_a_server), f"pid = {holding_of(second)}")
    async with asyncio.timeout(60):
        while free(seen := await claims.look(2)) != [0, 1, 2, 3]:  # the server ends it in its own time
            pass
    assert seen.abandoned == {2, 3}
    await second.database.send_heartbeat()
    assert free(await claims.look(2)) == [0, 1], "who was cut off takes its own again with the next beat"
    await second.close()
    everything = await open_storage(database_of_a_server)
    assert free(await claims.look(2)) == [], "somebody has all of them, or restores a backup"
    await everything.close()


async def test_they_see_each_other_and_who_waits(claims: Claims, others: Claims) -> None:
    assert (await claims.look(2)).other_processes == 0
    seen = await others.look(1)
    assert (seen.other_processes, list(seen.waiting.values())) == (1, [2])
    await claims.look(0)
    seen = await others.look(1)
    assert (seen.other_processes, seen.waiting) == (1, {})
    await claims.close()
    async with asyncio.timeout(60):
        while (await others.look(1)).other_processes:  # the server ends it in its own time
            pass


async def test_an_operator_sees_who_has_which_and_who_waits(
    database_of_a_server: Server, claims: Claims, others: Claims
) -> None:
    first = await open_storage(database_of_a_server, None, FIRST)
    await first.database.send_heartbeat()
    await claims.look(2)
    (process,) = examine(database_of_a_server).processes
    assert process.name == f"{os.getpid()} at {socket.gethostname():.40}"
    assert (process.shards, process.lacks) == ([FIRST], 2), "all of them are this process's"
    assert process.silent is not None
    assert process.silent < 60
    await first.close()
    await others.look(1)
    assert [(process.shards, process.lacks) for process in examine(database_of_a_server).processes] == [([], 3)]


async def test_one_chooses_at_a_time(claims: Claims, others: Claims) -> None:
    chosen: list[str] = []

    async def choose(by: Claims, name: str) -> None:
        async with by.hold_choice():
            chosen.append(f"{name} begins")
            await by.look(2)
            chosen.append(f"{name} ends")

    await asyncio.gather(choose(claims, "one"), choose(others, "another"))
    assert chosen[0].split()[0] == chosen[1].split()[0]
    assert chosen[2].split()[0] == chosen[3].split()[0]


async def test_two_who_take_the_same_shard_at_one_moment_get_it_once(database_of_a_server: Server) -> None:
    await (await open_storage(database_of_a_server, None, FIRST)).close()
    both = await asyncio.gather(
        *(open_storage(database_of_a_server, None, shards) for shards in (FIRST, FIRST)), return_exceptions=True
    )
    (refused,) = (one for one in both if isinstance(one, BaseException))
    assert isinstance(refused, StoreInUse)
    (storage,) = (one for one in both if not isinstance(one, BaseException))
    await storage.people.put(Person(ADA, "Ada"))
    await storage.close()


async def test_a_hung_process_loses_its_shards_and_writes_nothing_when_it_resumes(
    database_of_a_server: Server, claims: Claims, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    told: list[StoreFailed] = []
    first = await open_storage(database_of_a_server, told.append, FIRST)
    second = await open_storage(database_of_a_server, None, SECOND)
    assert free(await claims.look(2)) == []
    monkeypatch.setattr(locks, "SILENT_SECONDS", 0.5)
    while 0 not in (seen := await claims.look(2)).free:
        await second.database.send_heartbeat()
    assert free(seen) == [0, 1], "the other one has been heard of"
    assert seen.abandoned >= {0, 1}
    assert seen.free[0] > 0.5, "nobody waits once more for what was waited for"
    assert "which has shards 0-1/4, has not been heard of for" in caplog.text
    takes = await open_storage(database_of_a_server, None, FIRST)
    await first.database.send_heartbeat()
    assert len(told) == 1, "which ends the program"
    with pytest.raises(StoreFailed, match="was taken over by another running bot"):
        await first.people.put(Person(ADA, "Ada"))
    assert await second.people.get(ADA) is None
    await takes.people.put(Person(BEN, "Ben"))
    await first.close()
    assert free(await claims.look(2)) == [], "and takes nobody's note away"
    await takes.close()
    await second.close()


async def test_restoring_a_backup_needs_no_progress_callback(
    database_of_a_server: Server, claims: Claims, monkeypatch: pytest.MonkeyPatch
) -> None:
    everything = await open_storage(database_of_a_server)
    monkeypatch.setattr(locks, "SILENT_SECONDS", 0.0)
    for _ in range(2):
        assert free(await claims.look(2)) == []
    await everything.people.put(Person(ADA, "Ada"))
    await everything.close()


async def test_all_of_them_need_the_same_number_of_shards(database_of_a_server: Server, claims: Claims) -> None:
    other = await open_storage(database_of_a_server, None, Shards(0, 7, 16))
    with pytest.raises(StoreFailed, match=r"Others run with 16 shards .* and this one has 2 of 4"):
        await claims.look(2)
    await other.close()


async def test_nobody_waits_for_the_turn_of_one_that_hangs(
    database_of_a_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    ends = await wait_for_turn(database_of_a_server)
    monkeypatch.setattr(locks, "SILENT_SECONDS", 0.5)
    async with asyncio.timeout(60):
        (await wait_for_turn(database_of_a_server))()
    ends()
