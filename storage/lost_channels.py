"""Rows of tables whose server or channel cannot be reached."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from storage import clocks
from storage import outbox as letter_rows
from storage.interface import Connection, DueAsk, Loss, NewLetter, Shards
from storage.operations import Group, read, write
from storage.shards import OWNED


class LostChannelRows(Group):
    """Tables whose server or channel cannot be reached."""

    @write
    @staticmethod
    def lose(
        connection: Connection, game_id: int, what: Loss, since: str, letters: Sequence[NewLetter], now: str
    ) -> None:
        """Note that a game's server or channel cannot be reached, and stop its clocks (since then).

        For lobbies and running games, and those that are over without having told their result. A game that begins
        there is lost no more, until its first message finds that it is.
        """
        connection.execute(
            "update games set lost = :what, lost_at = coalesce(lost_at, :since), "
            "lost_stopped = lost_stopped or paused_at is null, paused_at = coalesce(paused_at, :since) "
            "where game_id = :game and (status in ('open', 'running') or (status = 'finished' and not exists "
            "(select 1 from letters where letters.game_id = :game and kind = 'final' and fate = 'sent')))",
            {"what": what, "since": since, "game": game_id},
        )
        letter_rows.OutboxRows.add(connection, game_id, letters, now)

    @write
    @staticmethod
    def find(
        connection: Connection,
        game_id: int,
        channel_id: int,
        paused_at: str | None,
        shifted: Sequence[DueAsk],
        letters: Sequence[NewLetter],
        now: str,
    ) -> None:
        """Note that a game can be reached in this channel, and call everybody anew; its clocks: see `ClockRows.pause`.

        Messages in another channel are none of the table's any more. A lobby stays open, and waits for people, for as
        much longer as it was out of reach.
        """
        connection.execute(
            "update games set lost = null, lost_at = null, lost_stopped = false, channel_id = ? where game_id = ?",
            (channel_id, game_id),
        )
        connection.execute(
            "delete from messages where game_id = ? and role in ('board', 'ask') and channel_id <> ?",
            (game_id, channel_id),
        )
        connection.execute("update asks set pinged = false where game_id = ?", (game_id,))
        clocks.ClockRows.pause(connection, game_id, paused_at, shifted, letters, now)

    @read
    @staticmethod
    def servers(connection: Connection, shards: Shards) -> Mapping[int, str | None]:
        """Return the servers of all games, and since when we are known to be in them no more."""
        rows = connection.execute(
            f"select distinct guild_id, since from games left join servers_left using (guild_id) where {OWNED} "
            "order by guild_id",
            shards.parameters,
        )
        return dict(rows.fetchall())

    @write
    @staticmethod
    def put_removed(connection: Connection, guild_id: int, since: str | None) -> None:
        """Note since when we are not in a server; None: we are."""
        if since is None:
            connection.execute("delete from servers_left where guild_id = ?", (guild_id,))
        else:
            connection.execute(
                "insert into servers_left (guild_id, since) values (?, ?) "
                "on conflict (guild_id) do update set since = excluded.since",
                (guild_id, since),
            )
