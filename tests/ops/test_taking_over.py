"""Real processes that take shards by themselves: one dies or hangs, and others answer for its servers."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

import pytest

from storage.database_url import Server
from tests.bench.filled_databases import chance
from tests.ops.claiming_processes import claiming_processes, play_until_both_answer
from tests.ops.sharded_discord import People, check_nothing_lost_or_doubled, create_tables, sharded_discord
from tests.ops.sharded_evening import play_undisturbed

pytestmark = pytest.mark.thorough

WAITS = "every shard is claimed by another process"


async def test_one_is_killed_while_people_play_and_the_other_answers_for_all(
    tmp_path: Path, database_of_a_server: Server
) -> None:
    tables = await create_tables(tmp_path / "before.db", database_of_a_server)
    async with sharded_discord() as discord, claiming_processes(discord, tmp_path, database_of_a_server) as service:
        one, other = await asyncio.gather(service.start(), service.start())
        await asyncio.gather(one.wait_for_line("has taken shards"), other.wait_for_line("has taken shards"))
        assert sorted([*one.shards, *other.shards]) == [0, 1], "whoever comes first, each has its half"
        await discord.wait_for_shards(discord.there)
        people = People(discord, tables, chance(1))
        await play_undisturbed(people, 4)

        async with people.playing_on():
            await people.wait_for_moves(people.pressed.sure.total() + 5)
            await one.kill()
            discord.mark_shards_lost(one.shards)
        await discord.wait_for_shards(one.shards)
        await play_until_both_answer(people, tables)
        assert other.shards == {0, 1}

        again = await service.start()
        await again.wait_for_line(WAITS)
        await play_until_both_answer(people, tables)
        assert (again.shards, other.shards) == (set(), {0, 1}), "who is started again is a spare"
        assert await again.fetch_page("health") == "ok\n", "one that waits is well"
        assert "\nboardroom_shards 0.0\n" in await again.fetch_page("metrics")
        assert await again.fetch_web_status("/") == 404

        await other.kill()
        discord.mark_shards_lost({0, 1})
        await discord.wait_for_shards({0, 1})
        await play_until_both_answer(people, tables)
        assert again.shards == {0, 1}
        assert await again.stop() == 0
        assert "Traceback" not in "".join(again.said)
    await check_nothing_lost_or_doubled(database_of_a_server, tables, people.pressed)


async def test_one_that_hangs_is_taken_over_and_ends_when_it_comes_back(
    tmp_path: Path, database_of_a_server: Server
) -> None:
    tables = await create_tables(tmp_path / "before.db", database_of_a_server)
    async with sharded_discord() as discord, claiming_processes(discord, tmp_path, database_of_a_server) as service:
        one, other = await asyncio.gather(service.start(), service.start())
        await asyncio.gather(one.wait_for_line("has taken shards"), other.wait_for_line("has taken shards"))
        await discord.wait_for_shards(discord.there)
        people = People(discord, tables, chance(2))
        await people.play(2)
        async with people.playing_on():
            await people.wait_for_moves(people.pressed.sure.total() + 5)
            one.process.send_signal(signal.SIGSTOP)
            discord.mark_shards_lost(one.shards)
        await discord.wait_for_shards(one.shards)
        await play_until_both_answer(people, tables)
        assert "has not been heard of for" in await other.wait_for_line("has not been heard of for")
        async with people.playing_on():
            one.process.send_signal(signal.SIGCONT)
            assert await one.wait_until_ended() == 1
        assert one.find_lines("was taken over by another running bot, so this one writes nothing more and ends")
        await play_until_both_answer(people, tables)
        assert await other.stop() == 0
        assert "Traceback" not in "".join(other.said)
    await check_nothing_lost_or_doubled(database_of_a_server, tables, people.pressed)


STALE = """
from bot.ops.shard_allocation import ShardAllocation
update, looks = ShardAllocation.update, iter(range(2))
def stale(self, seen):
    update(self, seen)
    if next(looks, None) is not None:
        self._free_since = {0: 0.0}
ShardAllocation.update = stale
"""
"""Lets a process believe for two looks, the second while it chooses, that the first shard is nobody's."""


async def test_two_take_the_same_shard_and_one_gets_it_and_the_other_goes_on_with_others(
    tmp_path: Path, database_of_a_server: Server
) -> None:
    tables = await create_tables(tmp_path / "before.db", database_of_a_server, each=1)
    async with sharded_discord() as discord, claiming_processes(discord, tmp_path, database_of_a_server) as service:
        one = await service.start()
        await one.wait_for_line("has taken shards 0-0/2")
        other = await service.start(first=STALE)
        said = await other.wait_for_line("another process has taken one of shards 0-0/2 at this moment")
        assert "shards 0-0/2 are in use by another running bot" in said
        await other.wait_for_line("has taken shards 1-1/2")
        await discord.wait_for_shards(discord.there)
        people = People(discord, tables, chance(4))
        await play_until_both_answer(people, tables)
        assert (one.shards, other.shards) == ({0}, {1})
        assert await one.stop() == 0
        assert await other.stop() == 0
    await check_nothing_lost_or_doubled(database_of_a_server, tables, people.pressed)


async def test_excess_shards_move_to_a_waiting_process_and_stay(tmp_path: Path, database_of_a_server: Server) -> None:
    sooner = (
        "from bot.ops import shard_allocation as shards\nshards.RESTART_SECONDS, shards.GIVE_BACK_SECONDS = 2.0, 3.0\n"
    )
    tables = await create_tables(tmp_path / "before.db", database_of_a_server, each=1)
    async with sharded_discord() as discord, claiming_processes(discord, tmp_path, database_of_a_server) as service:
        one = await service.start(first=sooner)
        await one.wait_for_line("has taken shards", 2)
        await discord.wait_for_shards(discord.there)
        people = People(discord, tables, chance(3))
        await play_until_both_answer(people, tables)
        await one.wait_for_page("metrics", "\nboardroom_connected 1.0\n")
        assert "\nboardroom_shards 2.0\n" in await one.fetch_page("metrics")
        other = await service.start(first=sooner)
        await other.wait_for_line(WAITS)
        await one.wait_for_line("gives back shards")
        await other.wait_for_line("has taken shards")
        await play_until_both_answer(people, tables)
        await people.play(2)
        assert (one.shards, other.shards) == ({0}, {1})
        for process in (one, other):
            assert "\nboardroom_shards 1.0\n" in await process.fetch_page("metrics")
            await process.wait_for_page("health", "ok\n")
            assert await process.fetch_web_status("/") == 200
        assert len(one.find_lines("gives back")) == 1
        assert await one.stop() == 0
        assert await other.stop() == 0
        assert "Traceback" not in "".join([*one.said, *other.said])
    await check_nothing_lost_or_doubled(database_of_a_server, tables, people.pressed)
