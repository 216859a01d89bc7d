"""Costs of web pages, and their effect on people who press on Discord.

A page's cost is the CPU time of the process that serves it; clients run in another one.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import sys
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter, process_time

from aiohttp import web

from bot.games import GAMES
from bot.host.privacy.visibility import Visibility
from bot.host.worker import Worker
from bot.testing.house import open_house
from bot.web.page_worker import NICENESS
from bot.web.pages import WebPages
from bot.web.seasons import SeasonExtras, _build_facts, render_season_page
from bot.web.serving import MAX_REQUESTS, WebServer
from tests.bench import filled_databases, payloads
from tests.bench.evenings import Evening, Measurements, Playing, fill, go_on, playing
from tests.bench.filled_databases import chance
from tests.bench.league_pages import PEOPLE
from tests.bench.loopback import loopback
from tests.bench.pressing import Process, act, started
from tests.bench.report import Bar, Part, Row, figure, spread
from tests.ui.season_pages import known

HOST = "127.0.0.1"
REQUESTS, CONNECTIONS = 2000, 8
READ = 50
"""Pages that are read in a second while people press."""
TABLES = 20
FILLED = 0.5
"""Of the core, by those who press at an even pace."""
WARMING_UP = 10.0
"""Seconds before anything counts."""
SAMPLES = 200
"""Of stretches, from which the noise is reckoned."""
SERVED = Bar(2000, 4000, "/s", at_least=True)
MADE = Bar(50, 30, "ms")
FELT = Bar(1.1, 1.05, "x")
REMARKS = (
    "Requests a second that fill one core, from the processor's time of the serving process for one. The bare handler "
    "is aiohttp's own, which answers the same bytes whatever is asked: no page can be served faster by it. Whether "
    "everybody may look is asked in the database each time. Presses are those of people at "
    f"{TABLES} tables of all games, in short turns without and with {READ} pages of these tables read in a second, all "
    "of them together; readers, people and the bot are three processes. The pause between two "
    f"presses at a table does not depend on how long answers take, and is such that presses fill about {FILLED:.0%} of "
    "the core. At full speed everybody presses as soon as they are answered, and the core is full."
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
    async with open_house(database, GAMES) as home:
        worker = Worker(MAX_REQUESTS, NICENESS)
        pages = WebPages(home.services, Visibility(home.host, _AllOpen()), worker)
        await pages.begin()
        serving = WebServer(pages.find_reply)
        await _tell(await serving.open(HOST, 0))
        await serving.close()
        await worker.close()


async def _tell(port: int) -> None:
    print(port, flush=True)
    while await asyncio.to_thread(sys.stdin.readline):
        print(process_time(), flush=True)


# -- measurements ----------------------------------------------------------------------------------------


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


def measure_season_page(rounds: int) -> Row:
    """Measure the CPU time of building a season's page."""
    season = known([f"Player {number}" for number in range(PEOPLE)])
    lines = [(line.entry.model_dump_json(), line.made_at) for line in season.season.lines]
    times = []
    for _ in range(max(3, rounds)):
        begun = process_time()
        size = len(render_season_page(_build_facts(season, {}), SeasonExtras({}, 0, {}), lines).page.body)
        times.append((process_time() - begun) * 1000)
    what = f"a season of {PEOPLE} people, made anew"
    return Row(what, f"{figure(median(times))} ms CPU, {size / 1000:.0f} KB", "", median(times), MADE, spread(times))


@dataclass(frozen=True)
class Pressed:
    """What those got who pressed in turns without and with readers, in stretches of equal length."""

    pairs: Sequence[tuple[Sequence[float], Sequence[float]]]
    """How many seconds each press waited: in a stretch without readers, and in the one after it, with them."""
    seconds: float
    """Of all stretches of one kind together."""
    cpu: tuple[float, float]
    """What the bot took of the processor in these, in seconds."""
    pages: Counter[str]
    """Pages that were asked for, by the status of the answer."""

    def waits(self) -> Row:
        """Return how much longer presses wait with readers; the noise is how far that is apart in other stretches."""
        without, with_readers = (_percentile(self.pairs, which) for which in (0, 1))
        random, apart = chance(1), []
        for _ in range(SAMPLES):
            some = random.choices(self.pairs, k=len(self.pairs))
            apart.append(_percentile(some, 1) / _percentile(some, 0))
        twentieths = quantiles(apart, n=20)
        return Row(
            f"a press while {READ} pages a second are read: p99",
            f"{with_readers:.0f} ms; a page: {self._a_page:.1f} ms CPU of the bot; {self._answered}",
            f"without: {without:.0f} ms at {self._presses(0):.0f} presses a second, which fill "
            f"{self.cpu[0] / self.seconds:.0%} of the core",
            with_readers / without,
            FELT,
            (twentieths[-1] - twentieths[0]) / median(apart),
        )

    def pace(self) -> Row:
        """Return how much fewer presses are answered with readers."""
        return Row(
            f"presses at full speed while {READ} pages a second are read",
            f"{self._presses(1):.0f}/s; {self._answered}",
            f"without: {self._presses(0):.0f}/s",
            self._presses(0) / self._presses(1),
            noise=spread([len(none) / len(many) for none, many in self.pairs]),
        )

    def _presses(self, which: int) -> float:
        return sum(len(pair[which]) for pair in self.pairs) / self.seconds

    @property
    def _a_page(self) -> float:
        return (self.cpu[1] - self.cpu[0]) / max(1, self.pages.total()) * 1000

    @property
    def _answered(self) -> str:
        came = self.pages["200"] / max(1, self.pages.total())
        return "all came" if came == 1 else f"{came:.0%} came, for the others one was asked to wait"


