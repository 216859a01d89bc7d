"""Send reminders and end questions at their deadlines, with one timer for all open questions.

Deadlines are stored in the transaction of the move that asked the question, so they survive restarts. Time in which
nobody could play is given back: while the program did not run, while Discord was unreachable, and while nothing could
be saved. A jump of the machine's clock is given back, too.

The end of a question's time is stored with its answer as well, so that taking the answer back does not extend it.
Deadlines follow the monotonic clock. A deviation of the wall clock from it is given back in either direction, except
for questions asked after the deviation. The proof that moves can be saved is a write that needs new disk space, at most
once a minute, because overwriting a row in place still succeeds on a full disk. Until that write succeeds, nobody's
time runs out.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from datetime import datetime, timedelta

from bot.host.delivery.outbox import NoticeBody, letter_of
from bot.host.errors import Refusal, UnknownGame
from bot.host.host import Host
from bot.host.lost_channels import LostChannels
from bot.host.play.absence import Absence
from bot.host.play.unavailable_games import UnavailableGames
from bot.host.signals import Commit
from bot.host.table import deadlines
from storage.interface import DueAsk, GameDamaged, NewLetter, Shards, StoreFailed, Times

log = logging.getLogger(__name__)

HEARTBEAT = timedelta(minutes=5)
OUTAGE = timedelta(minutes=15)
"""Shorter outages, such as a restart, and smaller jumps of the machine's clock change no deadline."""
PROVED_FOR = timedelta(minutes=1)
"""How long a proof that moves can be saved stays valid; each proof is a write."""
SILENCE = timedelta(days=6)
"""Silence after which a table's thread is kept from being archived; Discord archives it after seven days."""
ROUNDS = timedelta(hours=12)
"""Interval between searches for silent tables."""


