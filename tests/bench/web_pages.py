"""Pages of the web: what they cost, and what those who press on Discord notice of them.

`python -m tests.bench.web_pages` measures them alone. What a page costs is the processor's time of the process that
serves it; whoever asks is in another one.
"""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter, process_time

from aiohttp import web

from bot.games import GAMES
from bot.host.gathering.publicity import Publicity
from bot.testing.house import house
from bot.web.pages import WebPages
from bot.web.seasons import _season
from bot.web.serving import WebServer
from tests.bench import payloads, rooms
from tests.bench.hour import Evening, Hour, fill, go_on, playing
from tests.bench.league_pages import PEOPLE
from tests.bench.loopback import loopback
from tests.bench.pressing import act, started
from tests.bench.report import Bar, Part, Row, figure, report, spread
from tests.bench.rooms import chance
from tests.ui.season_pages import known

HOST = "127.0.0.1"
REQUESTS, CONNECTIONS = 2000, 8
READ = 50
"""Pages that are read in a second while people press."""
TABLES = 20
SERVED = Bar(2000, 4000, "/s", at_least=True)
MADE = Bar(50, 30, "ms")
FELT = Bar(1.1, 1.05, "x")
REMARKS = (
    "Requests a second that fill one core, from the processor's time of the serving process for one. The bare handler "
    "is aiohttp's own, which answers the same bytes whatever is asked: no page can be served faster by it. Whether "
    "everybody may look is asked in the database each time. Presses are those of people at "
    f"{TABLES} tables of all games, in turns without and with {READ} pages of these tables read in a second."
)


class _AllOpen:
    def is_open_to_all(self, guild_id: int, channel_id: int, within: int | None) -> bool:
        return True


# -- in a process of its own -----------------------------------------------------------------------------


async def serve(database: Path | None) -> None:
    """Serve a database's pages, or a bare handler's bytes; say after each line that is read how much time it took."""
    if database is None:
        body = b"x" * 20_000

        async def answer(_: web.BaseRequest) -> web.StreamResponse:
            return web.Response(body=body)

        server = await asyncio.get_running_loop().create_server(web.Server(answer), HOST, 0)
        await _tell(server.sockets[0].getsockname()[1])
        return
    async with house(database, GAMES) as home:
        pages = WebServer(WebPages(home.services, Publicity(home.host, _AllOpen())).at)
        await _tell(await pages.open(HOST, 0))
        await pages.close()


async def _tell(port: int) -> None:
    print(port, flush=True)
    while await asyncio.to_thread(sys.stdin.readline):
        print(process_time(), flush=True)


# -- what is measured ------------------------------------------------------------------------------------


class Served:
    """A process that serves pages."""

    def __init__(self, process: asyncio.subprocess.Process, port: int) -> None:
        self._process = process
        self.port = port

    async def used(self) -> float:
        """Return how much of the processor's time it has taken, in seconds."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(b"\n")
        return float(await self._process.stdout.readline())

    async def a_second(self, path: str, **headers: str) -> float:
        """Return how many requests a second fill a core."""
        await asyncio.gather(*(self._ask(path, 20, headers) for _ in range(CONNECTIONS)))
        before = await self.used()
        await asyncio.gather(*(self._ask(path, REQUESTS // CONNECTIONS, headers) for _ in range(CONNECTIONS)))
        return REQUESTS / (await self.used() - before)

    async def _ask(self, path: str, times: int, headers: dict[str, str]) -> None:
        reader, writer = await asyncio.open_connection(HOST, self.port)
        more = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
        asked = f"GET {path} HTTP/1.1\r\nHost: x\r\n{more}\r\n".encode()
        for _ in range(times):
            writer.write(asked)
            await _answered(reader)
        writer.close()

    async def tag(self, path: str) -> str:
        """Return the tag of what stands at a path."""
        reader, writer = await asyncio.open_connection(HOST, self.port)
        writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        head = await _answered(reader)
        writer.close()
        return head.partition("\r\nETag: ")[2].partition("\r\n")[0]


async def _answered(reader: asyncio.StreamReader) -> str:
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    status = head.split(" ", 2)[1]
    assert status in ("200", "304"), head
    length = head.lower().partition("content-length: ")[2].partition("\r\n")[0]
    if status == "200":
        await reader.readexactly(int(length))
    return head


@asynccontextmanager
async def served(what: str) -> AsyncIterator[Served]:
    """Start a process that serves this."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.bench.web_pages", "serve", what),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stdin is not None
    try:
        yield Served(process, int(await process.stdout.readline()))
    finally:
        process.stdin.close()
        await process.wait()


