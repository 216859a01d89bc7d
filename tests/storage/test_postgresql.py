"""What only a database of a PostgreSQL server does: holding it, losing it, its tables, its sentences."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from storage.connect import examine, open_storage
from storage.database_url import Server
from storage.files import MIGRATIONS
from storage.interface.database import Connection
from storage.interface.errors import StoreFailed, StoreInUse
from storage.interface.motions import NewMotion
from storage.interface.people import Person
from storage.interface.shards import ALL_SHARDS
from storage.people import PersonRows
from storage.postgres import schema
from storage.postgres.database import PostgresDatabase
from storage.postgres.dialect import FIRST_MIGRATION, list_migrations, translate_schema
from storage.postgres.rows import connect
from storage.store import Storage
from tests.storage.samples import ADA, BEN, NOW, entry, revision_of, start_new
from tests.storage.server import Running, running

pytestmark = pytest.mark.thorough


def ended(server: Running, name: str, which: str = "true") -> None:
    """End connections to a database, as a network that breaks would."""
    server.execute(f"select pg_terminate_backend(pid) from pg_stat_activity where datname = '{name}' and {which}")  # noqa: S608


def name_of(server: Server) -> str:
    return str(server).rpartition("/")[2]


async def test_what_is_saved_is_there_when_it_is_opened_again(database_of_a_server: Server) -> None:
    storage = await open_storage(database_of_a_server)
    number = await start_new(storage)
    await storage.close()
    storage = await open_storage(database_of_a_server)
    await storage.games.append(entry(number, 2))
    assert await revision_of(storage, number) == 2
    assert await storage.check() == []
    await storage.close()


async def test_a_second_bot_is_refused_and_the_first_goes_on(database_of_a_server: Server) -> None:
    storage = await open_storage(database_of_a_server)
    with pytest.raises(StoreInUse, match="in use by another running bot"):
        await open_storage(database_of_a_server)
    await storage.people.put(Person(ADA, "Ada"))
    await storage.close()


async def test_a_connection_that_broke_is_made_anew_and_nothing_is_lost(
    postgresql: Running, database_of_a_server: Server
) -> None:
    storage = await open_storage(database_of_a_server)
    number = await start_new(storage)
    await storage.games.load(number)
    ended(postgresql, name_of(database_of_a_server))
    await storage.games.append(entry(number, 2))
    assert await revision_of(storage, number) == 2
    with pytest.raises(StoreInUse):
        await open_storage(database_of_a_server)
    await storage.close()


async def test_a_process_that_lost_the_database_writes_nothing_more(
    postgresql: Running, database_of_a_server: Server
) -> None:
    told: list[StoreFailed] = []
    first = await open_storage(database_of_a_server, told.append)
    ended(postgresql, name_of(database_of_a_server))
    second = await open_storage(database_of_a_server)
    for _ in range(2):
        with pytest.raises(StoreFailed, match="taken over by another running bot"):
            await first.people.put(Person(ADA, "Ada"))
    await second.close()
    with pytest.raises(StoreFailed, match="taken over"):
        await first.people.put(Person(ADA, "Ada"))
    assert len(told) == 1, "which ends the program"
    await first.close()

    second = await open_storage(database_of_a_server)
    assert await second.people.get(ADA) is None
    await second.close()


async def test_a_process_that_was_away_while_another_bot_played_writes_nothing_more(
    postgresql: Running, database_of_a_server: Server
) -> None:
    """Also when the other process is gone again: this one's memory is out of date."""
    first = await open_storage(database_of_a_server)
    ended(postgresql, name_of(database_of_a_server))
    await (await open_storage(database_of_a_server)).close()
    with pytest.raises(StoreFailed, match="taken over"):
        await first.people.put(Person(ADA, "Ada"))
    await first.close()


