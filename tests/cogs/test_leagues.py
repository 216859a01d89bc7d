"""Leagues as people meet them in a server: from preparing one to its podium."""

from __future__ import annotations

import asyncio

import pytest
from discord import PermissionOverwrite
from simcord.components import walk_components

from storage.sqlite import SqliteStorage
from tests.cogs.leagues import (
    at,
    come,
    drawn,
    open_for_sign_up,
    played,
    prepared,
    settings_of,
    shown,
    stands,
    tables,
    terms,
)
from tests.cogs.town import Player, Town, button_labels, parts_of, texts

# -- preparing ---------------------------------------------------------------------------------------


async def test_a_season_is_prepared_in_private_and_settled_when_sign_up_opens(here: Town, boss: Player) -> None:
    words = await prepared(boss)
    assert "Nothing is posted yet" in words
    assert "1st 10, 2nd 5, 3rd 2" in words
    assert here.public() == []
    await boss.choose("Length: short")
    await boss.press("long")
    assert "Length: long" in boss.sees
    await boss.choose("Pace: 24 hours")
    await boss.press("48 hours")
    await boss.choose("Tables for 4")
    assert "1st 10, 2nd 6, 3rd 3, 4th 1" in boss.sees
    assert "Sign-up is open" in await boss.press("Open sign-up")
    message = await shown(here, "sign-up")
    assert "Winter Cup · season 1" in message
    assert "Divisions, all games side by side · 48 hours an answer" in message
    assert "SHA-256 digest" in message
    agreed = await terms(here, boss)
    assert "Pace: 48 hours" in agreed
    assert "Length: long" in agreed


async def test_what_does_not_go_together_is_refused_and_the_draft_stays(here: Town, boss: Player) -> None:
    await prepared(boss)
    await boss.choose("Length: short")
    await boss.press("long")
    await boss.choose("Poking: yes")
    assert "⚠️ A long fair without poking is dull" in await boss.press("no")


async def test_a_draft_can_be_thrown_away(here: Town, boss: Player) -> None:
    await prepared(boss)
    await boss.press("Back")
    assert "Nothing was posted" in await boss.press("Discard draft")
    assert "This server has no leagues yet" in await boss.slash("league list")


async def test_only_server_managers_make_leagues_and_appoint_stewards(here: Town, boss: Player, ann: Player) -> None:
    assert "Only server managers can create leagues" in await prepared(ann)
    await open_for_sign_up(here, boss)
    assert "server managers alone" in await ann.slash("league steward", person=ann.actor.user)
    assert "Only the stewards" in await ann.slash("league manage")
    assert "is a steward now" in await boss.slash("league steward", person=ann.actor.user)
    assert "Draw the season …" in str(parts_of((await ann.slash("league manage"), ann.answer)[1]))
    assert f"stewards: <@{ann.id}>" in await ann.slash("league list")
    assert "is no longer a steward" in await boss.slash("league steward", person=ann.actor.user, remove=True)


async def test_a_draft_is_for_those_who_run_the_league_alone(here: Town, boss: Player, ann: Player) -> None:
    await prepared(boss)
    for command in ("league me", "league join", "league standings", "league rules"):
        assert "Only the stewards" in await ann.slash(command)


async def test_a_draft_has_no_standings_and_its_stewards_are_appointed_in_its_panel(
    here: Town, boss: Player, ann: Player
) -> None:
    await prepared(boss)
    assert "not drawn yet" in await boss.slash("league standings")
    assert "is a steward now" in await boss.slash("league steward", person=ann.actor.user)
    assert "Open sign-up" in boss.buttons
    draft = boss.panel
    assert "Sign-up is open" in await ann.press("Open sign-up", on=(await ann.slash("league manage"), ann.panel)[1])
    assert "Sign-up is open already" in await boss.press("Open sign-up", on=draft)
    assert "not drawn yet" in await boss.slash("league standings")


