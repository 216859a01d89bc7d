"""Priority: whoever waits for an answer goes before the letters, which can wait a moment, and keep a share.

Answers hold a letter back for two seconds in all, however many there are and however often the letter is tried. From
then on they share the processor: as many letters are on their way as people are being answered, if so many wait. Else,
under a full core, where each step of a letter waits for a step of every answer, the letters would hardly move.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress

LONGEST_WAIT = 2.0
"""Seconds for which a letter lets others go first, in all."""
TOGETHER = 8
"""Letters that may always be carried at the same time; Discord takes fifty requests a second in all."""
MOMENT = 1.0
"""Seconds after which a letter that is still on its way gives its place back, and goes on without one."""


class _Places:
    """So many at the same time as there is room for at the moment; the others come in turn."""

    def __init__(self, room: Callable[[], int]) -> None:
        self._room = room
        self._taken = 0
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def take(self) -> None:
        """Wait for a place and have it."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        self.let_in()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.give_back()
            raise

    def give_back(self) -> None:
        """Leave a place to the next one."""
        self._taken -= 1
        self.let_in()

    def let_in(self) -> None:
        """Let in whoever there is room for."""
        while self._waiting and self._taken < self._room():
            turn = self._waiting.popleft()
            if not turn.done():
                self._taken += 1
                turn.set_result(None)


class Priority:
    """Counts who is being answered, and holds letters back until nobody is, though not for ever.

    Args:
        pause: seconds without anybody waiting for an answer after which letters go, so that somebody who plays on at
            once is not held up; 0: as soon as nobody waits.
        moment: seconds for which a letter has a place of those that are carried together.
        answered: is called whenever somebody has their answer, with whether nobody waits for one now.
    """

    def __init__(
        self, pause: float = 0, *, moment: float = MOMENT, answered: Callable[[bool], None] = lambda _: None
    ) -> None:
        self._pause = pause
        self._moment = moment
        self._answered = answered
        self._answering = 0
        self._calm_from = 0.0
        self._quiet = asyncio.Event()
        self._quiet.set()
        self._places = _Places(lambda: max(TOGETHER, self._answering))
        self._places_for_held_up = _Places(lambda: TOGETHER)

    @contextmanager
    def answering(self) -> Iterator[Callable[[], None]]:
        """Be there from when somebody has pressed until they have their answer.

        Yields what may be called when they have it sooner, and the rest can wait like a letter.
        """
        self._answering += 1
        self._places.let_in()
        self._quiet.clear()
        answered = False

        def have_answer() -> None:
            nonlocal answered
            if answered:
                return
            answered = True
            self._answering -= 1
            if not self._answering:
                self._calm_from = asyncio.get_running_loop().time() + self._pause
                self._quiet.set()
            self._answered(not self._answering)

        try:
            yield have_answer
        finally:
            have_answer()

    @asynccontextmanager
    async def place(self, *, held_up: bool = False) -> AsyncIterator[None]:
        """Be one of the letters that are carried at the same time, for a moment at most.

        So a part of Discord that is slow costs the letters to other parts a moment and no more.

        Args:
            held_up: whether this letter could not arrive before; such letters have places of their own.
        """
        places = self._places_for_held_up if held_up else self._places
        await places.take()
        given_back = False

        def give_back() -> None:
            nonlocal given_back
            if not given_back:
                given_back = True
                places.give_back()

        after_a_moment = asyncio.get_running_loop().call_later(self._moment, give_back)
        try:
            yield
        finally:
            after_a_moment.cancel()
            give_back()

    async def calm(self, since: float) -> None:
        """Return when nobody has waited for an answer for a moment, or when that lasts too long.

        Args:
            since: when the oldest letter began to wait, by the loop's clock.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout_at(since + LONGEST_WAIT):
                await self._quiet.wait()
                while (rest := self._calm_from - asyncio.get_running_loop().time()) > 0:
                    await asyncio.sleep(rest)
                    await self._quiet.wait()
