"""One game of each kind with its rows in a PostgreSQL database, and a restart of the bot in between."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from bot.games import GAMES
from storage.connect import open_storage
from storage.database_url import Server
from storage.interface.errors import StoreFailed
from storage.postgres.database import PostgresStorage
from tests.end_to_end.town import begun, said, town
from tests.storage.release import press
from tests.storage.server import Running

AT_ONCE, AT_MOST = 15, 900
"""Answers between two starts at the beginning, and of a whole game."""


@pytest.mark.thorough
@pytest.mark.parametrize("game", GAMES)
async def test_a_game_is_played_to_its_end(tmp_path: Path, database_of_a_server: Server, game: str) -> None:
    async with town(tmp_path, "Ann", "Ben", "Dora", database=database_of_a_server) as there:
        assert isinstance(there.bot.storage, PostgresStorage)
        await begun(there, game=game, bots=1)
        random = Random(1)  # noqa: S311
        for times in (AT_ONCE, AT_ONCE, AT_MOST):
            await press(there.bot.services, there.number, random, times)
            await there.settled()
            before = await there.snapshot()
            await there.restart()
            assert await there.snapshot() == before
        saved, _ = before
        assert saved is not None
        assert saved.game.status == "finished"
        assert "PROVEN" in said(await there.people["Dora"].slash(there.place, "record verify", table="1"))
        assert await there.bot.storage.check() == []


@pytest.mark.thorough
async def test_a_bot_whose_database_another_one_has_taken_ends(
    tmp_path: Path, postgresql: Running, database_of_a_server: Server
) -> None:
    async with town(tmp_path, "Ann", "Ben", "Dora", database=database_of_a_server) as there:
        await begun(there)
        name = str(database_of_a_server).rpartition("/")[2]
        postgresql.execute(f"select pg_terminate_backend(pid) from pg_stat_activity where datname = '{name}'")  # noqa: S608
        other = await open_storage(database_of_a_server)
        with pytest.raises(StoreFailed, match="taken over"):
            await there.bot.storage.metadata.put("pulse", "{}")
        assert there.bot.ended_by is not None
        assert there.bot._shutdown_task is not None
        await there.bot._shutdown_task
        assert there.bot.is_closed()
        await other.close()
