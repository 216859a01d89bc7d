"""News of a table are collected in one message, so that they do not push private panels off the screen."""

from __future__ import annotations

import re

import discord

from bot.ui.delivery.discord_sender import DiscordSender
from tests.end_to_end.playing import a_year_passes, breaks, headlines, mends
from tests.end_to_end.town import Town, ids, words


def news(there: Town) -> list[discord.Message]:
    """The messages with important news, oldest first."""
    return [message for message in there.public() if not ids(message) and re.match(r"\d{4} is over\b", words(message))]


def first_lines(there: Town) -> list[str]:
    """The beginnings of the headlines, without who leads and the share values."""
    return [re.split("[:.]", text)[0] for text in headlines(there)]


async def test_news_are_added_to_the_message_before_while_only_a_ping_stands_below_it(there: Town) -> None:
    year = await a_year_passes(there)
    (message,) = news(there)
    assert "more lines: the table's **More…**, then **Log**" in words(message)
    await a_year_passes(there)
    (same,) = news(there)
    assert same.id == message.id
    assert words(same).startswith(f"{year + 1} is over")
    assert len(there.calls()) == 1
    assert there.calls()[0].id > message.id, "a ping is a message of its own, for an edit notifies nobody"


async def test_after_something_else_was_posted_news_begin_a_new_message(there: Town) -> None:
    year = await a_year_passes(there)
    await there.people["Ann"].slash(there.place, "game propose", what="pause")
    await there.settled()
    await a_year_passes(there)
    assert first_lines(there) == [f"{year} is over", f"{year + 1} is over"]


async def test_after_a_restart_news_begin_a_new_message(there: Town) -> None:
    year = await a_year_passes(there)
    await there.restart()
    await a_year_passes(there)
    assert first_lines(there) == [f"{year} is over", f"{year + 1} is over"]


async def test_a_deleted_message_of_news_is_followed_by_a_new_one(there: Town) -> None:
    year = await a_year_passes(there)
    there.env.backend.delete_message(there.place.id, news(there)[0].id)
    await a_year_passes(there)
    assert first_lines(there) == [f"{year + 1} is over"]


async def test_a_letter_that_is_carried_again_after_a_crash_repeats_its_own_edit(there: Town) -> None:
    await a_year_passes(there)
    breaks(there, status=500)
    await a_year_passes(there)
    (letter,) = [one for one in await there.store.outbox.list_unsent(there.number) if one.kind == "post"]
    mends(there)
    await there.env.advance_time(600)
    before = [(message.id, words(message)) for message in news(there)]
    bot = there.bot
    await DiscordSender(bot, bot.lobby, bot.lost_channels, bot.services.leagues.seat_offers).carry(letter)
    assert [(message.id, words(message)) for message in news(there)] == before
