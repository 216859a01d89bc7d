"""Rows of who has left a seat of a running game, or a season: enough to recognise them there, and to name nobody.

Whoever has seen one hand of a table may not look into another. So a keyed hash of the table and the person is kept,
also of those who are forgotten, until the game is over. Nobody joins the same season twice, or decides there about
tables at which they sat; so of those who are forgotten one of the season is kept, until it is over.
"""

from __future__ import annotations

import hmac
import json
import secrets
import sqlite3
from collections.abc import Sequence

from storage import notes
from storage.interface import LEFT, LEFT_SEASON, Left
from storage.operations import read

_KEY = "key of hashes"
"""Of the note with the key; without it, all of Discord's numbers could be tried out."""


def leave(connection: sqlite3.Connection, game_id: int, seat: int) -> None:
    """Remember who sits on a seat, if anybody does, before they leave it."""
    row = connection.execute(
        "select user_id, extensions from seats where game_id = ? and seat = ? and user_id is not null", (game_id, seat)
    ).fetchone()
    if row is not None:
        key = notes.keep(connection, _KEY, secrets.token_hex(32))
        remark = json.dumps({"seat": seat, "extensions": row[1]})
        notes.put(connection, _name(key, game_id, row[0]), remark)


@read
def left(connection: sqlite3.Connection, game_id: int, user_id: int) -> Left | None:
    """See `Seats.left`."""
    key = notes.get(connection, _KEY)
    remark = None if key is None else notes.get(connection, _name(key, game_id, user_id))
    if remark is None:
        remark = notes.get(connection, f"{LEFT}{game_id}:{user_id}")  # as versions before this one wrote it
    if remark is None:
        return None
    known = json.loads(remark)
    return Left(known["seat"], known["extensions"])


@read
def left_by(connection: sqlite3.Connection, user_id: int) -> Sequence[int]:
    """See `Seats.left_by`."""
    keys = connection.execute("select key from notes where key like ? || '%'", (LEFT,)).fetchall()
    numbers = sorted({int(key.split(":")[1]) for (key,) in keys})
    return [number for number in numbers if left(connection, number, user_id) is not None]


def make_nameless(connection: sqlite3.Connection, user_id: int) -> None:
    """Hash what a version before this one wrote with somebody's number."""
    for number in left_by(connection, user_id):
        plain = f"{LEFT}{number}:{user_id}"
        if (remark := notes.get(connection, plain)) is not None:
            key = notes.keep(connection, _KEY, secrets.token_hex(32))
            notes.put(connection, _name(key, number, user_id), remark)
            connection.execute("delete from notes where key = ?", (plain,))


def drop(connection: sqlite3.Connection, game_id: int) -> None:
    """Keep nothing of who left a game that is over."""
    connection.execute("delete from notes where key like ? || ? || ':%'", (LEFT, game_id))


def leave_seasons(connection: sqlite3.Connection, user_id: int) -> None:
    """Remember in which seasons that are not over somebody takes part, before they are forgotten."""
    rows = connection.execute(
        "select season_id, entrant from entrants join seasons using (season_id) where user_id = ? and status <> 'over'",
        (user_id,),
    ).fetchall()
    for season_id, entrant in rows:
        key = notes.keep(connection, _KEY, secrets.token_hex(32))
        notes.put(connection, _name_in(key, season_id, user_id), str(entrant))


@read
def left_season(connection: sqlite3.Connection, season_id: int, user_id: int) -> int | None:
    """See `Leagues.left`."""
    key = notes.get(connection, _KEY)
    entrant = None if key is None else notes.get(connection, _name_in(key, season_id, user_id))
    return None if entrant is None else int(entrant)


@read
def seasons_left_by(connection: sqlite3.Connection, user_id: int) -> Sequence[int]:
    """See `Leagues.left_by`."""
    keys = connection.execute("select key from notes where key like ? || '%'", (LEFT_SEASON,)).fetchall()
    numbers = sorted({int(key.split(":")[1]) for (key,) in keys})
    return [number for number in numbers if left_season(connection, number, user_id) is not None]


def drop_season(connection: sqlite3.Connection, season_id: int) -> None:
    """Keep nothing of who was forgotten in a season that is over."""
    connection.execute("delete from notes where key like ? || ? || ':%'", (LEFT_SEASON, season_id))


def _name(key: str, game_id: int, user_id: int) -> str:
    return f"{LEFT}{game_id}:{_hash(key, f'{game_id}:{user_id}')}"


def _name_in(key: str, season_id: int, user_id: int) -> str:
    # other words than for a table, so that the marks of table 5 and season 5 do not show that they are of one person
    return f"{LEFT_SEASON}{season_id}:{_hash(key, f'season {season_id}:{user_id}')}"


def _hash(key: str, message: str) -> str:
    return hmac.new(bytes.fromhex(key), message.encode(), "sha256").hexdigest()
