"""Rows of looks: what somebody has seen of a running table."""

from __future__ import annotations

from storage.interface import Connection
from storage.operations import Group, read, write


class ReadMarkRows(Group):
    """What players have seen of running tables."""

    @read
    @staticmethod
    def seen(connection: Connection, game_id: int, user_id: int) -> int:
        """Return the newest revision of a running table at which somebody has looked; 0: none is known."""
        row = connection.execute(
            "select revision from looks where game_id = ? and user_id = ?", (game_id, user_id)
        ).fetchone()
        return row[0] if row else 0

    @write
    @staticmethod
    def _note_looked(connection: Connection, game_id: int, user_id: int, revision: int) -> None:
        """Note a look; of who does not play there, or any more, nothing is kept."""
        connection.execute(
            "insert into looks (game_id, user_id, revision) select game_id, user_id, cast(? as bigint) "
            "from games join seats using (game_id) where game_id = ? and status = 'running' and user_id = ? limit 1 "
            "on conflict (game_id, user_id) do update set revision = excluded.revision "
            "where looks.revision < excluded.revision",
            (revision, game_id, user_id),
        )

    async def looked(self, game_id: int, user_id: int, revision: int) -> None:
        """Note that a player of a running table has looked at this revision, unless they have seen a newer one.

        Nothing is written when that is known already: to look is cheaper than such a commit.
        """
        if await self.seen(game_id, user_id) < revision:
            await self._note_looked(game_id, user_id, revision)

    @read
    @staticmethod
    def of(connection: Connection, user_id: int) -> dict[int, int]:
        """Return the newest revision that somebody has seen of each running table they play or played at."""
        rows = connection.execute("select game_id, revision from looks where user_id = ? order by game_id", (user_id,))
        return dict(rows.fetchall())
