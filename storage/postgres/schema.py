"""The tables of a PostgreSQL database: inspection and migration."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg

from storage.database_url import Server
from storage.interface.errors import StoreFailed
from storage.postgres.dialect import build_table_statements, list_migrations, translate_migration
from storage.postgres.failures import explain_failure
from storage.postgres.rows import connect

_OURS = """
create table boardroom (
    schema bigint not null,
    holder text
)
"""
"""Table with one row: the number of the last migration, and the last holder of the database."""
_FUNCTIONS = """
select proname from pg_proc where pronamespace = current_schema()::regnamespace and prorettype = 'trigger'::regtype
"""
UNDER_WAY = -1
"""Schema number during a restore or a move of the store, when the content is incomplete."""


def read_schema_number(connection: psycopg.Connection[Any], server: Server) -> int:
    """Return the number of the last migration, 0 for an empty database.

    Raises:
        StoreFailed: it is the database of another program, or one that was left half restored.
    """
    names = list_table_names(connection)
    if not names:
        return 0
    if "boardroom" not in names:
        raise StoreFailed(f"{server} is the database of another program. Name another one.")
    (number,) = connection.execute("select schema from boardroom").fetchone() or (UNDER_WAY,)
    if number == UNDER_WAY:
        raise StoreFailed(f"{server} is not whole, for restoring a backup there was broken off. Restore it again.")
    return int(number)


def read_server_schema_number(server: Server) -> int:
    """Return the number of the last migration of a database; raise StoreFailed if it cannot be read."""
    try:
        with closing(connect(server)) as connection:
            return read_schema_number(connection, server)
    except psycopg.Error as error:
        raise explain_failure(error, server) from error


def list_table_names(connection: psycopg.Connection[Any]) -> Sequence[str]:
    """Return the names of all tables."""
    found = connection.execute(
        "select table_name from information_schema.tables where table_schema = current_schema() order by table_name"
    )
    return [name for (name,) in found]


def migrate(connection: psycopg.Connection[Any], server: Server, folder: Path) -> None:
    """Create or migrate the tables, each migration in a transaction of its own.

    Raises:
        StoreFailed: the migration failed; nothing is changed.
    """
    present, steps = read_schema_number(connection, server), list_migrations(folder)
    if present > len(steps):
        raise StoreFailed(
            f"{server} was written by a newer version of the bot (its tables are number {present}, this version knows "
            f"{len(steps)}). Install that version again, or restore a backup from before it."
        )
    if present == 0:
        make_tables(connection, steps, len(steps))
        return
    for number, step in enumerate(steps[present:], start=present + 1):
        try:
            with connection.transaction():
                connection.execute(translate_migration(step).encode(), prepare=False)
                put_number(connection, number)
        except psycopg.Error as error:
            raise StoreFailed(
                f"{server} could not be brought up to date by {step.name}, and is as it was. "
                f"{explain_failure(error, server)} Until then, go on with the version of the bot used so far."
            ) from error


def must_be_up_to_date(connection: psycopg.Connection[Any], server: Server, folder: Path) -> None:
    """Raise StoreFailed unless the tables, which other processes are using, belong to this version."""
    present, newest = read_schema_number(connection, server), len(list_migrations(folder))
    if present != newest:
        raise StoreFailed(
            f"Others run with another version of the bot at {server} (its tables are number {present}, this version's "
            f"{newest}). Stop them first, then start all in the same version."
        )


def make_tables(connection: psycopg.Connection[Any], steps: Sequence[Path], number: int) -> None:
    """Create the tables of these migrations in an empty database."""
    with connection.transaction():
        for statement in (_OURS, *build_table_statements(steps)):
            connection.execute(statement.encode(), prepare=False)
        connection.execute("insert into boardroom (schema) values ($1)", (number,))


def put_number(connection: psycopg.Connection[Any], number: int) -> None:
    """Record the number of the last migration."""
    connection.execute("update boardroom set schema = $1", (number,))


def drop_tables(connection: psycopg.Connection[Any]) -> None:
    """Drop our tables, and mark the database as incomplete."""
    with connection.transaction():
        for name in list_table_names(connection):
            connection.execute(f"drop table {name} cascade".encode(), prepare=False)
        for (function,) in connection.execute(_FUNCTIONS).fetchall():
            connection.execute(f"drop function {function} cascade".encode(), prepare=False)
        connection.execute(_OURS.encode(), prepare=False)
        connection.execute("insert into boardroom (schema) values ($1)", (UNDER_WAY,))
