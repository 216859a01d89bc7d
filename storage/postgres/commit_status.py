"""Detect whether a commit succeeded after the connection was lost, using a per-process transaction counter.

Each transaction increments the counter, so its value tells whether the last one was committed. This also holds after
a crash of the server, or if a standby replaces it. The server's own transaction status (`pg_xact_status`) is not
reliable: if a transaction never reached the disk or the standby, the server reuses its number for the next one, and
would report that as ours.

No other process touches the counter, so nobody waits for a lock.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import psycopg

_WORD = "written"
"""Prefix of the counters' keys; the owner's token follows."""
KEY_RANGE = (f"{_WORD} ", f"{_WORD}!")
"""Bounds of the counters' keys, the second exclusive."""


def build_begin_statements(token: str) -> str:
    """Return two statements that begin a transaction; the second returns its number and the server's time.

    Args:
        token: identifies the owner; without quotation marks.
    """
    return (
        f"begin; update notes set text = (text::bigint + 1)::text where key = '{_build_key(token)}' "
        "returning text, clock_timestamp()"
    )


def begin_to_count(connection: psycopg.Connection[Any], token: str) -> None:
    """Create the counter of a process that has written nothing yet."""
    connection.execute("insert into notes (key, text) values ($1, '0')", (_build_key(token),))


def stop_counting(connection: psycopg.Connection[Any], token: str) -> None:
    """Delete the counter of a process that writes nothing more."""
    connection.execute("delete from notes where key = $1", (_build_key(token),))


def forget(connection: psycopg.Connection[Any], but: Collection[str]) -> None:
    """Delete the counters of crashed processes."""
    connection.execute(
        "delete from notes where key >= $1 and key < $2 and key <> all ($3)",
        (*KEY_RANGE, [_build_key(token) for token in but]),
    )


def read_last_number(connection: psycopg.Connection[Any], token: str) -> str | None:
    """Return the number of the last committed transaction; None if the counter is gone.

    The row is written in order to be read. So this waits for a running transaction, and for a synchronous standby.
    """
    row = connection.execute(
        "update notes set text = text where key = $1 returning text", (_build_key(token),)
    ).fetchone()
    return None if row is None else str(row[0])


def _build_key(token: str) -> str:
    return f"{_WORD} {token}"
