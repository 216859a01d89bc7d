"""Where a season takes place: a simulated server, the real bot on a database file, and a clock that jumps."""

from __future__ import annotations

import asyncio
import heapq
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from simcord.actors import MemberActor
from simcord.builders import ChannelHandle, GuildHandle

from bot.client import Boardroom
from bot.engine.game import AnyGame
from bot.games import GAMES
from bot.host.services import TimeSource
from bot.settings import Settings
from bot.testing.new_database import create_database
from storage.sqlite import SqliteStorage
from tests.end_to_end.town import PATIENCE, Town
from tests.house import at_once
from tests.patience import PatientEnv

FIRST_DAY = timedelta(days=61)
"""After the simulation's own epoch, the first of January 2026: so the clocks change on both sides of the ocean."""
STEP = timedelta(minutes=30)
"""So often at least everything is looked at."""


def chance(seed: object) -> Random:
    """Return chance that is the same in each run."""
    return Random(str(seed))  # noqa: S311  # it plays, it does not guard anything


class Clocked(Boardroom):
    """The real bot, with the season's clock on its wall and seeds that are the same in each run."""

    def __init__(
        self, settings: Settings, now: Callable[[], datetime], seeds: Random, games: Mapping[str, AnyGame]
    ) -> None:
        times = TimeSource(now=now, monotonic=lambda: now().timestamp(), draw_delay=at_once)
        super().__init__(
            settings, games=games, spacing=0, times=times, new_seed=lambda: f"{seeds.getrandbits(256):064x}"
        )


@dataclass(order=True)
class Appointment:
    """Something that happens at a moment."""

    at: datetime
    number: int
    what: Callable[[], Awaitable[None]] = field(compare=False)
    matters: Callable[[], bool] = field(compare=False)
    """Whether it happens at all; else time need not stop for it."""


class Stage:
    """The server, the present bot, the file, and the events still to happen."""

    def __init__(
        self,
        env: PatientEnv,
        settings: Settings,
        seed: str,
        guild: GuildHandle,
        channel: ChannelHandle,
        games: Mapping[str, AnyGame] = GAMES,
    ) -> None:
        self.games = games
        self.env = env
        self.settings = settings
        self.seed = seed
        self.guild = guild
        self.channel = channel
        self.off = False
        """Whether no bot runs."""
        self.look: Callable[[], Awaitable[None]] = _nothing
        """Callback that records past events; called repeatedly."""
        self.people: dict[int, MemberActor] = {}
        self.lost_answers: list[tuple[int, int, int]] = []
        """Discord's refusals of the next answers: status and code, and how often."""
        self._seeds = chance(f"{seed} seeds")
        self._calendar: list[Appointment] = []
        self._numbers = 0

    @property
    def bot(self) -> Boardroom:
        """The program that runs at the moment."""
        assert isinstance(self.env.bot, Boardroom)
        return self.env.bot

    @property
    def storage(self) -> SqliteStorage:
        """Its open database."""
        assert isinstance(self.bot.storage, SqliteStorage)
        return self.bot.storage

    def now(self) -> datetime:
        """The season's time."""
        return self.env.now()

    @contextmanager
    def rows(self) -> Iterator[sqlite3.Connection]:
        """The file as anybody can read it, without the program."""
        connection = sqlite3.connect(f"file:{self.settings.database}?mode=ro", uri=True)
        try:
            yield connection
        finally:
            connection.close()

    def town(self, number: int, place: ChannelHandle) -> Town:
        """Return the part of the town that is about one table."""
        there = Town(self.env, self.settings, self.games, self.guild, self.channel)
        there.number, there.place = number, place
        return there

    # -- time ------------------------------------------------------------------------------------

    def at(
        self, when: datetime, what: Callable[[], Awaitable[None]], matters: Callable[[], bool] = lambda: True
    ) -> None:
        """Let something happen at a moment, if it matters then."""
        self._numbers += 1
        heapq.heappush(self._calendar, Appointment(when, self._numbers, what, matters))

    async def go_on(self, end: datetime) -> None:
        """Let everything happen that is to happen until then."""
        while self._calendar and self._calendar[0].at <= end:
            appointment = heapq.heappop(self._calendar)
            if appointment.matters():
                await self.until(appointment.at)
                await appointment.what()
                await self.look()
        await self.until(end)

    async def until(self, moment: datetime) -> None:
        """Let time pass; the bot's own clock rings whenever it has to."""
        while (left := moment - self.now()) > timedelta(0):
            await self.env.advance_time(min(left, STEP).total_seconds())
            await self.look()

    def forget_panels(self, kept: Collection[int]) -> None:
        """Let private messages scroll away, but for these."""
        for messages in self.env.backend.messages.values():
            for message in [message for message in messages.values() if message.is_ephemeral]:
                if message.id not in kept:
                    del messages[message.id]

    # -- the program -----------------------------------------------------------------------------

    async def stop(self) -> None:
        """Stop the bot as an operator does."""
        await self.bot.close()
        self.off = True

    async def crash(self) -> None:
        """Let the bot die at any point: nothing is finished, and nobody says goodbye."""
        dying = self.bot
        await self.env._detach_bot()
        await dying.storage.close()  # the end of a process lets go of its files
        self.off = True

    async def start(self) -> None:
        """Start another bot on the same file."""
        self.off = False
        await self.env.restart_bot(Clocked(self.settings, self.now, self._seeds, self.games))
        await self.env.settle()

    # -- Discord's moods -------------------------------------------------------------------------

    def refuse(self, method: str, path: str, status: int, code: int = 0, times: int | None = None) -> dict[str, Any]:
        """From now on Discord answers so; return what `mend` takes away again."""
        self.env.inject_error(method, path, status=status, code=code, times=times)
        fault: dict[str, Any] = self.env.backend.faults[-1]
        return fault

    def mend(self, *faults: dict[str, Any]) -> None:
        """Let Discord work again as before."""
        present = self.env.backend.faults
        present[:] = [fault for fault in present if not any(fault is other for other in faults)]


