"""Rows of clocks: until when questions are open, and when they have to be looked at."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence

from storage import letters as letter_rows
from storage import notes
from storage.interface import CALLED_AGAIN, Conflict, DueAsk, NewLetter, Times
from storage.operations import read, write

_RUNNING = "exists (select 1 from games where games.game_id = asks.game_id and paused_at is null)"


@read
def next_look(connection: sqlite3.Connection) -> str | None:
    """See `Clocks.next_look`."""
    row = connection.execute(
        f"select next_at from asks where next_at is not null and {_RUNNING} order by next_at limit 1"  # noqa: S608
    ).fetchone()
    return row[0] if row else None


@read
def to_look_at(connection: sqlite3.Connection, now: str) -> Sequence[DueAsk]:
    """See `Clocks.to_look_at`."""
    rows = connection.execute(
        "select game_id, seat, etag, asked_at, due_at, next_at, reminded from asks "  # noqa: S608 - our own words
        f"where next_at <= ? and {_RUNNING} order by next_at",
        (now,),
    )
    return [DueAsk(game_id, seat, etag, Times(*times)) for game_id, seat, etag, *times in rows]


@read
def without_clock(connection: sqlite3.Connection) -> Sequence[int]:
    """See `Clocks.without_clock`."""
    rows = connection.execute("select distinct game_id from asks where asked_at is null and user_id is not null")
    return [game_id for (game_id,) in rows]


@write
def set_times(
    connection: sqlite3.Connection,
    game_id: int,
    seat: int,
    etag: str,
    times: Times,
    letters: Sequence[NewLetter],
    now: str,
) -> None:
    """See `Clocks.set_times`."""
    if _put(connection, game_id, seat, etag, times):
        letter_rows.add(connection, game_id, letters, now)


@write
def extend(
    connection: sqlite3.Connection, game_id: int, seat: int, etag: str, times: Times, words: str, now: str
) -> None:
    """See `Clocks.extend`."""
    if not _put(connection, game_id, seat, etag, times):
        raise Conflict(f"the question to seat {seat} of game {game_id} is not open any more")
    connection.execute("update seats set extensions = extensions + 1 where game_id = ? and seat = ?", (game_id, seat))
    if words:
        letter_rows.add(connection, game_id, [NewLetter("board")], now)
        letter_rows.write_down(connection, game_id, words, now)


@write
def pause(
    connection: sqlite3.Connection,
    game_id: int,
    paused_at: str | None,
    shifted: Sequence[DueAsk],
    letters: Sequence[NewLetter],
    now: str,
) -> None:
    """See `Clocks.pause`."""
    if paused_at is None:
        (stood,) = connection.execute(
            "select coalesce((select strftime('%s', ?) - strftime('%s', paused_at) from games where game_id = ?), 0)",
            (now, game_id),
        ).fetchone()
        _move(connection, stood, [game_id], now)
    connection.execute(
        "update games set paused_at = ? where game_id = ? and status in ('open', 'running')", (paused_at, game_id)
    )
    for ask in shifted:
        _put(connection, ask.game_id, ask.seat, ask.etag, ask.times)
    letter_rows.add(connection, game_id, letters, now)


@write
def give_back(
    connection: sqlite3.Connection, seconds: int, moved: Sequence[DueAsk], words: NewLetter, now: str
) -> None:
    """See `Clocks.give_back`."""
    rows = connection.execute(
        "select game_id, status = 'open' and confirm_until is not null from games "
        "where status in ('open', 'running') and paused_at is null"
    ).fetchall()
    _move(connection, seconds, [game_id for game_id, _ in rows], now)
    for game_id, waits in rows:
        if waits:
            letter_rows.add(connection, game_id, [NewLetter("board"), NewLetter("ask")], now)
    told = {ask.game_id for ask in moved if _put(connection, ask.game_id, ask.seat, ask.etag, ask.times)}
    for game_id in sorted(told):
        letter_rows.add(connection, game_id, [NewLetter("board"), words], now)
    notes.alive(connection, now)


def _move(connection: sqlite3.Connection, seconds: int, games: Sequence[int], now: str) -> None:
    """Move the times of these tables that are no running clock's; written as `timekeeping.text` does.

    They are: since when a question without a clock is open; until when answered questions would have run; and of a
    lobby, when it was opened, until when it waits for people to say that they are here, when those who are said so, and
    for which waiting they were called a second time.
    """
    these = json.dumps(games)
    connection.execute(
        "update asks set asked_at = min(strftime('%Y-%m-%dT%H:%M:%S+00:00', asked_at, ? || ' seconds'), ?) "
        "where asked_at is not null and due_at is null and game_id in (select value from json_each(?))",
        (seconds, now, these),
    )
    connection.execute(
        "update moves set was_due = strftime('%Y-%m-%dT%H:%M:%S+00:00', was_due, ?1 || ' seconds') "
        "where was_due is not null and game_id in (select value from json_each(?2))",
        (seconds, these),
    )
    connection.execute(
        "update seats set here_at = min(strftime('%Y-%m-%dT%H:%M:%S+00:00', here_at, ? || ' seconds'), ?) "
        "where here_at is not null and game_id in (select game_id from games "
        "where status = 'open' and confirm_until is not null and game_id in (select value from json_each(?)))",
        (seconds, now, these),
    )
    connection.execute(
        "update games set opened_at = strftime('%Y-%m-%dT%H:%M:%S+00:00', opened_at, ?1 || ' seconds'), "
        "confirm_until = strftime('%Y-%m-%dT%H:%M:%S+00:00', confirm_until, ?1 || ' seconds') "
        "where status = 'open' and game_id in (select value from json_each(?2))",
        (seconds, these),
    )
    connection.execute(
        "update notes set text = strftime('%Y-%m-%dT%H:%M:%S+00:00', text, ? || ' seconds') "
        "where key in (select ? || value from json_each(?))",
        (seconds, CALLED_AGAIN, these),
    )


def _put(connection: sqlite3.Connection, game_id: int, seat: int, etag: str, times: Times) -> bool:
    changed = connection.execute(
        "update asks set asked_at = ?, due_at = ?, next_at = ?, reminded = ? "
        "where game_id = ? and seat = ? and etag = ?",
        (times.asked_at, times.due_at, times.next_at, times.reminded, game_id, seat, etag),
    )
    return bool(changed.rowcount)
