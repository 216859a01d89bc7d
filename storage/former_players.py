"""Rows of former players of running games and seasons, which recognise people without naming them.

Nobody may see two hands of a table. So a keyed hash of table and person is kept until the
game is over, also after erasure. Nobody may join a season twice, or rule on tables at which they sat. So after erasure
a keyed hash of season and person is kept until the season is over.
"""

from __future__ import annotations

import hmac
import json
import secrets
from collections.abc import Sequence

from storage import metadata
from storage.interface.database import Connection
from storage.interface.games import LeftSeat
from storage.operations import read

PSEUDONYM_KEY = "key of hashes"
"""Key of the note with the hash key; without a secret key, all user ids could be tried."""


def remember_seat_left(connection: Connection, game_id: int, seat: int, *, with_orders: bool = False) -> None:
    """Record the present player of a seat before they leave it, with their orders if they may return."""
    row = connection.execute(
        "select user_id, extensions from seats where game_id = ? and seat = ? and user_id is not null", (game_id, seat)
    ).fetchone()
    if row is not None:
        key = metadata.MetadataRows.keep(connection, PSEUDONYM_KEY, secrets.token_hex(32))
        orders = _list_orders_at(connection, game_id, seat) if with_orders else []
        connection.execute(
            "insert into leavers (game_id, person, seat, extensions, orders) values (?, ?, ?, ?, ?) "
            "on conflict (game_id, person) "
            "do update set seat = excluded.seat, extensions = excluded.extensions, orders = excluded.orders",
            (game_id, _hash_for_game(key, game_id, row[0]), seat, row[1], json.dumps(orders) if orders else None),
        )


def _list_orders_at(connection: Connection, game_id: int, seat: int) -> list[list[str]]:
    """Return slot, order and creation time, oldest first."""
    rows = connection.execute(
        "select place, body, given_at from orders where game_id = ? and seat = ? order by given_at, order_id",
        (game_id, seat),
    )
    return [list(row) for row in rows]


@read
def list_orders_set_aside(connection: Connection, game_id: int, user_id: int) -> Sequence[str]:
    """Return the orders that a person gets back if they return to a running game, oldest first."""
    return [body for _, body, _ in _read_orders_set_aside(connection, game_id, user_id)]


def _read_orders_set_aside(connection: Connection, game_id: int, user_id: int) -> list[list[str]]:
    key = metadata.MetadataRows.get(connection, PSEUDONYM_KEY)
    row = connection.execute(
        "select orders from leavers where game_id = ? and person = ? and orders is not null",
        (game_id, "" if key is None else _hash_for_game(key, game_id, user_id)),
    ).fetchone()
    try:
        found: list[list[str]] = [] if row is None else json.loads(row[0])
    except ValueError:  # the orders are lost, but the player may still return
        return []
    return found


def give_orders_back(connection: Connection, game_id: int, seat: int, user_id: int) -> None:
    """Restore the orders that were set aside for a returning player."""
    connection.executemany(
        "insert into orders (game_id, seat, place, body, given_at) values (?, ?, ?, ?, ?)",
        [(game_id, seat, *order) for order in _read_orders_set_aside(connection, game_id, user_id)],
    )


def drop_orders(connection: Connection, game_id: int, seat: int) -> None:
    """Delete the orders set aside at a seat whose player has returned."""
    connection.execute("update leavers set orders = null where game_id = ? and seat = ?", (game_id, seat))


def get_orders_set_aside_by_game(connection: Connection, user_id: int) -> dict[int, list[list[str]]]:
    """Return the orders that are set aside for a person, by game."""
    found = {
        game_id: _read_orders_set_aside(connection, game_id, user_id)
        for game_id in list_games_left(connection, user_id)
    }
    return {game_id: orders for game_id, orders in found.items() if orders}


def forget_orders(connection: Connection, user_id: int) -> None:
    """Delete the orders set aside for a person, on erasure."""
    key = metadata.MetadataRows.get(connection, PSEUDONYM_KEY)
    for game_id in list_games_left(connection, user_id):
        person = "" if key is None else _hash_for_game(key, game_id, user_id)
        connection.execute("update leavers set orders = null where game_id = ? and person = ?", (game_id, person))


