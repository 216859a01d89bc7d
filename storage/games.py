"""Rows of games: the table as it stands, the log, results, and finding games."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

from storage import asks, league_log, leavers, motions, notes, seats
from storage import letters as letter_rows
from storage.failures import damaged_game
from storage.interface import (
    NOT_IN_PERSON,
    SALT,
    SEEN,
    THREAD,
    WITHIN,
    Conflict,
    Entry,
    GameRow,
    NewEntry,
    NewLetter,
    NewLine,
    Placed,
    Result,
    Saved,
    SeatRow,
    Sight,
    Status,
    StoreFailed,
)
from storage.letters import check_json
from storage.operations import read, write

STATES_KEPT = 26
"""Of a running game, from the newest back, at least: an undo of the 25th move goes back to the table before it."""
STATES_DROPPED = 8
"""Older ones are dropped so many at a time: one by one, that was a tenth of the writing of a move."""
_BOARD = (NewLetter("board"),)
_GAMES = (
    "select game_id, title, status, guild_id, channel_id, opened_by, seats_wanted, options, version, revision, "
    "coalesce(box, ''), opened_at, finished_at, pact, paused_at, confirm_until, "
    "lost, lost_at, lost_stopped, seed from games "
)
_ENTRIES = (
    "select revision, kind, seat, move, told, fence, made_at, build, was_due, state "
    "from moves left join states using (game_id, revision) "
)
_WITHOUT_STATES = "select revision, kind, seat, move, told, fence, made_at, build, was_due, null from moves "


@write
def put_pact(connection: sqlite3.Connection, game_id: int, pact: str, letters: Sequence[NewLetter], now: str) -> None:
    """See `Games.put_pact`."""
    changed = connection.execute("update games set pact = ? where game_id = ? and status = 'running'", (pact, game_id))
    if not changed.rowcount:
        raise Conflict(f"game {game_id} is not running")
    letter_rows.add(connection, game_id, letters, now)


@write
def abandon(
    connection: sqlite3.Connection,
    game_id: int,
    now: str,
    letters: Sequence[NewLetter] = (),
    league: Sequence[NewLine] = (),
) -> None:
    """See `Games.abandon`."""
    row = connection.execute(
        "update games set status = 'abandoned', finished_at = ? "
        "where game_id = ? and status in ('open', 'running') returning revision",
        (now, game_id),
    ).fetchone()
    if row is None:
        raise Conflict(f"game {game_id} is over already")
    connection.execute("delete from notes where key = ?", (f"{THREAD}{game_id}",))
    _close(connection, game_id, row[0])
    league_log.add_of_game(connection, game_id, league, now)
    league_log.is_closed(connection, game_id, now)
    letter_rows.insert(connection, game_id, row[0], (*letters, *_BOARD), now)


def append(connection: sqlite3.Connection, entry: NewEntry) -> None:
    """See `Games.append`."""
    moved = connection.execute(
        "update games set revision = ?, version = ? where game_id = ? and status = 'running' and revision = ? - 1",
        (entry.revision, entry.version, entry.game_id, entry.revision),
    )
    if not moved.rowcount:
        raise Conflict(f"game {entry.game_id} is over, or its next revision is not {entry.revision}")
    _put_entry(connection, entry)
    _note_act(connection, entry)
    for order in entry.orders:
        seats.set_order(connection, entry.game_id, order, entry.made_at)
    if entry.kind == "renewal":
        connection.execute("delete from notes where key = ?", (f"{SALT}{entry.game_id}",))
    if entry.places is not None:
        _finish(connection, entry)
    else:
        asks.put(connection, entry)
    league_log.add_of_game(connection, entry.game_id, entry.league, entry.made_at)
    off = motions.lapse(connection, entry.game_id, entry.lapses)
    letter_rows.insert(connection, entry.game_id, entry.revision, (*off, *entry.letters), entry.made_at)


def _note_act(connection: sqlite3.Connection, entry: NewEntry) -> None:
    """Count the entry for its seat, and note what it says about the seat's player."""
    connection.execute(
        "update seats set acted = acted + 1, conceded = conceded or ?, away = away or ?, "
        "misses = iif(?, misses + 1, iif(?, misses, 0)) "
        "where game_id = ? and seat = ?",
        (
            entry.kind == "concede",
            entry.away,
            entry.missed,
            entry.kind in NOT_IN_PERSON,
            entry.game_id,
            entry.seat,
        ),
    )


