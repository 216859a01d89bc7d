"""Shards: the servers that a process owns, and the records kept for each shard.

A server belongs to one shard by its id, as Discord divides them, so each table and season has one owner. Queries over
several servers take the shards and return only rows of those. They compute the shard from the server's id: a stored
column would have to be rewritten whenever the number of shards changes. Of the rows that an index finds by state or
time, a process skips those of other shards.

A person's data is read from all servers, and not written: the owner of a table answers requests to change it
(`bot.ui.handlers.press_forwarding`). Facts about a person, and the number of tables they may open, are written by the
process they are connected to, one at a time.
"""

from __future__ import annotations

from storage.interface.database import Connection
from storage.interface.metadata_keys import RESTORE_KEY
from storage.interface.shards import Shards
from storage.operations import Group, erase, read

OWNED_SERVER = "(guild_id >> 22) % ? between ? and ?"
"""Condition: the row's server belongs to the shards; its parameters are `Shards.parameters`."""


def build_own_game_condition(table: str) -> str:
    """Build the condition that a row's game is in a server of the shards, with the parameters of `OWNED_SERVER`."""
    return f"exists (select 1 from games where games.game_id = {table}.game_id and {OWNED_SERVER})"


def serialize_transactions(connection: Connection, what: str) -> None:
    """Serialise transactions with the same key, so that each sees the effects of the one before.

    In a file they are serial anyway. On a server the second waits until the first has committed or rolled back.
    """
    key = f"turn: {what}"
    connection.execute(
        "insert into notes (key, text) values (?, '') on conflict (key) do update set text = excluded.text", (key,)
    )
    connection.execute("delete from notes where key = ?", (key,))


class ShardRows(Group):
    """Records kept for each shard."""

    @read
    @staticmethod
    def get_last_alive(connection: Connection, shards: Shards) -> str | None:
        """Return the time at which all of these shards were last served; None if never.

        If the number of shards has changed since, it is the latest time before the change.
        """
        ours = connection.execute(
            "select at from shards_alive where shard_count = ? and shard between ? and ?", shards.parameters
        ).fetchall()
        moments: list[str] = [at for (at,) in ours]
        if len(moments) <= shards.last - shards.first:
            (before,) = connection.execute(
                "select max(at) from shards_alive where shard_count <> ?", (shards.count,)
            ).fetchone()
            moments += [] if before is None else [before]
        return min(moments, default=None)

    @erase
    @staticmethod
    def mark_done(connection: Connection, what: str, shards: Shards) -> bool:
        """Record that these shards have completed a task; return True, and delete the records, if all have."""
        serialize_transactions(connection, what)
        connection.executemany(
            "insert into shards_done (what, shard_count, shard) values (?, ?, ?) on conflict do nothing",
            [(what, shards.count, shard) for shard in shards.numbers],
        )
        (done,) = connection.execute(
            "select count(*) from shards_done where what = ? and shard_count = ?", (what, shards.count)
        ).fetchone()
        if done < shards.count:
            return False
        connection.execute("delete from shards_done where what = ?", (what,))
        return True

    @read
    @staticmethod
    def have_done(connection: Connection, what: str, shards: Shards) -> bool:
        """Return whether all of these shards have completed a task that is pending elsewhere."""
        (done,) = connection.execute(
            "select count(*) from shards_done where what = ? and shard_count = ? and shard between ? and ?",
            (what, *shards.parameters),
        ).fetchone()
        return bool(done == len(shards.numbers))


def note_alive(connection: Connection, shards: Shards, now: str) -> None:
    """Record that these shards are served; delete the records of another number of shards once all are."""
    connection.executemany(
        "insert into shards_alive (shard_count, shard, at) values (?, ?, ?) "
        "on conflict (shard_count, shard) do update set at = excluded.at",
        [(shards.count, shard, now) for shard in shards.numbers],
    )
    (there,) = connection.execute("select count(*) from shards_alive where shard_count = ?", (shards.count,)).fetchone()
    if there == shards.count:
        connection.execute("delete from shards_alive where shard_count <> ?", (shards.count,))


def reset_after_restore(connection: Connection) -> str | None:
    """Make all shards clean up after a restore; return when the backup was last in use."""
    connection.execute("delete from shards_done where what = ?", (RESTORE_KEY,))
    (at,) = connection.execute("select max(at) from shards_alive").fetchone()
    return None if at is None else str(at)
