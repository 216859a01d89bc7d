"""Rows of the table messages that are kept up to date."""

from __future__ import annotations

from storage.interface.database import Connection
from storage.interface.letters import TableMessages
from storage.operations import Group, read, write

_SECRETS = "secrets"
"""Role prefix of the first message in a private thread; a seat number and a user id follow."""


class MessageRows(Group):
    """Table messages that are kept up to date."""

    @read
    @staticmethod
    def list_messages(connection: Connection, game_id: int) -> TableMessages:
        """Return the messages of a game that are kept up to date."""
        rows = connection.execute("select role, channel_id, message_id from messages where game_id = ?", (game_id,))
        messages = {role: (channel_id, message_id) for role, channel_id, message_id in rows}
        waits = connection.execute(
            "select exists (select 1 from letters where game_id = ? and kind = 'ask' and fate = 'waiting')", (game_id,)
        ).fetchone()[0]
        return TableMessages(messages, bool(waits))

    @read
    @staticmethod
    def get(connection: Connection, game_id: int, role: str) -> tuple[int, int] | None:
        """Return (channel id, message id) of the message with this role, e.g. "board"."""
        row: tuple[int, int] | None = connection.execute(
            "select channel_id, message_id from messages where game_id = ? and role = ?", (game_id, role)
        ).fetchone()
        return row

    @read
    @staticmethod
    def find_game(connection: Connection, guild_id: int, channel_id: int, message_id: int) -> int | None:
        """Return the game of a server to which a message that is kept up to date belongs."""
        row = connection.execute(
            "select game_id from games join messages using (game_id) "
            "where guild_id = ? and messages.channel_id = ? and message_id = ?",
            (guild_id, channel_id, message_id),
        ).fetchone()
        return None if row is None else int(row[0])

    @write
    @staticmethod
    def put(connection: Connection, game_id: int, role: str, channel_id: int, message_id: int | None) -> None:
        """Record the message with a role; None deletes the record."""
        if message_id is None:
            connection.execute("delete from messages where game_id = ? and role = ?", (game_id, role))
            return
        connection.execute(
            "insert into messages (game_id, role, reader, channel_id, message_id) values (?, ?, ?, ?, ?) "
            "on conflict (game_id, role) do update set channel_id = excluded.channel_id, message_id = "
            "excluded.message_id",
            (game_id, role, _parse_reader(role), channel_id, message_id),
        )


def _parse_reader(role: str) -> int | None:
    """Return the owner of the private thread that a role names; None for other roles."""
    name, _, place = role.partition(":")
    return int(place.partition(":")[2]) if name == _SECRETS else None


def end_threads(connection: Connection, user_id: int) -> None:
    """Detach a player's private threads from them; closing the threads on Discord is left to the caller."""
    rows = connection.execute(
        "select game_id, role, channel_id, message_id from messages where reader = ?", (user_id,)
    ).fetchall()
    for game_id, role, channel_id, message_id in rows:
        MessageRows.put(connection, game_id, role, channel_id, None)
        MessageRows.put(connection, game_id, f"{role.removesuffix(str(user_id))}0", channel_id, message_id)