def _percentile(pairs: Sequence[tuple[Sequence[float], Sequence[float]]], which: int) -> float:
    """Return how many milliseconds 99 percent waited at most, in all these stretches together."""
    waits = [wait for pair in pairs for wait in pair[which]]
    return quantiles(waits, n=100, method="inclusive")[98] * 1000


async def _pressing(
    database: Path, rooms_there: Sequence[filled_databases.Room], rounds: int, seconds: float
) -> list[Row]:
    """Return what those who press notice while pages are read, at an even pace and at full speed."""
    port = _free_port()
    os.environ["BOARDROOM_WEB"] = f"{HOST}:{port}"
    try:
        first = act(rooms_there[0], rooms_there[0].people[0])
        async with (
            loopback() as discord,
            started(discord, "read", first, database) as process,
            reading(port, len(rooms_there)) as readers,
        ):
            evenings = [
                Evening(discord, process.bot, room, Measurements(), chance(room.game_id), evenly=True)
                for room in rooms_there
            ]
            async with playing(evenings) as tasks:
                for _ in range(3):  # what a press costs depends on the pace: letters that wait become one
                    before = (await process.state())["cpu"]
                    await go_on(tasks, WARMING_UP)
                    filled = ((await process.state())["cpu"] - before) / WARMING_UP
                    _press_every(evenings, evenings[0].pause * filled / FILLED)
                even = await _in_turns(process, evenings, tasks, readers, 10 * rounds, seconds)
                _press_every(evenings, 0.0)
                await go_on(tasks, WARMING_UP)
                fast = await _in_turns(process, evenings, tasks, readers, max(4, rounds), seconds)
    finally:
        del os.environ["BOARDROOM_WEB"]
    return [even.waits(), fast.pace()]


def _press_every(evenings: Sequence[Evening], seconds: float) -> None:
    """Let people press at each table every `seconds` seconds; 0: as soon as they are answered."""
    for evening in evenings:
        evening.pause = seconds
        evening.evenly = seconds > 0


async def _in_turns(
    process: Process, evenings: Sequence[Evening], tasks: Playing, readers: Readers, pairs: int, seconds: float
) -> Pressed:
    """Let people press without and with readers, in turns."""
    waits: list[list[float]] = []
    cpu, pages = [0.0, 0.0], Counter[str]()
    for number in range(2 * pairs):
        found, with_readers = Measurements(), number % 2
        for evening in evenings:
            evening.found = found
        before = await process.state()
        if with_readers:
            readers.go()
        await go_on(tasks, seconds)
        waits.append([*found.waits])  # stop here: stopping readers still wait for their last page
        cpu[with_readers] += (await process.state())["cpu"] - before["cpu"]
        if with_readers:
            pages += await readers.stop()
    return Pressed([*zip(waits[::2], waits[1::2], strict=True)], pairs * seconds, (cpu[0], cpu[1]), pages)


class Readers:
    """Simulated readers in a process of their own, which read pages for as long as its input asks for."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    def go(self) -> None:
        """Let them read."""
        assert self._process.stdin is not None
        self._process.stdin.write(b"\n")

    async def stop(self) -> Counter[str]:
        """Let them stop; return how many answers of each status they got."""
        assert self._process.stdout is not None
        self.go()
        return Counter(json.loads(await self._process.stdout.readline()))


@asynccontextmanager
async def reading(port: int, tables: int) -> AsyncIterator[Readers]:
    """Start readers of the pages of several tables at a port."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.bench.web_pages", "read", str(port), str(tables)),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdin is not None
    try:
        yield Readers(process)
    finally:
        process.stdin.close()
        await process.wait()


async def _when_told(port: int, tables: int) -> None:
    """Read pages after each input line until the next; report the answers."""
    while await asyncio.to_thread(sys.stdin.readline):
        got = Counter[str]()
        task = asyncio.create_task(_read(port, tables, got))
        await asyncio.to_thread(sys.stdin.readline)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        print(json.dumps(got), flush=True)


async def _read(port: int, tables: int, got: Counter[str]) -> None:
    """Read pages at an even pace, each time from somewhere else, for that is how limits count; count the answers."""
    begun, asking = perf_counter(), set[asyncio.Task[None]]()
    try:
        for number in range(1_000_000):
            await asyncio.sleep(max(0.0, begun + number / READ - perf_counter()))
            path = f"/tables/{number % tables + 1}{'/now' if number // tables % 2 else ''}"
            asking.add(task := asyncio.create_task(_one(port, path, number, got)))
            task.add_done_callback(asking.discard)
    finally:
        if asking:
            await asyncio.wait(asking)


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


async def measure(folder: Path, *, rounds: int, seconds: float = 8) -> Part:
    """Measure what pages of the web cost."""
    database = folder / "web.db"
    there = await fill(database, TABLES)
    async with filled_databases.house(database) as home:
        await home.storage.public.put_tables(payloads.GUILD, True, "")
    rows = await _serving(database, rounds)
    rows += [measure_season_page(rounds), *await _pressing(database, there, rounds, seconds)]
    return Part("Pages of the web", REMARKS, rows)


def main() -> None:
    if sys.argv[1] == "serve":
        asyncio.run(serve(None if sys.argv[2] == "bare" else Path(sys.argv[2])))
    else:
        asyncio.run(_when_told(*map(int, sys.argv[2:])))


if __name__ == "__main__":
    main()
