"""Backups of a PostgreSQL database, written by `pg_dump` and restored by `pg_restore`."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from os import devnull
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg

from storage import files, games, metadata, shards
from storage.database_url import Server
from storage.interface.errors import StoreFailed
from storage.postgres import locks, schema
from storage.postgres.client_tools import run
from storage.postgres.dialect import list_migrations
from storage.postgres.failures import explain_failure
from storage.postgres.rows import Rows, connect

_NUMBER = re.compile(r"^COPY \S*boardroom .*\n(?P<number>\d+)\t", re.MULTILINE)
_LEFT_OUT = re.compile(r" (TABLE|TABLE DATA) \S+ boardroom |^;| SCHEMA | COMMENT ")
"""Entries of a dump that are not restored, because our own code marks a restored database as complete."""


def dump(server: Server, to: Path) -> None:
    """Write a complete copy of a database to a new file, after reading all of it; a bot may be using it.

    Raises:
        StoreFailed: the copy failed; the text gives the cause.
    """
    files.must_be_new(to)
    unfinished = to.with_name(f"{to.name}.unfinished")
    try:
        with closing(connect(server)) as connection:
            if schema.read_schema_number(connection, server) == 0:
                raise StoreFailed(f"{server} is empty.")
        unfinished.unlink(missing_ok=True)
        files.begin_private(unfinished)
        run("pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={unfinished}", server=server)
        run("pg_restore", f"--file={devnull}", str(unfinished))
        files.flush(unfinished)
        unfinished.replace(to)
        files.flush(to.parent)
    except psycopg.Error as error:
        raise explain_failure(error, server) from error
    except OSError as error:
        raise StoreFailed(f"{error.filename or to} cannot be used: {error.strerror}.") from error
    finally:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)


def restore(backup: Path, server: Server, *, keep_as: Path) -> None:
    """Restore a backup over a database that no bot is using; see `storage.offline.restore`.

    Meanwhile the database is marked as incomplete, so that nothing opens it.

    Args:
        backup: A file written by `dump`. It is read through first.
        server: The database. It must exist, and may be empty.
        keep_as: Where a copy of the present content goes.

    Raises:
        StoreFailed: The restore failed; the text gives the cause and the state of the database.
        StoreInUse: A bot is using it.
    """
    number = _number_of(backup)
    try:
        with closing(connect(server)) as connection:
            locks.take_all(connection, server)
            names = schema.list_table_names(connection)
            if "boardroom" not in names:
                schema.read_schema_number(connection, server)  # refuses a database of another program
            elif connection.execute("select schema from boardroom").fetchone() != (schema.UNDER_WAY,):
                dump(server, keep_as)
            schema.drop_tables(connection)
            _put_back(backup, server)
            with connection.transaction():
                rows = Rows(connection)
                metadata.note_restore(
                    rows, shards.reset_after_restore(rows), datetime.now(UTC).isoformat(timespec="seconds")
                )
                games.redraw_secrets(rows)
                schema.put_number(connection, number)
    except psycopg.Error as error:
        raise explain_failure(error, server) from error


def _number_of(backup: Path) -> int:
    """Return the schema number of a backup; raise StoreFailed if it cannot be restored."""
    if not backup.is_file():
        raise StoreFailed(f"There is no backup {backup}. Name the file to restore.")
    if not backup.read_bytes()[:5] == b"PGDMP":
        raise StoreFailed(
            f"{backup} is no backup of a PostgreSQL database. Restore it to a file, and move that: python -m bot move"
        )
    run("pg_restore", f"--file={devnull}", str(backup))
    found = _NUMBER.search(run("pg_restore", "--data-only", "--table=boardroom", "--file=-", str(backup)))
    if found is None:
        raise StoreFailed(f"{backup} is the backup of another program. Name another one.")
    if int(found["number"]) > len(list_migrations(files.MIGRATIONS)):
        raise StoreFailed(f"{backup} is from a newer version of the bot. Install that version first.")
    return int(found["number"])


def _put_back(backup: Path, server: Server) -> None:
    with TemporaryDirectory(prefix="boardroom-") as folder:
        wanted = Path(folder) / "list"
        every = run("pg_restore", "--list", str(backup)).splitlines()
        wanted.write_text("\n".join(line for line in every if not _LEFT_OUT.search(line)) + "\n", "utf-8")
        run(
            *("pg_restore", "--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges"),
            *(f"--use-list={wanted}", str(backup)),
            server=server,
        )


@contextmanager
def create_spare_database(server: Server) -> Iterator[Server]:
    """Create an empty temporary database on the same server.

    Raises:
        StoreFailed: it cannot be created; the text gives the cause.
    """
    name = f"boardroom_drill_{secrets.token_hex(8)}"
    _on(server, f"create database {name}")
    try:
        yield server.with_database_name(name)
    finally:
        _on(server, f"drop database {name} with (force)")


def _on(server: Server, statement: str) -> None:
    try:
        with closing(connect(server)) as connection:
            connection.execute(statement.encode(), prepare=False)
    except psycopg.errors.InsufficientPrivilege:
        raise StoreFailed(
            f"The bot's user may not create databases at {server}, where a drill restores the backup. "
            "Allow it: alter role ... createdb;"
        ) from None
    except psycopg.Error as error:
        raise explain_failure(error, server) from error
