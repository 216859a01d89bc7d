"""Rows of lobbies, that is of tables that have not begun."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from storage import games
from storage import outbox as letter_rows
from storage.interface.database import Connection
from storage.interface.errors import Conflict
from storage.interface.game_log import NewGameLogRecord
from storage.interface.games import SeatRow
from storage.interface.letters import NewLetter
from storage.operations import Group, read, write
from storage.shards import serialize_transactions


class LobbyRows(Group):
    """Lobbies."""

    @write
    @staticmethod
    def open(
        connection: Connection,
        *,
        title: str,
        guild_id: int,
        channel_id: int,
        opened_by: int,
        seats_wanted: int,
        options: str,
        now: str,
        seats: Sequence[SeatRow] = (),
        pact: str | None = None,
        thread: str = "",
        seed: str | None = None,
        letters: Sequence[NewLetter] = (),
        most: int = 0,
        name: str = "",
        named_by: int | None = None,
    ) -> int:
        """Open a lobby with its secret, these letters and a final `board` letter, and return its game id.

        A `thread` name requests a thread of its own in this channel; see `put_in_thread`. `most` limits the lobbies
        that a person has opened and has a seat at; Conflict is raised beyond it.
        """
        if most:
            serialize_transactions(connection, f"opened by {opened_by}")
            (opened,) = connection.execute(
                "select count(*) from seats join games using (game_id) "
                "where user_id = ? and status = 'open' and opened_by = ?",
                (opened_by, opened_by),
            ).fetchone()
            if opened >= most:
                raise Conflict
        game_id: int = connection.execute(
            "insert into games "
            "(title, status, guild_id, channel_id, opened_by, seats_wanted, options, opened_at, pact, thread, seed, "
            "name, named_by) values (?, 'open', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning game_id",
            (
                *(title, guild_id, channel_id, opened_by, seats_wanted, options, now),
                *("{}" if pact is None else pact, thread or None, seed, name, named_by),
            ),
        ).fetchone()[0]
        _put_seats(connection, game_id, seats)
        letter_rows.insert(connection, game_id, 0, (*letters, *games._BOARD), now)
        return game_id

    @write
    @staticmethod
    def put_name(connection: Connection, game_id: int, name: str, named_by: int | None, thread: str, now: str) -> None:
        """Name an open lobby and write a `board` letter; raise Conflict if it is not open.

        `thread` is the name of its thread, if that is still to be made.
        """
        changed = connection.execute(
            "update games set name = ?, named_by = ?, thread = case when thread is not null then ? end "
            "where game_id = ? and status = 'open'",
            (name, named_by, thread, game_id),
        )
        if not changed.rowcount:
            raise Conflict(f"the lobby of game {game_id} is no longer open")
        letter_rows.insert(connection, game_id, 0, games._BOARD, now)

    @write
    @staticmethod
    def draw_seed(connection: Connection, game_id: int, seed: str, letters: Sequence[NewLetter], now: str) -> None:
        """Set the secret of an open lobby, unless it has one, with letters that announce its digest."""
        drawn = connection.execute(
            "update games set seed = ? where game_id = ? and status = 'open' and seed is null", (seed, game_id)
        )
        if drawn.rowcount:
            letter_rows.insert(connection, game_id, 0, letters, now)

    @write
    @staticmethod
    def put_in_thread(connection: Connection, game_id: int, channel_id: int, parent_id: int | None = None) -> None:
        """Record the thread that was made for a table as the place of its messages, with its parent channel.

        Without `parent_id`, the table's place until now is the parent channel.
        """
        connection.execute(
            "insert into threads (thread_id, guild_id, channel_id) "
            "select cast(? as bigint), guild_id, coalesce(cast(? as bigint), channel_id) "
            "from games where game_id = ? and channel_id <> ? on conflict (thread_id) do nothing",
            (channel_id, parent_id, game_id, channel_id),
        )
        connection.execute("update games set channel_id = ?, thread = null where game_id = ?", (channel_id, game_id))

    @write
    @staticmethod
    def request_thread(connection: Connection, game_id: int, name: str) -> None:
        """Request a thread of this name for a table's messages."""
        connection.execute("update games set thread = ? where game_id = ?", (name, game_id))

    @read
    @staticmethod
    def get_requested_thread(connection: Connection, game_id: int) -> str | None:
        """Return the name of the thread that is still to be made for a table; None if none is."""
        row = connection.execute("select thread from games where game_id = ?", (game_id,)).fetchone()
        return row[0] if row else None

    @read
    @staticmethod
    def get_successor(connection: Connection, game_id: int) -> int | None:
        """Return the table that was opened in place of a finished one; it may be closed again."""
        row = connection.execute("select successor from games where game_id = ?", (game_id,)).fetchone()
        return row[0] if row else None

    @write
    @staticmethod
    def put_successor(connection: Connection, game_id: int, successor: int) -> None:
        """Record the table that was opened in place of a finished one."""
        connection.execute("update games set successor = ? where game_id = ?", (successor, game_id))

    @write
    @staticmethod
    def change(
        connection: Connection,
        game_id: int,
        *,
        seats: Sequence[SeatRow] | None = None,
        options: str | None = None,
        seats_wanted: int | None = None,
        opened_by: int | None = None,
        channel_id: int | None = None,
        pact: str | None = None,
        confirm_until: str | None = None,
        called_again: str | None = None,
        call: bool = False,
        now: str,
    ) -> None:
        """Change an open lobby and write a `board` letter; raise Conflict if it is not open.

        None leaves a value unchanged. `confirm_until` "" ends the waiting; `call` writes an `ask` letter, too.
        """
        changed = connection.execute(
            "update games set options = coalesce(?, options), seats_wanted = coalesce(?, seats_wanted), "
            "opened_by = coalesce(?, opened_by), channel_id = coalesce(?, channel_id), pact = coalesce(?, pact), "
            "confirm_until = nullif(coalesce(?, confirm_until), ''), called_again = coalesce(?, called_again) "
            "where game_id = ? and status = 'open'",
            (options, seats_wanted, opened_by, channel_id, pact, confirm_until, called_again, game_id),
        )
        if not changed.rowcount:
            raise Conflict(f"the lobby of game {game_id} is no longer open")
        if seats is not None:
            _put_seats(connection, game_id, seats)
        if confirm_until == "":
            letter_rows.take_back(connection, game_id, "ask")
        letter_rows.insert(connection, game_id, 0, (*games._BOARD, NewLetter("ask")) if call else games._BOARD, now)

    @write
    @staticmethod
    def reopen(
        connection: Connection, game_id: int, *, seats: Sequence[SeatRow], confirm_until: str, thread: str, now: str
    ) -> None:
        """Reopen a table that was closed before its game began, and call its players.

        A `thread` name requests a thread of its own, if that was never made.

        Raises:
            Conflict: it was not closed, or its game had begun.
        """
        opened = connection.execute(
            "update games set status = 'open', finished_at = null, confirm_until = ?, called_again = null, thread = ? "
            "where game_id = ? and status = 'abandoned' and revision = 0",
            (confirm_until, thread or None, game_id),
        )
        if not opened.rowcount:
            raise Conflict(f"game {game_id} is no table that was closed before it began")
        _put_seats(connection, game_id, seats)
        letter_rows.insert(connection, game_id, 0, (*games._BOARD, NewLetter("ask")), now)

    @write
    @staticmethod
    def start(
        connection: Connection,
        entry: NewGameLogRecord,
        *,
        seats: Sequence[SeatRow],
        options: str,
        box: str,
        box_json: str,
        entrants: Mapping[int, int] | None = None,
    ) -> None:
        """Turn the lobby into a running game with its first entry (revision 1, kind `setup`).

        `entrants` gives the entrants of a league's table other seats than their draw.

        Raises:
            Conflict: it is no longer open.
        """
        connection.execute("insert into boxes (digest, json) values (?, ?) on conflict do nothing", (box, box_json))
        started = connection.execute(
            "update games set status = 'running', options = ?, box = ?, confirm_until = null, seed = null, "
            "paused_at = null, lost = null, lost_at = null, lost_stopped = false "  # the first call finds out
            "where game_id = ? and status = 'open'",
            (options, box, entry.game_id),
        )
        if not started.rowcount:
            raise Conflict(f"the lobby of game {entry.game_id} is no longer open")
        _put_seats(connection, entry.game_id, seats)
        if entrants is not None:
            connection.execute(
                "update league_games set seats = ? where game_id = ?", (json.dumps(entrants), entry.game_id)
            )
        games.GameRows.append(connection, entry)


def _put_seats(connection: Connection, game_id: int, seats: Sequence[SeatRow]) -> None:
    connection.execute("delete from seats where game_id = ?", (game_id,))
    connection.executemany(
        "insert into seats (game_id, seat, user_id, name, conceded, away, here_at, added, real_name) "
        "values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                *(game_id, seat.seat, seat.user_id, seat.name, seat.conceded, seat.away, seat.here_at, seat.added),
                seat.real_name,
            )
            for seat in seats
        ],
    )
