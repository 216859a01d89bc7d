"""The whole service against a bot that only answers "ok", through a Discord on this machine."""

from __future__ import annotations

import asyncio
import gc
from collections import defaultdict
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median
from typing import Any

from tests.bench import disk, filled_databases
from tests.bench.filled_databases import Room, chance
from tests.bench.loopback import Loopback, loopback
from tests.bench.payloads import CHANNEL, message
from tests.bench.pressing import Press, Process, Storm, act, asked, in_turns, started, storm
from tests.bench.report import Bar, Part, Row, spread

ACTIVE = 100
"""Tables at which is pressed."""
IN_FLIGHT = {1: 60, 10: 200, 100: 500}
"""Presses at the same time, and presses in a round at most."""
SMALL = 10
"""Running games in the small database."""
ALONE = 20
"""Presses in a round that come alone."""
STARTS = 3
LONG = 1_000
"""Moves in a long log."""

OK = Press(1, message(1, str(CHANNEL), {"content": "ok?"}), "ok")


class Service:
    """The measured processes and the results."""

    def __init__(self, discord: Loopback, ok: Process, large: Process, small: Process) -> None:
        self.discord = discord
        self.ok = ok
        self.large = large
        self.small = small
        self.storms: dict[tuple[str, int], list[Storm]] = defaultdict(list)
        self.cpu: dict[tuple[str, int], list[float]] = defaultdict(list)
        """Milliseconds of processor time for each press, with everything that follows from it."""
        self.waits: dict[str, list[float]] = defaultdict(list)
        """Milliseconds of presses that came alone."""
        self.sent: dict[str, int] = defaultdict(int)
        self.flushes: list[float] = []
        self._random = chance(1)

    async def round(self, in_flight: int, tables: Sequence[Room], *, counts: bool) -> None:
        """Press at the floor and at the large database, one after the other."""
        limit = IN_FLIGHT[in_flight]
        await self._storm("ok", self.ok, [OK] * limit * 2, in_flight, counts=counts)
        presses = (await asked(self.discord, self.large.bot, tables, self._random))[:limit]
        await self._storm("large", self.large, presses, in_flight, counts=counts)

    async def alone(self, large: Sequence[Room], small: Sequence[Room], *, counts: bool) -> None:
        """Press one at a time, everywhere in turns, when everything that came before has been delivered."""
        bots = {"ok": self.ok, "large": self.large, "small": self.small}
        presses = {
            "ok": [OK] * ALONE,
            "large": (await asked(self.discord, self.large.bot, large, self._random))[:ALONE],
            "small": (await asked(self.discord, self.small.bot, small, self._random))[:ALONE],
        }
        for name, wait in await in_turns(self.discord, bots, presses):
            if counts:
                self.waits[name].append(wait * 1000)

    async def _storm(self, name: str, process: Process, presses: list[Press], in_flight: int, *, counts: bool) -> None:
        before = await process.settled()
        sent = dict(self.discord.requests)
        gc.collect()
        found = await storm(self.discord, process.bot, presses, in_flight)
        after = await process.settled()
        if not counts:
            return
        self.storms[name, in_flight].append(found)
        self.cpu[name, in_flight].append((after["cpu"] - before["cpu"]) / len(presses) * 1000)
        if name == "large":
            self.sent["presses"] += len(presses)
            for what, count in self.discord.requests.items():
                self.sent[what] += count - sent.get(what, 0)

    def per_second(self, name: str, in_flight: int) -> float:
        return median(each.per_second for each in self.storms[name, in_flight])

    def wait(self, name: str, in_flight: int, percent: int) -> float:
        """Return a percentile in milliseconds: the median of the rounds' percentiles."""
        return median(each.percentile(percent) for each in self.storms[name, in_flight])

    def used(self, name: str, in_flight: int) -> float:
        return median(self.cpu[name, in_flight])

    def words(self, name: str, in_flight: int) -> str:
        return (
            f"{self.per_second(name, in_flight):,.0f}/s, p50 {self.wait(name, in_flight, 50):.1f} ms, "
            f"p99 {self.wait(name, in_flight, 99):.0f} ms, {self.used(name, in_flight):.2f} ms CPU"
        )

    def costs(self, in_flight: int) -> list[float]:
        """Return for each round how many times longer our bot took for a press than the floor took just before."""
        both = zip(self.storms["ok", in_flight], self.storms["large", in_flight], strict=True)
        return [ok.per_second / large.per_second for ok, large in both]


async def measure(folder: Path, *, rounds: int, games: int) -> list[Part]:
    """Fill the databases, start the bots and press."""
    depths = [20 + number % 40 for number in range(ACTIVE)]
    large = await filled_databases.fill(folder / "large.db", depths, among=games - ACTIVE)
    small = await filled_databases.fill(folder / "small.db", depths[:SMALL])
    async with AsyncExitStack() as stack:
        discord = await stack.enter_async_context(loopback())
        starting = await _starts(discord, folder, large[0])
        ok = await stack.enter_async_context(started(discord, "ok", OK))
        first = act(large[0], large[0].people[0])
        big = await stack.enter_async_context(started(discord, "large", first, folder / "large.db"))
        first = act(small[0], small[0].people[0])
        little = await stack.enter_async_context(started(discord, "small", first, folder / "small.db"))
        service = Service(discord, ok, big, little)
        for number in range(rounds + 1):
            service.flushes.append(disk.flush(folder))
            for in_flight in IN_FLIGHT:
                await service.round(in_flight, large, counts=number > 0)
            await service.alone(large[:SMALL], small, counts=number > 0)
        memory = (await big.settled())["memory"], (await ok.settled())["memory"]
    return [_presses(service), await _lengths(folder, rounds), _sizes(service, starting, memory, games)]


