"""Rows of looks: what somebody has seen of a running table."""

from __future__ import annotations

import sqlite3

from storage.operations import read, write


@read
def seen(connection: sqlite3.Connection, game_id: int, user_id: int) -> int:
    """See `Looks.seen`."""
    row = connection.execute(
        "select revision from looks where game_id = ? and user_id = ?", (game_id, user_id)
    ).fetchone()
    return row[0] if row else 0


@write
def looked(connection: sqlite3.Connection, game_id: int, user_id: int, revision: int) -> None:
    """See `Looks.looked`; of who does not play there, or any more, nothing is kept."""
    connection.execute(
        "insert into looks (game_id, user_id, revision) select game_id, user_id, cast(? as bigint) "
        "from games join seats using (game_id) where game_id = ? and status = 'running' and user_id = ? limit 1 "
        "on conflict (game_id, user_id) do update set revision = excluded.revision "
        "where looks.revision < excluded.revision",
        (revision, game_id, user_id),
    )


@read
def of(connection: sqlite3.Connection, user_id: int) -> dict[int, int]:
    """See `Looks.of`."""
    rows = connection.execute("select game_id, revision from looks where user_id = ? order by game_id", (user_id,))
    return dict(rows.fetchall())
