"""Sustained load: CPU time per move while people play at many tables of all games.

`python -m tests.bench.load --seconds 60` measures it alone. A press is charged with all its consequences, in all
threads of the bot: the answer, letters, pictures, direct messages, the disk. Discord and the pressing people run in
another process, which is not counted.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles
from time import perf_counter

from bot.games import GAMES
from tests.bench.engine import tricks
from tests.bench.evenings import TABLES, Evening, Measurements, Playing, fill, go_on, playing
from tests.bench.filled_databases import chance
from tests.bench.loopback import Loopback, counted, loopback
from tests.bench.opponents import cost
from tests.bench.pressing import Process, act, find_core, started
from tests.bench.report import Bar, Part, Row

PACES = {"unhurried": 1.0, "quick": 0.3, "without a pause": 0.0}
"""Seconds between two presses at a table."""
BY_GAME = "quick"
"""The pace at which each game is measured by itself."""
TABLES_OF_A_GAME = 20
GAME_MOVES = {
    "goodwill": Bar(31, 15.5, "ms"),
    "corporate-espionage": Bar(51, 25.5, "ms"),
    "briefcase": Bar(137, 68.5, "ms"),
    "big-shoulders": Bar(200, 100, "ms"),
    "carnegie": Bar(163, 81.5, "ms"),
}
"""Processor time of a move of each game: at most as in November 2026, the aim is half of it.

That of Goodwill was measured with every price apart, where an answer is two presses; at a swift table it is three.
"""
LATE = 2.5
"""Seconds after which a press is close to Discord's limit of three."""
PEOPLE = 100
"""People who press at the same time, each at a table of their own."""
CROWD_SECONDS = 60.0
"""How long they press, at most."""
LATE_PRESSES = Bar(0.1, 0, "%")
SLOWEST = Bar(3, LATE, "s")
USUAL_TRICKS = 700_000
"""Moves of the trick game in a second of the processor, on the machine of `docs/benchmarks.md`."""
WARMING_UP = 10.0
"""Seconds of warm-up, in which tables are read and caches are filled."""
CORE, MOVES = 0.8, 38
MOVE = Bar(30, CORE / MOVES * 1000, "ms")
"""The aim is as many moves a second as Discord takes, on 0.8 of a core; with 30 ms each, 33 fill one."""
DISCORD_TAKES = 50
"""Requests a second of a bot that are no answers to a press."""


@dataclass(frozen=True)
class Load:
    """Measurements at one pace."""

    seconds: float
    cpu: float
    """Seconds of the processor."""
    moves: int
    """Log entries written as moves, including those of bots and of prepared turns."""
    waits: Sequence[float]
    """How long each press has waited for its answer, in seconds."""
    requests: Counter[str]
    """Requests sent beside answers, by kind."""
    used: Sequence[float] = ()
    """Seconds of the processor that the bot used while each press waited."""

    @property
    def cost(self) -> float:
        """Milliseconds of the processor for a move."""
        return self.cpu / self.moves * 1000

    @property
    def sent(self) -> float:
        """Requests for each move that Discord's limit counts."""
        return counted(self.requests) / self.moves

    def percentile(self, percent: int) -> float:
        """Return the percentile of the presses' waiting times, in milliseconds."""
        return quantiles(self.waits, n=100, method="inclusive")[percent - 1] * 1000

    @property
    def late(self) -> float:
        """Percentage of presses that waited longer than `LATE`."""
        return compute_late_share(self.waits)

    def words(self) -> str:
        return (
            f"{self.moves / self.seconds:.1f} moves ({len(self.waits) / self.seconds:.0f} presses) a second, "
            f"{self.cpu / self.seconds:.2f} of a core, p50 {self.percentile(50):.0f} ms, "
            f"p99 {self.percentile(99):.0f} ms, {self.late:.2f} % over {LATE:g} s, slowest {max(self.waits):.2f} s"
        )

    def sent_in_words(self) -> str:
        return ", ".join(f"{count / self.moves:.2f} x {what}" for what, count in self.requests.most_common())


