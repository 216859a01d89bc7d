"""Another world that differs by who sits on which seat of a season's anonymous table."""

from __future__ import annotations

import json
import sqlite3

from bot.host.host import Host
from storage.sqlite import SqliteStorage


async def exchange_seats(host: Host, game_id: int, stays: int = 0) -> None:
    """Let all players of a running table but one sit on each other's seats, with all that is kept about them."""
    assert isinstance(host.storage, SqliteStorage)
    await host.storage.database.write(lambda rows: _turn(rows, game_id, stays))
    host.forget_loaded(game_id)


def _turn(rows: sqlite3.Connection, game_id: int, stays: int) -> None:
    people = rows.execute(
        "select seat, user_id, real_name, here_at from seats where game_id = ? and user_id <> ? order by seat",
        (game_id, stays),
    ).fetchall()
    assert len(people) > 1
    (stored,) = rows.execute("select seats from league_games where game_id = ?", (game_id,)).fetchone()
    entrants = json.loads(stored)
    moved = dict(entrants)
    for (seat, *_), (other, *person) in zip(people, [*people[1:], people[0]], strict=True):
        rows.execute(
            "update seats set user_id = ?, real_name = ?, here_at = ? where game_id = ? and seat = ?",
            (*person, game_id, seat),
        )
        moved[str(seat)] = entrants[str(other)]
    rows.execute("update league_games set seats = ? where game_id = ?", (json.dumps(moved), game_id))
