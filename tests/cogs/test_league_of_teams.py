"""A league of teams, pressed through from its draft to its podium, with those who would like to cheat."""

from __future__ import annotations

import csv
import io
import re

import pytest

from tests.cogs.leagues import come, played_to_its_end, prepared, shown, stands, tables, terms
from tests.cogs.test_league_files import exported
from tests.cogs.test_league_of_several_games import all_join, all_played, all_told, finished, is_drawn
from tests.cogs.test_organiser_corrections import does, newest_line, takes_back, wants
from tests.cogs.town import Player, Town

ALONE = "Everybody plays for themselves"


async def teams_sign_up(here: Town, boss: Player, people: int, choice: str = "Teams of 2") -> list[Player]:
    """A season of teams with tables for three and a number of sign-ups."""
    await prepared(boss)
    await boss.choose("Swiss: 3 rounds among equals")
    await boss.choose(choice)
    await boss.press("Open sign-up")
    return await all_join(here, people)


async def my_team(here: Town, player: Player) -> str:
    return await player.press("My team", on=await stands(here, "sign-up"))


async def opens(here: Town, player: Player) -> str:
    """Let somebody open a team; return its code."""
    await my_team(here, player)
    code = re.search("`([0-9]+-[0-9a-f]+)`", await player.press("Open a team"))
    assert code is not None
    return code[1]


async def joins(here: Town, player: Player, code: str) -> str:
    await my_team(here, player)
    await player.press("Join by code …")
    return await player.fill_in(code)


async def is_a_team(here: Town, captain: Player, *others: Player) -> str:
    code = await opens(here, captain)
    for player in others:
        assert "You are in." in await joins(here, player, code)
    return code


async def seated(here: Town) -> list[list[int]]:
    """Who sits at each table, by their ids."""
    known = await here.bot.services.leagues.season_log.get_season(1)
    people = {number: one.user_id or 0 for number, one in known.entrants.items()}
    return [[people[number] for number in table.seats] for table in known.season.tables.values()]


def together(tables_of: list[list[int]], *people: Player) -> int:
    """At how many tables two of these sit."""
    ids = {player.id for player in people}
    return sum(len(ids & set(table)) > 1 for table in tables_of)


# -- played through ----------------------------------------------------------------------------------


async def test_five_people_play_in_teams_of_two_and_one_for_themselves(here: Town, boss: Player) -> None:
    ann, ben, cleo, dora, emil = await teams_sign_up(here, boss, 5)
    assert "Teams of 2" in await terms(here, ann)
    code = await opens(here, ann)
    assert "No team of this season has this code" in await joins(here, ben, f"{code}0")
    assert "You are in." in await joins(here, ben, f" {code.upper()} ")
    await is_a_team(here, cleo, dora)
    assert f"- Team 1 (2/2): <@{ann.id}> and <@{ben.id}>" in await shown(here, "sign-up")
    assert "joins team 1" in await ann.slash("league log")
    preview = await is_drawn(here, boss)
    assert "**2 teams** of 2" in preview
    assert "1 player is in no whole team" in preview
    await all_played(here)
    for pair in ((ann, ben), (cleo, dora)):
        assert together(await seated(here), *pair) == 0
    standing = await shown(here, "standings")
    assert "**Teams**" in standing
    assert "Your team, number 1, is" in await ann.slash("league me")
    assert "Your team" not in (await emil.slash("league me")).split("My team")[0]
    await finished(here, boss)
    assert "Team 1" in await shown(here, "podium")
    files = await exported(here, ann)
    rows = list(csv.DictReader(io.StringIO(files["csv"])))
    assert sorted(row["team"] for row in rows) == ["", "1", "1", "2", "2"]
    assert "<h2>Teams</h2>" in files["html"]
    known = await here.bot.services.leagues.season_log.get_season(1)
    assert {"joined team"} <= {line.entry.kind for line in known.season.lines}


@pytest.mark.thorough
async def test_twenty_people_are_put_together_by_the_draw_where_they_are_in_none(here: Town, boss: Player) -> None:
    people = await teams_sign_up(here, boss, 20, "Teams of 3, completed by the draw")
    await is_a_team(here, *people[:3])
    await is_a_team(here, *people[3:5])
    preview = await is_drawn(here, boss)
    assert "**6 teams** of 3" in preview
    assert "5 of them the draw puts together" in preview
    assert "2 players are in no whole team" in preview
    await all_played(here)
    known = await here.bot.services.leagues.season_log.get_season(1)
    assert len(known.season.rounds) == 3
    ids = {number: one.user_id for number, one in known.entrants.items()}
    for members in known.season.teams.values():
        mates = {ids[one] for one in members}
        assert all(len(mates & set(table)) <= 1 for table in await seated(here))
    assert (await shown(here, "standings")).count("Team ") == 6
    await finished(here, boss)
    assert "🥇 Team" in await shown(here, "podium")


# -- who errs, and who would cheat -------------------------------------------------------------------


