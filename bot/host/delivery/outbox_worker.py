"""Deliver letters from the outbox, in order for each game, merged, and without duplicates.

A letter is a row written in the transaction of the move it reports, so a crash in between loses nothing. Its content is
rendered at delivery from the newest table, so it is never out of date.

Answers go before letters (`priority`), two seconds in all; so no interaction waits for a picture, an edit or a direct
message of another table. A letter holds its place only for a moment; then others may be sent beside it. An attempt is
cancelled after twenty seconds, and its possible message is searched for. A table that cannot be shown is paused, and
goes on only when a message has arrived there again.

Discord takes fifty requests a second in all. So a running table's message is edited at once, but then not again within
a few seconds: changes meanwhile are shown together. Pings are not delayed by that.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Protocol, TypeAlias

from bot.host.delivery.priority import Priority
from bot.host.errors import UnknownGame
from bot.host.keyed_tasks import KeyedTasks
from bot.host.signals import Commit, Signal
from storage.interface.errors import StoreFailed
from storage.interface.letters import EXPIRED_REASON, DeliveryResult, Letter, LetterKind
from storage.interface.shards import Shards
from storage.interface.times import is_moment
from storage.store import Storage

log = logging.getLogger(__name__)

MAX_FAULTS = 8
"""Failures by bugs after which a letter is dropped; the table's message shows the state anyway."""

MAX_UNKNOWN_REFUSALS = 150
"""Attempts, taking about a day, after which a letter refused for an unknown reason is dropped."""

REPAIR_PERIOD = timedelta(days=30)
"""Period in which a dropped result of a game, or a dropped message or ping of a table, is restored."""

EDIT_SECONDS = 5.0
"""Minimum seconds between two edits of a running table's message; other letters are spaced by one."""

MAX_RETRY_SECONDS = 600.0
"""Maximum seconds between two attempts while Discord does not take a letter."""

LETTER_LIFETIMES: Mapping[LetterKind, timedelta] = {
    "post": timedelta(minutes=15),
    "notice": timedelta(minutes=15),
    "note": timedelta(hours=1),
    "order": timedelta(hours=1),
}
"""Lifetime of a letter by kind. Older ones expire: the table's message, the log and the panels show it all anyway."""
MAX_LETTER_LIFETIME = timedelta(days=7)
"""Lifetime of all other letters."""

NEWEST_ONLY: Collection[LetterKind] = {"hand", "note"}
"""Kinds where only the newest waiting letter to a seat is sent."""

Queue: TypeAlias = tuple[int, int | None, bool]
"""Letters that do not overtake each other: a table's public ones, those to a seat, and the copies of its hand."""


class Undeliverable(Exception):
    """The letter can never be delivered; the text is for the operator's log and names no secret."""


class SupersededLetter(Exception):
    """The letter is obsolete; the text says why and names no secret."""


class RetryLater(Exception):
    """The letter could not be delivered this time.

    Args:
        reason: for the operator's log; it names no secret.
        after: seconds to wait, if known; otherwise each pause doubles.
        unsure: whether it may have been delivered, as when no response came.
        unknown: whether the refusal's meaning is unknown, so that an operator should hear of it.
    """

    def __init__(self, reason: str, after: float | None = None, *, unsure: bool = False, unknown: bool = False) -> None:
        super().__init__(reason)
        self.after = after
        self.unsure = unsure
        self.unknown = unknown


class Sender(Protocol):
    """Sends letters to Discord."""

    async def carry(self, letter: Letter) -> DeliveryResult | None:
        """Deliver the letter; return its route, if it is for a seat.

        Raises:
            Undeliverable: retrying is useless.
            SupersededLetter: it is obsolete.
            RetryLater: it should be retried later.
        """

    async def sweep(self, game_id: int) -> None:
        """Delete messages of this game posted by an attempt that ended before they were recorded."""