class Clock:
    """Handles questions when their time comes, and runs the host's periodic tasks.

    Args:
        host: runs the games; its clock counts.
        absence: handles expired time.
        departures: handles people who have left the server.
        connected: whether players can reach the bot; while they cannot, nobody's time runs out.
    """

    def __init__(
        self,
        host: Host,
        absence: Absence,
        departures: LostChannels,
        *,
        connected: Callable[[], bool] = lambda: True,
    ) -> None:
        self._host = host
        self._connected = connected
        self._away = True
        self._absence = absence
        self._gone_games = UnavailableGames(host, absence)
        self._departures = departures
        self._storage = host.storage
        self._now = host.now
        self._timer: asyncio.TimerHandle | None = None
        self._looks_at: datetime | None = None
        self._rings_at = 0.0
        """Time of the timer, by the monotonic clock."""
        self._proved_at: datetime | None = None
        self._in_step: tuple[datetime, float] | None = None
        """The last pair of wall and monotonic clock known to agree."""
        self._looked_at = 0.0
        """Time of the last comparison of both clocks, by the monotonic clock."""
        self._last_round: datetime | None = None
        self._task: asyncio.Task[None] | None = None
        self._started = self._closed = False
        host.commits.follow(self._after)

    async def start(self) -> None:
        """Give back the time of an outage, handle due questions, and arm the timer for the next."""
        self._started = True
        await self._safely()

    async def close(self) -> None:
        """Stop the timer; a check that has begun is finished."""
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None:
            await asyncio.wait([self._task])
        if self._connected() and not self._away:
            with suppress(StoreFailed):  # then the outage has begun, and ends after the next start
                await self._storage.metadata.alive(self._host.shards, deadlines.text(self._now()))

    def _after(self, commit: Commit) -> None:
        """Arm the timer for an open question that is due before the present alarm."""
        if commit.next_at is None or not self._started:
            return
        at = deadlines.moment(commit.next_at)
        if self._looks_at is None or at < self._looks_at:
            self._arm(at)

    async def tick(self) -> None:
        """Handle everything that is due, and arm the timer for the next."""
        await self._prove()
        for ask in await self._storage.clocks.to_look_at(self._host.shards, deadlines.text(self._now())):
            await self._look_at(ask)
        await self._call_who_was_quiet()
        await self._keep_awake()
        await self._host.ticks.look()
        next_at = await self._storage.clocks.next_look(self._host.shards)
        heartbeat = self._now() + HEARTBEAT
        self._looks_at = None
        self._arm(heartbeat if next_at is None else min(heartbeat, deadlines.moment(next_at)))

    async def _prove(self) -> None:
        """Check with a write that moves can be saved, so that nobody's time runs out while they cannot answer.

        Raises:
            StoreFailed: nothing can be saved.
        """
        now = self._now()
        if self._proved_at is None or abs(now - self._proved_at) >= PROVED_FOR:
            await self._storage.metadata.alive(self._host.shards, deadlines.text(now))
            self._proved_at = now

    async def _call_who_was_quiet(self) -> None:
        """Ping the players whose turn began in their quiet hours, once these are over."""
        late = set()
        for game_id, user_id in await self._storage.open_questions.uncalled(self._host.shards):
            if game_id in late or await self._host.people.is_quiet(user_id, self._now()):
                continue
            with suppress(Refusal):
                running = await self._host.running(game_id)
                # Where waiting is secret, a ping at exactly this time would reveal who was asked.
                if running.table.agenda and not running.waits_in_secret:
                    late.add(game_id)
        for game_id in sorted(late):
            await self._storage.outbox.add(game_id, [NewLetter("ask")], deadlines.text(self._now()))
            self._host.committed(game_id, answered_for=False)

    async def _keep_awake(self) -> None:
        """Keep the threads of silent tables from being archived."""
        now = self._now()
        if self._last_round is not None and now < self._last_round + ROUNDS:
            return
        self._last_round = now
        shards = self._host.shards
        for game_id in await self._storage.outbox.silent_since(shards, deadlines.text(now - SILENCE)):
            await self._storage.outbox.add(game_id, [NewLetter("awake")], deadlines.text(now))
            self._host.committed(game_id, answered_for=False)
            await self._look_for_leavers(game_id)

    async def _look_for_leavers(self, game_id: int) -> None:
        """Find players who have left the server where no clock runs, and so no reminder would notice."""
        for ask in await self._storage.open_questions.of_game(game_id):
            if ask.times is not None and ask.times.due_at is None:
                await self._departures.has_left(DueAsk(game_id, ask.seat, ask.etag, ask.times))

    def _arm(self, at: datetime) -> None:
        """Arm the timer for this moment, unless the clock is closed."""
        if self._closed:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._looks_at = max(at, self._now())
        delay = max(0.0, (at - self._now()).total_seconds())
        self._rings_at = self._host.monotonic() + delay
        self._timer = asyncio.get_running_loop().call_later(delay, self._ring)

    def _ring(self) -> None:
        if self._host.monotonic() > self._rings_at + OUTAGE.total_seconds():
            self._away = True  # the program stood still
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
            else:
                await self._after_jump()
            await self.tick()
        except Exception as failed:
            why = "the store fails" if isinstance(failed, StoreFailed) else "of a fault"
            if isinstance(failed, StoreFailed) and not isinstance(failed, GameDamaged):
                self._away = True  # nobody's answer can be saved either
                self._proved_at = None
            log.exception("the clock waits because %s", why)
            self._arm(self._now() + HEARTBEAT)

    async def _look_at(self, ask: DueAsk) -> None:
        """Send a question's reminder or end it; an error in one game does not delay the others."""
        try:
            if await self._departures.has_left(ask):
                return
            if ask.times.due_at is not None and deadlines.moment(ask.times.due_at) <= self._now():
                await self._absence.time_out(ask)
            else:
                await self._absence.remind(ask)
        except StoreFailed:
            raise
        except UnknownGame:
            await self._gone_games.later(ask)
        except Exception:
            log.exception("a question could not be looked at", extra={"game": ask.game_id})
            later = Times(
                ask.times.asked_at, ask.times.due_at, deadlines.text(self._now() + HEARTBEAT), ask.times.reminded
            )
            await self._storage.clocks.set_times(
                ask.game_id, ask.seat, ask.etag, later, (), deadlines.text(self._now())
            )

    async def _make_up(self) -> None:
        """Give back the time in which nobody could play, if it was long.

        It is counted from each shard's last proof of life in the store, so it includes any jump of the machine's clock
        meanwhile.
        """
        await self._gone_games.look()
        for shard in self._host.shards.each:
            alive = await self._storage.shards.last_alive(shard)
            away = timedelta() if alive is None else self._now() - deadlines.moment(alive)
            if abs(away) > OUTAGE:
                words = f"I was offline for {_hours(away)}; all clocks were moved by as much."
                if away < timedelta():
                    words = f"My clock was set back by {_hours(away)}; all clocks were moved with it."
                await self._give_back(shard, away, self._now(), words)
        self._in_step = self._both_clocks()
        self._looked_at = self._in_step[1]

    async def _after_jump(self) -> None:
        """Move the deadlines when the machine's clock was set, or when the machine was asleep."""
        now, elapsed = self._both_clocks()
        if self._in_step is not None:
            jump = now - self._in_step[0] - timedelta(seconds=elapsed - self._in_step[1])
            if abs(jump) > OUTAGE:
                set_forward = f"For {_hours(jump)} I was asleep, or my clock was set forward by as much"
                set_back = f"My clock was set back by {_hours(jump)}"
                words = f"{set_forward if jump > timedelta() else set_back}; all clocks were moved with it."
                await self._give_back(
                    self._host.shards, jump, now - timedelta(seconds=elapsed - self._looked_at), words
                )
                self._in_step = now, elapsed
                self._last_round = None
        self._looked_at = elapsed

    def _both_clocks(self) -> tuple[datetime, float]:
        return self._now(), self._host.monotonic()

    async def _give_back(self, shards: Shards, by: timedelta, since: datetime, words: str) -> None:
        """Move every deadline.

        Args:
            shards: shards whose tables are moved.
            by: length of the outage, or of the clock's jump; negative: back.
            since: questions asked from then until now may have been asked after the clock had been set back.
            words: text sent to the tables.
        """
        async with AsyncExitStack() as nobody_presses:  # otherwise a concurrent change might be undone
            rows = await self._storage.games.everywhere(shards, statuses=("open", "running"))
            for row in rows:
                await nobody_presses.enter_async_context(self._host.lock(row.game_id))
                with suppress(Refusal):  # first, because an open question may change its name by it
                    await self._host.running(row.game_id)
            moved = []
            for ask in await self._storage.clocks.to_look_at(shards, "9"):  # later than every timestamp, as text
                try:
                    if part := self._part(ask, by, since):
                        moved.append(await self._absence.moved(ask, part))
                except UnknownGame:
                    continue  # it also gets this time back, when its game is available again
                except Refusal:
                    log.warning("a clock could not be moved", extra={"game": ask.game_id})
            notice = letter_of(NoticeBody(text=words))
            now = deadlines.text(self._now())
            await self._storage.clocks.give_back(shards, int(by.total_seconds()), moved, notice, now)
            for row in rows:
                self._host.forget_loaded(row.game_id)
        log.warning("deadlines were moved by %s after an outage or a jump of the clock", by)
        for game_id in {ask.game_id for ask in moved}:
            self._host.committed(game_id, answered_for=False)

    def _part(self, ask: DueAsk, by: timedelta, since: datetime) -> timedelta:
        """Return how far a question's clock moves: only by the part of the outage after it was asked."""
        asked_at = deadlines.moment(ask.times.asked_at)
        if by > timedelta():
            return max(timedelta(), min(by, self._now() - asked_at))
        return timedelta() if since <= asked_at <= self._now() else by


def _hours(by: timedelta) -> str:
    hours = f"{abs(by).total_seconds() / 3600:.1f}".removesuffix(".0")
    return "1 hour" if hours == "1" else f"{hours} hours"