async def test_nobody_is_in_two_teams_and_a_full_one_takes_nobody(here: Town, boss: Player) -> None:
    ann, ben, cleo, dora = await teams_sign_up(here, boss, 4)
    code = await is_a_team(here, ann, ben)
    other = await opens(here, cleo)
    await my_team(here, dora)
    stale = dora.panel
    await dora.press("Join by code …")
    assert "That team has its 2 people already" in await dora.fill_in(code)
    assert "You are in." in await joins(here, dora, other)
    await dora.slash("league me")
    assert "You are in a team already" in await dora.press_id("lg-team-open:1", on=stale)


async def self_panel(here: Town, player: Player) -> object:
    await my_team(here, player)
    return player.panel


async def test_a_player_who_has_not_joined_forms_no_team(here: Town, boss: Player) -> None:
    await teams_sign_up(here, boss, 2)
    stranger = here.person("Stranger")
    assert "Press **Join** on the sign-up message first" in await my_team(here, stranger)


async def test_a_captain_puts_somebody_out_whose_code_is_worth_nothing_then(here: Town, boss: Player) -> None:
    ann, ben = (await teams_sign_up(here, boss, 2))[:2]
    code = await is_a_team(here, ann, ben)
    await my_team(here, ann)
    assert "its code is another one now" in await ann.choose("Player1")
    assert "You are in no team." in await my_team(here, ben)
    assert "No team of this season has this code" in await joins(here, ben, code)


async def test_nobody_leaves_a_team_after_the_draw_and_leaving_the_season_changes_no_table(
    here: Town, boss: Player
) -> None:
    people = await teams_sign_up(here, boss, 9)
    ann, ben = people[:2]
    await is_a_team(here, ann, ben)
    panel = await self_panel(here, ben)
    await is_drawn(here, boss)
    before = await seated(here)
    assert "teams are settled" in await ben.press("Leave the team", on=panel)
    await ben.slash("league leave")
    await ben.press("Leave for good")
    assert await seated(here) == before
    known = await here.bot.services.leagues.season_log.get_season(1)
    assert known.season.teams == {1: (1, 2)}
    assert "Your team, number 1, is" in await ann.slash("league me")


async def test_nobody_takes_an_empty_chair_at_a_table_of_a_team_mate(here: Town, boss: Player) -> None:
    people = await teams_sign_up(here, boss, 9)
    ann, ben = people[:2]
    await is_a_team(here, ann, ben)
    await is_drawn(here, boss)
    games, seats = await tables(here), await seated(here)
    number = next(at for at, table in enumerate(seats, 1) if ann.id in table)
    leaver = next(here.people[one] for one in seats[number - 1] if one != ann.id)
    game_id = games[number]
    await all_told(here)
    await come(here, game_id)
    await leaver.slash("league leave")
    await leaver.press("Leave for good")
    await all_told(here)
    seat = seats[number - 1].index(leaver.id) + 1
    refused = await ben.press("Take this seat", on=await here.message(game_id, f"vacancy:{seat}"))
    assert "Somebody of your team sits at this table" in refused


async def test_a_ruling_about_one_moves_their_team_and_can_be_taken_back(here: Town, boss: Player) -> None:
    people = await teams_sign_up(here, boss, 4)
    await is_a_team(here, *people[:2])
    await is_a_team(here, *people[2:])
    await is_drawn(here, boss)
    for game_id in (await tables(here)).values():
        await all_told(here)
        await played_to_its_end(here, game_id)
    before = await shown(here, "standings")
    preview = await boss.slash("league penalty", player=people[0].actor.user, points=50)
    assert "Team 1: " in preview
    assert "→ **2nd**" in preview or "2. Team 1" in before
    await does(boss, "Told others of a hand.")
    line = await newest_line(here)
    assert "2. Team 1" in await shown(here, "standings")
    await takes_back(boss, line)
    assert teams_in(await shown(here, "standings")) == teams_in(before)


def teams_in(words: str) -> list[str]:
    return [line for line in words.splitlines() if "Team " in line]


async def test_the_size_of_teams_is_settled_when_sign_up_opens(here: Town, boss: Player) -> None:
    await teams_sign_up(here, boss, 2)
    await wants(boss, "Change the game options")
    refused = await boss.choose("Divisions: all games side by side")
    assert "People have signed up for teams of 2" in refused


async def test_teams_are_offered_for_rounds_of_swiss_alone(here: Town, boss: Player) -> None:
    await prepared(boss)
    assert ALONE not in str(boss.panel.components)
    await boss.choose("Swiss: 3 rounds among equals")
    await boss.choose("Teams of 4")
    assert "Teams of 4" in boss.sees
    await boss.choose("Divisions: all games side by side")
    assert "Teams of 4" not in boss.sees


async def test_somebody_who_is_forgotten_leaves_their_team_a_number(here: Town, boss: Player) -> None:
    people = await teams_sign_up(here, boss, 6)
    await is_a_team(here, *people[:2])
    await is_drawn(here, boss)
    await here.bot.services.erasure.forget(people[1].id)
    here.bot.services.leagues.maintenance.refresh_messages(1)
    await all_told(here)
    assert f"<@{people[0].id}> and entrant 2" in await shown(here, "standings")
