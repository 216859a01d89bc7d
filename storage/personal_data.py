"""Collect the stored data of one person, complete and without anybody else's.

Moves, letters and votes belong to seats, and a seat may have had several players. Between two players a logged vacancy
divides them: the data before it belongs to the first, the data after it to the second.

Revision numbers are left out: the gaps between a person's own would reveal how often others have answered in secret.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from storage import former_players, pseudonyms
from storage.interface.database import Connection, Cursor
from storage.interface.people import JsonValue
from storage.operations import read
from storage.outbox import read_body

_PERSON = """
select name, dm, secrets, chosen, dm_channel as dm_channel_id, word, wishes,
    event_level as told_of_events from people where user_id = :user
"""
_EMPTIED = """
select max(revision), max(letter_id) from letters where game_id = :game and seat = :seat and kind = 'vacancy'
"""

_MOVES = """
select kind, move, made_at, was_due from moves
where game_id = :game and seat = :seat and revision > :after_revision and revision <= :until_revision
and kind in ('move', 'retract', 'undo', 'concede', 'default') order by revision
"""
_LETTERS = """
select kind, fate, attempts, reason, written_at, changed_at, way, refused, opened_at, again_at,
    case when kind = 'note' then body end as text
from letters where game_id = :game and seat = :seat and kind in ('hand', 'note', 'order') and letter_id > :after_letter
order by letter_id
"""
_VOTES = """
select kind, case when kind = 'replace' then target end as seat, motions.seat = :seat as proposed_by_you,
    in_favour as your_vote, opened_at, fate
from motions left join votes on votes.motion_id = motions.motion_id and votes.seat = :seat
where game_id = :game and (motions.seat = :seat or in_favour is not null)
and (fate = 'open' or revision >= :after_revision) order by motions.motion_id
"""
_ORDERS = "select place, body, given_at from orders where game_id = :game and seat = :seat order by given_at, order_id"
_QUESTION = """
select asked_at, due_at, next_at as next_reminder_or_end, reminded, pinged as called from asks
where game_id = :game and seat = :seat and user_id = :user
"""
_PLANS = """
select case kind when '' then 'an answer' when 'form' then 'a form' when 'refused' then 'a refused form'
    else 'a prepared turn' end as what, picks from plans
where game_id = :game and user_id = :user order by kind
"""
_NOTES = """
select game_id as "table", text, written_at, remind_at, remind_part as remind_when_this_begins from own_notes
where user_id = :user order by game_id
"""
_PAGES = """
select game_id as "table", begun_at, used_at, ends_at from page_sessions where user_id = :user order by session_id
"""
_PAGE_LINKS = """
select game_id as "table", ends_at from page_links where user_id = :user order by game_id
"""
_WEBHOOKS = """
select subject as about, subject_id as number, address, made_at, failing_since, disabled_at from webhooks
where user_id = :user order by webhook_id
"""
_FOLLOWS = """
select game_id as "table", told_at as told_last_at from follows where user_id = :user order by game_id
"""
_SEAT = """
select seat, name as name_there, real_name as own_name_hidden_there, conceded, misses,
    extensions, away, here_at, place, score, orders_ended
from seats left join results using (game_id, seat) where game_id = :game and seat = :seat
"""
_THREAD = """
select channel_id as thread_id from messages
where game_id = :game and role = :role
"""

_GAMES = """
select games.game_id as "table", title as game, status, guild_id as server_id, channel_id,
    opened_by = :user as opened_by_you, opened_at, finished_at, seats.seat as seat,
    case when named_by = :user then games.name else '' end as name_from_you
from games left join seats on seats.game_id = games.game_id and seats.user_id = :user
where games.game_id in
    (select game_id from seats where user_id = :user union
    select game_id from games where opened_by = :user or named_by = :user)
order by games.game_id
"""
_EMPTY_CHAIRS = """
select game_id, seat, letter_id, revision, written_at, body from named_in_letters join letters using (letter_id)
where user_id = :user and kind = 'vacancy' order by letter_id
"""
_NAMED = """
select game_id as "table", written_at, body as text from named_in_letters join letters using (letter_id)
where user_id = :user and kind = 'notice' order by letter_id
"""

_LEAGUES = """
select leagues.name as league, guild_id as server_id, seasons.number as season, entrant as number,
    entrants.name as name_there, cap, season_id as kept_apart_from, named as named_in_files,
    written as written_to_in_week, offered as told_about_line_of_the_log
