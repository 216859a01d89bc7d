"""One person cannot keep the processor from the others: their excess presses wait, and say so."""

from __future__ import annotations

from itertools import count

import pytest

from bot.ui.handlers.cpu_limit import CpuLimit
from tests.end_to_end.playing import panel
from tests.end_to_end.town import Town, said

MORE_THAN_ONES_SHARE = "more to do than I have time for one person, so this press changed nothing"


class Slow:
    """A processor on which each measured call takes as long."""

    def __init__(self, seconds: float) -> None:
        self.wall = 0.0
        self._ticks = count()
        self.seconds = seconds

    def clock(self) -> float:
        return next(self._ticks) * self.seconds


@pytest.fixture
def slow(there: Town) -> Slow:
    processor = Slow(seconds=1)
    limit = CpuLimit(20, now=lambda: processor.wall, clock=processor.clock)
    vars(there.bot.router.cpu_limit).update(vars(limit))
    return processor


async def test_a_player_whose_presses_took_too_much_is_told_and_waits_while_others_play_on(
    there: Town, slow: Slow
) -> None:
    ann, ben = there.people["Ann"], there.people["Ben"]
    told = ""
    for _ in range(40):
        told = await panel(there, "Ann")
        if MORE_THAN_ONES_SHARE in told:
            break
    assert MORE_THAN_ONES_SHARE in told
    assert "Try again in" in told
    assert MORE_THAN_ONES_SHARE in said(await ann.slash(there.place, "bid", price="12"))
    assert "sealed" in said(await ben.slash(there.place, "bid", price="14"))
    slow.wall += 60
    assert "second price" in said(await ann.slash(there.place, "bid", price="12"))


@pytest.mark.parametrize("name", ["play", "table log", "hand", "inbox", "record replay", "record export"])
async def test_whatever_is_looked_at_is_paid_for(there: Town, slow: Slow, name: str) -> None:
    ann = there.people["Ann"]
    said(await ann.slash(there.place, name))
    assert there.bot.router.cpu_limit._until.get(ann.id, 0.0) > slow.wall
