"""Copy everything from a file to a PostgreSQL database, or back, table by table, in one transaction.

Only the transaction counters stay behind: they mean nothing in another database.

The source is not changed. After two moves there are two stores, and a bot must use only one of them.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psycopg

from storage import files, offline
from storage.database_url import Server
from storage.failures import explain_failure as explained_of_file
from storage.interface.errors import StoreFailed
from storage.postgres import commit_status, locks, schema
from storage.postgres.dialect import list_migrations, sort_by_reference
from storage.postgres.failures import explain_failure
from storage.postgres.rows import connect
from storage.sqlite import open_storage

_Columns = Mapping[str, Sequence[str]]
"""Table -> columns; each table stands after those it refers to."""


def to_server(path: Path, server: Server) -> None:
    """Copy a file's games into an empty database; a file of an older version is migrated on the way.

    Raises:
        StoreFailed: nothing was copied; the text gives the cause.
    """
    files.must_be_there(path)
    lock = files.hold(path)
    try:
        with TemporaryDirectory(prefix="boardroom-") as folder, closing(connect(server)) as connection:
            _take(connection, server)
            if schema.read_schema_number(connection, server):
                raise StoreFailed(f"{server} is not empty. Name an empty database.")
            copy = Path(folder) / "boardroom.db"
            offline.create_backup(path, copy)
            asyncio.run(_migrate_file(copy))
            with closing(sqlite3.connect(copy, isolation_level=None)) as rows, connection.transaction():
                steps = list_migrations(files.MIGRATIONS)
                schema.make_tables(connection, steps, len(steps))
                _put_all(rows, connection)
                _compare(rows, connection, server)
                commit_status.forget(connection, ())
    except psycopg.Error as error:
        raise explain_failure(error, server) from error
    except sqlite3.Error as error:
        raise explained_of_file(error, path) from error
    finally:
        lock.release()


def to_file(server: Server, path: Path) -> None:
    """Copy a database's games into a new file.

    Raises:
        StoreFailed: nothing was copied; the text gives the cause.
    """
    if path.exists():
        raise StoreFailed(f"{path} exists already. Name a new file.")
    unfinished = path.with_name(f"{path.name}.unfinished")
    try:
        with closing(connect(server)) as connection:
            _take(connection, server)
            if schema.read_schema_number(connection, server) != len(list_migrations(files.MIGRATIONS)):
                raise StoreFailed(f"{server} is empty, or of another version of the bot, which has to move it.")
            unfinished.unlink(missing_ok=True)
            asyncio.run(_migrate_file(unfinished))
            with closing(sqlite3.connect(unfinished, isolation_level=None)) as rows:
                rows.execute("begin")
                _get_all(rows, connection)
                _compare(rows, connection, server)
                rows.execute("delete from notes where key >= ? and key < ?", commit_status.KEY_RANGE)
                rows.execute("commit")
                rows.execute("pragma wal_checkpoint(truncate)")
            files.flush(unfinished)
            unfinished.replace(path)
            files.flush(path.parent)
    except psycopg.Error as error:
        raise explain_failure(error, server) from error
    except (sqlite3.Error, OSError) as error:
        raise explained_of_file(error, path) from error
    finally:
        for each in (unfinished, *(unfinished.with_name(f"{unfinished.name}-{more}") for more in ("wal", "shm"))):
            with suppress(OSError):
                each.unlink(missing_ok=True)
        with suppress(OSError):
            unfinished.with_name(f"{unfinished.name}.lock").unlink(missing_ok=True)


def _take(connection: psycopg.Connection[Any], server: Server) -> None:
    locks.take_all(connection, server)


async def _migrate_file(path: Path) -> None:
    await (await open_storage(path)).close()


def _list_columns(rows: sqlite3.Connection) -> _Columns:
    names = rows.execute("select name from sqlite_schema where type = 'table' and name not like 'sqlite%'").fetchall()
    return {
        name: [column for _, column, *_ in rows.execute(f"pragma table_info({name})")]
        for name in sort_by_reference(rows, [name for (name,) in names])
    }


def _list_boolean_columns(connection: psycopg.Connection[Any]) -> set[tuple[str, str]]:
    """Return the boolean columns, for which a file stores 0 and 1."""
    found = connection.execute(
        "select table_name, column_name from information_schema.columns "
        "where table_schema = current_schema() and data_type = 'boolean'"
    )
    return set(found.fetchall())


def _put_all(rows: sqlite3.Connection, connection: psycopg.Connection[Any]) -> None:
    truths = _list_boolean_columns(connection)
    for name, columns in _list_columns(rows).items():
        are_truths = [(name, column) in truths for column in columns]
        listed = ", ".join(columns)
        with connection.cursor() as cursor, cursor.copy(f"copy {name} ({listed}) from stdin".encode()) as copy:
            for row in rows.execute(f"select {listed} from {name}"):
                copy.write_row(
                    [
                        bool(value) if is_truth and value is not None else value
                        for value, is_truth in zip(row, are_truths, strict=True)
                    ]
                )
    # Ids are never reused, not even those of deleted rows.
    given = dict(rows.execute("select name, seq from sqlite_sequence").fetchall())
    for name, column in _list_numbered_tables(connection):
        (highest,) = rows.execute(f"select max({column}) from {name}").fetchone()
        newest = max(highest or 0, given.get(name, 0))
        connection.execute(
            "select setval(pg_get_serial_sequence($1, $2), $3, $4)", (name, column, newest or 1, bool(newest))
        )


def _get_all(rows: sqlite3.Connection, connection: psycopg.Connection[Any]) -> None:
    for name, columns in _list_columns(rows).items():
        found = connection.execute(f"select {', '.join(columns)} from {name}".encode())
        marks = ", ".join("?" * len(columns))
        rows.executemany(f"insert into {name} ({', '.join(columns)}) values ({marks})", found)
    asked = "select name from sqlite_schema where type = 'table' and sql like '%autoincrement%'"
    automatic = {name for (name,) in rows.execute(asked)}
    for name, column in _list_numbered_tables(connection):
        if name not in automatic:
            continue
        (sequence,) = connection.execute("select pg_get_serial_sequence($1, $2)", (name, column)).fetchone() or ("",)
        newest = connection.execute(f"select last_value from {sequence} where is_called".encode()).fetchone()
        rows.execute("delete from sqlite_sequence where name = ?", (name,))
        if newest is not None:
            rows.execute("insert into sqlite_sequence (name, seq) values (?, ?)", (name, newest[0]))


def _list_numbered_tables(connection: psycopg.Connection[Any]) -> Sequence[tuple[str, str]]:
    """Return the tables with generated ids, and the columns of these."""
    found = connection.execute(
        "select table_name, column_name from information_schema.columns "
        "where table_schema = current_schema() and is_identity = 'YES' order by table_name"
    )
    return found.fetchall()


def _compare(rows: sqlite3.Connection, connection: psycopg.Connection[Any], server: Server) -> None:
    """Raise StoreFailed unless both stores have the same rows."""
    for name, columns in _list_columns(rows).items():
        keys = [column for _, column, _, _, _, key in rows.execute(f"pragma table_info({name})") if key]
        asked = f"select {', '.join(columns)} from {name} order by {', '.join(keys)}"
        here, there = rows.execute(asked), connection.execute(asked.encode())
        if any(one != other for one, other in zip(here, there, strict=True)):
            raise StoreFailed(f"{name} would not be the same at {server}, so nothing is moved. Please report this.")
