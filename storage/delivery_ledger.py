"""The delivery ledger: what became of letters to seats, read from the letters themselves; never what they said."""

from __future__ import annotations

from collections.abc import Sequence

from storage.interface import Connection, Delivery
from storage.operations import read, write

LINES = 3
"""Letters of each seat, and of those for everybody that were given up, that the ledger shows."""

_OF_SEATS = (
    "select seat, kind, fate, reason, written_at, changed_at, way, refused, opened_at, again_at from ("
    "select letters.*, row_number() over (partition by seat order by letter_id desc) as place, "
    "row_number() over (partition by seat, fate order by letter_id desc) as of_its_fate from letters "
    "where game_id = ? and seat is not null and kind in ('hand', 'note', 'order') and (? or not hushed)) as newest "
    "where place <= ? or (fate = 'given up' and of_its_fate = 1) order by seat, letter_id"
)
_GIVEN_UP = (
    "select null, kind, fate, reason, written_at, changed_at, way, refused, opened_at, again_at from letters "
    "where game_id = ? and (seat is null or kind = 'vacancy') and kind <> 'board' and fate = 'given up' "
    "and (? or not hushed) order by letter_id desc limit ?"
)
_OF_THE_TABLE = (
    "select seat, kind, fate, reason, written_at, changed_at, way, refused, opened_at, again_at from letters "
    "where game_id = ? and kind = 'board' order by letter_id desc limit 1"
)
_NEWEST = (
    "select letter_id, opened_at, again_at from letters where game_id = ? and seat = ? and kind = 'hand' "
    "and fate <> 'expired' order by letter_id desc limit 1"
)


@read
def deliveries(connection: Connection, game_id: int, *, hushed: bool = True) -> Sequence[Delivery]:
    """Return what became of the newest letters to each seat, oldest first, and of the newest that was given up.

    Before them come the newest of the table's message, and the newest for everybody that were given up.

    Args:
        game_id: which table.
        hushed: whether letters are among them of which only their reader may know that they were written.
    """
    table = connection.execute(_OF_THE_TABLE, (game_id,)).fetchall()
    for lines in (_GIVEN_UP, _OF_SEATS):
        table += connection.execute(lines, (game_id, hushed, LINES)).fetchall()
    return [Delivery(*row) for row in table]


@read
def is_new(connection: Connection, game_id: int, seat: int, again: bool) -> bool:
    """Whether `opened` would change anything."""
    newest = connection.execute(_NEWEST, (game_id, seat)).fetchone()
    return newest is not None and (newest[1] is None or (again and newest[2] is None))


@write
def note_opened(connection: Connection, game_id: int, seat: int, now: str, again: bool) -> None:
    """Note that a seat's player looks at their secrets; see `OutboxRows.opened`."""
    newest = connection.execute(_NEWEST, (game_id, seat)).fetchone()
    if newest is None:
        return
    if newest[1] is None:
        connection.execute(
            "update letters set opened_at = ? where game_id = ? and seat = ? and kind = 'hand' and fate <> 'expired' "
            "and opened_at is null",
            (now, game_id, seat),
        )
    elif again and newest[2] is None:
        connection.execute("update letters set again_at = ? where letter_id = ?", (now, newest[0]))
