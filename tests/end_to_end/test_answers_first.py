"""A press or command is answered before Discord is asked for anything else, however long that would take."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.ui.delivery import table_threads
from bot.ui.handlers.command_aliases import get_command_name
from bot.ui.handlers.routes import GAME
from bot.ui.screens import PING_MARK
from tests.end_to_end.playing import hangs, letters, mends
from tests.end_to_end.town import Town, begun, ids, said, town, words

COMMANDS: Mapping[str, Mapping[str, Any]] = {
    "game new": {"game": "goodwill", "place": "in a thread"},
    "league new": {"name": "Cup", "game": "goodwill", "seats": 3},
    "league result": {"table": 1, "order": "nobody"},
    "league void": {"table": 1},
    "league protest": {"table": 1},
    "league extend": {"weeks": 1},
    "league revert": {"line": 1},
    "table propose": {"what": "pause"},
    "table concede": {"sure": "yes"},
    "table pace": {"hours": "24"},
    "table news": {"post": "everything"},
    "play": {"answer": "12"},
    "bid": {"price": "12"},
    "settings change": {"secrets": "private thread"},
}
"""Arguments typed with commands that need them, or do more with them."""

PRESSES: Mapping[str, str] = {
    "act": f"act:1:{PING_MARK}",
    "log": "log:1:0",
    "rules": "rules:goodwill:0",
    "learn": "learn:goodwill",
    "dm": "dm:1:on",
    "take": "take:1:1",
    "inbox": "inbox:0",
    "pace": "hours:2",
    "agree": "agree:1:yes",
}
"""The ids of controls that are more than their verb and the table's number."""
OF_LOBBIES = {"join", "leave", "start", "options", "hours", "here", "bot", "nobot", "close"}


def paths(commands: Any) -> list[str]:
    """The full names of all commands; aliases run the same functions and are left out."""
    found = [command for command in commands if isinstance(command, app_commands.Command)]
    return [command.qualified_name for command in found if get_command_name(command) == command.qualified_name]


@pytest.mark.thorough
async def test_everybody_is_answered_while_nothing_else_of_discord_answers(tmp_path: Path) -> None:
    async with town(tmp_path, "Ann", "Ben", "Dora") as there:
        await begun(there)
        ben = there.people["Ben"]
        there.bot.outbox_worker._priority._moment = 0  # else the simulation waits each time until places are given back
        await ben.slash(there.channel, "game new", game="goodwill", seats=3, place="here")
        silent: list[str] = []
        about: dict[str, dict[str, Any]] = {
            "league steward": {"person": ben.user},
            "league penalty": {"player": ben.user, "points": 1},
            "league disqualify": {"player": ben.user},
        }
        with hangs(there, "*"):
            for verb in [verb for verb, found in there.bot.router.routes.items() if found.access is not GAME]:
                table = 2 if verb in OF_LOBBIES else 1
                (result,) = await there.press(ben, PRESSES.get(verb, f"{verb}:{table}"))
                silent += [] if result.acknowledged else [verb]
            for name in sorted(paths(there.bot.tree.walk_commands()), key=lambda name: name == "table concede"):
                result = await ben.slash(there.channel, name, **{**COMMANDS.get(name, {}), **about.get(name, {})})
                silent += [] if result.acknowledged else [name]
        assert silent == []
        await there.env.advance_time(60)


# -- a table in a thread of its own ----------------------------------------------------------------


async def opens(there: Town, **options: Any) -> Any:
    """Let Dora open a table in a thread."""
    return await there.people["Dora"].slash(there.channel, "game new", game="goodwill", place="in a thread", **options)


async def test_a_thread_that_takes_long_is_waited_for_by_nobody(dated: Town) -> None:
    with hangs(dated, "/threads"):
        result = await opens(dated)
        assert result.acknowledged
        await dated.env.advance_time(11)
        assert "Discord is still creating its thread" in said(result)
    await dated.env.advance_time(60)
    (thread,) = dated.channel.threads
    assert any("join:2" in ids(message) for message in thread.history())
    assert not any("join:2" in ids(message) for message in dated.public())


