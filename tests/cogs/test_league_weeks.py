"""Weekly posts in a league's channel, calls for stewards, and doubts about results."""

from __future__ import annotations

import pytest

from storage.sqlite import SqliteStorage
from tests.cogs.leagues import (
    MENUS,
    at,
    come,
    drafted_terms,
    drawn,
    open_for_sign_up,
    played,
    prepared,
    shown,
    stands,
    tables,
)
from tests.cogs.test_full_disk import nothing_written
from tests.cogs.town import Player, Town, button_labels, parts_of, texts


async def roles(here: Town) -> set[str]:
    """Which messages of the season stand in its channel."""
    await here.bot.services.leagues.maintenance.settle()
    await here.env.settle()
    return set(await here.bot.storage.leagues.list_messages(1))


def called(here: Town, words: str) -> list[int]:
    """Whom the post with these words calls."""
    (post,) = [
        call.json
        for call in here.env.http_requests
        if call.method == "POST" and call.path.endswith("/messages") and words in str(call.json)
    ]
    assert post is not None
    return list(post["allowed_mentions"]["users"])


# -- the last day ------------------------------------------------------------------------------------


async def test_when_a_season_ends_is_chosen_in_its_draft_and_said_to_everybody(
    here: Town, boss: Player, people: list[Player]
) -> None:
    assert "Last day**: 8 weeks after the draw. Open tables then are decided as they stand" in await prepared(boss)
    assert "4 weeks after the draw. Open tables then count for nothing" in await boss.choose(
        "After 4 weeks; open tables are void"
    )
    await boss.choose("When a steward ends it")
    assert "Last day" not in boss.sees
    await boss.choose("After 4 weeks")
    await boss.press("Open sign-up")
    for player in people:
        await player.press("Join", on=await stands(here, "sign-up"))
    await boss.slash("league manage")
    await boss.press("Draw the season …")
    await boss.press("Publish the draw")
    assert "**Last day**: <t:" in await shown(here, "standings")
    assert "ends by itself 4 weeks after the draw" in await people[0].slash("league rules")
    await here.passes(weeks=4)
    podium = await shown(here, "podium")
    assert "the podium" in podium
    assert "Nobody has finished a game yet" in podium
    assert "🥇" not in podium
    assert "The season is over" in await shown(here, "standings")


async def test_the_last_day_is_put_off_by_a_steward(here: Town, boss: Player, people: list[Player]) -> None:
    await drawn(here, boss, people)
    assert "put off by 14 days" in await boss.slash("league extend", weeks=2)
    assert "The last day: <t:" in boss.sees
    await boss.press("Do it …")
    assert "The last day is put off by 14 days" in await boss.fill_in("Holidays")
    await here.passes(weeks=9)
    assert "podium" not in await roles(here)
    await here.passes(weeks=1)
    assert "podium" in await roles(here)
    assert "so its last day cannot be put off any more" in await boss.slash("league extend", weeks=1)


