"""The clocks of two processes differ by more than a minute: what is handed over is answered, and nobody is charged."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.host.table import timekeeping
from storage.interface import Shards
from storage.places import Server
from tests.bench.rooms import chance
from tests.ops.divided import People, furnished, processes
from tests.ops.evening import Lasting, all_is_delivered, look, open_reading, served_until_the_end, stop

pytestmark = pytest.mark.thorough


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
        storage = await open_reading(database_of_a_server)
        alive = [await storage.shards.last_alive(Shards(number, number, 2)) for number in (0, 1)]
        await storage.close()
        right, wrong = (timekeeping.moment(at or "") for at in alive)
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
