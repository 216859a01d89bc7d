"""The commands as Discord counts them: within its limits, and with room for the games to come."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import cogs
from storage.interface.metadata_keys import COMMANDS_KEY, COMMANDS_WANTED_KEY
from tests.cogs.town import Player, Town, town
from tests.toy import TOY

COMMANDS, SUBCOMMANDS, OPTIONS, CHOICES, TEXT = 100, 25, 25, 25, 8000
MENUS = (2, 3)
"""Types of the commands that Discord shows in the menu of a person or a message, without a description."""
ROOM = 4
"""Games that are still to come; each may bring a command of its own and one below /game, in place of an alias."""

GAMES = {
    key: replace(TOY, key=key, title=f"{title} {'long ' * 30}", tagline="A tagline that says much. " * 10)
    for key, title in (("a", "Alpha"), ("b", "Beta"), ("c", "Gamma"), ("d", "Delta"), ("e", "Epsilon"))
}


@pytest.fixture
async def five_game_town(tmp_path: Path, no_errors_logged: None) -> AsyncIterator[Town]:
    """A town whose bot knows five games with long titles."""
    async with town(tmp_path / "boardroom.db", games=GAMES) as opened:
        yield opened


def registered(here: Town) -> list[dict[str, Any]]:
    return [command.to_dict(here.bot.tree) for command in here.bot.tree.get_commands()]


def every_part(command: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield command
    for option in command.get("options", ()):
        yield from every_part(option)


def text_of(command: dict[str, Any]) -> int:
    """How many characters Discord counts for a command: names, descriptions and values."""
    return sum(
        len(part["name"])
        + len(part.get("description", ""))
        + sum(len(choice["name"]) + len(str(choice["value"])) for choice in part.get("choices") or ())
        for part in every_part(command)
    )


async def test_all_commands_fit_and_leave_room_for_four_more_games(five_game_town: Town) -> None:
    commands = registered(five_game_town)
    assert len(commands) + ROOM <= COMMANDS // 2, "other bots have commands too, but not in our hundred"
    for command in commands:
        assert text_of(command) < TEXT // 2, command["name"]
        for part in every_part(command):
            options = part.get("options", [])
            below = [option for option in options if option["type"] in (1, 2)]
            own = [option for option in below if not option["description"].startswith("Same as /")]
            assert len(own) + (ROOM if own else 0) <= SUBCOMMANDS, part["name"]
            assert len(below) <= SUBCOMMANDS
            assert len(options) <= OPTIONS
            assert len(part.get("choices") or ()) <= CHOICES
            assert (part.get("type") in MENUS and "description" not in part) or 1 <= len(part["description"]) <= 100, (
                part["name"]
            )
            assert re.fullmatch(r"[a-z_-]{1,32}|[A-Z][a-z ]{1,30}[a-z?]", part["name"]), part["name"]


def test_every_module_of_commands_is_added_to_a_bot() -> None:
    files = {path.stem for path in Path(cogs.__file__).parent.glob("*.py")} - {"__init__"}
    assert [*files.symmetric_difference(module.__name__.removeprefix("cogs.") for module in cogs.ALL)] == []


async def test_required_options_come_first(five_game_town: Town) -> None:
    for command in registered(five_game_town):
        for part in every_part(command):
            required = [bool(option.get("required")) for option in part.get("options", ()) if option["type"] > 2]
            assert required == sorted(required, reverse=True), part["name"]


async def test_more_games_make_no_more_commands(here: Town) -> None:
    before = registered(here)
    here.games = GAMES
    await here.restart()
    assert registered(here) == before


async def test_games_with_long_titles_can_be_found_opened_and_listed(five_game_town: Town) -> None:
    ann = five_game_town.person("Ann")
    choices = await ann.actor.autocomplete(five_game_town.channel, "game new", "game", "")
    assert [choice["value"] for choice in choices] == ["a", "b", "c", "d", "e"]
    assert all(len(choice["name"]) <= 100 for choice in choices)
    await ann.slash("game new", game="e", seats=2)
    assert len(str(five_game_town.channel.threads[0].name)) <= 100
    assert "Epsilon" in await ann.slash("game list")
    tables = await ann.actor.autocomplete(five_game_town.channel, "game status", "table", "")
    assert [choice["value"] for choice in tables] == ["1"]
    assert all(len(choice["name"]) <= 100 for choice in tables)


def uploads(here: Town) -> int:
    """How often Discord was told the commands."""
    return sum(entry.method == "PUT" and entry.path.endswith("/commands") for entry in here.env.http_requests)


async def test_commands_are_registered_only_when_they_have_changed(here: Town, ann: Player) -> None:
    assert uploads(here) == 1
    await here.restart()
    await here.restart()
    assert uploads(here) == 1
    assert "This server has no tables yet" in await ann.slash("game list")


@pytest.mark.parametrize(("status", "code"), [(503, 0), (500, 0), (403, 50001), (400, 50035)])
async def test_a_registration_that_fails_is_tried_again_while_the_old_commands_serve(
    here: Town, ann: Player, status: int, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    def tried() -> tuple[int, int]:
        """How often it failed, and how often it succeeded since the town was opened."""
        said = [entry.getMessage() for entry in caplog.get_records("call")]
        failed = sum(line.startswith("registering the commands did not succeed") for line in said)
        return failed, uploads(here) - failed - 1

    await here.bot.storage.metadata.put(COMMANDS_KEY, "those of an older version")
    here.env.inject_error("PUT", "/applications/*/commands", status=status, code=code, times=2)
    await here.restart()
    assert tried() == (1, 0)
    assert "This server has no tables yet" in await ann.slash("game list")
    for seconds, so_far in ((14, (1, 0)), (1, (2, 0)), (29, (2, 0)), (1, (2, 1)), (7200, (2, 1))):
        await here.env.advance_time(seconds)
        assert tried() == so_far
    storage = here.bot.storage
    assert await storage.metadata.get(COMMANDS_KEY) == await storage.metadata.get(COMMANDS_WANTED_KEY)


async def test_discord_is_told_of_every_command_where_it_can_be_used_and_who_installs_it(here: Town) -> None:
    in_a_server, with_the_bot, in_group_messages, by_a_server, by_a_person = 0, 1, 2, 0, 1
    by_people = {"hand", "inbox", "settings"}
    everywhere = by_people | {"help", "play", "bid", "why"}
    menus = {"Results here", "Invite to my table", "My panel", "Why does it wait?"}
    only_in_a_server = {"game", "table", "record", "league"} | menus
    assert {command["name"]: command["contexts"] for command in registered(here)} == {
        **{name: [in_a_server] for name in only_in_a_server},
        **{name: [in_a_server, with_the_bot] for name in everywhere},
        **{name: [in_a_server, with_the_bot, in_group_messages] for name in by_people},
    }
    for command in registered(here):
        installs = [by_a_server, by_a_person] if command["name"] in by_people else [by_a_server]
        assert command["integration_types"] == installs, command["name"]
        assert command["dm_permission"] == (command["name"] in everywhere), "what older clients go by says the same"


async def test_what_one_plays_can_be_played_from_direct_messages_and_tables_only_in_a_server(
    here: Town, ann: Player
) -> None:
    here.guild.create_text_channel("other")
    in_private = ann.actor.user.available_commands()
    assert {"hand", "play", "bid", "settings change", "settings forget-me"} <= set(in_private)
    assert not any(command.partition(" ")[0] in ("game", "table", "record") for command in in_private)
    assert {"game new", "game join", "hand"} <= set(ann.actor.available_commands(here.channel))
