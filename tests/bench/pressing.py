"""Presses at many tables at once, and how long each waits for its answer."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import quantiles
from time import perf_counter
from typing import Any

from tests.bench import payloads
from tests.bench.filled_databases import Room
from tests.bench.loopback import Answer, Bot, Loopback
from tests.bench.payloads import CHANNEL, Payload
from tests.form_values import complete_values
from tests.measured import ROOT

LATE = "decision has changed"
"""What the bot says to a press that was no legal move."""


@dataclass(frozen=True)
class Press:
    """A control that somebody sees before them; with the real bot, pressing it is a legal move."""

    user_id: int
    on: Payload
    custom_id: str
    values: Sequence[str] | None = None
    form: Payload | None = None
    """The opened form, if it is one that is sent as it was offered."""


@dataclass(frozen=True)
class Storm:
    """What many presses got."""

    seconds: float
    """Until the last was answered."""
    waits: Sequence[float]
    """How long each took, in seconds."""

    @property
    def per_second(self) -> float:
        return len(self.waits) / self.seconds

    def percentile(self, percent: int) -> float:
        """Return the percentile of the waiting times, in milliseconds."""
        return quantiles(self.waits, n=100, method="inclusive")[percent - 1] * 1000


@dataclass
class Process:
    """A bot in a process of its own."""

    bot: Bot
    process: asyncio.subprocess.Process
    first_answer: float
    """Seconds from the start of the process to the answer to a press that waited for it."""

    async def settled(self) -> dict[str, Any]:
        """Wait until everything that follows from the presses is done; return what the process has used so far."""
        return await self._told("settle")

    async def state(self) -> dict[str, Any]:
        """Return the resources the process has used so far."""
        return await self._told("state")

    async def _told(self, command: str) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{command}\n".encode())
        return dict(json.loads(await self.process.stdout.readline()))


def find_core() -> int | None:
    """Return a core that a bot can be bound to, with others left for the rest; None if there is none."""
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    return cores[-1] if len(cores) > 1 else None


@asynccontextmanager
async def started(
    discord: Loopback,
    name: str,
    first: Press,
    database: Path | None = None,
    *,
    spacing: float = 1.0,
    core: int | None = None,
) -> AsyncIterator[Process]:
    """Start a bot, "ok..." or another, and wait for its first answer; stop it in the end.

    With a spacing of 0 it sends all that follows from a move at once, however soon the next one comes. With a core it
    runs on that one alone, and this process on the others.
    """
    kind = "ok" if name.startswith("ok") else "boardroom"
    arguments = [
        "-m",
        "tests.bench.bots",
        kind,
        str(discord.port),
        f"{name}.x.x",
        *([str(database), str(spacing)] if database else []),
    ]
    begun = perf_counter()
    process = await asyncio.create_subprocess_exec(
        sys.executable, *arguments, cwd=ROOT, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    before = None if core is None else _keep_apart(process.pid, core)
    try:
        bot = await discord.connected(name)
        bot.clock = _find_clock(process.pid)
        await discord.press(bot, first.user_id, first.on, first.custom_id)
        yield Process(bot, process, perf_counter() - begun)
    finally:
        assert process.stdin is not None
        process.stdin.close()
        await process.wait()
        discord.gone(name)
        if before is not None:
            os.sched_setaffinity(0, before)


def _keep_apart(pid: int, core: int) -> set[int]:
    """Bind a process that has just begun to a core, with all its later threads, and this one to the others."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(pid, {core})
    os.sched_setaffinity(0, before - {core})
    return before


def _find_clock(pid: int) -> int | None:
    """Return the clock of another process that counts its processor time; None: the system has none."""
    return (~pid << 3) | 2 if sys.platform == "linux" else None


def act(room: Room, user_id: int) -> Press:
    """Return the press of the button that opens a player's question."""
    return Press(user_id, payloads.message(1, str(CHANNEL), {}), f"act:{room.game_id}")


async def asked(discord: Loopback, bot: Bot, rooms: Sequence[Room], random: Random) -> list[Press]:
    """Return a legal move for each asked player at these tables, in random order."""
    presses = []
    for room in rooms:
        for press in [act(room, user_id) for user_id in room.people]:
            panel = (await discord.press(bot, press.user_id, press.on, press.custom_id)).message
            if found := await _answers(discord, bot, press.user_id, panel):
                presses.append(random.choice(found))
    random.shuffle(presses)
    return presses


async def _answers(discord: Loopback, bot: Bot, user_id: int, panel: Payload) -> list[Press]:
    """Return the presses that answer the question on a panel; a form for the whole answer goes before its parts."""
    found = []
    for control in payloads.controls(panel["components"]):
        verb = control["custom_id"].partition(":")[0]
        if verb == "fill":
            opened = (await discord.press(bot, user_id, panel, control["custom_id"])).message
            return [Press(user_id, panel, opened["custom_id"], form=opened)]
        if verb == "play":
            found.append(Press(user_id, panel, control["custom_id"]))
        elif verb == "menu":
            values = [option["value"] for option in control["options"]][: control["max_values"]]
            found.append(Press(user_id, panel, control["custom_id"], values))
    return found


async def in_turns(
    discord: Loopback, bots: Mapping[str, Process], presses: Mapping[str, Sequence[Press]]
) -> list[tuple[str, float]]:
    """Press here and there in turns, each time when everything before has been delivered; return how long each took."""
    waits = []
    for together in zip(*presses.values(), strict=False):
        for name, press in zip(presses, together, strict=True):
            await bots[name].settled()
            found = await storm(discord, bots[name].bot, [press], 1)
            waits.append((name, found.waits[0]))
    return waits


async def storm(discord: Loopback, bot: Bot, presses: Sequence[Press], in_flight: int) -> Storm:
    """Press all of these in turn, `in_flight` at the same time."""
    waits: list[float] = []
    rest = iter(presses)

    async def one_after_the_other() -> None:
        for press in rest:
            answer = await _carry_out(discord, bot, press)
            assert LATE not in str(answer.message["components"]), f"{press.custom_id} came too late"
            waits.append(answer.seconds)

    begun = perf_counter()
    await asyncio.gather(*(one_after_the_other() for _ in range(in_flight)))
    return Storm(perf_counter() - begun, waits)


async def _carry_out(discord: Loopback, bot: Bot, press: Press) -> Answer:
    if press.form is not None:
        return await discord.send_form(bot, press.user_id, press.on, press.form, complete_values(press.form, {}))
    return await discord.press(bot, press.user_id, press.on, press.custom_id, press.values)
