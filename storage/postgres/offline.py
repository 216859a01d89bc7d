"""Offline tools for a PostgreSQL database: inspect it, and request an erasure."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from typing import Any

import psycopg

from storage import files, games
from storage.database_url import Server
from storage.games import GameRows
from storage.interface.errors import StoreFailed
from storage.interface.metadata_keys import HEARTBEAT_KEY
from storage.interface.shards import ALL_SHARDS
from storage.metadata import MetadataRows
from storage.offline import REPORTED_KEYS, DatabaseReport
from storage.postgres import schema
from storage.postgres.dialect import list_migrations
from storage.postgres.failures import explain_failure
from storage.postgres.locks import list_holders, list_processes
from storage.postgres.rows import Rows, check, connect, read_snapshot
from storage.privacy import PrivacyRows
from storage.statistics import tally

_STANDBYS = """
select application_name, sync_state, coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn), 0)::float8
from pg_stat_replication where state = 'streaming' order by application_name
"""
_FLUSHING = """
select name, source, quote_ident(current_user), quote_ident(current_database()) from pg_settings
where name in ('fsync', 'synchronous_commit') and setting = 'off' order by name
"""


def examine(server: Server) -> DatabaseReport:
    """Inspect a database that a bot may be using, without changing it.

    Raises:
        StoreFailed: It is unreachable, or belongs to another program.
    """
    newest = len(list_migrations(files.MIGRATIONS))
    try:
        with closing(connect(server)) as connection:
            number = schema.read_schema_number(connection, server)
            about = _describe_server(connection)
            risks = _find_risks(connection)
            if number != newest:
                return DatabaseReport(number, newest, [], about=about, risks=risks)
            found = read_snapshot(connection, lambda rows: _examine_rows(rows, newest, about))
            return replace(found, processes=list_processes(connection), risks=risks)
    except psycopg.Error as error:
        raise explain_failure(error, server) from error


def _examine_rows(rows: Rows, newest: int, about: Sequence[str]) -> DatabaseReport:
    live = GameRows.list_in_shards(rows, ALL_SHARDS, statuses=("open", "running"))
    kept = {key: MetadataRows.get(rows, key) for key in REPORTED_KEYS}
    own = {key: text for key, text in kept.items() if text is not None}
    own.update(MetadataRows.list_with_prefix(rows, HEARTBEAT_KEY))
    return DatabaseReport(newest, newest, [*check(rows), *games.check(rows)], tally(rows, ALL_SHARDS), live, own, about)


def _describe_server(connection: psycopg.Connection[Any]) -> Sequence[str]:
    (version,) = connection.execute("show server_version").fetchone() or ("?",)
    having = ["a bot holds its lock" if holder.alone else f"a bot has {holder}" for holder in list_holders(connection)]
    return [f"PostgreSQL {version}", ", ".join(having) or "no bot holds its lock", *_describe_standbys(connection)]


def _find_risks(connection: psycopg.Connection[Any]) -> Sequence[str]:
    """List the settings, as they apply to the bot's connections, that let a commit return before it is on disk."""
    return [
        f"{name} is off, so a power cut can lose moves that were answered. {_describe_remedy(name, *rest)}"
        for name, *rest in connection.execute(_FLUSHING)
    ]


def _describe_remedy(name: str, source: str, user: str, database: str) -> str:
    if name == "fsync":
        return "Set it to on in postgresql.conf, and reload the server."
    if source == "client":
        return "Take it out of the database's address, or of PGOPTIONS, and start the bot anew."
    return f"Run: alter role {user} in database {database} set {name} = on; and start the bot anew."


def _describe_standbys(connection: psycopg.Connection[Any]) -> Sequence[str]:
    """Describe how far standbys lag; nothing if the bot's user may not see it (`pg_monitor` may)."""
    if connection.execute("select pg_is_in_recovery()").fetchone() == (True,):
        return ["it is a standby itself"]
    found = connection.execute(_STANDBYS).fetchall()
    return [f"a standby ({name}, {how}) is {behind / 2**20:.1f} MiB behind" for name, how, behind in found]


def ask_to_forget(server: Server, user_id: int) -> bool:
    """Ask the running bot to erase a person; return whether the database holds their data.

    Raises:
        StoreFailed: the request failed; the text gives the cause.
    """
    try:
        with closing(connect(server)) as connection:
            if schema.read_schema_number(connection, server) != len(list_migrations(files.MIGRATIONS)):
                raise StoreFailed(f"{server} is used by another version of the bot. Stop that one, and try again.")
            rows = Rows(connection)
            with connection.transaction():
                kept = PrivacyRows.is_kept(rows, user_id)
                if kept:
                    PrivacyRows.ask_to_forget(rows, user_id)
    except psycopg.Error as error:
        raise explain_failure(error, server) from error
    return kept
