"""`make bench`: measure everything, print it and write docs/benchmarks.md."""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from tests.bench import (
    disk,
    engine,
    hour,
    league_pages,
    leagues,
    limit,
    load,
    opponents,
    own_pages,
    report,
    requests,
    service,
    several_processes,
    web_pages,
)
from tests.bench.report import Part


@dataclass(frozen=True)
class Effort:
    """How much is measured."""

    rounds: int
    games: int
    """Running games in the large database."""
    engine_seconds: float
    weighed: int
    pictures: int
    load: float
    """Seconds of load at each pace, in which a move's processor time is measured."""
    decisions: int
    """Decisions of each game that are looked at on a page and on a panel."""
    sent: int
    """Moves of each game whose requests are counted."""
    limit: float
    """Seconds in which Discord's limit is full."""
    several: float
    """Seconds of playing with each number of processes."""
    minutes: float
    """Of load, after which memory must have levelled off."""
    seasons: int
    """Of 10,000 results each; a hundred are a million."""


FULL = Effort(
    rounds=5,
    games=10_000,
    engine_seconds=1.0,
    weighed=6,
    pictures=15,
    load=90,
    decisions=60,
    sent=50,
    limit=300,
    several=30,
    minutes=60,
    seasons=100,
)
QUICK = Effort(
    rounds=1,
    games=10_000,
    engine_seconds=0.2,
    weighed=1,
    pictures=2,
    load=30,
    decisions=5,
    sent=5,
    limit=20,
    several=5,
    minutes=3,
    seasons=2,
)


async def measured(effort: Effort) -> list[Part]:
    """Measure everything, one part after the other."""
    with tempfile.TemporaryDirectory(prefix="boardroom-bench-") as name:
        folder = Path(name)
        last = [engine.measure(max(2, effort.rounds), effort.engine_seconds)]
        last.append(opponents.measure(effort.rounds))
        last.append(await disk.measure(folder, games=effort.weighed, pictures=effort.pictures))
        last.append(await leagues.measure(folder, seasons=effort.seasons))
        last.append(league_pages.measure(effort.rounds))
        last.append(await web_pages.measure(folder, rounds=effort.rounds))
        last.append(await own_pages.measure(folder, decisions=effort.decisions))
        last.append(await load.measure(folder, seconds=effort.load))
        last.append(await requests.measure(folder, moves=effort.sent))
        last.append(await limit.measure(folder, seconds=effort.limit))
        last.append(await several_processes.measure(folder, seconds=effort.several))
        last.append(await hour.measure(folder, minutes=effort.minutes))
        return [*await service.measure(folder, rounds=effort.rounds, games=effort.games), *last]


def main() -> None:
    parser = argparse.ArgumentParser(prog="make bench", description="Measures Boardroom and writes docs/benchmarks.md.")
    parser.add_argument("--quick", action="store_true", help="one round of everything, in a few minutes")
    given = parser.parse_args()
    begun = perf_counter()
    parts = asyncio.run(measured(QUICK if given.quick else FULL))
    text = report.markdown(parts, given.quick, perf_counter() - begun)
    print(text)
    report.TARGET.parent.mkdir(exist_ok=True)
    report.TARGET.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
