"""Groups and a knock-out, pressed through from the draft to the podium."""

from __future__ import annotations

from tests.cogs.leagues import MENUS, prepared, shown, stands
from tests.cogs.test_league_of_several_games import all_join, all_played, finished, is_drawn
from tests.cogs.town import Player, Town


async def groups_of_four(boss: Player) -> None:
    await prepared(boss)
    await boss.choose("Groups: the best two of each go on")
    assert "Groups, then a knock-out" in boss.sees
    await boss.choose("Groups of about 4")


async def test_groups_and_their_knock_out_from_the_draft_to_the_podium(here: Town, boss: Player) -> None:
    await groups_of_four(boss)
    await boss.press("Back")
    told = await boss.press("As everybody will read it")
    assert "The best two of each go on to a knock-out" in told
    await boss.press("Back")
    await boss.press("Open sign-up")
    people = await all_join(here, 8)
    preview = await is_drawn(here, boss)
    assert "**Group A**: 4 players, 4 tables" in preview
    assert "**Group B**" in preview
    assert "the knock-out is drawn by itself" in preview
    assert "**Group B**" in await shown(here, "standings")
    rules = await people[0].slash("league rules")
    assert "puts everybody into groups of about 4" in rules
    assert "the best two of each group and whoever shares that place go on" in rules
    place = await people[0].slash("league me")
    assert "Group " in place
    assert "nobody has a place before the first result" in place
    late = here.person("Late")
    assert "nobody can join any more" in await late.slash("league join")
    await all_played(here)
    message = await shown(here, "standings")
    assert "**The knock-out**" in message
    assert "**Tables of round 2**" in message
    rounds = await people[0].slash("league standings", division=1)
    assert "the knock-out" in rounds
    await people[0].press("The rounds")
    assert "**Round 2**" in people[0].sees
    assert "**Round 1**" not in people[0].sees, "the groups have places of their own"
    group = await people[0].slash("league standings", division=2)
    assert "group A" in group
    await people[0].choose("Group B")
    assert "group B" in people[0].sees
    await finished(here, boss)
    podium = await shown(here, "podium")
    assert "**The knock-out**" in podium
    assert "🥇" in podium
    assert "Group A" not in podium


async def test_the_size_of_divisions_is_chosen_in_a_form_and_until_the_draw(here: Town, boss: Player) -> None:
    await prepared(boss)
    await boss.press("Back")
    await boss.press("End, agreements…")
    assert "Size of a division" in str(boss.form and boss.form.modal)
    await boss.fill_in(size="4")
    await boss.press("Open sign-up")
    await all_join(here, 8)
    await boss.slash("league manage")
    assert "**Division 2**: 4 players" in await boss.press("Draw the season …")
    await boss.slash("league manage")
    await boss.press("More …")
    await boss.choose("Change the game options")
    words = await boss.choose("Divisions of about 8")
    assert "8" in words
    assert MENUS not in boss.buttons


async def test_a_season_of_groups_that_is_finished_early_warns_that_nobody_wins(here: Town, boss: Player) -> None:
    await groups_of_four(boss)
    await boss.press("Open sign-up")
    await all_join(here, 8)
    await is_drawn(here, boss)
    await boss.slash("league manage")
    assert "nobody wins this season" in await boss.press("Finish the season …")
    await stands(here, "standings")