async def test_a_thread_made_by_a_program_that_was_killed_before_it_could_note_that_is_the_tables_thread(
    there: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The simulated Discord lives in another year.
    monkeypatch.setattr(table_threads, "MAX_CLOCK_DIFFERENCE", timedelta(days=1000))
    there.env.inject_error("POST", "/channels/*/threads", status=500)
    await opens(there)
    assert there.channel.threads == []
    name = "Goodwill with Dora"
    bot = there.env.backend.bot_user.id
    left = there.env.backend.create_thread(there.channel.id, name, bot, type=11, auto_archive_duration=1440)
    await there.restart()
    await there.env.advance_time(60)
    assert [thread.id for thread in there.channel.threads] == [left.id]
    assert any("join:2" in ids(message) for message in there.channel.threads[0].history())


async def test_two_tables_opened_at_once_have_a_thread_each(there: Town) -> None:
    there.env.inject_error("POST", "/channels/*/threads", status=500, times=2)
    await opens(there)
    await opens(there)
    await there.env.advance_time(60)
    assert len(there.channel.threads) == 2
    for number, thread in zip((2, 3), sorted(there.channel.threads, key=lambda each: each.id), strict=True):
        assert any(f"join:{number}" in ids(message) for message in thread.history())


@pytest.mark.parametrize(
    ("status", "code", "why"),
    [
        (400, 160006, "as many active threads as Discord allows"),
        (400, 50024, "Discord allows none there"),
        (403, 50013, "allow me **Create Public Threads**"),
        (400, 200001, "this server's AutoMod blocked its name. Please ask a server manager to exempt my role"),
        (400, 50035, "Discord has refused it (50035)"),
    ],
)
async def test_where_no_thread_can_be_made_no_table_is_open_and_another_place_is_offered(
    there: Town, status: int, code: int, why: str
) -> None:
    there.env.inject_error("POST", "/channels/*/threads", status=status, code=code)
    before = len(there.public())
    told = said(await opens(there))
    assert "No table was opened" in told
    assert why in told
    assert "`place: here`" in told
    assert await there.store.games.list_in_server(there.guild.id, statuses=("open",)) == []
    assert len(there.public()) == before
    there.number = 2
    assert await letters(there) == []
    mends(there)
    assert "Table 3 is open" in said(await opens(there))


@pytest.mark.parametrize("place", ["here", "in a thread"])
async def test_in_a_server_of_which_the_bot_is_no_member_no_table_is_promised(there: Town, place: str) -> None:
    """Only its commands were added there."""
    guild = there.bot.get_guild(there.guild.id)
    assert guild is not None
    there.bot._connection._remove_guild(guild)
    before = len(there.public())
    told = said(await there.people["Dora"].slash(there.channel, "game new", game="goodwill", place=place))
    assert told.startswith("This server has my commands, but I am not a member of it")
    assert "scope **bot**" in told
    assert await there.store.games.list_in_server(there.guild.id, statuses=("open",)) == []
    assert len(there.public()) == before


async def test_in_a_channel_for_announcements_the_thread_is_of_their_kind(there: Town) -> None:
    place = there.guild.create_news_channel("announcements")
    there.env.inject_error("POST", f"/channels/{place.id}/threads", status=500)  # the simulation knows none of them
    await there.people["Dora"].slash(place, "game new", game="goodwill", place="in a thread")
    (asked,) = [entry.json for entry in there.env.http_requests if entry.path == f"/channels/{place.id}/threads"]
    assert asked is not None
    assert asked["type"] == discord.ChannelType.news_thread.value


async def test_where_there_are_no_threads_the_table_stands_in_the_channel_and_its_opener_is_told(there: Town) -> None:
    place = there.guild.create_voice_channel("talk")
    told = said(await there.people["Dora"].slash(place, "game new", game="goodwill", place="in a thread"))
    assert f"Table 2 is open in <#{place.id}>" in told
    assert "Channels of this kind have no threads." in told
    assert any("Goodwill" in words(message) for message in place.history())
