"""Rows of open questions: the seats that must answer, and their clocks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from storage.interface.database import Connection
from storage.interface.game_log import NewGameLogRecord
from storage.interface.questions import OpenQuestion, QuestionTimes
from storage.interface.shards import Shards
from storage.interface.times import is_moment
from storage.operations import Group, read, write
from storage.shards import OWNED_SERVER, build_own_game_condition


class OpenQuestionRows(Group):
    """Open questions."""

    @read
    @staticmethod
    def list_in_game(connection: Connection, game_id: int) -> Sequence[OpenQuestion]:
        """Return the open questions of a game."""
        rows = connection.execute(
            "select seat, etag, pinged, asked_at, due_at, next_at, reminded from asks where game_id = ? order by seat",
            (game_id,),
        )
        return [OpenQuestion(seat, etag, bool(pinged), read_times(*times)) for seat, etag, pinged, *times in rows]

    @read
    @staticmethod
    def list_uncalled(connection: Connection, shards: Shards) -> Sequence[tuple[int, int]]:
        """Return the games and people with a question for which no call was sent or is waiting."""
        return connection.execute(
            "select game_id, user_id from asks where not pinged and user_id is not null "
            f"and exists (select 1 from games where games.game_id = asks.game_id and lost is null and {OWNED_SERVER}) "
            "and not exists (select 1 from letters where letters.game_id = asks.game_id and kind = 'ask' "
            "and fate = 'waiting')",
            shards.parameters,
        ).fetchall()

    @write
    @staticmethod
    def mark_pinged(connection: Connection, game_id: int, asks: Mapping[int, str]) -> None:
        """Record that these seats were called to the questions with these etags, if they are still open."""
        connection.executemany(
            "update asks set pinged = true where game_id = ? and seat = ? and etag = ?",
            [(game_id, seat, etag) for seat, etag in asks.items()],
        )

    @read
    @staticmethod
    def list_games_waiting_for(connection: Connection, user_id: int) -> Sequence[int]:
        """Return the ids of running games that wait for this person."""
        rows = connection.execute("select distinct game_id from asks where user_id = ? order by game_id", (user_id,))
        return [game_id for (game_id,) in rows]

    @read
    @staticmethod
    def find_next_game(connection: Connection, user_id: int, present: int) -> tuple[str, str, str | None] | None:
        """Return title, name and deadline of the most urgent other table that waits for this person."""
        found: tuple[str, str, str | None] | None = connection.execute(
            "select title, name, case when paused_at is null then due_at end as due "
            "from asks join games using (game_id) "
            "where user_id = ? and game_id <> ? and status = 'running' and lost is null "
            "order by case when paused_at is null then due_at end is null, due, game_id limit 1",
            (user_id, present),
        ).fetchone()
        return found

    @read
    @staticmethod
    def list_games_waiting_for_bots(connection: Connection, shards: Shards) -> Sequence[int]:
        """Return the ids of running games that wait for a bot or a seat that has conceded."""
        rows = connection.execute(
            f"select distinct game_id from asks where user_id is null and {build_own_game_condition('asks')} "
            "order by game_id",
            shards.parameters,
        )
        return [game_id for (game_id,) in rows]

    @write
    @staticmethod
    def update_etags(connection: Connection, game_id: int, names: Mapping[int, tuple[str, str]]) -> None:
        """Replace the etags of open questions, by seat; their clocks keep running."""
        connection.executemany(
            "update asks set etag = ? where game_id = ? and seat = ? and etag = ?",
            [(etag, game_id, seat, former) for seat, (former, etag) in names.items()],
        )


def read_times(asked_at: str | None, due_at: str | None, next_at: str | None, reminded: int) -> QuestionTimes | None:
    """Return a question's clock; None if it has none or an unreadable one, so that it gets a new clock."""
    if not asked_at or not all(is_moment(at) for at in (asked_at, due_at, next_at) if at is not None):
        return None
    return QuestionTimes(asked_at, due_at, next_at, reminded)


def put(connection: Connection, entry: NewGameLogRecord) -> None:
    """Close and open questions as an entry demands."""
    # An unchanged etag is the same question: its players were called, and its clock keeps running.
    before = dict(connection.execute("select seat, etag from asks where game_id = ?", (entry.game_id,)).fetchall())
    closed = [seat for seat, etag in before.items() if entry.asks.get(seat) != etag]
    opened = [seat for seat, etag in entry.asks.items() if before.get(seat) != etag]
    connection.executemany(
        "delete from asks where game_id = ? and seat = ?", [(entry.game_id, seat) for seat in closed]
    )
    connection.executemany(
        "insert into asks (game_id, seat, etag, asked_at, due_at, next_at, reminded, pinged, user_id) "
        "values (?, ?, ?, ?, ?, ?, ?, ?, (select case when conceded or away or ? then null else user_id end from seats "
        "where game_id = ? and seat = ?))",
        [
            (
                *(entry.game_id, seat, entry.asks[seat]),
                *_build_clock_columns(entry.times.get(seat)),
                seat == entry.present,
                seat in entry.unwaited,
                *(entry.game_id, seat),
            )
            for seat in opened
        ],
    )
    if entry.away or entry.kind == "concede":  # treated like a bot's question from here on
        connection.execute("update asks set user_id = null where game_id = ? and seat = ?", (entry.game_id, entry.seat))


def _build_clock_columns(times: QuestionTimes | None) -> tuple[str | None, str | None, str | None, int]:
    return (None, None, None, 0) if times is None else (times.asked_at, times.due_at, times.next_at, times.reminded)
