"""Rows of question clocks: deadlines, reminders and the times of the next checks."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from storage import ladder_requests, league_log, metadata
from storage import outbox as letter_rows
from storage.interface.database import Connection
from storage.interface.errors import Conflict
from storage.interface.leagues import NewLine
from storage.interface.letters import NewLetter
from storage.interface.questions import DueQuestion, QuestionTimes
from storage.interface.shards import Shards
from storage.interface.times import is_moment
from storage.open_questions import read_times
from storage.operations import Group, read, write
from storage.shards import OWNED_SERVER, build_own_game_condition

_RUNNING = f"exists (select 1 from games where games.game_id = asks.game_id and paused_at is null and {OWNED_SERVER})"


class ClockRows(Group):
    """Deadlines of open questions, and the times of their next checks."""

    @read
    @staticmethod
    def get_next_check_time(connection: Connection, shards: Shards) -> str | None:
        """Return the time of the next check of a question; paused games and unreadable times are skipped."""
        rows = connection.execute(
            f"select next_at from asks where next_at > '' and {_RUNNING} order by next_at", shards.parameters
        )
        while (row := rows.fetchone()) is not None:
            if is_moment(row[0]):
                return str(row[0])
        return None

    @read
    @staticmethod
    def list_due_questions(connection: Connection, shards: Shards, now: str) -> Sequence[DueQuestion]:
        """Return the questions that are due for a check, longest overdue first.

        Questions with unreadable clocks are skipped; see `list_games_without_clock`.
        """
        rows = connection.execute(
            "select game_id, seat, etag, asked_at, due_at, next_at, reminded from asks "
            f"where next_at <= ? and {_RUNNING} order by next_at",
            (now, *shards.parameters),
        )
        return [
            DueQuestion(game_id, seat, etag, clock)
            for game_id, seat, etag, *times in rows
            if (clock := read_times(*times)) is not None
        ]

    @read
    @staticmethod
    def list_games_without_clock(connection: Connection, shards: Shards) -> Sequence[int]:
        """Return the ids of running games with a question to a person whose clock is missing or unreadable.

        Older versions stored no clocks.
        """
        rows = connection.execute(
            "select game_id, asked_at, due_at, next_at, reminded from asks where user_id is not null "
            f"and {build_own_game_condition('asks')} order by game_id",
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
        times: QuestionTimes,
        letters: Sequence[NewLetter],
        now: str,
    ) -> None:
        """Change the clock of an open question, and write the letters about it."""
        if _update_times(connection, game_id, seat, etag, times):
            letter_rows.OutboxRows.add(connection, game_id, letters, now)

    @write
    @staticmethod
    def extend(
        connection: Connection, game_id: int, seat: int, etag: str, times: QuestionTimes, words: str, now: str
    ) -> None:
        """Give a question more time, and count it as one of the seat's extensions.

        Without `words` no other player is notified; with them the log gets a line, and the table's message shows the
        deadline.

        Raises:
            Conflict: the question is closed.
        """
        if not _update_times(connection, game_id, seat, etag, times):
            raise Conflict(f"the question to seat {seat} of game {game_id} is not open any more")
        connection.execute(
            "update seats set extensions = extensions + 1 where game_id = ? and seat = ?", (game_id, seat)
        )
        if words:
            letter_rows.OutboxRows.add(connection, game_id, [NewLetter("board")], now)
            letter_rows.write_log_notice(connection, game_id, words, now)

    @write
    @staticmethod
    def pause(
        connection: Connection,
        game_id: int,
        paused_at: str | None,
        shifted: Sequence[DueQuestion],
        letters: Sequence[NewLetter],
        now: str,
    ) -> None:
        """Stop a game's clocks (since `paused_at`), or resume them (None) with these new times.

        The remaining time of retractable answers shifts alike, and the start of questions without a deadline.
        """
        if paused_at is None:
            row = connection.execute("select paused_at from games where game_id = ?", (game_id,)).fetchone()
            if row is not None and row[0] is not None:
                _shift_times(connection, datetime.fromisoformat(now) - datetime.fromisoformat(row[0]), [game_id], now)
        connection.execute(
            "update games set paused_at = ? where game_id = ? and status in ('open', 'running')", (paused_at, game_id)
        )
        for ask in shifted:
            _update_times(connection, ask.game_id, ask.seat, ask.etag, ask.times)
        letter_rows.OutboxRows.add(connection, game_id, letters, now)

    @write
    @staticmethod
    def restore_time(
        connection: Connection,
        shards: Shards,
        seconds: int,
        moved: Sequence[DueQuestion],
        words: NewLetter,
        season_line: NewLine,
        now: str,
    ) -> None:
        """Shift the times of all tables and leagues by an outage, in one transaction, and end the outage.

        Args:
            shards: the shards whose tables were not served; paused tables stay as they are.
            seconds: the length of the outage; negative if the machine's clock was set back. It also shifts the
                deadlines of answered questions, the start of those without a clock, and the deadlines of lobbies, whose
                players get a letter.
            moved: open questions with their new times; those answered meanwhile are skipped.
            words: the notice to their tables.
            season_line: the line about the outage for the logs of current seasons.
            now: the time at which the program is recorded as alive.
        """
        rows = connection.execute(
            "select game_id, status = 'open' and confirm_until is not null from games "
            f"where status in ('open', 'running') and paused_at is null and {OWNED_SERVER}",
            shards.parameters,
        ).fetchall()
        _shift_times(connection, timedelta(seconds=seconds), [game_id for game_id, _ in rows], now)
        for game_id, waits in rows:
            if waits:
                letter_rows.OutboxRows.add(connection, game_id, [NewLetter("board"), NewLetter("ask")], now)
        told = {ask.game_id for ask in moved if _update_times(connection, ask.game_id, ask.seat, ask.etag, ask.times)}
        for game_id in sorted(told):
            letter_rows.OutboxRows.add(connection, game_id, [NewLetter("board"), words], now)
        league_log.add_outage(connection, shards, season_line, now)
        ladder_requests.shift_requests(connection, shards, timedelta(seconds=seconds))
        metadata.MetadataRows.prove_alive(connection, shards, now)


def _shift_times(connection: Connection, by: timedelta, games: Sequence[int], now: str) -> None:
    """Shift the stored times of these tables that belong to no running clock.

    They are: the start of questions without a deadline, the deadlines of answered questions, and of a lobby its opening
    time, its deadline for confirmations, the confirmations, and the deadline of its second call.
    """

    def shift(moment: str | None) -> str | None:
        if moment is None or not is_moment(moment):
            return moment
        return (datetime.fromisoformat(moment) + by).isoformat(timespec="seconds")

    def shift_to_now_at_most(moment: str) -> str:
        return min(str(shift(moment)), now)

    for game_id in games:
        this = (game_id,)
        asked = connection.execute(
            "select asked_at, seat from asks where game_id = ? and asked_at is not null and due_at is null", this
        ).fetchall()
        connection.executemany(
            "update asks set asked_at = ? where game_id = ? and seat = ?",
            [(shift_to_now_at_most(asked_at), game_id, seat) for asked_at, seat in asked],
        )
        answered = connection.execute(
            "select was_due, revision from moves where game_id = ? and was_due is not null", this
        ).fetchall()
        connection.executemany(
            "update moves set was_due = ? where game_id = ? and revision = ?",
            [(shift(was_due), game_id, revision) for was_due, revision in answered],
        )
        lobby = connection.execute(
            "select opened_at, confirm_until, called_again from games where game_id = ? and status = 'open'", this
        ).fetchone()
        if lobby is not None:
            connection.execute(
                "update games set opened_at = ?, confirm_until = ?, called_again = ? where game_id = ?",
                (*map(shift, lobby), game_id),
            )
        if lobby is not None and lobby[1] is not None:
            here = connection.execute(
                "select here_at, seat from seats where game_id = ? and here_at is not null", this
            ).fetchall()
            connection.executemany(
                "update seats set here_at = ? where game_id = ? and seat = ?",
                [(shift_to_now_at_most(here_at), game_id, seat) for here_at, seat in here],
            )


def _update_times(connection: Connection, game_id: int, seat: int, etag: str, times: QuestionTimes) -> bool:
    changed = connection.execute(
        "update asks set asked_at = ?, due_at = ?, next_at = ?, reminded = ? "
        "where game_id = ? and seat = ? and etag = ?",
        (times.asked_at, times.due_at, times.next_at, times.reminded, game_id, seat, etag),
    )
    return bool(changed.rowcount)
