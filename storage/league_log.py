"""Rows of seasons' logs, written in the transactions of what they tell, and of the games that are seasons' tables."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence

from storage import leavers
from storage.interface import Conflict, Entrant, LeagueGame, LogLine, NewLine, SeasonStatus
from storage.operations import read, write


@read
def log(connection: sqlite3.Connection, season_id: int, *, after: int = 0) -> Sequence[LogLine]:
    """See `Leagues.log`."""
    rows = connection.execute(
        "select number, entry, by_user, reason, made_at, by_entrant from league_log where season_id = ? and number > ? "
        "order by number",
        (season_id, after),
    )
    return [LogLine(*row) for row in rows]


@read
def sealed(connection: sqlite3.Connection, season_id: int) -> Mapping[int, str]:
    """See `Leagues.sealed`."""
    return dict(
        connection.execute(
            "select number, sealed from league_log where season_id = ? and sealed is not null order by number",
            (season_id,),
        )
    )


@write
def append(
    connection: sqlite3.Connection,
    season_id: int,
    newest: int,
    lines: Sequence[NewLine],
    now: str,
    *,
    joins: Entrant | None = None,
    status: SeasonStatus | None = None,
) -> None:
    """See `Leagues.append`."""
    if _newest(connection, season_id) != newest:
        raise Conflict(f"the log of season {season_id} has gone on")
    for line in lines:
        add(connection, season_id, line, now)
    if joins is not None:
        connection.execute(
            "insert into entrants (season_id, entrant, user_id, name, cap, apart, named) values (?, ?, ?, ?, ?, ?, ?)",
            (
                *(season_id, joins.entrant, joins.user_id, joins.name, joins.cap),
                *(json.dumps(list(joins.apart)), joins.named),
            ),
        )
    if status is not None:
        connection.execute("update seasons set status = ? where season_id = ?", (status, season_id))
    if status == "over":
        connection.execute("update league_log set sealed = null where season_id = ?", (season_id,))
        leavers.drop_season(connection, season_id)


def add_of_game(connection: sqlite3.Connection, game_id: int, lines: Sequence[NewLine], now: str) -> None:
    """Add what the season learns whose table a game is, as part of a larger transaction."""
    for line in lines:
        add(connection, _season_of(connection, game_id), line, now)


def add(connection: sqlite3.Connection, season_id: int, line: NewLine, now: str) -> None:
    """Add a line to a season's log, as part of a larger transaction; it gets the next number."""
    connection.execute(
        "insert into league_log (season_id, number, entry, by_user, reason, made_at, by_entrant, sealed) "
        "select ?1, coalesce(max(number), 0) + 1, ?2, ?3, ?4, ?5, ?6, ?7 from league_log where season_id = ?1",
        (season_id, line.entry, line.by, line.reason, now, line.by_entrant, line.sealed),
    )


def _season_of(connection: sqlite3.Connection, game_id: int) -> int:
    season_id: int = connection.execute("select season_id from league_games where game_id = ?", (game_id,)).fetchone()[
        0
    ]
    return season_id


def _newest(connection: sqlite3.Connection, season_id: int) -> int:
    newest: int = connection.execute(
        "select coalesce(max(number), 0) from league_log where season_id = ?", (season_id,)
    ).fetchone()[0]
    return newest


def of_game(connection: sqlite3.Connection, game_id: int) -> LeagueGame | None:
    """Return of which season a game is a table; None: of none."""
    row = connection.execute(
        "select season_id, league_games.number, seats, name, seasons.number, league_id from league_games "
        "join seasons using (season_id) join leagues using (league_id) where game_id = ?",
        (game_id,),
    ).fetchone()
    if row is None:
        return None
    season_id, number, seats, *names = row
    return LeagueGame(season_id, number, {int(seat): entrant for seat, entrant in json.loads(seats).items()}, *names)


def is_closed(connection: sqlite3.Connection, game_id: int, now: str) -> None:
    """Write down that a season's table ends without a result, if the game is one."""
    row = connection.execute("select season_id, if_closed from league_games where game_id = ?", (game_id,)).fetchone()
    if row is not None:
        add(connection, row[0], NewLine(row[1]), now)
