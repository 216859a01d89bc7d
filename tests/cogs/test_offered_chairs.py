"""Empty chairs of a league, as the one who leaves, those who wait for one, an organiser and cheats meet them."""

from __future__ import annotations

from typing import Any

from simcord.components import walk_components

from tests.cogs.leagues import at, come, drawn, stands, tables
from tests.cogs.test_league_looks import presses_forged
from tests.cogs.town import BUTTON, Player, Town, button_labels, parts_of, texts

YES, NO = "Take the seat", "No, thank you"


async def letters(here: Town, player: Player) -> list[Any]:
    """The direct messages that offered a person a chair, the oldest first."""
    await here.bot.services.leagues.maintenance.settle()
    await here.bot._digests_task.wait_until_settled()
    await here.env.settle()
    found = [message for message in player.actor.user.dm_channel.history() if not message.flags.ephemeral]
    return [message for message in found if "a seat is free" in texts(parts_of(message))]


async def said(here: Town, player: Player, letter: Any, label: str) -> str:
    """The text a person reads after pressing a button below a direct message."""
    pressed = await player.actor.user.click(letter, label=label)
    assert pressed.acknowledged
    answers = [answer for answer in (pressed.response, *pressed.followups) if answer is not None]
    await here.bot.services.leagues.maintenance.settle()
    return "\n".join(texts(parts_of(answer)) or str(answer.content) for answer in answers)


async def one_chair(here: Town, boss: Player, people: list[Player], *names: str) -> tuple[int, Player, list[Player]]:
    """A season with empty chairs of an excluded entrant at its tables; a latecomer waits."""
    await drawn(here, boss, people)
    games = await tables(here)
    for game_id in games.values():
        await come(here, game_id)
    waiting = [here.person(name) for name in names]
    for player in waiting:
        await player.press("Join late", on=await stands(here, "sign-up"))
    leaver = (await at(here, games[1]))[0]
    await boss.slash("league disqualify", player=leaver.actor.user)
    await boss.press("Do it …")
    await boss.fill_in("looked into other hands")
    return games[1], leaver, waiting


async def empty(here: Town, game_id: int) -> Any:
    """The message about the empty chair of a table."""
    await here.bot.services.leagues.maintenance.settle()
    await here.env.settle()
    seats = (await here.bot.host.get_running_game(game_id)).seats
    seat = next(seat_row.seat for seat_row in seats if seat_row.user_id is None)
    return await here.message(game_id, f"vacancy:{seat}")


async def presses_at_table(here: Town, player: Player, game_id: int, custom_id: str) -> str:
    """Let somebody press the first button of a table's message under another id."""
    board = await here.board(game_id)
    for part in walk_components(here.env.backend.get_message(board.channel.id, board.id).components):
        if part.get("type") == BUTTON:
            part["custom_id"] = custom_id
            break
    return await player.press_id(custom_id, on=await here.board(game_id))


async def opens_result(player: Player, game_id: int) -> str:
    await player.slash("record mine")
    return await player.choose(f"Table {game_id} · The Fair")


async def log(boss: Player) -> str:
    return await boss.slash("league log")


async def test_the_first_in_line_is_written_to_takes_the_chair_and_sees_its_hand(
    here: Town, boss: Player, people: list[Player]
) -> None:
    game_id, leaver, (gina,) = await one_chair(here, boss, people, "Gina")
    (letter,) = await letters(here, gina)
    words = texts(parts_of(letter))
    assert (
        f"You are offered the seat of **{leaver.actor.user.name.capitalize()}** at table 1 (The Fair), with **" in words
    )
    assert "you play on from where the game stands." in words
    assert "You would help out: no points, no rating" in words
    assert "you stay on the waiting list" in words
    assert "<@" not in words
    assert button_labels(parts_of(letter)) == [YES, NO]
    chair = await empty(here, game_id)
    assert "It is offered to those who wait for one, one after the other" in texts(parts_of(chair))
    assert button_labels(parts_of(chair)) == []
    assert "You are offered the seat of" in await gina.slash("league me")
    answered = await said(here, gina, letter, YES)
    assert "Your hand" in answered
    assert "You play on at table 1 of **Winter Cup**, in <#" in answered
    assert gina in await at(here, game_id)
    assert "You have taken this seat already" in await said(here, gina, letter, YES)
    assert "You have taken this seat already" in await said(here, gina, letter, NO)
    words = await log(boss)
    assert f"<@{gina.id}> is offered the seat of <@{leaver.id}> at table 1, until <t:" in words
    assert f"At table 1, <@{gina.id}> plays on for <@{leaver.id}>." in words
    assert "nobody who came late" not in await gina.slash("league me"), "and she goes on waiting"


