"""Change the player of a seat in a running game, and pause or resume its clocks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.engine.orders import Order
from bot.host.delivery.outbox import NoticeBody, build_letter
from bot.host.errors import Refusal
from bot.host.host import Host
from bot.host.table import deadlines
from bot.host.table.aliases import get_alias, hide_player
from bot.host.table.running import RunningGame, read_orders
from storage.interface.games import SeatRow
from storage.interface.leagues import NewLine
from storage.interface.letters import NewLetter
from storage.interface.questions import DueQuestion

MAX_MISSES = 2
"""Late answers in a row after which a bot holds the seat."""


class Seating:
    """Assigns seats to people, and pauses and resumes clocks."""

    def __init__(self, host: Host) -> None:
        self._host = host

    async def assign_seat(
        self,
        running: RunningGame,
        seat_row: SeatRow,
        letters: Sequence[NewLetter],
        *,
        keep_orders: bool,
        may_return: bool = False,
        league: Sequence[NewLine] = (),
    ) -> RunningGame:
        """Assign a seat of a running game to a person; the clock of its question starts again.

        `league` is recorded in the season of its table. With `may_return`, orders that are not kept are saved for the
        leaving player, or given back to one who returns. The caller holds the game's lock.
        """
        seat_row = _with_alias(running, seat_row)
        seats = tuple(seat_row if other.seat == seat_row.seat else other for other in running.seats)
        back = await self._list_returned_orders(running, seat_row) if may_return else ()
        orders = running.orders if keep_orders else {**running.orders, seat_row.seat: back}
        after = replace(running, seats=seats, orders=orders)
        asks = after.get_etags()
        clocks = await self._host.question_clocks.build(after, asks, {**asks, seat_row.seat: ""})
        clock = clocks.get(seat_row.seat)
        letters = [*letters, NewLetter("board"), *([NewLetter("ask")] if clock else [])]
        if seat_row.user_id not in (None, running.get_seat_row(seat_row.seat).user_id):
            letters.append(NewLetter("hand", seat_row.seat))
        await self._host.storage.seats.take(
            running.row.game_id,
            seat_row,
            clock,
            letters,
            self._host.format_now(),
            keep_orders=keep_orders,
            may_return=may_return,
            league=league,
        )
        rest = {seat: known for seat, known in running.clocks.items() if seat != seat_row.seat}
        after = self._host.remember(replace(after, clocks={**rest, **clocks}))
        self._host.announce_commit(running.row.game_id, clocks=clocks, answered_for=False)
        return after

    async def _list_returned_orders(self, running: RunningGame, seat_row: SeatRow) -> Sequence[Order]:
        """Return the saved orders that a player gets back with the seat."""
        if seat_row.user_id is None:
            return ()
        bodies = await self._host.storage.seats.list_orders_set_aside(running.row.game_id, seat_row.user_id)
        return read_orders(running.game, bodies).orders

    async def pause_clocks(self, game_id: int, *, stopped: bool, words: str) -> RunningGame:
        """Pause all clocks of a game, or resume them; `words` is sent to the table.

        Raises:
            Refusal: they are paused, or running, already; or the table's channel is lost.
        """
        async with self._host.lock_game(game_id):
            running = await self._host.get_running_game(game_id)
            self._host.must_run(running)
            if stopped == (running.row.paused_at is not None):
                raise Refusal("The clocks are already paused." if stopped else "The clocks are already running.")
            shifted: list[DueQuestion] = []
            if not stopped:
                refuse_when_channel_lost(running)
                shifted = await self.list_paused_questions(running)
            paused_at = self._host.format_now() if stopped else None
            letters = [build_letter(NoticeBody(text=words)), NewLetter("board")]
            await self._host.storage.clocks.pause(game_id, paused_at, shifted, letters, self._host.format_now())
            self._host.forget_loaded(game_id)  # the store has newer changes
            running = await self._host.get_running_game(game_id)
        self._host.announce_commit(game_id, clocks=running.clocks, answered_for=False)
        return running

    async def list_paused_questions(self, running: RunningGame) -> list[DueQuestion]:
        """Return the paused questions, with their times if the clocks resume now."""
        if running.row.paused_at is None:
            return []
        paused_at = deadlines.parse_time(running.row.paused_at)
        shifted = []
        for seat, tag in running.get_etags().items():
            clock = running.clocks.get(seat)
            if clock is not None and clock.due_at is not None:
                stood = self._host.now() - max(paused_at, deadlines.parse_time(clock.asked_at))
                wishes = await self._host.people.get_wishes(running.get_seat_row(seat).user_id)
                times = deadlines.shift_clock(clock, stood, wishes)
                shifted.append(DueQuestion(running.row.game_id, seat, tag, times))
        return shifted


def _with_alias(running: RunningGame, seat_row: SeatRow) -> SeatRow:
    """Return the row of a seat that changes hands; a person at an anonymous table gets the alias of the seat."""
    if seat_row.user_id is None or not running.is_anonymous:
        return replace(seat_row, real_name=None)
    if seat_row.user_id == running.get_seat_row(seat_row.seat).user_id:
        return seat_row
    return hide_player(replace(seat_row, real_name=None), get_alias(running.game, seat_row.seat))


def refuse_when_channel_lost(running: RunningGame) -> None:
    """Raise Refusal when the table's channel is lost, so that nobody would see that its clocks run."""
    if running.row.lost is not None:
        raise Refusal(
            "I cannot write where this table's message stands, so its clocks stand still. Use **/game status** in "
            "another channel of the server and press **Bring the table here**; then they go on."
        )
