"""`make bench`: measure everything, print it and write docs/benchmarks.md."""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import TypeAlias

from tests.bench import (
    disk,
    engine,
    evenings,
    league_pages,
    leagues,
    limit,
    load,
    opponents,
    own_pages,
    requests,
    service,
    several_processes,
    web_pages,
)
from tests.bench.report import TARGET, Part, build_chapter, build_page
from tests.measured import chapters_of


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
    minutes=30,
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


Measured: TypeAlias = Part | Awaitable[Part] | Awaitable[Sequence[Part]]

PARTS: Mapping[str, Callable[[Path, Effort], Measured]] = {
    "service": lambda folder, effort: service.measure(folder, rounds=effort.rounds, games=effort.games),
    "engine": lambda _, effort: engine.measure(max(2, effort.rounds), effort.engine_seconds),
    "guard": lambda _, effort: engine.measure_guard(max(2, effort.rounds)),
    "opponents": lambda _, effort: opponents.measure(effort.rounds),
    "disk": lambda folder, effort: disk.measure(folder, games=effort.weighed, pictures=effort.pictures),
    "leagues": lambda folder, effort: leagues.measure(folder, seasons=effort.seasons),
    "league-pages": lambda _, effort: league_pages.measure(effort.rounds),
    "web-pages": lambda folder, effort: web_pages.measure(folder, rounds=effort.rounds),
    "own-pages": lambda folder, effort: own_pages.measure(folder, decisions=effort.decisions),
    "load": lambda folder, effort: load.measure(folder, seconds=effort.load),
    "requests": lambda folder, effort: requests.measure(folder, moves=effort.sent),
    "limit": lambda folder, effort: limit.measure(folder, seconds=effort.limit),
    "several-processes": lambda folder, effort: several_processes.measure(folder, seconds=effort.several),
    "memory": lambda folder, effort: evenings.measure(folder, minutes=effort.minutes),
}
"""The parts of a run, in the order of the page; the first has several chapters."""


async def measure(name: str, folder: Path, effort: Effort) -> Sequence[Part]:
    """Measure a part; return its chapters."""
    measured = PARTS[name](folder, effort)
    found = await measured if isinstance(measured, Awaitable) else measured
    return [found] if isinstance(found, Part) else found


def write_part(parts: Sequence[Part], chapters: dict[str, str], target: Path, *, seconds: float, quick: bool) -> None:
    """Write the chapters of a part into the page; the others stay."""
    for part in parts:
        chapters[part.heading] = build_chapter(part, seconds=seconds, quick=quick)
        print(chapters[part.heading], flush=True)
    target.parent.mkdir(exist_ok=True)
    target.write_text(build_page(chapters), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(prog="make bench", description="Measures Boardroom and writes docs/benchmarks.md.")
    parser.add_argument("--quick", action="store_true", help="one round of everything, in a few minutes")
    parser.add_argument("--part", choices=PARTS, action="append", help="only this part; the other chapters stay")
    given = parser.parse_args()
    chapters = chapters_of(TARGET.read_text("utf-8")) if given.part and TARGET.exists() else {}
    for name in given.part or PARTS:
        begun = perf_counter()
        with tempfile.TemporaryDirectory(prefix="boardroom-bench-") as folder:
            parts = asyncio.run(measure(name, Path(folder), QUICK if given.quick else FULL))
        write_part(parts, chapters, TARGET, seconds=perf_counter() - begun, quick=given.quick)


if __name__ == "__main__":
    main()
