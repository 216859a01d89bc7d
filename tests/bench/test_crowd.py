"""What many people wait is stated for a core that the bot has to itself, whatever else runs on the machine."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from tests.bench.load import USUAL_TRICKS, Crowd, Load, _build_crowd_rows

LOAD = Load(seconds=10, cpu=5, moves=50, waits=[2.0, 2.6, 4.0], requests=Counter(), used=[1.0, 1.3, 2.6])
CROWD = Crowd(LOAD, core=1, tricks=USUAL_TRICKS)


def test_only_the_processor_time_of_the_bot_counts() -> None:
    assert CROWD.waits == pytest.approx([1.0, 1.3, 2.6])
    share, slowest = _build_crowd_rows(CROWD)
    assert "33.33 % of 3 presses" in share.measured
    assert share.against == "by the clock 66.67 %, slowest 4.00 s"
    assert slowest.value == pytest.approx(2.6)


def test_a_slow_core_does_not_count() -> None:
    slow = replace(CROWD, tricks=USUAL_TRICKS / 2)
    assert slow.waits == pytest.approx([0.5, 0.65, 1.3])


def test_without_a_core_of_its_own_the_clock_counts() -> None:
    shared = replace(CROWD, core=None)
    assert shared.waits == pytest.approx([2.0, 2.6, 4.0])
