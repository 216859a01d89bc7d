"""kill -9 of the whole bot while people press; `make crash` kills it more often."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.crash.evenings import evenings

KILLS = 8


@pytest.mark.thorough
async def test_a_bot_killed_at_any_moment_loses_no_move_and_no_letter_and_its_games_end(tmp_path: Path) -> None:
    counts = await evenings(tmp_path, KILLS, "1")
    print(counts.words())
    assert counts.deaths.total() == KILLS
    assert (counts.lost, counts.doubled) == (0, 0)
    assert (counts.letters_lost, counts.posts_doubled, counts.wrong) == ([], [], [])
    assert counts.games == counts.finished == counts.proven > 0
    assert counts.acknowledged > 50
