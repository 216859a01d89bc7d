"""Rows of reviews of finished games that somebody has asked for. They contain no names."""

from __future__ import annotations

from collections.abc import Sequence

from storage.interface.database import Connection
from storage.interface.past_games import StoredReview
from storage.interface.shards import Shards
from storage.operations import Group, read, write
from storage.shards import build_own_game_condition

_OWN_GAME = build_own_game_condition("reviews")


class ReviewRows(Group):
    """Reviews of finished games."""

    @read
    @staticmethod
    def get(connection: Connection, game_id: int) -> StoredReview | None:
        """Return a game's review; None if nobody has asked for one."""
        row = connection.execute(
            "select revision, edition, review, played_on from reviews where game_id = ?", (game_id,)
        ).fetchone()
        if row is None:
            return None
        revision, edition, review, played_on = row
        return StoredReview(revision, edition, review, bool(played_on))

    @write
    @staticmethod
    def keep(connection: Connection, game_id: int, kept: StoredReview) -> None:
        """Store a game's review in place of the previous one; ignored if the game is gone or has another revision."""
        connection.execute(
            "insert into reviews (game_id, revision, edition, review, played_on) "
            "select game_id, revision, cast(? as bigint), cast(? as text), ? = 1 from games "
            "where game_id = ? and revision = ? and status = 'finished' "
            "on conflict (game_id) do update set revision = excluded.revision, edition = excluded.edition, "
            "review = excluded.review, played_on = excluded.played_on",
            (kept.edition, kept.review, int(kept.played_on), game_id, kept.revision),
        )

    @read
    @staticmethod
    def list_awaiting_playouts(connection: Connection, shards: Shards, edition: int, most: int) -> Sequence[int]:
        """Return the newest games of these shards whose reviews still lack playouts, up to a limit."""
        rows = connection.execute(
            f"select game_id from reviews where played_on = false and edition = ? and {_OWN_GAME} "
            "order by game_id desc limit ?",
            (edition, *shards.parameters, most),
        ).fetchall()
        return [game_id for (game_id,) in rows]
