"""Databases that older releases left behind, with running games: today's program goes on with them."""

from __future__ import annotations

import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from bot.games import GAMES
from bot.host import records
from bot.host.host import Host
from bot.host.lobby import Lobby
from storage.database import MIGRATIONS
from storage.sqlite import open_storage
from tests.storage.release import ADA, BEN, RELEASED, press

FILES = sorted(RELEASED.glob("*.sqlite"))
CHANGELOG = Path(__file__).resolve().parents[2] / "CHANGELOG.md"


def test_every_release_left_a_database() -> None:
    """Made by `python -m tests.storage.release`, once, when the version is set."""
    releases = re.findall(r"^## \[(\d+\.\d+\.\d+)\]", CHANGELOG.read_text("utf-8"), re.MULTILINE)
    assert releases
    assert sorted(releases) == sorted(path.stem for path in FILES)


@pytest.fixture(params=FILES, ids=lambda path: path.stem)
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of a released database."""
    copy = tmp_path / "boardroom.db"
    shutil.copy(request.param, copy)
    return copy


def schema_of(path: Path) -> int:
    with closing(sqlite3.connect(path)) as rows:
        return int(rows.execute("pragma user_version").fetchone()[0])


async def test_it_is_brought_up_to_date_and_kept_beside(path: Path) -> None:
    before, today = schema_of(path), len(list(MIGRATIONS.glob("*.sql")))
    storage = await open_storage(path)
    assert await storage.check() == []
    await storage.close()
    assert schema_of(path) == today
    kept = path.with_name(f"{path.name}.before-{before + 1}")
    assert kept.exists() == (before < today)
    assert not kept.exists() or schema_of(kept) == before


async def test_its_running_games_are_played_on(path: Path) -> None:
    storage = await open_storage(path)
    host, random = Host(storage, GAMES), Random(7)  # noqa: S311
    running = await storage.games(statuses=("running",))
    assert running
    for row in running:
        before = await host.running(row.game_id)
        before.table.audit()
        assert before.asks(), f"game {row.game_id} asks nobody"
        answered = await press(host, row.game_id, random, 15)
        after = await host.running(row.game_id)
        after.table.audit()
        assert answered == 15 or after.row.status == "finished"
        assert after.row.revision >= before.row.revision + answered > before.row.revision
        assert await host.log(row.game_id, ADA)
    await host.settle()
    assert await storage.check() == []
    await storage.close()


async def test_its_open_tables_begin_when_everybody_says_they_are_still_there(path: Path) -> None:
    storage = await open_storage(path)
    host = Host(storage, GAMES)
    lobby = Lobby(host)
    for row in await storage.games(statuses=("open",)):
        await lobby.start(row.game_id, row.opened_by)
        saved = await storage.saved(row.game_id)
        assert saved is not None
        for chair in saved.seats if saved.game.status == "open" else ():
            if chair.user_id not in (None, row.opened_by):
                await lobby.confirm(row.game_id, chair.user_id or 0)
        await host.settle()
        assert (await host.running(row.game_id)).asks()
    await storage.close()


async def test_its_finished_games_can_be_read_and_exported(path: Path) -> None:
    storage = await open_storage(path)
    host = Host(storage, GAMES)
    finished = await storage.games(statuses=("finished",))
    assert finished
    for row in finished:
        assert await host.log(row.game_id, BEN)
        exported = await records.export(storage, row.game_id)
        assert exported.complete
        # Not whether it is proven: a rule may have been corrected since. But it can be looked at.
        assert records.verify(exported, GAMES).checks
    await storage.close()


async def test_letters_that_waited_still_wait(path: Path) -> None:
    with closing(sqlite3.connect(path)) as rows:
        waited = rows.execute("select count(*) from letters where fate = 'waiting'").fetchone()[0]
    storage = await open_storage(path)
    assert (await storage.tally()).letters["waiting"] == waited > 0
    await storage.close()
