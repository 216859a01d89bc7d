"""Several processes of the service that take shards by themselves, on one database, with a Discord of two servers."""

from __future__ import annotations

import asyncio
import re
import signal
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path

import aiohttp

from storage.database_url import Server
from tests.bench.filled_databases import Room
from tests.ops.process import free_port, started
from tests.ops.sharded_discord import COUNT, LONGEST, NORTH, PAUSE, SOUTH, Divided, People

HALF = f"{COUNT // 2} of {COUNT}"
SAID_WITHIN_SECONDS = 150.0
"""Time until a line of the log counts as missing."""
TAKEN = re.compile(r"has taken shards (\d+)-(\d+)/")
GIVEN = re.compile(r"gives back shards (\d+)-(\d+)/")


class Claimer:
    """One of them, with what it says.

    Args:
        process: it.
        metrics: at which port of this computer it shows its metrics.
        web: at which one it serves pages.
    """

    def __init__(self, process: Process, metrics: int, web: int) -> None:
        self.process = process
        self._metrics = metrics
        self._web = web
        self.said: list[str] = []
        self._said = asyncio.Condition()
        self._hearing = asyncio.create_task(self._hear())

    async def _hear(self) -> None:
        assert self.process.stderr is not None
        while line := (await self.process.stderr.readline()).decode():
            async with self._said:
                self.said.append(line)
                self._said.notify_all()
        async with self._said:
            self._said.notify_all()

    async def says(self, words: str, times: int = 1) -> str:
        """Wait until this line was printed `times` times; return the last one."""
        with suppress(TimeoutError):
            async with asyncio.timeout(SAID_WITHIN_SECONDS), self._said:
                await self._said.wait_for(lambda: len(self.said_with(words)) >= times or self._hearing.done())
        assert len(self.said_with(words)) >= times, "".join(self.said)
        return self.said_with(words)[times - 1]

    def said_with(self, words: str) -> list[str]:
        """Return the lines with these words."""
        return [line for line in self.said if words in line]

    async def shows(self, page: str) -> str:
        """Return what it shows to programs on this computer."""
        async with aiohttp.request("GET", f"http://127.0.0.1:{self._metrics}/{page}") as answer:
            return await answer.text()

    async def comes_to_show(self, page: str, words: str) -> None:
        """Wait until it shows this."""
        while True:
            if words in await self.shows(page):
                return
            await asyncio.sleep(PAUSE)

    async def answers_on_the_web(self, path: str) -> int:
        """Return how it answers who looks at a page of the web."""
        async with aiohttp.request("GET", f"http://127.0.0.1:{self._web}{path}") as answer:
            return answer.status

    @property
    def having(self) -> set[int]:
        """The shards that it has."""
        found: set[int] = set()
        for line in self.said:
            for pattern, change in ((TAKEN, found.update), (GIVEN, found.difference_update)):
                if told := pattern.search(line):
                    change(range(int(told[1]), int(told[2]) + 1))
        return found

    async def kill(self) -> None:
        """Let it die without a word."""
        self.process.send_signal(signal.SIGKILL)
        await self.process.wait()

    async def ends(self) -> int:
        """Wait until it has ended; return its code."""
        code = await self.process.wait()
        await self._hearing
        return code

    async def stop(self) -> int:
        """Let it end in order; return its code."""
        self.process.send_signal(signal.SIGTERM)
        return await self.ends()


class Claimers:
    """Starts them."""

    def __init__(self, discord: Divided, folder: Path, server: Server, patience: float) -> None:
        self._discord = discord
        self._folder = folder
        self._server = server
        self._patience = patience
        self._stack = AsyncExitStack()
        self._started: list[Claimer] = []

    async def start(self, share: str = HALF, *, first: str = "") -> Claimer:
        """Start one that takes this share, after these lines of Python."""
        metrics, web = (self._stack.enter_context(free_port()) for _ in range(2))
        process = await self._stack.enter_async_context(
            started(
                self._discord,
                self._folder,
                patience=self._patience,
                first=first,
                BOARDROOM_DATABASE=self._server.address,
                BOARDROOM_SHARDS=share,
                BOARDROOM_PRESSES_A_SECOND="0",
                BOARDROOM_METRICS_PORT=str(metrics),
                BOARDROOM_WEB=f"127.0.0.1:{web}",
            )
        )
        self._started.append(Claimer(process, metrics, web))
        return self._started[-1]

    async def close(self) -> None:
        for each in self._started:
            with suppress(ProcessLookupError):
                each.process.kill()
            await each.ends()
        await self._stack.aclose()


@asynccontextmanager
async def claimers(
    discord: Divided, folder: Path, server: Server, *, patience: float = LONGEST
) -> AsyncIterator[Claimers]:
    """Keep claiming processes until the end, with each wait limited to `patience` seconds."""
    kept = Claimers(discord, folder, server, patience)
    try:
        yield kept
    finally:
        await kept.close()


async def both_answer(people: People, tables: Mapping[int, tuple[Room, int]]) -> None:
    """Let people play until somebody has been answered at a table of each server."""
    before = people.pressed.sure.copy()
    answered: set[int] = set()
    while answered != {NORTH, SOUTH}:
        await people.play(1)
        answered = {tables[game_id][1] for (game_id, _), moves in (people.pressed.sure - before).items() if moves}


async def seconds_until_both_answer(
    discord: Divided, people: People, tables: Mapping[int, tuple[Room, int]], dead: set[int]
) -> float:
    """Return for how long servers of these shards, whose process dies or hangs at this moment, get no answers."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    discord.has_lost(dead)
    await discord.has_again(dead)
    await both_answer(people, tables)
    return loop.time() - began
