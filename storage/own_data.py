"""Rows that are kept of one person, as they may be shown to them: all of theirs, and nothing of anybody else.

Moves, letters and votes belong to seats, and a seat may have had several players. An empty chair, which is announced,
lies between any two of them; so what came before it was the one's and what came after it is the other's.

The numbers of the log are left out: the gaps between one's own would tell how often others have answered in secret.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence

from storage import leavers
from storage.interface import JsonValue
from storage.operations import read

_EMPTIED = "select max({}) from letters where game_id = :game and seat = :seat and kind = 'vacancy'"

_MOVES = """
select kind, move, made_at, was_due from moves
where game_id = :game and seat = :seat and revision > :after_revision and revision <= :until_revision
and kind in ('move', 'retract', 'undo', 'concede', 'default') order by revision
"""
_LETTERS = """
select kind, fate, attempts, reason, written_at, changed_at, way, refused, opened_at, again_at,
    iif(kind = 'note', json_extract(body, '$.text'), null) as text
from letters where game_id = :game and seat = :seat and kind in ('hand', 'note', 'order') and letter_id > :after_letter
order by letter_id
"""
_VOTES = """
select kind, iif(kind = 'replace', target, null) as seat, seat = :seat as proposed_by_you,
    json_extract(votes, '$.' || :seat) as your_vote, opened_at, fate
from motions where game_id = :game and (seat = :seat or json_extract(votes, '$.' || :seat) is not null)
and (fate = 'open' or revision >= :after_revision) order by motion_id
"""
_ORDERS = "select place, body, given_at from orders where game_id = :game and seat = :seat order by given_at, rowid"
_QUESTION = """
select asked_at, due_at, next_at as next_reminder_or_end, reminded, pinged as called from asks
where game_id = :game and seat = :seat and user_id = :user
"""
_SEAT = """
select seat, name as name_there, conceded, misses, extensions, away, here_at, place, score
from seats left join results using (game_id, seat) where game_id = :game and seat = :seat
"""
_THREAD = """
select channel_id as thread_id from messages
where game_id = :game and role = 'secrets:' || :seat || ':' || :user
"""

_GAMES = """
select games.game_id as "table", title as game, status, guild_id as server_id, channel_id,
    opened_by = :user as opened_by_you, opened_at, finished_at, seats.seat as seat
from games left join seats on seats.game_id = games.game_id and seats.user_id = :user
where opened_by = :user or seats.user_id is not null order by games.game_id
"""
_EMPTY_CHAIRS = """
select game_id, seat, letter_id, revision, written_at, json_extract(body, '$.text') as text from letters
where kind = 'vacancy' and json_extract(body, '$.who') = :user order by letter_id
"""
_NAMED = """
select game_id as "table", written_at, json_extract(body, '$.text') as text from letters
where kind = 'notice' and instr(body, '<@' || :user || '>') order by letter_id
"""

_LEAGUES = """
select leagues.name as league, guild_id as server_id, seasons.number as season, entrant as number,
    entrants.name as name_there, cap, apart as kept_apart_from, named as named_in_files
