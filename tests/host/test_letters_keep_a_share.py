"""Letters keep a share: however many people are answered without a pause, letters go on, within a bound.

Time is simulated: it passes when something computes, on the one core that there is, or when there is nothing to do.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, TypeVar

import pytest

from bot.host.delivery.outbox_worker import OutboxWorker, RetryLater
from bot.host.delivery.priority import MAX_WAIT_SECONDS, Priority
from storage.interface.letters import DeliveryResult, Letter, LetterKind
from storage.interface.shards import ALL_SHARDS
from tests.house import NOON

T = TypeVar("T")

PEOPLE, TABLES, SEATS = 100, 100, 5
STEPS_OF_A_PRESS, STEPS_OF_A_LETTER = 6, 8
STEP_OF_A_PRESS, STEP_OF_A_LETTER = 0.0013, 0.0005
"""Seconds on the core between two waits, as measured on a slow machine."""
ON_THE_LINE = 0.05
"""Seconds that Discord takes for a letter."""


class SimulatedTime(asyncio.SelectorEventLoop):
    """A loop whose clock moves when something computes, and jumps to the next timer when nothing can go on."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def time(self) -> float:
        return self.now

    def _run_once(self) -> None:
        scheduled: Sequence[asyncio.TimerHandle] = self._scheduled  # type: ignore[attr-defined]
        waiting = [timer.when() for timer in scheduled if not timer.cancelled()]
        if not self._ready and waiting:  # type: ignore[attr-defined]
            self.now = max(self.now, min(waiting))
        super()._run_once()  # type: ignore[misc]


def compute(seconds: float) -> None:
    """Take the core for so long."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, SimulatedTime)
    loop.now += seconds


def now() -> float:
    return asyncio.get_running_loop().time()


def simulated(work: Coroutine[Any, Any, T]) -> T:
    with asyncio.Runner(loop_factory=SimulatedTime) as runner:
        return runner.run(work)


class Shelf:
    """A store that keeps letters in memory: newest last, and of a kind for a seat only the newest."""

    def __init__(self) -> None:
        self.waiting: dict[int, list[Letter]] = {}
        self.written: dict[int, float] = {}
        self.took: list[float] = []
        self._number = 0

    def write(self, game_id: int, kind: LetterKind, seat: int | None = None) -> None:
        letters = self.waiting.setdefault(game_id, [])
        known = next((letter for letter in letters if (letter.kind, letter.seat) == (kind, seat)), None)
        if known is not None:
            return  # it reports the newest state at delivery
        self._number += 1
        letters.append(Letter(self._number, game_id, 1, kind, seat, "{}", 0, NOON.isoformat()))
        self.written[self._number] = now()

    async def list_unsent(self, game_id: int) -> Sequence[Letter]:
        return list(self.waiting.get(game_id, ()))

    async def mark_sent(self, letter: Letter, at: str, carried: DeliveryResult | None = None) -> None:
        self.took.append(now() - self.written[letter.letter_id])
        self._take(letter)

    async def record_failure(self, letter: Letter, reason: str, at: str, *, given_up: bool) -> None:
        self._take(letter)
        self.waiting[letter.game_id].insert(0, replace(letter, attempts=letter.attempts + 1))

    def _take(self, letter: Letter) -> None:
        letters = self.waiting[letter.game_id]
        letters[:] = [other for other in letters if other.letter_id != letter.letter_id]


class Line:
    """The way to Discord."""

    def __init__(self, refuses: int = 0) -> None:
        self.refuses = refuses
        self.tried: list[float] = []

    async def carry(self, letter: Letter) -> None:
        self.tried.append(now())
        if letter.attempts < self.refuses:
            raise RetryLater("busy", 5.0)
        for _ in range(STEPS_OF_A_LETTER):
            compute(STEP_OF_A_LETTER)
            await asyncio.sleep(0)
        await asyncio.sleep(ON_THE_LINE)

    async def sweep(self, game_id: int) -> None:
        raise AssertionError("nothing was interrupted")


def courier(shelf: Shelf, line: Line, order: Priority) -> OutboxWorker:
    storage: Any = SimpleNamespace(outbox=shelf)
    return OutboxWorker(storage, ALL_SHARDS, line, now=lambda: NOON, spacing=1.0, priority=order)


async def under_load(seconds: float) -> tuple[Shelf, list[float]]:
    """Let everybody press without a pause; each press is a move that writes letters. Return how long these took."""
    order, shelf, answers = Priority(pause=0.25), Shelf(), list[float]()
    delivering = courier(shelf, Line(), order)

    async def presses(number: int) -> None:
        game_id = number % TABLES
        while True:
            pressed = now()
            with order.track_answer():
                for _ in range(STEPS_OF_A_PRESS):
                    compute(STEP_OF_A_PRESS)
                    await asyncio.sleep(0)
            answers.append(now() - pressed)
            shelf.write(game_id, "board")
            shelf.write(game_id, "ask")
            for seat in range(SEATS):
                shelf.write(game_id, "hand", seat)
            delivering.wake(game_id)

    people = [asyncio.create_task(presses(number)) for number in range(PEOPLE)]
    await asyncio.sleep(seconds)
    for person in people:
        person.cancel()
        with suppress(asyncio.CancelledError):
            await person
    await delivering.close()
    return shelf, answers


def most(times: Sequence[float], percent: int) -> float:
    """The percentile of these values."""
    return sorted(times)[len(times) * percent // 100 - 1]


def test_letters_go_on_while_a_hundred_people_press_without_a_pause() -> None:
    """With eight letters at a time, for any answers, most were still waiting after two minutes."""
    shelf, answers = simulated(under_load(120))
    assert most(shelf.took, 95) < 20
    assert max(shelf.took) < 30
    assert all(now < 20 for now in waiting_since(shelf, 120))
    assert most(answers, 95) < 1.5, "answers stay quick"


def waiting_since(shelf: Shelf, end: float) -> Sequence[float]:
    """For how long the letters that are left have waited."""
    return [end - shelf.written[letter.letter_id] for letters in shelf.waiting.values() for letter in letters]


def test_answers_hold_a_letter_back_for_two_seconds_in_all_however_often_it_is_tried() -> None:
    async def tried() -> list[float]:
        order, shelf, line = Priority(pause=0.25), Shelf(), Line(refuses=3)
        delivering = courier(shelf, line, order)
        with order.track_answer():
            shelf.write(1, "post")
            delivering.wake(1)
            await asyncio.sleep(60)
        await delivering.close()
        return line.tried

    assert simulated(tried()) == pytest.approx(
        [MAX_WAIT_SECONDS, *(MAX_WAIT_SECONDS + 5.0 * times for times in (1, 2, 3))]
    )


def test_a_letter_that_was_written_while_others_went_has_waited_meanwhile() -> None:
    async def tried() -> list[float]:
        order, shelf, line = Priority(pause=0.25), Shelf(), Line()
        delivering = courier(shelf, line, order)
        with order.track_answer():
            shelf.write(1, "post")
            delivering.wake(1)
            await asyncio.sleep(MAX_WAIT_SECONDS + 0.01)
            shelf.write(1, "board")
            delivering.wake(1)
            written = now()
            await asyncio.sleep(60)
        await delivering.close()
        return [at - written for at in line.tried[1:]]

    (waited,) = simulated(tried())
    assert waited <= MAX_WAIT_SECONDS + 0.01
