"""Real processes that take shards by themselves: one dies or hangs, and others answer for its servers."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

import pytest

from storage.database_url import Server
from tests.bench.filled_databases import chance
from tests.ops.claiming_processes import both_answer, claimers
from tests.ops.sharded_discord import People, divided, furnished, nothing_is_lost_or_twice
from tests.ops.sharded_evening import in_peace

pytestmark = pytest.mark.thorough

WAITS = "every shard is claimed by another process"


async def test_one_is_killed_while_people_play_and_the_other_answers_for_all(
    tmp_path: Path, database_of_a_server: Server
) -> None:
    tables = await furnished(tmp_path / "before.db", database_of_a_server)
    async with divided() as discord, claimers(discord, tmp_path, database_of_a_server) as service:
        one, other = await asyncio.gather(service.start(), service.start())
        await asyncio.gather(one.says("has taken shards"), other.says("has taken shards"))
        assert sorted([*one.having, *other.having]) == [0, 1], "whoever comes first, each has its half"
        await discord.has_again(discord.there)
        people = People(discord, tables, chance(1))
        await in_peace(people, 4)

        async with people.playing_on():
            await people.have_made(people.pressed.sure.total() + 5)
            await one.kill()
            discord.has_lost(one.having)
        await discord.has_again(one.having)
        await both_answer(people, tables)
        assert other.having == {0, 1}

        again = await service.start()
        await again.says(WAITS)
        await both_answer(people, tables)
        assert (again.having, other.having) == (set(), {0, 1}), "who is started again is a spare"
        assert await again.shows("health") == "ok\n", "one that waits is well"
        assert "\nboardroom_shards 0.0\n" in await again.shows("metrics")
        assert await again.answers_on_the_web("/") == 404

        await other.kill()
        discord.has_lost({0, 1})
        await discord.has_again({0, 1})
        await both_answer(people, tables)
        assert again.having == {0, 1}
        assert await again.stop() == 0
        assert "Traceback" not in "".join(again.said)
    await nothing_is_lost_or_twice(database_of_a_server, tables, people.pressed)


async def test_one_that_hangs_is_taken_over_and_ends_when_it_comes_back(
    tmp_path: Path, database_of_a_server: Server
) -> None:
    tables = await furnished(tmp_path / "before.db", database_of_a_server)
    async with divided() as discord, claimers(discord, tmp_path, database_of_a_server) as service:
        one, other = await asyncio.gather(service.start(), service.start())
        await asyncio.gather(one.says("has taken shards"), other.says("has taken shards"))
        await discord.has_again(discord.there)
        people = People(discord, tables, chance(2))
        await people.play(2)
        async with people.playing_on():
            await people.have_made(people.pressed.sure.total() + 5)
            one.process.send_signal(signal.SIGSTOP)
            discord.has_lost(one.having)
        await discord.has_again(one.having)
        await both_answer(people, tables)
        assert "has not been heard of for" in await other.says("has not been heard of for")
        async with people.playing_on():
            one.process.send_signal(signal.SIGCONT)
            assert await one.ends() == 1
        assert one.said_with("was taken over by another running bot, so this one writes nothing more and ends")
        await both_answer(people, tables)
        assert await other.stop() == 0
        assert "Traceback" not in "".join(other.said)
    await nothing_is_lost_or_twice(database_of_a_server, tables, people.pressed)


STALE = """
from bot.ops.shard_allocation import ShardAllocation
update, looks = ShardAllocation.update, iter(range(2))
def stale(self, seen):
    update(self, seen)
    if next(looks, None) is not None:
        self._nobodys = {0: 0.0}
ShardAllocation.update = stale
"""
"""Lets a process believe for two looks, the second while it chooses, that the first shard is nobody's."""


async def test_two_take_the_same_shard_and_one_gets_it_and_the_other_goes_on_with_others(
    tmp_path: Path, database_of_a_server: Server
) -> None:
    tables = await furnished(tmp_path / "before.db", database_of_a_server, each=1)
    async with divided() as discord, claimers(discord, tmp_path, database_of_a_server) as service:
        one = await service.start()
        await one.says("has taken shards 0-0/2")
        other = await service.start(first=STALE)
        said = await other.says("another process has taken one of shards 0-0/2 at this moment")
        assert "shards 0-0/2 are in use by another running bot" in said
        await other.says("has taken shards 1-1/2")
        await discord.has_again(discord.there)
        people = People(discord, tables, chance(4))
        await both_answer(people, tables)
        assert (one.having, other.having) == ({0}, {1})
        assert await one.stop() == 0
        assert await other.stop() == 0
    await nothing_is_lost_or_twice(database_of_a_server, tables, people.pressed)


async def test_excess_shards_move_to_a_waiting_process_and_stay(tmp_path: Path, database_of_a_server: Server) -> None:
    sooner = "from bot.ops import shard_allocation as shards\nshards.LEFT, shards.WAITED = 2.0, 3.0\n"
    tables = await furnished(tmp_path / "before.db", database_of_a_server, each=1)
    async with divided() as discord, claimers(discord, tmp_path, database_of_a_server) as service:
        one = await service.start(first=sooner)
        await one.says("has taken shards", 2)
        await discord.has_again(discord.there)
        people = People(discord, tables, chance(3))
        await both_answer(people, tables)
        await one.comes_to_show("metrics", "\nboardroom_connected 1.0\n")
        assert "\nboardroom_shards 2.0\n" in await one.shows("metrics")
        other = await service.start(first=sooner)
        await other.says(WAITS)
        await one.says("gives back shards")
        await other.says("has taken shards")
        await both_answer(people, tables)
        await people.play(2)
        assert (one.having, other.having) == ({0}, {1})
        for process in (one, other):
            assert "\nboardroom_shards 1.0\n" in await process.shows("metrics")
            await process.comes_to_show("health", "ok\n")
            assert await process.answers_on_the_web("/") == 200
        assert len(one.said_with("gives back")) == 1
        assert await one.stop() == 0
        assert await other.stop() == 0
        assert "Traceback" not in "".join([*one.said, *other.said])
    await nothing_is_lost_or_twice(database_of_a_server, tables, people.pressed)