class Cut:
    """End the connection of a writer, right before or right after the server has committed."""

    def __init__(self, server: Running, name: str, *, before: bool) -> None:
        self._server = server
        self._name = name
        self._before = before
        self.times = 0

    def patch(self, storage: Storage) -> None:
        assert isinstance(storage.database, PostgresDatabase)
        holding = storage.database._ownership
        assert holding is not None
        connection = holding._connection
        execute = connection.execute

        def cut(statement: bytes | str, *others: object, **more: object) -> object:
            if statement != "commit":
                return execute(statement, *others, **more)  # type: ignore[call-overload]
            self.times += 1
            pid = f"pid = {connection.info.backend_pid}"
            if not self._before:
                execute(statement)
            ended(self._server, self._name, pid)
            raise _broken(connection)

        connection.execute = cut  # type: ignore[method-assign,assignment]


def _broken(connection: psycopg.Connection[object]) -> psycopg.OperationalError:
    connection.close()
    return psycopg.OperationalError("the connection is lost")


@pytest.mark.parametrize("before", [True, False], ids=["before the server had it", "after the server had it"])
async def test_when_the_connection_breaks_in_a_commit_the_truth_is_found(
    postgresql: Running, database_of_a_server: Server, before: bool
) -> None:
    storage = await open_storage(database_of_a_server)
    number = await start_new(storage)
    cut = Cut(postgresql, name_of(database_of_a_server), before=before)
    cut.patch(storage)
    writing = [storage.games.append(entry(number, 2)), storage.people.put(Person(ADA, "Ada"))]
    results = await asyncio.gather(*writing, return_exceptions=True)
    assert cut.times == 1
    expected = 1 if before else 2
    assert await revision_of(storage, number) == expected
    assert [isinstance(each, StoreFailed) for each in results] == [before, False]
    assert await storage.people.get(ADA) is not None, "it came to wait later"
    await storage.games.append(entry(number, expected + 1))
    await storage.close()


async def test_moves_that_wait_share_a_commit_and_one_that_fails_hurts_nobody(database_of_a_server: Server) -> None:
    storage = await open_storage(database_of_a_server)
    assert isinstance(storage.database, PostgresDatabase)
    numbers = [await start_new(storage) for _ in range(3)]
    before = storage.database.commits
    await asyncio.gather(*(storage.games.append(entry(number, 2)) for number in numbers))
    assert storage.database.commits - before == 1
    results = await asyncio.gather(
        storage.games.append(entry(numbers[0], 3)),
        storage.games.append(entry(numbers[1], 7)),
        storage.motions.open(NewMotion(numbers[2], "pause", seat=1, revision=2), NOW),
        return_exceptions=True,
    )
    assert [type(each).__name__ for each in results] == ["NoneType", "Conflict", "Motion"]
    assert [await revision_of(storage, number) for number in numbers] == [3, 2, 2]
    await storage.close()


async def test_what_is_in_the_way_of_another_transaction_is_tried_again(database_of_a_server: Server) -> None:
    storage = await open_storage(database_of_a_server)
    tried = 0

    def in_the_way(rows: Connection) -> int:
        nonlocal tried
        tried += 1
        if tried < 4:
            rows.execute("do $$ begin raise exception using errcode = 'deadlock_detected'; end $$")
        return tried

    assert await storage.database.write(in_the_way) == 4
    await storage.close()


async def test_the_way_we_read_cannot_write(database_of_a_server: Server) -> None:
    storage = await open_storage(database_of_a_server)
    with pytest.raises(StoreFailed, match="may only be read"):
        await storage.database.read(lambda rows: rows.execute("delete from games"))
    await storage.close()


async def test_what_is_read_again_and_again_is_prepared_once(database_of_a_server: Server) -> None:
    def prepared(rows: Connection) -> list[str]:
        return [text for (text,) in rows.execute("select statement from pg_prepared_statements").fetchall()]

    storage = await open_storage(database_of_a_server)
    await storage.people.get(ADA)
    await storage.people.get(BEN)
    assert any("from people" in text for text in await storage.database.read(prepared))
    await storage.close()


