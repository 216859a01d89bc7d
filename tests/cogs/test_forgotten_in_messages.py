"""Who asks to be forgotten stands in a season's messages no more at once, also where they had nothing left to leave."""

from __future__ import annotations

from tests.cogs.leagues import drawn, played, shown, tables
from tests.cogs.test_league_hall import champion
from tests.cogs.town import Player, Town


async def is_forgotten(player: Player) -> None:
    await player.slash("settings forget-me")
    await player.press_id("forget:0")


async def test_a_player_who_had_left_a_season_before_goes_from_its_messages_when_they_are_forgotten(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await drawn(here, boss, people)
    await played(here, (await tables(here))[1])
    gone, stays, *_ = people
    await gone.slash("league leave")
    await gone.press("Leave for good")
    assert f"<@{gone.id}>" in await shown(here, "standings")
    await is_forgotten(gone)
    for role in ("sign-up", "standings"):
        words = await shown(here, role)
        assert f"<@{gone.id}>" not in words, role
        assert f"<@{stays.id}>" in words, role


async def test_a_player_who_won_a_season_that_is_over_goes_from_its_standings_when_they_are_forgotten(
    here: Town, boss: Player, people: list[Player]
) -> None:
    winner = await champion(here, boss, people)
    assert f"<@{winner.id}>" in await shown(here, "standings")
    await is_forgotten(winner)
    assert f"<@{winner.id}>" not in await shown(here, "standings")
