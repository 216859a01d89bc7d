"""Several real processes on one database, each with the servers of its shards."""

from __future__ import annotations

import signal
from collections import Counter
from pathlib import Path

import pytest

from storage.interface import ALL_SHARDS
from storage.opening import open_storage
from storage.places import Server
from tests.bench.rooms import chance
from tests.ops.divided import NORTH, SOUTH, People, divided, furnished, processes, shard_of
from tests.ops.process import rest

pytestmark = pytest.mark.thorough


async def test_people_play_with_both_from_anywhere_and_one_is_killed(
    tmp_path: Path, database_of_a_server: Server
) -> None:
    tables = await furnished(tmp_path, database_of_a_server)
    async with divided() as discord, processes(discord, tmp_path, database_of_a_server) as service:
        for number in (0, 1):
            await service.start(number)
        (at_first, one), (then, other) = discord.introduced
        assert (one, other) == (0, 1)
        assert then - at_first > 5, "Discord wants them one after the other"
        people = People(discord, tables, chance(1))
        await people.play(4)
        assert people.pressed.by_message > 0
        assert (people.pressed.unsure.total(), people.pressed.not_there) == (0, 0)
        service.running[1].send_signal(signal.SIGKILL)
        await service.running[1].wait()
        before = people.pressed.sure.copy()
        await people.play(2)
        assert people.pressed.not_there > 0, "who is told so, from direct messages"
        went_on = {game_id for (game_id, _), moves in (people.pressed.sure - before).items() if moves}
        assert {shard_of(tables[number][1]) for number in went_on} == {0}
        await service.start(1)
        before = people.pressed.sure.copy()
        await people.play(4)
        went_on = {game_id for (game_id, _), moves in (people.pressed.sure - before).items() if moves}
        assert {tables[number][1] for number in went_on} == {NORTH, SOUTH}
        for number in (0, 1):
            service.running[number].send_signal(signal.SIGTERM)
            said = await rest(service.running[number])
            assert service.running[number].returncode == 0
            assert "Traceback" not in said, said
    storage = await open_storage(database_of_a_server)
    made: Counter[tuple[int, int]] = Counter()
    for number in tables:
        saved = await storage.games.saved(number)
        assert saved is not None
        users = {seat_row.seat: seat_row.user_id or 0 for seat_row in saved.seats}
        moves = [entry for entry in await storage.games.entries(number) if entry.kind == "move"]
        made.update((number, users[entry.seat or 0]) for entry in moves)
    pressed = people.pressed
    for at in made | pressed.sure:
        assert pressed.sure[at] <= made[at], "what was acknowledged is there"
        assert made[at] <= pressed.sure[at] + pressed.unsure[at], "and nothing twice"
    assert (await storage.tally(ALL_SHARDS)).letters["given up"] == 0
    assert await storage.check() == []
    await storage.close()
