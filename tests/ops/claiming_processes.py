"""Service processes that claim shards themselves, on one database, with a simulated Discord of two servers."""

from __future__ import annotations

import asyncio
import re
import signal
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from http import HTTPStatus
from pathlib import Path

import aiohttp

from storage.database_url import Server
from tests.bench.filled_databases import Room
from tests.ops.process import free_port, started
from tests.ops.sharded_discord import COUNT, LONGEST, NORTH, PAUSE, SOUTH, People, ShardedDiscord

HALF = f"{COUNT // 2} of {COUNT}"
SAID_WITHIN_SECONDS = 150.0
"""Time until a line of the log counts as missing."""
TAKEN = re.compile(r"has taken shards (\d+)-(\d+)/")
GIVEN = re.compile(r"gives back shards (\d+)-(\d+)/")


class ClaimingProcess:
    """A running service process that claims shards, with the lines of its log.

    Args:
        process: The running process.
        metrics: The local port of its metrics.
        web: The local port of its web pages.
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

    async def wait_for_line(self, words: str, times: int = 1) -> str:
        """Wait until a line with these words was logged `times` times, and return the last one."""
        with suppress(TimeoutError):
            async with asyncio.timeout(SAID_WITHIN_SECONDS), self._said:
                await self._said.wait_for(lambda: len(self.find_lines(words)) >= times or self._hearing.done())
        assert len(self.find_lines(words)) >= times, "".join(self.said)
        return self.find_lines(words)[times - 1]

    def find_lines(self, words: str) -> list[str]:
        """Return the logged lines that contain these words."""
        return [line for line in self.said if words in line]

    async def fetch_page(self, page: str) -> str:
        """Return the text of a page on the metrics port."""
        async with aiohttp.request("GET", f"http://127.0.0.1:{self._metrics}/{page}") as answer:
            return await answer.text()

    async def wait_for_page(self, page: str, words: str) -> None:
        """Wait until a page on the metrics port contains these words."""
        while True:
            if words in await self.fetch_page(page):
                return
            await asyncio.sleep(PAUSE)

    async def fetch_web_status(self, path: str) -> int:
        """Return the HTTP status of a web page, asked for again as long as the process is too busy to make it."""
        async with asyncio.timeout(SAID_WITHIN_SECONDS):
            while True:
                async with aiohttp.request("GET", f"http://127.0.0.1:{self._web}{path}") as answer:
                    if answer.status != HTTPStatus.TOO_MANY_REQUESTS:
                        return answer.status
                await asyncio.sleep(PAUSE)

    @property
    def shards(self) -> set[int]:
        """The shards that it owns, by its log."""
        found: set[int] = set()
        for line in self.said:
            for pattern, change in ((TAKEN, found.update), (GIVEN, found.difference_update)):
                if told := pattern.search(line):
                    change(range(int(told[1]), int(told[2]) + 1))
        return found

    async def kill(self) -> None:
        """Kill it with SIGKILL."""
        self.process.send_signal(signal.SIGKILL)
        await self.process.wait()

    async def wait_until_ended(self) -> int:
        """Wait until it has ended, and return its exit code."""
        code = await self.process.wait()
        await self._hearing
        return code

    async def stop(self) -> int:
        """Stop it with SIGTERM, and return its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return await self.wait_until_ended()


class ClaimingProcesses:
    """Starts claiming processes and ends them all in `close`."""

    def __init__(self, discord: ShardedDiscord, folder: Path, server: Server, patience: float) -> None:
        self._discord = discord
        self._folder = folder
        self._server = server
        self._patience = patience
        self._stack = AsyncExitStack()
        self._started: list[ClaimingProcess] = []

    async def start(self, share: str = HALF, *, first: str = "", **environ: str) -> ClaimingProcess:
        """Start a process that claims this share, after these lines of Python, with further settings."""
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
                **environ,
            )
        )
        self._started.append(ClaimingProcess(process, metrics, web))
        return self._started[-1]

    async def close(self) -> None:
        for each in self._started:
            with suppress(ProcessLookupError):
                each.process.kill()
            await each.wait_until_ended()
        await self._stack.aclose()


@asynccontextmanager
async def claiming_processes(
    discord: ShardedDiscord, folder: Path, server: Server, *, patience: float = LONGEST
) -> AsyncIterator[ClaimingProcesses]:
    """Keep claiming processes until the end, with each wait limited to `patience` seconds."""
    kept = ClaimingProcesses(discord, folder, server, patience)
    try:
        yield kept
    finally:
        await kept.close()


async def play_until_both_answer(people: People, tables: Mapping[int, tuple[Room, int]]) -> None:
    """Let people play until somebody has been answered at a table of each server."""
    before = people.pressed.sure.copy()
    answered: set[int] = set()
    while answered != {NORTH, SOUTH}:
        await people.play(1)
        answered = {tables[game_id][1] for (game_id, _), moves in (people.pressed.sure - before).items() if moves}


async def measure_seconds_until_both_answer(
    discord: ShardedDiscord, people: People, tables: Mapping[int, tuple[Room, int]], dead: set[int]
) -> float:
    """Return for how long servers of these shards, whose process dies or hangs at this moment, get no answers."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    discord.mark_shards_lost(dead)
    await discord.wait_for_shards(dead)
    await play_until_both_answer(people, tables)
    return loop.time() - began
