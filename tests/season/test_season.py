"""A short season: a few games in two weeks, with everything that can go wrong."""

from __future__ import annotations

from tests.season.stage import memory
from tests.season.weeks import SMALL, season


async def test_games_last_for_weeks_through_outages_and_absent_players_and_no_promise_is_broken() -> None:
    with memory() as folder:
        async with season(folder, "3", SMALL) as ledger:
            pass
    assert not ledger.broken, "\n".join(
        f"{promise}: {case}" for promise, cases in ledger.broken.items() for case in cases
    )
    counts = ledger.counts
    assert counts["games that were played to their end"] == counts["games proven from their record"] > SMALL.games // 2
    happened = (
        "outages",
        "crashes",
        "answers of the bot that Discord refused",
        "times Discord refused everything",
        "old buttons pressed",
    )
    assert all(counts[what] for what in happened), counts
    assert counts["answers counted"] > 300
    assert counts["answers refused"] + counts["answers unknown"] > 0
    assert counts["time ran out, with a choice missed"] > 0
    assert counts["seats held by a bot"] > 0
