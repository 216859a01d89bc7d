"""Who asks to be forgotten stands in a season's messages no more at once, also where they had nothing left to leave."""

from __future__ import annotations

from tests.cogs.leagues import drawn, played, shown, stands, tables
from tests.cogs.test_league_hall import champion
from tests.cogs.test_pictures import described, files_of
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


async def test_a_champion_who_is_forgotten_goes_from_the_podium_and_from_its_picture(
    here: Town, boss: Player, people: list[Player]
) -> None:
    winner = await champion(here, boss, people)
    podium = await stands(here, "podium")
    assert files_of(podium) == ["review.png"]
    name = winner.actor.user.name.title()
    (before,) = described(podium)
    assert f"Champion: {name}. " in before
    assert f"Longest streak: {name}, 3 tables won in a row." in before
    assert f"**Longest streak**: <@{winner.id}>, 3 tables won in a row" in await shown(here, "podium")
    await is_forgotten(winner)
    podium = await stands(here, "podium")
    (after,) = described(podium)
    assert after == before.replace(name, "Entrant 1")
    assert f"<@{winner.id}>" not in await shown(here, "podium")
    assert len([message for message in here.public() if files_of(message) == ["review.png"]]) == 1
