"""Shards: which servers a process owns, and what is noted for each shard.

A server belongs to one shard, by its number, as Discord divides them; so each table and each season has one owner. What
looks at the tables of several servers takes the shards, and finds those alone. It reckons the shard from the server's
number: a column would have to be written anew whenever there are more shards, and of those rows that an index finds by
their state or time, a process passes over the others'.

What belongs to a person is found in all servers and only read: who wants to change a table is answered by its owner
(`bot.ui.handlers.press_forwarding`). Facts about a person, and how many tables they may open, are written by the
process they are connected to, one at a time.
"""

from __future__ import annotations

from storage.interface import RESTORED, Connection, Shards
from storage.operations import Group, erase, read

OWNED = "(guild_id >> 22) % ? between ? and ?"
"""Whether a row with a server's number is of some shards; its parameters are `Shards.parameters`."""


def of_own_game(table: str) -> str:
    """Return whether a row of this table is of a game in a server of some shards, as `OWNED`."""
    return f"exists (select 1 from games where games.game_id = {table}.game_id and {OWNED})"


def one_at_a_time(connection: Connection, what: str) -> None:
    """Let transactions that call this with the same words come one after another, so that each sees what the last did.

    In a file they do anyway. At a server, the second waits until a row of the first is there for good, or gone.
    """
    key = f"turn: {what}"
    connection.execute(
        "insert into notes (key, text) values (?, '') on conflict (key) do update set text = excluded.text", (key,)
    )
    connection.execute("delete from notes where key = ?", (key,))


class ShardRows(Group):
    """What is noted for each shard."""

    @read
    @staticmethod
    def last_alive(connection: Connection, shards: Shards) -> str | None:
        """Return when all of these shards were last looked after; None: they never were.

        Where they have been divided anew since, it is when any was before that.
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
    def done(connection: Connection, what: str, shards: Shards) -> bool:
        """Note that these shards have done something; return whether all have by now, which is forgotten then."""
        one_at_a_time(connection, what)
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
        """Whether all of these shards have noted that they have done something that others have still to do."""
        (done,) = connection.execute(
            "select count(*) from shards_done where what = ? and shard_count = ? and shard between ? and ?",
            (what, *shards.parameters),
        ).fetchone()
        return bool(done == len(shards.numbers))


def note_alive(connection: Connection, shards: Shards, now: str) -> None:
    """Note that these shards are looked after; how they were divided before counts no more once all are."""
    connection.executemany(
        "insert into shards_alive (shard_count, shard, at) values (?, ?, ?) "
        "on conflict (shard_count, shard) do update set at = excluded.at",
        [(shards.count, shard, now) for shard in shards.numbers],
    )
    (there,) = connection.execute("select count(*) from shards_alive where shard_count = ?", (shards.count,)).fetchone()
    if there == shards.count:
        connection.execute("delete from shards_alive where shard_count <> ?", (shards.count,))


def put_back(connection: Connection) -> str | None:
    """Let a backup that is put back be swept after by all shards; return when it was last used."""
    connection.execute("delete from shards_done where what = ?", (RESTORED,))
    (at,) = connection.execute("select max(at) from shards_alive").fetchone()
    return None if at is None else str(at)
