"""Substitutes of teams, as captains, those who stand by, an organiser who errs and cheats meet them."""

from __future__ import annotations

from typing import Any

from bot.leagues.log_entries import AskedOut, PutIn
from bot.leagues.proof import check
from tests.cogs.leagues import played_to_its_end, stands, tables
from tests.cogs.test_league_looks import presses_forged
from tests.cogs.test_league_of_several_games import all_told, is_drawn
from tests.cogs.test_league_of_teams import is_a_team, joins, my_team, opens, seated, teams_sign_up
from tests.cogs.test_organiser_corrections import does, newest_line, takes_back, wants
from tests.cogs.town import Player, Town, button_labels, parts_of, texts

Evening = tuple[list[Player], Player, str]


async def stands_by(here: Town, player: Player, code: str) -> str:
    await my_team(here, player)
    await player.press("Stand by …")
    return await player.fill_in(code)


async def known(here: Town) -> Any:
    return await here.bot.services.leagues.season_log.get_season(1)


async def team(here: Town, number: int = 1) -> tuple[int, ...]:
    found: tuple[int, ...] = (await known(here)).season.teams[number]
    return found


async def letters(here: Town, player: Player) -> list[str]:
    """The direct messages a person got about their team, the oldest first."""
    await here.bot.services.leagues.maintenance.settle()
    await here.bot._digests_task.wait_until_settled()
    await here.env.settle()
    channel = player.actor.user.dm_channel
    found = [] if channel is None else [texts(parts_of(message)) for message in channel.history()]
    return [words for words in found if "your team" in words]


async def two_teams(here: Town, boss: Player) -> Evening:
    """Two teams of two, tables for three, drawn; somebody stands by for the first one."""
    people = await teams_sign_up(here, boss, 5)
    ann, ben, cleo, dora, sam = people
    code = await is_a_team(here, ann, ben)
    await is_a_team(here, cleo, dora)
    assert "You stand by for that team." in await stands_by(here, sam, code)
    return people, sam, code


async def drawn_with_a_substitute(here: Town, boss: Player) -> Evening:
    evening = await two_teams(here, boss)
    await is_drawn(here, boss)
    await all_told(here)
    return evening


async def round_is_played(here: Town) -> None:
    """Let the tables of the round be played, so that the next one is drawn."""
    open_tables = [number for number, table in (await known(here)).season.tables.items() if table.is_open]
    for number in open_tables:
        await all_told(here)
        await played_to_its_end(here, (await tables(here))[number])
    await all_told(here)


async def asks(here: Town, player: Player) -> str:
    await my_team(here, player)
    return await player.press("Ask to be replaced")


async def puts_in(here: Town, captain: Player, choice: str) -> str:
    await my_team(here, captain)
    await captain.choose(choice)
    return await captain.press("Put them in")


async def leaves(player: Player) -> None:
    await player.slash("league leave")
    await player.press("Leave for good")


# -- the intended course -------------------------------------------------------------------------------


async def test_a_substitute_is_put_in_by_the_captain_for_a_player_who_asks_and_plays_the_next_round(
    here: Town, boss: Player
) -> None:
    (ann, ben, *_), sam, _ = await two_teams(here, boss)
    assert f"; substitute: <@{sam.id}>" in texts(parts_of(await stands(here, "sign-up")))
    preview = await is_drawn(here, boss)
    assert "1 substitute stands by" in preview
    assert "no whole team" not in preview
    await all_told(here)
    assert not any(sam.id in table for table in await seated(here))
    await my_team(here, ann)
    assert "Put a substitute in …" not in str(ann.panel.components), "nobody is to be replaced"
    assert "Your captain is told." in await asks(here, ben)
    assert any("**Player1** of your team asks to be replaced" in words for words in await letters(here, ann))
    assert "play for your team from the next draw on" in await puts_in(here, ann, "Player4 for Player1")
    assert any("you play for your team, in the place of **Player1**" in words for words in await letters(here, sam))
    assert any("**Player4** plays in your place" in words for words in await letters(here, ben))
    assert "You play for it from the next draw on." in await my_team(here, sam)
    await round_is_played(here)
    second = (await seated(here))[2:]
    assert sum(sam.id in table for table in second) == 1
    assert not any(ben.id in table for table in second)
    words = await boss.slash("league log")
    assert f"From the next draw on, <@{sam.id}> plays in their team for <@{ben.id}>." in words
    assert f"<@{ann.id}> and <@{sam.id}> (before: <@{ben.id}>)" in texts(parts_of(await stands(here, "standings")))
    assert "You were replaced" in await my_team(here, ben)
    assert all(one.ok for one in check((await known(here)).season.lines))


