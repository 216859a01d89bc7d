"""Rows of motions: what a table votes on."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence

from storage import letters as letter_rows
from storage.interface import Conflict, Lapse, Motion, MotionFate, MotionKind, NewLetter, NewMotion
from storage.operations import read, write

_MOTIONS = "select motion_id, game_id, kind, seat, target, revision, votes, fate from motions "


@write
def open_motion(connection: sqlite3.Connection, motion: NewMotion, now: str) -> Motion:
    """See `Motions.open`."""
    try:
        row = connection.execute(
            "insert into motions (game_id, kind, seat, target, revision, votes, opened_at) "
            "values (?, ?, ?, ?, ?, ?, ?) returning motion_id, game_id, kind, seat, target, revision, votes, fate",
            (
                motion.game_id,
                motion.kind,
                motion.seat,
                motion.target,
                motion.revision,
                json.dumps({motion.seat: True}),
                now,
            ),
        ).fetchone()
    except sqlite3.IntegrityError as twice:
        raise Conflict(f"game {motion.game_id} is voting on such a proposal already") from twice
    opened = _motion(row)
    letter = NewLetter("motion", body=json.dumps({"motion": opened.motion_id}))
    letter_rows.add(connection, motion.game_id, [letter], now)
    return opened


@read
def get(connection: sqlite3.Connection, motion_id: int) -> Motion | None:
    """See `Motions.get`."""
    row = connection.execute(_MOTIONS + "where motion_id = ?", (motion_id,)).fetchone()
    return _motion(row) if row else None


@read
def open_at(connection: sqlite3.Connection, game_id: int) -> list[Motion]:
    """See `Motions.open_at`."""
    rows = connection.execute(_MOTIONS + "where game_id = ? and fate = 'open' order by motion_id", (game_id,))
    return [_motion(row) for row in rows]


@write
def vote(connection: sqlite3.Connection, motion_id: int, seat: int, yes: bool) -> Motion:
    """See `Motions.vote`."""
    row = connection.execute(
        "update motions set votes = json_set(votes, '$.' || ?, json(?)) where motion_id = ? and fate = 'open' "
        "returning motion_id, game_id, kind, seat, target, revision, votes, fate",
        (seat, "true" if yes else "false", motion_id),
    ).fetchone()
    if row is None:
        raise Conflict(f"motion {motion_id} is closed")
    return _motion(row)


@write
def close(connection: sqlite3.Connection, motion: Motion, fate: MotionFate, notice: str, now: str) -> None:
    """See `Motions.close`."""
    changed = connection.execute(
        "update motions set fate = ? where motion_id = ? and fate = 'open'", (fate, motion.motion_id)
    )
    if not changed.rowcount:
        return
    letters = [NewLetter("notice", body=json.dumps({"text": notice}))] if notice else []
    letters.append(NewLetter("board"))  # with it goes the message that asked for votes
    letter_rows.add(connection, motion.game_id, letters, now)


def lapse(connection: sqlite3.Connection, game_id: int, lapses: Sequence[Lapse]) -> Sequence[NewLetter]:
    """Close those votes of a game that are off; return the notices of those that there were."""
    if not lapses or not open_at(connection, game_id):
        return ()
    close = (
        "update motions set fate = 'lapsed' "
        "where game_id = ?1 and kind = ?2 and (?3 is null or target = ?3) and fate = 'open'"
    )
    return [off.notice for off in lapses if connection.execute(close, (game_id, off.kind, off.target)).rowcount]


def _motion(row: tuple[int, int, MotionKind, int, int | None, int, str, MotionFate]) -> Motion:
    motion_id, game_id, kind, seat, target, revision, votes, fate = row
    cast = {int(voter): bool(yes) for voter, yes in json.loads(votes).items()}
    return Motion(motion_id, game_id, kind, seat, target, revision, cast, fate)
