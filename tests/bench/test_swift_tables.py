"""Tables that are measured begin as any table does: Goodwill asks for both prices of a company in one form."""

from __future__ import annotations

from pathlib import Path

from bot.games import GAMES
from tests.bench.evenings import Evening, Measurements
from tests.bench.filled_databases import chance, fill, house
from tests.bench.load import moves_in
from tests.bench.loopback import loopback
from tests.bench.pressing import act, asked, started, storm
from tests.measured import as_a_table_begins


async def test_a_filled_database_has_tables_as_they_begin(tmp_path: Path) -> None:
    async with house(tmp_path / "boardroom.db") as home:
        for number, (key, game) in enumerate(GAMES.items()):
            room = await home.open(number, key)
            running = await home.host.get_running_game(room.game_id)
            assert vars(running.table)["options"] == as_a_table_begins(game)


async def test_people_who_are_measured_answer_with_forms(tmp_path: Path) -> None:
    database = tmp_path / "boardroom.db"
    (room,) = await fill(database, [0])
    async with loopback() as discord, started(discord, "forms", act(room, room.people[0]), database) as process:
        presses = await asked(discord, process.bot, [room], chance(1))
        assert [press.form is not None for press in presses] == [True] * len(room.people)
        await storm(discord, process.bot, presses, in_flight=2)
        assert moves_in(database) == len(room.people)

        evening = Evening(discord, process.bot, room, found := Measurements(), chance(2), pause=0)
        for user_id in room.people:
            await evening.turn(user_id)
        assert found.answers
        assert moves_in(database) > len(room.people)
