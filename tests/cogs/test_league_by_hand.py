"""Pairings by hand, pressed through: shown first, with a reason, taken back, and listed in the proof."""

from __future__ import annotations

from tests.cogs.leagues import open_for_sign_up, prepared
from tests.cogs.test_league_of_several_games import all_join, all_told, is_drawn
from tests.cogs.test_organiser_corrections import does, newest_line, takes_back, wants
from tests.cogs.town import Player, Town


async def chooses(boss: Player, verb: str, *people: Player) -> str:
    """Choose people in the menu of the server's members."""
    return boss._take(await boss.actor.select(boss.panel, [one.actor for one in people], custom_id=f"{verb}:1"))


async def test_an_organiser_keeps_two_apart_and_asks_for_a_table_and_takes_one_back(here: Town, boss: Player) -> None:
    await prepared(boss)
    await boss.choose("Swiss: 3 rounds among equals")
    await boss.press("Open sign-up")
    people = await all_join(here, 9)
    await wants(boss, "Keep two players apart")
    assert "It counts until it is taken back" in await chooses(boss, "lg-forbid", people[0], people[1])
    told = await does(boss, "They are one household.")
    assert "are kept apart in the draws that follow" in told
    assert "They are one household." in told
    await wants(boss, "Ask for a table")
    assert "one table" in await chooses(boss, "lg-ask", people[2], people[3], people[4])
    await does(boss, "They travel together.")
    line = await newest_line(here)
    await wants(boss, "Ask for a table")
    await chooses(boss, "lg-ask", people[5], people[6])
    await does(boss, "An error.")
    await takes_back(boss, line + 1)
    preview = await is_drawn(here, boss)
    assert f"Paired by hand, in **/league log**: lines {line - 1} and {line}." in preview
    season = (await here.bot.services.leagues.season_log.get_season(1)).season
    tables = [{*table.seats} for table in season.tables.values()]
    assert {3, 4, 5} in tables
    assert not any({1, 2} <= table for table in tables)
    await all_told(here)
    assert "An error" in await boss.slash("league log")


async def test_a_steward_who_plays_or_a_person_who_has_not_signed_up_is_refused(here: Town, boss: Player) -> None:
    await open_for_sign_up(here, boss)
    people = await all_join(here, 6)
    await wants(boss, "Keep two players apart")
    assert "Not all of them have signed up" in await chooses(boss, "lg-forbid", people[0], here.person("Nobody"))
    await boss.slash("league join")
    await wants(boss, "Keep two players apart")
    assert "another steward must decide it" in await chooses(boss, "lg-forbid", people[0], people[1])
