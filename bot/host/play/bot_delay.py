"""Delay bots' answers at tables that want to follow their moves.

A delay is drawn when a bot is asked, from the operating system's randomness. It is independent of the position and of
the game's randomness, so it reveals nothing. Each asked bot has its own delay, as people have. Its further answers in
the same turn follow at once, to be read together. Where waiting is secret, bots answer at once; otherwise a table that
waits while no person is asked would reveal that a bot is.

Delays are kept in memory only, and start again after a restart.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from random import SystemRandom

from bot.engine import play
from bot.engine.records import Seat
from bot.host.host import Host
from bot.host.table.audience_view import AudienceView
from bot.host.table.running import RunningGame

MIN_DELAY_SECONDS, MAX_DELAY_SECONDS = 20.0, 90.0
"""Range of a delay in seconds."""


def draw_delay() -> float:
    """Draw a delay in seconds."""
    return SystemRandom().uniform(MIN_DELAY_SECONDS, MAX_DELAY_SECONDS)


def is_delayed(running: RunningGame | AudienceView, seat: Seat) -> bool:
    """Whether the bot on a seat delays its answers at this table now; public information."""
    if running.waits_in_secret or running.league is not None:
        return False
    if running.get_seat_row(seat).conceded or not running.is_automatic(seat):
        return False  # its answer there is a default
    match running.settings.bots:
        case "at once":
            return False
        case "after a moment":
            return True
        case "after a moment if several play":
            return sum(one.user_id is not None and not one.conceded for one in running.seats) > 1


class BotDelays:
    """Tracks which bots' delays are over, and when the next one ends.

    Args:
        host: runs the tables; its monotonic clock counts.
        seconds: draws a delay.
        over: called with a table's id at the end of a delay.
    """

    def __init__(self, host: Host, seconds: Callable[[], float], over: Callable[[int], None]) -> None:
        self._host = host
        self._seconds = seconds
        self._over = over
        self._until: dict[int, dict[Seat, tuple[str, float]]] = {}
        """By table and seat: the question's etag, and the time of its answer."""
        self._timers: dict[int, asyncio.TimerHandle] = {}
        self._answered: dict[int, tuple[Seat, int]] = {}
        """By table: the last delayed bot that answered, and the revision after its answer."""

    def record_answer(self, running: RunningGame, seat: Seat) -> None:
        """Record a bot's answer: if it is asked again next, it continues without a delay."""
        if is_delayed(running, seat):
            self._answered[running.row.game_id] = seat, running.row.revision

    def find_ready_seat(self, running: RunningGame) -> Seat | None:
        """Return a seat that is asked and can be answered now; None: there is none at present."""
        asked = [seat for seat in play.list_asked_seats(running.table) if running.is_answered_for(seat)]
        last, revision = self._answered.get(running.row.game_id, (None, 0))
        goes_on = last if revision == running.row.revision else None
        slow = [seat for seat in asked if seat != goes_on and is_delayed(running, seat)]
        until = self._update_delays(running, slow)
        now = self._host.monotonic()
        ready = [seat for seat in asked if seat not in until or until[seat][1] <= now]
        game_id = running.row.game_id
        if (timer := self._timers.pop(game_id, None)) is not None:
            timer.cancel()
        if until and not ready:
            seconds = min(at for _, at in until.values()) - now
            self._timers[game_id] = asyncio.get_running_loop().call_later(seconds, self._over, game_id)
        return ready[0] if ready else None

    def _update_delays(self, running: RunningGame, slow: Sequence[Seat]) -> Mapping[Seat, tuple[str, float]]:
        """Draw a delay for each new question; drop those of closed ones."""
        before = self._until.pop(running.row.game_id, {})
        if not slow:
            return {}
        until, asks = self._until.setdefault(running.row.game_id, {}), running.get_etags()
        for seat in slow:
            known = before.get(seat)
            goes_on = known is not None and known[0] == asks[seat]
            until[seat] = known if known and goes_on else (asks[seat], self._host.monotonic() + self._seconds())
        return until

    def forget(self, game_id: int) -> None:
        """Drop the delays of a table without open questions."""
        self._until.pop(game_id, None)
        self._answered.pop(game_id, None)
        if (timer := self._timers.pop(game_id, None)) is not None:
            timer.cancel()

    def close(self) -> None:
        """Cancel all timers."""
        for game_id in list(self._timers):
            self.forget(game_id)
