"""A short season: a few games in two weeks, with everything that can go wrong."""

from __future__ import annotations

import pytest

from tests.season.stage import memory
from tests.season.weeks import SMALL, season


@pytest.mark.thorough
async def test_games_last_for_weeks_through_outages_and_absent_players_and_no_promise_is_broken() -> None:
    with memory() as folder:
        async with season(folder, "1", SMALL) as ledger:
            pass
    assert not ledger.broken, "\n".join(
        f"{promise}: {case}" for promise, cases in ledger.broken.items() for case in cases
    )
    counts = ledger.counts
    assert counts["games that were played to their end"] == counts["games proven from their record"] > 0
    assert counts["answers counted"] > 100
    happened = (
        "outages",
        "crashes",
        "restarts",
        "answers of the bot that Discord refused",
        "times Discord refused everything",
        "messages deleted by somebody: board",
        "buttons pressed twice at once",
        "old buttons pressed",
    )
    assert [what for what in happened if not counts[what]] == []
