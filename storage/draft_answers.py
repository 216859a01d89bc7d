"""Rows of plans: what somebody has put together so far of an answer, and not sent."""

from __future__ import annotations

from storage.interface import Connection, KeptPlan
from storage.operations import Group, read, write


class DraftAnswerRows(Group):
    """What players of running tables are putting together, one plan of each kind at a table."""

    @read
    @staticmethod
    def of(connection: Connection, game_id: int, user_id: int, kind: str) -> KeptPlan | None:
        """Return somebody's plan; None: they have begun none."""
        row = connection.execute(
            "select etag, picks from plans where game_id = ? and user_id = ? and kind = ?", (game_id, user_id, kind)
        ).fetchone()
        return KeptPlan(*row) if row else None

    @write
    @staticmethod
    def keep(connection: Connection, game_id: int, user_id: int, kind: str, plan: KeptPlan) -> None:
        """Keep somebody's plan in place of the one they had; of who does not play there nothing is kept."""
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
        """Drop somebody's plan: it was begun again, or its question has gone; one that is sent goes with the move."""
        connection.execute("delete from plans where game_id = ? and user_id = ? and kind = ?", (game_id, user_id, kind))
