"""Looking at a database, and copying it, beside the bot that uses it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from storage.interface.errors import StoreFailed
from storage.interface.letters import NewLetter
from storage.interface.shards import ALL_SHARDS
from storage.offline import create_backup, examine
from storage.sqlite import SqliteStorage, open_storage
from storage.store import Storage
from tests.storage.samples import LATER, NOW, entry, open_lobby, put, revision_of, start_new


async def test_games_of_all_servers(storage: Storage) -> None:
    first, lobby = await start_new(storage), await open_lobby(storage, guild_id=7)
    assert [row.game_id for row in await storage.games.list_in_shards(ALL_SHARDS, statuses=("open", "running"))] == [
        first,
        lobby,
    ]
    assert [row.guild_id for row in await storage.games.list_in_shards(ALL_SHARDS, statuses=("open",))] == [7]
    assert await storage.games.list_in_shards(ALL_SHARDS, statuses=("finished",)) == []


async def test_an_empty_store_is_counted(storage: Storage) -> None:
    tally = await storage.tally(ALL_SHARDS)
    assert tally.games == {}
    assert tally.letters == {"waiting": 0, "sent": 0, "given up": 0, "expired": 0}
    assert tally.oldest_letter is None
    assert (tally.questions_to_people, tally.questions_to_bots) == (0, 0)


async def test_what_there_is_is_counted(storage: Storage) -> None:
    game, _ = await start_new(storage), await open_lobby(storage)
    await storage.games.append(replace(entry(game, 2), asks={1: "a", 2: "b", 3: "c"}, letters=[NewLetter("post")] * 3))
    *_, sent, failed, _ = await storage.outbox.list_unsent(game)
    await storage.outbox.mark_sent(sent, LATER)
    await storage.outbox.record_failure(failed, "gone", LATER, given_up=True)
    tally = await storage.tally(ALL_SHARDS)
    assert tally.games == {("goodwill", "running"): 1, ("goodwill", "open"): 1}
    assert tally.letters == {"waiting": 3, "sent": 1, "given up": 1, "expired": 0}
    assert tally.oldest_letter == NOW
    assert (tally.questions_to_people, tally.questions_to_bots) == (2, 1)


async def test_a_running_bot_is_looked_at_and_copied(sqlite: SqliteStorage, path: Path, tmp_path: Path) -> None:
    game = await start_new(sqlite)
    found = examine(path)
    assert found.schema == found.newest
    assert found.findings == []
    assert [row.game_id for row in found.live] == [game]
    assert found.tally == await sqlite.tally(ALL_SHARDS)

    create_backup(path, tmp_path / "copy.db")
    await sqlite.games.append(entry(game, 2))
    copy = await open_storage(tmp_path / "copy.db")
    assert await revision_of(copy, game) == 1
    await copy.close()


async def test_looking_leaves_nothing_behind(path: Path) -> None:
    storage = await open_storage(path)
    await start_new(storage)
    await storage.close()
    before = {file.name: file.read_bytes() for file in path.parent.iterdir()}
    assert examine(path).findings == []
    assert {file.name: file.read_bytes() for file in path.parent.iterdir()} == before


async def test_what_is_wrong_is_found(sqlite: SqliteStorage, path: Path) -> None:
    await start_new(sqlite)
    await sqlite.database.write(lambda rows: rows.execute("update games set revision = 5"))
    assert "Game 1 is at revision 5, but its log ends at 1." in examine(path).findings


@pytest.mark.parametrize("schema", [1, 99])
async def test_another_schema_is_told_and_not_read(path: Path, schema: int) -> None:
    await (await open_storage(path)).close()
    with closing(sqlite3.connect(path)) as rows:
        rows.execute(f"pragma user_version = {schema}")
    found = examine(path)
    assert (found.schema, found.tally, found.live) == (schema, None, ())


@pytest.mark.parametrize("content", [None, b"garbage " * 1000])
def test_what_is_no_database_is_neither_looked_at_nor_copied(path: Path, content: bytes | None) -> None:
    if content is not None:
        put(path, content)
    with pytest.raises(StoreFailed, match=r"boardroom\.db"):
        examine(path)
    with pytest.raises(StoreFailed, match=r"boardroom\.db"):
        create_backup(path, path.with_name("copy.db"))
    assert [file.name for file in path.parent.iterdir()] == ([] if content is None else [path.name])
