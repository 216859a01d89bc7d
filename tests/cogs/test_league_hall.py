"""The hall of fame as people meet it: titles and records, for ever for who says so, and gone at once with who goes."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.host.privacy.retention import Retention
from bot.ui.delivery.servers import DiscordServers
from tests.cogs.leagues import at, come, drawn, open_for_sign_up, played, settings_of, stands, switches, tables
from tests.cogs.test_league_looks import presses_forged
from tests.cogs.town import Player, Town


async def champion(here: Town, boss: Player, people: list[Player]) -> Player:
    """Play a season from its draft to the podium, in which the first of these wins all of their tables."""
    await drawn(here, boss, people)
    winner = people[0]
    for game_id in (await tables(here)).values():
        if winner not in await at(here, game_id):
            await played(here, game_id)
            continue
        for player in await come(here, game_id):
            if player is not winner:
                await player.slash("table concede", sure="yes", table=str(game_id))
                await player.press("Concede for good")
    await finished(boss)
    return winner


async def finished(boss: Player) -> None:
    await boss.slash("league manage")
    await boss.press("Finish the season …")
    await boss.press("Finish the season")


async def years_pass(here: Town) -> None:
    """Let a year and a day go by, and run the nightly jobs."""
    here.wall.ahead += timedelta(days=366)
    names_for = timedelta(days=365)
    await Retention(here.bot.host, DiscordServers(here.bot).has_server, names_for=names_for).delete_expired(
        connected=True
    )


async def test_before_a_season_is_won_the_hall_of_fame_says_so(here: Town, boss: Player, ann: Player) -> None:
    await open_for_sign_up(here, boss)
    assert "No season of this league has been won yet" in await ann.slash("league hall")


async def test_the_champion_stands_in_the_hall_of_fame_and_on_their_own_page(
    here: Town, boss: Player, people: list[Player], ann: Player
) -> None:
    winner = await champion(here, boss, people)
    words = await ann.press("Hall of fame", on=await stands(here, "podium"))
    assert "Winter Cup: the hall of fame" in words
    assert f"- Season 1: 🏆 <@{winner.id}>" in words
    assert f"- Most wins in a row: **3**, by <@{winner.id}> (season 1, table " in words
    assert await ann.slash("league hall", league="Winter Cup") == words
    page = await ann.slash("league player", player=winner.actor.user)
    assert "**Titles**\n- 🏆 Winter Cup · season 1" in page
    assert "Most wins in a row: **3**" in page
    assert "Titles" not in await people[1].slash("league player")


async def test_what_is_put_right_after_the_end_moves_the_title(
    here: Town, boss: Player, people: list[Player], ann: Player
) -> None:
    winner = await champion(here, boss, people)
    await boss.slash("league penalty", player=winner.actor.user, points=100)
    await boss.press("Do it …")
    await boss.fill_in("A late finding")
    words = await ann.slash("league hall")
    assert f"🏆 <@{winner.id}>" not in words
    assert "- Season 1: 🏆 <@" in words
    assert "Titles" not in await winner.slash("league player")


@pytest.mark.thorough
async def test_in_time_a_champion_is_forgotten_but_for_a_player_who_has_said_otherwise(
    here: Town, boss: Player, people: list[Player], ann: Player
) -> None:
    winner = await champion(here, boss, people)
    assert "your name goes with this server's old games" in await settings_of(winner)
    assert "your name stays for ever" in await switches(winner, "Keep my name for ever")
    await years_pass(here)
    assert f"- Season 1: 🏆 <@{winner.id}>" in await ann.slash("league hall")
    assert "🏆 Winter Cup · season 1" in await winner.slash("league player")
    standings = await ann.slash("league standings")
    assert [player for player in people if str(player.id) in standings] == [winner]
    await winner.slash("league me")
    await switches(winner, "Let my name be forgotten in time")
    await years_pass(here)
    assert "- Season 1: 🏆 a champion who was forgotten" in await ann.slash("league hall")
    assert str(winner.id) not in ann.sees


async def test_a_player_who_asks_to_be_forgotten_goes_from_the_hall_of_fame_at_once(
    here: Town, boss: Player, people: list[Player], ann: Player
) -> None:
    winner = await champion(here, boss, people)
    await winner.slash("league me")
    await switches(winner, "Keep my name for ever")
    await winner.slash("settings forget-me")
    await winner.press_id("forget:0")
    words = await ann.slash("league hall")
    assert "- Season 1: 🏆 a champion who was forgotten" in words
    assert str(winner.id) not in words
    assert "They have joined no league here" in await ann.slash("league player", player=winner.actor.user)


async def test_a_forged_wish_about_a_name_changes_nothing(here: Town, boss: Player, people: list[Player]) -> None:
    await drawn(here, boss, people)
    for way in ("", "maybe"):
        assert "older version" in await presses_forged(here, people[0], f"lg-kept:1:{way}")
    assert "You do not take part in this season" in await presses_forged(here, boss, "lg-kept:1:yes")
    assert await here.bot.storage.leagues.list_standing_wishes(1) == {}


async def test_a_champion_whose_name_was_forgotten_in_time_is_not_named_for_it_when_they_play_again(
    here: Town, boss: Player, people: list[Player], ann: Player
) -> None:
    """Their past results are on their own page again; the hall of fame names the people that season names."""
    winner = await champion(here, boss, people)
    await years_pass(here)
    await boss.slash("league manage")
    await boss.press("Prepare the next season")
    await boss.press("Open sign-up")
    await winner.press("Join", on=await stands(here, "sign-up", season=2))
    assert "- Season 1: 🏆 a champion who was forgotten" in await ann.slash("league hall")
    assert str(winner.id) not in ann.sees
