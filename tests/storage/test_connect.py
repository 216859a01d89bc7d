"""What an operator reads when a database cannot be opened, and how older ones are brought up to date."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from storage.files import MIGRATIONS
from storage.interface.errors import StoreFailed
from storage.interface.people import Person
from storage.sqlite import SqliteDatabase, SqliteStorage, open_storage
from tests.storage.samples import ADA, content, put, revision_of, start_new


async def filled(path: Path, games: int = 1) -> None:
    storage = await open_storage(path)
    for _ in range(games):
        await start_new(storage)
    await storage.close()


def change(path: Path, *statements: str) -> None:
    """Change a database behind the store's back."""
    with closing(sqlite3.connect(path, isolation_level=None)) as rows:
        for statement in statements:
            rows.execute(statement)


def ask(path: Path, query: str) -> object:
    with closing(sqlite3.connect(path)) as rows:
        return rows.execute(query).fetchone()[0]


async def test_what_was_saved_is_there_when_opened_again(path: Path) -> None:
    await filled(path)
    storage = await open_storage(path)
    assert await revision_of(storage, 1) == 1
    assert await storage.check() == []
    await storage.close()
    assert not path.with_name(f"{path.name}-wal").exists()


async def test_the_database_waits_for_the_disk_and_keeps_to_its_rules(sqlite: SqliteStorage) -> None:
    for pragma, value in (("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)):
        found = await sqlite.database.write(lambda rows, pragma=pragma: rows.execute(f"pragma {pragma}").fetchone())  # type: ignore[misc]
        assert found == (value,)


async def test_all_tables_are_strict(path: Path) -> None:
    await filled(path)
    loose = "select count(*) from pragma_table_list where schema = 'main' and not strict and name not like 'sqlite_%'"
    assert ask(path, loose) == 0


async def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreFailed, match=r"nowhere is not a folder\. Create it"):
        await open_storage(tmp_path / "nowhere" / "boardroom.db")


async def test_a_file_where_the_folder_should_be_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreFailed, match="file is not a folder"):
        await open_storage(tmp_path / "file" / "boardroom.db")


async def test_a_folder_where_the_file_should_be_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreFailed, match=r"is a folder\. Name a file"):
        await open_storage(tmp_path)


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a folder in which not even root may write")
async def test_a_folder_in_which_nothing_can_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreFailed, match="write"):
        await open_storage(Path("/proc/boardroom.db"))


async def test_a_lock_that_cannot_be_made_is_named(path: Path) -> None:
    path.with_name(f"{path.name}.lock").mkdir()
    with pytest.raises(StoreFailed, match=r"boardroom\.db\.lock"):
        await open_storage(path)


@pytest.mark.parametrize("garbage", [b"short", b"Dear diary, " * 1000])
async def test_a_file_that_is_no_database_is_left_as_it_is(path: Path, garbage: bytes) -> None:
    put(path, garbage)
    with pytest.raises(StoreFailed, match=r"boardroom\.db is not a database"):
        await open_storage(path)
    assert content(path) == garbage


async def test_a_database_of_another_program_is_left_as_it_is(path: Path) -> None:
    change(path, "create table recipes (name text)", "pragma user_version = 1")
    before = content(path)
    with pytest.raises(StoreFailed, match="another program"):
        await open_storage(path)
    assert content(path) == before


async def test_a_database_from_a_newer_version_is_left_as_it_is(path: Path) -> None:
    await filled(path)
    change(path, "pragma user_version = 99")
    with pytest.raises(StoreFailed, match=r"newer version.*99"):
        await open_storage(path)
    assert ask(path, "pragma user_version") == 99


async def test_a_damaged_database_is_not_opened(path: Path) -> None:
    await filled(path, games=50)
    root = ask(path, "select rootpage from sqlite_schema where name = 'moves'")
    assert isinstance(root, int)
    spoilt = bytearray(content(path))
    spoilt[(root - 1) * 4096 : root * 4096] = b"\xff" * 4096
    put(path, bytes(spoilt))
    with pytest.raises(StoreFailed, match=r"boardroom\.db is damaged .*Stop the bot and restore the newest backup"):
        await open_storage(path)


async def test_a_database_cut_short_is_not_opened(path: Path) -> None:
    await filled(path, games=50)
    put(path, content(path)[: 4096 * 5])
    with pytest.raises(StoreFailed, match=r"boardroom\.db is damaged"):
        await open_storage(path)


async def test_after_a_refusal_the_file_can_be_opened(path: Path) -> None:
    put(path, b"garbage " * 1000)
    with pytest.raises(StoreFailed):
        await open_storage(path)
    put(path, b"")
    await filled(path)


async def test_a_second_opening_is_refused_and_leaves_the_first_alone(sqlite: SqliteStorage, path: Path) -> None:
    with pytest.raises(StoreFailed, match="in use by another running bot"):
        await open_storage(path)
    await sqlite.people.put(Person(ADA, "Ada"))


@pytest.fixture
def migrations(tmp_path: Path) -> Path:
    """The migrations of a later version of the program."""
    folder = tmp_path / "migrations"
    shutil.copytree(MIGRATIONS, folder)
    (folder / "9001_colours.sql").write_text("alter table people add column colour text;")
    return folder


async def test_an_older_database_is_copied_and_brought_up_to_date(path: Path, migrations: Path) -> None:
    await filled(path)
    present = len(list(MIGRATIONS.glob("*.sql")))
    database = await SqliteDatabase.open(path, migrations)
    new_row = "insert into people (user_id, name, dm, colour) values (1, 'Ada', 'open', 'red')"
    await database.write(lambda rows: rows.execute(new_row))
    await database.close()

    copy = path.with_name(f"{path.name}.before-{present + 1}")
    assert ask(path, "pragma user_version") == present + 1
    assert ask(path, "select count(*) from games") == 1
    assert ask(copy, "pragma user_version") == present
    assert ask(copy, "select count(*) from games") == 1
    with pytest.raises(StoreFailed, match="newer version"):
        await open_storage(path)


async def test_a_new_database_is_not_copied(path: Path, migrations: Path) -> None:
    await (await SqliteDatabase.open(path, migrations)).close()
    assert list(path.parent.glob("*.before-*")) == []


async def test_a_migration_that_fails_leaves_the_database_as_it_was(path: Path, migrations: Path) -> None:
    await filled(path)
    (migrations / "9002_wrong.sql").write_text("create table half (a integer) strict; insert into nowhere values (1);")
    with pytest.raises(StoreFailed, match=r"9002_wrong\.sql, and is as it was"):
        await SqliteDatabase.open(path, migrations)
    assert ask(path, "select count(*) from sqlite_schema where name = 'half'") == 0

    (migrations / "9002_wrong.sql").unlink()
    database = await SqliteDatabase.open(path, migrations)
    await database.close()


async def test_a_migration_that_orphans_rows_is_taken_back(path: Path, migrations: Path) -> None:
    await filled(path)
    (migrations / "9001_colours.sql").write_text("delete from seats;")
    with pytest.raises(StoreFailed, match="refer to rows that are missing"):
        await SqliteDatabase.open(path, migrations)
    await filled(path)
