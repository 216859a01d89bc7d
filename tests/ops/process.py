"""The service as a process of its own, as an operator runs it, with a Discord on this computer."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from aiohttp import web

from tests.bench import payloads
from tests.bench.loopback import Loopback, as_json, served
from tests.bench.payloads import CHANNEL

ROOT = Path(__file__).resolve().parents[2]
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.abcdefghijklmnopqrstuvwxyz0123456789AB"
NAME = TOKEN.partition(".")[0]
PATIENCE = 120.0
"""Seconds until a test that hangs is given up."""
WHAT_IS_SAID = 2**26
"""Bytes that a process may say while nobody reads it; else it would wait for that, and hang."""

SERVICE = """
import sys
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL
Route.BASE = "http://127.0.0.1:{port}/api/v10"
DiscordWebSocket.DEFAULT_GATEWAY = URL("ws://127.0.0.1:{port}/")
import os
from datetime import UTC, datetime, timedelta
from bot.__main__ import main
from bot.host.services import TimeSource
ahead = timedelta(seconds=float(os.environ.get("TESTED_CLOCK_AHEAD", "0")))
TimeSource.__init__.__defaults__ = (lambda: datetime.now(UTC) + ahead, *TimeSource.__init__.__defaults__[1:])
sys.exit(main(sys.argv[1:]))
"""


class Moody(Loopback):
    """A Discord that can answer otherwise than it should."""

    def __init__(self) -> None:
        super().__init__()
        self.to_token = 200
        self.to_commands: tuple[int, Mapping[str, object]] = (200, {})
        self.closes_with: int | None = None
        """The code with which every new connection is closed."""
        self.registrations = 0
        self.silent_about = ""
        """Request paths to leave without an answer, by their ends."""
        self.asked = asyncio.Event()
        """Somebody has asked that."""
        self.over = asyncio.Event()

    async def _serve(self, request: web.BaseRequest) -> web.StreamResponse:
        if self.silent_about and request.path.endswith(self.silent_about):
            self.asked.set()
            await self.over.wait()
        return await super()._serve(request)

    async def _welcome(self, socket: web.WebSocketResponse, token: str) -> None:
        if self.closes_with is not None:
            await socket.close(code=self.closes_with)
            return
        await super()._welcome(socket, token)

    def _about_itself(self, request: web.BaseRequest, parts: list[str]) -> web.Response:
        if parts == ["users", "@me"] and self.to_token != 200:
            return web.json_response({"code": 0, "message": "no"}, status=self.to_token)
        if request.method == "PUT" and parts[-1] == "commands":
            self.registrations += 1
            status, body = self.to_commands
            if status != 200:
                # As bytes: beside a text aiohttp names a charset, and discord.py takes the answer for an edge server's.
                headers = {"Content-Type": "application/json", "Via": "1.1 google"}
                return web.Response(body=_json(body).encode(), status=status, headers=headers)
        return super()._about_itself(request, parts)

    async def answer_to_act(self) -> str:
        """Press Act on the message of table 1, and return the answer's text."""
        bot = await self.connected(NAME)
        on = payloads.message(bot.id, str(CHANNEL), {})
        answer = await self.press(bot, 1, on, "act:1")
        return str(answer.message["components"])


def _json(body: Mapping[str, object]) -> str:
    return str(as_json(body).text)


@asynccontextmanager
async def moody() -> AsyncIterator[Moody]:
    """Serve such a Discord on a free port."""
    discord = Moody()
    async with served(discord):
        try:
            yield discord
        finally:
            discord.over.set()


@asynccontextmanager
async def started(
    discord: Loopback, folder: Path, *arguments: str, patience: float = PATIENCE, first: str = "", **environ: str
) -> AsyncIterator[Process]:
    """Start the service in a folder, after these lines of Python; it is stopped at the end in any case."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("BOARDROOM_")}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", first + SERVICE.format(port=discord.port), *arguments),
        stdout=PIPE,
        stderr=PIPE,
        limit=WHAT_IS_SAID,
        cwd=folder,
        env={
            **clean,
            "PYTHONPATH": str(ROOT),
            "BOARDROOM_TOKEN": TOKEN,
            "BOARDROOM_DATABASE": "boardroom.db",
            "BOARDROOM_BACKUPS_DAILY": "0",
            "BOARDROOM_EMOJI": "no",
            **environ,
        },
    )
    try:
        async with asyncio.timeout(patience):
            yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


@contextmanager
def free_port() -> Iterator[int]:
    """A port that only who names it can have: it is bound, but nobody listens there."""
    with socket.socket() as kept:
        kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        kept.bind(("127.0.0.1", 0))
        yield kept.getsockname()[1]


async def line_with(stream: asyncio.StreamReader | None, words: str) -> str:
    """Read until a line with these words."""
    assert stream is not None
    read: list[str] = []
    while line := (await stream.readline()).decode():
        read.append(line)
        if words in line:
            return line
    raise AssertionError(f"the program ended without {words!r}: {''.join(read)}")


async def lines_with(stream: asyncio.StreamReader | None, *words: str) -> None:
    """Read until there were lines with each of these, in any order."""
    missing = set(words)
    while missing:
        line = await line_with(stream, "")
        missing = {each for each in missing if each not in line}


async def rest(process: Process) -> str:
    """Wait for the end of a process; return what it still said."""
    _, said = await process.communicate()
    return said.decode()
