"""Connections to a PostgreSQL server that accept the store's common SQL."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from functools import cache
from typing import Any, TypeVar

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.types.numeric import Int8Dumper

from storage.database_url import Server
from storage.interface.errors import StoreFailed
from storage.postgres.dialect import number_parameters, order_parameters
from storage.postgres.failures import explain_failure

T = TypeVar("T")

OLDEST_SERVER_VERSION = 160000
"""The oldest supported version of the server: PostgreSQL 16."""
_DEFAULTS: Mapping[str, Any] = {
    "connect_timeout": 10,
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
}
"""Timeouts that detect a dead network; the database's address may override them."""
CONNECTION_NAME_PREFIX = "boardroom "
"""Prefix of our connections' names; process id and host follow."""
_MAX_PREPARED = 1000


class Rows:
    """A connection that accepts the store's common SQL; see `storage.interface.database`."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self.raw = connection

    def execute(
        self, statement: str, parameters: Sequence[object] | Mapping[str, object] = (), /
    ) -> psycopg.Cursor[Any]:
        """Run a statement."""
        text, names = _encode(statement)
        return self.raw.execute(text, order_parameters(names, parameters) or None)

    def executemany(self, statement: str, parameters: Iterable[Sequence[object]], /) -> psycopg.Cursor[Any]:
        """Run a statement once for each set of parameters."""
        text, names = _encode(statement)
        cursor = self.raw.cursor()
        cursor.executemany(text, [order_parameters(names, each) for each in parameters])
        return cursor


@cache
def _encode(statement: str) -> tuple[bytes, Sequence[str]]:
    text, names = number_parameters(statement)
    return text.encode(), names


def connect(server: Server) -> psycopg.Connection[Any]:
    """Open a connection without implicit transactions.

    Raises:
        psycopg.Error: it cannot be opened.
        StoreFailed: the server is too old.
    """
    named = {"application_name": f"{CONNECTION_NAME_PREFIX}{os.getpid()} at {socket.gethostname():.40}"}
    connection: psycopg.Connection[Any] = psycopg.connect(
        **{**_DEFAULTS, **named, **conninfo_to_dict(server.address)},
        autocommit=True,
        prepare_threshold=0,
        cursor_factory=psycopg.RawCursor,
    )
    if connection.info.server_version < OLDEST_SERVER_VERSION:
        connection.close()
        raise StoreFailed(f"{server} is a PostgreSQL older than 16. Install a newer one.")
    connection.prepared_max = _MAX_PREPARED
    # One type for whole numbers of every size; otherwise each size would need its own prepared statement.
    connection.adapters.register_dumper(int, Int8Dumper)
    return connection


def read_snapshot(connection: psycopg.Connection[Any], work: Callable[[Any], T]) -> T:
    """Run read-only queries on one snapshot."""
    connection.execute("begin isolation level repeatable read read only")
    try:
        return work(Rows(connection))
    finally:
        if not connection.closed:
            connection.execute("commit")  # after a rollback psycopg would prepare every statement again


def run_long_read(server: Server, work: Callable[[Any], T]) -> T:
    """Run queries on a connection of their own; raise StoreFailed if that fails."""
    try:
        with closing(connect(server)) as connection:
            return read_snapshot(connection, work)
    except psycopg.Error as error:
        raise explain_failure(error, server) from error


def check(rows: Rows) -> Sequence[str]:
    """Return faults of the database, as sentences; this reads every row of every table."""
    names = rows.execute(
        "select table_name from information_schema.tables where table_schema = current_schema() order by table_name"
    ).fetchall()
    for (name,) in names:
        rows.raw.execute(f"select count(t::text) from {name} as t".encode())
    broken = rows.execute("select indexrelid::regclass::text from pg_index where not indisvalid").fetchall()
    return [f"The index {name} is not whole. Make it anew: reindex index {name};" for (name,) in broken]
