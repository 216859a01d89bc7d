"""Erasure and retention of personal data."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence

from storage import former_players, leagues, messages, outbox, page_sessions, personal_data, pseudonyms, seats, webhooks
from storage.interface.database import Connection
from storage.interface.letters import LetterKind
from storage.interface.metadata_keys import ERASURE_KEY
from storage.interface.shards import Shards
from storage.operations import Group, erase, read, write
from storage.shards import OWNED_SERVER, ShardRows, serialize_transactions

ERASED_NAME = "somebody"
"""Replaces the mention of an erased person whose seat is unknown."""
_MENTION = re.compile(r"<@\d+>")
_BOLD = re.compile(r"\*\*.+?\*\*")
_LINES = "select distinct game_id, letter_id, kind, seat, body from named_in_letters join letters using (letter_id) "
"""Finds the log lines that name people."""
_PEOPLE = (
    "select user_id from seats where game_id = :game and user_id is not null "
    "union select opened_by from games where game_id = :game and opened_by <> 0"
)
_ERASE = (
    "delete from states where game_id = ?",
    "delete from asks where game_id = ?",
    "delete from orders where game_id = ?",
    "delete from results where game_id = ?",
    "delete from named_in_letters where letter_id in (select letter_id from letters where game_id = ?)",
    "delete from letters where game_id = ?",
    "delete from messages where game_id = ?",
    "delete from votes where motion_id in (select motion_id from motions where game_id = ?)",
    "delete from motions where game_id = ?",
    "delete from moves where game_id = ?",
    "delete from looks where game_id = ?",
    "delete from plans where game_id = ?",
    "delete from own_notes where game_id = ?",
    "delete from event_marks where game_id = ?",
    "delete from page_links where game_id = ?",
    "delete from page_sessions where game_id = ?",
    "delete from follows where game_id = ?",
    "delete from reviews where game_id = ?",
    "delete from leavers where game_id = ?",
    "delete from seats where game_id = ?",
    "delete from games where game_id = ?",
)
"""Statements that delete a game, in the order of their references."""


class PrivacyRows(Group):
    """Erasure and retention of personal data."""

    collect_data = personal_data.collect_data

    @erase
    @staticmethod
    def forget(connection: Connection, user_id: int) -> Sequence[int]:
        """Delete a person's data, and leave their present and former seats without a name.

        Other people's data is unchanged. Former players of a running game are still recognised there, and
        an entrant until the season is over; see `SeatRows.find_seat_left` and `LeagueRows.find_former_entrant`.

        Returns:
            The ids of the games that were changed.
        """
        former_players.hash_plain_ids(connection, user_id)
        seats = connection.execute(
            "select game_id, seat, status, real_name from seats join games using (game_id) where user_id = ?",
            (user_id,),
        ).fetchall()
        opened = connection.execute("select game_id from games where opened_by = ?", (user_id,)).fetchall()
        for game_id, seat, status, real_name in seats:
            if status == "running":
                former_players.remember_seat_left(connection, game_id, seat)
            if status in ("finished", "abandoned") and real_name is not None:
                _clear_unrevealed_seat(connection, game_id, seat)
            else:
                clear_seat(connection, game_id, seat)
        former_players.forget_orders(connection, user_id)
        connection.execute("update games set opened_by = 0 where opened_by = ?", (user_id,))
        named = connection.execute(
            "update games set name = '', named_by = null where named_by = ? returning game_id", (user_id,)
        ).fetchall()
        connection.execute("delete from people where user_id = ?", (user_id,))
        connection.execute("delete from to_forget where user_id = ?", (user_id,))
        connection.execute("delete from looks where user_id = ?", (user_id,))
        connection.execute("delete from plans where user_id = ?", (user_id,))
        connection.execute("delete from own_notes where user_id = ?", (user_id,))
        connection.execute("delete from event_marks where user_id = ?", (user_id,))
        webhooks.forget(connection, user_id)
        page_sessions.forget(connection, user_id)
        connection.execute("delete from follows where user_id = ?", (user_id,))
        leagues.forget(connection, user_id)
        messages.end_threads(connection, user_id)
        lines = connection.execute(_LINES + "where user_id in (?, ?)", (user_id, outbox.UNKNOWN_MESSAGE)).fetchall()
        for line in lines:
            _remove_name(connection, line, user_id)
            connection.execute(
                "delete from named_in_letters where letter_id = ? and user_id in (?, ?)",
                (line[1], user_id, outbox.UNKNOWN_MESSAGE),
            )
        return sorted({row[0] for row in (*seats, *opened, *named, *lines)})

    @erase
    @staticmethod
    def forget_when_left(connection: Connection, user_id: int, shards: Shards) -> Sequence[int] | None:
        """Record that a person has left all tables of these shards; erase them if no shard is pending.

        Returns:
            As `forget`; empty if other shards were the last meanwhile; None if other shards are pending.
        """
        if not shards.are_all:
            serialize_transactions(connection, ERASURE_KEY.format(user_id))
            if not PrivacyRows.is_to_be_forgotten(connection, user_id):
                return ()
        if not ShardRows.mark_done(connection, ERASURE_KEY.format(user_id), shards):
            return None
        return PrivacyRows.forget(connection, user_id)

    @read
    @staticmethod
    def is_kept(connection: Connection, user_id: int) -> bool:
        """Return whether the store holds data of a person that `forget` would delete."""
        found = connection.execute(
            "select exists (select 1 from people where user_id = :user "
            "union all select 1 from seats where user_id = :user union all select 1 from games where opened_by = :user "
            "union all select 1 from games where named_by = :user "
            "union all select 1 from looks where user_id = :user "
            "union all select 1 from plans where user_id = :user "
            "union all select 1 from own_notes where user_id = :user "
            "union all select 1 from event_marks where user_id = :user "
            "union all select 1 from webhooks where user_id = :user "
            "union all select 1 from page_links where user_id = :user "
            "union all select 1 from page_sessions where user_id = :user "
            "union all select 1 from follows where user_id = :user "
            "union all select 1 from leavers where person = :number "
            f"union all select 1 from named_in_letters where user_id = :user union all {leagues.NAMES_PERSON})",
            {"user": user_id, "number": str(user_id)},
        ).fetchone()[0]
        return bool(found) or bool(pseudonyms.list_seasons_of(connection, user_id))

    @write
    @staticmethod
    def ask_to_forget(connection: Connection, user_id: int) -> None:
        """Ask the running program to erase a person."""
        connection.execute("insert into to_forget (user_id) values (?) on conflict do nothing", (user_id,))

    @read
    @staticmethod
    def list_to_forget(connection: Connection) -> Sequence[int]:
        """Return the people whose erasure is requested."""
        return [user_id for (user_id,) in connection.execute("select user_id from to_forget order by user_id")]

    @read
    @staticmethod
    def is_to_be_forgotten(connection: Connection, user_id: int) -> bool:
        """Return whether a person's erasure is requested and pending."""
        return connection.execute("select 1 from to_forget where user_id = ?", (user_id,)).fetchone() is not None

    @erase
    @staticmethod
    def retire(connection: Connection, shards: Shards, before: str) -> tuple[Sequence[int], Sequence[int]]:
        """Remove names from games that ended before this time; moves and results stay with their seats.

        Returns:
            The ids of the changed games, and of people without any table left, whose settings are deleted.
        """
        games = connection.execute(
            f"select game_id from games where status in ('finished', 'abandoned') and finished_at < ? "
            f"and {OWNED_SERVER} and (opened_by <> 0 or named_by is not null "
            "or exists (select 1 from seats where seats.game_id = games.game_id "
            "and (user_id is not null or real_name is not null)) "
            "or exists (select 1 from named_in_letters join letters using (letter_id) "
            "where letters.game_id = games.game_id))",
            (before, *shards.parameters),
        ).fetchall()
        people = {user_id for (game_id,) in games for (user_id,) in connection.execute(_PEOPLE, {"game": game_id})}
        for (game_id,) in games:
            seats = connection.execute(
                "select seat from seats where game_id = ? and (user_id is not null or real_name is not null)",
                (game_id,),
            )
            for (seat,) in seats.fetchall():
                clear_seat(connection, game_id, seat)
            connection.execute(
                "update games set opened_by = 0, name = '', named_by = null where game_id = ?", (game_id,)
            )
            connection.execute("delete from messages where game_id = ? and reader is not null", (game_id,))
            for line in connection.execute(_LINES + "where game_id = ?", (game_id,)).fetchall():
                _remove_name(connection, line, None)
                connection.execute("delete from named_in_letters where letter_id = ?", (line[1],))
        people |= leagues.retire(connection, shards, before)
        return [game_id for (game_id,) in games], _delete_people_without_tables(connection, people)

    @erase
    @staticmethod
    def erase_server(connection: Connection, guild_id: int) -> tuple[Sequence[int], Sequence[int]]:
        """Delete a server's games and people without any table left; return the ids of both."""
        games = [row[0] for row in connection.execute("select game_id from games where guild_id = ?", (guild_id,))]
        people = leagues.erase(connection, guild_id)
        for game_id in games:
            people |= {user_id for (user_id,) in connection.execute(_PEOPLE, {"game": game_id})}
            for statement in _ERASE:
                connection.execute(statement, (game_id,))
        connection.execute("delete from servers_left where guild_id = ?", (guild_id,))
        connection.execute("delete from threads where guild_id = ?", (guild_id,))
        connection.execute("delete from forum_tags where guild_id = ?", (guild_id,))
        connection.execute("delete from public_servers where guild_id = ?", (guild_id,))
        return games, _delete_people_without_tables(connection, people)


