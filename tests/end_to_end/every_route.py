"""Every control and command, as the bot offers them: nothing new has to be remembered to be tested."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import discord
from simcord.actors import MemberActor
from simcord.results import InteractionResult

from bot.ui.handlers.routes import GAME
from storage.interface.people import Person
from tests.end_to_end.test_answers_first import COMMANDS, OF_LOBBIES, PRESSES, paths
from tests.end_to_end.town import Message, Town, begun, town

LATE = ("table concede", "concede", "close", "forget", "leave", "start", "lg-drop", "lg-left")
"""What ends something that others need."""


@dataclass(frozen=True)
class Route:
    """A control or a command, and how Boss uses it."""

    name: str
    use: Callable[[], Awaitable[InteractionResult]]


@asynccontextmanager
async def town_of_boss(folder: Path) -> AsyncIterator[Town]:
    """Open a town with a running table, an open one and a draft of a league, all with Boss, who runs the server."""
    async with town(folder, "Ann", by_discords_clock=True) as there:
        roles = [there.guild.create_role("manager", permissions=discord.Permissions(manage_guild=True))]
        boss = there.guild.add_member(there.env.create_user("boss", global_name="Boss"), roles=roles)
        there.people["Boss"] = boss
        await there.bot.storage.people.put(Person(boss.id, "Boss", chosen=True))
        there.moves_in("Dora")
        await begun(there, settles=True)
        there.bot.outbox_worker._priority._moment = 0  # else the simulation waits each time until places are given back
        await boss.slash(there.channel, "game new", game="goodwill", seats=4, place="here")
        await boss.slash(there.channel, "league new", name="Cup", game="goodwill", seats=3)
        await there.settled()
        yield there


def routes(there: Town, message: Message | None = None) -> list[Route]:
    """Return every control, pressed on this message or the table's, and every command; what ends something is last."""
    boss, dora = there.people["Boss"], there.people["Dora"]
    verbs = [verb for verb, found in there.bot.router.routes.items() if found.access is not GAME]
    found = [Route(verb, _pressed(there, boss, verb, message)) for verb in verbs]
    about: dict[str, dict[str, Any]] = {
        "league steward": {"person": dora.user},
        "league penalty": {"player": dora.user, "points": 1},
        "league disqualify": {"player": dora.user},
        "league new": {"name": "Bowl"},
    }
    for name in paths(there.bot.tree.walk_commands()):
        options = {**COMMANDS.get(name, {}), **about.get(name, {})}
        found.append(Route(name, _typed(there, boss, name, options)))
    return sorted(found, key=lambda route: route.name in LATE)


def _pressed(
    there: Town, who: MemberActor, verb: str, message: Message | None
) -> Callable[[], Awaitable[InteractionResult]]:
    custom_id = PRESSES.get(verb, f"{verb}:{2 if verb in OF_LOBBIES else 1}")

    async def use() -> InteractionResult:
        return (await there.press(who, custom_id, message=message))[0]

    return use


def _typed(
    there: Town, who: MemberActor, name: str, options: dict[str, Any]
) -> Callable[[], Awaitable[InteractionResult]]:
    return lambda: who.slash(there.channel, name, **options)
