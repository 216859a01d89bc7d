"""A budget of processor time for each person: an exhausted one delays its own presses, and nobody else's."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from bot.host.cpu_accounting import charge_calls, charge_current_account, run_in_thread
from bot.ui.handlers.cpu_limit import MAX_REMEMBERED_USERS, CpuLimit

ANN, BEN = 1, 2


@dataclass
class Clocks:
    """The wall's clock, and the processor's, which only moves when something is computed."""

    wall: float = 1000.0
    processor: float = 5.0

    def budget(self, seconds: float = 20.0) -> CpuLimit:
        return CpuLimit(seconds, now=lambda: self.wall, clock=lambda: self.processor)

    def computing(self, seconds: float) -> Callable[[], None]:
        @charge_calls
        def compute() -> None:
            self.processor += seconds

        return compute


def uses(clocks: Clocks, budget: CpuLimit, user_id: int, seconds: float) -> None:
    with budget.charge_person(user_id):
        clocks.computing(seconds)()


def test_a_player_who_has_used_a_minutes_time_waits_until_it_would_have_been_given() -> None:
    clocks = Clocks()
    budget = clocks.budget()
    for _ in range(4):
        uses(clocks, budget, ANN, 5)
    assert budget.get_wait_seconds(ANN) == 0
    uses(clocks, budget, ANN, 5)
    assert budget.get_wait_seconds(ANN) == pytest.approx(15)
    assert budget.get_wait_seconds(BEN) == 0, "it is nobody else's time"
    clocks.wall += 15
    assert budget.get_wait_seconds(ANN) == 0


def test_a_player_who_uses_less_than_is_given_never_waits() -> None:
    clocks = Clocks()
    budget = clocks.budget()
    for _ in range(600):
        uses(clocks, budget, ANN, 0.3)
        clocks.wall += 1
        assert budget.get_wait_seconds(ANN) == 0


def test_only_measured_time_is_charged_and_once() -> None:
    clocks = Clocks()
    budget = clocks.budget()

    @charge_calls
    def outer() -> None:
        clocks.computing(6)()
        clocks.processor += 4

    clocks.computing(100)()  # nobody is answered
    with budget.charge_person(ANN):
        clocks.processor += 100  # somebody else's, while this press waits
        outer()
    for _ in range(3):
        uses(clocks, budget, ANN, 5)
    assert budget.get_wait_seconds(ANN) == pytest.approx(15), "10 and 15 seconds, of 20"


def test_what_fails_is_paid_for_too() -> None:
    clocks = Clocks()
    budget = clocks.budget()

    @charge_calls
    def fails() -> None:
        clocks.processor += 10
        raise ValueError("no")

    for _ in range(3):
        with pytest.raises(ValueError, match="no"), budget.charge_person(ANN):
            fails()
    assert budget.get_wait_seconds(ANN) > 0


async def test_work_in_another_thread_is_charged() -> None:
    clocks = Clocks()
    budget = clocks.budget()

    def compute() -> None:
        clocks.processor += 4

    for _ in range(3):
        with budget.charge_person(ANN):
            await run_in_thread(compute)
            await asyncio.get_running_loop().run_in_executor(None, charge_current_account(compute))
    assert budget.get_wait_seconds(ANN) == pytest.approx(12)


def test_one_press_however_dear_makes_nobody_wait() -> None:
    """The first who looks at the careers of a great league has a million results gone through, for everybody."""
    clocks = Clocks()
    budget = clocks.budget()
    uses(clocks, budget, ANN, 90)
    uses(clocks, budget, ANN, 0.1)
    assert budget.get_wait_seconds(ANN) == 0


async def test_two_simultaneous_presses_are_charged_to_their_own_players() -> None:
    clocks = Clocks()
    budget = clocks.budget()
    both_there = asyncio.Barrier(2)

    async def presses(user_id: int, seconds: float) -> None:
        with budget.charge_person(user_id):
            await both_there.wait()
            clocks.computing(seconds)()
            await both_there.wait()

    for _ in range(3):
        await asyncio.gather(presses(ANN, 10), presses(BEN, 1))
    assert budget.get_wait_seconds(ANN) == pytest.approx(30)
    assert budget.get_wait_seconds(BEN) == 0


def test_a_crowd_is_not_remembered_for_ever() -> None:
    clocks = Clocks()
    budget = clocks.budget()
    for _ in range(3):
        uses(clocks, budget, ANN, 10)
    for user_id in range(10, MAX_REMEMBERED_USERS + 20):
        clocks.wall += 0.001
        uses(clocks, budget, user_id, 0)
    assert len(budget._until) < 100
    assert budget.get_wait_seconds(ANN) > 0