def _presses(found: Service) -> Part:
    flush = median(found.flushes)
    rows = [
        Row(
            f"a move, {in_flight} in flight: throughput",
            found.words("large", in_flight),
            f"“ok”: {found.words('ok', in_flight)}",
            median(found.costs(in_flight)),
            noise=spread(found.costs(in_flight)),
        )
        for in_flight in IN_FLIGHT
    ]
    p99, floor = found.wait("large", 100, 99), found.wait("ok", 100, 99)
    rows.append(
        Row("the same, 100 in flight: p99", f"{p99:.0f} ms", f"{floor:.0f} ms", p99, Bar(250, 1.5 * floor, "ms"))
    )
    back_to_back = found.wait("large", 1, 50) - found.wait("ok", 1, 50)
    alone = median(found.waits["large"]) - median(found.waits["ok"])
    for what, above in (("1 in flight, back to back", back_to_back), ("alone, nothing else going on", alone)):
        bar = Bar(flush + 5, flush + 1, "ms")
        rows.append(
            Row(f"the same, {what}: p50 above the floor", f"{above:.1f} ms", f"one flush: {flush:.1f} ms", above, bar)
        )
    sent = ", ".join(
        f"{count / found.sent['presses']:.2f} x {what}" for what, count in found.sent.items() if what != "presses"
    )
    rows.append(Row("what else a move sends", sent))
    return Part(
        "From press to answer",
        "A full move of Goodwill: the press comes over the gateway, the move is played, saved with synchronous FULL, "
        "and the answer, with the next question in it, goes back over HTTP. The presses are buttons, menus and forms "
        f"of the bot's own panels, legal moves of people at {ACTIVE} tables of five, among many more (see below). "
        "All of them have direct messages on. Letters, pictures and direct messages are sent meanwhile; the CPU of a "
        "press counts them, the answer does not wait for them. The floor is a bot that only answers “ok”. Discord is "
        "another process on this machine, and its CPU is not counted. A ratio of throughputs is the median of the "
        "rounds' ratios, each of two storms that followed each other.",
        rows,
    )


async def _lengths(folder: Path, rounds: int) -> Part:
    """Compare moves in short logs with moves in long ones."""
    path = folder / "long.db"
    tables = await filled_databases.fill(path, [10] * 8)
    async with filled_databases.house(path) as home:
        for number, table in enumerate(tables):
            await home.several_asked(table, chance(number % 4))
        await asyncio.gather(*(home.waver(table, LONG - 20) for table in tables[4:]))
        await home.storage.database.write(filled_databases.letters_sent)
    waits: dict[str, list[float]] = defaultdict(list)
    random = chance(1)
    async with loopback() as discord, started(discord, "long", act(tables[0], tables[0].people[0]), path) as bot:
        for number in range(2 * rounds + 1):
            short = await asked(discord, bot.bot, tables[:4], random)
            long = await asked(discord, bot.bot, tables[4:], random)
            found = await in_turns(discord, {"short": bot, "long": bot}, {"short": short, "long": long})
            for kind, wait in found if number else ():
                waits[kind].append(wait * 1000)
    middle = {kind: median(found) for kind, found in waits.items()}
    return Part(
        "Long games",
        f"The same position early in a log and at its {LONG:,}th entry (a sealed move made and taken back again and "
        "again), one press at a time, from press to answer.",
        [
            Row(
                f"a move at move {LONG:,} against move 10",
                f"p50 {middle['long']:.2f} ms",
                f"p50 {middle['short']:.2f} ms",
                middle["long"] / middle["short"],
                Bar(1.2, 1.1, "x"),
            )
        ],
    )


async def _starts(discord: Loopback, folder: Path, room: Room) -> dict[str, list[float]]:
    """Start both bots a few times, in turns."""
    found: dict[str, list[float]] = {"ok": [], "large": []}
    for _ in range(STARTS + 1):
        async with started(discord, "ok", OK) as process:
            found["ok"].append(process.first_answer)
        async with started(discord, "large", act(room, room.people[0]), folder / "large.db") as process:
            found["large"].append(process.first_answer)
    return {name: times[1:] for name, times in found.items()}


def _sizes(found: Service, starting: dict[str, list[float]], memory: tuple[Any, Any], games: int) -> Part:
    ok, large = median(starting["ok"]), median(starting["large"])
    many, few = median(found.waits["large"]), median(found.waits["small"])
    rows = [
        Row(
            f"a move alone with {games:,} running games against {SMALL}",
            f"p50 {many:.2f} ms",
            f"p50 {few:.2f} ms",
            many / few,
            Bar(1.2, 1.1, "x"),
        )
    ]
    rows.append(
        Row(
            f"start to first answer, {games:,} running games, beyond “ok”",
            f"{large:.2f} s",
            f"{ok:.2f} s",
            large - ok,
            Bar(2, 1, "s"),
            spread(starting["large"]),
        )
    )
    rows.append(
        Row(
            f"memory, {games:,} running games, {ACTIVE} of them active",
            f"{memory[0] / 1e6:.0f} MB",
            f"{memory[1] / 1e6:.0f} MB",
            memory[0] / 1e6,
            Bar(300, 150, "MB"),
        )
    )
    return Part(
        "Many games",
        "The small and the large database are served by two processes, pressed in turns. Memory is what the process "
        "holds after all rounds.",
        rows,
    )
