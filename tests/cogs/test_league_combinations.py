"""Leagues of several games and of teams at once, and what an organiser does to them who errs."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.cogs.leagues import MENUS, prepared, shown, switches
from tests.cogs.test_league_of_several_games import GAMES, all_join, all_played, all_told, finished, is_drawn
from tests.cogs.test_league_of_teams import is_a_team, joins, my_team
from tests.cogs.test_organiser_corrections import does, newest_line, takes_back, wants
from tests.cogs.town import Player, Town, town


@pytest.fixture
async def here(tmp_path: Path, no_errors_logged: None) -> AsyncIterator[Town]:
    async with town(tmp_path / "boardroom.db", games=GAMES) as opened:
        yield opened


async def teams_of_two_games(here: Town, boss: Player) -> list[Player]:
    """Five people signed up for rounds of two games in teams of two, with one complete team."""
    await prepared(boss)
    await boss.choose("Swiss: 3 rounds among equals")
    await boss.choose("Teams of 2")
    await boss.press("Several games …")
    await boss.choose("The Market")
    await boss.press("Back")
    await boss.press("Open sign-up")
    people = await all_join(here, 5)
    await is_a_team(here, *people[:2])
    return people


async def test_a_change_of_games_is_taken_back_where_teams_have_formed(here: Town, boss: Player) -> None:
    await teams_of_two_games(here, boss)
    await wants(boss, "Change the game options")
    await boss.press("Games …")
    await boss.choose("2. The Market")
    await boss.press("Take it out")
    await does(boss, "Too long.")
    assert "The Market" not in await shown(here, "sign-up")
    await takes_back(boss, await newest_line(here))
    assert "The Market" in await shown(here, "sign-up")


@pytest.mark.parametrize("form", ["Swiss: 3 rounds among equals", "Cup: the winner of each table goes on"])
async def test_sign_up_in_rounds_is_cancelled_and_opened_again(here: Town, boss: Player, form: str) -> None:
    await prepared(boss)
    await boss.choose(form)
    await boss.press("Open sign-up")
    ann, *_ = await all_join(here, 4)
    await wants(boss, "Cancel sign-up")
    await does(boss, "Too early.")
    await wants(boss, "Open sign-up again")
    assert "Sign-up is open again, with the 4 players" in boss.sees
    await does(boss, "Now.")
    await ann.slash("league leave")
    await ann.press("Leave for good")
    await wants(boss, "Take a leaving back")
    assert "nothing is written yet" in await boss.choose("Player0 (line 8)")
    await does(boss, "By mistake.")
    assert f"<@{ann.id}>" in await shown(here, "sign-up")


async def test_a_player_who_wants_another_format_reads_what_teams_have_to_do_with_it(here: Town, boss: Player) -> None:
    await teams_of_two_games(here, boss)
    await wants(boss, "Change the game options")
    refused = await boss.choose("Cup: the winner of each table goes on")
    assert "People have signed up for teams of 2, which play rounds of Swiss." in refused
    assert "Cancel sign-up" in refused


async def test_a_captain_who_is_forgotten_during_sign_up_leaves_a_team_that_others_can_fill(
    here: Town, boss: Player
) -> None:
    ann, ben, cleo, *_ = await teams_of_two_games(here, boss)
    await ann.slash("settings forget-me")
    await ann.press("Forget me")
    mine = await my_team(here, ben)
    assert f"Captain: <@{ben.id}>" in mine
    code = re.search("`([0-9]+-[0-9a-f]+)`", mine)
    assert code is not None
    assert "You are in." in await joins(here, cleo, code[1])
    preview = await is_drawn(here, boss)
    assert "4 players, 2 tables (2 of The Fair)" in preview
    assert "**1 team** of 2" in preview


async def test_the_next_season_plays_the_same_games_in_teams_and_those_who_play_on_form_them_anew(
    here: Town, boss: Player
) -> None:
    ann, ben, cleo, dora, _ = await teams_of_two_games(here, boss)
    for player in (ann, ben, cleo, dora):
        await player.slash("league me")
        await switches(player, "I play on")
    await is_drawn(here, boss)
    await all_played(here)
    await finished(here, boss)
    assert "🥇 Team 1" in await shown(here, "podium")
    await boss.slash("league manage")
    await boss.press("Prepare the next season")
    assert "Teams of 2" in boss.sees
    assert "The Fair and The Market" in boss.sees
    await boss.press("Open sign-up")
    await all_told(here)
    await ann.slash("league me")
    assert "You are in no team." in await ann.press("My team")
    assert "Your team is open." in await ann.press("Open a team")


async def test_a_draft_that_was_a_ladder_for_a_moment_has_no_rounds_of_a_ladders_length(
    here: Town, boss: Player
) -> None:
    await prepared(boss)
    await boss.choose("Ladder: always open")
    await boss.choose("Swiss: 3 rounds among equals")
    assert "8 weeks after its draw" in boss.sees


async def test_one_game_reads_as_one_where_an_organiser_puts_several_together(here: Town, boss: Player) -> None:
    await prepared(boss)
    first = await boss.press("Several games …")
    assert "**1 game.** Add others, and the season plays all of them." in first
    assert "shared out" not in first
    assert "shared out" in await boss.choose("The Market")


async def test_a_ladder_offers_no_list_of_games_that_it_would_refuse(here: Town, boss: Player) -> None:
    await prepared(boss)
    await boss.choose("Ladder: always open")
    assert "Several games …" not in boss.buttons
    await boss.choose("Swiss: 3 rounds among equals")
    await boss.press("Several games …")
    await boss.choose("The Market")
    await boss.press("Back")
    await boss.press(MENUS)
    assert "Choose one game, or another format." in await boss.choose("Ladder: always open")


async def test_a_player_who_wants_a_game_reads_until_when_they_wait(here: Town, boss: Player) -> None:
    await prepared(boss)
    await boss.choose("Ladder: always open")
    await boss.press("Open sign-up")
    (ann,) = await all_join(here, 1)
    await ann.slash("league me")
    assert re.search("until <t:[0-9]+:f>", await ann.press("I want a game")), "not: until in 7 days"


async def test_take_it_out_pressed_in_two_tabs_takes_one_game_out(here: Town, boss: Player) -> None:
    await prepared(boss)
    await boss.choose("Swiss: 3 rounds among equals")
    await boss.press("Several games …")
    await boss.choose("The Market")
    await boss.choose("The Bazaar")
    await boss.choose("2. The Market")
    one = boss.panel
    await boss.slash("league manage")
    await boss.press("Several games")
    await boss.choose("2. The Market")
    await boss.press("Take it out")
    assert "This list of games has changed meanwhile" in await boss.press("Take it out", on=one)
    await boss.slash("league manage")
    assert "The Bazaar" in boss.sees
    assert "The Market" not in boss.sees
