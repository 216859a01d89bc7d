"""Rows of read marks: the newest revision that each player has seen of a running game."""

from __future__ import annotations

from storage.interface.database import Connection
from storage.operations import Group, read, write


class ReadMarkRows(Group):
    """Read marks of players at running tables."""

    @read
    @staticmethod
    def get_newest_seen(connection: Connection, game_id: int, user_id: int) -> int:
        """Return the newest revision of a running table that a player has seen; 0 if none is recorded."""
        row = connection.execute(
            "select revision from looks where game_id = ? and user_id = ?", (game_id, user_id)
        ).fetchone()
        return row[0] if row else 0

    @write
    @staticmethod
    def write_look(connection: Connection, game_id: int, user_id: int, revision: int) -> None:
        """Record that a player has seen this revision; ignored without a seat at the running table."""
        connection.execute(
            "insert into looks (game_id, user_id, revision) select game_id, user_id, cast(? as bigint) "
            "from games join seats using (game_id) where game_id = ? and status = 'running' and user_id = ? limit 1 "
            "on conflict (game_id, user_id) do update set revision = excluded.revision "
            "where looks.revision < excluded.revision",
            (revision, game_id, user_id),
        )

    async def record_look(self, game_id: int, user_id: int, revision: int) -> None:
        """Record that a player has seen this revision, unless they have seen a newer one.

        A known mark is not written again, because reading is cheaper than a commit.
        """
        if await self.get_newest_seen(game_id, user_id) < revision:
            await self.write_look(game_id, user_id, revision)

    @read
    @staticmethod
    def get_all_seen(connection: Connection, user_id: int) -> dict[int, int]:
        """Return a person's newest seen revision of each running table at which they sit or sat."""
        rows = connection.execute("select game_id, revision from looks where user_id = ? order by game_id", (user_id,))
        return dict(rows.fetchall())