async def test_a_transaction_cancelled_in_the_queue_writes_nothing(database_of_a_server: Server) -> None:
    storage = await open_storage(database_of_a_server)
    cancelled = asyncio.create_task(storage.people.put(Person(ADA, "Ada")))
    other = asyncio.create_task(storage.people.put(Person(BEN, "Ben")))
    asyncio.get_running_loop().call_soon(cancelled.cancel)  # after both have queued, before the commits begin
    await other
    assert await storage.people.get(ADA) is None
    assert await storage.people.get(BEN) is not None
    await storage.close()


# -- what an operator reads ------------------------------------------------------------------------


async def said(server: Server) -> str:
    with pytest.raises(StoreFailed) as failed:
        await open_storage(server)
    assert "precious" not in str(failed.value), "a password is told nobody"
    return str(failed.value)


async def test_what_is_wrong_with_an_address_is_said_in_words(postgresql: Running, tmp_path: Path) -> None:
    assert "no such database" in await said(postgresql.address("nowhere"))
    assert "the user or the password is wrong" in await said(postgresql.address("postgres", user="nobody"))
    gone = Server(f"postgresql://ada:precious@/boardroom?host={tmp_path}")
    assert "cannot be reached" in await said(gone)
    assert str(gone) == "postgresql:///boardroom"
    assert "precious" not in repr(gone)
    with postgresql.database() as foreign:
        postgresql.execute("create table theirs (number int)", name_of(foreign))
        assert "of another program" in await said(foreign)


async def test_a_database_that_may_only_be_read_says_so(postgresql: Running, database_of_a_server: Server) -> None:
    name = name_of(database_of_a_server)
    await (await open_storage(database_of_a_server)).close()
    postgresql.execute(f"alter database {name} set default_transaction_read_only = on")
    assert "may only be read" in await said(database_of_a_server)


async def test_a_newer_version_is_not_touched(postgresql: Running, database_of_a_server: Server) -> None:
    await (await open_storage(database_of_a_server)).close()
    postgresql.execute("update boardroom set schema = 999", name_of(database_of_a_server))
    assert "newer version" in await said(database_of_a_server)


async def test_a_server_that_stops_loses_nothing_and_its_bot_goes_on_afterwards() -> None:
    with running() as server, server.database() as place:
        storage = await open_storage(place)
        number = await start_new(storage)
        await storage.games.append(entry(number, 2))
        server.stop()
        with pytest.raises(StoreFailed, match=r"cannot be reached, or has just gone\. Nothing was saved"):
            await storage.games.append(entry(number, 3))
        with pytest.raises(StoreFailed, match="cannot be reached"):
            await storage.games.load(number)
        server.start()
        await storage.games.append(entry(number, 3))
        assert await revision_of(storage, number) == 3
        await storage.close()


async def test_a_full_disk_is_said_and_loses_nothing(database_of_a_server: Server) -> None:
    storage = await open_storage(database_of_a_server)

    def full(rows: Connection) -> None:
        PersonRows.put(rows, Person(ADA, "Ada"))
        rows.execute("do $$ begin raise exception using errcode = 'disk_full'; end $$")

    with pytest.raises(StoreFailed, match=r"The disk of .* is full\. Nothing was saved"):
        await storage.database.write(full)
    assert await storage.people.get(ADA) is None
    await storage.close()


async def test_a_server_is_looked_at_beside_its_bot(database_of_a_server: Server) -> None:
    assert examine(database_of_a_server).schema == 0
    storage = await open_storage(database_of_a_server)
    await start_new(storage)
    found = examine(database_of_a_server)
    assert found.schema == found.newest
    assert found.findings == []
    assert len(found.live) == 1
    assert found.about[0].startswith("PostgreSQL ")
    assert found.about[1] == "a bot holds its lock"
    await storage.close()
    assert examine(database_of_a_server).about[1] == "no bot holds its lock"


