"""Courier: delivers letters after they were written, in order per game, merged and never twice.

A letter is a row written in the same transaction as the move it tells of. Nothing is lost when the
program stops in between: the letter is still there. What goes with it is made at delivery from the
newest table, so it is never out of date.

Answers go before letters (`priority`), two seconds in all; so no press waits for a picture, an edit or a direct message
of another table. A letter has its place for a moment only, then others may go beside it; an attempt is cut off after
twenty seconds, and what it may have posted is looked for. A table that cannot be shown stands still, and goes on only
when a message has arrived there again.

Discord takes fifty requests a second in all, so a running table's message is changed at once, but not again within
a few seconds: what happens meanwhile is shown together. Nobody's call waits for that.
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
from storage.interface import TOO_LATE, Carried, Letter, LetterKind, Shards, StoreFailed, is_moment
from storage.store import Storage

log = logging.getLogger(__name__)

ATTEMPTS = 8
"""After so many faults of ours a letter is given up; the table's message shows the state anyway."""

MOST_UNKNOWN = 150
"""Attempts, which take a day, after which a letter is given up that is refused for a reason that is not known."""

REPAIRED_FOR = timedelta(days=30)
"""For so long it is seen to that the result of a game, or a table's message or call that was given up, is shown."""

REST = 5.0
"""Seconds, where others are spaced by one, that lie between two changes of a running table's message at least."""

LONGEST_PAUSE = 600.0
"""Seconds between two attempts at most, while Discord does not take a letter."""

LIFE: Mapping[LetterKind, timedelta] = {
    "post": timedelta(minutes=15),
    "notice": timedelta(minutes=15),
    "note": timedelta(hours=1),
    "order": timedelta(hours=1),
}
"""How long a letter is news. Older ones expire: the table's message, the log and the panels say it all anyway."""
LONGEST_LIFE = timedelta(days=7)
"""Of all other letters."""

ONE_FOR_EACH_SEAT: Collection[LetterKind] = {"hand", "note"}
"""Of several that wait for a seat, only the newest is worth sending."""

Queue: TypeAlias = tuple[int, int | None, bool]
"""Letters that do not overtake each other: a table's public ones, those to a seat, and the copies of its hand."""


class Undeliverable(Exception):
    """The letter cannot arrive, now or later; the text is for the operator's log and names no secret."""


class SupersededLetter(Exception):
    """The letter is needed no more; the text says why and names no secret."""


class RetryLater(Exception):
    """The letter could not arrive this time.

    Args:
        reason: for the operator's log; it names no secret.
        after: seconds to wait, when that is known; else each pause is twice as long as the one before.
        unsure: whether it may have arrived all the same, as when no answer came.
        unknown: whether nobody knows what the refusal means, so that an operator should hear of it.
    """

    def __init__(self, reason: str, after: float | None = None, *, unsure: bool = False, unknown: bool = False) -> None:
        super().__init__(reason)
        self.after = after
        self.unsure = unsure
        self.unknown = unknown


class Sender(Protocol):
    """Brings one letter to where it belongs."""

    async def carry(self, letter: Letter) -> Carried | None:
        """Deliver the letter; return which way it took, if it is for a seat.

        Raises:
            Undeliverable: it is no use trying again.
            SupersededLetter: it is needed no more.
            RetryLater: it should be tried again later.
        """

    async def sweep(self, game_id: int) -> None:
        """Take away what was posted for this game by an attempt that ended before that was written down."""


