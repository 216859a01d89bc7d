"""The results: rows with a measurement, its reference, and the bar it meets."""

from __future__ import annotations

import os
import platform
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from statistics import median

from tests.measured import add_stamp, chapters_of

TARGET = Path(__file__).parents[2] / "docs" / "benchmarks.md"
PEERS = Path(__file__).with_name("peers.md").read_text("utf-8")


@dataclass(frozen=True)
class Bar:
    """A limit: the demanded and the hoped-for value, in the row's own figure."""

    must: float
    aim: float
    unit: str
    at_least: bool = False

    def met(self, value: float) -> str:
        for limit, word in ((self.aim, "aim"), (self.must, "must")):
            if (value >= limit) if self.at_least else (value <= limit):
                return word
        return "MISSED"

    def words(self, limit: float) -> str:
        return f"{'≥' if self.at_least else '≤'} {figure(limit)} {self.unit}".rstrip()


@dataclass(frozen=True)
class Row:
    """One result. `value` is what the bar is about."""

    what: str
    measured: str
    against: str = ""
    value: float | None = None
    bar: Bar | None = None
    noise: float | None = None
    """How far the rounds were apart, as a part of their median."""

    def cells(self) -> list[str]:
        known = self.bar is not None and self.value is not None
        ratio = "" if self.value is None else f"{figure(self.value)} {self.bar.unit if self.bar else 'x'}".rstrip()
        return [
            self.what,
            self.measured,
            self.against,
            ratio,
            self.bar.words(self.bar.must) if self.bar else "",
            self.bar.words(self.bar.aim) if self.bar else "",
            self.bar.met(self.value) if self.bar and known and self.value is not None else "",
            "" if self.noise is None else f"±{self.noise * 50:.0f} %",
        ]


@dataclass(frozen=True)
class Part:
    """A heading, its explanation, and its rows."""

    heading: str
    remarks: str
    rows: Sequence[Row]


def figure(number: float) -> str:
    """Return a number with about three figures."""
    if number == 0 or abs(number) >= 100:
        return f"{number:,.0f}"
    return f"{number:.3g}"


def spread(values: Sequence[float]) -> float | None:
    """Return how far the values are apart, as a part of their median."""
    return (max(values) - min(values)) / median(values) if len(values) > 1 else None


HEADS = ("what", "measured", "against", "ratio or cost", "must", "aim", "met", "noise")


HEAD = """# Benchmarks

A move of Goodwill takes a few milliseconds from press to answer, saved to disk; the tables below say how that
compares with its limits. `make bench` writes this page; do not edit it. `ARGS='--part load'` measures one part anew,
and the other chapters stay. Compare ratios, not figures: both sides of a ratio were measured in the same run on the
same machine, in turns. Figures are medians of all rounds, after a warm-up round; noise is half the distance between
the rounds' extremes. In a bot, the garbage collector and the event loop are set as in the service.

Some costs have a floor, which further work has hardly lowered. As measured in November 2026:

- **A move of Goodwill or Corporate Espionage** is 2.5 to 3.6 presses and 2.5 pictures, of which the PNG alone takes 3.4
  ms each. The guard against leaks is 7 to 13 % of its CPU time. It does not cost less than shortly before 1.0.0 (commit
  c8249572): on one machine, a move of Goodwill with every price apart took 33.9 ms and takes 32.4, one of Corporate
  Espionage 38.5 and 47.8. Panels now come with a picture (1.0 a move instead of 0.3), and the panel before is closed;
  what was saved pays for that. All pictures together are 30 % of a move, so half is out of reach even without them. A
  move of Briefcase takes 45 ms instead of 100, one of City of the Big Shoulders 97 instead of 184, and one of Carnegie
  103 instead of 163.
- **Memory** grows by about a megabyte a minute while games end, because 200 games stay loaded, at up to 0.5 MB each.
- **Pictures of questions after a first pick** are 11 % of a move's CPU time in Carnegie, 9 % in Goodwill, 4 % in City
  of the Big Shoulders, and about 1 % elsewhere. A third of that is the sheet, which the picks of a plan could share;
  the rest, enlarging, letters and the PNG, is new with each pick. Without them a plan would not be seen as it grows.
- **Looks through the guard** build the view and the question of three tables and compare them. Copies without JSON and
  a single comparison saved 1 to 23 % of their CPU time.
- **Later thoughts of strong bots** in City of the Big Shoulders take up to 9.8 s of CPU with four seats
  (`docs/opponents.md`); first thoughts are below 5 s.
- **Days of a game of Carnegie**: a prepared turn waits only for players who could take the same empty box. That
  shortened a game from 18.66 to 18.44 days; most waits have other reasons.
- **The test suite**: 85 % of the CPU time of `make test` is the bodies of the tests, about 80 ms each, and none stands
  out. Of `make thorough`, 27 % were upgrades of recorded databases; games that several of them hold are played once.

"""


def build_page(chapters: Mapping[str, str]) -> str:
    """Return the page; the chapter about other programs, which `make bench` does not measure, comes last.

    Args:
        chapters: texts by their headings, in order.
    """
    others = {heading: text for heading, text in chapters.items() if heading not in chapters_of(PEERS)}
    return HEAD + "\n".join([*others.values(), PEERS])


def build_chapter(part: Part, *, seconds: float, quick: bool = False) -> str:
    """Return the chapter of a part, with the date, the commit and the machine.

    Args:
        part: what was measured.
        seconds: the time that it took.
        quick: whether it was measured in few rounds.
    """
    names = ("discord.py", "aiohttp", "pydantic", "aiosqlite", "orjson", "pillow")
    versions = ", ".join(f"{name} {version(name)}" for name in names)
    load = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"
    machine = (
        f"{'A quick' if quick else 'A full'} run of {seconds:.0f} s, load at the end {load}; {platform.system()} "
        f"{platform.machine()}, {os.cpu_count()} cores ({_processor()}), {platform.python_implementation()} "
        f"{platform.python_version()}, SQLite {sqlite3.sqlite_version}, {versions}."
    )
    table = _table([HEADS, *(row.cells() for row in part.rows)])
    return add_stamp("\n".join([f"## {part.heading}", "", machine, "", part.remarks, "", *table, ""]))


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    lines = info.read_text("utf-8").splitlines() if info.exists() else []
    return next(
        (line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.processor()
    )


def _table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for number, row in enumerate(rows):
        yield f"| {' | '.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))} |"
        if number == 0:
            yield f"| {' | '.join('-' * width for width in widths)} |"
