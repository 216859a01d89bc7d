"""What became of a commit in which the connection broke: who writes counts its transactions in a note of its own.

Each transaction raises the note, so that the note itself tells whether the last one is there, wherever the server's
history goes on: after a crash, or at a standby. The server's own numbers (`pg_xact_status`) do not: it gives that of a
transaction of which nothing had reached the disk, or the standby, to the next one, and would call that one ours.

Nobody else touches the note, so nobody waits for anybody.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import psycopg

_WORD = "written"
"""How the keys of these notes begin; what follows says whose it is."""
KEYS = (f"{_WORD} ", f"{_WORD}!")
"""Between which their keys lie, the second left out."""


def beginning(token: str) -> str:
    """Return what begins a transaction, in two statements; the second returns its number, and the time there.

    Args:
        token: whose it is, without a quotation mark.
    """
    return (
        f"begin; update notes set text = (text::bigint + 1)::text where key = '{_key(token)}' "
        "returning text, clock_timestamp()"
    )


def begin_to_count(connection: psycopg.Connection[Any], token: str) -> None:
    """Make a note for somebody who has written nothing yet."""
    connection.execute("insert into notes (key, text) values ($1, '0')", (_key(token),))


def stop_counting(connection: psycopg.Connection[Any], token: str) -> None:
    """Take the note away of somebody who writes nothing more."""
    connection.execute("delete from notes where key = $1", (_key(token),))


def forget(connection: psycopg.Connection[Any], but: Collection[str]) -> None:
    """Take the notes away of those who have ended without a word."""
    connection.execute(
        "delete from notes where key >= $1 and key < $2 and key <> all ($3)",
        (*KEYS, [_key(token) for token in but]),
    )


def last(connection: psycopg.Connection[Any], token: str) -> str | None:
    """Return the number of the last transaction that is there; None: the note is gone.

    It is written to be read: so this waits for a transaction that is still under way, and for a standby that has to
    have what was written.
    """
    row = connection.execute("update notes set text = text where key = $1 returning text", (_key(token),)).fetchone()
    return None if row is None else str(row[0])


def _key(token: str) -> str:
    return f"{_WORD} {token}"
