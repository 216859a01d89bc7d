"""Rows of letters: what is to be sent, and what became of it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence

from storage.failures import damaged_game
from storage.interface import Carried, Letter, LetterKind, NewLetter
from storage.operations import read, write

_REPLACING: frozenset[LetterKind] = frozenset({"board", "ask"})
"""They show how things stand, so that only the newest is worth sending."""
_KEPT = (
    "iif(kind in ('notice', 'vacancy'), body, "
    "iif(json_extract(body, '$.hushed') is null, '{}', json_object('hushed', json('true'))))"
)
"""What stays of a letter's words: those for the table, which are in the log, and whether the others are hushed up."""


def insert(connection: sqlite3.Connection, game_id: int, revision: int, letters: Sequence[NewLetter], now: str) -> None:
    """Write letters; earlier ones that they replace and that still wait are taken back."""
    for kind in _REPLACING & {letter.kind for letter in letters}:
        take_back(connection, game_id, kind)
    connection.executemany(
        "insert into letters (game_id, revision, kind, seat, body, written_at) values (?, ?, ?, ?, ?, ?)",
        [(game_id, revision, letter.kind, letter.seat, letter.body, now) for letter in letters],
    )


def take_back(connection: sqlite3.Connection, game_id: int, kind: LetterKind) -> None:
    """Delete the letters of a kind that wait to be sent."""
    connection.execute("delete from letters where game_id = ? and kind = ? and fate = 'waiting'", (game_id, kind))


@write
def add(connection: sqlite3.Connection, game_id: int, letters: Sequence[NewLetter], now: str) -> None:
    """See `Letters.add`."""
    revision = connection.execute("select revision from games where game_id = ?", (game_id,)).fetchone()
    if revision is None:
        raise LookupError(f"there is no game {game_id}")
    insert(connection, game_id, revision[0], letters, now)


def write_down(connection: sqlite3.Connection, game_id: int, words: str, now: str) -> None:
    """Write what is told in the log alone, and is no message."""
    connection.execute(
        "insert into letters (game_id, revision, kind, body, fate, reason, written_at, changed_at) "
        "select game_id, revision, 'notice', ?1, 'expired', 'for the log alone', ?2, ?2 from games where game_id = ?3",
        (json.dumps({"text": words}), now, game_id),
    )


@read
def unsent(connection: sqlite3.Connection, game_id: int) -> Sequence[Letter]:
    """See `Letters.unsent`."""
    rows = connection.execute(
        "select letter_id, game_id, revision, kind, seat, body, attempts, written_at from letters "
        "where game_id = ? and fate = 'waiting' order by letter_id",
        (game_id,),
    )
    letters = [Letter(*row) for row in rows]
    for letter in letters:
        check_json(game_id, "a letter", letter.body)
    return letters


@read
def games_with_unsent(connection: sqlite3.Connection) -> Sequence[int]:
    """See `Letters.games_with_unsent`."""
    rows = connection.execute("select distinct game_id from letters where fate = 'waiting' order by game_id")
    return [game_id for (game_id,) in rows]


@write
def sent(connection: sqlite3.Connection, letter: Letter, now: str, carried: Carried | None = None) -> None:
    """See `Letters.sent`; when it went stays on record, and what it told the table beside news is in the log."""
    way, refused = (None, None) if carried is None else (carried.way, carried.refused)
    connection.execute(
        f"update letters set fate = 'sent', body = {_KEPT}, changed_at = ?, "  # noqa: S608 - nothing but our own words
        "way = ?, refused = ? where letter_id = ? and fate = 'waiting'",
        (now, way, refused, letter.letter_id),
    )


@write
def expired(connection: sqlite3.Connection, letters: Sequence[Letter], reason: str, now: str) -> None:
    """See `Letters.expired`."""
    connection.executemany(
        f"update letters set fate = 'expired', body = {_KEPT}, reason = ?, "  # noqa: S608 - nothing but our own words
        "changed_at = ? where letter_id = ? and fate = 'waiting'",
        [(reason, now, letter.letter_id) for letter in letters],
    )


@write
def failed(connection: sqlite3.Connection, letter: Letter, reason: str, now: str, *, given_up: bool) -> None:
    """See `Letters.failed`."""
    connection.execute(
        f"update letters set fate = ?1, body = iif(?1 = 'given up', {_KEPT}, body), "  # noqa: S608 - our own words
        "attempts = attempts + 1, reason = ?2, changed_at = ?3 where letter_id = ?4 and fate = 'waiting'",
        ("given up" if given_up else "waiting", reason, now, letter.letter_id),
    )


@read
def notices(connection: sqlite3.Connection, game_id: int) -> Sequence[tuple[int, str]]:
    """See `Letters.notices`."""
    return connection.execute(
        "select revision, json_extract(body, '$.text') from letters "
        "where game_id = ? and kind in ('notice', 'vacancy') and json_extract(body, '$.text') is not null "
        "order by letter_id",
        (game_id,),
    ).fetchall()


@read
def silent_since(connection: sqlite3.Connection, before: str) -> Sequence[int]:
    """See `Letters.silent_since`."""
    rows = connection.execute(
        "select game_id from games where status = 'running' and game_id not in ("
        "select game_id from letters where written_at > ? and fate <> 'expired' and (kind in "
        "('post', 'final', 'notice', 'motion', 'vacancy', 'awake') or way = 'channel' "
        "or (kind = 'ask' and fate = 'waiting'))) order by game_id",
        (before,),
    )
    return [game_id for (game_id,) in rows]


def check_json(game_id: int, what: str, text: str | None) -> None:
    """Raise StoreFailed when a text that was saved as JSON is none any more."""
    try:
        json.loads(text or "null")
    except ValueError as error:
        raise damaged_game(game_id, what) from error
