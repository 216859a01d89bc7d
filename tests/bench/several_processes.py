"""Benchmark of several processes on one PostgreSQL database against one process, with PostgreSQL and with a file.

`python -m tests.bench.several_processes --seconds 20` measures it alone. The processes are the service as an
operator runs it, and the server flushes to the disk as in production.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sqlite3
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import psycopg

from bot.games.goodwill import GAME
from storage.database_url import Location, Server
from tests.bench import payloads
from tests.bench.evenings import Evening, Measurements, go_on, playing
from tests.bench.filled_databases import Room, chance
from tests.bench.loopback import Answer, Bot, served
from tests.bench.payloads import CHANNEL, GUILD, Payload
from tests.bench.report import Bar, Part, Row
from tests.measured import as_a_table_begins
from tests.ops.claiming_processes import claiming_processes, measure_seconds_until_both_answer
from tests.ops.process import NAME
from tests.ops.sharded_discord import People, ShardedDiscord, create_tables, processes, sharded_discord, to_guild
from tests.storage import server as postgresql

CORES = os.cpu_count() or 1
FOR_TWO, FOR_FOUR = 4, 6
"""Cores that two processes, four, the server and those who press need not to wait for each other."""
GUILDS = tuple(GUILD + (number << 22) for number in range(4 if CORES >= FOR_FOUR else 2))
TABLES = 40
WARMING_UP = 5.0
"""Seconds before anything counts."""
PRESSES = 40
"""From direct messages, and as many in the server."""
TWICE = Bar(1.5, 1.8, "x", at_least=True)
DEARER = Bar(1.33, 1.1, "x")
"""Two that have a core each carry 1.5 times as much as one if a move costs them at most 1.33 times as much."""
HANDED = Bar(100, 40, "ms more")
TAKEN_OVER = Bar(30, 20, "s")


@dataclass
class ServerBot(Bot):
    """The bot as seen by users of one server."""

    guild_id: int = GUILD


class MeasuredDiscord(ShardedDiscord):
    """A Discord with a shard for each of the measured servers."""

    guilds = GUILDS

    def at(self, guild_id: int) -> ServerBot:
        """Return the bot as users in a server see it."""
        return ServerBot(self._bot(NAME).id, self.sockets[self.shard_of(guild_id)], guild_id=guild_id)

    async def _interact(self, bot: Bot, event: Payload, on: Mapping[str, Any]) -> Answer:
        if isinstance(bot, ServerBot):
            event = to_guild(event, bot.guild_id)
        return await super()._interact(bot, event, on)


@dataclass(frozen=True)
class Throughput:
    """The measured throughput of one deployment."""

    moves: int
    seconds: float
    bots: float
    """CPU seconds of all processes of the bot."""
    server: float
    """CPU seconds of the database server; 0 without one."""
    others: float
    """CPU seconds of the simulated players and Discord."""

    @property
    def a_second(self) -> float:
        return self.moves / self.seconds

    @property
    def cost(self) -> float:
        """CPU milliseconds of a move, in the bot and in the database server."""
        return (self.bots + self.server) / self.moves * 1000

    @property
    def most(self) -> float:
        """Upper limit of moves a second if all cores did only this, with the simulated players included."""
        return CORES * self.moves / (self.bots + self.server + self.others)

    def words(self) -> str:
        server = f" + {self.server / self.moves * 1000:.1f} in the server" if self.server else ""
        return f"{self.a_second:.0f} moves/s, {self.bots / self.moves * 1000:.1f} ms CPU a move{server}"


def measure_cpu_seconds(pid: int) -> float:
    """Return the CPU seconds of a process and its children; Linux only."""
    children: dict[int, list[int]] = {}
    seconds: dict[int, float] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text("utf-8", "replace").rpartition(")")[2].split()
        except OSError:  # it has ended a moment ago
            continue
        number = int(path.parent.name)
        children.setdefault(int(fields[1]), []).append(number)
        seconds[number] = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")  # its own, and of ended children
    found, rest = 0.0, [pid]
    while rest:
        number = rest.pop()
        found += seconds.get(number, 0.0)
        rest += children.get(number, [])
    return found


def count_moves(place: Location) -> int:
    """Return the number of moves in a database."""
    asked = "select count(*) from moves where kind = 'move'"
    if isinstance(place, Server):
        with closing(psycopg.connect(place.address)) as rows:
            (found,) = rows.execute(asked).fetchone() or (0,)
    else:
        with closing(sqlite3.connect(place)) as file:
            (found,) = file.execute(asked).fetchone()
    return int(found)


class Deployment:
    """A running deployment of the service, with simulated players.

    Args:
        discord: The simulated Discord.
        tables: The tables, with their servers.
        place: The database.
        pids: The process ids of the bot.
        server: The process id of the database server; None without one.
    """

    def __init__(
        self,
        discord: MeasuredDiscord,
        tables: Mapping[int, tuple[Room, int]],
        place: Location,
        pids: Sequence[int],
        server: int | None,
    ) -> None:
        self.discord = discord
        self._tables = tables
        self._place = place
        self._pids = pids
        self._server = server

    async def measure_throughput(self, seconds: float) -> Throughput:
        """Let all players play without a pause, and return the throughput."""
        evenings = [
            Evening(self.discord, self.discord.at(guild_id), room, Measurements(), chance(f"several {number}"), pause=0)
            for number, (room, guild_id) in self._tables.items()
        ]
        async with playing(evenings) as tasks:
            await go_on(tasks, WARMING_UP)
            before, moves, begun = self._measure_cpu_seconds(), count_moves(self._place), perf_counter()
            await go_on(tasks, seconds)
            lasted, made, after = perf_counter() - begun, count_moves(self._place) - moves, self._measure_cpu_seconds()
        return Throughput(made, lasted, *(late - early for early, late in zip(before, after, strict=True)))

    def _measure_cpu_seconds(self) -> tuple[float, float, float]:
        server = 0.0 if self._server is None else measure_cpu_seconds(self._server)
        return sum(map(measure_cpu_seconds, self._pids)), server, time.process_time()

    async def measure_forwarding(self, presses: int) -> tuple[float, float]:
        """Return how many milliseconds a look takes at the process that owns the table, and from a direct message."""
        room, guild_id = next(there for there in self._tables.values() if self.discord.shard_of(there[1]) > 0)
        on = payloads.message(1, str(CHANNEL), {})
        waits: dict[int | None, list[float]] = {guild_id: [], None: []}
        for number in range(presses):
            user = room.people[number % len(room.people)]
            for place, found in waits.items():
                found.append((await self.discord.press_in(user, place, on, f"act:{room.game_id}")).seconds * 1000)
        return median(waits[guild_id]), median(waits[None])


@asynccontextmanager
async def deployment(folder: Path, count: int, server: postgresql.Running | None) -> AsyncIterator[Deployment]:
    """Run the service in several processes, with PostgreSQL or with a file, with tables of Goodwill."""
    name = f"{'file' if server is None else 'server'}-{count}"
    (folder / name).mkdir()
    path, each = folder / name / "boardroom.db", TABLES // len(GUILDS)
    with _database(path, server) as place:
        there = place if isinstance(place, Server) else None
        tables = await create_tables(path, there, each=each, guilds=GUILDS, options=as_a_table_begins(GAME))
        async with (
            served(discord := MeasuredDiscord()),
            processes(discord, folder / name, place, patience=3600) as service,
        ):
            part = len(GUILDS) // count
            for first in range(0, len(GUILDS), part):
                last = first + part - 1
                await service.start(last, f"{first}-{last}/{len(GUILDS)}")
            pids = [process.pid for process in service.running.values()]
            yield Deployment(discord, tables, place, pids, None if server is None else server.pid)
            discord.over.set()


@contextmanager
def _database(path: Path, server: postgresql.Running | None) -> Iterator[Location]:
    if server is None:
        yield path
        return
    with server.database() as found:
        yield found


async def measure_takeover(folder: Path, server: postgresql.Running) -> float:
    """Return the seconds until another process has taken over the shards of a killed one."""
    (folder / "taken").mkdir()
    with server.database() as place:
        tables = await create_tables(folder / "taken" / "before.db", place)
        async with sharded_discord() as discord, claiming_processes(discord, folder / "taken", place) as service:
            one, other = await asyncio.gather(service.start(), service.start())
            await asyncio.gather(one.wait_for_line("has taken shards"), other.wait_for_line("has taken shards"))
            for there in discord.there.values():
                await there.wait()
            people = People(discord, tables, chance("taken over"))
            await people.play(2)
            await one.kill()
            found = await measure_seconds_until_both_answer(discord, people, tables, one.shards)
            await other.stop()
    return found


async def measure(folder: Path, *, seconds: float, presses: int = PRESSES) -> Part:
    """Measure several processes, and return the part of the report."""
    found: dict[int, Throughput] = {}
    async with deployment(folder, 1, None) as there:
        file = await there.measure_throughput(seconds)
    with postgresql.running(flushes=True) as server:
        for count in (1, 2, 4) if len(GUILDS) == 4 else (1, 2):
            async with deployment(folder, count, server) as there:
                if count == 2:
                    own, handed = await there.measure_forwarding(presses)
                found[count] = await there.measure_throughput(seconds)
        over = await measure_takeover(folder, server)
    return Part(
        "Several processes",
        f"{TABLES} tables of Goodwill at which people press without a pause, for {seconds:.0f} s after a warm-up, with "
        "the service as an operator runs it. The server is PostgreSQL on this machine, over a socket, and flushes as "
        "SQLite does. CPU a move is that of the bot's processes and, apart, of the server's; those who press are a "
        f"process of their own, which shares the {CORES} cores. What is carried at most is what all cores would do if "
        "they did nothing else, pressing included. Of two that take shards by themselves one is killed, and counted "
        "is until people at the tables of both have been answered.",
        [
            *_build_rows(file, found),
            _build_forwarding_row(own, handed),
            Row("shards of a process that died are taken over", f"{over:.1f} s", "", over, TAKEN_OVER),
        ],
    )


def _build_rows(file: Throughput, found: Mapping[int, Throughput]) -> list[Row]:
    one, two = found[1], found[2]
    few = f"{CORES} cores carry at most {two.most:.0f} moves/s of this"
    rows = [
        Row("one process with a file", file.words()),
        Row("one process with PostgreSQL", one.words(), "of what one with a file makes", one.a_second / file.a_second),
        Row(
            "two processes with PostgreSQL",
            two.words(),
            f"one: {one.a_second:.0f} moves/s" + ("" if CORES >= FOR_TWO else f"; {few}: no bar"),
            two.a_second / one.a_second,
            TWICE if CORES >= FOR_TWO else None,
        ),
        Row("CPU a move with two against one", f"{two.cost:.1f} ms", f"{one.cost:.1f} ms", two.cost / one.cost, DEARER),
    ]
    if 4 in found:
        four = found[4]
        rows.append(
            Row("four processes", four.words(), f"one: {one.a_second:.0f} moves/s", four.a_second / one.a_second)
        )
    else:
        rows.append(Row("four processes", f"not measured: {CORES} cores, and {FOR_FOUR} are needed"))
    return rows


def _build_forwarding_row(own: float, handed: float) -> Row:
    return Row(
        "a press handed over from a direct message",
        f"p50 {handed:.0f} ms",
        f"at its own process: {own:.0f} ms",
        handed - own,
        HANDED,
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.several_processes", description="Measures several processes."
    )
    parser.add_argument("--seconds", type=float, default=20, help="how long people play each way")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="boardroom-several-") as folder:
        part = asyncio.run(measure(Path(folder), seconds=given.seconds))
    for row in part.rows:
        print(" | ".join(row.cells()))


if __name__ == "__main__":
    main()