class OutboxWorker:
    """Delivers letters in order for each game; different games are delivered concurrently.

    No idle task waits for work: the first letter starts a round, which ends when no letter is left.

    Args:
        storage: the store with the outbox.
        shards: shards whose tables' letters are delivered.
        sender: sends them to Discord.
        now: the present time in UTC.
        spacing: seconds between two rounds for the same game, so that edits are merged.
        edit_spacing: seconds between two edits of a running table's message.
        priority: lets answers to interactions go before letters.
        patience: seconds before the first retry; each further one waits twice as long.
    """

    def __init__(
        self,
        storage: Storage,
        shards: Shards,
        sender: Sender,
        *,
        now: Callable[[], datetime],
        spacing: float = 1.0,
        edit_spacing: float = 0.0,
        patience: float = 5.0,
        priority: Priority | None = None,
    ) -> None:
        self._storage = storage
        self._shards = shards
        self._sender = sender
        self._now = now
        self._patience = patience
        self._edit_spacing = edit_spacing
        self._edit_timers: dict[int, asyncio.TimerHandle] = {}
        """Games whose table's message was edited a moment ago."""
        self._deferred_edits: set[int] = set()
        """Those of them whose message is to be edited again."""
        self._priority = priority or Priority()
        self.unknown_refusals: Signal[str] = Signal()
        """Signals each attempt refused for an unknown reason, with Discord's response."""
        self._deliveries = KeyedTasks(self._deliver, "letters of game", spacing=spacing)
        self._waiting_since: dict[int, float] = {}
        """Start of waiting by game, for letters that the current round has not read, by the loop's clock."""
        self._interrupted: set[int] = set()
        """Games with a letter that may have been sent: left by an earlier process, or by an interrupted attempt."""
        self._started_at = ""
        self._retries: dict[Queue, asyncio.TimerHandle] = {}
        """Queues that wait for a retry."""
        self._closed = False

    async def read_leftovers(self) -> None:
        """Read the letters left by a stopped process; this must finish before the first interaction."""
        self._started_at = self._format_now()
        self._interrupted.update(await self._storage.outbox.list_games_with_unsent(self._shards))

    async def resume(self) -> None:
        """Resume after a restart, and rewrite dropped letters that tables still lack."""
        since = (self._now() - REPAIR_PERIOD).isoformat(timespec="seconds")
        await self._storage.outbox.repair(self._shards, since, self._format_now())
        for game_id in await self._storage.outbox.list_games_with_unsent(self._shards):
            self.wake(game_id)

    def handle_commit(self, commit: Commit) -> None:
        """Check for letters written with a commit."""
        self.wake(commit.game_id)

    def wake(self, game_id: int) -> None:
        """Check for unsent letters of this game; return at once."""
        self._request_round(game_id, asyncio.get_running_loop().time())

    def _request_round(self, game_id: int, since: float) -> None:
        if self._closed:
            return
        self._waiting_since[game_id] = min(self._waiting_since.get(game_id, since), since)
        self._deliveries.request(game_id)

    async def wait_for_game(self, game_id: int, seconds: float) -> None:
        """Wait until the game's deliverable letters are sent, up to a timeout."""
        await self._deliveries.wait_for_key(game_id, seconds)

    async def wait_for_all(self) -> None:
        """Wait until all deliverable letters are sent."""
        await self._deliveries.wait_for_all()

    async def close(self) -> None:
        """Finish the current letters; unsent ones wait for the next start."""
        self._closed = True
        for timer in (*self._retries.values(), *self._edit_timers.values()):
            timer.cancel()
        await self._deliveries.close()

    async def _deliver(self, game_id: int) -> None:
        if game_id not in self._waiting_since:
            return  # all letters written meanwhile were included
        await self._priority.wait_for_calm(
            self._waiting_since[game_id]
        )  # before reading: letters written meanwhile are merged
        del self._waiting_since[game_id]
        try:
            stopped: set[Queue] = set()
            for letter in await self._list_current(game_id):
                # No letter overtakes another of its queue that has just failed.
                if _get_queue(letter) in stopped or _get_queue(letter) in self._retries:
                    continue
                if letter.kind == "board" and game_id in self._edit_timers:
                    self._deferred_edits.add(game_id)
                    continue
                stopped.update(await self._try_to_send(letter))
        except StoreFailed:
            log.exception("letters wait because the store fails", extra={"game": game_id})
            self._schedule_retry((game_id, None, False), self._patience)

    async def _delete_unrecorded(self, last: Letter) -> None:
        """Sweep after an interruption, when no waiting letter would find the message that may have been posted.

        The last letter still counts as waiting, so that an interruption of the sweep is noticed, too.
        """
        game_id = last.game_id
        if game_id in self._interrupted:
            waiting = await self._storage.outbox.list_unsent(game_id)
            if all(letter.letter_id == last.letter_id for letter in waiting):
                await self._sender.sweep(game_id)
                self._interrupted.discard(game_id)

    async def _list_current(self, game_id: int) -> Sequence[Letter]:
        """Return the waiting letters; those that are out of date, as after an outage, expire."""
        letters = await self._storage.outbox.list_unsent(game_id)
        newest = {(letter.kind, letter.seat): letter for letter in letters}
        late = [letter for letter in letters if self._is_expired(letter)]
        followed = [
            letter
            for letter in letters
            if letter.kind in NEWEST_ONLY and letter is not newest[letter.kind, letter.seat]
        ]
        for gone, reason in ((late, EXPIRED_REASON), (followed, "a newer one followed")):
            if gone:
                await self._storage.outbox.mark_expired(gone, reason, self._format_now())
        return [
            replace(letter, may_be_there=letter.attempts > 0 or letter.written_at <= self._started_at)
            for letter in letters
            if letter not in late and letter not in followed
        ]

    def _is_expired(self, letter: Letter) -> bool:
        if not is_moment(letter.written_at):
            return True
        return (
            datetime.fromisoformat(letter.written_at) + LETTER_LIFETIMES.get(letter.kind, MAX_LETTER_LIFETIME)
            < self._now()
        )

    async def _try_to_send(self, letter: Letter) -> Collection[Queue]:
        """Try to send a letter; return the queues that must wait if it failed."""
        try:
            async with self._priority.hold_place(held_up=letter.attempts > 0):
                carried = await self._sender.carry(letter)
        except SupersededLetter as overtaken:
            await self._delete_unrecorded(letter)
            await self._storage.outbox.mark_expired([letter], str(overtaken), self._format_now())
        except Undeliverable as refused:
            await self._drop_letter(letter, str(refused))
        except RetryLater as held_up:
            return await self._delay_letter(letter, held_up)
        except UnknownGame as gone:  # it is sent when the game is available again, after another start
            await self._storage.outbox.record_failure(letter, str(gone), self._format_now(), given_up=False)
            return self._retry_after(letter, MAX_RETRY_SECONDS)
        except Exception as fault:
            log.exception("a letter could not be carried", extra={"game": letter.game_id})
            if letter.attempts + 1 < MAX_FAULTS:
                await self._storage.outbox.record_failure(
                    letter, type(fault).__name__, self._format_now(), given_up=False
                )
                return self._retry_after(letter, self._compute_pause(letter))
            await self._drop_letter(letter, type(fault).__name__)
        else:
            await self._delete_unrecorded(letter)
            await self._storage.outbox.mark_sent(letter, self._format_now(), carried)
            if letter.kind == "board" and letter.revision:  # before the game begins, people join
                self._start_rest(letter.game_id)
        return ()

    async def _delay_letter(self, letter: Letter, held_up: RetryLater) -> Collection[Queue]:
        """Delay a letter; return the queues that must wait with it."""
        if held_up.unsure:
            self._interrupted.add(letter.game_id)
        if held_up.unknown:
            log.warning("a letter waits (%s): %s", letter.kind, held_up, extra={"game": letter.game_id})
            self.unknown_refusals.notify(str(held_up))
            if letter.attempts >= MAX_UNKNOWN_REFUSALS:
                await self._drop_letter(letter, str(held_up))
                return ()
        await self._storage.outbox.record_failure(letter, str(held_up), self._format_now(), given_up=False)
        return self._retry_after(letter, self._compute_pause(letter) if held_up.after is None else held_up.after)

    def _start_rest(self, game_id: int) -> None:
        """Stop editing a table's message for a while; edits put off meanwhile follow then."""
        if self._edit_spacing and not self._closed:
            self._edit_timers[game_id] = asyncio.get_running_loop().call_later(
                self._edit_spacing, self._end_rest, game_id
            )

    def _end_rest(self, game_id: int) -> None:
        del self._edit_timers[game_id]
        if game_id in self._deferred_edits:
            self._deferred_edits.discard(game_id)
            self._request_round(game_id, 0.0)  # it has waited before

    async def _drop_letter(self, letter: Letter, reason: str) -> None:
        """Drop a letter; the log and the delivery ledger say so, without its content."""
        log.warning("a letter was given up (%s): %s", letter.kind, reason, extra={"game": letter.game_id})
        await self._storage.outbox.record_failure(letter, reason, self._format_now(), given_up=True)
        await self._storage.outbox.repair_once(letter.game_id, self._format_now())
        self.wake(letter.game_id)

    def _retry_after(self, letter: Letter, pause: float) -> Collection[Queue]:
        """Retry a letter after a pause in seconds; return the queues that wait for it.

        Players read first what concerns them: their note is retried soon, and the table's letters wait behind it only
        for that time.
        """
        lines = [_get_queue(letter)]
        if letter.kind == "note" and letter.attempts == 0:
            pause = min(pause, self._patience)
            lines.append(_get_table_queue(letter))
        for line in lines:
            self._schedule_retry(line, pause)
        return lines

    def _compute_pause(self, letter: Letter) -> float:
        return min(self._patience * 2.0 ** min(letter.attempts, 20), MAX_RETRY_SECONDS)

    def _format_now(self) -> str:
        return self._now().isoformat(timespec="seconds")

    def _schedule_retry(self, line: Queue, seconds: float) -> None:
        if not self._closed and line not in self._retries:
            self._retries[line] = asyncio.get_running_loop().call_later(seconds, self._retry, line)

    def _retry(self, line: Queue) -> None:
        del self._retries[line]
        self._request_round(line[0], 0.0)  # it has waited for others before


def _get_queue(letter: Letter) -> Queue:
    """Return a letter's queue; a copy of a hand, which can be requested again, delays no other letter."""
    if letter.kind == "vacancy":  # it names a seat, but is public
        return _get_table_queue(letter)
    return letter.game_id, letter.seat, letter.kind == "hand"


def _get_table_queue(letter: Letter) -> Queue:
    """Return the queue of the public letters at the letter's table."""
    return letter.game_id, None, False
