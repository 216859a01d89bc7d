"""Rows of private notes of players at running tables, with their reminders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from storage import outbox as letter_rows
from storage.interface.database import Connection
from storage.interface.letters import NewLetter
from storage.interface.panels import DueNote, OwnNote
from storage.interface.shards import Shards
from storage.operations import Group, read, write
from storage.shards import build_own_game_condition


class OwnNoteRows(Group):
    """Private notes, one for each player and table; nobody but their writers reads them."""

    @read
    @staticmethod
    def get(connection: Connection, game_id: int, user_id: int) -> OwnNote | None:
        """Return a person's note at a table; None if there is none."""
        row = connection.execute(
            "select text, remind_at, remind_part from own_notes where game_id = ? and user_id = ?", (game_id, user_id)
        ).fetchone()
        return OwnNote(*row) if row else None

    @write
    @staticmethod
    def put(connection: Connection, game_id: int, user_id: int, note: OwnNote, now: str) -> bool:
        """Store a note in place of the previous one; return False if the person has no seat at the running table."""
        written = connection.execute(
            "insert into own_notes (game_id, user_id, text, written_at, remind_at, remind_part) "
            "select game_id, user_id, cast(? as text), cast(? as text), cast(? as text), cast(? as text) "
            "from games join seats using (game_id) where game_id = ? and status = 'running' and user_id = ? limit 1 "
            "on conflict (game_id, user_id) do update set text = excluded.text, written_at = excluded.written_at, "
            "remind_at = excluded.remind_at, remind_part = excluded.remind_part",
            (note.text, now, note.remind_at, note.remind_part, game_id, user_id),
        )
        return written.rowcount > 0

    @write
    @staticmethod
    def drop(connection: Connection, game_id: int, user_id: int) -> None:
        """Delete a person's note at a table."""
        connection.execute("delete from own_notes where game_id = ? and user_id = ?", (game_id, user_id))

    @read
    @staticmethod
    def list_texts(connection: Connection, user_id: int) -> Mapping[int, str]:
        """Return a person's notes by table."""
        rows = connection.execute("select game_id, text from own_notes where user_id = ?", (user_id,))
        return dict(rows.fetchall())

    @read
    @staticmethod
    def list_due(connection: Connection, shards: Shards, now: str) -> Sequence[DueNote]:
        """Return the notes whose reminder is due by now, or waits for a part of the game."""
        rows = connection.execute(
            "select game_id, user_id, remind_part from own_notes "
            f"where (remind_at <= ? or remind_part is not null) and {build_own_game_condition('own_notes')} "
            "order by game_id, user_id",
            (now, *shards.parameters),
        )
        return [DueNote(*row) for row in rows]

    @write
    @staticmethod
    def end_reminder(
        connection: Connection, game_id: int, user_id: int, letters: Sequence[NewLetter], now: str
    ) -> None:
        """End the reminder of a note, and write the letters that deliver it; the note itself stays."""
        ended = connection.execute(
            "update own_notes set remind_at = null, remind_part = null where game_id = ? and user_id = ? "
            "and (remind_at is not null or remind_part is not null)",
            (game_id, user_id),
        )
        if ended.rowcount:
            letter_rows.OutboxRows.add(connection, game_id, letters, now)