async def test_somebody_who_comes_late_stands_by_and_a_steward_puts_them_in_for_a_player_who_has_left(
    here: Town, boss: Player
) -> None:
    people = await teams_sign_up(here, boss, 6)
    code = await is_a_team(here, *people[:2])
    await is_a_team(here, *people[2:4])
    await is_drawn(here, boss)
    await all_told(here)
    assert f"`{code}`" in await my_team(here, people[0]), "the captain can still give the code away"
    late = here.person("Late")
    await late.press("Join late", on=await stands(here, "sign-up"))
    await stands_by(here, late, code)
    assert "Team 1, for which you stand by, is" in await late.slash("league me")
    before = await seated(here)
    await leaves(people[1])
    assert any("**Player1** of your team plays no more" in words for words in await letters(here, people[0]))
    await wants(boss, "Put a substitute in")
    preview = await boss.choose("Late for Player1")
    assert f"Team 1: <@{people[0].id}> and <@{late.id}> from the next draw on" in preview
    await does(boss, "The captain is away.")
    assert await team(here) == (1, 7)
    assert await seated(here) == before, "at running tables nothing changes"


async def test_until_the_draw_a_team_that_loses_somebody_is_filled_from_its_substitute(
    here: Town, boss: Player
) -> None:
    (_, ben, *_), _, _ = await two_teams(here, boss)
    await my_team(here, ben)
    await ben.press("Leave the team")
    preview = await is_drawn(here, boss)
    assert "**2 teams** of 2" in preview
    assert await team(here) == (1, 5)


async def test_a_player_who_is_put_out_of_a_team_is_told_and_the_log_says_it(here: Town, boss: Player) -> None:
    (ann, ben, *_), sam, _ = await two_teams(here, boss)
    await my_team(here, ann)
    assert "They are told." in await ann.choose("Player1")
    assert any("has put you out of it" in words for words in await letters(here, ben))
    assert f"<@{ben.id}> is put out of their team by its captain." in await boss.slash("league log")
    await my_team(here, ann)
    await ann.choose("Player4")
    assert any("has put you out of it" in words for words in await letters(here, sam))
    assert "You are in no team." in await my_team(here, sam)


async def test_my_place_says_ones_team_already_before_the_draw(here: Town, boss: Player) -> None:
    (ann, ben, *_), sam, _ = await two_teams(here, boss)
    assert f"Your team, number 1, has 2 of 2: <@{ann.id}> and <@{ben.id}>." in await ben.slash("league me")
    assert "Team 1, for which you stand by, has 2 of 2" in await sam.slash("league me")


async def test_a_captain_who_leaves_hands_the_captaincy_on_before_and_after_the_draw(here: Town, boss: Player) -> None:
    people = await teams_sign_up(here, boss, 7, "Teams of 3")
    ann, ben, cleo = people[:3]
    await is_a_team(here, ann, ben, cleo)
    await is_a_team(here, *people[3:6])
    await is_drawn(here, boss)
    await all_told(here)
    await leaves(ann)
    assert f"Captain: <@{ben.id}>" in await my_team(here, cleo)
    assert "Its code is" in await my_team(here, ben)
    assert "Its code is" not in await my_team(here, ann)


async def test_a_captain_who_leaves_a_team_during_sign_up_hands_it_on(here: Town, boss: Player) -> None:
    (ann, ben, *_), _, _ = await two_teams(here, boss)
    await leaves(ann)
    assert f"Captain: <@{ben.id}>" in await my_team(here, ben)


async def test_a_player_who_becomes_captain_is_told_of_a_player_who_had_asked_the_one_before(
    here: Town, boss: Player
) -> None:
    people = await teams_sign_up(here, boss, 7, "Teams of 3")
    ann, ben, cleo, *_, sam = people
    code = await is_a_team(here, ann, ben, cleo)
    await is_a_team(here, *people[3:6])
    await stands_by(here, sam, code)
    await is_drawn(here, boss)
    await all_told(here)
    await asks(here, cleo)
    assert any("asks to be replaced" in words for words in await letters(here, ann))
    assert not any("asks to be replaced" in words for words in await letters(here, ben))
    await leaves(ann)
    told = await letters(here, ben)
    assert sum("asks to be replaced" in words and "plays no more" in words for words in told) == 1, "in one letter"


# -- who errs ------------------------------------------------------------------------------------------


async def test_a_substitution_is_taken_back_before_the_next_draw_and_both_are_told(here: Town, boss: Player) -> None:
    (ann, ben, *_), sam, _ = await drawn_with_a_substitute(here, boss)
    await asks(here, ben)
    await puts_in(here, ann, "Player4 for Player1")
    line = await newest_line(here)
    await takes_back(boss, line, "Sam is Ann's second account.")
    assert await team(here) == (1, 2)
    for player in (ben, sam):
        assert any(
            "It was taken back that **Player4** plays for **Player1**" in one for one in await letters(here, player)
        )
    await round_is_played(here)
    assert not any(sam.id in table for table in await seated(here))


