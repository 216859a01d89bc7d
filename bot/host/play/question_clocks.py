"""Start the clocks of newly open questions, and continue those of reopened ones."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime

from bot.engine.records import Seat
from bot.host.errors import Refusal
from bot.host.play.move_records import TableCommand
from bot.host.table import deadlines
from bot.host.table.deadlines import Wishes
from bot.host.table.people import People
from bot.host.table.running import RunningGame
from storage.interface.game_log import GameLogRecord
from storage.interface.questions import QuestionTimes
from storage.store import Storage

MAX_ENTRIES_SEARCHED = 100
"""Entries, from the newest back, searched for a retracted answer."""


def find_next_time(clocks: Iterable[QuestionTimes]) -> str | None:
    """Return the earliest time at which one of these clocks is to be checked; None: never."""
    return min((clock.next_at for clock in clocks if clock.next_at is not None), default=None)


class QuestionClocks:
    """Builds clocks of questions; it saves nothing.

    Args:
        storage: the store with the log.
        people: the players' settings.
        now: the present time in UTC.
    """

    def __init__(self, storage: Storage, people: People, now: Callable[[], datetime]) -> None:
        self._storage = storage
        self._people = people
        self._now = now

    async def build(
        self,
        after: RunningGame,
        asks: Mapping[Seat, str],
        before: Mapping[Seat, str],
        undoing: TableCommand | None = None,
    ) -> dict[Seat, QuestionTimes]:
        """Return the clocks of the newly open questions; bots and absent players have none.

        While a table is paused, they begin at the time of the pause, and move on with it at its end.

        Raises:
            Refusal: an undo would reopen a question whose time has expired, and not for the first time.
        """
        opened = [seat for seat, tag in asks.items() if before.get(seat) != tag and not after.is_answered_for(seat)]
        if not opened:
            return {}
        allowed = after.settings.allowed
        if allowed is not None and after.table.agenda:
            allowed *= after.table.agenda[0].time_share
        now = self._now() if after.row.paused_at is None else deadlines.parse_time(after.row.paused_at)
        clocks: dict[Seat, QuestionTimes] = {}
        for seat in opened:
            seat_row = after.get_seat_row(seat)
            wishes = await self._people.get_wishes(seat_row.user_id)
            clocks[seat] = deadlines.start_clock(now, allowed, wishes)
            if undoing is not None and seat == undoing.seat:
                clocks[seat] = await self._build_reopened(after, undoing, now, clocks[seat], wishes)
        return clocks

    async def _build_reopened(
        self, after: RunningGame, undoing: TableCommand, now: datetime, fresh: QuestionTimes, wishes: Wishes
    ) -> QuestionTimes:
        """Return the clock of a reopened question: it has its earlier deadline, with a minimum time once.

        Args:
            after: the table after the undo.
            undoing: the undo or retraction, which is not in the log yet.
            now: the present time, or the time of the pause.
            fresh: the clock of the question if it was asked for the first time.
            wishes: its player's settings.

        Raises:
            Refusal: its time is over, and it was reopened once before.
        """
        undone = None if undoing.move is None else json.loads(undoing.move)["undone"]
        answer, again = _find_undone_answer(
            await self._storage.games.list_last_entries(after.row.game_id, MAX_ENTRIES_SEARCHED), undoing.seat, undone
        )
        until = None if answer is None else answer.was_due
        if again and until is not None and deadlines.parse_time(until) <= now:
            raise Refusal("This decision was already reopened once and its time is up, so the answer stands.")
        return deadlines.reopen_clock(now, until, fresh, wishes, again=again)


def _find_undone_answer(
    entries: Sequence[GameLogRecord], seat: Seat, undone: int | None
) -> tuple[GameLogRecord | None, bool]:
    """Return the undone answer, and whether its question was reopened before.

    Args:
        entries: the newest of the log.
        seat: the seat of the answer.
        undone: the revision of the answer; None: the seat's sealed answer, which is its last one.
    """
    acts = [entry for entry in entries if entry.seat == seat and entry.kind not in ("setup", "concede", "repair")]
    answers = [entry for entry in acts if entry.kind not in ("undo", "retract")]
    if undone is None:
        # An optional move had no clock, and was no sealed answer.
        sealed = [entry for entry in answers if entry.kind != "move" or entry.was_due is not None]
        answer = sealed[-1] if sealed else None
    else:
        answer = next((entry for entry in answers if entry.revision == undone), None)
    revision = undone or (answer.revision if answer else 0)
    before = next((entry for entry in reversed(acts) if entry.revision < revision), None)
    return answer, before is not None and before.kind in ("undo", "retract")