class OutboxWorker:
    """Delivers each game's letters, one game at a time in order, different games side by side.

    There is no task that waits for work: the first letter starts a round, which ends when there is
    nothing left to send.

    Args:
        storage: where the letters lie.
        shards: of which servers' tables they are brought.
        carrier: brings them to Discord.
        now: the present time in UTC.
        spacing: seconds between two rounds for the same game, so that edits are merged.
        rest: seconds between two changes of a running table's message.
        priority: whoever goes before letters.
        patience: seconds before the first second attempt; each further one waits twice as long.
    """

    def __init__(
        self,
        storage: Storage,
        shards: Shards,
        carrier: Sender,
        *,
        now: Callable[[], datetime],
        spacing: float = 1.0,
        rest: float = 0.0,
        patience: float = 5.0,
        priority: Priority | None = None,
    ) -> None:
        self._storage = storage
        self._shards = shards
        self._carrier = carrier
        self._now = now
        self._patience = patience
        self._rest = rest
        self._resting: dict[int, asyncio.TimerHandle] = {}
        """Games whose table's message was changed a moment ago."""
        self._put_off: set[int] = set()
        """Those of them whose message is to be changed again."""
        self._priority = priority or Priority()
        self.unknown_refusals: Signal[str] = Signal()
        """Tells of each attempt that was refused for a reason that is not known: what Discord has answered."""
        self._rounds = KeyedTasks(self._deliver, "letters of game", spacing=spacing)
        self._since: dict[int, float] = {}
        """Since when letters of a game wait at which the present round has not looked, by the loop's clock."""
        self._interrupted: set[int] = set()
        """Games of which a letter may have gone, and nobody knows: it waited when this process began or was cut off."""
        self._began = ""
        self._retries: dict[Queue, asyncio.TimerHandle] = {}
        """Lines of letters that must wait a while."""
        self._closed = False

    async def begin(self) -> None:
        """Look what a stopped process has left; this must be over before anybody can press."""
        self._began = self._now_text()
        self._interrupted.update(await self._storage.outbox.games_with_unsent(self._shards))

    async def resume(self) -> None:
        """Go on where a stopped process left off, and write anew what tables lack that was given up before."""
        since = (self._now() - REPAIRED_FOR).isoformat(timespec="seconds")
        await self._storage.outbox.repair(self._shards, since, self._now_text())
        for game_id in await self._storage.outbox.games_with_unsent(self._shards):
            self.wake(game_id)

    def after(self, commit: Commit) -> None:
        """Look for letters that were written with a commit."""
        self.wake(commit.game_id)

    def wake(self, game_id: int) -> None:
        """Look for unsent letters of this game; returns at once."""
        self._wake(game_id, asyncio.get_running_loop().time())

    def _wake(self, game_id: int, since: float) -> None:
        if self._closed:
            return
        self._since[game_id] = min(self._since.get(game_id, since), since)
        self._rounds.ask(game_id)

    async def settled(self, game_id: int, seconds: float) -> None:
        """Wait until what can be delivered of a game now has been, but no longer than this."""
        await self._rounds.settled(game_id, seconds)

    async def settle(self) -> None:
        """Wait until every letter that can be delivered now has been."""
        await self._rounds.settle()

    async def close(self) -> None:
        """Finish the letters in hand and start no more; unsent ones wait for the next start."""
        self._closed = True
        for timer in (*self._retries.values(), *self._resting.values()):
            timer.cancel()
        await self._rounds.close()

    async def _deliver(self, game_id: int) -> None:
        if game_id not in self._since:
            return  # all that was written meanwhile went along
        await self._priority.calm(self._since[game_id])  # before looking: what is written meanwhile is merged
        del self._since[game_id]
        try:
            stopped: set[Queue] = set()
            for letter in await self._worth_sending(game_id):
                # No letter overtakes another of its line that could not arrive a moment ago.
                if _line(letter) in stopped or _line(letter) in self._retries:
                    continue
                if letter.kind == "board" and game_id in self._resting:
                    self._put_off.add(game_id)
                    continue
                stopped.update(await self._try(letter))
        except StoreFailed:
            log.exception("letters wait because the store fails", extra={"game": game_id})
            self._later((game_id, None, False), self._patience)

    async def _sweep(self, last: Letter) -> None:
        """Sweep after an interruption, when nothing else waits that could find what it had posted.

        The last letter still counts as waiting, so that an interruption of this is one, too.
        """
        game_id = last.game_id
        if game_id in self._interrupted:
            waiting = await self._storage.outbox.unsent(game_id)
            if all(letter.letter_id == last.letter_id for letter in waiting):
                await self._carrier.sweep(game_id)
                self._interrupted.discard(game_id)

    async def _worth_sending(self, game_id: int) -> Sequence[Letter]:
        """Return the letters that wait; those that are news no more, as after an outage, expire."""
        letters = await self._storage.outbox.unsent(game_id)
        newest = {(letter.kind, letter.seat): letter for letter in letters}
        late = [letter for letter in letters if self._is_late(letter)]
        followed = [
            letter
            for letter in letters
            if letter.kind in ONE_FOR_EACH_SEAT and letter is not newest[letter.kind, letter.seat]
        ]
        for gone, reason in ((late, TOO_LATE), (followed, "a newer one followed")):
            if gone:
                await self._storage.outbox.expired(gone, reason, self._now_text())
        return [
            replace(letter, may_be_there=letter.attempts > 0 or letter.written_at <= self._began)
            for letter in letters
            if letter not in late and letter not in followed
        ]

    def _is_late(self, letter: Letter) -> bool:
        if not is_moment(letter.written_at):
            return True
        return datetime.fromisoformat(letter.written_at) + LIFE.get(letter.kind, LONGEST_LIFE) < self._now()

    async def _try(self, letter: Letter) -> Collection[Queue]:
        """Carry a letter; return the lines that must wait when it could not go now."""
        try:
            async with self._priority.place(held_up=letter.attempts > 0):
                carried = await self._carrier.carry(letter)
        except SupersededLetter as overtaken:
            await self._sweep(letter)
            await self._storage.outbox.expired([letter], str(overtaken), self._now_text())
        except Undeliverable as refused:
            await self._give_up(letter, str(refused))
        except RetryLater as held_up:
            return await self._not_now(letter, held_up)
        except UnknownGame as gone:  # it goes when the game is back, which takes another start
            await self._storage.outbox.failed(letter, str(gone), self._now_text(), given_up=False)
            return self._held_up(letter, LONGEST_PAUSE)
        except Exception as fault:
            log.exception("a letter could not be carried", extra={"game": letter.game_id})
            if letter.attempts + 1 < ATTEMPTS:
                await self._storage.outbox.failed(letter, type(fault).__name__, self._now_text(), given_up=False)
                return self._held_up(letter, self._pause(letter))
            await self._give_up(letter, type(fault).__name__)
        else:
            await self._sweep(letter)
            await self._storage.outbox.sent(letter, self._now_text(), carried)
            if letter.kind == "board" and letter.revision:  # before the game begins, people join
                self._let_rest(letter.game_id)
        return ()

    async def _not_now(self, letter: Letter, held_up: RetryLater) -> Collection[Queue]:
        """Let a letter wait; return the lines that must wait with it."""
        if held_up.unsure:
            self._interrupted.add(letter.game_id)
        if held_up.unknown:
            log.warning("a letter waits (%s): %s", letter.kind, held_up, extra={"game": letter.game_id})
            self.unknown_refusals.tell(str(held_up))
            if letter.attempts >= MOST_UNKNOWN:
                await self._give_up(letter, str(held_up))
                return ()
        await self._storage.outbox.failed(letter, str(held_up), self._now_text(), given_up=False)
        return self._held_up(letter, self._pause(letter) if held_up.after is None else held_up.after)

    def _let_rest(self, game_id: int) -> None:
        """Change a table's message no more for a while; what is put off meanwhile follows then."""
        if self._rest and not self._closed:
            self._resting[game_id] = asyncio.get_running_loop().call_later(self._rest, self._rested, game_id)

    def _rested(self, game_id: int) -> None:
        del self._resting[game_id]
        if game_id in self._put_off:
            self._put_off.discard(game_id)
            self._wake(game_id, 0.0)  # it has waited before

    async def _give_up(self, letter: Letter, reason: str) -> None:
        """Try a letter no more; the log and the ledger say so, though never what it said."""
        log.warning("a letter was given up (%s): %s", letter.kind, reason, extra={"game": letter.game_id})
        await self._storage.outbox.failed(letter, reason, self._now_text(), given_up=True)
        await self._storage.outbox.repair_once(letter.game_id, self._now_text())
        self.wake(letter.game_id)

    def _held_up(self, letter: Letter, pause: float) -> Collection[Queue]:
        """Try a letter again after a pause, in seconds; return the lines that wait for it.

        A player hears first what concerns them: their note gets a second attempt soon, and so long the
        table's letters wait behind it, but no longer.
        """
        lines = [_line(letter)]
        if letter.kind == "note" and letter.attempts == 0:
            pause = min(pause, self._patience)
            lines.append(_table(letter))
        for line in lines:
            self._later(line, pause)
        return lines

    def _pause(self, letter: Letter) -> float:
        return min(self._patience * 2.0 ** min(letter.attempts, 20), LONGEST_PAUSE)

    def _now_text(self) -> str:
        return self._now().isoformat(timespec="seconds")

    def _later(self, line: Queue, seconds: float) -> None:
        if not self._closed and line not in self._retries:
            self._retries[line] = asyncio.get_running_loop().call_later(seconds, self._retry, line)

    def _retry(self, line: Queue) -> None:
        del self._retries[line]
        self._wake(line[0], 0.0)  # it has waited for others before


def _line(letter: Letter) -> Queue:
    """Return the line in which a letter waits; a copy, which can be asked for again, holds up nothing else."""
    if letter.kind == "vacancy":  # it names a seat, but is for everybody
        return _table(letter)
    return letter.game_id, letter.seat, letter.kind == "hand"


def _table(letter: Letter) -> Queue:
    """Return the line of what everybody reads at the letter's table."""
    return letter.game_id, None, False