@read
def find_seat_left(connection: Connection, game_id: int, user_id: int) -> LeftSeat | None:
    """Return the seat of a running game that this person has left, even after erasure."""
    return _find_seat_left(connection, metadata.MetadataRows.get(connection, PSEUDONYM_KEY), game_id, user_id)


def _find_seat_left(connection: Connection, key: str | None, game_id: int, user_id: int) -> LeftSeat | None:
    hashed = "" if key is None else _hash_for_game(key, game_id, user_id)
    row = connection.execute(
        "select seat, extensions from leavers where game_id = ? and person in (?, ?) order by length(person) desc",
        (game_id, hashed, str(user_id)),
    ).fetchone()
    return None if row is None else LeftSeat(*row)


@read
def list_games_left(connection: Connection, user_id: int) -> Sequence[int]:
    """Return the ids of running games at which this person has left a seat, even after erasure."""
    key = metadata.MetadataRows.get(connection, PSEUDONYM_KEY)
    numbers = connection.execute("select distinct game_id from leavers order by game_id").fetchall()
    return [number for (number,) in numbers if _find_seat_left(connection, key, number, user_id) is not None]


def hash_plain_ids(connection: Connection, user_id: int) -> None:
    """Replace plain user ids, stored by an older version, with hashes."""
    plain = str(user_id)
    for (game_id,) in connection.execute("select game_id from leavers where person = ?", (plain,)).fetchall():
        key = metadata.MetadataRows.keep(connection, PSEUDONYM_KEY, secrets.token_hex(32))
        hashed = _hash_for_game(key, game_id, user_id)
        connection.execute("delete from leavers where game_id = ? and person = ?", (game_id, hashed))
        connection.execute("update leavers set person = ? where game_id = ? and person = ?", (hashed, game_id, plain))


def drop_game(connection: Connection, game_id: int) -> None:
    """Delete the records of former players of a finished game."""
    connection.execute("delete from leavers where game_id = ?", (game_id,))


def remember_seasons_left(connection: Connection, user_id: int) -> None:
    """Record a person's unfinished seasons before their erasure."""
    rows = connection.execute(
        "select season_id, entrant from entrants join seasons using (season_id) where user_id = ? and status <> 'over'",
        (user_id,),
    ).fetchall()
    for season_id, entrant in rows:
        key = metadata.MetadataRows.keep(connection, PSEUDONYM_KEY, secrets.token_hex(32))
        connection.execute(
            "insert into season_leavers (season_id, person, entrant) values (?, ?, ?) "
            "on conflict (season_id, person) do update set entrant = excluded.entrant",
            (season_id, _hash_for_season(key, season_id, user_id), entrant),
        )


@read
def find_former_entrant(connection: Connection, season_id: int, user_id: int) -> int | None:
    """Return the former entrant number of an erased person, in an unfinished season."""
    return _find_former_entrant(connection, metadata.MetadataRows.get(connection, PSEUDONYM_KEY), season_id, user_id)


def _find_former_entrant(connection: Connection, key: str | None, season_id: int, user_id: int) -> int | None:
    row = connection.execute(
        "select entrant from season_leavers where season_id = ? and person = ?",
        (season_id, "" if key is None else _hash_for_season(key, season_id, user_id)),
    ).fetchone()
    return row[0] if row else None


@read
def list_seasons_left(connection: Connection, user_id: int) -> Sequence[int]:
    """Return the unfinished seasons in which an erased person took part."""
    key = metadata.MetadataRows.get(connection, PSEUDONYM_KEY)
    numbers = connection.execute("select distinct season_id from season_leavers order by season_id").fetchall()
    return [number for (number,) in numbers if _find_former_entrant(connection, key, number, user_id) is not None]


def drop_season(connection: Connection, season_id: int) -> None:
    """Delete the records of erased entrants of a finished season."""
    connection.execute("delete from season_leavers where season_id = ?", (season_id,))


def _hash_for_game(key: str, game_id: int, user_id: int) -> str:
    return compute_keyed_hash(key, f"{game_id}:{user_id}")


def _hash_for_season(key: str, season_id: int, user_id: int) -> str:
    # Differs from the words for a table, so that the hashes of table 5 and season 5 cannot be linked.
    return compute_keyed_hash(key, f"season {season_id}:{user_id}")


def compute_keyed_hash(key: str, words: str) -> str:
    """Compute a keyed hash of these words."""
    return hmac.digest(bytes.fromhex(key), words.encode(), "sha256").hex()