def clear_seat(connection: Connection, game_id: int, seat: int) -> None:
    """Remove the person from a present or former seat; its moves stay. In a lobby the seat itself is deleted."""
    this = (game_id, seat)
    _clear_letters(connection, game_id, seat)
    connection.execute("update asks set user_id = null where game_id = ? and seat = ?", this)
    connection.execute(
        "delete from seats where game_id = ? and seat = ? "
        "and exists (select 1 from games where games.game_id = seats.game_id and status = 'open')",
        this,
    )
    connection.execute(
        "update seats set user_id = null, name = 'Seat ' || seat, real_name = null, misses = 0, here_at = null, "
        "orders_ended = '', away = not conceded and (exists "
        "(select 1 from games where games.game_id = seats.game_id and status = 'running') "
        # an absent player of a league's table keeps their lower rank
        "or (away and exists (select 1 from league_games where league_games.game_id = seats.game_id))) "
        "where game_id = ? and seat = ?",
        this,
    )


def _clear_unrevealed_seat(connection: Connection, game_id: int, seat: int) -> None:
    """Remove the person from a seat of a finished table that reveals nobody; others see no change.

    Another name would tell whose seat it was, because the person's name vanishes elsewhere at the same time.
    """
    _clear_letters(connection, game_id, seat)
    connection.execute(
        "update seats set user_id = null, real_name = name, misses = 0, here_at = null, orders_ended = '' "
        "where game_id = ? and seat = ?",
        (game_id, seat),
    )


