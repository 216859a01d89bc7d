"""Several real processes on one database, each with the servers of its shards."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

import pytest

from storage.connect import open_storage
from storage.database_url import Server
from tests.bench import payloads
from tests.bench.filled_databases import chance
from tests.bench.payloads import CHANNEL
from tests.ops.process import PATIENCE, rest, started
from tests.ops.sharded_discord import (
    NORTH,
    PAUSE,
    SOUTH,
    People,
    check_nothing_lost_or_doubled,
    create_tables,
    processes,
    shard_of,
    sharded_discord,
)
from tests.ops.sharded_evening import play_undisturbed

pytestmark = pytest.mark.thorough


async def test_people_play_with_both_from_anywhere_while_one_after_the_other_is_killed(
    tmp_path: Path, database_of_a_server: Server
) -> None:
    tables = await create_tables(tmp_path / "before.db", database_of_a_server)
    async with sharded_discord() as discord, processes(discord, tmp_path, database_of_a_server) as service:
        for number in (0, 1):
            await service.start(number)
        (at_first, one), (then, other) = discord.introduced
        assert (one, other) == (0, 1)
        assert then - at_first > 5, "Discord wants them one after the other"
        people = People(discord, tables, chance(1))
        await play_undisturbed(people, 4)
        assert people.pressed.by_message > 0
        for number in (1, 0, 1, 0):
            async with people.playing_on():
                await people.wait_for_moves(people.pressed.sure.total() + 5)
                service.running[number].send_signal(signal.SIGKILL)
                await service.running[number].wait()
            before = people.pressed.sure.copy()
            told = people.pressed.not_there
            await people.play(1)
            while number == 1 and people.pressed.not_there == told:  # until a person reads so, from direct messages
                await people.play(1)
            went_on = {game_id for (game_id, _), moves in (people.pressed.sure - before).items() if moves}
            assert {shard_of(tables[game_id][1]) for game_id in went_on} <= {1 - number}
            await service.start(number)
        before = people.pressed.sure.copy()
        await play_undisturbed(people, 4)
        went_on = {game_id for (game_id, _), moves in (people.pressed.sure - before).items() if moves}
        assert {tables[game_id][1] for game_id in went_on} == {NORTH, SOUTH}
        for number in (0, 1):
            service.running[number].send_signal(signal.SIGTERM)
            said = await rest(service.running[number])
            assert service.running[number].returncode == 0
            assert "Traceback" not in said, said
    await check_nothing_lost_or_doubled(database_of_a_server, tables, people.pressed)


async def test_commands_in_direct_messages_reach_every_table(tmp_path: Path, database_of_a_server: Server) -> None:
    tables = await create_tables(tmp_path / "before.db", database_of_a_server, each=1)
    async with sharded_discord() as discord, processes(discord, tmp_path, database_of_a_server) as service:
        for number in (0, 1):
            await service.start(number)
        for number, (room, guild_id) in tables.items():
            (user, *_) = room.people
            assert f":{number}:" in await discord.send_command(user, "play", table=str(number))
            assert f"table {number}" in await discord.send_command(user, "game status", table=str(number))
            assert "Delete your data?" in await discord.send_command(user, "settings forget-me")
            inbox = [await discord.send_command(one, "inbox") for one in room.people]
            assert any(f":{number}" in said for said in inbox), "who is asked there reads it"
            other = SOUTH if guild_id == NORTH else NORTH
            assert f":{number}:" in await discord.send_command(user, "play", guild_id=other, table=str(number)), (
                "from there, too"
            )
        (user, *_) = tables[max(tables)][0].people
        stranger = await discord.send_command(user + 500, "play", table="2")
        assert "I can't find that table here" in stranger
        far = next(room for room, guild_id in tables.values() if shard_of(guild_id) == 1)
        leaves = far.people[0]
        await discord.press_in(leaves, None, payloads.message(1, str(CHANNEL), {}), "forget:0")
        async with asyncio.timeout(PATIENCE):
            while True:
                if "is being deleted" not in (said := await discord.send_command(leaves, "inbox")):
                    break
                await asyncio.sleep(PAUSE)
        assert "deleted" not in said
    storage = await open_storage(database_of_a_server)
    assert not await storage.privacy.is_kept(leaves)
    assert await storage.privacy.list_to_forget() == []
    await storage.close()


async def test_a_third_process_is_refused_with_a_sentence(tmp_path: Path, database_of_a_server: Server) -> None:
    async with sharded_discord() as discord, processes(discord, tmp_path, database_of_a_server) as service:
        await service.start(0)
        for shards, said in {
            "0/2": "shards 0-0/2 are in use by another running bot, which has shards 0-0/2. Stop that one first",
            "0-3/8": "Others run with 2 shards",
            "": "is in use by another running bot, which has shards 0-0/2. Stop that one first.",
        }.items():
            environ = {"BOARDROOM_DATABASE": database_of_a_server.address, "BOARDROOM_SHARDS": shards}
            async with started(discord, tmp_path, patience=PATIENCE, **environ) as process:
                last = (await rest(process)).splitlines()[-1]
            assert process.returncode == 1
            assert said in last
        assert service.running[0].returncode is None


async def test_one_process_has_several_shards_with_a_file(tmp_path: Path) -> None:
    path = tmp_path / "boardroom.db"
    tables = await create_tables(path, None, each=1)
    async with sharded_discord() as discord, processes(discord, tmp_path, path) as service:
        await service.start(1, shards="0-1/2")
        (at_first, one), (then, other) = discord.introduced
        assert (one, other) == (0, 1)
        assert then - at_first > 4.5
        people = People(discord, tables, chance(1))
        await play_undisturbed(people)
        assert people.pressed.sure.total() > 0
        assert people.pressed.not_there == 0
        service.running[1].send_signal(signal.SIGTERM)
        said = await rest(service.running[1])
        assert service.running[1].returncode == 0
        assert "Traceback" not in said, said
