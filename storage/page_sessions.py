"""Rows of one-use links to pages of tables, and of the browsers in which they were opened.

The secrets themselves are not stored, only their digests.
"""

from __future__ import annotations

from collections.abc import Sequence

from storage.interface.database import Connection
from storage.interface.page_sessions import PageSession, PageTable
from storage.operations import Group, build_placeholders, erase, read, write
from storage.shards import serialize_transactions

_COLUMNS = "session_id, page_sessions.user_id, page_sessions.game_id, begun_at, used_at, ends_at"
_SITS = (
    "exists (select 1 from seats where seats.game_id = page_sessions.game_id and seats.user_id = page_sessions.user_id)"
)


class PageSessionRows(Group):
    """Links and sessions of own pages."""

    @write
    @staticmethod
    def add_link(connection: Connection, digest: str, user_id: int, game_id: int, ends_at: str) -> None:
        """Store a link; it replaces the person's unused links to the same table."""
        connection.execute("delete from page_links where user_id = ? and game_id = ?", (user_id, game_id))
        connection.execute(
            "insert into page_links (digest, user_id, game_id, ends_at) values (?, ?, ?, ?)",
            (digest, user_id, game_id, ends_at),
        )

    @read
    @staticmethod
    def find_link(connection: Connection, digest: str, now: str) -> tuple[int, int] | None:
        """Return the person and the table of an unused link, without using it up; None if there is none."""
        found = connection.execute(
            "select user_id, game_id from page_links where digest = ? and ends_at > ?", (digest, now)
        ).fetchone()
        return None if found is None else (found[0], found[1])

    @read
    @staticmethod
    def has_link(connection: Connection, digest: str, since: str) -> bool:
        """Return whether a link is unused, or ended after this moment, by its use or its age."""
        found = connection.execute("select 1 from page_links where digest = ? and ends_at > ?", (digest, since))
        return found.fetchone() is not None

    @write
    @staticmethod
    def use_link(
        connection: Connection, link: str, session: str, now: str, ends_at: str, repeats_since: str
    ) -> int | None:
        """Exchange an unused link for a session; return its table, or None if the link is used or too old.

        Args:
            link: digest of the link.
            session: digest of the new session.
            now: the present time.
            ends_at: the latest end of the session.
            repeats_since: a session that began later may be asked for again.
        """
        serialize_transactions(connection, f"page link {link}")
        found = PageSessionRows.find_link(connection, link, now)
        connection.execute("update page_links set ends_at = ? where digest = ? and ends_at > ?", (now, link, now))
        if found is None:
            begun = connection.execute(
                "select game_id from page_sessions where digest = ? and begun_at > ?", (session, repeats_since)
            ).fetchone()
            return None if begun is None else begun[0]
        user_id, game_id = found
        connection.execute(
            "insert into page_sessions (digest, user_id, game_id, begun_at, used_at, ends_at) "
            "values (?, ?, ?, ?, ?, ?)",
            (session, user_id, game_id, now, now, ends_at),
        )
        return game_id

    @write
    @staticmethod
    def add(connection: Connection, digest: str, user_id: int, game_id: int, now: str, ends_at: str) -> bool:
        """Store the session of a signed-in person; return False if they have no seat at this running table.

        Args:
            digest: digest of its secret.
            user_id: the person.
            game_id: the table.
            now: the present time.
            ends_at: the latest end of the session.
        """
        added = connection.execute(
            "insert into page_sessions (digest, user_id, game_id, begun_at, used_at, ends_at) "
            "select ?, user_id, game_id, ?, ?, ? from seats "
            "where game_id = ? and user_id = ? and game_id in (select game_id from games where status = 'running')",
            (digest, now, now, ends_at, game_id, user_id),
        )
        return bool(added.rowcount)

    @read
    @staticmethod
    def list_tables(connection: Connection, user_id: int, limit: int) -> Sequence[PageTable]:
        """Return a person's running tables, those that wait for them first."""
        rows = connection.execute(
            "select game_id, title, name, "
            "exists (select 1 from asks where asks.game_id = games.game_id and asks.user_id = ?) as waits "
            "from games where status = 'running' and game_id in (select game_id from seats where user_id = ?) "
            "order by waits desc, game_id desc limit ?",
            (user_id, user_id, limit),
        )
        return [PageTable(game_id, title, name, bool(waits)) for game_id, title, name, waits in rows]

    @read
    @staticmethod
    def find(connection: Connection, digest: str, now: str, used_since: str) -> PageSession | None:
        """Return a session that has not ended and whose person still sits at its table.

        Args:
            digest: digest of its secret.
            now: the present time.
            used_since: a session that was last used before has ended.
        """
        found = connection.execute(
            f"select {_COLUMNS} from page_sessions where digest = ? and ends_at > ? and used_at > ? and {_SITS}",
            (digest, now, used_since),
        ).fetchone()
        return None if found is None else PageSession(*found)

    @read
    @staticmethod
    def list_open(
        connection: Connection, session_ids: Sequence[int], now: str, used_since: str
    ) -> Sequence[PageSession]:
        """Return those of these sessions that have not ended; see `find`."""
        rows = connection.execute(
            f"select {_COLUMNS} from page_sessions where session_id in ({build_placeholders(session_ids)}) "
            f"and ends_at > ? and used_at > ? and {_SITS}",
            (*session_ids, now, used_since),
        )
        return [PageSession(*row) for row in rows]

    @write
    @staticmethod
    def note_use(connection: Connection, session_id: int, now: str) -> None:
        """Record that a session is in use."""
        connection.execute("update page_sessions set used_at = ? where session_id = ?", (now, session_id))

    @read
    @staticmethod
    def list_of_person(connection: Connection, user_id: int, now: str, used_since: str) -> Sequence[PageSession]:
        """Return a person's sessions that have not ended, oldest first; see `find`."""
        rows = connection.execute(
            f"select {_COLUMNS} from page_sessions where user_id = ? and ends_at > ? and used_at > ? and {_SITS} "
            "order by session_id",
            (user_id, now, used_since),
        )
        return [PageSession(*row) for row in rows]

    @write
    @staticmethod
    def end(connection: Connection, user_id: int, session_id: int) -> bool:
        """End one of a person's sessions; return False if they have no such one."""
        gone = connection.execute(
            "delete from page_sessions where session_id = ? and user_id = ?", (session_id, user_id)
        )
        return bool(gone.rowcount)

    @write
    @staticmethod
    def end_all(connection: Connection, user_id: int) -> None:
        """End all of a person's sessions, and delete their unused links."""
        forget(connection, user_id)

    @erase
    @staticmethod
    def clean_up(connection: Connection, now: str, used_since: str) -> None:
        """Delete links and sessions that have ended."""
        connection.execute("delete from page_links where ends_at <= ?", (now,))
        connection.execute("delete from page_sessions where ends_at <= ?", (now,))
        connection.execute("delete from page_sessions where used_at <= ?", (used_since,))

    @erase
    @staticmethod
    def end_older(connection: Connection, begun_until: str, links_until: str) -> None:
        """End sessions that began until a moment, and delete links that end until another."""
        connection.execute("delete from page_links where ends_at <= ?", (links_until,))
        connection.execute("delete from page_sessions where begun_at <= ?", (begun_until,))


def end_at_seat(connection: Connection, game_id: int, seat: int) -> None:
    """End the sessions of a seat's player at this table, before the seat changes hands."""
    seat_of_game = (game_id, game_id, seat)
    connection.execute(
        "delete from page_links where game_id = ? and user_id in "
        "(select user_id from seats where game_id = ? and seat = ?)",
        seat_of_game,
    )
    connection.execute(
        "delete from page_sessions where game_id = ? and user_id in "
        "(select user_id from seats where game_id = ? and seat = ?)",
        seat_of_game,
    )


def forget(connection: Connection, user_id: int) -> None:
    """End a person's sessions, and delete their links."""
    connection.execute("delete from page_links where user_id = ?", (user_id,))
    connection.execute("delete from page_sessions where user_id = ?", (user_id,))
