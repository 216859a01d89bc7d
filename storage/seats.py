"""Rows of seats at running tables: present occupants and their standing orders."""

from __future__ import annotations

from collections.abc import Sequence

from storage import former_players, league_log, page_sessions
from storage import outbox as letter_rows
from storage.follows import drop_follow
from storage.interface.database import Connection
from storage.interface.errors import Conflict
from storage.interface.game_log import NewOrder
from storage.interface.games import SeatRow
from storage.interface.leagues import NewLine
from storage.interface.letters import NewLetter
from storage.interface.questions import QuestionTimes
from storage.operations import Group, read, write


class SeatRows(Group):
    """Seats at running tables: present and former occupants, and standing orders."""

    find_seat_left = former_players.find_seat_left
    list_games_left = former_players.list_games_left
    list_orders_set_aside = former_players.list_orders_set_aside

    @write
    @staticmethod
    def take(
        connection: Connection,
        game_id: int,
        seat_row: SeatRow,
        times: QuestionTimes | None,
        letters: Sequence[NewLetter],
        now: str,
        *,
        keep_orders: bool,
        may_return: bool = False,
        league: Sequence[NewLine] = (),
    ) -> None:
        """Seat this player, or a bot, at a running game, and restart the clock of the seat's question.

        Without `keep_orders` the seat changes hands: the former player's data is removed and letters waiting for them
        expire. The former player is recognised until the game is over (see `former_players.find_seat_left`), with the
        extensions they used. With `may_return`, a leaving player's orders are set aside, and a returning player gets
        theirs back. The season's lines in `league` are written in the same transaction.

        Raises:
            Conflict: the game does not run.
        """
        if not keep_orders:
            aside = may_return and seat_row.user_id is None
            former_players.remember_seat_left(connection, game_id, seat_row.seat, with_orders=aside)
        connection.execute(
            "update moves set was_due = null where was_due is not null and game_id = :game and seat = :seat and exists "
            "(select 1 from seats where game_id = :game and seat = :seat and coalesce(user_id, 0) <> :user)",
            {"game": game_id, "seat": seat_row.seat, "user": seat_row.user_id or 0},
        )
        if not keep_orders:
            drop_event_mark(connection, game_id, seat_row.seat)
            page_sessions.end_at_seat(connection, game_id, seat_row.seat)
        changed = connection.execute(
            "update seats set user_id = ?, name = ?, real_name = ?, misses = 0, away = ?, extensions = ? "
            "where game_id = ? and seat = ? and exists "
            "(select 1 from games where games.game_id = seats.game_id and status = 'running')",
            (
                *(seat_row.user_id, seat_row.name, seat_row.real_name, seat_row.away, seat_row.extensions),
                *(game_id, seat_row.seat),
            ),
        )
        if not changed.rowcount:
            raise Conflict(f"game {game_id} is over")
        if not keep_orders:
            clear_seat(connection, game_id, seat_row.seat, now)
        if seat_row.user_id is not None:
            drop_follow(connection, game_id, seat_row.user_id)
        if may_return and seat_row.user_id is not None:
            former_players.give_orders_back(connection, game_id, seat_row.seat, seat_row.user_id)
            former_players.drop_orders(connection, game_id, seat_row.seat)
        connection.execute(
            "update asks set user_id = ?, pinged = false, reminded = 0, asked_at = ?, due_at = ?, next_at = ? "
            "where game_id = ? and seat = ?",
            (
                None if seat_row.away or seat_row.conceded else seat_row.user_id,
                times and times.asked_at,
                times and times.due_at,
                times and times.next_at,
                game_id,
                seat_row.seat,
            ),
        )
        league_log.add_lines_of_game(connection, game_id, league, now)
        letter_rows.OutboxRows.add(connection, game_id, letters, now)

    @write
    @staticmethod
    def put_order(connection: Connection, game_id: int, seat: int, place: str, body: str | None, now: str) -> None:
        """Store an order in its slot; None deletes it."""
        set_order(connection, game_id, NewOrder(seat, place, body), now)

    @write
    @staticmethod
    def end_orders(
        connection: Connection, game_id: int, seat: int, bodies: Sequence[str], words: str, letter: NewLetter, now: str
    ) -> None:
        """Delete these orders, and notify the seat's player now and at their next visit; each order counts once."""
        gone = 0
        for body in bodies:
            row = (game_id, seat, body)
            gone += connection.execute("delete from orders where game_id = ? and seat = ? and body = ?", row).rowcount
        if gone:
            before = SeatRows.get_ended_orders(connection, game_id, seat)
            SeatRows.put_ended_orders(connection, game_id, seat, f"{before}\n{words}".strip())
            letter_rows.OutboxRows.add(connection, game_id, [letter], now)

    @read
    @staticmethod
    def get_ended_orders(connection: Connection, game_id: int, seat: int) -> str:
        """Return the pending notice to a seat's player about ended orders; "" if there is none."""
        row = connection.execute(
            "select orders_ended from seats where game_id = ? and seat = ?", (game_id, seat)
        ).fetchone()
        return row[0] if row else ""

    @write
    @staticmethod
    def put_ended_orders(connection: Connection, game_id: int, seat: int, words: str) -> None:
        """Replace the pending notice to a seat's player about ended orders."""
        connection.execute("update seats set orders_ended = ? where game_id = ? and seat = ?", (words, game_id, seat))


def drop_event_mark(connection: Connection, game_id: int, seat: int) -> None:
    """Delete the event mark of a seat's player; notices to the next player begin there."""
    connection.execute(
        "delete from event_marks where game_id = ? and user_id in "
        "(select user_id from seats where game_id = ? and seat = ?)",
        (game_id, game_id, seat),
    )


def clear_seat(connection: Connection, game_id: int, seat: int, now: str | None = None) -> None:
    """Delete the personal data of a seat: orders, notices, votes, waiting letters and delivery routes."""
    connection.execute("delete from orders where game_id = ? and seat = ?", (game_id, seat))
    drop_event_mark(connection, game_id, seat)
    page_sessions.end_at_seat(connection, game_id, seat)
    connection.execute(
        "delete from votes where seat = ? and motion_id in "
        "(select motion_id from motions where game_id = ? and fate = 'open')",
        (seat, game_id),
    )
    SeatRows.put_ended_orders(connection, game_id, seat, "")
    connection.execute(
        "update letters set way = null, refused = null, opened_at = null, again_at = null "
        "where game_id = ? and seat = ?",
        (game_id, seat),
    )
    connection.execute(
        "update letters set fate = 'expired', body = '{}', reason = 'its player has left', "
        "changed_at = coalesce(?, written_at) "
        "where game_id = ? and seat = ? and kind in ('hand', 'note', 'order') and fate = 'waiting'",
        (now, game_id, seat),
    )


def list_orders(connection: Connection, game_id: int) -> dict[int, list[str]]:
    """Return all standing orders of a game by seat, oldest first."""
    found: dict[int, list[str]] = {}
    for seat, body in connection.execute(
        "select seat, body from orders where game_id = ? order by given_at, order_id", (game_id,)
    ):
        found.setdefault(seat, []).append(body)
    return found


def set_order(connection: Connection, game_id: int, order: NewOrder, now: str) -> None:
    """Store a seat's order in its slot, or delete it."""
    # A replaced order is deleted too, so that the new one counts as the newest.
    row = (game_id, order.seat, order.place)
    connection.execute("delete from orders where game_id = ? and seat = ? and place = ?", row)
    if order.body is not None:
        connection.execute(
            "insert into orders (game_id, seat, place, body, given_at) values (?, ?, ?, ?, ?)", (*row, order.body, now)
        )