async def _nothing() -> None:
    """Look at nothing."""


@contextmanager
def memory() -> Iterator[Path]:
    """Open a folder that lies in memory where there is such a thing: it is not the disk that is tried here."""
    shared = Path("/dev/shm")  # noqa: S108
    with TemporaryDirectory(prefix="boardroom-season-", dir=shared if shared.is_dir() else None) as name:
        yield Path(name)


class BotsChance:
    """Randomness of bots: for each table's bots the same in each run, in any order of thinking."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._drawn: dict[str, Random] = {}

    def __call__(self, bits: int) -> int:
        """Return this number of bits for the caller."""
        task = asyncio.current_task()
        name = "" if task is None else task.get_name()
        if name not in self._drawn:
            self._drawn[name] = chance(f"{self._seed} {name}")
        return self._drawn[name].getrandbits(bits)


@asynccontextmanager
async def stage(folder: Path, seed: str, games: Mapping[str, AnyGame] = GAMES) -> AsyncIterator[Stage]:
    """Open a server with the bot in it; at the end the bot must have raised nothing."""
    await create_database(folder / "boardroom.db")
    settings = Settings(database=folder / "boardroom.db", _env_file=None, presses_a_second=0)
    env = PatientEnv(
        Clocked(settings, lambda: env.now(), chance(f"{seed} first seeds"), games), settle_timeout=PATIENCE
    )
    env.backend.advance_clock(FIRST_DAY.total_seconds())
    with patch("secrets.randbits", BotsChance(seed)):
        await env.start()
        try:
            guild = env.create_guild("Boardroom")
            yield Stage(env, settings, seed, guild, guild.create_text_channel("boardroom"), games)
        finally:
            if env.bot is not None and not env.bot.is_closed():
                await env.bot.close()
            await env.shutdown()
    env.raise_errors()
