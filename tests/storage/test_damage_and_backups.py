"""Damage to single games, backups, and coming back from them."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from storage import connect
from storage.interface.errors import StoreFailed
from storage.interface.people import Person
from storage.offline import restore
from storage.postgres.database import PostgresDatabase
from storage.sqlite import SqliteStorage, open_storage
from storage.store import Storage
from tests.storage.samples import ADA, BEN, GUILD, content, entry, put, revision_of, start_new


async def break_rows(sqlite: SqliteStorage, statement: str, *values: object) -> None:
    """Change rows in a way their tables do not allow, as a failing disk would."""

    def broken(rows: sqlite3.Connection) -> None:
        rows.execute("pragma ignore_check_constraints = on")
        rows.execute(statement, values)
        rows.execute("pragma ignore_check_constraints = off")

    await sqlite.database.write(broken)


async def test_a_sound_store_has_nothing_to_report(storage: Storage) -> None:
    await storage.games.append(entry(await start_new(storage), 2))
    assert await storage.check() == []


async def test_a_damaged_table_stops_its_own_game_only(sqlite: SqliteStorage) -> None:
    damaged, sound = await start_new(sqlite), await start_new(sqlite)
    await break_rows(sqlite, "update states set state = x'789c00' where game_id = ?", damaged)

    with pytest.raises(StoreFailed, match=rf"Game {damaged} cannot be read.*revision 1.*Restore a backup"):
        await sqlite.games.load(damaged)
    assert [finding.split(" cannot")[0] for finding in await sqlite.check()] == [f"Game {damaged}"]
    await sqlite.games.append(entry(sound, 2))
    assert await revision_of(sqlite, sound) == 2
    assert len(await sqlite.games.list_in_server(GUILD, statuses=["running"])) == 2


async def test_a_missing_table_stops_its_own_game_only(sqlite: SqliteStorage) -> None:
    damaged, sound = await start_new(sqlite), await start_new(sqlite)
    await break_rows(sqlite, "delete from states where game_id = ?", damaged)

    with pytest.raises(StoreFailed, match=f"Game {damaged} cannot be read"):
        await sqlite.games.load(damaged)
    assert await sqlite.check() == [f"Game {damaged} has no table for revision 1."]
    assert await revision_of(sqlite, sound) == 1


@pytest.mark.parametrize(
    "statement",
    [
        "update games set options = '{' where game_id = ?",
        "update moves set told = 'news' where game_id = ?",
        "update moves set move = '[1' where game_id = ?",
    ],
)
async def test_text_that_is_no_json_stops_its_own_game_only(path: Path, statement: str) -> None:
    storage = await open_storage(path)
    damaged, sound = await start_new(storage), await start_new(storage)
    await break_rows(storage, statement, damaged)
    await storage.close()

    storage = await open_storage(path)  # it does not keep the bot from starting, either
    with pytest.raises(StoreFailed, match=f"Game {damaged} cannot be read"):
        await read_all(storage, damaged)
    await read_all(storage, sound)
    assert await storage.check() != []
    await storage.backup(path.with_name("backup.db"))
    await storage.close()


async def test_letters_that_are_no_json_stop_nothing(sqlite: SqliteStorage) -> None:
    """A sender that brings them finds each one lost, and goes on with the others."""
    damaged = await start_new(sqlite)
    await break_rows(sqlite, "update letters set body = '' || char(1) where game_id = ?", damaged)
    assert [letter.body for letter in await sqlite.outbox.list_unsent(damaged)] == ["\x01"]
    assert await sqlite.check() != []


async def read_all(storage: Storage, game_id: int) -> None:
    await storage.games.load(game_id)
    await storage.games.list_entries(game_id)


async def test_a_damaged_game_can_be_abandoned(sqlite: SqliteStorage) -> None:
    game_id = await start_new(sqlite)
    await break_rows(sqlite, "update states set state = x'00'")
    await sqlite.games.close_without_result(game_id, "2026-03-02T00:00:00+00:00")
    assert await sqlite.games.list_by_player(ADA, statuses=["running"]) == []


async def test_a_log_that_does_not_fit_its_game_is_reported(sqlite: SqliteStorage) -> None:
    game_id = await start_new(sqlite)
    await break_rows(sqlite, "update games set revision = 5")
    assert f"Game {game_id} is at revision 5, but its log ends at 1." in await sqlite.check()


async def test_a_backup_is_a_whole_store_by_itself(sqlite: SqliteStorage, tmp_path: Path) -> None:
    game_id = await start_new(sqlite)
    await sqlite.backup(tmp_path / "backup.db")
    await sqlite.games.append(entry(game_id, 2))

    backup = await open_storage(tmp_path / "backup.db")
    assert await revision_of(backup, game_id) == 1
    await backup.close()


async def test_a_backup_overwrites_nothing(storage: Storage, tmp_path: Path) -> None:
    present = tmp_path / "present.db"
    present.write_text("precious")
    with pytest.raises(StoreFailed, match=r"present\.db exists already"):
        await storage.backup(present)
    assert present.read_text() == "precious"


async def test_a_backup_that_fails_leaves_nothing_behind(storage: Storage, tmp_path: Path) -> None:
    (tmp_path / "backup.db.unfinished").mkdir()
    with pytest.raises(StoreFailed):
        await storage.backup(tmp_path / "backup.db")
    with pytest.raises(StoreFailed, match="is not a folder"):
        await storage.backup(tmp_path / "nowhere" / "backup.db")
    assert not (tmp_path / "backup.db").exists()
    await start_new(storage)


async def test_moves_go_on_during_a_backup(storage: Storage, tmp_path: Path) -> None:
    game_id = await start_new(storage)
    await asyncio.gather(storage.backup(tmp_path / "backup.db"), storage.games.append(entry(game_id, 2)))
    assert await revision_of(storage, game_id) == 2


async def test_a_restored_store_is_that_of_the_backup_and_the_present_one_is_kept(path: Path, tmp_path: Path) -> None:
    storage = await open_storage(path)
    await storage.people.put(Person(ADA, "Ada"))
    await storage.backup(tmp_path / "backup.db")
    await storage.people.put(Person(BEN, "Ben"))
    await storage.close()
    restore(tmp_path / "backup.db", path, keep_as=tmp_path / "kept.db")

    for file, ben in ((path, None), (tmp_path / "kept.db", Person(BEN, "Ben")), (tmp_path / "backup.db", None)):
        storage = await open_storage(file)
        assert await storage.people.get(ADA) == Person(ADA, "Ada")
        assert await storage.people.get(BEN) == ben
        await storage.close()


async def test_a_restored_store_has_nothing_of_a_log_left_behind_by_a_kill(path: Path, tmp_path: Path) -> None:
    storage = await open_storage(path)
    await storage.backup(tmp_path / "backup.db")
    await storage.people.put(Person(ADA, "Ada"))
    killed = tmp_path / "killed.db"
    shutil.copy(path, killed)
    shutil.copy(f"{path}-wal", f"{killed}-wal")
    await storage.close()
    restore(tmp_path / "backup.db", killed, keep_as=tmp_path / "kept.db")

    for file, ada in ((killed, None), (tmp_path / "kept.db", Person(ADA, "Ada"))):
        storage = await open_storage(file)
        assert await storage.people.get(ADA) == ada
        assert await storage.check() == []
        await storage.close()


async def test_a_backup_can_be_restored_where_nothing_is(storage: Storage, tmp_path: Path) -> None:
    game_id = await start_new(storage)
    await storage.backup(tmp_path / "backup.db")
    await storage.games.append(entry(game_id, 2))
    where = storage.database.server if isinstance(storage.database, PostgresDatabase) else tmp_path
    async with connect.create_spare_location(tmp_path / "backup.db", where) as place:
        await asyncio.to_thread(connect.restore, tmp_path / "backup.db", place, keep_as=tmp_path / "kept.db")
        restored = await connect.open_storage(place)
        assert await revision_of(restored, game_id) == 1
        await restored.close()
    assert not (tmp_path / "kept.db").exists()


async def test_nothing_is_restored_while_the_bot_runs(sqlite: SqliteStorage, path: Path, tmp_path: Path) -> None:
    await sqlite.backup(tmp_path / "backup.db")
    with pytest.raises(StoreFailed, match="in use"):
        restore(tmp_path / "backup.db", path, keep_as=tmp_path / "kept.db")
    assert not (tmp_path / "kept.db").exists()
    await sqlite.people.put(Person(ADA, "Ada"))


@pytest.mark.parametrize("backup", ["missing", "empty", "garbage", "foreign", "newer", "damaged"])
async def test_a_bad_backup_leaves_the_present_store_as_it_is(path: Path, tmp_path: Path, backup: str) -> None:
    storage = await open_storage(path)
    game_ids = [await start_new(storage) for _ in range(50)]
    await storage.close()
    make_bad(tmp_path / "bad.db", backup, path)
    with pytest.raises(StoreFailed, match=r"bad\.db"):
        restore(tmp_path / "bad.db", path, keep_as=tmp_path / "kept.db")

    assert not (tmp_path / "kept.db").exists()
    assert not (tmp_path / f"{path.name}.restored").exists()
    storage = await open_storage(path)
    assert await revision_of(storage, game_ids[0]) == 1
    await storage.close()


def make_bad(bad: Path, kind: str, sound: Path) -> None:
    if kind == "missing":
        return
    shutil.copy(sound, bad)
    if kind == "empty":
        put(bad, b"")
    elif kind == "garbage":
        put(bad, b"garbage " * 1000)
    elif kind == "damaged":
        put(bad, content(bad)[: 4096 * 5])
    else:
        with closing(sqlite3.connect(bad)) as rows:
            rows.execute("pragma user_version = 99" if kind == "newer" else "pragma application_id = 7")


async def test_what_was_kept_before_is_not_overwritten(path: Path, tmp_path: Path) -> None:
    storage = await open_storage(path)
    await storage.backup(tmp_path / "backup.db")
    await storage.close()
    (tmp_path / "kept.db").write_text("precious")
    with pytest.raises(StoreFailed, match=r"kept\.db exists already"):
        restore(tmp_path / "backup.db", path, keep_as=tmp_path / "kept.db")
    assert (tmp_path / "kept.db").read_text() == "precious"


async def test_what_is_known_of_somebody_is_changed_as_it_is_at_that_moment(storage: Storage) -> None:
    ada = Person(ADA, "Ada")
    assert await storage.people.change(ada, lambda known: replace(known, name="Ada L.")) == Person(ADA, "Ada L.")
    changes = (
        lambda known: replace(known, wishes='{"zone": "UTC"}'),
        lambda known: replace(known, dm_channel=7),
        lambda known: replace(known, word="Hello."),
    )
    await asyncio.gather(*(storage.people.change(ada, change) for change in changes))
    known = await storage.people.get(ADA)
    assert known == Person(ADA, "Ada L.", wishes='{"zone": "UTC"}', dm_channel=7, word="Hello.")