async def test_in_my_place_one_answers_as_well_and_the_next_one_is_written_to(
    here: Town, boss: Player, people: list[Player]
) -> None:
    game_id, leaver, (gina, hugo) = await one_chair(here, boss, people, "Gina", "Hugo")
    first = {texts(parts_of(one)) for one in await letters(here, hugo)}
    assert not [words for words in first if "table 1 (" in words], "he is asked about the next table meanwhile"
    await gina.slash("league me")
    assert "The next one is asked." in await gina.press(NO)
    words = await log(boss)
    assert f"<@{gina.id}> does not want the seat at table 1." in words
    for letter in await letters(here, hugo):
        await said(here, hugo, letter, NO)
    (*_, newest) = await letters(here, hugo)
    assert "table 1 (" in texts(parts_of(newest))
    assert hugo not in await at(here, game_id)
    await said(here, hugo, newest, YES)
    assert hugo in await at(here, game_id)
    assert leaver not in await at(here, game_id)


async def test_when_everybody_was_asked_the_message_has_its_button_again_and_anyone_presses_it(
    here: Town, boss: Player, people: list[Player]
) -> None:
    game_id, _, (gina,) = await one_chair(here, boss, people, "Gina")
    (letter,) = await letters(here, gina)
    await said(here, gina, letter, NO)
    chair = await empty(here, game_id)
    assert "is free. Anyone who wants to play on may take the seat." in texts(parts_of(chair))
    helper = here.person("Helper")
    await helper.press("Take this seat", on=chair)
    assert helper in await at(here, game_id)


async def test_a_player_who_is_silent_is_passed_over_and_their_press_afterwards_takes_nothing(
    here: Town, boss: Player, people: list[Player]
) -> None:
    game_id, leaver, (gina,) = await one_chair(here, boss, people, "Gina")
    (letter,) = await letters(here, gina)
    await here.passes(hours=11)
    assert len(await letters(here, gina)) == 1
    await here.restart()
    await here.passes(hours=2)
    assert f"<@{gina.id}> has not answered in time whether they want the seat at table 1." in await log(boss)
    assert "This offer is over." in await said(here, gina, letter, YES)
    assert gina not in await at(here, game_id)
    assert leaver not in await at(here, game_id)


async def test_a_restart_writes_to_nobody_twice(here: Town, boss: Player, people: list[Player]) -> None:
    game_id, _, (gina,) = await one_chair(here, boss, people, "Gina")
    assert len(await letters(here, gina)) == 1
    await here.restart()
    await here.passes(minutes=10)
    (letter,) = await letters(here, gina)
    await said(here, gina, letter, YES)
    assert gina in await at(here, game_id)


