"""The rate limit: endless pressing delays only the presser."""

from __future__ import annotations

import pytest

from bot.ui.handlers.rate_limit import AT_ONCE, MAX_REMEMBERED_USERS, RateLimit

ANN, BEN = 101, 102


class Watch:
    """A clock that advances only on command."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def watch() -> Watch:
    return Watch()


def test_so_many_presses_at_once_are_taken_in_and_the_next_one_waits(watch: Watch) -> None:
    rate_limit = RateLimit(5, watch)
    assert [rate_limit.count_request(ANN) for _ in range(5 * AT_ONCE)] == [0] * 20
    assert rate_limit.count_request(ANN) == pytest.approx(1 / 5)
    assert rate_limit.count_request(ANN) == pytest.approx(1 / 5), "what was refused does not count"
    assert rate_limit.count_request(BEN) == 0


def test_a_player_who_waits_as_long_as_they_were_told_goes_on(watch: Watch) -> None:
    rate_limit = RateLimit(2, watch)
    while not (wait := rate_limit.count_request(ANN)):
        pass
    watch.now += wait
    assert rate_limit.count_request(ANN) == 0
    assert rate_limit.count_request(ANN) > 0
    watch.now += 60
    assert [rate_limit.count_request(ANN) for _ in range(2 * AT_ONCE)] == [0] * 8, "and nobody saves up more than that"
    assert rate_limit.count_request(ANN) > 0


def test_in_the_long_run_it_is_the_rate(watch: Watch) -> None:
    rate_limit = RateLimit(5, watch)
    through = 0
    for _ in range(10_000):  # ten seconds
        watch.now += 0.001
        through += rate_limit.count_request(ANN) == 0
    assert through == pytest.approx(5 * (10 + AT_ONCE), abs=1)


def test_without_a_rate_nobody_waits(watch: Watch) -> None:
    assert not any(RateLimit(0, watch).count_request(ANN) for _ in range(1_000))


def test_people_who_have_gone_take_no_room(watch: Watch) -> None:
    rate_limit = RateLimit(5, watch)
    for user in range(3 * MAX_REMEMBERED_USERS):
        watch.now += 0.01
        rate_limit.count_request(user)
    assert len(rate_limit._used_up) <= MAX_REMEMBERED_USERS + 1