async def test_a_player_who_brings_the_last_day_back_into_the_past_is_told_that_the_season_ends(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await drawn(here, boss, people)
    await boss.slash("league extend", weeks=2)
    await boss.press("Do it …")
    await boss.fill_in("Holidays")
    line = (await here.bot.services.leagues.season_log.get_season(1)).row.lines
    assert "The last day: <t:" in await boss.slash("league revert", line=line)
    await here.passes(weeks=9)
    assert "which is over: the season ends as soon as you do it" in await boss.slash("league revert", line=line)
    await boss.press("Do it …")
    await boss.fill_in("No holidays")
    assert "podium" in await roles(here)


async def test_finishing_says_which_tables_are_decided_as_they_stand(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await drawn(here, boss, people)
    await come(here, (await tables(here))[1])
    await boss.slash("league manage")
    words = await boss.press("Finish the season …")
    assert "1 table would be decided as they stand when you press, and end: 1" in words
    assert "3 tables not decided yet would count for nothing: 2, 3 and 4" in words


async def test_finishing_tells_nobody_how_the_tables_stand_that_are_being_played(
    here: Town, boss: Player, people: list[Player]
) -> None:
    """Places by true scores would tell a steward who plays what the others hide."""
    await drawn(here, boss, people)
    await come(here, (await tables(here))[1])
    await boss.slash("league manage")
    words = await boss.press("Finish the season …")
    assert not any(f"<@{player.id}>" in words for player in people)
    assert "How they stand is told to nobody before that" in words
    assert "<@" in await boss.slash("league standings")


async def test_finishing_shows_the_places_where_no_table_is_decided_as_it_stands(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await drawn(here, boss, people)
    winner = await played(here, (await tables(here))[1])
    await boss.slash("league manage")
    words = await boss.press("Finish the season …")
    assert f"1\\. <@{winner.id}> · **10** · 1/1" in words
    assert "as they stand" not in words


async def seated(here: Town, table: int) -> list[Player]:
    saved = await here.bot.storage.games.load((await tables(here))[table])
    assert saved is not None
    return [here.people[seat_row.user_id] for seat_row in saved.seats if seat_row.user_id is not None]


# -- weeks -------------------------------------------------------------------------------------------


async def test_a_week_in_which_something_happened_is_told_once_and_calls_nobody(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await drawn(here, boss, people)
    winner = await played(here, (await tables(here))[1])
    assert "week 1" not in await roles(here)
    await here.passes(weeks=1)
    told = await stands(here, "week 1")
    words = texts(parts_of(told))
    assert "Winter Cup · season 1: week 1" in words
    assert f"- Table 1 ends: 1. <@{winner.id}>" in words
    assert f"Division 1: <@{winner.id}> with 10 points" in words
    assert "1 of 4 tables decided" in words
    assert called(here, "season 1: week 1") == []
    await here.passes(minutes=10)
    await here.restart()
    await here.passes(minutes=10)
    assert here.public_text().count("season 1: week 1") == 1


async def test_a_message_that_could_not_be_saved_is_told_when_it_can_be(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await drawn(here, boss, people)
    await played(here, (await tables(here))[1])
    await roles(here)
    async with nothing_written(here.bot.storage):
        await here.passes(weeks=1)
    here.bot._league_messages_task.start()  # as it does by itself, fifteen seconds later
    await here.passes(minutes=1)
    assert "week 1" in await roles(here)
    assert "season 1: week 1" in here.public_text()


async def test_a_season_that_cannot_be_read_leaves_the_others_shown(
    here: Town, boss: Player, people: list[Player], caplog: pytest.LogCaptureFixture
) -> None:
    await drawn(here, boss, people)
    await boss.slash("league new", name="Summer Cup", game="The Fair", seats=3)
    await boss.press("Open sign-up")
    await roles(here)
    assert isinstance(here.bot.storage, SqliteStorage)
    await here.bot.storage.database.write(
        lambda rows: rows.execute("update seasons set plan = '{}' where season_id = 1").rowcount
    )
    here.bot.services.leagues.maintenance.mark_announcement_due(1)
    await people[0].press("Join", on=await stands(here, "sign-up", season=2))
    assert "**Signed up (1)**" in await shown(here, "sign-up", season=2)
    assert "seasons could not be shown" in caplog.text
    caplog.clear()  # it was to be logged


async def test_of_a_week_in_which_nothing_happened_nobody_is_told(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await drawn(here, boss, people)
    await here.passes(weeks=1)
    await here.passes(weeks=1)
    assert not any(role.startswith("week") for role in await roles(here))


async def test_what_was_taken_back_is_not_told(here: Town, boss: Player, people: list[Player]) -> None:
    await drawn(here, boss, people)
    await boss.slash("league penalty", player=people[0].actor.user, points=3)
    await boss.press("Do it …")
    await boss.fill_in("late")
    line = (await here.bot.services.leagues.season_log.get_season(1)).row.lines
    await boss.slash("league revert", line=line)
    await boss.press("Do it …")
    await boss.fill_in("was not")
    await here.passes(weeks=1)
    assert "loses 3 points" not in await shown(here, "week 1")


# -- what only a person can decide -------------------------------------------------------------------


async def test_stewards_are_called_when_a_week_of_sign_up_is_enough_for_a_table(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await open_for_sign_up(here, boss)
    for player in people[:2]:
        await player.press("Join", on=await stands(here, "sign-up"))
    await here.passes(weeks=1)
    assert "call: draw" not in await roles(here), "two are no table of three"
    await people[2].press("Join", on=await stands(here, "sign-up"))
    await here.passes(weeks=1)
    call = await stands(here, "call: draw")
    assert "3 players have signed up within a week. Is it time to draw?" in texts(parts_of(call))
    assert called(here, "Is it time to draw?") == [boss.id]
    assert "The draw, as it would be now" in await boss.press("Draw the season …", on=call)
    assert "Only the stewards" in await people[0].press("Draw the season …", on=call)
    await boss.press("Publish the draw")
    assert "This season is already drawn, and no late joiners are waiting" in await boss.press(
        "Draw the season …", on=call
    )
    await here.passes(weeks=1)
    assert here.public_text().count("Is it time to draw?") == 1


async def test_stewards_are_called_when_all_tables_are_decided(here: Town, boss: Player, people: list[Player]) -> None:
    await drawn(here, boss, people)
    steward = people[3]
    await boss.slash("league steward", person=steward.actor.user)
    for game_id in (await tables(here)).values():
        assert "call: finish" not in await roles(here)
        await played(here, game_id)
    call = await stands(here, "call: finish")
    assert "All tables are decided" in texts(parts_of(call))
    assert called(here, "All tables are decided") == [steward.id], "whoever made the league has appointed somebody"
    await steward.press("Finish the season …", on=call)
    await steward.press("Finish the season")
    call = await stands(here, "call: finish")
    assert "All tables were decided, and the season is finished." in texts(parts_of(call))
    assert "Finish the season …" not in button_labels(parts_of(call))


# -- protests ----------------------------------------------------------------------------------------


async def test_a_protest_is_made_in_private_called_ruled_on_and_read_by_everybody(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await drawn(here, boss, people)
    await played(here, (await tables(here))[1])
    loser = (await seated(here, 1))[0]
    await loser.slash("league me")
    assert "Table 1: your protest" in await loser.choose("Table 1")
    assert "Your protest stands in the log; the stewards are called" in await loser.fill_in("He was *two* people.")
    line = (await here.bot.services.leagues.season_log.get_season(1)).row.lines
    call = await stands(here, f"call: protest {line}")
    words = texts(parts_of(call))
    assert f"<@{boss.id}>: <@{loser.id}> protests against the result of table 1: He was \\*two\\* people." in words
    assert "Only the stewards" in await loser.press("Rule on it …", on=call)
    assert "As it counts now: 1. " in await boss.press("Rule on it …", on=call)
    await boss.press("Uphold it …")
    assert f"The protest of line {line} is upheld" in await boss.fill_in("I have seen it.")
    assert "Somebody has ruled on that protest" in await boss.press("Rule on it …", on=call)
    assert "Why: I have seen it" in await people[0].slash("league log")
    assert "Protests …" not in button_labels(parts_of((await boss.slash("league manage"), boss.panel)[1]))


async def test_open_protests_stand_where_the_league_is_run(here: Town, boss: Player, people: list[Player]) -> None:
    await drawn(here, boss, people)
    await played(here, (await tables(here))[1])
    loser = (await seated(here, 1))[0]
    assert "Table 1: your protest" in await loser.slash("league protest", table=1)
    await loser.fill_in("unfair")
    await boss.slash("league manage")
    assert "protests against the result of table 1: unfair" in await boss.press("Protests …")
    await boss.press("Rule on table 1 …")
    await boss.press("Refuse it …")
    assert "is refused" in await boss.fill_in("It was fair.")
    other = (await seated(here, 2))[0]
    assert "no result yet" in await other.slash("league protest", table=2)


async def test_a_player_who_is_put_out_of_a_season_stands_last_everywhere(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await drawn(here, boss, people)
    winner = await played(here, (await tables(here))[1])
    words = await boss.slash("league disqualify", player=winner.actor.user)
    assert f"<@{winner.id}> is disqualified from the season" in words
    await boss.press("Do it …")
    await boss.fill_in("Two accounts.")
    assert f"4\\. <@{winner.id}>" in await shown(here, "standings")
    assert "was put out of the season already" in await boss.slash("league disqualify", player=winner.actor.user)


# -- who comes late ----------------------------------------------------------------------------------


async def test_a_player_who_comes_late_is_told_what_they_wait_for_and_stewards_that_they_are_enough(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await drawn(here, boss, people)
    late = [here.person(name) for name in ("Lea", "Lou", "Liv")]
    words = await late[0].press("Join late", on=await stands(here, "sign-up"))
    assert (
        "You came late: you get the seats of the next who leaves, or a division of your own once 3 wait (1 so far)"
        in words
    )
    for player in late[1:]:
        await player.press("Join late", on=await stands(here, "sign-up"))
    call = await stands(here, "call: late 1")
    assert "3 players came late. They can play in a division of their own" in texts(parts_of(call))
    await boss.press("Draw their division …", on=call)
    await boss.press("Publish the draw")
    assert "**Division 2**" in await shown(here, "standings")
    assert "Division 2: nobody has a place before the first result" in await late[0].slash("league me")


# -- rounds ------------------------------------------------------------------------------------------


async def test_a_cup_is_prepared_played_and_won(here: Town, boss: Player, people: list[Player]) -> None:
    people += [here.person("Gus"), here.person("Hal")]
    await prepared(boss)
    assert "Swiss, 5 rounds" in await boss.choose("Swiss: 5 rounds among equals")
    await boss.choose("Cup: the winner of each table goes on")
    assert "The winner of each table goes on to the next round" in await drafted_terms(boss)
    assert "**Last day of each round**: 2 weeks after its draw" in await boss.choose("After 2 weeks")
    await boss.press("Open sign-up")
    for player in people:
        await player.press("Join", on=await stands(here, "sign-up"))
    assert "Each round** is drawn by itself" in await boss.slash("league rules")
    await boss.slash("league manage")
    words = await boss.press("Draw the season …")
    assert "**Round 1**: 6 players, 2 tables" in words
    assert "Nobody can sign up after that" in words
    await boss.press("Publish the draw")
    assert "**Last day of this round**: <t:" in await shown(here, "standings")
    assert "Join late" not in button_labels(parts_of(await stands(here, "sign-up")))
    for number in (1, 2):
        await played(here, (await tables(here))[number])
    words = await shown(here, "standings")
    assert "**Round 2**" in words
    assert "**Tables of round 2**\n3: <@" in words
    assert "**Tables of round 1**\n1: **<@" in words, "the winner first"
    winner = await played(here, (await tables(here))[3])
    await stands(here, "call: finish")
    await boss.slash("league manage")
    await boss.press("Finish the season …")
    await boss.press("Finish the season")
    podium = await shown(here, "podium")
    assert f"🥇 <@{winner.id}>" in podium
    assert "Division" not in podium


async def test_a_swiss_season_takes_nobody_once_its_last_round_is_drawn(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await prepared(boss)
    await boss.choose("Swiss: 3 rounds among equals")
    await boss.press("Open sign-up")
    rules = await people[0].slash("league rules")
    assert "Who is ahead?** Points per table" in rules
    assert "What you have finished counts" in rules
    assert "fewer than half of your tables" not in rules
    for player in people:
        await player.press("Join", on=await stands(here, "sign-up"))
    await boss.slash("league manage")
    await boss.press("Draw the season …")
    await boss.press("Publish the draw")
    for numbers in ((1, 2), (3, 4)):
        assert "Join late" in button_labels(parts_of(await stands(here, "sign-up")))
        for number in numbers:
            await played(here, (await tables(here))[number])
    assert "Round 3 is drawn: 1 table. The seed" in await boss.slash("league log")
    sign_up = await stands(here, "sign-up")
    assert "The last round is drawn, and nobody can join any more" in texts(parts_of(sign_up))
    assert "Join late" not in button_labels(parts_of(sign_up))
    assert "The last round was drawn, and nobody can join" in await here.person("Lea").slash("league join")


async def test_a_cup_says_how_far_people_came_and_asks_for_no_wishes_that_it_cannot_meet(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await prepared(boss)
    await boss.choose("Cup: the winner of each table goes on")
    await boss.press("Open sign-up")
    for player in people[:3]:
        await player.press("Join", on=await stands(here, "sign-up"))
    assert "rather not meet" not in people[0].sees
    rules = await people[0].slash("league rules")
    assert "Who came to a later round" in rules
    assert "Private wishes" not in rules
    await boss.slash("league manage")
    await boss.press("Draw the season …")
    assert "Its table opens by itself" in await boss.press("Publish the draw")
    winner = await played(here, (await tables(here))[1])
    words = await shown(here, "standings")
    assert "The table is decided. A steward can finish the season" in words
    assert f"1\\. <@{winner.id}> · **round 1** · 1/1" in words
    assert "**1st** of 3; you came to round 1." in await winner.slash("league me")


async def test_a_player_who_has_no_game_in_a_round_reads_so(here: Town, boss: Player, people: list[Player]) -> None:
    await boss.slash("league new", name="Winter Cup", game="The Fair", seats=2)
    await boss.press(MENUS)
    await boss.choose("Cup: the winner of each table goes on")
    await boss.press("Open sign-up")
    for player in people[:3]:
        await player.press("Join", on=await stands(here, "sign-up"))
    await boss.slash("league manage")
    await boss.press("Draw the season …")
    await boss.press("Publish the draw")
    await stands(here, "standings")
    there = [player for player in people[:3] if "no game for you; you go on" in await player.slash("league me")]
    assert len(there) == 1
    assert there[0] not in await seated(here, 1)


async def test_a_player_who_helps_out_does_not_play_in_the_season_and_leaves_without_harm(
    here: Town, boss: Player, people: list[Player], stranger: Player
) -> None:
    await drawn(here, boss, people)
    game_id = (await tables(here))[2]
    leaver, *_ = await seated(here, 2)
    await come(here, game_id)
    await leaver.slash("league leave")
    assert "fewer than half of your tables" in leaver.sees
    await leaver.press("Leave for good")
    assert leaver.sees.count("goes on without you; you finish last") == 3, "also where nobody plays yet"
    saved = await here.bot.storage.games.load(game_id)
    assert saved is not None
    seat = next(row.seat for row in saved.seats if row.user_id is None)
    await stranger.press("Take this seat", on=await here.message(game_id, f"vacancy:{seat}"))
    assert "You have helped out once. Thank you!" in await stranger.slash("league me")
    assert "nobody plays in one in which they help out" in await stranger.slash("league join")
    assert "It costs you nothing" in await stranger.slash("league leave")


async def test_a_player_who_is_forgotten_stands_in_no_message_that_is_kept_right(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await drawn(here, boss, people)
    await played(here, (await tables(here))[1])
    gone = people[0]
    words = await gone.slash("settings forget-me")
    assert "You leave **Winter Cup**, season 1: your seats there become free and you lose your place" in words
    assert "What you have played in 1 season of leagues stays under a number" in words
    await gone.press_id("forget:0")
    for role in ("sign-up", "standings"):
        words = await shown(here, role)
        assert f"<@{gone.id}>" not in words, role
        assert f"<@{people[1].id}>" in words
    assert " · left" in await shown(here, "standings"), "what they have played stays, under a number"


@pytest.mark.thorough
async def test_a_result_of_somebody_who_was_forgotten_can_be_put_right_by_their_number(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await drawn(here, boss, people)
    await played(here, (await tables(here))[1])
    gone, second, third = await seated(here, 1)
    number = (await here.bot.services.leagues.season_log.get_season(1)).find_number(gone.id)
    await gone.slash("settings forget-me")
    await gone.press_id("forget:0")
    refused = await boss.slash("league result", table=1, order=f"<@{second.id}> <@{third.id}>")
    assert f"entrant {number}" in refused.split("They are")[1]
    assert "Please name everybody" in await boss.slash("league result", table=1, order=f"entrant {number} entrant 9")
    order = f"<@{second.id}> <@{third.id}> = Entrant {number}"
    assert f"Table 1 is put right: 1. <@{second.id}>, 2." in await boss.slash("league result", table=1, order=order)


async def test_a_leagues_table_is_called_the_same_in_its_thread_the_inbox_and_commands(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await prepared(boss)
    await boss.choose("Swiss: 3 rounds among equals")
    await boss.press("Open sign-up")
    for player in people:
        await player.press("Join", on=await stands(here, "sign-up"))
    await boss.slash("league manage")
    await boss.press("Draw the season …")
    await boss.press("Publish the draw")
    for number in (1, 2):
        await played(here, (await tables(here))[number])
    game_id = (await tables(here))[3]
    ann = (await at(here, game_id))[0]
    saved = await here.bot.storage.games.load(game_id)
    assert saved is not None
    assert here.env.backend.channels[saved.game.channel_id].name == "Winter Cup 1 · round 2 · table 3"
    assert "[Winter Cup 1 · round 2 · table 3]" in await ann.slash("inbox")
    offered = await ann.actor.autocomplete(here.channel, "game status", "table", "winter cup 1 · round 2 · table 3")
    assert [choice["name"] for choice in offered] == [f"{game_id} · Winter Cup 1 · round 2 · table 3 · open"]
