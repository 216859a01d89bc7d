"""Rows of draft answers that players have begun and not sent."""

from __future__ import annotations

from storage.interface.database import Connection
from storage.interface.panels import StoredDraft
from storage.operations import Group, read, write


class DraftAnswerRows(Group):
    """Draft answers of players at running tables, one of each kind for each player and table."""

    @read
    @staticmethod
    def get(connection: Connection, game_id: int, user_id: int, kind: str) -> StoredDraft | None:
        """Return a player's draft; None if there is none."""
        row = connection.execute(
            "select etag, picks from plans where game_id = ? and user_id = ? and kind = ?", (game_id, user_id, kind)
        ).fetchone()
        return StoredDraft(*row) if row else None

    @write
    @staticmethod
    def keep(connection: Connection, game_id: int, user_id: int, kind: str, plan: StoredDraft) -> None:
        """Store a player's draft in place of the previous one; ignored if they have no seat at the table."""
        connection.execute(
            "insert into plans (game_id, user_id, kind, etag, picks) "
            "select game_id, user_id, cast(? as text), cast(? as text), cast(? as text) "
            "from games join seats using (game_id) where game_id = ? and status = 'running' and user_id = ? limit 1 "
            "on conflict (game_id, user_id, kind) do update set etag = excluded.etag, picks = excluded.picks",
            (kind, plan.etag, plan.picks, game_id, user_id),
        )

    @write
    @staticmethod
    def drop(connection: Connection, game_id: int, user_id: int, kind: str) -> None:
        """Delete a draft that was restarted or whose question is closed; the move itself deletes a sent one."""
        connection.execute("delete from plans where game_id = ? and user_id = ? and kind = ?", (game_id, user_id, kind))
