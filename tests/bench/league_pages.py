"""Costs of league pages: ratings, divisions drawn as pictures, and a season's page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from time import process_time
from typing import Any

from bot.leagues.careers import Volume, build_careers, build_contribution
from bot.leagues.log_entries import LogLine
from bot.leagues.pictures import draw_crosstable, draw_rating_curve, draw_standings
from bot.leagues.rules import Rules
from bot.leagues.season import Season
from bot.ui.screens.leagues.season_page import render_season_file
from tests.bench.filled_databases import chance
from tests.bench.report import Bar, Part, Row, figure, spread
from tests.leagues.seasons import drawn, play
from tests.ui.season_pages import about, known

RESULTS = 10_000
PEOPLE = 70
"""Of a season of those that are rated."""
PICTURE = Bar(must=50, aim=30, unit="ms")
SECONDS = Bar(must=3, aim=1, unit="s")
REMARKS = (
    f"CPU of one thread, beside the event loop. {RESULTS:,} results are those of {PEOPLE} people who play season after "
    "season at tables for four; ratings anew is what a correction of the very first result costs whoever looks next."
)


def measure(rounds: int) -> Part:
    """Measure what leagues cost."""
    seasons = _seasons()
    volumes = [Volume(at, build_contribution(Season(lines)), _everybody()) for at, lines in enumerate(seasons, 1)]
    division = play(drawn(16, Rules(title="fair", seats=4)), chance(1))
    whole = about(known([f"Player {number}" for number in range(33)]), charts=True)
    rows = [
        _row(f"ratings anew of {RESULTS:,} results", SECONDS, rounds, lambda: build_careers(volumes), 1),
        _row(
            "standings of a division of eight as a picture",
            PICTURE,
            rounds,
            lambda: draw_standings(division, 1, str, "a season"),
            1000,
        ),
        _row("who met whom in it as a picture", PICTURE, rounds, lambda: draw_crosstable(division, 1, str, ""), 1000),
        _row(
            "a rating curve of 60 games",
            PICTURE,
            rounds,
            lambda: draw_rating_curve([*range(1500, 1560)], "Ann", ""),
            1000,
        ),
        _row("page of 33 tables, charts drawn before", SECONDS, rounds, lambda: render_season_file(whole), 1),
    ]
    size = len(render_season_file(whole).encode()) / 1e6
    rows.append(Row("its size", f"{figure(size)} MB", value=size, bar=Bar(must=8, aim=4, unit="MB")))
    return Part("Leagues to look at", REMARKS, rows)


def _row(what: str, bar: Bar, rounds: int, work: Callable[[], Any], parts: int) -> Row:
    work()  # fonts and sprites are loaded by the first
    times = []
    for _ in range(max(3, rounds)):
        begun = process_time()
        work()
        times.append((process_time() - begun) * parts)
    middle = sorted(times)[len(times) // 2]
    return Row(what, f"{figure(middle)} {bar.unit}", value=middle, bar=bar, noise=spread(times))


def _seasons() -> Sequence[Sequence[LogLine]]:
    found: list[list[LogLine]] = []
    results = 0
    for number in count(1):
        season = play(drawn(PEOPLE), chance(number))
        results += len(season.tables)
        day = f"2026-{number % 12 + 1:02}-{number % 28 + 1:02}"
        found.append(
            [
                line.model_copy(update={"made_at": f"{day}T{line.number // 60 % 24:02}:{line.number % 60:02}:00+00:00"})
                for line in season.lines
            ]
        )
        if results >= RESULTS:
            break
    return found


def _everybody() -> dict[int, int]:
    return {number: number for number in range(1, PEOPLE + 1)}