# -- the tables ------------------------------------------------------------------------------------


def of_sqlite(folder: Path) -> dict[str, object]:
    """Each table's columns, keys and indexes, as a file has them."""
    found: dict[str, object] = {}
    with closing(sqlite3.connect(":memory:")) as rows:
        for step in list_migrations(folder):
            rows.executescript(step.read_text("utf-8"))
        names = rows.execute(
            "select name from sqlite_schema where type = 'table' and name not like 'sqlite%'"
        ).fetchall()
        for (name,) in names:
            about = rows.execute(f"pragma table_info({name})").fetchall()
            keys = sorted((key, column) for _, column, _, _, _, key in about if key)
            columns = {column: (kind.lower(), bool(needed) or bool(key)) for _, column, kind, needed, _, key in about}
            foreign: dict[int, list[tuple[str, str]]] = {}
            for number, _, table, own, *_ in rows.execute(f"pragma foreign_key_list({name})"):
                foreign.setdefault(number, []).append((table, own))
            indexes = []
            for _, index, unique, origin, partial in rows.execute(f"pragma index_list({name})").fetchall():
                if origin != "pk":
                    of = [column for _, _, column in rows.execute(f"pragma index_info({index})")]
                    indexes.append((bool(unique), bool(partial), of))
            found[name] = (columns, [column for _, column in keys], sorted(foreign.values()), sorted(indexes))
    return found


_COLUMNS = """
select column_name, data_type, is_nullable from information_schema.columns where table_name = $1
and table_schema = current_schema()
"""
_INDEXES = """
select indisunique, indpred is not null, indisprimary,
    array(select attname::text from unnest(indkey) with ordinality as k (n, place)
          join pg_attribute on attrelid = indrelid and attnum = k.n order by place)
from pg_index where indrelid = $1::text::regclass
"""
_FOREIGN = """
select confrelid::regclass::text,
    array(select attname::text from unnest(conkey) with ordinality as k (n, place)
          join pg_attribute on attrelid = conrelid and attnum = k.n order by place)
from pg_constraint where contype = 'f' and conrelid = $1::text::regclass
"""
_KINDS = {"bigint": "integer", "boolean": "integer", "text": "text", "bytea": "blob"}


def of_postgresql(server: Server) -> dict[str, object]:
    """The same, as a server has them; a truth is a whole number in a file."""
    found: dict[str, object] = {}
    with closing(connect(server)) as connection:
        for name in schema.list_table_names(connection):
            if name == "boardroom":
                continue
            columns = {
                column: (_KINDS[kind], nullable == "NO")
                for column, kind, nullable in connection.execute(_COLUMNS, (name,))
            }
            indexes = connection.execute(_INDEXES, (name,)).fetchall()
            (keys,) = [of for _, _, primary, of in indexes if primary]
            foreign = [[(table, own) for own in of] for table, of in connection.execute(_FOREIGN, (name,))]
            others = sorted((unique, partial, of) for unique, partial, primary, of in indexes if not primary)
            found[name] = (columns, keys, sorted(foreign), others)
    return found


async def test_the_tables_are_those_of_a_file(database_of_a_server: Server) -> None:
    """Column by column, key by key, index by index."""
    await (await open_storage(database_of_a_server)).close()
    here, there = of_sqlite(MIGRATIONS), of_postgresql(database_of_a_server)
    assert len(here) > 25
    for name in here:
        assert there[name] == here[name], name
    assert here.keys() == there.keys()


def made(folder: Path, until: int, *more: tuple[str, str]) -> Path:
    """A folder with the migrations up to a number, and some more."""
    folder.mkdir(parents=True)
    for step in list_migrations(MIGRATIONS)[:until]:
        (folder / step.name).write_text(step.read_text("utf-8"), "utf-8")
    for name, text in more:
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