def _put_entry(connection: sqlite3.Connection, entry: NewEntry) -> None:
    connection.execute(
        "insert into moves (game_id, revision, kind, seat, move, told, fence, made_at, build, was_due) "
        "values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            entry.game_id,
            entry.revision,
            entry.kind,
            entry.seat,
            entry.move,
            entry.told,
            entry.fence,
            entry.made_at,
            entry.build,
            entry.was_due,
        ),
    )
    connection.execute(
        "insert into states (game_id, revision, state) values (?, ?, ?)",
        (entry.game_id, entry.revision, zlib.compress(entry.state.encode(), 1)),
    )
    if not entry.revision % STATES_DROPPED:
        connection.execute(
            "delete from states where game_id = ? and revision <= ?", (entry.game_id, entry.revision - STATES_KEPT)
        )


def _finish(connection: sqlite3.Connection, entry: NewEntry) -> None:
    connection.execute(
        "update games set status = 'finished', finished_at = ? where game_id = ?", (entry.made_at, entry.game_id)
    )
    scores = entry.scores or {}
    connection.executemany(
        "insert into results (game_id, seat, place, score) values (?, ?, ?, ?)",
        [(entry.game_id, seat, place, scores.get(seat)) for seat, place in (entry.places or {}).items()],
    )
    _close(connection, entry.game_id, entry.revision)


def _close(connection: sqlite3.Connection, game_id: int, revision: int) -> None:
    """Drop what only a running game needs."""
    connection.execute("delete from asks where game_id = ?", (game_id,))
    connection.execute("delete from states where game_id = ? and revision < ?", (game_id, revision))
    leavers.drop(connection, game_id)
    connection.execute("delete from notes where key like ? || ? || ':%'", (SEEN, game_id))
    connection.execute("delete from notes where key = ?", (f"{SALT}{game_id}",))
    letter_rows.take_back(connection, game_id, "ask")


@read
def saved(connection: sqlite3.Connection, game_id: int) -> Saved | None:
    """See `Games.saved`."""
    row = connection.execute(_GAMES + "where game_id = ?", (game_id,)).fetchone()
    if row is None:
        return None
    game = GameRow(*row)
    check_json(game_id, "its options", game.options)
    sitting = connection.execute(
        "select seat, user_id, name, conceded, misses, extensions, away, here_at, added, acted "
        "from seats where game_id = ? order by seat",
        (game_id,),
    ).fetchall()
    moved = connection.execute(
        "select seat from seats where game_id = ? and exists "
        "(select 1 from moves where moves.game_id = seats.game_id and moves.seat = seats.seat and kind = 'move')",
        (game_id,),
    ).fetchall()
    state = connection.execute(
        "select state from states where game_id = ? and revision = ?", (game_id, game.revision)
    ).fetchone()
    if game.revision and state is None:
        raise damaged_game(game_id, f"the table of revision {game.revision}")
    return Saved(
        game=game,
        seats=[_seat_row(*row[:-1]) for row in sitting],
        state=_unpacked(game_id, game.revision, state[0]) if state else None,
        acted={row[0]: row[-1] for row in sitting},
        moved=frozenset(row[0] for row in moved),
        asks=asks.of_game(connection, game_id),
        orders=seats.orders(connection, game_id),
        salt=notes.get(connection, f"{SALT}{game_id}"),
        league=league_log.of_game(connection, game_id),
    )


