"""Tests of the entries that Discord shows for a message, which lead to its table."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.ui.handlers.table_lookup import NO_TABLE_OF_MESSAGE, NOT_OURS, SEVERAL_TABLES
from tests.cogs.leagues import open_for_sign_up, stands
from tests.cogs.test_coming_back import is_away, set_away
from tests.cogs.test_far_panels import post
from tests.cogs.test_results import finished
from tests.cogs.town import Player, Town, parts_of, texts

PANEL = "My panel"
WHY = "Why does it wait?"


def find_message(here: Town, words: str) -> Any:
    """Return the newest public message with these words."""
    return next(message for message in reversed(here.public()) if words in texts(parts_of(message)))


@pytest.mark.parametrize("role", ["board", "ask", "promise"])
async def test_each_kept_message_of_a_table_opens_the_panel_and_says_for_whom_it_waits(
    here: Town, ann: Player, ben: Player, role: str
) -> None:
    await here.started(ben, host=ann)
    message = await here.message(1, role)
    assert "Your secret price?" in await ann.hold(message, PANEL)
    assert re.search(rf"waiting for .*<@{ann.id}>", await ben.hold(message, WHY))
    await ann.press("Enter an amount…")
    await ann.fill_in("5")
    assert "Nothing to do" in await ann.hold(await here.message(1, role), PANEL), "it is the panel itself"


@pytest.mark.parametrize("entry", [PANEL, WHY])
async def test_a_table_that_has_not_begun_shows_its_lobby(here: Town, ann: Player, ben: Player, entry: str) -> None:
    await here.opened(host=ann, seats=3)
    assert "*free*" in await ben.hold(await here.board(), entry)
    assert "Join" in ben.buttons


async def test_news_belong_to_the_only_table_of_their_channel(here: Town, asked: Player, stranger: Player) -> None:
    news = find_message(here, "opens the fair with the highest price")
    assert not any(part.get("custom_id") for part in parts_of(news)), "it has no control"
    await asked.hold(news, PANEL)
    assert "Try the fruit" in asked.lines
    assert f"waiting for <@{asked.id}>" in await stranger.hold(news, WHY)


async def test_news_without_a_control_are_found_while_they_are_collected_and_else_refused_among_several_tables(
    here: Town, asked: Player, ann: Player
) -> None:
    """A message that collects news is stored with its table; of one before it nobody knows."""
    news = find_message(here, "opens the fair with the highest price")
    await post(here, 1)
    notice = find_message(here, "Something has happened")
    await ann.slash("game new", game="toy", place="here")
    assert f"waiting for <@{asked.id}>" in await ann.hold(news, WHY)
    assert SEVERAL_TABLES in await ann.hold(notice, WHY)
    assert SEVERAL_TABLES in await ann.hold(notice, PANEL)


async def test_a_vote_leads_to_its_table(here: Town, asked: Player, other: Player) -> None:
    await asked.slash("table propose", what="pause")
    vote = find_message(here, "how do you vote?")
    assert f"waiting for <@{asked.id}>" in await other.hold(vote, WHY)


async def test_other_messages_are_told_apart_kindly(here: Town, ann: Player, boss: Player, stranger: Player) -> None:
    chatter = await ann.actor.send(here.channel, "Is anybody here?")
    for entry in (PANEL, WHY):
        assert NOT_OURS in await stranger.hold(chatter, entry)
    await open_for_sign_up(here, boss)
    await here.opened(host=ann)
    season = await stands(here, "sign-up")
    for entry in (PANEL, WHY):
        assert NO_TABLE_OF_MESSAGE in await ann.hold(season, entry), "it has controls, and none of them is a table's"


async def test_a_stranger_sees_what_anybody_may(here: Town, asked: Player, stranger: Player) -> None:
    board = await here.board()
    table = await here.table()
    seen = await stranger.hold(board, PANEL)
    assert not any(animal in seen for hand in table.hands.values() for animal in hand)
    assert "Try the fruit" not in [*stranger.buttons, *stranger.lines]
    assert f"waiting for <@{asked.id}>" in await stranger.hold(board, WHY)


async def test_a_finished_game_says_who_won(here: Town, ann: Player, ben: Player) -> None:
    await finished(here, ann, ben)
    result = find_message(here, "the result")
    for entry in (PANEL, WHY):
        assert "The game is over." in await ann.hold(result, entry)


async def test_a_player_who_looks_from_a_message_gets_their_seat_back(here: Town, asked: Player) -> None:
    await set_away(here, asked)
    await asked.hold(await here.board(), PANEL)
    assert not await is_away(here, asked)


async def test_a_message_found_again_after_a_restart(here: Town, asked: Player) -> None:
    await here.restart()
    assert f"waiting for <@{asked.id}>" in await asked.hold(await here.board(), WHY)