def _clear_letters(connection: Connection, game_id: int, seat: int) -> None:
    """Delete a seat's orders and notices, and the contents of its private letters."""
    seats.clear_seat(connection, game_id, seat)
    connection.execute(
        "update letters set body = '{}' where game_id = ? and seat = ? and kind in ('hand', 'note', 'order') "
        "and fate <> 'waiting'",
        (game_id, seat),
    )


def _remove_name(
    connection: Connection, line: tuple[int, int, LetterKind, int | None, str], user_id: int | None
) -> None:
    """Replace a person's name in a log line with the seat; None replaces all names."""
    _, letter_id, kind, seat, body = line
    said = outbox.read_body(body)
    words = str(said.get("text") or "")
    words = _MENTION.sub(ERASED_NAME, words) if user_id is None else words.replace(f"<@{user_id}>", ERASED_NAME)
    whose = said.get("who")
    if kind == "vacancy" and (whose is None or user_id in (None, whose)):
        known = said.get("called")
        called = next(iter(_BOLD.findall(words)), "") if known is None else str(known)
        words = words.replace(called, f"**Seat {seat}**") if called else words  # empty: an alias, which stays
        said = {key: value for key, value in said.items() if key not in ("who", "called") or value == ""}
    fresh = json.dumps({**said, "text": words} if "text" in said else dict(said))
    connection.execute("update letters set body = ? where letter_id = ?", (fresh, letter_id))


def _delete_people_without_tables(connection: Connection, people: Iterable[int]) -> Sequence[int]:
    """Delete the settings of people without any table left; return their ids."""
    gone = [
        user_id
        for user_id in sorted(people)
        if not connection.execute(
            "select exists (select 1 from seats where user_id = :user union all "
            "select 1 from games where opened_by = :user union all select 1 from follows where user_id = :user "
            f"union all {leagues.NAMES_PERSON})",
            {"user": user_id},
        ).fetchone()[0]
    ]
    connection.executemany("delete from people where user_id = ?", [(user_id,) for user_id in gone])
    for user_id in gone:
        webhooks.forget(connection, user_id)
        page_sessions.forget(connection, user_id)
    return gone
