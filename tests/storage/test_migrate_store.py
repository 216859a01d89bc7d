"""Backups of a PostgreSQL database, and bringing games from a file to one and back."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from storage.connect import (
    create_backup,
    create_spare_location,
    find_backup_obstacle,
    is_dump,
    move_store,
    open_storage,
    open_to_read,
    restore,
)
from storage.database_url import Server
from storage.interface.errors import StoreFailed
from storage.interface.letters import NewLetter
from storage.interface.people import Person
from storage.postgres import commit_status
from storage.postgres.rows import connect
from tests.storage.samples import ADA, BEN, NOW, content, entry, open_lobby, revision_of, start_new
from tests.storage.server import Running

pytestmark = pytest.mark.thorough


@pytest.fixture
def server(database_of_a_server: Server) -> Server:
    return database_of_a_server


async def test_a_restored_database_is_that_of_the_backup_and_what_was_there_is_kept(
    server: Server, tmp_path: Path
) -> None:
    backup, kept = tmp_path / "backup.dump", tmp_path / "kept.dump"
    storage = await open_storage(server)
    number, lobby = await start_new(storage), await open_lobby(storage)
    await storage.people.put(Person(ADA, "Ada"))
    await storage.backup(backup)
    assert is_dump(backup)
    await storage.people.put(Person(BEN, "Ben"))
    await storage.games.append(entry(number, 2))
    with pytest.raises(StoreFailed, match="in use"):
        await asyncio.to_thread(restore, backup, server, keep_as=kept)
    await storage.close()

    await asyncio.to_thread(restore, backup, server, keep_as=kept)
    storage = await open_storage(server)
    assert await revision_of(storage, number) == 1
    assert await storage.people.get(ADA) == Person(ADA, "Ada")
    assert await storage.people.get(BEN) is None
    saved = await storage.games.load(number)
    assert saved is not None
    assert saved.salt is not None, "what comes is not what came before"
    assert await open_lobby(storage) > lobby, "numbers go on"
    assert await storage.check() == []
    await storage.close()

    await asyncio.to_thread(restore, kept, server, keep_as=tmp_path / "again.dump")
    storage = await open_storage(server)
    assert await storage.people.get(BEN) == Person(BEN, "Ben")
    assert await revision_of(storage, number) == 2
    await storage.close()


async def test_a_backup_goes_into_an_empty_database(server: Server, tmp_path: Path) -> None:
    storage = await open_storage(server)
    number = await start_new(storage)
    await storage.close()
    await asyncio.to_thread(create_backup, server, tmp_path / "backup.dump")
    async with create_spare_location(tmp_path / "backup.dump", server) as place:
        assert str(place) != str(server)
        await asyncio.to_thread(restore, tmp_path / "backup.dump", place, keep_as=tmp_path / "kept.dump")
        restored = await open_storage(place)
        assert await revision_of(restored, number) == 1
        await restored.close()
    assert not (tmp_path / "kept.dump").exists()
    with pytest.raises(StoreFailed, match="no such database"):
        await open_storage(place)


async def test_a_restore_that_is_broken_off_leaves_a_database_that_nobody_opens(
    postgresql: Running, server: Server, tmp_path: Path
) -> None:
    await (await open_storage(server)).close()
    await asyncio.to_thread(create_backup, server, tmp_path / "backup.dump")
    with closing(connect(server)) as rows:
        rows.execute("update boardroom set schema = -1")
    with pytest.raises(StoreFailed, match="Restore it again"):
        await open_storage(server)
    await asyncio.to_thread(restore, tmp_path / "backup.dump", server, keep_as=tmp_path / "kept.dump")
    await (await open_storage(server)).close()


@pytest.mark.parametrize("bad", ["missing", "garbage", "cut off", "a file's"])
async def test_a_bad_backup_leaves_the_database_as_it_is(server: Server, tmp_path: Path, bad: str) -> None:
    storage = await open_storage(server)
    number = await start_new(storage)
    await storage.backup(tmp_path / "backup.dump")
    await storage.close()
    file = tmp_path / "bad.dump"
    if bad == "garbage":
        file.write_bytes(b"garbage" * 1000)
    elif bad == "cut off":
        file.write_bytes(content(tmp_path / "backup.dump")[:2000])
    elif bad == "a file's":
        await (await open_storage(file)).close()
    with pytest.raises(StoreFailed):
        await asyncio.to_thread(restore, file, server, keep_as=tmp_path / "kept.dump")
    storage = await open_storage(server)
    assert await revision_of(storage, number) == 1
    await storage.close()


async def test_without_the_programs_the_operator_reads_what_to_install(
    database_of_a_server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await (await open_storage(database_of_a_server)).close()
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(StoreFailed, match=r"There is no pg_dump here.*Install"):
        await asyncio.to_thread(create_backup, database_of_a_server, tmp_path / "backup.dump")
    assert "pg_dump" in str(find_backup_obstacle(database_of_a_server))
    assert find_backup_obstacle(tmp_path / "boardroom.db") is None
    assert not (tmp_path / "backup.dump").exists()


def rows_of(path: Path) -> dict[str, Sequence[Any]]:
    """Every row of a file."""
    with closing(sqlite3.connect(path)) as rows:
        names = [name for (name,) in rows.execute("select name from sqlite_schema where type = 'table'")]
        found: dict[str, Sequence[Any]] = {}
        for name in names:
            found[name] = sorted(map(repr, rows.execute(f"select * from {name}")))  # noqa: S608
        given = rows.execute("select name, seq from sqlite_sequence where seq > 0").fetchall()
    return found | {"sqlite_sequence": sorted(map(repr, given))}


async def played(path: Path) -> int:
    """A file with something in it; return the number of its game."""
    storage = await open_storage(path)
    number = await start_new(storage)
    await open_lobby(storage)
    await storage.people.put(Person(ADA, "Ada \N{SNOWMAN} \\t"))
    await storage.games.append(entry(number, 2))
    letters = [NewLetter("notice", body='{"text":"a\\tb"}'), NewLetter("board")]
    await storage.outbox.add(number, letters, NOW)
    await storage.outbox.add(number, [NewLetter("board")], NOW)  # which takes the other's place, and its number
    await storage.metadata.put("pulse", "{}")
    await storage.close()
    return number


async def test_games_go_to_a_server_and_back_row_by_row(server: Server, tmp_path: Path) -> None:
    source, back = tmp_path / "boardroom.db", tmp_path / "back.db"
    number = await played(source)
    before = rows_of(source)
    await asyncio.to_thread(move_store, source, server)
    assert rows_of(source) == before, "nothing is changed where it came from"
    async with open_to_read(server) as reading:
        assert await revision_of(reading, number) == 2
        with pytest.raises(StoreFailed, match="for reading alone"):
            await reading.people.put(Person(BEN, "Ben"))

    await asyncio.to_thread(move_store, server, back)
    assert rows_of(back) == before

    storage = await open_storage(server)
    assert await open_lobby(storage) == number + 2, "numbers go on"
    await storage.outbox.add(number, [NewLetter("notice")], NOW)
    letters = [letter.letter_id for letter in await storage.outbox.list_unsent(number)]
    assert len(set(letters)) == len(letters)
    await storage.games.append(entry(number, 3))
    await storage.close()


async def test_where_programs_have_counted_their_transactions_is_left_behind(server: Server, tmp_path: Path) -> None:
    counted = "select key from notes where key like 'written%'"
    source, back = tmp_path / "boardroom.db", tmp_path / "back.db"
    await (await open_storage(server)).close()
    with closing(connect(server)) as connection:
        commit_status.begin_to_count(connection, "one that was killed")
    await asyncio.to_thread(move_store, server, source)
    with closing(connect(server)) as connection:
        assert connection.execute(counted).fetchall() == [("written one that was killed",)], "nothing is changed there"
        connection.execute("drop schema public cascade")
        connection.execute("create schema public")
    with closing(sqlite3.connect(source)) as rows, rows:
        assert rows.execute(counted).fetchall() == []
        rows.execute(
            "insert into notes (key, text) values ('written of a version before', '3'), ('written-off', 'ours')"
        )
    await asyncio.to_thread(move_store, source, server)
    with closing(connect(server)) as connection:
        assert connection.execute(counted).fetchall() == [("written-off",)]
    await asyncio.to_thread(move_store, server, back)
    assert "'written-off'" in rows_of(back)["notes"][0]


async def test_what_is_not_empty_is_not_moved_into(server: Server, tmp_path: Path) -> None:
    await played(tmp_path / "boardroom.db")
    storage = await open_storage(server)
    await storage.people.put(Person(BEN, "Ben"))
    await storage.close()
    with pytest.raises(StoreFailed, match="is not empty"):
        await asyncio.to_thread(move_store, tmp_path / "boardroom.db", server)
    with pytest.raises(StoreFailed, match="exists already"):
        await asyncio.to_thread(move_store, server, tmp_path / "boardroom.db")
    with pytest.raises(StoreFailed, match="One of both"):
        await asyncio.to_thread(move_store, tmp_path / "boardroom.db", tmp_path / "other.db")


async def test_nothing_is_moved_while_a_bot_runs(server: Server, tmp_path: Path) -> None:
    storage = await open_storage(tmp_path / "boardroom.db")
    with pytest.raises(StoreFailed, match="in use"):
        await asyncio.to_thread(move_store, tmp_path / "boardroom.db", server)
    await storage.close()
    storage = await open_storage(server)
    with pytest.raises(StoreFailed, match="in use"):
        await asyncio.to_thread(move_store, server, tmp_path / "other.db")
    await storage.close()
    assert not (tmp_path / "other.db").exists()


async def test_what_cannot_be_moved_leaves_the_target_empty(server: Server, tmp_path: Path) -> None:
    """Such as a text that no server can hold."""
    storage = await open_storage(tmp_path / "boardroom.db")
    await storage.people.put(Person(ADA, "A\0da"))
    await storage.close()
    with pytest.raises(StoreFailed):
        await asyncio.to_thread(move_store, tmp_path / "boardroom.db", server)
    storage = await open_storage(server)
    assert await storage.people.get(ADA) is None
    await storage.close()