async def _serving(database: Path, rounds: int) -> list[Row]:
    """Return how fast pages are served that were made before."""
    found: dict[str, list[float]] = {"page": [], "same": [], "file": [], "bare": []}
    async with served(str(database)) as pages, served("bare") as bare:
        tag = await pages.tag("/tables/1/now")
        for _ in range(max(3, rounds)):
            found["page"].append(await pages.a_second("/tables/1"))
            found["same"].append(await pages.a_second("/tables/1/now", If_None_Match=tag))
            found["file"].append(await pages.a_second("/style.css"))
            found["bare"].append(await bare.a_second("/"))
    middle = {name: median(values) for name, values in found.items()}
    names = {"page": "a table's page, made before", "same": "whether it has changed: it has not", "file": "a file"}
    return [
        Row(
            what,
            f"{middle[name]:,.0f}/s",
            f"a bare handler: {middle['bare']:,.0f}/s, {figure(middle['bare'] / middle[name])} x",
            middle[name],
            SERVED,
            spread(found[name]),
        )
        for name, what in names.items()
    ]


def _making(rounds: int) -> Row:
    """Return what it costs to make a season's page."""
    season = known([f"Player {number}" for number in range(PEOPLE)])
    times = []
    for _ in range(max(3, rounds)):
        begun = process_time()
        size = len(_season(season, season.season, {}, {}, 0, {}).page.body)
        times.append((process_time() - begun) * 1000)
    what = f"a season of {PEOPLE} people, made anew"
    return Row(what, f"{figure(median(times))} ms CPU, {size / 1000:.0f} KB", "", median(times), MADE, spread(times))


async def _pressing(database: Path, rooms_there: Sequence[rooms.Room], rounds: int, seconds: float) -> Row:
    """Return what those who press notice while pages are read."""
    port = _free_port()
    os.environ["BOARDROOM_WEB"] = f"{HOST}:{port}"
    try:
        waits: dict[bool, list[float]] = {False: [], True: []}
        got = Counter[str]()
        first = act(rooms_there[0], rooms_there[0].people[0])
        async with loopback() as discord, started(discord, "read", first, database) as process:
            evenings = [Evening(discord, process.bot, room, Hour(), chance(room.game_id)) for room in rooms_there]
            async with playing(evenings) as tasks:
                await go_on(tasks, 10)
                for number in range(2 * max(3, rounds)):
                    with_readers = number % 2 == 1
                    found = Hour()
                    for evening in evenings:
                        evening.found = found
                    readers = asyncio.create_task(_read(port, len(rooms_there), got)) if with_readers else None
                    await go_on(tasks, seconds)
                    if readers is not None:
                        readers.cancel()
                    waits[with_readers].append(quantiles(found.waits, n=100, method="inclusive")[98] * 1000)
    finally:
        del os.environ["BOARDROOM_WEB"]
    without, read = median(waits[False]), median(waits[True])
    ratios = [many / none for none, many in zip(waits[False], waits[True], strict=True)]
    what = f"a press while {READ} pages a second are read: p99"
    answered = got["200"] / got.total()
    return Row(
        what,
        f"{read:.0f} ms; {answered:.0%} of the pages came, for the others one was asked to wait",
        f"without: {without:.0f} ms",
        read / without,
        FELT,
        spread(ratios),
    )


async def _read(port: int, tables: int, got: Counter[str]) -> None:
    """Read pages at an even pace, each time from somewhere else, for that is how limits count; count the answers."""
    begun, asking = perf_counter(), set[asyncio.Task[None]]()
    for number in range(1_000_000):
        await asyncio.sleep(max(0.0, begun + number / READ - perf_counter()))
        path = f"/tables/{number % tables + 1}{'/now' if number % 2 else ''}"
        asking.add(task := asyncio.create_task(_one(port, path, number, got)))
        task.add_done_callback(asking.discard)


async def _one(port: int, path: str, number: int, got: Counter[str]) -> None:
    try:
        got[await _status(port, path, number)] += 1
    except ConnectionError:
        got["none"] += 1


async def _status(port: int, path: str, number: int) -> str:
    reader, writer = await asyncio.open_connection(HOST, port)
    told = f"X-Forwarded-For: 198.51.100.{number % 250}\r\nConnection: close\r\n"
    writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\n{told}\r\n".encode())
    status = (await reader.read()).decode(errors="replace").split(" ", 2)[1]
    writer.close()
    return status


def _free_port() -> int:
    with socket.socket() as there:
        there.bind((HOST, 0))
        return int(there.getsockname()[1])


async def measure(folder: Path, *, rounds: int, seconds: float = 20) -> Part:
    """Measure what pages of the web cost."""
    database = folder / "web.db"
    there = await fill(database, TABLES)
    async with rooms.house(database) as home:
        await home.storage.public.put_tables(payloads.GUILD, True, "")
    rows = await _serving(database, rounds)
    rows += [_making(rounds), await _pressing(database, there, rounds, seconds)]
    return Part("Pages of the web", REMARKS, rows)


def main() -> None:
    if sys.argv[1:2] == ["serve"]:
        asyncio.run(serve(None if sys.argv[2] == "bare" else Path(sys.argv[2])))
        return
    with tempfile.TemporaryDirectory(prefix="boardroom-web-") as folder:
        part = asyncio.run(measure(Path(folder), rounds=4, seconds=12))
    print("\n".join(report(part)))


if __name__ == "__main__":
    main()
