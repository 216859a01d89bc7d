"""Letters of a league: a direct message after the draw and one a week at most, to those who want them."""

from __future__ import annotations

from typing import Any

from tests.cogs.leagues import NAMES, at, drawn, open_for_sign_up, played, settings_of, stands, switches, tables
from tests.cogs.test_full_disk import nothing_written
from tests.cogs.test_league_looks import presses_forged
from tests.cogs.town import Player, Town, button_labels, parts_of, texts


async def letters(here: Town, player: Player) -> list[Any]:
    """The direct messages that somebody has got about their league, the oldest first."""
    await here.bot.services.leagues.maintenance.settle()
    await here.bot._digests_task.wait_until_settled()
    await here.env.settle()
    found = [message for message in player.actor.user.dm_channel.history() if not message.flags.ephemeral]
    return [message for message in found if "Winter Cup" in texts(parts_of(message))]


async def said(here: Town, player: Player) -> list[str]:
    return [texts(parts_of(message)) for message in await letters(here, player)]


async def drawn_with_letters(here: Town, boss: Player, people: list[Player]) -> Player:
    """A season after its draw; the first of these people wants letters."""
    await open_for_sign_up(here, boss)
    for player in people:
        await player.press("Join", on=await stands(here, "sign-up"))
    await switches(people[0], "Write to me each week")
    await boss.slash("league manage")
    await boss.press("Draw the season …")
    await boss.press("Publish the draw")
    await stands(here, "standings")
    return people[0]


async def test_nobody_is_written_to_a_player_who_has_not_asked_for_it(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await drawn(here, boss, people)
    await played(here, (await tables(here))[1])
    await here.passes(weeks=1)
    for player in people:
        assert await said(here, player) == []


async def test_after_the_draw_whoever_wants_it_reads_where_they_play(
    here: Town, boss: Player, people: list[Player]
) -> None:
    cleo = await drawn_with_letters(here, boss, people)
    (words,) = await said(here, cleo)
    assert "Winter Cup · season 1: the draw" in words
    assert "You play in **division 1**, with " in words
    assert all(name in words for name in NAMES[1:])
    assert "<@" not in words, "which says nothing where their server is not open"
    assert words.count("waits until everybody has pressed **I'm here**") == 3
    assert "**Last day**: <t:" in words
    assert f"https://discord.com/channels/{here.guild.id}/{here.channel.id})" in words
    for other in people[1:]:
        assert await said(here, other) == []


async def test_a_player_who_asks_for_letters_after_the_draw_gets_the_first_one_at_once(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await drawn(here, boss, people)
    cleo = people[0]
    assert "I send you no direct message about it" in await settings_of(cleo)
    assert "I send you a direct message when you are drawn" in await switches(cleo, "Write to me each week")
    (words,) = await said(here, cleo)
    assert "the draw" in words


async def test_a_week_later_they_read_what_was_decided_where_they_stand_and_what_waits(
    here: Town, boss: Player, people: list[Player]
) -> None:
    cleo = await drawn_with_letters(here, boss, people)
    games = await tables(here)
    hers = [game_id for game_id in games.values() if cleo in await at(here, game_id)]
    await played(here, hers[0])
    await here.passes(days=6)
    assert len(await said(here, cleo)) == 1
    await here.passes(days=1)
    _, words = await said(here, cleo)
    assert "Winter Cup · season 1: your week 1" in words
    decided, waits = words.split("**Waits for you**")
    assert "of 3" in decided.split("Division 1")[0]
    assert "Division 1: **" in decided
    assert "You can still finish" in decided
    assert waits.count("- [Table ") == 2
    assert "waits until everybody has pressed **I'm here**" in waits
    await here.passes(minutes=10)
    await here.restart()
    await here.passes(minutes=10)
    assert len(await said(here, cleo)) == 2, "at most one a week"


async def test_of_a_week_without_news_nobody_is_written_to(here: Town, boss: Player, people: list[Player]) -> None:
    cleo = await drawn_with_letters(here, boss, people)
    for game_id in (await tables(here)).values():
        await played(here, game_id)
    await here.passes(weeks=1)
    assert len(await said(here, cleo)) == 2
    assert "Nothing waits for you." in (await said(here, cleo))[1]
    await here.passes(weeks=1)
    assert len(await said(here, cleo)) == 2


async def test_letters_end_with_a_press_below_any_of_them(here: Town, boss: Player, people: list[Player]) -> None:
    cleo = await drawn_with_letters(here, boss, people)
    (letter,) = await letters(here, cleo)
    assert button_labels(parts_of(letter)) == ["Write to me no more"]
    pressed = await cleo.actor.user.click(letter, custom_id="lg-letters:1:stop")
    assert "I will not write to you about this league any more" in str(parts_of(pressed.response)) + str(
        pressed.response.content
    )
    await played(here, (await tables(here))[1])
    await here.passes(weeks=1)
    assert len(await said(here, cleo)) == 1
    assert "I send you no direct message about it" in await settings_of(cleo)


async def test_a_player_who_has_left_the_season_is_written_to_no_more(
    here: Town, boss: Player, people: list[Player]
) -> None:
    cleo = await drawn_with_letters(here, boss, people)
    await played(here, (await tables(here))[1])
    await cleo.slash("league leave")
    await cleo.press("Leave for good")
    await here.passes(weeks=1)
    assert len(await said(here, cleo)) == 1


async def test_a_letter_that_could_not_be_noted_is_not_sent_twice(
    here: Town, boss: Player, people: list[Player]
) -> None:
    cleo = await drawn_with_letters(here, boss, people)
    await played(here, (await tables(here))[1])
    await letters(here, cleo)
    async with nothing_written(here.bot.storage):
        await here.passes(weeks=1)
        assert len(await said(here, cleo)) == 2
    here.bot._digests_task.start()  # as it does by itself, fifteen seconds later
    assert len(await said(here, cleo)) == 2
    assert await here.bot.storage.leagues.list_letter_recipients(1) == {1: 1}


async def test_a_player_whose_direct_messages_are_closed_is_not_knocked_at_again(
    here: Town, boss: Player, people: list[Player]
) -> None:
    cleo = people[0]
    closed = f"/channels/{cleo.actor.user.dm_channel.id}/messages"
    here.env.inject_error("POST", closed, status=403, code=50007, times=None)
    await drawn_with_letters(here, boss, people)
    assert await said(here, cleo) == []
    assert "Your direct messages are closed for me" in await cleo.slash("league me")
    knocked = len([call for call in here.env.http_requests if call.method == "POST" and call.path == closed])
    await played(here, (await tables(here))[1])
    await here.passes(weeks=1)
    assert await said(here, cleo) == []
    assert knocked == len([call for call in here.env.http_requests if call.method == "POST" and call.path == closed])


async def test_a_forged_wish_for_letters_changes_nothing(here: Town, boss: Player, people: list[Player]) -> None:
    await drawn(here, boss, people)
    assert "older version" in await presses_forged(here, people[0], "lg-letters:1:maybe")
    assert "You do not take part in this season" in await presses_forged(here, boss, "lg-letters:1:stop")
    assert await here.bot.storage.leagues.list_standing_wishes(1) == {}
