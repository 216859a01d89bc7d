"""Rows of reviews: how games went that are over, of those that somebody has looked back at. Nobody is named in them."""

from __future__ import annotations

from collections.abc import Sequence

from storage.interface import Connection, KeptReview, Shards
from storage.operations import Group, read, write
from storage.shards import of_own_game

_OWN_GAME = of_own_game("reviews")


class ReviewRows(Group):
    """The reviews of games that are over."""

    @read
    @staticmethod
    def of(connection: Connection, game_id: int) -> KeptReview | None:
        """Return a game's review; None: nobody has looked back at it."""
        row = connection.execute(
            "select revision, edition, review, played_on from reviews where game_id = ?", (game_id,)
        ).fetchone()
        if row is None:
            return None
        revision, edition, review, played_on = row
        return KeptReview(revision, edition, review, bool(played_on))

    @write
    @staticmethod
    def keep(connection: Connection, game_id: int, kept: KeptReview) -> None:
        """Keep a game's review in place of the one it had; nothing of a game that has gone on, or is gone."""
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
    def waiting(connection: Connection, shards: Shards, edition: int, most: int) -> Sequence[int]:
        """Return the newest games of these shards from whose review bots have not played on yet, at most so many."""
        rows = connection.execute(
            f"select game_id from reviews where played_on = false and edition = ? and {_OWN_GAME} "
            "order by game_id desc limit ?",
            (edition, *shards.parameters, most),
        ).fetchall()
        return [game_id for (game_id,) in rows]
