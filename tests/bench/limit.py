"""Discord's rate limit: people play at enough tables to fill the fifty requests a second of one token.

`python -m tests.bench.limit --seconds 60` measures it alone. This Discord refuses requests above the limit, as the real
one does. Half of the tables are called in the channel, the others by direct message.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter

from bot.games import GAMES
from tests.bench import filled_databases
from tests.bench.evenings import Evening, Measurements, Playing, go_on, playing
from tests.bench.filled_databases import Room, chance
from tests.bench.load import DISCORD_TAKES, WARMING_UP, Load, moves_in
from tests.bench.loopback import Loopback, counted, loopback
from tests.bench.pressing import Process, act, started
from tests.bench.report import Bar, Part, Row

TABLES = 160
PAUSE = 1.0
"""Seconds between two presses at a table: together more moves a second than the limit lets be shown one by one."""
CORE = Bar(0.8, 0.5, "of a core")
OLDEST = Bar(60, 10, "s")
SLOWEST = Bar(3, 1, "s")
"""Discord waits three seconds for an answer."""
LOOK = 1.0
"""Seconds between two looks at the queue."""


@dataclass
class Queue:
    """Letters that waited, as was seen now and then."""

    lengths: list[int] = field(default_factory=list)
    oldest: list[float] = field(default_factory=list)
    """Seconds that the oldest of them had waited."""

    def look(self, database: Path) -> None:
        with closing(sqlite3.connect(database)) as rows:
            waiting, since = rows.execute(
                "select count(*), min(written_at) from letters where fate = 'waiting'"
            ).fetchone()
        self.lengths.append(int(waiting))
        age = 0.0 if since is None else (datetime.now(UTC) - datetime.fromisoformat(since)).total_seconds()
        self.oldest.append(max(age, 0.0))

    def words(self) -> str:
        return (
            f"at most {max(self.lengths)} letters, in the middle {sorted(self.lengths)[len(self.lengths) // 2]}; "
            f"the oldest in the middle {sorted(self.oldest)[len(self.oldest) // 2]:.0f} s"
        )


@dataclass(frozen=True)
class Filled:
    """Measurements while the limit was full."""

    load: Load
    queue: Queue
    emptied: float
    """Seconds until the outbox was empty after the last press."""

    @property
    def refused(self) -> int:
        return self.load.requests["refused"]

    @property
    def a_second(self) -> float:
        """Requests that Discord took."""
        return counted(self.load.requests) / self.load.seconds


async def _fill(database: Path, tables: int) -> Sequence[Room]:
    async with filled_databases.house(database) as home:
        found = []
        for number in range(1, tables + 1):
            game = list(GAMES)[number % len(GAMES)]
            room = await home.open(number, game, written_to=number % 2 == 0)
            await home.play(room, number % 30, chance(number))
            found.append(room)
        await home.storage.database.write(filled_databases.letters_sent)
    return found


async def _watched(tasks: Playing, queue: Queue, database: Path, seconds: float) -> None:
    """Let people play for so long, and look at the letters that wait meanwhile."""
    end = perf_counter() + seconds
    while (rest := end - perf_counter()) > 0:
        await go_on(tasks, min(LOOK, rest))
        queue.look(database)


async def filled(folder: Path, *, seconds: float, tables: int = TABLES, a_second: int = DISCORD_TAKES) -> Filled:
    """Let people play for `seconds` at a Discord with a limit of requests a second."""
    database, queue, found = folder / "limit.db", Queue(), Measurements()
    there = await _fill(database, tables)
    first = act(there[0], there[0].people[0])
    async with loopback(a_second) as discord, started(discord, "limit", first, database) as process:
        print(f"the bot is process {process.process.pid}", flush=True)
        evenings = [
            Evening(discord, process.bot, room, Measurements(), chance(f"limit {room.game_id}"), PAUSE)
            for room in there
        ]
        async with playing(evenings) as tasks:
            await go_on(tasks, WARMING_UP)
            for evening in evenings:
                evening.found = found
            load = await _load(discord, process, tasks, found, queue, database, seconds)
        begun = perf_counter()
        await process.settled()
        return Filled(load, queue, perf_counter() - begun)


async def _load(
    discord: Loopback,
    process: Process,
    tasks: Playing,
    found: Measurements,
    queue: Queue,
    database: Path,
    seconds: float,
) -> Load:
    before, moves, sent, begun = await process.state(), moves_in(database), Counter(discord.requests), perf_counter()
    await _watched(tasks, queue, database, seconds)
    after, waits = await process.state(), tuple(found.waits)
    return Load(
        perf_counter() - begun,
        after["cpu"] - before["cpu"],
        moves_in(database) - moves,
        waits,
        Counter(discord.requests) - sent,
    )


def _rows(found: Filled) -> list[Row]:
    load = found.load
    core, slowest, oldest = load.cpu / load.seconds, max(load.waits), max(found.queue.oldest)
    return [
        Row(
            "the bot's share of the processor",
            load.words(),
            f"Discord took {found.a_second:.0f} requests a second of {DISCORD_TAKES}",
            core,
            CORE,
        ),
        Row("what a move sends beside answers", load.sent_in_words(), f"{load.sent:.2f} counted"),
        Row("the oldest letter", found.queue.words(), f"all gone {found.emptied:.0f} s after the end", oldest, OLDEST),
        Row(
            "the slowest press",
            f"p50 {load.percentile(50):.0f} ms, p99 {load.percentile(99):.0f} ms",
            "",
            slowest,
            SLOWEST,
        ),
        Row(
            "requests that were refused",
            f"{found.refused}",
            f"in ten minutes {found.refused / load.seconds * 600:.0f}: from 10,000 on Discord shuts the address out",
        ),
    ]


async def measure(folder: Path, *, seconds: float) -> Part:
    """Return how the bot does while the limit is full."""
    found = await filled(folder, seconds=seconds)
    return Part(
        "Discord's limit",
        f"{TABLES} tables of all games at which people play for {seconds:.0f} s, more than can be shown one by one in "
        f"the {DISCORD_TAKES} requests a second that Discord takes of one token. What is above is refused, as Discord "
        "does it; answers to presses do not count. What it counts for each channel is left out. Half of the tables "
        "are called in the channel, the others by direct message.",
        _rows(found),
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.limit", description="Fills Discord's limit.")
    parser.add_argument("--seconds", type=float, default=300, help="how long people play")
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--limit", type=int, default=DISCORD_TAKES, help="requests a second; 0: any number")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="boardroom-limit-") as folder:
        found = asyncio.run(filled(Path(folder), seconds=given.seconds, tables=given.tables, a_second=given.limit))
    for row in _rows(found):
        print(" | ".join(row.cells()))


if __name__ == "__main__":
    main()
