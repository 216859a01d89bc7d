"""Former names of commands: they answer as the new names do, and give way to new commands of their group."""

from __future__ import annotations

import re
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from discord import app_commands

from bot.ui.handlers.command_aliases import ALIASES, MAX_SUBCOMMANDS, add_aliases, get_command_name
from tests.cogs.town import Player, Town, town

FORMER = {
    *("new", "join", "leave", "start", "pace", "news", "public", "list", "mine", "status", "rules", "cards", "learn"),
    *("delivery", "log", "replay", "export", "verify", "undo", "propose", "concede"),
}
"""The subcommands of /game before there were /table and /record."""

Option = dict[str, Any]
OPTIONS: dict[str, Option] = {
    "game pace": {"hours": "48"},
    "game news": {"post": "nothing"},
    "game propose": {"what": "pause"},
    "game concede": {"sure": "yes"},
}
ANSWERS = {
    "game log": "4 steps are left.",
    "game undo": "Your last move is undone",
    "game mine": "You haven't finished a game yet.",
    "game replay": "step 1",
    "game concede": "You have conceded",
    "game propose": "Your vote counts",
    "game pace": "48",
    "game news": "I post: **nothing**",
    "game verify": "the game is over",
    "game export": "Table 1 as a file.",
    "game delivery": "what was delivered",
    "table why": "waiting for",
}
"""Words by which each answer is known, so that two equal refusals prove nothing."""


def get_group(here: Town, name: str) -> app_commands.Group:
    group = here.bot.tree.get_command(name)
    assert isinstance(group, app_commands.Group)
    return group


def get_options(here: Town, name: str) -> Any:
    group, _, subcommand = name.partition(" ")
    found = get_group(here, group).get_command(subcommand) if subcommand else here.bot.tree.get_command(group)
    assert found is not None
    return found.to_dict(here.bot.tree)["options"]


async def use(folder: Path, command: str, options: Option, *, is_open: bool) -> tuple[str, str, list[dict[str, Any]]]:
    """Use a command in a town of its own; return its answer, what everybody reads then, and the tables it suggests."""
    async with town(folder / f"{command}.db") as here:
        ann, ben = here.person("Ann"), here.person("Ben")
        player = ann
        if is_open:
            await here.opened(ben, host=ann)
        else:
            player = await here.at_first_turn(ben, host=ann)
            await player.choose("Try the fruit")
        suggested = []
        if any(option["name"] == "table" for option in get_options(here, command)):
            suggested = await player.actor.autocomplete(here.channel, command, "table", "1")
        answer = await player.slash(command, **options)
        shown = [re.sub(r"<t:\d+", "<t:", text) for text in (answer, here.public_text())]
        return shown[0], shown[1], suggested


@pytest.mark.parametrize(("alias", "name"), ALIASES, ids=[alias for alias, _ in ALIASES])
async def test_a_former_name_answers_as_the_new_one(
    tmp_path: Path, no_errors_logged: None, alias: str, name: str
) -> None:
    options, is_open = OPTIONS.get(alias, {}), alias in ("game pace", "game news")
    former = await use(tmp_path, alias, options, is_open=is_open)
    assert former == await use(tmp_path, name, options, is_open=is_open)
    answer, _, suggested = former
    assert ANSWERS[alias] in answer
    assert [choice["value"] for choice in suggested] == ([] if alias == "game mine" else ["1"])


async def test_every_name_that_people_know_has_its_options_and_says_which_command_it_is(here: Town) -> None:
    assert {command.name for command in get_group(here, "game").commands} >= FORMER
    for alias, name in ALIASES:
        group, _, subcommand = alias.partition(" ")
        command = get_group(here, group).get_command(subcommand)
        assert isinstance(command, app_commands.Command)
        assert command.description == f"Same as /{name}"
        assert get_command_name(command) == name
        assert get_options(here, alias) == get_options(here, name)


async def test_results_have_a_command_of_their_own_beside_the_list_of_tables(here: Town, ann: Player) -> None:
    assert await ann.slash("record results") == await ann.slash("game list", which="finished")


async def test_a_new_command_pushes_the_last_alias_out_and_never_a_command_of_its_own(here: Town) -> None:
    tree, group = here.bot.tree, get_group(here, "game")
    aliases = [alias.removeprefix("game ") for alias, _ in ALIASES if alias.startswith("game ")]
    own = [command.name for command in group.commands if command.name not in aliases]
    numbers = count(1)
    while len(own) < MAX_SUBCOMMANDS:
        for alias in aliases:
            group.remove_command(alias)
        own.append(f"new{next(numbers)}")
        group.add_command(app_commands.Command(name=own[-1], description="New", callback=_do_nothing))
        add_aliases(tree)
        names = [command.name for command in group.commands]
        assert names == own + aliases[: MAX_SUBCOMMANDS - len(own)]
    assert names == own


async def test_a_new_command_takes_the_name_of_an_alias(here: Town) -> None:
    group = get_group(here, "game")
    group.remove_command("log")
    new: app_commands.Command[Any, ..., None] = app_commands.Command(
        name="log", description="New", callback=_do_nothing
    )
    group.add_command(new)
    add_aliases(here.bot.tree)
    assert group.get_command("log") is new


async def _do_nothing(interaction: Any) -> None:
    """Do nothing."""
