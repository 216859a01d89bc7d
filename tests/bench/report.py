"""The results: rows with a measurement, its reference, and the bar it meets."""

from __future__ import annotations

import os
import platform
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from statistics import median

from tests.measured import read_commit

TARGET = Path(__file__).parents[2] / "docs" / "benchmarks.md"


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


def markdown(parts: Sequence[Part], quick: bool, seconds: float) -> str:
    """Return the whole report."""
    lines = [
        "# Benchmarks",
        "",
        "A move of Goodwill takes a few milliseconds from press to answer, saved to disk; the tables below say how",
        "that compares with its limits. `make bench` writes this page; do not edit it. Compare ratios, not",
        "figures: both sides of a ratio were measured in the same run on the same machine, in turns. Figures are",
        "medians of all rounds, after a warm-up round; noise is half the distance between the rounds' extremes.",
        "",
        *_machine(quick, seconds),
    ]
    for part in parts:
        lines += ["", *report(part)]
    return "\n".join(lines) + "\n"


def report(part: Part) -> Sequence[str]:
    """Return the lines of one part."""
    return [f"## {part.heading}", "", part.remarks, "", *_table([HEADS, *(row.cells() for row in part.rows)])]


def _machine(quick: bool, seconds: float) -> Iterator[str]:
    names = ("discord.py", "aiohttp", "pydantic", "aiosqlite", "orjson", "pillow")
    load = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"
    yield f"- {datetime.now(UTC):%Y-%m-%d %H:%M} UTC, {'quick' if quick else 'full'} run of {seconds:.0f} s"
    yield f"- commit {read_commit()}"
    yield f"- {platform.system()} {platform.machine()}, {os.cpu_count()} cores ({_processor()}), load at the end {load}"
    yield (
        f"- {platform.python_implementation()} {platform.python_version()}, SQLite {sqlite3.sqlite_version}, "
        + ", ".join(f"{name} {version(name)}" for name in names)
    )
    yield "- garbage collector and event loop: in the bot as the service sets them, else as Python has them"


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