from entrants join seasons using (season_id) join leagues using (league_id) where user_id = :user order by season_id
"""
_SEASON = """
select leagues.name as league, guild_id as server_id, seasons.number as season
from seasons join leagues using (league_id) where season_id = :season
"""
_APART = """
select apart.user_id from apart join entrants using (season_id, entrant)
where season_id = :season and entrants.user_id = :user order by apart.user_id
"""
_WISHES = """
select leagues.name as league, guild_id as server_id, kept as named_for_ever, letters,
    plays_on as plays_on_and_adds, plays_on_since
from league_wishes join leagues using (league_id) where user_id = :user order by league_id
"""
_WARNINGS = """
select leagues.name as league, leagues.guild_id as server_id, seasons.number as from_season
from remembered_warnings join seasons using (season_id)
join leagues on leagues.league_id = remembered_warnings.league_id where user_id = :user order by leagues.league_id
"""
_ROLES = """
select leagues.name as league, guild_id as server_id, role from league_role_holders
join leagues using (league_id) where user_id = :user order by league_id, role
"""
_WANTED = """
select leagues.name as league, guild_id as server_id, ticket as adds, games, days, since as waits_since,
    until as waits_until, paused_until
from wanted_games join leagues using (league_id) where user_id = :user order by league_id
"""
_JOINS = """
select leagues.name as league, guild_id as server_id, seasons.number as season, join_requests.name as name_there,
    ticket as adds, asked_at, fate, reason
from join_requests join seasons using (season_id) join leagues using (league_id)
where user_id = :user order by season_id
"""
_STEWARD = """
select leagues.name as league, guild_id as server_id, made_by = :user as made_by_you from leagues
where made_by = :user or league_id in (select league_id from stewards where user_id = :user) order by league_id
"""
_DECIDED = """
select leagues.name as league, seasons.number as season, league_log.number as line, reason, league_log.made_at
from league_log join seasons using (season_id) join leagues using (league_id)
where by_user = :user or (season_id, league_log.number) in
    (select named_in_log.season_id, named_in_log.number from named_in_log where user_id = :user)