@dataclass(frozen=True)
class Crowd:
    """Measurements with many people who press without a pause."""

    load: Load
    core: int | None
    """The core that the bot was bound to; None: the system cannot do that."""
    tricks: float
    """Moves a second of the trick game right before and after, by its processor time."""

    @property
    def waits(self) -> Sequence[float]:
        """How long each press had to wait, in seconds of a core of the usual speed that the bot has to itself.

        The bot always has presses to answer, so its processor time is the time that passes where nobody else runs. The
        timer that defers an answer goes by the clock: if others take a part of the core, it fires early in this time.
        """
        waits = self.load.waits if self.core is None else self.load.used
        return [wait * self.tricks / USUAL_TRICKS for wait in waits]

    def words(self) -> str:
        p50, p99 = (quantiles(self.waits, n=100, method="inclusive")[percent - 1] for percent in (50, 99))
        return (
            f"{compute_late_share(self.waits):.2f} % of {len(self.waits):,} presses, p50 {p50:.2f} s, p99 {p99:.2f} s"
        )


def compute_late_share(waits: Sequence[float]) -> float:
    """Return the percentage of these waiting times that are longer than `LATE`."""
    return 100 * sum(wait > LATE for wait in waits) / len(waits)


def moves_in(database: Path) -> int:
    with closing(sqlite3.connect(database)) as rows:
        return int(rows.execute("select count(*) from moves where kind = 'move'").fetchone()[0])


async def _measured(
    discord: Loopback, process: Process, evenings: Sequence[Evening], tasks: Playing, database: Path, seconds: float
) -> Load:
    """Return resources used and requests sent in `seconds` of play that continues before and after."""
    found = Measurements()
    for evening in evenings:
        evening.found = found
    before, moves, sent, begun = await process.state(), moves_in(database), Counter(discord.requests), perf_counter()
    await go_on(tasks, seconds)
    after, waits, used = await process.state(), tuple(found.waits), tuple(found.used)
    return Load(
        perf_counter() - begun,
        after["cpu"] - before["cpu"],
        moves_in(database) - moves,
        waits,
        Counter(discord.requests) - sent,
        used,
    )


async def load(
    folder: Path,
    *,
    seconds: float,
    tables: int = TABLES,
    games: Sequence[str] = tuple(GAMES),
    paces: Sequence[str] = tuple(PACES),
    core: int | None = None,
) -> dict[str, Load]:
    """Let people play these games at each pace for so long; return what came of it."""
    database, found = folder / f"load-{tables}-{'-'.join(games)}.db", {}
    there = await fill(database, tables, games)
    first = act(there[0], there[0].people[0])
    async with loopback() as discord, started(discord, "load", first, database, core=core) as process:
        print(f"the bot is process {process.process.pid}", flush=True)
        evenings = [
            Evening(discord, process.bot, room, Measurements(), chance(f"load {room.game_id}")) for room in there
        ]
        async with playing(evenings) as tasks:
            for name in paces:
                for evening in evenings:
                    evening.pause = PACES[name]
                await go_on(tasks, WARMING_UP)
                found[name] = await _measured(discord, process, evenings, tasks, database, seconds)
                print(f"{name}: {found[name].words()}; {found[name].sent_in_words()}", flush=True)
    return found


async def measure(folder: Path, *, seconds: float) -> Part:
    """Return what a move costs, in all games together and in each."""
    found = await load(folder, seconds=seconds)
    crowd = await press_together(folder, seconds=min(seconds, CROWD_SECONDS))
    by_game = {game: await load_game(folder, game, seconds=seconds) for game in GAMES}
    return Part(
        "Sustained load",
        f"{TABLES} tables of all games at which people press, look at hands, logs and pictures and begin anew when a "
        "game is over. Counted is the processor time of the bot alone, of all its threads, for whatever follows from a "
        f"press. Discord takes {DISCORD_TAKES} requests a second beside answers: what a move sends says how many moves "
        f"that allows. The aim is {MOVES} a second on {CORE} of a core. Each game alone is played at "
        f"{TABLES_OF_A_GAME} tables, with {PACES[BY_GAME]:g} s between two presses at a table; the bar of Goodwill is "
        f"from tables with every price apart, where an answer is two presses, not three. {PEOPLE} people are one "
        f"at each of {PEOPLE} tables, and press as soon as they are answered. {_describe_core(crowd)}",
        [row for name, each in found.items() for row in _rows(f"a move, {name}", each, MOVE)]
        + _build_crowd_rows(crowd)
        + [row for game, each in by_game.items() for row in _rows(f"a move of {game}", each, GAME_MOVES[game])],
    )


