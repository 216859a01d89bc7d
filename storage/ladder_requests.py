"""Rows of private requests for games of a ladder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from storage.interface.database import Connection
from storage.interface.errors import Conflict
from storage.interface.leagues import WantedGame
from storage.interface.shards import Shards
from storage.interface.times import is_moment
from storage.operations import read, write
from storage.shards import OWNED_SERVER


@read
def list_wanted_games(connection: Connection, league_id: int) -> Sequence[WantedGame]:
    """Return the requests for games of a league, open or expired, by user id.

    Unreadable rows are skipped: their owners appear as not waiting, and can ask again.
    """
    rows = connection.execute(
        "select user_id, ticket, games, days, since, until, over, paused_until from wanted_games where league_id = ? "
        "order by user_id",
        (league_id,),
    )
    return [game for row in rows if _is_readable(game := WantedGame(*row))]


@read
def list_expired_waits(connection: Connection, user_id: int) -> Mapping[int, WantedGame]:
    """Return a person's expired requests without a notification yet, by league id."""
    rows = connection.execute(
        "select league_id, user_id, ticket, games, days, since, until, over, paused_until from wanted_games "
        "where user_id = ? and over = 1 order by league_id",
        (user_id,),
    )
    return {league_id: game for league_id, *row in rows if _is_readable(game := WantedGame(*row))}


def _is_readable(game: WantedGame) -> bool:
    return is_moment(game.since) and is_moment(game.until) and (not game.paused_until or is_moment(game.paused_until))


@write
def put_wanted_game(connection: Connection, league_id: int, game: WantedGame) -> None:
    """Store a person's request in place of the previous one."""
    _drop(connection, league_id, game.user_id)
    connection.execute(
        "insert into wanted_games (league_id, user_id, ticket, games, days, since, until, over, paused_until) "
        "values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            *(league_id, game.user_id, game.ticket, game.games, game.days),
            *(game.since, game.until, game.over, game.paused_until),
        ),
    )


def shift_requests(connection: Connection, shards: Shards, by: timedelta) -> None:
    """Move the deadlines of open requests, within a transaction."""
    rows = connection.execute(
        "select league_id, user_id, until, paused_until from wanted_games where over = 0 "
        f"and league_id in (select league_id from leagues where {OWNED_SERVER})",
        shards.parameters,
    ).fetchall()
    connection.executemany(
        "update wanted_games set until = ?, paused_until = ? where league_id = ? and user_id = ?",
        [
            (_shift(until, by), _shift(paused_until, by), league_id, user_id)
            for league_id, user_id, until, paused_until in rows
            if is_moment(until)
        ],
    )


def _shift(moment: str, by: timedelta) -> str:
    return (datetime.fromisoformat(moment) + by).isoformat(timespec="seconds") if is_moment(moment) else moment


@write
def drop_wanted_game(connection: Connection, league_id: int, user_id: int, ticket: str | None = None) -> bool:
    """Delete a person's request and return whether there was one. A request with another ticket stays."""
    dropped = connection.execute(
        "delete from wanted_games where league_id = :league and user_id = :user and ticket = coalesce(:ticket, ticket)",
        {"league": league_id, "user": user_id, "ticket": ticket},
    )
    return dropped.rowcount > 0


@write
def mark_wait_over(connection: Connection, league_id: int, user_id: int, until: str, over: int) -> None:
    """Mark a request as expired (1), or its owner as notified (2); a newer request stays open."""
    connection.execute(
        "update wanted_games set over = ? where league_id = ? and user_id = ? and until = ? and over < ?",
        (over, league_id, user_id, until, over),
    )


def serve_requests(connection: Connection, season_id: int, served: Mapping[int, str], now: str) -> None:
    """Count a drawn game against each person's request, in the transaction of the draw.

    Args:
        connection: to the store.
        season_id: the season.
        served: ticket of each request, by user id.
        now: the current time.

    Raises:
        Conflict: one of the requests is gone or has changed.
    """
    (league_id,) = connection.execute("select league_id from seasons where season_id = ?", (season_id,)).fetchone()
    for user_id, ticket in served.items():
        row = connection.execute(
            "select games from wanted_games where league_id = ? and user_id = ? and ticket = ? and over = 0",
            (league_id, user_id, ticket),
        ).fetchone()
        if row is None:
            raise Conflict(f"somebody waits for no game of league {league_id} any more")
        if row[0] == 1:
            _drop(connection, league_id, user_id)
        else:
            connection.execute(
                "update wanted_games set games = games - 1, since = ? where league_id = ? and user_id = ?",
                (now, league_id, user_id),
            )


def _drop(connection: Connection, league_id: int, user_id: int) -> None:
    connection.execute("delete from wanted_games where league_id = ? and user_id = ?", (league_id, user_id))
