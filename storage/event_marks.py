"""Rows of event marks: the revision up to which a person was told by direct message what happened at a table."""

from __future__ import annotations

from collections.abc import Sequence

from storage import outbox as letter_rows
from storage.interface.database import Connection
from storage.interface.event_marks import UntoldEvents
from storage.interface.letters import NewLetter
from storage.interface.shards import Shards
from storage.operations import Group, read, write
from storage.shards import OWNED_SERVER


class EventMarkRows(Group):
    """Event marks of people who want to be told what happens at their tables."""

    @read
    @staticmethod
    def list_untold(connection: Connection, shards: Shards) -> Sequence[UntoldEvents]:
        """Return the tables that have moved on since a player was told, for players who want to be told.

        A finished table is listed once more.
        """
        rows = connection.execute(
            "select games.game_id, seats.user_id, seats.seat, event_level, event_marks.revision, games.revision, "
            "games.status = 'finished' from people join seats using (user_id) join games using (game_id) "
            "left join event_marks on event_marks.game_id = games.game_id and event_marks.user_id = people.user_id "
            "where event_level <> 'asked' and (games.status = 'running' "
            "or (games.status = 'finished' and event_marks.revision is not null)) "
            f"and coalesce(event_marks.revision, -1) < games.revision and {OWNED_SERVER} order by games.game_id, seat",
            shards.parameters,
        )
        found = [UntoldEvents(*row) for row in rows]
        return [events._replace(is_over=bool(events.is_over)) for events in found]

    @write
    @staticmethod
    def mark_told(connection: Connection, events: UntoldEvents, letters: Sequence[NewLetter], now: str) -> None:
        """Advance a player's mark to a revision, and write the letters with the events up to it.

        The mark of a finished game is deleted. Nothing is written if another process has done so since. The letters
        have the revision of the mark, so that a later move is sent once.
        """
        known = connection.execute(
            "select revision from event_marks where game_id = ? and user_id = ?", (events.game_id, events.user_id)
        ).fetchone()
        if (None if known is None else known[0]) != events.told:
            return
        if events.is_over:
            connection.execute(
                "delete from event_marks where game_id = ? and user_id = ?", (events.game_id, events.user_id)
            )
        else:
            connection.execute(
                "insert into event_marks (game_id, user_id, revision) values (?, ?, ?) "
                "on conflict (game_id, user_id) do update set revision = excluded.revision",
                (events.game_id, events.user_id, events.revision),
            )
        letter_rows.insert(connection, events.game_id, events.revision, letters, now)

    @write
    @staticmethod
    def drop_marks(connection: Connection, user_id: int) -> None:
        """Delete a person's marks; notices begin with later events."""
        connection.execute("delete from event_marks where user_id = ?", (user_id,))