from entrants join seasons using (season_id) join leagues using (league_id) where user_id = :user order by season_id
"""
_SEASON = """
select leagues.name as league, guild_id as server_id, seasons.number as season
from seasons join leagues using (league_id) where season_id = :season
"""
_STEWARD = """
select leagues.name as league, guild_id as server_id, made_by = :user as made_by_you from leagues
where made_by = :user or league_id in (select league_id from stewards where user_id = :user) order by league_id
"""
_DECIDED = """
select leagues.name as league, seasons.number as season, league_log.number as line, reason, league_log.made_at
from league_log join seasons using (season_id) join leagues using (league_id)
where by_user = :user or instr(reason, '<@' || :user || '>') order by season_id, league_log.number
"""


@read
def data_of(connection: sqlite3.Connection, user_id: int) -> Mapping[str, JsonValue]:
    """See `Privacy.data_of`."""
    user = {"user": user_id}
    person = _rows(
        connection,
        "select name, dm, secrets, chosen, dm_channel as dm_channel_id, word, wishes from people where user_id = :user",
        user,
    )
    return {
        "user_id": str(user_id),
        "person": {**person[0], "wishes": _json(person[0]["wishes"])} if person else None,
        "tables": [_table(connection, row, user_id) for row in _rows(connection, _GAMES, user)],
        "seats_left": [_left(connection, row, user_id) for row in connection.execute(_EMPTY_CHAIRS, user).fetchall()],
        "recognised_until_the_end_at": list(leavers.left_by(connection, user_id)),
        "recognised_until_the_end_of_seasons": [
            row
            for season_id in leavers.seasons_left_by(connection, user_id)
            for row in _rows(connection, _SEASON, {"season": season_id})
        ],
        "named_in": list(_rows(connection, _NAMED, user)),
        "leagues": [
            {**row, "kept_apart_from": _json(row["kept_apart_from"])} for row in _rows(connection, _LEAGUES, user)
        ],
        "leagues_you_run": list(_rows(connection, _STEWARD, user)),
        "decided_or_named_in_leagues": list(_rows(connection, _DECIDED, user)),
    }


def _table(connection: sqlite3.Connection, row: Mapping[str, JsonValue], user_id: int) -> JsonValue:
    if row["seat"] is None:
        return row
    game, seat = row["table"], row["seat"]
    which = {"game": game, "seat": seat, "user": user_id, "until_revision": 2**62}
    for name, column in (("after_revision", "revision"), ("after_letter", "letter_id")):
        (before,) = connection.execute(_EMPTIED.format(column), which).fetchone()
        which[name] = before or 0
    (seat_row,) = _rows(connection, _SEAT, which)
    ended = connection.execute(
        "select text from notes where key = 'orders ended:' || :game || ':' || :seat", which
    ).fetchone()
    return {
        **row,
        **seat_row,
        "asked": list(_rows(connection, _QUESTION, which)),
        "moves": _moves(connection, which),
        "votes": list(_rows(connection, _VOTES, which)),
        "standing_orders": [{**order, "body": _json(order["body"])} for order in _rows(connection, _ORDERS, which)],
        "word_of_ended_orders": ended[0] if ended else None,
        "letters": list(_rows(connection, _LETTERS, which)),
        "private_threads": list(_rows(connection, _THREAD, which)),
    }


def _left(connection: sqlite3.Connection, seat_row: tuple[int, int, int, int, str, str], user_id: int) -> JsonValue:
    game, seat, letter, revision, left_at, text = seat_row
    (before,) = connection.execute(
        _EMPTIED.format("revision") + " and letter_id < :letter",
        {"game": game, "seat": seat, "letter": letter},
    ).fetchone()
    which = {"game": game, "seat": seat, "user": user_id, "after_revision": before or 0, "until_revision": revision}
    return {
        "table": game,
        "seat": seat,
        "left_at": left_at,
        "told": text,
        "moves": _moves(connection, which),
        "private_threads": list(_rows(connection, _THREAD, which)),
    }


def _moves(connection: sqlite3.Connection, which: Mapping[str, JsonValue]) -> JsonValue:
    # What an undo keeps is numbers of the log.
    return [
        {**move, "move": None if move["kind"] == "undo" else _json(move["move"])}
        for move in _rows(connection, _MOVES, which)
    ]


def _rows(
    connection: sqlite3.Connection, query: str, which: Mapping[str, JsonValue]
) -> Sequence[Mapping[str, JsonValue]]:
    """Return rows by the names of their columns; Discord's numbers as text, for JSON's are not long enough."""
    found = connection.execute(query, which)
    names = [column[0] for column in found.description]
    return [
        {
            name: str(value) if name.endswith("_id") and value is not None else value
            for name, value in zip(names, row, strict=True)
        }
        for row in found.fetchall()
    ]


def _json(text: JsonValue) -> JsonValue:
    if not isinstance(text, str):
        return None
    parsed: JsonValue = json.loads(text)
    return parsed
