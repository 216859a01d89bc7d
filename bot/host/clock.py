"""Clock: one timer for all open questions, which reminds people and ends what nobody answers.

When it has to look is in the store, written with the move that asked the question; so it survives
restarts. Time during which the program did not run is given back, for nobody could play in it.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from datetime import datetime, timedelta

from bot.host import timekeeping
from bot.host.absence import Absence
from bot.host.errors import Refusal
from bot.host.host import Host
from bot.host.lobby import Lobby
from storage.interface import ALIVE, DueAsk, NewLetter, StoreFailed, Times

log = logging.getLogger(__name__)

HEARTBEAT = timedelta(minutes=5)
OUTAGE = timedelta(minutes=15)
"""A shorter absence, for a restart, changes no deadline."""
SILENCE = timedelta(days=6)
"""After so long without a word at a table, its thread is kept from being archived, which happens after seven days."""
ROUNDS = timedelta(hours=12)
"""How often silent tables are looked for."""


class Clock:
    """Looks at questions when their time comes.

    Args:
        host: whose games they are, and whose clock it goes by.
        absence: what happens when time is up.
        lobby: whose tables expire.
        connected: whether players can reach us; while they cannot, nobody's time runs out.
    """

    def __init__(
        self, host: Host, absence: Absence, lobby: Lobby, *, connected: Callable[[], bool] = lambda: True
    ) -> None:
        self._host = host
        self._connected = connected
        self._away = True
        self._lobby = lobby
        self._absence = absence
        self._storage = host.storage
        self._now = host.now
        self._timer: asyncio.TimerHandle | None = None
        self._looks_at: datetime | None = None
        self._last_round: datetime | None = None
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    async def start(self) -> None:
        """Give back the time of an outage, then look at what is due."""
        await self._safely()

    async def close(self) -> None:
        """Look no more; what is being done is finished."""
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None:
            await asyncio.wait([self._task])
        if self._connected() and not self._away:
            await self._storage.put_note(ALIVE, timekeeping.text(self._now()))

    def notice(self, next_at: str) -> None:
        """Look at this moment, if nothing comes before it; returns at once."""
        at = timekeeping.moment(next_at)
        if not self._closed and (self._looks_at is None or at < self._looks_at):
            self._arm(at)

    async def tick(self) -> None:
        """Do everything whose time has come, and arrange for the next."""
        await self._storage.put_note(ALIVE, timekeeping.text(self._now()))
        for ask in await self._storage.to_look_at(timekeeping.text(self._now())):
            await self._look_at(ask)
        await self._call_who_was_quiet()
        await self._lobby.look()
        await self._keep_awake()
        if self._host.watch is not None:
            await self._host.watch.abandon_the_lost()
        next_at = await self._storage.next_look()
        heartbeat = self._now() + HEARTBEAT
        self._looks_at = None
        if not self._closed:
            self._arm(heartbeat if next_at is None else min(heartbeat, timekeeping.moment(next_at)))

    async def _call_who_was_quiet(self) -> None:
        """Call those who were asked in their quiet hours, when these are over."""
        late = set()
        for game_id, user_id in await self._storage.uncalled():
            if game_id in late or await self._host.people.is_quiet(user_id, self._now()):
                continue
            with suppress(Refusal):
                running = await self._host.running(game_id)
                # Where waiting is secret, a call at just this time would tell who is asked.
                if running.table.agenda and not running.waits_in_secret:
                    late.add(game_id)
        for game_id in sorted(late):
            await self._storage.add_letters(game_id, [NewLetter("ask")], timekeeping.text(self._now()))
            self._host.told(game_id, attend=False)

    async def _keep_awake(self) -> None:
        """Keep the threads of tables at which nothing happens from being archived."""
        now = self._now()
        if self._last_round is not None and now < self._last_round + ROUNDS:
            return
        self._last_round = now
        for game_id in await self._storage.silent_since(timekeeping.text(now - SILENCE)):
            await self._storage.add_letters(game_id, [NewLetter("awake")], timekeeping.text(now))
            self._host.told(game_id, attend=False)
            await self._look_for_leavers(game_id)

    async def _look_for_leavers(self, game_id: int) -> None:
        """Find out who has left the server where no clock runs, and so nobody is ever reminded."""
        for ask in await self._storage.asks(game_id):
            if self._host.watch is not None and ask.times is not None and ask.times.due_at is None:
                await self._host.watch.has_left(DueAsk(game_id, ask.seat, ask.etag, ask.times))

    def _arm(self, at: datetime) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._looks_at = max(at, self._now())
        delay = max(0.0, (at - self._now()).total_seconds())
        self._timer = asyncio.get_running_loop().call_later(delay, self._ring)

    def _ring(self) -> None:
        if self._looks_at is not None and self._now() > self._looks_at + OUTAGE:
            self._away = True  # the machine was asleep, or its clock was set
        self._looks_at = None
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._safely(), name="clock")

    async def _safely(self) -> None:
        try:
            if not self._connected():
                self._away = True
                self._arm(self._now() + HEARTBEAT)
                return
            if self._away:
                await self._make_up()
                self._away = False
            await self.tick()
        except Exception as failed:
            why = "the store fails" if isinstance(failed, StoreFailed) else "of a fault"
            log.exception("the clock waits because %s", why)
            if not self._closed:
                self._arm(self._now() + HEARTBEAT)

    async def _look_at(self, ask: DueAsk) -> None:
        """Remind somebody, or end their question. One game's trouble does not hold up the others."""
        try:
            if self._host.watch is not None and await self._host.watch.has_left(ask):
                return
            if ask.times.due_at is not None and timekeeping.moment(ask.times.due_at) <= self._now():
                await self._absence.time_out(ask)
            else:
                await self._absence.remind(ask)
        except StoreFailed:
            raise
        except Exception:
            log.exception("a question could not be looked at", extra={"game": ask.game_id})
            later = Times(
                ask.times.asked_at, ask.times.due_at, timekeeping.text(self._now() + HEARTBEAT), ask.times.reminded
            )
            await self._storage.set_times(ask.game_id, ask.seat, ask.etag, later, (), timekeeping.text(self._now()))

    async def _make_up(self) -> None:
        """Give back the time in which nobody could play, if it was long."""
        alive = await self._storage.note(ALIVE)
        away = timedelta() if alive is None else self._now() - timekeeping.moment(alive)
        if away > OUTAGE:
            await self._give_back(away)

    async def _give_back(self, away: timedelta) -> None:
        """Move every deadline by the time during which nobody could play."""
        log.warning("nobody could play for %s; deadlines are moved", away)
        hours = round(away.total_seconds() / 3600, 1)
        words = f"I was not reachable for {hours} hours; all clocks were moved by as much."
        async with AsyncExitStack() as nobody_presses:  # else what somebody changes meanwhile might be undone
            rows = await self._storage.games(statuses=("open", "running"))
            for row in rows:
                await nobody_presses.enter_async_context(self._host.lock(row.game_id))
            moved = []
            for ask in await self._storage.to_look_at("9"):  # later than every moment, as text
                try:
                    moved.append(await self._absence.moved(ask, away))
                except Refusal:
                    log.warning("a clock could not be moved", extra={"game": ask.game_id})
            notice = NewLetter("notice", body=json.dumps({"text": words}))
            await self._storage.give_back(int(away.total_seconds()), moved, notice, timekeeping.text(self._now()))
            for row in rows:
                self._host.forget_loaded(row.game_id)
        for game_id in {ask.game_id for ask in moved}:
            self._host.told(game_id, attend=False)