async def load_game(folder: Path, game: str, *, seconds: float) -> Load:
    """Let people play one game for so long."""
    return (await load(folder, seconds=seconds, tables=TABLES_OF_A_GAME, games=[game], paces=[BY_GAME]))[BY_GAME]


async def press_together(folder: Path, *, seconds: float) -> Crowd:
    """Let many people press without a pause at a bot that is bound to one core, if the system allows that."""
    core, pace = find_core(), "without a pause"
    before = measure_tricks()
    found = await load(folder, seconds=seconds, tables=PEOPLE, paces=[pace], core=core)
    return Crowd(found[pace], core, (before + measure_tricks()) / 2)


def measure_tricks() -> float:
    """Return how many moves of the trick game a second of the processor makes now."""
    seconds, moves = cost(tricks, 1, USUAL_TRICKS)
    return moves / seconds


def _describe_core(found: Crowd) -> str:
    if found.core is None:
        return "This system cannot bind the bot to a core, so they wait by the clock."
    return (
        "There the bot is bound to one core, Discord and the people to the others. What a press waits until it is "
        "answered or deferred is counted in processor time of the bot, which always has others to answer, at the usual "
        f"speed of {USUAL_TRICKS:,} moves of the trick game a second. If other programs use that core, the truth is "
        "between this and the clock, by which answers are deferred."
    )


def _build_crowd_rows(found: Crowd) -> list[Row]:
    by_the_clock = f"by the clock {found.load.late:.2f} %, slowest {max(found.load.waits):.2f} s"
    return [
        Row(
            f"{PEOPLE} people: presses over {LATE:g} s",
            found.words(),
            by_the_clock,
            compute_late_share(found.waits),
            LATE_PRESSES,
        ),
        Row(
            "the slowest of them",
            f"{found.load.moves / found.load.seconds:.1f} moves a second, {found.load.cost:.1f} ms CPU a move, "
            f"{found.load.cpu / found.load.seconds:.2f} of the core",
            f"the trick game: {found.tricks:,.0f} moves/s",
            max(found.waits),
            SLOWEST,
        ),
    ]


def _rows(name: str, found: Load, bar: Bar) -> list[Row]:
    return [
        Row(f"{name}: processor time", found.words(), f"fill a core: {1000 / found.cost:.0f}/s", found.cost, bar),
        Row(
            "what it sends beside answers", found.sent_in_words(), f"Discord: {DISCORD_TAKES / found.sent:.0f} moves/s"
        ),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.load", description="Measures a move under load.")
    parser.add_argument("--seconds", type=float, default=60, help="how long people play at each pace")
    parser.add_argument("--game", choices=list(GAMES), help="play this game alone, at one pace")
    parser.add_argument("--together", action="store_true", help=f"only {PEOPLE} people who press without a pause")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="boardroom-load-") as folder:
        if given.together:
            for row in _build_crowd_rows(asyncio.run(press_together(Path(folder), seconds=given.seconds))):
                print(" | ".join(row.cells()))
            return
        if given.game:
            found = {given.game: asyncio.run(load_game(Path(folder), given.game, seconds=given.seconds))}
        else:
            found = asyncio.run(load(Path(folder), seconds=given.seconds))
    for name, each in found.items():
        print(f"{name}: {each.cost:.1f} ms CPU a move; {each.words()}; {each.sent_in_words()}")


if __name__ == "__main__":
    main()