def _seat_row(
    seat: int,
    user_id: int | None,
    name: str,
    conceded: int,
    misses: int,
    extensions: int,
    away: int,
    here_at: str | None,
    added: str,
) -> SeatRow:
    return SeatRow(seat, user_id, name, bool(conceded), misses, extensions, bool(away), here_at, added)


@read
def entries(
    connection: sqlite3.Connection, game_id: int, *, after: int = 0, limit: int | None = None
) -> Sequence[Entry]:
    """See `Games.entries`."""
    rows = connection.execute(
        _ENTRIES + "where game_id = ? and revision > ? order by revision limit ?",
        (game_id, after, -1 if limit is None else limit),
    )
    return [_entry(game_id, row) for row in rows]


@read
def last_entries(connection: sqlite3.Connection, game_id: int, count: int, *, states: bool = False) -> Sequence[Entry]:
    """See `Games.last_entries`."""
    rows = connection.execute(
        (_ENTRIES if states else _WITHOUT_STATES) + "where game_id = ? order by revision desc limit ?", (game_id, count)
    ).fetchall()
    return [_entry(game_id, row) for row in reversed(rows)]


def _entry(game_id: int, row: tuple[Any, ...]) -> Entry:
    revision, kind, seat, move, told, fence, made_at, build, was_due, state = row
    check_json(game_id, f"the move of revision {revision}", move)
    check_json(game_id, f"the news of revision {revision}", told)
    unpacked = None if state is None else _unpacked(game_id, revision, state)
    return Entry(revision, kind, seat, move, told, bool(fence), made_at, build, was_due, unpacked)


def _unpacked(game_id: int, revision: int, state: bytes) -> str:
    # No check for JSON: it goes in as JSON, and zlib's checksum tells that it comes out the same.
    try:
        return zlib.decompress(state).decode()
    except (zlib.error, ValueError) as error:
        raise damaged_game(game_id, f"the table of revision {revision}") from error


@read
def box(connection: sqlite3.Connection, digest: str) -> str | None:
    """See `Games.box`."""
    row = connection.execute("select json from boxes where digest = ?", (digest,)).fetchone()
    return row[0] if row else None


# -- finding games -----------------------------------------------------------------------------


@read
def of(connection: sqlite3.Connection, user_id: int, *, statuses: Sequence[Status]) -> Sequence[GameRow]:
    """See `Games.of`."""
    rows = connection.execute(
        _GAMES + "where game_id in "  # noqa: S608 - nothing but our own columns
        "(select game_id from seats where user_id = ?1 union select game_id from games where opened_by = ?1) "
        "and status in (select value from json_each(?2)) order by game_id desc",
        (user_id, json.dumps(list(statuses))),
    )
    return [GameRow(*row) for row in rows]


_SEEN = (
    "(?2 is null or channel_id in (select value from json_each(?2)) or opened_by = ?3 "
    "or exists (select 1 from seats where seats.game_id = games.game_id and user_id = ?3)) "
)
"""What `Sight` lets somebody see, as a condition with the parameters of `_sight`."""


def _sight(sight: Sight | None) -> tuple[str | None, int | None]:
    return (None, None) if sight is None else (json.dumps(list(sight.channels)), sight.user_id)


@read
def in_server(
    connection: sqlite3.Connection,
    guild_id: int,
    *,
    statuses: Sequence[Status],
    limit: int | None = 50,
    sight: Sight | None = None,
    first: int | None = None,
) -> Sequence[GameRow]:
    """See `Games.in_server`."""
    rows = connection.execute(
        _GAMES + "where game_id in "  # noqa: S608 - nothing but our own columns
        f"(select game_id from games where guild_id = ?1 and {_SEEN} and status in (select value from json_each(?4)) "
        "order by channel_id is ?5 desc, game_id desc limit ?6) order by channel_id is ?5 desc, game_id desc",
        (guild_id, *_sight(sight), json.dumps(list(statuses)), first, -1 if limit is None else limit),
    )
    return [GameRow(*row) for row in rows]


