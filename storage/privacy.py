"""What is kept of people, and how it goes: forgetting, and what is kept only for a while."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from storage import leagues, leavers, looks, seats
from storage.interface import CALLED_AGAIN, FORGET, LEFT, REMOVED, SEEN
from storage.operations import read, write

SOMEBODY = "somebody"
"""Stands where a text mentioned somebody who was forgotten, and no seat is known."""
_MENTION = re.compile(r"<@\d+>")
_BOLD = re.compile(r"\*\*.+?\*\*")


@write
def forget(connection: sqlite3.Connection, user_id: int) -> Sequence[int]:
    """See `Privacy.forget`."""
    with _for_good(connection):
        return _forget(connection, user_id)


@contextmanager
def _for_good(connection: sqlite3.Connection) -> Iterator[None]:
    """Let SQLite overwrite what is deleted; else it stays in the file until something else needs its place."""
    connection.execute("pragma secure_delete = on").fetchone()
    try:
        yield
    finally:
        connection.execute("pragma secure_delete = fast").fetchone()


def _forget(connection: sqlite3.Connection, user_id: int) -> Sequence[int]:
    leavers.make_nameless(connection, user_id)
    seats = connection.execute(
        "select game_id, seat, status from seats join games using (game_id) where user_id = ?", (user_id,)
    ).fetchall()
    opened = connection.execute("select game_id from games where opened_by = ?", (user_id,)).fetchall()
    for game_id, seat, status in seats:
        if status == "running":
            leavers.leave(connection, game_id, seat)
        clear(connection, game_id, seat)
    connection.execute("update games set opened_by = 0 where opened_by = ?", (user_id,))
    connection.execute("delete from people where user_id = ?", (user_id,))
    connection.execute("delete from notes where key = ? || ?", (FORGET, user_id))
    looks.forget(connection, user_id)
    leagues.forget(connection, user_id)
    _end_threads(connection, user_id)
    named = [game_id for (game_id,) in connection.execute(_NAMING, {"user": user_id})]
    for game_id in named:
        _unname(connection, game_id, user_id)
    return sorted({row[0] for row in (*seats, *opened)} | set(named))


def clear(connection: sqlite3.Connection, game_id: int, seat: int) -> None:
    """Let nobody sit, or have sat, on a seat; its moves stay. Before the game has begun, there is no such seat then."""
    seats.clear(connection, game_id, seat)
    this = (game_id, seat)
    connection.execute(
        "update letters set body = '{}' where game_id = ? and seat = ? and kind in ('hand', 'note', 'order') "
        "and fate <> 'waiting'",
        this,
    )
    connection.execute("update asks set user_id = null where game_id = ? and seat = ?", this)
    connection.execute(
        "delete from seats where game_id = ? and seat = ? "
        "and exists (select 1 from games where games.game_id = seats.game_id and status = 'open')",
        this,
    )
    connection.execute(
        "update seats set user_id = null, name = 'Seat ' || seat, misses = 0, here_at = null, "
        "away = not conceded and exists "
        "(select 1 from games where games.game_id = seats.game_id and status = 'running') "
        "where game_id = ? and seat = ?",
        this,
    )


_NAMING = (
    "select distinct game_id from letters where kind in ('notice', 'vacancy') and "
    "(json_extract(body, '$.who') = :user or instr(body, '<@' || :user || '>') "
    "or (kind = 'vacancy' and json_extract(body, '$.who') is null and instr(body, '**')))"
)
"""Finds the logs that name somebody. What older versions wrote of empty chairs does not tell whom it names."""


def _unname(connection: sqlite3.Connection, game_id: int, user_id: int | None) -> None:
    """Let the lines of a log name a seat instead of a person, or (None) instead of anybody."""
    rows = connection.execute(
        "select letter_id, kind, seat, body from letters where game_id = ? and kind in ('notice', 'vacancy')",
        (game_id,),
    ).fetchall()
    for letter_id, kind, seat, body in rows:
        known = _body(body)
        words = str(known.get("text") or "")
        words = _MENTION.sub(SOMEBODY, words) if user_id is None else words.replace(f"<@{user_id}>", SOMEBODY)
        whose = known.get("who")
        if kind == "vacancy" and (whose is None or user_id in (None, whose)):
            called = str(known.get("called") or "") or next(iter(_BOLD.findall(words)), None)
            words = words if called is None else words.replace(called, f"**Seat {seat}**")
            known = {key: value for key, value in known.items() if key not in ("who", "called")}
        fresh = json.dumps(known | ({"text": words} if "text" in known else {}))
        connection.execute("update letters set body = ?1 where letter_id = ?2 and body <> ?1", (fresh, letter_id))


def _body(stored: str) -> dict[str, object]:
    """Return what a letter says, which is nothing when it is damaged."""
    try:
        known = json.loads(stored)
    except ValueError:
        return {}
    return known if isinstance(known, dict) else {}


def _end_threads(connection: sqlite3.Connection, user_id: int) -> None:
    """End the names of private threads with their player; the threads themselves are still to be closed."""
    connection.execute(
        "update or replace messages set role = substr(role, 1, length(role) - length(?1)) || '0' "
        "where role like 'secrets:%:' || ?1",
        (str(user_id),),
    )


@read
def is_kept(connection: sqlite3.Connection, user_id: int) -> bool:
    """See `Privacy.is_kept`."""
    named = (
        "select 1 from letters where kind in ('notice', 'vacancy') and "
        "(json_extract(body, '$.who') = :user or instr(body, '<@' || :user || '>'))"
    )
    found = connection.execute(
        "select exists (select 1 from people where user_id = :user) or exists "  # noqa: S608 - our own words
        "(select 1 from seats where user_id = :user) or exists (select 1 from games where opened_by = :user) or "
        f"exists (select 1 from notes where key like :looks or key like :left) or exists ({named}) or exists "
        f"({leagues.NAMING})",
        {"user": user_id, "looks": f"{SEEN}%:{user_id}", "left": f"{LEFT}%:{user_id}"},
    ).fetchone()[0]
    return bool(found)


@read
def to_forget(connection: sqlite3.Connection) -> Sequence[int]:
    """See `Privacy.to_forget`."""
    rows = connection.execute("select key from notes where key like ? || '%'", (FORGET,))
    return [int(key.removeprefix(FORGET)) for (key,) in rows]


@write
def retire(connection: sqlite3.Connection, before: str) -> tuple[Sequence[int], Sequence[int]]:
    """See `Privacy.retire`."""
    with _for_good(connection):
        return _retire(connection, before)


def _retire(connection: sqlite3.Connection, before: str) -> tuple[Sequence[int], Sequence[int]]:
    games = connection.execute(
        "select game_id from games where status in ('finished', 'abandoned') and finished_at < ? and (opened_by <> 0 "
        "or exists (select 1 from seats where seats.game_id = games.game_id and user_id is not null) "
        "or exists (select 1 from letters where letters.game_id = games.game_id and kind in ('notice', 'vacancy') "
        "and (json_extract(body, '$.who') is not null or instr(body, '<@'))))",
        (before,),
    ).fetchall()
    people = {
        user_id
        for (game_id,) in games
        for (user_id,) in connection.execute(
            "select user_id from seats where game_id = ?1 and user_id is not null "
            "union select opened_by from games where game_id = ?1 and opened_by <> 0",
            (game_id,),
        )
    }
    for (game_id,) in games:
        seats = connection.execute("select seat from seats where game_id = ? and user_id is not null", (game_id,))
        for (seat,) in seats.fetchall():
            clear(connection, game_id, seat)
        connection.execute("update games set opened_by = 0 where game_id = ?", (game_id,))
        connection.execute("delete from messages where game_id = ? and role like 'secrets:%'", (game_id,))
        _unname(connection, game_id, None)
    people |= leagues.retire(connection, before)
    return [game_id for (game_id,) in games], _without_those_still_here(connection, people)


@write
def erase_server(connection: sqlite3.Connection, guild_id: int) -> tuple[Sequence[int], Sequence[int]]:
    """See `Privacy.erase_server`."""
    with _for_good(connection):
        return _erase_server(connection, guild_id)


def _erase_server(connection: sqlite3.Connection, guild_id: int) -> tuple[Sequence[int], Sequence[int]]:
    games = [row[0] for row in connection.execute("select game_id from games where guild_id = ?", (guild_id,))]
    people = leagues.erase(connection, guild_id)
    for game_id in games:
        people |= {
            user_id
            for (user_id,) in connection.execute(
                "select user_id from seats where game_id = ?1 and user_id is not null "
                "union select opened_by from games where game_id = ?1 and opened_by <> 0",
                (game_id,),
            )
        }
        for table in (
            "states",
            "asks",
            "orders",
            "results",
            "letters",
            "messages",
            "motions",
            "moves",
            "seats",
            "games",
        ):
            connection.execute(f"delete from {table} where game_id = ?", (game_id,))  # noqa: S608 - our own names
        leavers.drop(connection, game_id)
        for key in (f"{SEEN}{game_id}:%", f"orders ended:{game_id}:%"):
            connection.execute("delete from notes where key like ?", (key,))
        for key in (f"{CALLED_AGAIN}{game_id}", f"again:{game_id}"):
            connection.execute("delete from notes where key = ?", (key,))
    connection.execute("delete from notes where key = ? || ?", (REMOVED, guild_id))
    return games, _without_those_still_here(connection, people)


def _without_those_still_here(connection: sqlite3.Connection, people: Iterable[int]) -> Sequence[int]:
    """Delete the settings of those of whom no table is left; return who they were."""
    gone = [
        user_id
        for user_id in sorted(people)
        if not connection.execute(
            "select exists (select 1 from seats where user_id = :user) or exists "  # noqa: S608 - our own words
            f"(select 1 from games where opened_by = :user) or exists ({leagues.NAMING})",
            {"user": user_id},
        ).fetchone()[0]
    ]
    connection.executemany("delete from people where user_id = ?", [(user_id,) for user_id in gone])
    return gone
