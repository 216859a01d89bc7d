"""Evenings on which people play all games without a pause, and the memory that the bot needs meanwhile.

A heap that fills its caches grows for a while and stays; one that leaks goes on. So the figure is the growth in the
last third of the time, not the size at the end.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import TypeAlias

from bot.games import GAMES
from tests.bench import filled_databases, payloads
from tests.bench.filled_databases import Room, chance
from tests.bench.loopback import Answer, Bot, Loopback, loopback
from tests.bench.payloads import Payload
from tests.bench.pressing import Process, act, started
from tests.bench.report import Bar, Part, Row
from tests.form_values import Value, complete_values

TABLES = 50
PAUSE = 1.0
"""Seconds between two presses at a table."""
MINUTE = 60.0
LOOKS = ("hand", "log", "picture")
"""Pages that people open now and then beside their questions."""
FORMS = ("form", "fill")
"""Verbs of buttons that open a form: for a number, or for the whole answer."""
RADIO_GROUP = 21
"""Discord's type of a field with one choice, which is sent as text."""
OVER = "The game is over."
AT_MOST = 60
"""Presses on the way to one answer."""

Playing: TypeAlias = Sequence[asyncio.Task[None]]
"""Tables at which people play."""


@dataclass
class Measurements:
    """Measurements of some evenings, and counts of actions."""

    memory: list[int] = field(default_factory=list)
    """Bytes at the end of each minute."""
    waits: list[float] = field(default_factory=list)
    """How many seconds each press has waited for its answer."""
    used: list[float] = field(default_factory=list)
    """How many processor seconds the bot used meanwhile."""
    answers: int = 0
    games: int = 0
    """Games that were played to their end."""

    @property
    def presses(self) -> int:
        """How often somebody has pressed."""
        return len(self.waits)

    @property
    def growth(self) -> float:
        """Megabytes that the last third of the time has added: between the medians of its first and last minutes."""
        third = self.memory[-max(len(self.memory) // 3, 2) :]
        part = max(len(third) // 3, 1)
        return (median(third[-part:]) - median(third[:part])) / 1e6


class Evening:
    """A table played without end; when its game is over, the next one of the same kind begins.

    Args:
        discord: receives the presses.
        bot: answers the presses.
        room: the table and its players.
        found: collects the measurements.
        random: chooses the player and the press.
        pause: seconds between two presses, on average; it may be changed at any time.
        evenly: whether the pause begins with a press, so that the pace does not depend on how long answers take, unless
            they take longer. Otherwise a player pauses after the answer.
    """

    def __init__(
        self,
        discord: Loopback,
        bot: Bot,
        room: Room,
        found: Measurements,
        random: Random,
        pause: float = PAUSE,
        *,
        evenly: bool = False,
    ) -> None:
        self._discord = discord
        self._bot = bot
        self.room = room
        self._random = random
        self.found = found
        self.pause = pause
        self.evenly = evenly

    async def play(self) -> None:
        """Play until this is cancelled."""
        while True:
            for user_id in self._random.sample(self.room.people, len(self.room.people)):
                if not await self.turn(user_id):
                    break
                if self._random.random() < 0.1:
                    await self._look(user_id, act(self.room, user_id).on)

    async def turn(self, user_id: int) -> bool:
        """Let a player answer their question; return False where their game is over and the next one begins."""
        press = act(self.room, user_id)
        panel = await self._press(user_id, press.on, press.custom_id)
        if OVER in str(panel["components"]):
            await self._begin_again()
            return False
        await self._answer(user_id, panel)
        return True

    async def _answer(self, user_id: int, panel: Payload) -> None:
        """Press one's way to an answer, in any direction that is offered."""
        for _ in range(AT_MOST):
            offered = list(_answering(panel))
            if not offered:
                return
            control = self._random.choice(offered)
            verb, on = control["custom_id"].partition(":")[0], panel
            panel = await self._press(user_id, on, control["custom_id"], self._values(control))
            if verb in FORMS:
                panel = await self._fill_in(user_id, on, panel)
            self.found.answers += verb in ("play", "menu", *FORMS)

    async def _fill_in(self, user_id: int, on: Payload, form: Payload) -> Payload:
        """Send a form that was opened from a panel, filled in anyhow; most of what is sent are answers."""
        if "custom_id" not in form:  # the question was closed meanwhile
            return form
        boxes = [label["component"] for label in form["components"]]
        values = complete_values(form, {box["custom_id"]: self._choose_entry(box) for box in boxes})
        return await self._answered(await self._discord.send_form(self._bot, user_id, on, form, values))

    def _choose_entry(self, box: Payload) -> Value:
        """Return what somebody enters in a field: a number close to its own, or a small one; some of its lines."""
        if "options" in box:
            values = self._values(box)
            return values[0] if values and box["type"] == RADIO_GROUP else values
        suggested = box.get("value") or ""
        if suggested.isdecimal():
            return str(max(0, int(suggested) + self._random.choice((-4, -2, 0, 2, 4))))
        return str(self._random.choice((0, 0, 1, 2, 10)))

    def _values(self, control: Payload) -> list[str] | None:
        if "options" not in control:
            return None
        values = [option["value"] for option in control["options"]]
        count = self._random.randint(control.get("min_values", 1), control.get("max_values", 1))
        return sorted(self._random.sample(values, count), key=values.index)

    async def _look(self, user_id: int, on: Payload) -> None:
        number, verb = self.room.game_id, self._random.choice(LOOKS)
        await self._press(user_id, on, f"log:{number}:0" if verb == "log" else f"{verb}:{number}")

    async def _begin_again(self) -> None:
        """Let everybody sit down to the next game of the same kind."""
        self.found.games += 1
        first, *others = self.room.people
        on = act(self.room, first).on
        opened = await self._press(first, on, f"again:{self.room.game_id}")
        number = re.search(r"sit at table (\d+)", str(opened["components"]))
        assert number is not None, f"no other game began: {opened['components']}"
        self.room = Room(int(number[1]), self.room.people)
        for user_id in others:
            await self._press(user_id, on, f"join:{self.room.game_id}")
        await self._press(first, on, f"start:{self.room.game_id}")

    async def _press(self, user_id: int, on: Payload, custom_id: str, values: Sequence[str] | None = None) -> Payload:
        return await self._answered(await self._discord.press(self._bot, user_id, on, custom_id, values))

    async def _answered(self, answer: Answer) -> Payload:
        """Look at an answer for a while; return what it shows."""
        self.found.waits.append(answer.seconds)
        self.found.used.append(answer.used)
        pause = self.pause * self._random.uniform(0.5, 1.5)
        await asyncio.sleep(max(0.0, pause - answer.seconds) if self.evenly else pause)
        return answer.message


def _answering(panel: Payload) -> Iterator[Payload]:
    for control in payloads.controls(panel["components"]):
        if control["custom_id"].partition(":")[0] in ("play", "menu", "part", "more", *FORMS):
            yield control


async def fill(database: Path, tables: int, games: Sequence[str] = tuple(GAMES)) -> list[Room]:
    """Make a database with `tables` running games, spread evenly over these kinds."""
    async with filled_databases.house(database) as home:
        found = []
        for number in range(1, tables + 1):
            room = await home.open(number, games[number % len(games)])
            await home.play(room, number % 30, chance(number))
            found.append(room)
        await home.storage.database.write(filled_databases.letters_sent)
    return found


@asynccontextmanager
async def playing(evenings: Sequence[Evening]) -> AsyncIterator[Playing]:
    """Let people play at these tables until this is left."""
    tasks = [asyncio.create_task(evening.play()) for evening in evenings]
    try:
        yield tasks
    finally:
        for task in tasks:
            task.cancel()
        for task in tasks:
            with suppress(asyncio.CancelledError):
                await task


async def go_on(playing: Playing, seconds: float) -> None:
    """Run for `seconds`; an exception at a table meanwhile is raised here."""
    done, _ = await asyncio.wait(playing, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    for evening in done:
        await evening


async def load(folder: Path, *, minutes: float, tables: int = TABLES) -> Measurements:
    """Let people play for so long."""
    database, found = folder / "evenings.db", Measurements()
    there = await fill(database, tables)
    async with (
        loopback() as discord,
        started(discord, "evenings", act(there[0], there[0].people[0]), database) as process,
    ):
        evenings = [Evening(discord, process.bot, room, found, chance(f"hour {room.game_id}")) for room in there]
        async with playing(evenings) as tasks:
            await _watch(process, found, minutes, tasks)
    return found


async def _watch(process: Process, found: Measurements, minutes: float, tasks: Playing) -> None:
    """Look at the memory each minute."""
    end = perf_counter() + minutes * MINUTE
    while (rest := end - perf_counter()) > 0:
        await go_on(tasks, min(MINUTE, rest))
        found.memory.append(int((await process.state())["memory"]))
        print(
            f"{len(found.memory)} min: {found.memory[-1] / 1e6:.0f} MB, {found.presses} presses, "
            f"{found.answers} answers, {found.games} games over",
            flush=True,
        )


async def measure(folder: Path, *, minutes: float) -> Part:
    """Return what the memory of the bot came to."""
    found = await load(folder, minutes=minutes)
    first, last = found.memory[0] / 1e6, found.memory[-1] / 1e6
    return Part(
        "Memory under load",
        f"{TABLES} tables of all games at which people press without a pause, look at hands, logs and pictures, and "
        "begin anew when a game is over. Caches fill for a while; what counts is what the last third of the time adds.",
        [
            Row(
                f"memory over {minutes:.0f} minutes, {found.presses:,} presses, {found.games} games over",
                f"{last:.0f} MB in the end",
                f"{first:.0f} MB after a minute",
                found.growth,
                Bar(10, 5, "MB in the last third"),
            )
        ],
    )