@pytest.mark.parametrize("first", range(FIRST_MIGRATION, len(list_migrations(MIGRATIONS)) + 1))
async def test_each_migration_since_the_first_leaves_the_tables_of_a_file(
    tmp_path: Path, database_of_a_server: Server, first: int
) -> None:
    await (await PostgresDatabase.open(database_of_a_server, ALL_SHARDS, made(tmp_path / "before", first))).close()
    await (await PostgresDatabase.open(database_of_a_server, ALL_SHARDS)).close()
    assert of_postgresql(database_of_a_server) == of_sqlite(MIGRATIONS)


NEXT = """
-- What a table likes.
create table likes (
    game_id integer not null references games,   -- which
    much    integer not null default 1 check (much in (0, 1)),
    said    text    not null default '{}' check (json_valid(said)),
    primary key (game_id, much)
) strict, without rowid;
alter table people add column liked integer not null default 0 check (liked in (0, 1));
alter table people add column why text;
create index people_liked on people (why) where why is not null;
"""


async def test_a_migration_is_written_once(tmp_path: Path, database_of_a_server: Server) -> None:
    newest = len(list_migrations(MIGRATIONS))
    await (await open_storage(database_of_a_server)).close()
    folder = made(tmp_path / "after", newest, (f"{newest + 1:04}_likes.sql", NEXT))
    await (await PostgresDatabase.open(database_of_a_server, ALL_SHARDS, folder)).close()
    assert of_postgresql(database_of_a_server) == of_sqlite(folder)


async def test_a_migration_has_a_text_of_its_own_where_it_needs_one(
    tmp_path: Path, database_of_a_server: Server
) -> None:
    newest = len(list_migrations(MIGRATIONS))
    name = f"{newest + 1:04}_calmer.sql"
    await (await open_storage(database_of_a_server)).close()
    folder = made(
        tmp_path / "after",
        newest,
        (name, "update people set chosen = 1;"),
        (f"postgresql/{name}", "update people set chosen = true;"),
    )
    await (await PostgresDatabase.open(database_of_a_server, ALL_SHARDS, folder)).close()
    assert schema.read_server_schema_number(database_of_a_server) == newest + 1


async def test_a_migration_that_fails_leaves_everything_as_it_was(tmp_path: Path, database_of_a_server: Server) -> None:
    newest = len(list_migrations(MIGRATIONS))
    await (await open_storage(database_of_a_server)).close()
    name = f"{newest + 1:04}_wrong.sql"
    folder = made(tmp_path / "after", newest, (name, "create table a (b integer) strict; select 1 from nowhere;"))
    with pytest.raises(StoreFailed, match=rf"could not be brought up to date by {name}, and is as it was"):
        await PostgresDatabase.open(database_of_a_server, ALL_SHARDS, folder)
    assert of_postgresql(database_of_a_server) == of_sqlite(MIGRATIONS)


async def test_the_log_of_a_season_is_only_added_to(database_of_a_server: Server) -> None:
    storage = await open_storage(database_of_a_server)
    with closing(connect(database_of_a_server)) as connection:
        connection.execute(
            "insert into leagues (guild_id, channel_id, name, made_by, made_at) values (1, 1, 'L', 1, '')"
        )
        connection.execute(
            "insert into seasons (league_id, number, status, plan, secret) values (1, 1, 'draft', '{}', '')"
        )
        connection.execute("insert into league_log (season_id, number, entry, made_at) values (1, 1, '{}', '')")
        connection.execute("update league_log set reason = 'because'")
        with pytest.raises(psycopg.errors.RaiseException, match="only added to"):
            connection.execute("update league_log set entry = '[]'")
    await storage.close()


def test_words_that_are_no_types_stay() -> None:
    for text in ("select text from notes", "update a set b = cast(c as text)"):
        assert translate_schema(text) == text
