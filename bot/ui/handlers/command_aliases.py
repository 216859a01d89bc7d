"""Aliases of commands that moved to another group, as long as their groups have room.

Discord allows 25 subcommands of a group. The group's own subcommands come first, and the aliases share what is left.
"""

from __future__ import annotations

from types import MethodType
from typing import Any

import discord
from discord import app_commands

MAX_SUBCOMMANDS = 25

ALIASES = (
    ("game log", "table log"),
    ("game undo", "table undo"),
    ("game mine", "record mine"),
    ("game replay", "record replay"),
    ("game concede", "table concede"),
    ("game propose", "table propose"),
    ("game pace", "table pace"),
    ("game news", "table news"),
    ("game verify", "record verify"),
    ("game export", "record export"),
    ("game delivery", "table delivery"),
    ("table why", "why"),
)
"""Pairs of an alias and the command's name in documents and messages, most used first: the last is the first to go."""

_NAME_KEY = "name"


def add_aliases(tree: app_commands.CommandTree[Any], aliases: tuple[tuple[str, str], ...] = ALIASES) -> None:
    """Register aliases in the room that their groups have left; call it once all commands are registered."""
    for alias, name in aliases:
        group_name, _, alias_name = alias.partition(" ")
        group = tree.get_command(group_name)
        command = _find_command(tree, name)
        if not isinstance(group, app_commands.Group) or command is None:
            raise LookupError(f"the alias {alias!r} of {name!r} has no group or no command")
        if len(group.commands) < MAX_SUBCOMMANDS and group.get_command(alias_name) is None:
            group.add_command(_build_alias(alias_name, command))


def get_command_name(command: app_commands.Command[Any, ..., Any] | app_commands.ContextMenu) -> str:
    """Return the name of a command in documents and messages, also if it was called by an alias."""
    return str(command.extras.get(_NAME_KEY, command.qualified_name))


def _find_command(tree: app_commands.CommandTree[Any], name: str) -> app_commands.Command[Any, ..., Any] | None:
    group_name, _, subcommand = name.partition(" ")
    found = tree.get_command(group_name, type=discord.AppCommandType.chat_input)
    if subcommand:
        found = found.get_command(subcommand) if isinstance(found, app_commands.Group) else None
    return found if isinstance(found, app_commands.Command) else None


def _build_alias(alias_name: str, command: app_commands.Command[Any, ..., Any]) -> app_commands.Command[Any, ..., Any]:
    """Build a command of the same callback; its options are read from the callback again, with their suggestions."""
    return app_commands.Command(
        name=alias_name,
        description=f"Same as /{command.qualified_name}",
        callback=MethodType(command.callback, command.binding),
        extras={_NAME_KEY: command.qualified_name},
    )
