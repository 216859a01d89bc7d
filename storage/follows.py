"""Rows of followed tables: people without a seat get public news once a day."""

from __future__ import annotations

from collections.abc import Sequence

from storage import outbox as letter_rows
from storage.interface.database import Connection
from storage.interface.event_marks import Followed
from storage.interface.letters import NewLetter
from storage.interface.shards import Shards
from storage.operations import Group, read, write
from storage.shards import OWNED_SERVER

_FOLLOWED = (
    "select follow_id, game_id, follows.user_id, follows.revision, games.revision, games.status = 'finished' "
    "from follows join games using (game_id) "
)


class FollowRows(Group):
    """Followed tables, one row for each person and table."""

    @write
    @staticmethod
    def put(connection: Connection, game_id: int, user_id: int, now: str, most: int) -> bool:
        """Let a person follow a running table from now on; return False if it does not run or they follow too many.

        Args:
            game_id: the table.
            user_id: the person.
            now: the present time.
            most: maximum number of tables that one person may follow.
        """
        (followed,) = connection.execute(
            "select count(*) from follows where user_id = ? and game_id <> ?", (user_id, game_id)
        ).fetchone()
        if followed >= most:
            return False
        written = connection.execute(
            "insert into follows (game_id, user_id, revision, told_at) "
            "select game_id, cast(? as bigint), revision, cast(? as text) from games "
            "where game_id = ? and status = 'running' on conflict (game_id, user_id) do nothing returning 1",
            (user_id, now, game_id),
        ).fetchone()
        return written is not None or FollowRows.is_following(connection, game_id, user_id)

    @write
    @staticmethod
    def drop(connection: Connection, game_id: int, user_id: int) -> None:
        """End a person's following of a table."""
        drop_follow(connection, game_id, user_id)

    @read
    @staticmethod
    def is_following(connection: Connection, game_id: int, user_id: int) -> bool:
        """Return whether a person follows a table."""
        row = connection.execute(
            "select 1 from follows where game_id = ? and user_id = ?", (game_id, user_id)
        ).fetchone()
        return row is not None

    @read
    @staticmethod
    def get(connection: Connection, follow_id: int) -> Followed | None:
        """Return a followed table; None if its person has stopped following it, or was forgotten."""
        row = connection.execute(f"{_FOLLOWED}where follow_id = ?", (follow_id,)).fetchone()
        return None if row is None else _read_followed(row)

    @read
    @staticmethod
    def list_due(connection: Connection, shards: Shards, before: str) -> Sequence[Followed]:
        """Return the followed tables that have moved on and were last told before this time, and all that are over.

        People who have taken a seat there meanwhile are left out.
        """
        rows = connection.execute(
            f"{_FOLLOWED}where not is_over "
            "and (games.status = 'finished' or (follows.revision < games.revision and told_at <= ?)) "
            "and not exists (select 1 from seats where seats.game_id = follows.game_id "
            f"and seats.user_id = follows.user_id) and {OWNED_SERVER} order by follow_id",
            (before, *shards.parameters),
        )
        return [_read_followed(row) for row in rows]

    @write
    @staticmethod
    def mark_told(connection: Connection, followed: Followed, letter: NewLetter | None, now: str) -> None:
        """Advance a follower's mark to a revision, and write the letter with the news up to it.

        Nothing is written if another process has done so since, or if they have stopped following the table. The letter
        has the revision of the mark, so that a later move is sent once.
        """
        marked = connection.execute(
            "update follows set revision = ?, told_at = ?, is_over = ? where follow_id = ? and revision = ? "
            "and not is_over returning 1",
            (followed.revision, now, followed.is_over, followed.follow_id, followed.told),
        ).fetchone()
        if marked is not None and letter is not None:
            letter_rows.insert(connection, followed.game_id, followed.revision, [letter], now)


def drop_follow(connection: Connection, game_id: int, user_id: int) -> None:
    """End a person's following of a table."""
    connection.execute("delete from follows where game_id = ? and user_id = ?", (game_id, user_id))


def drop_follows_of_game(connection: Connection, game_id: int) -> None:
    """End all following of a table."""
    connection.execute("delete from follows where game_id = ?", (game_id,))


def _read_followed(row: tuple[int, int, int, int, int, bool]) -> Followed:
    followed = Followed(*row)
    return followed._replace(is_over=bool(followed.is_over))
