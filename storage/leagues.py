"""Rows of leagues: their seasons, each with its log, who takes part, and which games are whose tables."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence

from storage import leavers, lobbies
from storage import letters as letter_rows
from storage.interface import (
    Conflict,
    Entrant,
    LeagueRow,
    NewLeagueTable,
    NewLetter,
    SeasonRow,
    SeatRow,
)
from storage.operations import read, write

NAMING = (
    "select 1 from entrants where user_id = :user union all select 1 from stewards where user_id = :user "
    "union all select 1 from leagues where made_by = :user union all select 1 from league_log where by_user = :user "
    "or instr(reason, '<@' || :user || '>') union all "
    "select 1 from entrants where exists (select 1 from json_each(apart) where value = :user)"
)
"""Finds whether a league names somebody."""
_LEAGUES = "select league_id, guild_id, channel_id, name, made_by, made_at from leagues "
_SEASONS = (
    "select season_id, league_id, number, status, plan, secret, shown, "
    "(select coalesce(max(league_log.number), 0) from league_log where league_log.season_id = seasons.season_id) "
    "from seasons "
)


# -- leagues and seasons -----------------------------------------------------------------------------


@write
def make(connection: sqlite3.Connection, *, guild_id: int, channel_id: int, name: str, made_by: int, now: str) -> int:
    """See `Leagues.make`."""
    made: int = connection.execute(
        "insert into leagues (guild_id, channel_id, name, made_by, made_at) values (?, ?, ?, ?, ?) returning league_id",
        (guild_id, channel_id, name, made_by, now),
    ).fetchone()[0]
    return made


@read
def get(connection: sqlite3.Connection, league_id: int) -> LeagueRow | None:
    """See `Leagues.get`."""
    row = connection.execute(_LEAGUES + "where league_id = ?", (league_id,)).fetchone()
    return None if row is None else LeagueRow(*row)


@read
def in_server(connection: sqlite3.Connection, guild_id: int) -> Sequence[LeagueRow]:
    """See `Leagues.in_server`."""
    rows = connection.execute(_LEAGUES + "where guild_id = ? order by league_id desc", (guild_id,))
    return [LeagueRow(*row) for row in rows]


@read
def stewards(connection: sqlite3.Connection, league_id: int) -> Sequence[int]:
    """See `Leagues.stewards`."""
    rows = connection.execute("select user_id from stewards where league_id = ? order by user_id", (league_id,))
    return [user_id for (user_id,) in rows]


@write
def put_steward(connection: sqlite3.Connection, league_id: int, user_id: int, appointed: bool) -> None:
    """See `Leagues.put_steward`."""
    if appointed:
        connection.execute("insert into stewards values (?, ?) on conflict do nothing", (league_id, user_id))
    else:
        connection.execute("delete from stewards where league_id = ? and user_id = ?", (league_id, user_id))


@write
def plan_season(connection: sqlite3.Connection, league_id: int, plan: str, secret: str) -> int:
    """See `Leagues.plan_season`."""
    if connection.execute("select 1 from seasons where league_id = ? and status <> 'over'", (league_id,)).fetchone():
        raise Conflict(f"league {league_id} has a season that is not over")
    planned: int = connection.execute(
        "insert into seasons (league_id, number, status, plan, secret) "
        "select ?1, coalesce(max(number), 0) + 1, 'draft', ?2, ?3 from seasons where league_id = ?1 "
        "returning season_id",
        (league_id, plan, secret),
    ).fetchone()[0]
    return planned


@write
def put_plan(connection: sqlite3.Connection, season_id: int, plan: str) -> None:
    """See `Leagues.put_plan`."""
    changed = connection.execute(
        "update seasons set plan = ? where season_id = ? and status = 'draft'", (plan, season_id)
    )
    if not changed.rowcount:
        raise Conflict(f"season {season_id} is no draft")


@write
def drop_draft(connection: sqlite3.Connection, season_id: int) -> None:
    """See `Leagues.drop_draft`."""
    row = connection.execute(
        "delete from seasons where season_id = ? and status = 'draft' returning league_id", (season_id,)
    ).fetchone()
    if row is None:
        raise Conflict(f"season {season_id} is no draft")
    if not connection.execute("select 1 from seasons where league_id = ?", row).fetchone():
        connection.execute("delete from stewards where league_id = ?", row)
        connection.execute("delete from leagues where league_id = ?", row)


@read
def season(connection: sqlite3.Connection, season_id: int) -> SeasonRow | None:
    """See `Leagues.season`."""
    row = connection.execute(_SEASONS + "where season_id = ?", (season_id,)).fetchone()
    return None if row is None else SeasonRow(*row)


@read
def seasons(connection: sqlite3.Connection, league_id: int) -> Sequence[SeasonRow]:
    """See `Leagues.seasons`."""
    rows = connection.execute(_SEASONS + "where league_id = ? order by number desc", (league_id,))
    return [SeasonRow(*row) for row in rows]


@read
def going_on(connection: sqlite3.Connection) -> Sequence[SeasonRow]:
    """See `Leagues.going_on`."""
    rows = connection.execute(_SEASONS + "where status in ('sign-up', 'running') order by season_id")
    return [SeasonRow(*row) for row in rows]


@read
def with_open_tables(connection: sqlite3.Connection) -> Sequence[SeasonRow]:
    """See `Leagues.with_open_tables`."""
    rows = connection.execute(
        _SEASONS + "where status = 'over' and season_id in (select season_id from league_games "  # noqa: S608
        "join games using (game_id) where games.status in ('open', 'running')) order by season_id"
    )
    return [SeasonRow(*row) for row in rows]


@read
def to_show(connection: sqlite3.Connection) -> Sequence[SeasonRow]:
    """See `Leagues.to_show`."""
    rows = connection.execute(
        _SEASONS  # noqa: S608 - our own words
        + "where shown < (select coalesce(max(league_log.number), 0) from league_log "
        "where league_log.season_id = seasons.season_id) order by season_id"
    )
    return [SeasonRow(*row) for row in rows]


@write
def were_shown(connection: sqlite3.Connection, season_id: int, number: int) -> None:
    """See `Leagues.were_shown`."""
    connection.execute("update seasons set shown = max(shown, ?) where season_id = ?", (number, season_id))


# -- people ------------------------------------------------------------------------------------------


@read
def entrants(connection: sqlite3.Connection, season_id: int) -> Sequence[Entrant]:
    """See `Leagues.entrants`."""
    rows = connection.execute(
        "select entrant, user_id, name, cap, apart, named from entrants where season_id = ? order by entrant",
        (season_id,),
    )
    return [
        Entrant(entrant, user_id, name, cap, tuple(json.loads(apart)), bool(named))
        for entrant, user_id, name, cap, apart, named in rows
    ]


@write
def put_wishes(connection: sqlite3.Connection, season_id: int, entrant: Entrant) -> None:
    """See `Leagues.put_wishes`."""
    connection.execute(
        "update entrants set cap = ?, apart = ?, named = ? where season_id = ? and entrant = ?",
        (entrant.cap, json.dumps(list(entrant.apart)), entrant.named, season_id, entrant.entrant),
    )


@read
def seasons_of(connection: sqlite3.Connection, user_id: int) -> Sequence[int]:
    """See `Leagues.seasons_of`."""
    rows = connection.execute("select season_id from entrants where user_id = ? order by season_id desc", (user_id,))
    return [season_id for (season_id,) in rows]


# -- tables ------------------------------------------------------------------------------------------


@write
def open_table(connection: sqlite3.Connection, table: NewLeagueTable, seats: Sequence[SeatRow], now: str) -> int:
    """See `Leagues.open_table`."""
    if connection.execute(
        "select 1 from league_games where season_id = ? and number = ?", (table.season_id, table.number)
    ).fetchone():
        raise Conflict(f"table {table.number} of season {table.season_id} is open already")
    game_id = lobbies.open_lobby(
        connection,
        title=table.title,
        guild_id=table.guild_id,
        channel_id=table.channel_id,
        opened_by=0,
        seats_wanted=len(seats),
        options=table.options,
        now=now,
        seats=seats,
        pact=table.pact,
        thread=table.thread,
        seed=table.seed,
        letters=table.letters,
    )
    connection.execute("update games set confirm_until = ? where game_id = ?", (table.confirm_until, game_id))
    letter_rows.insert(connection, game_id, 0, [NewLetter("ask")], now)  # after the table's message
    connection.execute(
        "insert into league_games (game_id, season_id, number, seats, if_closed) values (?, ?, ?, ?, ?)",
        (game_id, table.season_id, table.number, json.dumps(table.entrants), table.if_closed),
    )
    return game_id


@read
def tables(connection: sqlite3.Connection, season_id: int) -> Mapping[int, int]:
    """See `Leagues.tables`."""
    return dict(
        connection.execute("select number, game_id from league_games where season_id = ? order by number", (season_id,))
    )


# -- messages ----------------------------------------------------------------------------------------


@read
def messages(connection: sqlite3.Connection, season_id: int) -> Mapping[str, tuple[int, int]]:
    """See `Leagues.messages`."""
    rows = connection.execute(
        "select role, channel_id, message_id from league_messages where season_id = ?", (season_id,)
    )
    return {role: (channel_id, message_id) for role, channel_id, message_id in rows}


@write
def put_message(connection: sqlite3.Connection, season_id: int, role: str, channel_id: int, message_id: int) -> None:
    """See `Leagues.put_message`."""
    connection.execute(
        "insert into league_messages values (?, ?, ?, ?) on conflict (season_id, role) "
        "do update set channel_id = excluded.channel_id, message_id = excluded.message_id",
        (season_id, role, channel_id, message_id),
    )


# -- care of people's data -----------------------------------------------------------------------------


def forget(connection: sqlite3.Connection, user_id: int) -> None:
    """Let no league name somebody; their results stay with their numbers."""
    leavers.leave_seasons(connection, user_id)
    connection.execute(
        "update entrants set user_id = null, name = '', apart = '[]', named = 0 where user_id = ?", (user_id,)
    )
    connection.execute(
        "update entrants set apart = (select json_group_array(value) from json_each(apart) where value <> ?1) "
        "where exists (select 1 from json_each(apart) where value = ?1)",
        (user_id,),
    )
    connection.execute("delete from stewards where user_id = ?", (user_id,))
    connection.execute("update leagues set made_by = 0 where made_by = ?", (user_id,))
    connection.execute("update league_log set by_user = null where by_user = ?", (user_id,))
    connection.execute(
        "update league_log set reason = replace(reason, '<@' || ?1 || '>', 'somebody') "
        "where instr(reason, '<@' || ?1 || '>')",
        (user_id,),
    )


def retire(connection: sqlite3.Connection, before: str) -> set[int]:
    """Let seasons that were over before this moment name nobody; return whom they had named."""
    rows = connection.execute(
        "select season_id, user_id from entrants join seasons using (season_id) where status = 'over' "
        "and user_id is not null and (select max(made_at) from league_log "
        "where league_log.season_id = seasons.season_id) < ?",
        (before,),
    ).fetchall()
    connection.executemany(
        "update entrants set user_id = null, name = '', apart = '[]', named = 0 where season_id = ? and user_id = ?",
        rows,
    )
    return {user_id for _, user_id in rows}


def erase(connection: sqlite3.Connection, guild_id: int) -> set[int]:
    """Delete a server's leagues, before its games; return who took part."""
    which = "select season_id from seasons join leagues using (league_id) where guild_id = ?"
    people = connection.execute(
        f"select distinct user_id from entrants where user_id is not null and season_id in ({which})",  # noqa: S608
        (guild_id,),
    ).fetchall()
    for (season_id,) in connection.execute(which, (guild_id,)).fetchall():
        leavers.drop_season(connection, season_id)
    for table in ("league_messages", "league_games", "league_log", "entrants", "seasons"):
        connection.execute(f"delete from {table} where season_id in ({which})", (guild_id,))  # noqa: S608 - our own
    leagues = "select league_id from leagues where guild_id = ?"
    connection.execute(f"delete from stewards where league_id in ({leagues})", (guild_id,))  # noqa: S608 - our own
    connection.execute("delete from leagues where guild_id = ?", (guild_id,))
    return {user_id for (user_id,) in people}
