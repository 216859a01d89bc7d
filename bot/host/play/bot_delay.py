"""Moments: how long a bot takes for an answer, where a table wants to follow what its bots do.

A moment is drawn when a bot is asked, from the system's randomness: neither the position nor the game's chance has a
part in it, so it tells nothing. Each bot that is asked has its own, as people have. What it does next in the same turn
comes at once, for that is read in one go. Where waiting is a secret bots answer at once, or a table that waits while
no person is asked would tell that a bot is.

Moments are remembered, not saved: after a restart they begin anew.
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

SHORTEST, LONGEST = 20.0, 90.0
"""Seconds that an answer takes."""


def drawn() -> float:
    """Return how many seconds an answer takes."""
    return SystemRandom().uniform(SHORTEST, LONGEST)


def are_taken(running: RunningGame | AudienceView, seat: Seat) -> bool:
    """Whether the bot on a seat takes a moment for its answers at this table, as it stands; everybody may know."""
    if running.waits_in_secret or running.league is not None:
        return False
    if running.seat_row(seat).conceded or not running.plays_itself(seat):
        return False  # what is answered there is a default
    match running.pact.bots:
        case "at once":
            return False
        case "after a moment":
            return True
        case "after a moment if several play":
            return sum(one.user_id is not None and not one.conceded for one in running.seats) > 1


class BotDelays:
    """Knows which bots have taken their moment, and when the next one has.

    Args:
        host: whose tables they are, and whose monotonic clock it goes by.
        seconds: draws how long an answer takes.
        over: what is done at a table when a moment is over there.
    """

    def __init__(self, host: Host, seconds: Callable[[], float], over: Callable[[int], None]) -> None:
        self._host = host
        self._seconds = seconds
        self._over = over
        self._until: dict[int, dict[Seat, tuple[str, float]]] = {}
        """By table and seat: the name of the question, and when it is answered."""
        self._timers: dict[int, asyncio.TimerHandle] = {}
        self._answered: dict[int, tuple[Seat, int]] = {}
        """By table: which bot that takes a moment has answered last, and the revision to which that led."""

    def answered(self, running: RunningGame, seat: Seat) -> None:
        """Note that a bot has just answered: if it is asked next, too, it goes on at once, however long it thinks."""
        if are_taken(running, seat):
            self._answered[running.row.game_id] = seat, running.row.revision

    def answering(self, running: RunningGame) -> Seat | None:
        """Return a seat that is asked and answered for now; None: there is none, or there will be one later."""
        asked = [seat for seat in play.asked(running.table) if running.is_answered_for(seat)]
        last, revision = self._answered.get(running.row.game_id, (None, 0))
        goes_on = last if revision == running.row.revision else None
        slow = [seat for seat in asked if seat != goes_on and are_taken(running, seat)]
        until = self._moments(running, slow)
        now = self._host.monotonic()
        ready = [seat for seat in asked if seat not in until or until[seat][1] <= now]
        game_id = running.row.game_id
        if (timer := self._timers.pop(game_id, None)) is not None:
            timer.cancel()
        if until and not ready:
            seconds = min(at for _, at in until.values()) - now
            self._timers[game_id] = asyncio.get_running_loop().call_later(seconds, self._over, game_id)
        return ready[0] if ready else None

    def _moments(self, running: RunningGame, slow: Sequence[Seat]) -> Mapping[Seat, tuple[str, float]]:
        """Draw a moment for those who are asked anew, and forget those of questions that are not open any more."""
        before = self._until.pop(running.row.game_id, {})
        if not slow:
            return {}
        until, asks = self._until.setdefault(running.row.game_id, {}), running.asks()
        for seat in slow:
            known = before.get(seat)
            goes_on = known is not None and known[0] == asks[seat]
            until[seat] = known if known and goes_on else (asks[seat], self._host.monotonic() + self._seconds())
        return until

    def forget(self, game_id: int) -> None:
        """Forget a table at which nobody is asked any more."""
        self._until.pop(game_id, None)
        self._answered.pop(game_id, None)
        if (timer := self._timers.pop(game_id, None)) is not None:
            timer.cancel()

    def close(self) -> None:
        """Let no timer ring any more."""
        for game_id in list(self._timers):
            self.forget(game_id)