async def test_a_substitution_is_taken_back_after_the_next_draw_and_the_preview_says_what_stays(
    here: Town, boss: Player
) -> None:
    (ann, ben, *_), sam, _ = await drawn_with_a_substitute(here, boss)
    await asks(here, ben)
    await puts_in(here, ann, "Player4 for Player1")
    line = await newest_line(here)
    await round_is_played(here)
    second = (await seated(here))[2:]
    preview = await boss.slash("league revert", line=line)
    assert "What was drawn since, round 2, stays." in preview
    assert f"What <@{sam.id}> wins there is theirs alone" in preview
    await does(boss, "A second account.")
    assert (await seated(here))[2:] == second
    await round_is_played(here)
    third = (await seated(here))[4:]
    assert any(ben.id in table for table in third)
    assert not any(sam.id in table for table in third)
    assert all(one.ok for one in check((await known(here)).season.lines))


async def test_a_leaving_that_is_taken_back_takes_the_substitution_with_it(here: Town, boss: Player) -> None:
    (ann, ben, *_), _, _ = await drawn_with_a_substitute(here, boss)
    await leaves(ben)
    line = await newest_line(here)
    await all_told(here)
    left = next(
        one.number for one in (await known(here)).season.lines if one.entry.kind == "withdrawn" and one.number <= line
    )
    await puts_in(here, ann, "Player4 for Player1")
    await takes_back(boss, left)
    assert await team(here) == (1, 2)


async def test_once_a_round_was_drawn_who_comes_back_stands_by_and_the_preview_says_so(
    here: Town, boss: Player
) -> None:
    (ann, ben, *_), sam, _ = await drawn_with_a_substitute(here, boss)
    await boss.slash("league disqualify", player=ben.actor.user)
    await does(boss, "Told others of a hand.")
    line = next(one.number for one in (await known(here)).season.lines if one.entry.kind == "disqualified")
    await puts_in(here, ann, "Player4 for Player1")
    await round_is_played(here)
    assert f"<@{sam.id}> stays in the team of <@{ben.id}>" in await boss.slash("league revert", line=line)
    await does(boss, "It was somebody else.")
    assert await team(here) == (1, 5)
    assert (await known(here)).season.list_ready_substitutes(1) == (2,)


async def test_nobody_is_put_in_for_a_player_who_plays_on_and_has_not_asked_also_by_a_steward(
    here: Town, boss: Player
) -> None:
    (ann, ben, *_), _, _ = await drawn_with_a_substitute(here, boss)
    assert "No team has a substitute for somebody who" in await wants(boss, "Put a substitute in")
    await asks(here, ben)
    await my_team(here, ann)
    await ann.choose("Player4 for Player1")
    stale = ann.panel
    await my_team(here, ben)
    assert "You play on." in await ben.press("I play on")
    assert "Nobody can be put in for them now" in await ann.press("Put them in", on=stale)
    assert await team(here) == (1, 2)


# -- who would cheat -----------------------------------------------------------------------------------


async def test_a_player_who_plays_in_another_team_or_for_themselves_or_stands_by_already_stands_by_for_none(
    here: Town, boss: Player
) -> None:
    people = await teams_sign_up(here, boss, 6)
    ann, ben, cleo, dora, sam, eve = people
    code = await is_a_team(here, ann, ben)
    other = await opens(here, cleo)
    await joins(here, dora, other)
    assert "You are in a team already" in await forged_code(here, dora, code)
    await stands_by(here, sam, code)
    assert "You are in a team already" in await forged_code(here, sam, other)
    assert "That team has its substitute already" in await stands_by(here, eve, code)
    await is_drawn(here, boss)
    await all_told(here)
    assert "You play for yourself this season" in await forged_code(here, eve, other)


async def forged_code(here: Town, player: Player, code: str) -> str:
    """Type a code into the form of substitutes, to which a forged press has led."""
    await presses_forged(here, player, "lg-team-by:1", "sign-up")
    return await player.fill_in(code)


async def test_forged_presses_put_nobody_in(here: Town, boss: Player) -> None:
    (ann, ben, cleo, *_), sam, _ = await drawn_with_a_substitute(here, boss)
    await asks(here, ben)
    for cheat, custom_id, why in (
        (ben, "lg-team-put:1:2:5", "Only a team's captain puts its substitute in"),
        (sam, "lg-team-put:1:2:5", "Only a team's captain puts its substitute in"),
        (cleo, "lg-team-put:1:2:5", "Nobody can be put in for them now"),
        (ann, "lg-team-put:1:1:5", "Nobody can be put in for them now"),
        (ann, "lg-team-put:1:2:3", "Nobody can be put in for them now"),
        (ann, "lg-team-put:1:2:99", "older version"),
        (ann, "lg-team-put:1:-2:x", "older version"),
        (boss, "lg-team-put:1:2:5", "Press **Join** on the sign-up message first"),
    ):
        assert why in await presses_forged(here, cheat, custom_id), custom_id
    assert await team(here) == (1, 2)


