"""The counts of a season as a page."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator
from textwrap import fill

from tests.measured import format_stamp
from tests.season import league_ledger
from tests.season.league_ledger import LeagueLedger
from tests.season.ledger import FAULT, PROMISES, Ledger
from tests.season.weeks import Size

WIDTH = 120
SHOWN = 20
"""Cases of a broken promise to print at most."""
GROUPS = {
    "People": (
        "people",
        "seats",
        "proposals",
        "votes",
        "standing orders",
        "moves prepared",
        "decisions",
        "pauses",
        "times somebody",
    ),
    "Tables": ("tables", "games", "audits"),
    "Questions and answers": ("questions", "answers", "buttons", "old buttons", "time ran out", "log lines"),
    "What went wrong": ("outages", "crashes", "restarts", "messages", "threads", "times Discord", "letters"),
    "What was read": ("texts", "secret", "sealed", "informations", "calls"),
}
"""What belongs together, by how it begins."""


def markdown(ledger: Ledger, seed: str, size: Size, seconds: float) -> str:
    """Return the result as Markdown."""
    return "\n".join(_lines(ledger, seed, size, seconds)) + "\n"


def _lines(ledger: Ledger, seed: str, size: Size, seconds: float) -> Iterator[str]:
    yield "# A simulated season"
    yield ""
    yield fill(
        "No promise was broken in six weeks of simulated play if the first table below contains only zeros. The "
        "real bot runs on a real database file, on a simulated Discord and with a clock that jumps. Players press "
        "the buttons, menus and forms they are shown. An independent ledger records who pressed what, who was told "
        "what and who was asked since when, and a witness reads everything that is sent. `make season` plays it "
        "and fails when a promise is broken.",
        WIDTH,
    )
    yield ""
    yield format_stamp()
    yield ""
    yield fill(
        f"{size.games} games (and {size.lobbies_in_vain} tables that never fill), {size.people} people, "
        f"{size.days} days of simulated time; `make season ARGS='--seed {seed}'`. Played in {seconds:.0f} s on "
        f"{os.cpu_count()} cores ({platform.machine()}), Python {platform.python_version()}.",
        WIDTH,
    )
    yield ""
    yield "| What must never happen | Cases |"
    yield "| --- | ---: |"
    for promise in PROMISES:
        yield f"| {promise} | {len(ledger.broken.get(promise, []))} |"
    for group in (*GROUPS, "Others"):
        counted = {what: count for what, count in sorted(ledger.counts.items()) if _group(what) == group}
        if counted:
            yield ""
            yield f"| {group} | Count |"
            yield "| --- | ---: |"
            yield from (f"| {what} | {count:,} |" for what, count in counted.items())
    for promise, cases in ledger.broken.items():
        yield ""
        yield f"## Broken: {promise}"
        yield ""
        yield from (f"- {case}" for case in cases[:SHOWN])
        if len(cases) > SHOWN:
            yield f"- and {len(cases) - SHOWN} more"


def of_league(ledger: LeagueLedger) -> str:
    """Return what became of a league's season as Markdown."""
    lines = ["", "## A league's season", "", "| What must never happen | Cases |", "| --- | ---: |"]
    lines += [f"| {promise} | {len(ledger.broken.get(promise, []))} |" for promise in (*league_ledger.PROMISES, FAULT)]
    lines += ["", "| In it | Count |", "| --- | ---: |"]
    lines += [f"| {what} | {count:,} |" for what, count in sorted(ledger.counts.items())]
    for promise, cases in ledger.broken.items():
        lines += ["", f"### Broken: {promise}", "", *(f"- {case}" for case in cases[:SHOWN])]
    return "\n".join(lines) + "\n"


def _group(what: str) -> str:
    for group, beginnings in GROUPS.items():
        if what.startswith(beginnings):
            return group
    return "Others"
