"""Connections to a PostgreSQL server, which read the statements that all of our databases read."""

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
from storage.interface import StoreFailed
from storage.postgres.dialect import in_order, numbered
from storage.postgres.failures import explained

T = TypeVar("T")

OLDEST = 160000
"""The version of the server that knows all we say: PostgreSQL 16."""
_DEFAULTS: Mapping[str, Any] = {
    "connect_timeout": 10,
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
}
"""So that a network that swallows everything is noticed; an address may say otherwise."""
NAMED = "boardroom "
"""How the names of our connections begin; what follows says whose they are."""
_KEPT_PREPARED = 1000


class Rows:
    """A connection, for statements as all of our databases read them; see `storage.interface.Connection`."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self.raw = connection

    def execute(
        self, statement: str, parameters: Sequence[object] | Mapping[str, object] = (), /
    ) -> psycopg.Cursor[Any]:
        """Run a statement."""
        text, names = _encoded(statement)
        return self.raw.execute(text, in_order(names, parameters) or None)

    def executemany(self, statement: str, parameters: Iterable[Sequence[object]], /) -> psycopg.Cursor[Any]:
        """Run a statement with each of these parameters."""
        text, names = _encoded(statement)
        cursor = self.raw.cursor()
        cursor.executemany(text, [in_order(names, each) for each in parameters])
        return cursor


@cache
def _encoded(statement: str) -> tuple[bytes, Sequence[str]]:
    text, names = numbered(statement)
    return text.encode(), names


def connect(server: Server) -> psycopg.Connection[Any]:
    """Return a connection that begins and ends its transactions as it is told.

    Raises:
        psycopg.Error: there is none, and why.
        StoreFailed: the server is too old.
    """
    named = {"application_name": f"{NAMED}{os.getpid()} at {socket.gethostname():.40}"}
    connection: psycopg.Connection[Any] = psycopg.connect(
        **{**_DEFAULTS, **named, **conninfo_to_dict(server.address)},
        autocommit=True,
        prepare_threshold=0,
        cursor_factory=psycopg.RawCursor,
    )
    if connection.info.server_version < OLDEST:
        connection.close()
        raise StoreFailed(f"{server} is a PostgreSQL older than 16. Install a newer one.")
    connection.prepared_max = _KEPT_PREPARED
    # Whole numbers of every size alike, else each would need its own statement prepared.
    connection.adapters.register_dumper(int, Int8Dumper)
    return connection


def one_moment(connection: psycopg.Connection[Any], work: Callable[[Any], T]) -> T:
    """Run queries that all see the same moment, and can change nothing."""
    connection.execute("begin isolation level repeatable read read only")
    try:
        return work(Rows(connection))
    finally:
        if not connection.closed:
            connection.execute("commit")  # after a rollback psycopg would have every statement prepared anew


def aside(server: Server, work: Callable[[Any], T]) -> T:
    """Run queries through a connection of their own; raise StoreFailed when they cannot be."""
    try:
        with closing(connect(server)) as connection:
            return one_moment(connection, work)
    except psycopg.Error as error:
        raise explained(error, server) from error


def check(rows: Rows) -> Sequence[str]:
    """Return what is wrong with the database, as sentences; every row of every table is read on the way."""
    names = rows.execute(
        "select table_name from information_schema.tables where table_schema = current_schema() order by table_name"
    ).fetchall()
    for (name,) in names:
        rows.raw.execute(f"select count(t::text) from {name} as t".encode())
    broken = rows.execute("select indexrelid::regclass::text from pg_index where not indisvalid").fetchall()
    return [f"The index {name} is not whole. Make it anew: reindex index {name};" for (name,) in broken]