order by season_id, league_log.number
"""


@read
def collect_data(connection: Connection, user_id: int) -> Mapping[str, JsonValue]:
    """Return the stored data of a person, to be written as JSON, without anybody else's.

    Hidden entries of others could only be counted through revision numbers, which are left out.
    """
    user = {"user": user_id}
    person = _read_rows(connection.execute(_PERSON, user))
    return {
        "user_id": str(user_id),
        "person": {**person[0], "wishes": _parse_json(person[0]["wishes"])} if person else None,
        "tables": [_collect_table(connection, row, user_id) for row in _read_rows(connection.execute(_GAMES, user))],
        "seats_left": [
            _collect_seat_left(connection, row, user_id)
            for row in connection.execute(_EMPTY_CHAIRS, user).fetchall()
            if read_body(row[-1]).get("who") == user_id
        ],
        "standing_orders_set_aside": [
            {"table": game_id, "orders": [_parse_json(body) for _, body, _ in orders]}
            for game_id, orders in former_players.get_orders_set_aside_by_game(connection, user_id).items()
        ],
        "recognised_until_the_end_at": list(former_players.list_games_left(connection, user_id)),
        "recognised_until_the_end_of_seasons": [
            row
            for season_id in former_players.list_seasons_left(connection, user_id)
            for row in _read_rows(connection.execute(_SEASON, {"season": season_id}))
        ],
        "named_in": [{**row, "text": _read_text(row["text"])} for row in _read_rows(connection.execute(_NAMED, user))],
        "webhooks": list(_read_rows(connection.execute(_WEBHOOKS, user))),
        "tables_open_as_pages": list(_read_rows(connection.execute(_PAGES, user))),
        "unused_links_to_pages": list(_read_rows(connection.execute(_PAGE_LINKS, user))),
        "notes_to_yourself": list(_read_rows(connection.execute(_NOTES, user))),
        "tables_you_follow": list(_read_rows(connection.execute(_FOLLOWS, user))),
        "leagues": [
            {**row, "kept_apart_from": _list_avoided(connection, row["kept_apart_from"], user_id)}
            for row in _read_rows(connection.execute(_LEAGUES, user))
        ],
        "seasons_that_name_you_no_more": [
            {**row, "number": number}
            for season_id, number in pseudonyms.list_seasons_of(connection, user_id)
            for row in _read_rows(connection.execute(_SEASON, {"season": season_id}))
        ],
        "wishes_for_all_seasons": list(_read_rows(connection.execute(_WISHES, user))),
        "warnings_remembered": list(_read_rows(connection.execute(_WARNINGS, user))),
        "roles_given_on_discord": list(_read_rows(connection.execute(_ROLES, user))),
        "games_you_want": list(_read_rows(connection.execute(_WANTED, user))),
        "sign_ups_to_approve": list(_read_rows(connection.execute(_JOINS, user))),
        "leagues_you_run": list(_read_rows(connection.execute(_STEWARD, user))),
        "decided_or_named_in_leagues": list(_read_rows(connection.execute(_DECIDED, user))),
    }


def _collect_table(connection: Connection, row: Mapping[str, JsonValue], user_id: int) -> JsonValue:
    if row["seat"] is None:
        return row
    game, seat = row["table"], row["seat"]
    which = {"game": game, "seat": seat, "user": user_id, "until_revision": 2**62}
    revision, letter = connection.execute(_EMPTIED, which).fetchone()
    which |= {"after_revision": revision or 0, "after_letter": letter or 0}
    (seat_row,) = _read_rows(connection.execute(_SEAT, which))
    return {
        **row,
        **{name: value for name, value in seat_row.items() if name != "orders_ended"},
        "asked": list(_read_rows(connection.execute(_QUESTION, which))),
        "put_together_and_not_sent": list(_read_rows(connection.execute(_PLANS, which))),
        "moves": _list_moves(connection, which),
        "votes": list(_read_rows(connection.execute(_VOTES, which))),
        "standing_orders": [
            {**order, "body": _parse_json(order["body"])} for order in _read_rows(connection.execute(_ORDERS, which))
        ],
        "word_of_ended_orders": seat_row["orders_ended"] or None,
        "letters": [
            {**letter, "text": _read_text(letter["text"])} for letter in _read_rows(connection.execute(_LETTERS, which))
        ],
        "private_threads": _list_threads(connection, game, seat, user_id),
    }


def _collect_seat_left(
    connection: Connection, seat_row: tuple[int, int, int, int, str, str], user_id: int
) -> JsonValue:
    game, seat, letter, revision, left_at, body = seat_row
    before, _ = connection.execute(
        _EMPTIED + "and letter_id < :letter", {"game": game, "seat": seat, "letter": letter}
    ).fetchone()
    which = {"game": game, "seat": seat, "user": user_id, "after_revision": before or 0, "until_revision": revision}
    return {
        "table": game,
        "seat": seat,
        "left_at": left_at,
        "told": _read_text(body),
        "moves": _list_moves(connection, which),
        "private_threads": _list_threads(connection, game, seat, user_id),
    }


def _list_moves(connection: Connection, which: Mapping[str, JsonValue]) -> JsonValue:
    # An undo stores revision numbers, which are left out.
    return [
        {**move, "move": None if move["kind"] == "undo" else _parse_json(move["move"])}
        for move in _read_rows(connection.execute(_MOVES, which))
    ]


def _list_threads(connection: Connection, game: JsonValue, seat: JsonValue, user_id: int) -> JsonValue:
    which = {"game": game, "role": f"secrets:{seat}:{user_id}"}
    return list(_read_rows(connection.execute(_THREAD, which)))


def _list_avoided(connection: Connection, season: JsonValue, user_id: int) -> JsonValue:
    return [other for (other,) in connection.execute(_APART, {"season": season, "user": user_id})]


def _read_text(body: JsonValue) -> JsonValue:
    """Return the text of a letter; None if there is none."""
    text = read_body(body).get("text") if isinstance(body, str) else None
    return text if isinstance(text, str) else None


def _read_rows(found: Cursor) -> Sequence[Mapping[str, JsonValue]]:
    """Return rows by column name, with Discord's ids as text, because they exceed JSON's exact numbers."""
    names = [column[0] for column in found.description]
    return [
        {
            name: str(value) if name.endswith("_id") and value is not None else value
            for name, value in zip(names, row, strict=True)
        }
        for row in found.fetchall()
    ]


def _parse_json(text: JsonValue) -> JsonValue:
    if not isinstance(text, str):
        return None
    try:
        parsed: JsonValue = json.loads(text)
    except ValueError:  # damaged, but the person's data all the same
        return text
    return parsed
