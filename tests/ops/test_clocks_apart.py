"""Two processes' clocks differ by over a minute: forwarded presses are answered, and no time is charged to anybody."""

from __future__ import annotations

import asyncio
from datetime import datetime
from pathlib import Path

import pytest

from bot.host.table import deadlines
from storage.database_url import Server
from storage.interface.shards import Shards
from tests.bench.filled_databases import chance
from tests.ops.sharded_discord import PAUSE, People, create_tables, processes
from tests.ops.sharded_evening import (
    LONGEST,
    KillingDiscord,
    examine_outcome,
    open_read_only,
    play_undisturbed,
    serve_until_delivered,
    stop,
    wait_until_delivered,
)

pytestmark = pytest.mark.thorough


async def alive(server: Server, shards: Shards) -> datetime:
    """Wait until a process has noted that it looks after its shards; return when that was by its clock."""
    storage = await open_read_only(server)
    try:
        async with asyncio.timeout(LONGEST):
            while True:
                at = await storage.shards.get_last_alive(shards)
                if at is not None:
                    return deadlines.parse_time(at)
                await asyncio.sleep(PAUSE)
    finally:
        await storage.close()


@pytest.mark.parametrize("ahead", [70, -70])
async def test_a_clock_that_is_wrong_by_a_minute_spoils_nothing(
    tmp_path: Path, database_of_a_server: Server, ahead: int
) -> None:
    tables = await create_tables(tmp_path / "before.db", database_of_a_server, each=1)
    async with (
        serve_until_delivered(KillingDiscord()) as discord,
        processes(discord, tmp_path, database_of_a_server) as service,
    ):
        await service.start(0)
        await service.begin(1, TESTED_CLOCK_AHEAD=str(ahead))
        await discord.there[1].wait()
        people = People(discord, tables, chance(1))
        await play_undisturbed(people, 6)
        assert people.pressed.by_message > 0, "what is pressed in direct messages is answered by the other one"
        right, wrong = [await alive(database_of_a_server, Shards(number, number, 2)) for number in (0, 1)]
        assert abs((wrong - right).total_seconds() - ahead) < 60, "so the clock was wrong"
        # Another process, whose clock is right, takes the tables over: that minute is no outage, and no time is over.
        service.running[1].terminate()
        await service.running[1].wait()
        await service.start(1)
        before = people.pressed.sure.total()
        await play_undisturbed(people, 3)
        assert people.pressed.sure.total() > before
        await wait_until_delivered(database_of_a_server)
        assert await stop(service) == []
    found = await examine_outcome(discord, database_of_a_server, tables, people)
    assert found.kept, found.words()