async def test_a_cheat_with_two_accounts_or_a_forged_button_takes_no_chair_out_of_turn(
    here: Town, boss: Player, people: list[Player]
) -> None:
    game_id, leaver, (gina, hugo) = await one_chair(here, boss, people, "Gina", "Hugo")
    await letters(here, gina)
    services = here.bot.services.leagues
    (offer,) = [
        one
        for one in (await services.season_log.get_season(1)).season.offers.values()
        if one.table == 1 and one.fate == "open"
    ]
    yes, no = (f"lg-chair:1:{offer.line}:{answer}" for answer in ("yes", "no"))
    seat = next(one.seat for one in (await here.bot.host.get_running_game(game_id)).seats if one.user_id is None)
    stranger = here.person("Stranger")
    for cheat in (hugo, leaver, stranger, people[1]):
        assert "offered to somebody else" in await presses_forged(here, cheat, yes)
        assert "offered to somebody else" in await presses_forged(here, cheat, no)
    take = f"take:{game_id}:{seat}"
    for cheat in (hugo, stranger):
        assert "it is somebody else's turn" in await presses_at_table(here, cheat, game_id, take)
    assert "put you out of this season" in await presses_at_table(here, leaver, game_id, take)
    for forged in (f"lg-chair:1:{offer.line}:maybe", "lg-chair:1:9999:yes", "lg-chair:99:1:yes", "lg-chair:1"):
        await presses_forged(here, gina, forged)
    assert len(await at(here, game_id)) == 2
    await presses_forged(here, gina, yes)
    assert gina in await at(here, game_id)


async def test_a_player_who_was_put_out_by_mistake_is_back_and_the_offer_is_over(
    here: Town, boss: Player, people: list[Player]
) -> None:
    game_id, leaver, (gina,) = await one_chair(here, boss, people, "Gina")
    (letter,) = await letters(here, gina)
    season = (await here.bot.services.leagues.season_log.get_season(1)).season
    line = next(one.number for one in season.lines if one.entry.kind == "disqualified")
    await boss.slash("league revert", line=line)
    await boss.press("Do it …")
    await boss.fill_in("it was somebody else")
    await here.bot.services.leagues.maintenance.settle()
    assert leaver in await at(here, game_id)
    assert "This offer is over" in await said(here, gina, letter, YES)
    assert gina not in await at(here, game_id)


async def test_the_result_says_whose_place_it_is_where_a_helper_has_played_on(
    here: Town, boss: Player, people: list[Player]
) -> None:
    game_id, leaver, (gina,) = await one_chair(here, boss, people, "Gina")
    (letter,) = await letters(here, gina)
    await said(here, gina, letter, YES)
    host = here.bot.services.host
    seat = (await host.get_running_game(game_id)).get_own_seat(gina.id)
    others = [player for player in await at(here, game_id) if player is not gina]
    for player in others:
        await player.slash("table concede", sure="yes", table=str(game_id))
        await player.press("Concede for good")
    await here.env.settle()
    thread = (await here.board(game_id)).channel.id
    shown = [texts(parts_of(message)) for message in here.public(thread)]
    (post,) = [words for words in shown if f"table {game_id}: the result" in words]
    name = leaver.actor.user.name.capitalize()
    (line,) = [line for line in post.splitlines() if "Gina" in line]
    assert f"(for **{name}**, who had left)" in line
    assert f"(for **{name}**, who had left)" in await opens_result(gina, game_id)
    known = await here.bot.services.leagues.season_log.get_season(1)
    number = known.season.tables[1].seats[seat - 1]
    place = known.season.compute_places(known.season.tables[1])[number]
    assert line.startswith((f"{place}. ", f"{place}\\. "))


async def test_a_player_whose_direct_messages_are_closed_finds_the_offer_in_their_place(
    here: Town, boss: Player, people: list[Player]
) -> None:
    gina = here.person("Gina")
    closed = f"/channels/{gina.actor.user.dm_channel.id}/messages"
    here.env.inject_error("POST", closed, status=403, code=50007, times=None)
    await drawn(here, boss, people)
    for game_id in (await tables(here)).values():
        await come(here, game_id)
    await gina.press("Join late", on=await stands(here, "sign-up"))
    game_id = (await tables(here))[1]
    leaver = (await at(here, game_id))[0]
    await leaver.slash("league leave")
    await leaver.press("Leave for good")
    assert await letters(here, gina) == []
    await gina.slash("league me")  # with which they read that their direct messages are closed
    await gina.slash("league me")
    await gina.press(YES)
    assert gina in await at(here, game_id)
