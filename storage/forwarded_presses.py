"""Rows of interactions on their way to the process that owns the table; each lasts a few seconds."""

from __future__ import annotations

from collections.abc import Sequence

from storage.interface.database import Connection
from storage.interface.processes import ForwardedPress
from storage.interface.shards import Shards
from storage.operations import Group, read, write
from storage.shards import OWNED_SERVER


class ForwardedPressRows(Group):
    """Interactions handed to the owner of a server's tables."""

    @write
    @staticmethod
    def put(connection: Connection, guild_id: int, handed: ForwardedPress, now: str) -> int:
        """Queue an interaction for the owner of this server's tables; return its id, with which it can be withdrawn."""
        number: int = connection.execute(
            "insert into handed (guild_id, event, promised, at) values (?, ?, ?, ?) returning handed_id",
            (guild_id, handed.event, handed.deferral, now),
        ).fetchone()[0]
        return number

    @read
    @staticmethod
    def is_waiting(connection: Connection, shards: Shards) -> bool:
        """Return whether any interaction waits for the owner of these shards."""
        row = connection.execute(f"select 1 from handed where {OWNED_SERVER} limit 1", shards.parameters).fetchone()
        return row is not None

    @write
    @staticmethod
    def take(connection: Connection, shards: Shards, since: str) -> Sequence[ForwardedPress]:
        """Remove the waiting interactions of these shards; return those not older than `since`, oldest first."""
        rows = connection.execute(
            f"delete from handed where {OWNED_SERVER} returning handed_id, event, promised, at", shards.parameters
        ).fetchall()
        return [ForwardedPress(event, promised) for _, event, promised, at in sorted(rows) if at >= since]

    @write
    @staticmethod
    def take_back(connection: Connection, handed_id: int) -> bool:
        """Withdraw an interaction; return False if its owner has already taken it."""
        return connection.execute("delete from handed where handed_id = ?", (handed_id,)).rowcount > 0
