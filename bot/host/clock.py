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

from bot.host.delivery.outbox import NoticeBody, build_letter
from bot.host.errors import Refusal, UnknownGame
from bot.host.host import Host
from bot.host.leagues.season_events import build_line
from bot.host.lost_channels import LostChannels
from bot.host.play.absence import Absence
from bot.host.play.unavailable_games import UnavailableGames
from bot.host.signals import Commit
from bot.host.table import deadlines
from bot.leagues.log_entries import Outage
from storage.interface.errors import GameDamaged, StoreFailed
from storage.interface.letters import NewLetter
from storage.interface.questions import DueQuestion, QuestionTimes
from storage.interface.shards import Shards

log = logging.getLogger(__name__)

HEARTBEAT = timedelta(minutes=5)
WRITE_CHECK_INTERVAL = timedelta(minutes=1)
"""How long a proof that moves can be saved stays valid; each proof is a write."""
MAX_THREAD_SILENCE = timedelta(days=6)
"""Silence after which a table's thread is kept from being archived; Discord archives it after seven days."""
SILENCE_CHECK_INTERVAL = timedelta(hours=12)
"""Interval between searches for silent tables."""


class Clock:
    """Handles questions when their time comes, and runs the host's periodic tasks.

    Args:
        host: runs the games; its clock counts.
        absence: handles expired time.
        lost_channels: handles people who have left the server.
        connected: whether players can reach the bot; while they cannot, nobody's time runs out.
    """

    def __init__(
        self,
        host: Host,
        absence: Absence,
        lost_channels: LostChannels,
        *,
        connected: Callable[[], bool] = lambda: True,
    ) -> None:
        self._host = host
        self._connected = connected
        self._is_offline = True
        self._absence = absence
        self._unavailable_games = UnavailableGames(host, absence)
        self._lost_channels = lost_channels
        self._storage = host.storage
        self._now = host.now
        self._timer: asyncio.TimerHandle | None = None
        self._next_check_at: datetime | None = None
        self._timer_due_at = 0.0
        """Time of the timer, by the monotonic clock."""
        self._write_checked_at: datetime | None = None
        self._agreeing_clocks: tuple[datetime, float] | None = None
        """The last pair of wall and monotonic clock known to agree."""
        self._clocks_compared_at = 0.0
        """Time of the last comparison of both clocks, by the monotonic clock."""
        self._silence_checked_at: datetime | None = None
        self._task: asyncio.Task[None] | None = None
        self._started = self._closed = False
        host.commits.subscribe(self._handle_commit)

    async def start(self) -> None:
        """Give back the time of an outage, handle due questions, and arm the timer for the next."""
        self._started = True
        await self._check_safely()

    async def close(self) -> None:
        """Stop the timer; a check that has begun is finished."""
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None:
            await asyncio.wait([self._task])
        if self._connected() and not self._is_offline:
            with suppress(StoreFailed):  # then the outage has begun, and ends after the next start
                await self._storage.metadata.prove_alive(self._host.shards, deadlines.format_time(self._now()))

    def _handle_commit(self, commit: Commit) -> None:
        """Arm the timer for an open question that is due before the present alarm."""
        if commit.next_at is None or not self._started:
            return
        at = deadlines.parse_time(commit.next_at)
        if self._next_check_at is None or at < self._next_check_at:
            self._set_timer(at)

    async def tick(self) -> None:
        """Handle everything that is due, and arm the timer for the next."""
        await self._prove_writable()
        for ask in await self._storage.clocks.list_due_questions(self._host.shards, deadlines.format_time(self._now())):
            await self._handle_due_question(ask)
        await self._ping_after_quiet_hours()
        await self._keep_threads_awake()
        await self._host.ticks.run()
        next_at = await self._storage.clocks.get_next_check_time(self._host.shards)
        heartbeat = self._now() + HEARTBEAT
        self._next_check_at = None
        self._set_timer(heartbeat if next_at is None else min(heartbeat, deadlines.parse_time(next_at)))

    async def _prove_writable(self) -> None:
        """Check with a write that moves can be saved, so that nobody's time runs out while they cannot answer.

        Raises:
            StoreFailed: nothing can be saved.
        """
        now = self._now()
        if self._write_checked_at is None or abs(now - self._write_checked_at) >= WRITE_CHECK_INTERVAL:
            await self._storage.metadata.prove_alive(self._host.shards, deadlines.format_time(now))
            self._write_checked_at = now

    async def _ping_after_quiet_hours(self) -> None:
        """Ping the players whose turn began in their quiet hours, once these are over."""
        late = set()
        for game_id, user_id in await self._storage.open_questions.list_uncalled(self._host.shards):
            if game_id in late or await self._host.people.is_quiet(user_id, self._now()):
                continue
            with suppress(Refusal):
                running = await self._host.get_running_game(game_id)
                # Where waiting is secret, a ping at exactly this time would reveal who was asked.
                if running.table.agenda and not running.waits_in_secret:
                    late.add(game_id)
        for game_id in sorted(late):
            await self._storage.outbox.add(game_id, [NewLetter("ask")], deadlines.format_time(self._now()))
            self._host.announce_commit(game_id, answered_for=False)

    async def _keep_threads_awake(self) -> None:
        """Keep the threads of silent tables from being archived."""
        now = self._now()
        if self._silence_checked_at is not None and now < self._silence_checked_at + SILENCE_CHECK_INTERVAL:
            return
        self._silence_checked_at = now
        shards = self._host.shards
        for game_id in await self._storage.outbox.list_silent_games(
            shards, deadlines.format_time(now - MAX_THREAD_SILENCE)
        ):
            await self._storage.outbox.add(game_id, [NewLetter("awake")], deadlines.format_time(now))
            self._host.announce_commit(game_id, answered_for=False)
            await self._find_leavers(game_id)

    async def _find_leavers(self, game_id: int) -> None:
        """Find players who have left the server where no clock runs, and so no reminder would notice."""
        for ask in await self._storage.open_questions.list_in_game(game_id):
            if ask.times is not None and ask.times.due_at is None:
                await self._lost_channels.has_left(DueQuestion(game_id, ask.seat, ask.etag, ask.times))

    def _set_timer(self, at: datetime) -> None:
        """Arm the timer for this moment, unless the clock is closed."""
        if self._closed:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._next_check_at = max(at, self._now())
        delay = max(0.0, (at - self._now()).total_seconds())
        self._timer_due_at = self._host.monotonic() + delay
        self._timer = asyncio.get_running_loop().call_later(delay, self._handle_timer)

    def _handle_timer(self) -> None:
        if self._host.monotonic() > self._timer_due_at + deadlines.MIN_OUTAGE.total_seconds():
            self._is_offline = True  # the program stood still
        self._next_check_at = None
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._check_safely(), name="clock")

    async def _check_safely(self) -> None:
        try:
            if not self._connected():
                self._is_offline = True
                self._set_timer(self._now() + HEARTBEAT)
                return
            if self._is_offline:
                await self._give_back_outage()
                self._is_offline = False
            else:
                await self._correct_clock_jump()
            await self.tick()
        except Exception as failed:
            why = "the store fails" if isinstance(failed, StoreFailed) else "of a fault"
            if isinstance(failed, StoreFailed) and not isinstance(failed, GameDamaged):
                self._is_offline = True  # nobody's answer can be saved either
                self._write_checked_at = None
            log.exception("the clock waits because %s", why)
            self._set_timer(self._now() + HEARTBEAT)

    async def _handle_due_question(self, ask: DueQuestion) -> None:
        """Send a question's reminder or end it; an error in one game does not delay the others."""
        try:
            if await self._lost_channels.has_left(ask):
                return
            if ask.times.due_at is not None and deadlines.parse_time(ask.times.due_at) <= self._now():
                await self._absence.handle_timeout(ask)
            else:
                await self._absence.send_reminder(ask)
        except StoreFailed:
            raise
        except UnknownGame:
            await self._unavailable_games.delay_check(ask)
        except Exception:
            log.exception("a question could not be looked at", extra={"game": ask.game_id})
            later = QuestionTimes(
                ask.times.asked_at, ask.times.due_at, deadlines.format_time(self._now() + HEARTBEAT), ask.times.reminded
            )
            await self._storage.clocks.set_times(
                ask.game_id, ask.seat, ask.etag, later, (), deadlines.format_time(self._now())
            )

    async def _give_back_outage(self) -> None:
        """Give back the time in which nobody could play, if it was long.

        It is counted from each shard's last proof of life in the store, so it includes any jump of the machine's clock
        meanwhile.
        """
        await self._unavailable_games.record_unavailable()
        for shard in self._host.shards.each:
            alive = await self._storage.shards.get_last_alive(shard)
            away = timedelta() if alive is None else self._now() - deadlines.parse_time(alive)
            if abs(away) > deadlines.MIN_OUTAGE:
                words = f"I was offline for {deadlines.format_hours(away)}; all clocks were moved by as much."
                if away < timedelta():
                    words = f"My clock was set back by {deadlines.format_hours(away)}; all clocks were moved with it."
                await self._shift_deadlines(shard, away, self._now(), words)
        self._agreeing_clocks = self._read_both_clocks()
        self._clocks_compared_at = self._agreeing_clocks[1]

    async def _correct_clock_jump(self) -> None:
        """Move the deadlines when the machine's clock was set, or when the machine was asleep."""
        now, elapsed = self._read_both_clocks()
        if self._agreeing_clocks is not None:
            jump = now - self._agreeing_clocks[0] - timedelta(seconds=elapsed - self._agreeing_clocks[1])
            if abs(jump) > deadlines.MIN_OUTAGE:
                set_forward = f"For {deadlines.format_hours(jump)} I was asleep, or my clock was set forward by as much"
                set_back = f"My clock was set back by {deadlines.format_hours(jump)}"
                words = f"{set_forward if jump > timedelta() else set_back}; all clocks were moved with it."
                await self._shift_deadlines(
                    self._host.shards, jump, now - timedelta(seconds=elapsed - self._clocks_compared_at), words
                )
                self._agreeing_clocks = now, elapsed
                self._silence_checked_at = None
        self._clocks_compared_at = elapsed

    def _read_both_clocks(self) -> tuple[datetime, float]:
        return self._now(), self._host.monotonic()

    async def _shift_deadlines(self, shards: Shards, by: timedelta, since: datetime, words: str) -> None:
        """Move every deadline.

        Args:
            shards: shards whose tables are moved.
            by: length of the outage, or of the clock's jump; negative: back.
            since: questions asked from then until now may have been asked after the clock had been set back.
            words: text sent to the tables.
        """
        async with AsyncExitStack() as nobody_presses:  # otherwise a concurrent change might be undone
            rows = await self._storage.games.list_in_shards(shards, statuses=("open", "running"))
            for row in rows:
                await nobody_presses.enter_async_context(self._host.lock_game(row.game_id))
                with suppress(Refusal):  # first, because an open question may change its name by it
                    await self._host.get_running_game(row.game_id)
            moved = []
            for ask in await self._storage.clocks.list_due_questions(
                shards, "9"
            ):  # later than every timestamp, as text
                try:
                    if part := self._compute_shift(ask, by, since):
                        moved.append(await self._absence.shift_question(ask, part))
                except UnknownGame:
                    continue  # it also gets this time back, when its game is available again
                except Refusal:
                    log.warning("a clock could not be moved", extra={"game": ask.game_id})
            notice = build_letter(NoticeBody(text=words))
            now, seconds = deadlines.format_time(self._now()), int(by.total_seconds())
            line = build_line(Outage(seconds=seconds))
            await self._storage.clocks.restore_time(shards, seconds, moved, notice, line, now)
            for row in rows:
                self._host.forget_loaded(row.game_id)
        log.warning("deadlines were moved by %s after an outage or a jump of the clock", by)
        for game_id in {ask.game_id for ask in moved}:
            self._host.announce_commit(game_id, answered_for=False)

    def _compute_shift(self, ask: DueQuestion, by: timedelta, since: datetime) -> timedelta:
        """Return how far a question's clock moves: only by the part of the outage after it was asked."""
        asked_at = deadlines.parse_time(ask.times.asked_at)
        if by > timedelta():
            return max(timedelta(), min(by, self._now() - asked_at))
        return timedelta() if since <= asked_at <= self._now() else by
