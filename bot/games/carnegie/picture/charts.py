"""The charts of a finished game: points by source, and how they grew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.drawing.canvas import Area, Canvas
from bot.drawing.charts import Inks, Series, draw_line_chart
from bot.drawing.lettering import SMALLEST, measure_width, name_seats, truncate_name
from bot.drawing.sprites import draw_marker
from bot.engine.pages import Picture, fit_alt_text
from bot.engine.pictures import Names
from bot.games.carnegie.components import ANDREW
from bot.games.carnegie.news import Score
from bot.games.carnegie.picture.sheets import (
    BRASS,
    CARD,
    COLORS,
    HEADER,
    INK,
    LARGE,
    LINE,
    MARGIN,
    NORMAL,
    QUIET,
    SEATS,
    SMALL,
    STEEL,
    WIDTH,
    disk,
    sheet,
)
from bot.games.carnegie.text import parts_of
from bot.games.carnegie.view import CarnegieView

INKS = Inks(INK, QUIET, LINE)
BAR = 122
SOURCES: Mapping[str, str] = {
    "track": QUIET,
    "tile": "#8a8f98",
    "workers": "#7a4a9c",
    "departments": "#2f5fa5",
    "tabs": "#2f7d4f",
    "links": BRASS,
    "projects": "#b3402f",
    "donations": STEEL,
    "expansions": INK,
}
COLORED = (*COLORS, *SOURCES.values())


def charts(view: CarnegieView, names: Names) -> Sequence[Picture]:
    """Return where everybody's points came from, and how they grew, by round."""
    if not view.scores:
        return []
    called = {**name_seats(view.everybody, names), ANDREW: "Andrew"}
    grown = [_growth(view, called)] if any(player.history for player in view.everybody.values()) else []
    return [_sources(view, called), *grown]


def _sources(view: CarnegieView, called: Mapping[int, str]) -> Picture:
    """Draw a bar for everybody, divided by where the points came from."""
    there = [part for part in SOURCES if any(getattr(score, part) > 0 for score in view.scores)]
    lines = -(-len(there) // 3)
    canvas = sheet(view, "WHERE POINTS CAME FROM", HEADER + BAR * len(view.scores) + 50 * lines + 30)
    highest = max(1, *(sum(max(0, getattr(score, part)) for part in there) for score in view.scores))
    told = []
    for at, score in enumerate(view.scores):
        top = HEADER + BAR * at
        canvas.put_sprite(disk(score.seat, 38), MARGIN + 20, top + 22)
        canvas.draw_text(
            MARGIN + 48,
            top + 22,
            called[score.seat],
            face="strong",
            size=NORMAL,
            color=INK,
            room=700,
            smallest=SMALLEST,
        )
        canvas.draw_text(
            WIDTH - MARGIN, top + 22, f"{score.total} VP", face="poster", size=LARGE, color=STEEL, align="right"
        )
        _bar(canvas, score, there, highest, top + 48)
        told.append(f"{truncate_name(called[score.seat])} {parts_of(score)}")
    words = LEGEND if view.andrew is None else {**LEGEND, **WITH_ANDREW}
    _legend(canvas, [(part, words[part]) for part in there], HEADER + BAR * len(view.scores) + 10)
    long = f"Where everybody's points came from: {'; '.join(told)}."
    return Picture("points.png", canvas.to_png(COLORED), fit_alt_text([long]))


def _bar(canvas: Canvas, score: Score, there: Sequence[str], highest: int, top: int) -> None:
    x = MARGIN
    for part in there:
        amount = max(0, getattr(score, part))
        long = round((WIDTH - 2 * MARGIN) * amount / highest)
        canvas.fill(Area(x, top, x + long, top + 50), SOURCES[part])
        if long >= measure_width(str(amount), "strong", SMALL) + 8:
            canvas.draw_text(
                x + long // 2, top + 25, str(amount), face="strong", size=SMALL, color=CARD, align="center"
            )
        x += long


LEGEND: Mapping[str, str] = {
    "track": "score track",
    "tile": "unused tile",
    "workers": "active workers",
    "departments": "departments",
    "tabs": "project tabs",
    "links": "links",
    "projects": "projects",
    "donations": "donations",
    "expansions": "at the end",
}
WITH_ANDREW: Mapping[str, str] = {"track": "track, cards", "tabs": "tabs, end boxes"}
"""What stands for two things where Andrew plays: his, too."""


def _legend(canvas: Canvas, there: Sequence[tuple[str, str]], top: int) -> None:
    for at, (part, told) in enumerate(there):
        row, column = divmod(at, 3)
        x, y = MARGIN + column * ((WIDTH - 2 * MARGIN) // 3), top + 50 * row + 24
        canvas.draw_panel(Area(x, y - 16, x + 32, y + 16), SOURCES[part], 6)
        canvas.draw_text(x + 44, y, told, size=SMALL, color=INK, room=290, smallest=SMALLEST)


def _growth(view: CarnegieView, called: Mapping[int, str]) -> Picture:
    rounds = max(len(player.history) for player in view.everybody.values())
    lines = [
        Series(called[seat], list(player.history), SEATS[seat - 1], draw_marker(seat - 1, SEATS[seat - 1]))
        for seat, player in view.everybody.items()
    ]
    if view.andrew is not None and len(view.andrew.history) == rounds:  # not in a game begun by an older version
        lines.append(Series(called[ANDREW], list(view.andrew.history), INK, draw_marker(len(lines), INK)))
    canvas = sheet(view, "POINTS BY ROUND", 820)
    labels = [str(number) for number in range(1, rounds + 1)]
    draw_line_chart(canvas, Area(MARGIN, HEADER + 10, WIDTH - MARGIN, 810), labels, lines, str, INKS)
    words = "; ".join(f"{truncate_name(line.name)} {', '.join(map(str, line.values[4::5]))}" for line in lines)
    alt = fit_alt_text([f"Points after every fifth round: {words}."])
    return Picture("growth.png", canvas.to_png(COLORED), alt)
