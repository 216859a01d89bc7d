"""Rows of clocks: until when questions are open, and when they have to be looked at."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from storage import metadata
from storage import outbox as letter_rows
from storage.interface import Conflict, Connection, DueAsk, NewLetter, Shards, Times, is_moment
from storage.open_questions import read_times
from storage.operations import Group, read, write
from storage.shards import OWNED, of_own_game

_RUNNING = f"exists (select 1 from games where games.game_id = asks.game_id and paused_at is null and {OWNED})"


class ClockRows(Group):
    """Until when questions are open, and when they have to be looked at."""

    @read
    @staticmethod
    def next_look(connection: Connection, shards: Shards) -> str | None:
        """Return when the clock has to look at a question next; paused games do not count, nor what is no moment."""
        rows = connection.execute(
            f"select next_at from asks where next_at > '' and {_RUNNING} order by next_at", shards.parameters
        )
        while (row := rows.fetchone()) is not None:
            if is_moment(row[0]):
                return str(row[0])
        return None

    @read
    @staticmethod
    def to_look_at(connection: Connection, shards: Shards, now: str) -> Sequence[DueAsk]:
        """Return the questions at which the clock has to look now, those longest overdue first.

        Those are left out whose clocks cannot be read; see `without_clock`.
        """
        rows = connection.execute(
            "select game_id, seat, etag, asked_at, due_at, next_at, reminded from asks "
            f"where next_at <= ? and {_RUNNING} order by next_at",
            (now, *shards.parameters),
        )
        return [
            DueAsk(game_id, seat, etag, clock)
            for game_id, seat, etag, *times in rows
            if (clock := read_times(*times)) is not None
        ]

    @read
    @staticmethod
    def without_clock(connection: Connection, shards: Shards) -> Sequence[int]:
        """Return the ids of running games at which a person's question has no clock, or none that can be read.

        Older versions kept none.
        """
        rows = connection.execute(
            "select game_id, asked_at, due_at, next_at, reminded from asks where user_id is not null "
            f"and {of_own_game('asks')} order by game_id",
            shards.parameters,
        )
        return list(dict.fromkeys(game_id for game_id, *times in rows if read_times(*times) is None))

    @write
    @staticmethod
    def set_times(
        connection: Connection,
        game_id: int,
        seat: int,
        etag: str,
        times: Times,
        letters: Sequence[NewLetter],
        now: str,
    ) -> None:
        """Change the clock of a question that is still open, and write the letters that tell of it."""
        if _put(connection, game_id, seat, etag, times):
            letter_rows.OutboxRows.add(connection, game_id, letters, now)

    @write
    @staticmethod
    def extend(connection: Connection, game_id: int, seat: int, etag: str, times: Times, words: str, now: str) -> None:
        """Give a question more time and count it as one of the seat's extensions.

        Without words nobody else learns of it; else they are for the log alone, and the table's message shows the time.

        Raises:
            Conflict: that question is not open any more.
        """
        if not _put(connection, game_id, seat, etag, times):
            raise Conflict(f"the question to seat {seat} of game {game_id} is not open any more")
        connection.execute(
            "update seats set extensions = extensions + 1 where game_id = ? and seat = ?", (game_id, seat)
        )
        if words:
            letter_rows.OutboxRows.add(connection, game_id, [NewLetter("board")], now)
            letter_rows.write_down(connection, game_id, words, now)

    @write
    @staticmethod
    def pause(
        connection: Connection,
        game_id: int,
        paused_at: str | None,
        shifted: Sequence[DueAsk],
        letters: Sequence[NewLetter],
        now: str,
    ) -> None:
        """Stop a game's clocks (since `paused_at`), or let them run again (None) with these new times.

        What an answer that is taken back had left of its time moves with them, and since when those are open that have
        no clock.
        """
        if paused_at is None:
            row = connection.execute("select paused_at from games where game_id = ?", (game_id,)).fetchone()
            if row is not None and row[0] is not None:
                _move(connection, datetime.fromisoformat(now) - datetime.fromisoformat(row[0]), [game_id], now)
        connection.execute(
            "update games set paused_at = ? where game_id = ? and status in ('open', 'running')", (paused_at, game_id)
        )
        for ask in shifted:
            _put(connection, ask.game_id, ask.seat, ask.etag, ask.times)
        letter_rows.OutboxRows.add(connection, game_id, letters, now)

    @write
    @staticmethod
    def give_back(
        connection: Connection, shards: Shards, seconds: int, moved: Sequence[DueAsk], words: NewLetter, now: str
    ) -> None:
        """Move the times of all tables whose clocks run by an outage, all at once, and note that it is over.

        Args:
            shards: whose tables nobody has looked after.
            seconds: how long it was; less than nothing when the machine's clock was set back. By so much is moved until
                when answered questions would have run, and since when those without a clock are open; for lobbies, how
                long they stay open and wait for people, with letters that tell whom they wait for.
            moved: open questions with the times they have from now on; those answered meanwhile are left alone.
            words: what their tables are told.
            now: when the program is noted to have been alive.
        """
        rows = connection.execute(
            "select game_id, status = 'open' and confirm_until is not null from games "
            f"where status in ('open', 'running') and paused_at is null and {OWNED}",
            shards.parameters,
        ).fetchall()
        _move(connection, timedelta(seconds=seconds), [game_id for game_id, _ in rows], now)
        for game_id, waits in rows:
            if waits:
                letter_rows.OutboxRows.add(connection, game_id, [NewLetter("board"), NewLetter("ask")], now)
        told = {ask.game_id for ask in moved if _put(connection, ask.game_id, ask.seat, ask.etag, ask.times)}
        for game_id in sorted(told):
            letter_rows.OutboxRows.add(connection, game_id, [NewLetter("board"), words], now)
        metadata.MetadataRows.alive(connection, shards, now)


def _move(connection: Connection, by: timedelta, games: Sequence[int], now: str) -> None:
    """Move the times of these tables that are no running clock's; written as `timekeeping.text` does.

    They are: since when a question without a clock is open; until when answered questions would have run; and of a
    lobby, when it was opened, until when it waits for people to say that they are here, when those who are said so, and
    for which waiting they were called a second time.
    """

    def later(moment: str | None) -> str | None:
        if moment is None or not is_moment(moment):
            return moment
        return (datetime.fromisoformat(moment) + by).isoformat(timespec="seconds")

    def at_most_now(moment: str) -> str:
        return min(str(later(moment)), now)

    for game_id in games:
        this = (game_id,)
        asked = connection.execute(
            "select asked_at, seat from asks where game_id = ? and asked_at is not null and due_at is null", this
        ).fetchall()
        connection.executemany(
            "update asks set asked_at = ? where game_id = ? and seat = ?",
            [(at_most_now(asked_at), game_id, seat) for asked_at, seat in asked],
        )
        answered = connection.execute(
            "select was_due, revision from moves where game_id = ? and was_due is not null", this
        ).fetchall()
        connection.executemany(
            "update moves set was_due = ? where game_id = ? and revision = ?",
            [(later(was_due), game_id, revision) for was_due, revision in answered],
        )
        lobby = connection.execute(
            "select opened_at, confirm_until, called_again from games where game_id = ? and status = 'open'", this
        ).fetchone()
        if lobby is not None:
            connection.execute(
                "update games set opened_at = ?, confirm_until = ?, called_again = ? where game_id = ?",
                (*map(later, lobby), game_id),
            )
        if lobby is not None and lobby[1] is not None:
            here = connection.execute(
                "select here_at, seat from seats where game_id = ? and here_at is not null", this
            ).fetchall()
            connection.executemany(
                "update seats set here_at = ? where game_id = ? and seat = ?",
                [(at_most_now(here_at), game_id, seat) for here_at, seat in here],
            )


def _put(connection: Connection, game_id: int, seat: int, etag: str, times: Times) -> bool:
    changed = connection.execute(
        "update asks set asked_at = ?, due_at = ?, next_at = ?, reminded = ? "
        "where game_id = ? and seat = ? and etag = ?",
        (times.asked_at, times.due_at, times.next_at, times.reminded, game_id, seat, etag),
    )
    return bool(changed.rowcount)
