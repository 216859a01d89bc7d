"""The drill: its findings in a backup, and no other effects."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.games import GAMES
from bot.ops.restore_drill import RestoreDrill, run_drill
from bot.settings import Settings
from storage.interface.errors import StoreFailed
from storage.sqlite import open_storage
from tests.storage.samples import content


def change(path: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as rows:
        rows.execute(statement, values)


def change_table(path: Path, game_id: int, edit: Callable[[dict[str, Any]], None]) -> None:
    """Change the newest table of a game as no move can."""
    with closing(sqlite3.connect(path, isolation_level=None)) as rows:
        where = "where game_id = ? and revision = (select revision from games where game_id = ?)"
        packed = rows.execute(f"select state from states {where}", (game_id, game_id)).fetchone()[0]  # noqa: S608
        state = json.loads(zlib.decompress(packed))
        edit(state)
        again = zlib.compress(json.dumps(state).encode())
        rows.execute(f"update states set state = ? {where}", (again, game_id, game_id))  # noqa: S608


async def drilled(path: Path) -> RestoreDrill:
    return await run_drill(path, GAMES, {}, path)


async def test_every_live_game_is_loaded_and_the_backup_is_as_it_was(database: Path) -> None:
    before = content(database)
    report = await drilled(database)
    assert report.ok, report.failures
    assert (report.games, report.lobbies) == (4, 1)
    assert report.questions >= report.games
    assert report.entries > 0
    assert content(database) == before


async def test_an_empty_backup_of_today_is_fine(settings: Settings) -> None:
    await (await open_storage(settings.file)).close()
    report = await drilled(settings.file)
    assert report.ok
    assert report.games == 0


async def test_one_bad_game_is_named_and_the_others_are_tried(database: Path) -> None:
    change_table(database, 2, lambda state: state.update(chance="gone"))
    report = await drilled(database)
    assert report.games == 4
    (failure,) = report.failures
    assert failure.startswith("Game 2 (goodwill): it does not fit this version of the program: at chance")


async def test_a_game_that_cannot_be_read_is_named_once(database: Path) -> None:
    newest = "(select game_id, revision from games where game_id = 2)"
    change(database, f"update states set state = x'00' where (game_id, revision) = {newest}")  # noqa: S608
    (failure,) = (await drilled(database)).failures
    assert failure.startswith("Game 2 cannot be read")


async def test_money_from_nowhere_is_found(database: Path) -> None:
    def enrich(state: dict[str, Any]) -> None:
        state["players"] += 1

    change_table(database, 2, enrich)
    (failure,) = (await drilled(database)).failures
    assert failure.startswith("Game 2 (goodwill): ")


async def test_a_game_that_is_not_installed_is_named(database: Path) -> None:
    change(database, "update games set title = 'chess' where game_id = 3")
    (failure,) = (await drilled(database)).failures
    assert failure.startswith("Game 3 (chess): I do not have the game of this table here now. Nothing is lost")


async def test_cards_that_are_missing_are_told(database: Path) -> None:
    change(database, "update games set box = (select 'other') where game_id = 1")
    report = await drilled(database)
    assert any("Game 1 (goodwill): The cards this game began with are missing" in text for text in report.failures)


async def test_a_failure_tells_nothing_from_the_table(database: Path) -> None:
    change_table(database, 2, lambda state: state.update(chance={"seed": "5eed" * 16, "drawn": "Silver Spoon"}))
    text = " ".join((await drilled(database)).failures)
    assert text
    assert "5eed" not in text
    assert "Silver" not in text


async def test_a_file_that_is_no_backup_cannot_be_drilled(tmp_path: Path) -> None:
    (tmp_path / "x.db").write_bytes(b"garbage " * 1000)
    with pytest.raises(StoreFailed, match=r"x\.db is not a database"):
        await drilled(tmp_path / "x.db")
    with pytest.raises(StoreFailed, match="There is no backup"):
        await drilled(tmp_path / "nothing.db")
