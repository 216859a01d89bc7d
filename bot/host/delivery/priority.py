"""Let answers to interactions go before letters, while letters keep a share of the CPU.

Answers delay a letter by two seconds in all, regardless of their number and of the letter's attempts. After that, as
many letters are sent concurrently as people are being answered. Otherwise, on a busy CPU, each step of a letter would
wait for a step of every answer, and letters would hardly move.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress

MAX_WAIT_SECONDS = 2.0
"""Maximum seconds for which a letter lets answers go first, in all."""
MAX_CONCURRENT_LETTERS = 8
"""Letters that may always be sent concurrently; Discord takes fifty requests a second in all."""
PLACE_SECONDS = 1.0
"""Seconds after which a letter still being sent gives its place back, and goes on without one."""


class _Places:
    """A FIFO semaphore with a variable limit."""

    def __init__(self, room: Callable[[], int]) -> None:
        self._get_limit = room
        self._taken = 0
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def acquire(self) -> None:
        """Acquire a place, waiting in turn."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        self.wake_waiters()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.release()
            raise

    def release(self) -> None:
        """Release a place to the next in turn."""
        self._taken -= 1
        self.wake_waiters()

    def wake_waiters(self) -> None:
        """Wake waiters up to the present limit."""
        while self._waiting and self._taken < self._get_limit():
            turn = self._waiting.popleft()
            if not turn.done():
                self._taken += 1
                turn.set_result(None)


class Priority:
    """Counts users being answered, and delays letters until there are none, up to a limit.

    Args:
        pause: seconds without unanswered users before letters are sent, so that a player's next press is not delayed;
            0: none.
        moment: seconds for which a letter holds one of the concurrent places.
        answered: called after each answer, with whether no user waits now.
    """

    def __init__(
        self, pause: float = 0, *, moment: float = PLACE_SECONDS, answered: Callable[[bool], None] = lambda _: None
    ) -> None:
        self._pause = pause
        self._moment = moment
        self._answered = answered
        self._unanswered = 0
        self._quiet_from = 0.0
        self._quiet = asyncio.Event()
        self._quiet.set()
        self._places = _Places(lambda: max(MAX_CONCURRENT_LETTERS, self._unanswered))
        self._places_for_held_up = _Places(lambda: MAX_CONCURRENT_LETTERS)

    @contextmanager
    def track_answer(self) -> Iterator[Callable[[], None]]:
        """Mark a user as waiting from their press until their answer.

        Yields:
            A function to call when they have their answer earlier, and the rest can wait like a letter.
        """
        self._unanswered += 1
        self._places.wake_waiters()
        self._quiet.clear()
        answered = False

        def finish_answer() -> None:
            nonlocal answered
            if answered:
                return
            answered = True
            self._unanswered -= 1
            if not self._unanswered:
                self._quiet_from = asyncio.get_running_loop().time() + self._pause
                self._quiet.set()
            self._answered(not self._unanswered)

        try:
            yield finish_answer
        finally:
            finish_answer()

    @asynccontextmanager
    async def hold_place(self, *, held_up: bool = False) -> AsyncIterator[None]:
        """Hold one of the concurrent places for letters, for a moment at most.

        So a slow endpoint of Discord delays letters to other endpoints by a moment only.

        Args:
            held_up: whether this letter has failed before; such letters have separate places.
        """
        places = self._places_for_held_up if held_up else self._places
        await places.acquire()
        given_back = False

        def release() -> None:
            nonlocal given_back
            if not given_back:
                given_back = True
                places.release()

        after_a_moment = asyncio.get_running_loop().call_later(self._moment, release)
        try:
            yield
        finally:
            after_a_moment.cancel()
            release()

    async def wait_for_calm(self, since: float) -> None:
        """Wait until no user has been unanswered for a moment, up to a limit.

        Args:
            since: start of the oldest letter's wait, by the loop's clock.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout_at(since + MAX_WAIT_SECONDS):
                await self._quiet.wait()
                while (rest := self._quiet_from - asyncio.get_running_loop().time()) > 0:
                    await asyncio.sleep(rest)
                    await self._quiet.wait()
