"""The limit of presses: who presses without end waits, and nobody else does."""

from __future__ import annotations

import asyncio

import pytest

from bot.ui.presses.rate_limit import AT_ONCE, KEPT, SHARE, RateLimit

ANN, BEN = 101, 102


class Watch:
    """A clock that goes on when it is told to."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def watch() -> Watch:
    return Watch()


def test_so_many_presses_at_once_are_taken_in_and_the_next_one_waits(watch: Watch) -> None:
    rate_limit = RateLimit(5, watch)
    assert [rate_limit.wait(ANN) for _ in range(5 * AT_ONCE)] == [0] * 20
    assert rate_limit.wait(ANN) == pytest.approx(1 / 5)
    assert rate_limit.wait(ANN) == pytest.approx(1 / 5), "what was refused does not count"
    assert rate_limit.wait(BEN) == 0


def test_who_waits_as_long_as_they_were_told_goes_on(watch: Watch) -> None:
    rate_limit = RateLimit(2, watch)
    while not (wait := rate_limit.wait(ANN)):
        pass
    watch.now += wait
    assert rate_limit.wait(ANN) == 0
    assert rate_limit.wait(ANN) > 0
    watch.now += 60
    assert [rate_limit.wait(ANN) for _ in range(2 * AT_ONCE)] == [0] * 8, "and nobody saves up more than that"
    assert rate_limit.wait(ANN) > 0


def test_in_the_long_run_it_is_the_rate(watch: Watch) -> None:
    rate_limit = RateLimit(5, watch)
    through = 0
    for _ in range(10_000):  # ten seconds
        watch.now += 0.001
        through += rate_limit.wait(ANN) == 0
    assert through == pytest.approx(5 * (10 + AT_ONCE), abs=1)


def test_without_a_rate_nobody_waits(watch: Watch) -> None:
    assert not any(RateLimit(0, watch).wait(ANN) for _ in range(1_000))


def test_people_who_have_gone_take_no_room(watch: Watch) -> None:
    rate_limit = RateLimit(5, watch)
    for user in range(3 * KEPT):
        watch.now += 0.01
        rate_limit.wait(user)
    assert len(rate_limit._used_up) <= KEPT + 1


# How much work it is


async def working(worked: Watch, *seconds: float) -> None:
    """Let the processor work so long, and wait for others in between."""
    for part in seconds:
        worked.now += part
        await asyncio.sleep(0)


async def test_who_makes_the_processor_work_for_long_waits_ten_times_as_long(watch: Watch) -> None:
    worked = Watch()
    rate_limit = RateLimit(5, watch, worked)
    assert rate_limit.wait(ANN) == 0
    await rate_limit.charged(ANN, working(worked, 0.5, 1.5))
    assert rate_limit.wait(ANN) == pytest.approx(2 / SHARE - AT_ONCE + 1 / 5)
    assert rate_limit.wait(BEN) == 0


async def test_the_dearest_press_there_is_costs_little_more_than_a_press(watch: Watch) -> None:
    worked = Watch()
    rate_limit = RateLimit(5, watch, worked)
    for _ in range(8):
        assert rate_limit.wait(ANN) == 0
        await rate_limit.charged(ANN, working(worked, 0.02, 0.03))


async def test_what_others_work_meanwhile_is_not_charged(watch: Watch) -> None:
    worked = Watch()
    rate_limit = RateLimit(5, watch, worked)
    await asyncio.gather(rate_limit.charged(ANN, working(worked, 0.01, 0.01)), working(worked, 30.0, 30.0))
    assert [rate_limit.wait(ANN) for _ in range(5 * AT_ONCE)] == [0] * 20


async def test_work_that_fails_or_is_broken_off_is_charged_and_fails_as_before(watch: Watch) -> None:
    worked = Watch()
    rate_limit = RateLimit(5, watch, worked)

    async def fails() -> None:
        await working(worked, 1.0)
        raise LookupError("as before")

    async def never_ends() -> None:
        worked.now += 1.0
        await asyncio.Event().wait()

    with pytest.raises(LookupError, match="as before"):
        await rate_limit.charged(ANN, fails())
    assert rate_limit.wait(ANN) > 5
    task = asyncio.create_task(rate_limit.charged(BEN, never_ends()))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert rate_limit.wait(BEN) > 5