async def test_two_captains_at_once_put_one_substitute_in_once(here: Town, boss: Player) -> None:
    (ann, ben, *_), _, _ = await drawn_with_a_substitute(here, boss)
    await asks(here, ben)
    await asks(here, ann)
    await my_team(here, ann)
    await ann.choose("Player4 for Player0")
    own = ann.panel
    await my_team(here, ann)
    await ann.choose("Player4 for Player1")
    other = ann.panel
    assert "play for your team from the next draw on" in await ann.press("Put them in", on=own)
    assert await team(here) == (2, 5)
    assert "Only a team's captain" in await ann.press("Put them in", on=other), "who was replaced is captain no more"
    assert f"Captain: <@{ben.id}>" in await my_team(here, ben)
    season = (await known(here)).season
    assert sum(isinstance(line.entry, PutIn) for line in season.lines) == 1
    assert sum(isinstance(line.entry, AskedOut) for line in season.lines) == 2


async def test_an_old_panel_of_a_member_changes_nothing_once_they_are_replaced(here: Town, boss: Player) -> None:
    (ann, ben, *_), _, _ = await drawn_with_a_substitute(here, boss)
    await asks(here, ben)
    stale = ben.panel
    await puts_in(here, ann, "Player4 for Player1")
    assert "You play for no team" in await ben.press("I play on", on=stale)
    assert "teams are settled" in await presses_forged(here, ben, "lg-team-leave:1")


async def test_a_steward_who_plays_puts_nobody_in(here: Town, boss: Player) -> None:
    people = await teams_sign_up(here, boss, 5)
    ann, ben, _, _, sam = people
    await boss.press("Join", on=await stands(here, "sign-up"))
    code = await is_a_team(here, ann, ben)
    await stands_by(here, sam, code)
    await is_drawn(here, boss)
    await all_told(here)
    await asks(here, ben)
    await wants(boss, "Put a substitute in")
    assert "You compete with them in this season" in await boss.choose("Player4 for Player1")


async def test_a_substitute_takes_no_empty_chair_at_a_table_of_their_team(here: Town, boss: Player) -> None:
    (ann, *_), sam, _ = await drawn_with_a_substitute(here, boss)
    games, seats = await tables(here), await seated(here)
    number = next(at for at, table in enumerate(seats, 1) if ann.id in table)
    await here.bot.services.leagues.maintenance.settle()
    refused = ""
    try:
        await here.bot.services.leagues.rulings.refuse_excluded_player(games[number], sam.id)
    except Exception as why:  # noqa: BLE001 - whatever it is, it is shown
        refused = str(why)
    assert "Somebody of your team sits at this table" in refused


# -- leaving, and being forgotten ------------------------------------------------------------------------


async def test_a_player_who_stands_by_no_more_plays_for_themselves_and_the_team_can_have_another(
    here: Town, boss: Player
) -> None:
    (ann, *_), sam, code = await drawn_with_a_substitute(here, boss)
    await my_team(here, sam)
    assert "You have left your team." in await sam.press("Stand by no more")
    assert "Stand by …" in button_labels(parts_of(sam.panel))
    assert "No team of this season has this code" in await stands_by(here, sam, code), "it is another one now"
    assert "Its code is" in await my_team(here, ann)
    await round_is_played(here)
    assert any(sam.id in table for table in (await seated(here))[2:])


async def test_a_substitute_who_is_forgotten_is_put_in_for_nobody(here: Town, boss: Player) -> None:
    (ann, ben, *_), sam, _ = await drawn_with_a_substitute(here, boss)
    await sam.slash("settings forget-me")
    await sam.press_id("forget:0")
    await all_told(here)
    await asks(here, ben)
    await my_team(here, ann)
    assert "Put a substitute in …" not in str(ann.panel.components)
    assert (await known(here)).season.list_ready_substitutes(1) == ()
    assert "Its code is" in await my_team(here, ann), "there is room for another one"


async def test_a_player_who_was_put_in_and_is_forgotten_leaves_a_number_whose_points_stay(
    here: Town, boss: Player
) -> None:
    (ann, ben, *_), sam, _ = await drawn_with_a_substitute(here, boss)
    await asks(here, ben)
    await puts_in(here, ann, "Player4 for Player1")
    await round_is_played(here)
    await sam.slash("settings forget-me")
    await sam.press_id("forget:0")
    await all_told(here)
    assert f"<@{ann.id}> and entrant 5" in texts(parts_of(await stands(here, "standings")))
    words = await my_team(here, ann)
    assert "Player1 for" in str(ann.panel.components), "who was replaced can be put in for them"
    assert str(sam.id) not in words