async def test_while_the_next_season_is_prepared_people_are_shown_the_last_one(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await drawn(here, boss, people)
    await boss.slash("league manage")
    await boss.press("Finish the season …")
    await boss.press("Finish the season")
    assert "nobody has to leave it any more" in await people[0].slash("league leave")
    await boss.slash("league manage")
    await boss.press("Prepare the next season")
    for player in (people[0], boss):
        assert "The season is over" in await player.slash("league standings")
        assert "season 1: the log" in await player.slash("league log")
    assert "season 1: your place" in await people[0].slash("league me")
    assert "This season is over. When the next one opens" in await boss.slash("league join")
    assert "season 2" in await boss.slash("league manage")


async def test_once_the_next_sign_up_is_open_the_last_season_is_found_by_its_number_and_can_be_put_right(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await drawn(here, boss, people)
    await boss.slash("league manage")
    await boss.press("Finish the season …")
    await boss.press("Finish the season")
    await boss.slash("league manage")
    await boss.press("Prepare the next season")
    await boss.press("Open sign-up")
    ann = people[0]
    assert "not drawn yet" in await ann.slash("league standings")
    offered = await ann.actor.autocomplete(here.channel, "league standings", "league", "winter")
    assert [choice["name"] for choice in offered] == ["Winter Cup", "Winter Cup, season 1"]
    assert "The season is over" in await ann.slash("league standings", league=offered[1]["value"])
    assert "season 1: your place" in await ann.slash("league me", league="winter cup season 1")
    assert "has no season 7; it has had 2" in await ann.slash("league standings", league="Winter Cup, season 7")
    assert "There is no such league here" in await ann.slash("league standings", league="Summer Cup, season 1")
    fined = await boss.slash("league penalty", player=people[1].actor.user, points=1, league=offered[1]["value"])
    assert "### Preview" in fined
    await boss.press("Do it …")
    await boss.fill_in("A late finding")
    assert "A late finding" in await ann.slash("league log", league="Winter Cup, season 1")


async def test_a_league_is_found_by_its_name_before_its_number(here: Town, boss: Player) -> None:
    await prepared(boss)
    await boss.slash("league new", name="1", game="The Fair", seats=3)
    assert "## 1 · season 1" in await boss.slash("league manage", league="1")


# -- taking part -------------------------------------------------------------------------------------


async def test_people_sign_up_with_their_wishes_and_leave(here: Town, boss: Player, people: list[Player]) -> None:
    await open_for_sign_up(here, boss)
    cleo, dora, *_ = people
    words = await cleo.press("Join", on=await stands(here, "sign-up"))
    assert "You are in." in words
    assert "You added this to the draw:" in words
    assert f"<@{cleo.id}>" in await shown(here, "sign-up")
    await cleo.press("My settings")
    await cleo.press("Change them…")
    await cleo.fill_in(cap="2")
    assert "You play 2 tables at once" in cleo.sees
    assert "You do not take part" in await dora.press("My place", on=await stands(here, "sign-up"))
    await dora.slash("league join")
    assert "You are in." in dora.sees
    await dora.press("Leave the season …")
    assert "Leave Winter Cup?" in dora.sees
    assert "You have left this season" in await dora.press("Leave for good")
    assert f"<@{dora.id}>" not in await shown(here, "sign-up")
    assert "You are in." in await dora.slash("league join"), "until the draw that can be taken back"
    assert f"<@{dora.id}>" in await shown(here, "sign-up")
    await dora.press("Leave the season …")
    assert "Until the draw you can join again" in dora.sees
    await dora.press("Leave for good")
    assert "You are signed up" not in await dora.slash("league me")
    await boss.slash("league manage")
    assert "A table needs 3, and 1 has signed up" in await boss.press("Draw the season …")
    assert "not drawn yet" in await boss.slash("league void", table=1)
    assert "reckoned from the draw" in await boss.slash("league extend", weeks=1)


async def test_a_player_who_joins_at_the_same_moment_as_others_is_in_once(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await open_for_sign_up(here, boss)
    leagues = here.bot.services.leagues
    twice = [*people, *people]
    await asyncio.gather(*(leagues.sign_up.join(1, player.id, "Somebody", str(player.id)) for player in twice))
    known = await leagues.season_log.get_season(1)
    assert sorted(one.user_id or 0 for one in known.entrants.values()) == sorted(player.id for player in people)
    assert len(known.season.entrants) == len(people)


async def test_the_players_somebody_avoids_are_shown_to_nobody_else(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await open_for_sign_up(here, boss)
    cleo, dora, *_ = people
    for player in people:
        await player.slash("league join")
    await settings_of(cleo)
    await cleo.press("Keep me apart…")
    menu = next(
        part["custom_id"]
        for row in parts_of(cleo.panel)[0]["components"]
        for part in row.get("components", ())
        if str(part.get("custom_id", "")).startswith("lg-apart")
    )
    result = await cleo.actor.select(cleo.panel, [dora.actor], custom_id=menu)
    assert "You want to be kept apart from" in texts(parts_of(result.response))
    await boss.slash("league manage")
    await boss.press("Draw the season …")
    assert "1 wish to be kept apart could not be met" in boss.sees
    assert str(dora.id) not in boss.sees
    everything = here.public_text() + await dora.slash("league me") + await dora.slash("league list")
    assert "apart from <@" not in everything


async def test_a_league_in_a_hidden_channel_is_hidden(here: Town, boss: Player, ann: Player) -> None:
    open_channel = here.channel
    assert here.bot.user is not None
    here.channel = here.guild.create_text_channel(
        "hidden",
        overwrites={
            here.guild.default_role: PermissionOverwrite(view_channel=False),
            here.bot.user: PermissionOverwrite(view_channel=True),
            boss.actor.user: PermissionOverwrite(view_channel=True),
        },
    )
    await prepared(boss)
    await boss.press("Open sign-up")
    here.channel = open_channel
    assert "This server has no leagues yet" in await ann.slash("league list")
    assert "There is no such league here" in await ann.slash("league join", league="Winter Cup")


# -- the season --------------------------------------------------------------------------------------


async def test_a_season_goes_from_sign_up_to_the_podium(here: Town, boss: Player, people: list[Player]) -> None:
    await drawn(here, boss, people)
    assert "0 of 4 tables decided, 4 still to begin" in await shown(here, "standings")
    games = await tables(here)
    assert sorted(games) == [1, 2, 3, 4]
    assert len(here.channel.threads) == 4
    board = parts_of(await here.board(games[1]))
    assert "Seats are drawn" in texts(board)
    assert button_labels(board) == ["I'm here", "More…"]
    winners = [await played(here, game_id) for game_id in games.values()]
    words = await shown(here, "standings")
    assert "All 4 tables are decided. A steward can finish the season" in words
    assert f"**{10 * winners.count(winners[0]):g}**" in words
    await boss.slash("league manage")
    await boss.press("Finish the season …")
    assert "as it would be now" in boss.sees
    assert "podium stands in the channel" in await boss.press("Finish the season")
    assert f"The season is over. Decided by <@{boss.id}>" in await people[0].slash("league log")
    assert "The season is over." in await shown(here, "standings")
    podium = await shown(here, "podium")
    assert "🥇" in podium
    assert "Thank you all! The season is over. Later corrections show here and in the standings above" in podium
    assert len([message for message in here.public() if "podium" in texts(parts_of(message))]) == 1
    await boss.slash("league manage")
    await boss.press("Prepare the next season")
    assert "season 2" in boss.sees
    await boss.press("Open sign-up")
    assert "Winter Cup · season 2" in await shown(here, "sign-up", season=2)


async def test_my_place_says_what_waits_and_what_can_still_be_reached(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await drawn(here, boss, people)
    games = await tables(here)
    winner = await played(here, games[1])
    words = await winner.slash("league me")
    assert "Division 1: **1st** of 4 with **10** points. You can still finish 1st to" in words
    assert "1st of 3" in words
    assert "waits until everybody has pressed **I'm here**" in words
    seated = await come(here, games[2])
    assert "**your turn**" in await seated[0].slash("league me")


async def test_a_preview_that_is_out_of_date_publishes_nothing(here: Town, boss: Player, people: list[Player]) -> None:
    await open_for_sign_up(here, boss)
    for player in people[:3]:
        await player.slash("league join")
    await boss.slash("league manage")
    await boss.press("Draw the season …")
    assert "**Division 1**: 3 players, 3 tables" in boss.sees
    assert not any(str(player.id) in boss.sees for player in people), "or it could be tried until it pleases"
    await people[3].slash("league join")
    assert "The season has gone on meanwhile" in await boss.press("Publish the draw")
    assert await tables(here) == {}


async def test_the_messages_of_a_season_are_posted_once_though_the_bot_is_started_again(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await drawn(here, boss, people)
    before = [message.id for message in here.public()]
    await here.bot.services.leagues.maintenance.settle()
    assert isinstance(here.bot.storage, SqliteStorage)
    await here.bot.storage.database.write(lambda rows: rows.execute("update seasons set shown = 0").rowcount)
    await here.restart()
    await stands(here, "standings")
    assert [message.id for message in here.public()] == before
    assert len(await tables(here)) == 4


async def test_a_table_of_a_league_is_not_opened_up_by_its_players(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await drawn(here, boss, people)
    game_id = (await tables(here))[1]
    seated = (await at(here, game_id))[0]
    assert "its seats were drawn" in await seated.slash("game start", table=str(game_id))
    assert "/league leave" in await seated.slash("game leave", table=str(game_id))


# -- stewards ----------------------------------------------------------------------------------------


async def test_a_wrong_result_is_shown_before_and_after_put_right_and_taken_back(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await drawn(here, boss, people)
    games = await tables(here)
    winner = await played(here, games[1])
    first, second, _ = await at(here, games[1])
    before = await shown(here, "standings")
    order = f"<@{first.id}> <@{second.id}> = <@{winner.id}>"
    words = await boss.slash("league result", table=1, order=order)
    assert "nothing is written yet" in words
    assert f"<@{first.id}>: 2nd → **1st**, 0 → **10** points" in words
    assert await shown(here, "standings") == before
    await boss.press("Do it …")
    words = await boss.fill_in("The winner was a bot in disguise.")
    assert "Table 1 is put right" in words
    assert f"Decided by <@{boss.id}>. Why: The winner was a bot in disguise" in words
    assert f"1\\. <@{first.id}> · **10**" in await shown(here, "standings"), "others share a place"
    season = await here.bot.services.leagues.season_log.get_season(1)
    assert season.season.tables[1].as_written, "what a steward writes stands as it is"
    line = season.row.lines
    await boss.slash("league revert", line=line)
    await boss.press("Do it …")
    await boss.fill_in("It was not.")
    assert await shown(here, "standings") == before
    assert "~~Table 1 is put right" in await first.slash("league log")


async def test_an_order_that_does_not_name_everybody_once_is_refused(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await drawn(here, boss, people)
    await played(here, (await tables(here))[1])
    assert "Please name everybody at table 1 once" in await boss.slash("league result", table=1, order="Cleo")
    ann, ben, cleo = [f"<@{person.id}>" for person in await at(here, (await tables(here))[1])]
    doubtful = await boss.slash("league result", table=1, order=f"{ann} {ben} = {cleo} {ann}")
    assert "Please name everybody at table 1 once" in doubtful
    season = await here.bot.services.leagues.season_log.get_season(1)
    typed = [f"@{season.entrants[number].name}" for number in season.season.tables[1].seats]
    as_typed = await boss.slash("league result", table=1, order=f"{typed[2].upper()} {typed[0]} = {typed[1]}")
    assert f"Table 1 is put right: 1. {cleo}, 2." in as_typed
    assert "no table 9" in await boss.slash("league void", table=9)


async def test_stewards_decide_nothing_about_themselves_and_players_nothing_at_all(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await drawn(here, boss, people)
    seated, *_ = await at(here, (await tables(here))[1])
    assert "Only the stewards" in await seated.slash("league void", table=1)
    await boss.slash("league steward", person=seated.actor.user)
    assert "another steward must decide" in await seated.slash("league void", table=1)
    assert "another steward must decide" in await seated.slash("league penalty", player=seated.actor.user, points=-5)
    assert "Only what a steward has decided" in await boss.slash("league revert", line=1)


async def test_what_was_taken_back_about_a_steward_is_not_brought_back_by_them(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await drawn(here, boss, people)
    steward = people[0]
    await boss.slash("league steward", person=steward.actor.user)
    await boss.slash("league penalty", player=steward.actor.user, points=-50)
    await boss.press("Do it …")
    await boss.fill_in("by mistake")
    line = (await here.bot.services.leagues.season_log.get_season(1)).row.lines
    await boss.slash("league revert", line=line)
    await boss.press("Do it …")
    await boss.fill_in("it was one")
    for wanted in (line, line + 1):
        assert "This is about yourself" in await steward.slash("league revert", line=wanted)
    assert "nothing is written yet" in await boss.slash("league revert", line=line + 1)


async def test_a_decision_that_was_looked_at_before_something_happened_is_not_written(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await drawn(here, boss, people)
    games = await tables(here)
    await boss.slash("league penalty", player=people[0].actor.user, points=3)
    assert "0 → **-3** points" in boss.sees
    await played(here, games[1])
    await boss.press("Do it …")
    assert "The season has gone on meanwhile" in await boss.fill_in("late")


@pytest.mark.parametrize(
    ("forged", "answer"),
    [("fix.1.3.3.3", "have a gap"), ("fine.1.9999", "1 to 100 points"), ("fix.1.1.2", "from an older version")],
)
async def test_a_steward_who_forges_a_form_writes_nothing_that_no_command_would(
    here: Town, boss: Player, people: list[Player], forged: str, answer: str
) -> None:
    await drawn(here, boss, people)
    await played(here, (await tables(here))[1])
    before = await shown(here, "standings")
    await boss.slash("league void", table=1)
    await boss.press("Do it …")
    assert boss.form is not None
    form = boss.form._interaction.modal
    assert form is not None
    form["custom_id"] = form["custom_id"].replace("void.1", forged)
    assert answer in await boss.fill_in("because")
    assert await shown(here, "standings") == before


@pytest.fixture
def gail(here: Town) -> Player:
    """Who runs the server, too, and plays."""
    return here.person("Gail", manages=True)


async def test_a_manager_who_plays_settles_nothing_of_their_own_by_the_commands_of_a_table_either(
    here: Town, boss: Player, gail: Player, people: list[Player]
) -> None:
    await drawn(here, boss, [gail, *people[:3]])
    games = {number: (game_id, await at(here, game_id)) for number, game_id in (await tables(here)).items()}
    mine = next(game_id for game_id, seated in games.values() if gail in seated)
    other, rivals = next((game_id, seated) for game_id, seated in games.values() if gail not in seated)
    for game_id in (mine, other):
        await come(here, game_id)
    for what in ("abandon", "pause"):
        refused = await gail.slash("table propose", what=what, reason="I am behind", table=str(mine))
        assert "You sit at that table, or have helped out there" in refused
    freed = await gail.slash("table propose", what="replace", player=rivals[0].actor, reason="rude", table=str(other))
    assert "You compete with them in this season" in freed
    assert rivals == await at(here, other)
    ended = await gail.slash("table propose", what="abandon", reason="a deal", table=str(other))
    assert "You compete with them in this season" in ended
    assert "Done" in await boss.slash("table propose", what="abandon", reason="unplayable", table=str(other))


async def test_everybody_is_told_of_the_week_that_somebody_who_plays_has_decided(
    here: Town, boss: Player, gail: Player, people: list[Player]
) -> None:
    await drawn(here, boss, [gail, *people[:3]])
    games = {number: await at(here, game_id) for number, game_id in (await tables(here)).items()}
    others = next(number for number, seated in games.items() if gail not in seated)
    assert "You compete with them" in await gail.slash("league void", table=others)
    for number in games.keys() - {others}:
        await boss.slash("league void", table=number)
        await boss.press("Do it …")
        await boss.fill_in("rained off")
    await gail.slash("league extend", weeks=1)  # she has no open table any more, and this moves nobody
    await gail.press("Do it …")
    decided = f"Decided by <@{gail.id}>, who plays in division 1."
    assert f"{decided} Why: holidays" in await gail.fill_in("holidays")
    assert decided in await people[0].slash("league log")
    await here.passes(weeks=1)
    assert f"The last day is put off by 7 days. {decided}" in await shown(here, "week 1")


async def test_a_player_who_runs_the_league_and_plays_is_told_who_can_decide_instead(
    here: Town, boss: Player, gail: Player, people: list[Player]
) -> None:
    await drawn(here, boss, [gail, *people[:3]])
    rival = people[0].actor.user
    for command in ("league penalty", "league disqualify"):
        given = {"points": 5} if command == "league penalty" else {}
        refused = await gail.slash(command, player=rival, **given)
        assert (
            "You compete with them in this season, so another steward must decide it. No other steward can" in refused
        )
    await boss.slash("league steward", person=boss.actor.user)
    assert f"<@{boss.id}> can do it." in await gail.slash("league penalty", player=rival, points=5)
    await gail.slash("league manage")
    assert "A table at which you sit" in await gail.press("Finish the season …")
    assert "A table at which you sit" in await gail.slash("league extend", weeks=1)
    assert "nothing is written yet" in await boss.slash("league penalty", player=rival, points=5)


async def test_a_player_who_is_forgotten_reads_that_they_stay_out_of_the_season_and_does(
    here: Town, boss: Player, gail: Player, people: list[Player]
) -> None:
    await drawn(here, boss, [gail, *people[:3]])
    games = {number: await at(here, game_id) for number, game_id in (await tables(here)).items()}
    mine = next(number for number, seated in games.items() if gail in seated)
    words = await gail.slash("settings forget-me")
    assert (
        "Until **Winter Cup**, season 1 is over, I keep a keyed hash of it, too: nobody joins the same season" in words
    )
    await gail.press("Forget me")
    assert "nobody joins the same season twice" in await gail.slash("league join")
    assert "You sit at that table, or have helped out there" in await gail.slash("league void", table=mine)
    words = await gail.slash("settings forget-me")
    assert "I keep nothing about you. But: Until **Winter Cup**, season 1 is over" in words


async def test_a_player_who_was_put_out_of_a_season_takes_no_chair_at_its_tables(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await drawn(here, boss, people)
    game_id = (await tables(here))[1]
    seated = await come(here, game_id)
    seat = (await here.bot.host.get_running_game(game_id)).get_own_seat(seated[0].id)
    await boss.slash("league disqualify", player=seated[0].actor.user)
    await boss.press("Do it …")
    await boss.fill_in("looked into other hands")
    chair = await here.message(game_id, f"vacancy:{seat}")
    assert "was put out of the season by a steward." in texts(parts_of(chair))
    assert "A steward has put you out of this season" in await seated[0].press("Take this seat", on=chair)
    assert seated[0] not in await at(here, game_id)
    helper = here.person("Helper")
    await helper.press("Take this seat", on=chair)
    assert helper in await at(here, game_id)


async def test_a_player_who_wants_to_concede_a_leagues_table_reads_first_what_it_costs(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await drawn(here, boss, people)
    games = await tables(here)
    for game_id in (games[1], games[2]):
        await come(here, game_id)
    second = await at(here, games[2])
    loser = next(player for player in await at(here, games[1]) if player in second)
    words = await loser.slash("table concede", sure="yes", table=str(games[1]))
    assert (
        "You finish last there and get a warning; your rating stays as it is. With 2 warnings you get no more" in words
    )
    assert "conceded" not in await loser.press("Play on")
    words = await loser.slash("table concede", sure="no", table=str(games[1]))
    assert "Nothing was changed" in words
    await loser.slash("table concede", sure="yes", table=str(games[1]))
    assert "You have conceded" in await loser.press("Concede for good")
    assert f"<@{loser.id}> gets a warning, for leaving table 1." in await boss.slash("league log")
    words = await loser.slash("table concede", sure="yes", table=str(games[2]))
    assert "It is your 2nd warning, so you get no more tables this season" in words


async def test_one_press_on_the_seasons_message_or_in_my_place_says_that_one_is_here_at_all_tables(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await drawn(here, boss, people)
    games = await tables(here)
    cleo, dora, emil, fay = people
    words = await cleo.press("I'm here", on=await stands(here, "standings"))
    assert "Noted: you are here, at all tables that wait for you." in words
    assert "I'm here" not in button_labels(parts_of(cleo.answer))
    words = await cleo.press("I'm here", on=await stands(here, "standings"))
    assert "No table of this season waits for you to say that you are here" in words
    await dora.slash("league me")
    assert "you are here" in await dora.press("I'm here")
    (one, *_) = [game_id for game_id in games.values() if emil in await at(here, game_id)]
    words = await emil.press("I'm here", on=await here.board(one))
    assert "you are here, at all tables of **Winter Cup** that wait for you" in words
    assert "or it begins without you" in await fay.slash("inbox")
    (first, *_) = [
        part["custom_id"] for part in walk_components(parts_of(fay.panel)) if part.get("label") == "I'm here"
    ]
    await fay.press_id(first)
    saved = [await here.bot.storage.games.load(game_id) for game_id in games.values()]
    assert [each.game.status for each in saved if each is not None] == ["running"] * 4
    assert "I'm here" not in button_labels(parts_of(await stands(here, "standings")))
