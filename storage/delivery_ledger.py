"""Query the delivery ledger: the status of letters to seats, without their content."""

from __future__ import annotations

from collections.abc import Sequence

from storage.interface.database import Connection
from storage.interface.letters import Delivery
from storage.operations import read, write

MAX_LETTERS = 3
"""Number of letters shown for each seat, and of those to everybody that were given up."""

_OF_SEATS = (
    "select seat, kind, fate, reason, written_at, changed_at, way, refused, opened_at, again_at from ("
    "select letters.*, row_number() over (partition by seat order by letter_id desc) as place, "
    "row_number() over (partition by seat, fate order by letter_id desc) as of_its_fate from letters "
    "where game_id = ? and seat is not null and kind in ('hand', 'note', 'order') and (? or not hushed)) as newest "
    "where place <= ? or (fate = 'given up' and of_its_fate = 1) order by seat, letter_id"
)
_GIVEN_UP = (
    "select null, kind, fate, reason, written_at, changed_at, way, refused, opened_at, again_at from letters "
    "where game_id = ? and (seat is null or kind = 'vacancy') and kind not in ('board', 'note') and fate = 'given up' "
    "and (? or not hushed) order by letter_id desc limit ?"
)
"""Without notes for no seat: they go to followers, whom the players do not know."""
_OF_THE_TABLE = (
    "select seat, kind, fate, reason, written_at, changed_at, way, refused, opened_at, again_at from letters "
    "where game_id = ? and kind = 'board' order by letter_id desc limit 1"
)
_NEWEST = (
    "select letter_id, opened_at, again_at from letters where game_id = ? and seat = ? and kind = 'hand' "
    "and fate <> 'expired' order by letter_id desc limit 1"
)


@read
def list_deliveries(connection: Connection, game_id: int, *, hushed: bool = True) -> Sequence[Delivery]:
    """Return the status of the newest letters to each seat, oldest first, with the newest that was given up.

    The table's newest message and the newest given-up letters to everybody come first.

    Args:
        game_id: the table.
        hushed: whether to include letters whose existence only their reader may know.
    """
    table = connection.execute(_OF_THE_TABLE, (game_id,)).fetchall()
    for lines in (_GIVEN_UP, _OF_SEATS):
        table += connection.execute(lines, (game_id, hushed, MAX_LETTERS)).fetchall()
    return [Delivery(*row) for row in table]


@read
def is_new(connection: Connection, game_id: int, seat: int, again: bool) -> bool:
    """Return whether `note_opened` would change anything."""
    newest = connection.execute(_NEWEST, (game_id, seat)).fetchone()
    return newest is not None and (newest[1] is None or (again and newest[2] is None))


@write
def note_opened(connection: Connection, game_id: int, seat: int, now: str, again: bool) -> None:
    """Record that a seat's player looks at their private hand; see `OutboxRows.record_opened`."""
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
