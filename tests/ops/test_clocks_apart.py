"""The clocks of two processes differ by more than a minute: what is handed over is answered, and nobody is charged."""

from __future__ import annotations

import asyncio
from datetime import datetime
from pathlib import Path

import pytest

from bot.host.table import timekeeping
from storage.interface import Shards
from storage.places import Server
from tests.bench.rooms import chance
from tests.ops.divided import People, furnished, processes
from tests.ops.evening import LONGEST, PAUSE, Lasting, all_is_delivered, look, open_reading, served_until_the_end, stop

pytestmark = pytest.mark.thorough


async def alive(server: Server, shards: Shards) -> datetime:
    """Wait until a process has noted that it looks after its shards; return when that was by its clock."""
    storage = await open_reading(server)
    try:
        async with asyncio.timeout(LONGEST):
            while True:
                at = await storage.shards.last_alive(shards)
                if at is not None:
                    return timekeeping.moment(at)
                await asyncio.sleep(PAUSE)
    finally:
        await storage.close()


@pytest.mark.parametrize("ahead", [70, -70])
async def test_a_clock_that_is_wrong_by_a_minute_spoils_nothing(
    tmp_path: Path, database_of_a_server: Server, ahead: int
) -> None:
    tables = await furnished(tmp_path / "before.db", database_of_a_server, each=1)
    async with (
        served_until_the_end(Lasting()) as discord,
        processes(discord, tmp_path, database_of_a_server) as service,
    ):
        await service.start(0)
        await service.begin(1, TESTED_CLOCK_AHEAD=str(ahead))
        await discord.there[1].wait()
        people = People(discord, tables, chance(1))
        await people.play(6)
        assert people.pressed.by_message > 0, "what is pressed in direct messages is answered by the other one"
        assert people.pressed.failed == 0
        right, wrong = [await alive(database_of_a_server, Shards(number, number, 2)) for number in (0, 1)]
        assert abs((wrong - right).total_seconds() - ahead) < 60, "so the clock was wrong"
        # Another process, whose clock is right, takes the tables over: that minute is no outage, and no time is over.
        service.running[1].terminate()
        await service.running[1].wait()
        await service.start(1)
        before = people.pressed.sure.total()
        await people.play(3)
        assert people.pressed.sure.total() > before
        assert people.pressed.failed == 0
        await all_is_delivered(database_of_a_server)
        assert await stop(service) == []
    found = await look(discord, database_of_a_server, tables, people)
    assert found.kept, found.words()
