"""The next season as people meet it: continuing entrants are signed up and told, and it opens by itself on request."""

from __future__ import annotations

from tests.cogs.leagues import drawn, open_for_sign_up, shown, stands, switches
from tests.cogs.test_league_hall import champion, finished
from tests.cogs.test_league_looks import presses_forged
from tests.cogs.test_league_weeks import called
from tests.cogs.town import Player, Town, parts_of, texts


async def next_sign_up(boss: Player) -> None:
    await boss.slash("league manage")
    await boss.press("Prepare the next season")
    await boss.press("Open sign-up")


async def test_from_nothing_to_the_podium_of_a_second_season_that_opened_by_itself(
    here: Town, boss: Player, people: list[Player], ann: Player
) -> None:
    """One choice of the organiser and one switch of each player; after that, the draws are all that is left to do."""
    await open_for_sign_up(here, boss)
    for player in people:
        await player.press("Join", on=await stands(here, "sign-up"))
        assert "You sign up for each season yourself." in await player.press("My settings")
        assert "You play on: each next season signs you up" in await switches(player, "I play on")
    await boss.slash("league manage")
    await boss.choose("Next season: by itself 7 days later")
    await boss.press("Draw the season …")
    await boss.press("Publish the draw")
    await finished(boss)
    assert "The next one opens by itself on <t:" in boss.sees
    assert "The next one opens by itself on <t:" in await shown(here, "podium")
    await here.passes(days=7)
    words = await shown(here, "sign-up", season=2)
    assert "Winter Cup · season 2" in words
    assert f"**Signed up ({len(people)})**" in words
    told = await shown(here, "plays on", season=2)
    assert "because you play on, you are in" in told
    assert sorted(called(here, "because you play on")) == sorted(player.id for player in people)
    await boss.slash("league manage")
    assert "Everybody here was signed up by themselves" in await boss.press("Draw the season …")
    assert "You are signed up, because you play on" in await people[0].slash("league me")
    joined = await people[0].press("Join", on=await stands(here, "sign-up", season=2))
    assert "You added this to the draw:" in joined
    await boss.slash("league manage")
    await boss.press("Draw the season …")
    await boss.press("Publish the draw")
    await finished(boss)
    assert "season 2: the podium" in await shown(here, "podium", season=2)
    log = await ann.slash("league log")
    assert "plays on, and is signed up; what they add to the draw was known before" in log
    assert f"<@{people[0].id}> adds `" in log


async def test_a_player_who_plays_on_takes_it_back_before_and_after_the_next_season_opens(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await drawn(here, boss, people)
    cleo, dora, emil, _ = people
    for player in (cleo, dora, emil):
        await player.slash("league me")
        await switches(player, "I play on")
    assert "You sign up for each season yourself." in await switches(emil, "I do not play on")
    await finished(boss)
    await next_sign_up(boss)
    told = await stands(here, "plays on", season=2)
    assert f"<@{emil.id}>" not in texts(parts_of(told))
    await dora.press("My place", on=told)
    await dora.press("Leave the season …")
    assert "You have left this season" in await dora.press("Leave for good")
    assert "You sign up for each season yourself." in await dora.press("My settings")
    assert "you can play on from there" in await switches(dora, "I play on")
    words = await shown(here, "sign-up", season=2)
    assert f"**Signed up (1)**: <@{cleo.id}>" in words


async def test_the_organiser_stops_a_season_that_would_open_by_itself(
    here: Town, boss: Player, people: list[Player], ann: Player
) -> None:
    await champion(here, boss, people)
    await boss.slash("league manage")
    assert "opens by itself on <t:" in await boss.choose("Next season: by itself 3 days later")
    assert "opens by itself on" not in await boss.choose("Next season: by a steward")
    await here.passes(days=4)
    assert [row.number for row in await here.bot.storage.leagues.list_seasons(1)] == [1]
    assert "That day is over already" in await boss.choose("Next season: by itself 1 day later")
    await boss.slash("league manage")
    await boss.press("Prepare the next season")
    assert "season 2" in boss.sees


async def test_only_who_runs_a_league_says_what_comes_after_a_season(
    here: Town, boss: Player, people: list[Player], ann: Player
) -> None:
    await drawn(here, boss, people)
    assert "Only the stewards" in await presses_forged(here, ann, "lg-after:1")
    assert "older version" in await presses_forged(here, boss, "lg-after:1")
    (league,) = await here.bot.storage.leagues.list_in_server(here.guild.id)
    assert league.opens_after is None


async def test_a_forged_wish_to_play_on_changes_nothing(here: Town, boss: Player, people: list[Player]) -> None:
    await drawn(here, boss, people)
    assert "older version" in await presses_forged(here, people[0], "lg-on:1:maybe")
    assert "You do not take part in this season" in await presses_forged(here, boss, "lg-on:1:yes")
    assert await here.bot.storage.leagues.list_standing_wishes(1) == {}