@read
def results_in(
    connection: sqlite3.Connection, guild_id: int, *, skip: int = 0, limit: int, sight: Sight | None = None
) -> tuple[int, Sequence[Result]]:
    """See `Games.results_in`."""
    finished = f"from games where guild_id = ?1 and status = 'finished' and {_SEEN}"
    which = (guild_id, *_sight(sight))
    (total,) = connection.execute(f"select count(*) {finished}", which).fetchone()
    found = connection.execute(
        f"select game_id, title, finished_at {finished} order by finished_at desc, game_id desc limit ?4 offset ?5",
        (*which, limit, skip),
    ).fetchall()
    return total, [Result(game_id, title, at, _players(connection, game_id)) for game_id, title, at in found]


@read
def results_of(connection: sqlite3.Connection, user_id: int) -> Sequence[Result]:
    """See `Games.results_of`."""
    found = connection.execute(
        "select game_id, title, finished_at from games where status = 'finished' "
        "and game_id in (select game_id from seats where user_id = ?) order by finished_at desc, game_id desc",
        (user_id,),
    ).fetchall()
    return [Result(game_id, title, at, _players(connection, game_id)) for game_id, title, at in found]


@read
def places_in(connection: sqlite3.Connection, guild_id: int) -> Mapping[int, int | None]:
    """See `Games.places_in`."""
    rows = connection.execute(
        "select channel_id, max(substr(text, length(channel_id) + 2)) from games "
        "left join notes on key = ?2 || game_id and text like channel_id || ' %' "
        "where guild_id = ?1 group by channel_id",
        (guild_id, WITHIN),
    )
    return {channel_id: None if within is None else int(within) for channel_id, within in rows}


def _players(connection: sqlite3.Connection, game_id: int) -> Sequence[Placed]:
    rows = connection.execute(
        "select name, place, score, user_id from results join seats using (game_id, seat) where game_id = ? "
        "order by place, seat",
        (game_id,),
    )
    return [Placed(*row) for row in rows]


@read
def everywhere(connection: sqlite3.Connection, *, statuses: Sequence[Status]) -> Sequence[GameRow]:
    """See `Games.everywhere`."""
    rows = connection.execute(
        _GAMES + "where status in (select value from json_each(?)) order by game_id",  # noqa: S608 - our own columns
        (json.dumps(list(statuses)),),
    )
    return [GameRow(*row) for row in rows]


@read
def lost_games(connection: sqlite3.Connection) -> Sequence[GameRow]:
    """See `Departures.lost_games`."""
    rows = connection.execute(_GAMES + "where lost is not null and status <> 'abandoned' order by game_id")
    return [GameRow(*row) for row in rows]


# -- care --------------------------------------------------------------------------------------


def check(connection: sqlite3.Connection) -> Sequence[str]:
    """See `Storage.check`."""
    found = [" ".join(row[0].split()) for row in connection.execute("pragma integrity_check")]
    findings = [] if found == ["ok"] else [f"The database is damaged: {finding}" for finding in found]
    findings += [
        f"A row of {child} belongs to a row of {parent} that is missing."
        for child, _, parent, _ in connection.execute("pragma foreign_key_check")
    ]
    findings += [
        f"Game {game_id} is at revision {revision}, but its log ends at {newest}."
        for game_id, revision, newest in connection.execute(
            "select game_id, revision, "
            "(select coalesce(max(revision), 0) from moves where moves.game_id = games.game_id) as newest "
            "from games where revision <> newest"
        )
    ]
    findings += [
        f"Game {game_id} has no table for revision {revision}."
        for game_id, revision in connection.execute(
            "select game_id, revision from games left join states using (game_id, revision) "
            "where revision > 0 and state is null"
        )
    ]
    for game_id, revision, state in connection.execute("select game_id, revision, state from states"):
        try:
            _unpacked(game_id, revision, state)
        except StoreFailed as error:
            findings.append(str(error))
    return findings
