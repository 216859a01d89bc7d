"""Rows of tables whose server or channel is unreachable."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from storage import clocks
from storage import outbox as letter_rows
from storage.interface.database import Connection
from storage.interface.games import Loss
from storage.interface.letters import NewLetter
from storage.interface.questions import DueQuestion
from storage.interface.shards import Shards
from storage.operations import Group, read, write
from storage.shards import OWNED_SERVER


class LostChannelRows(Group):
    """Tables whose server or channel is unreachable."""

    @write
    @staticmethod
    def mark_lost(
        connection: Connection, game_id: int, what: Loss, since: str, letters: Sequence[NewLetter], now: str
    ) -> None:
        """Record that a game's server or channel is unreachable, and stop its clocks as of `since`.

        This applies to lobbies, running games, and finished games whose result is not posted yet. Starting a game
        clears the record, until its first message fails.
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
    def mark_found(
        connection: Connection,
        game_id: int,
        channel_id: int,
        paused_at: str | None,
        shifted: Sequence[DueQuestion],
        letters: Sequence[NewLetter],
        now: str,
    ) -> None:
        """Record that a game is reachable in this channel, and call all players again.

        For the clocks see `ClockRows.pause`. Messages in other channels are dropped from the table's records. A lobby's
        deadlines are extended by the outage.
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
    def list_servers(connection: Connection, shards: Shards) -> Mapping[int, str | None]:
        """Return the servers of all games, each with the time since which the bot is not a member; None while it is."""
        rows = connection.execute(
            f"select distinct guild_id, since from games left join servers_left using (guild_id) where {OWNED_SERVER} "
            "order by guild_id",
            shards.parameters,
        )
        return dict(rows.fetchall())

    @write
    @staticmethod
    def put_removed(connection: Connection, guild_id: int, since: str | None) -> None:
        """Record the time since which the bot is not in a server; None if it is."""
        if since is None:
            connection.execute("delete from servers_left where guild_id = ?", (guild_id,))
        else:
            connection.execute(
                "insert into servers_left (guild_id, since) values (?, ?) "
                "on conflict (guild_id) do update set since = excluded.since",
                (guild_id, since),
            )
