"""Rows of motions on which tables vote."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from storage import outbox as letter_rows
from storage.interface.database import Connection
from storage.interface.errors import Conflict
from storage.interface.letters import NewLetter
from storage.interface.motions import ClosedVotes, Motion, MotionFate, MotionKind, NewMotion
from storage.operations import Group, read, write

_MOTIONS = "select motion_id, game_id, kind, seat, target, revision, fate from motions "


class MotionRows(Group):
    """Motions on which tables vote."""

    @write
    @staticmethod
    def open(connection: Connection, motion: NewMotion, now: str) -> Motion:
        """Open a vote with its proposer in favour, and a letter that asks for votes.

        Raises:
            Conflict: one of its kind is open.
        """
        row = connection.execute(
            "insert into motions (game_id, kind, seat, target, revision, opened_at) values (?, ?, ?, ?, ?, ?) "
            "on conflict do nothing returning motion_id",
            (motion.game_id, motion.kind, motion.seat, motion.target, motion.revision, now),
        ).fetchone()
        if row is None:
            raise Conflict(f"game {motion.game_id} is voting on such a proposal already")
        opened = MotionRows.vote(connection, row[0], motion.seat, yes=True)
        letter = NewLetter("motion", body=json.dumps({"motion": opened.motion_id}))
        letter_rows.OutboxRows.add(connection, motion.game_id, [letter], now)
        return opened

    @read
    @staticmethod
    def get(connection: Connection, motion_id: int) -> Motion | None:
        """Return a motion, open or closed."""
        row = connection.execute(_MOTIONS + "where motion_id = ?", (motion_id,)).fetchone()
        return _read_motion(connection, row) if row else None

    @read
    @staticmethod
    def list_open(connection: Connection, game_id: int) -> list[Motion]:
        """Return the open motions of a table."""
        rows = connection.execute(_MOTIONS + "where game_id = ? and fate = 'open' order by motion_id", (game_id,))
        return [_read_motion(connection, row) for row in rows.fetchall()]

    @write
    @staticmethod
    def vote(connection: Connection, motion_id: int, seat: int, yes: bool) -> Motion:
        """Record a seat's vote in place of its earlier one; raise Conflict if the motion is closed."""
        motion = MotionRows.get(connection, motion_id)
        if motion is None or motion.fate != "open":
            raise Conflict(f"motion {motion_id} is closed")
        connection.execute(
            "insert into votes (motion_id, seat, in_favour) values (?, ?, ?) "
            "on conflict (motion_id, seat) do update set in_favour = excluded.in_favour",
            (motion_id, seat, yes),
        )
        return replace(motion, votes={**motion.votes, seat: yes})

    @write
    @staticmethod
    def close(connection: Connection, motion: Motion, fate: MotionFate, notice: str, now: str) -> None:
        """Close a motion and notify the table; ignored if it is closed already."""
        changed = connection.execute(
            "update motions set fate = ? where motion_id = ? and fate = 'open'", (fate, motion.motion_id)
        )
        if not changed.rowcount:
            return
        letters = [NewLetter("notice", body=json.dumps({"text": notice}))] if notice else []
        letters.append(NewLetter("board"))  # the board's update removes the message that asked for votes
        letter_rows.OutboxRows.add(connection, motion.game_id, letters, now)


def close_lapsed_votes(connection: Connection, game_id: int, lapses: Sequence[ClosedVotes]) -> Sequence[NewLetter]:
    """Close the votes of a game that lapse; return the notices of those that were open."""
    if not lapses or not MotionRows.list_open(connection, game_id):
        return ()
    return [off.notice for off in lapses if _close_if_open(connection, game_id, off)]


def _close_if_open(connection: Connection, game_id: int, off: ClosedVotes) -> bool:
    closed = connection.execute(
        "update motions set fate = 'lapsed' where game_id = :game and kind = :kind "
        "and (cast(:target as bigint) is null or target = :target) and fate = 'open'",
        {"game": game_id, "kind": off.kind, "target": off.target},
    )
    return bool(closed.rowcount)


def _read_motion(connection: Connection, row: tuple[int, int, MotionKind, int, int | None, int, MotionFate]) -> Motion:
    motion_id, game_id, kind, seat, target, revision, fate = row
    cast = connection.execute("select seat, in_favour from votes where motion_id = ? order by seat", (motion_id,))
    votes = {voter: bool(in_favour) for voter, in_favour in cast.fetchall()}
    return Motion(motion_id, game_id, kind, seat, target, revision, votes, fate)
