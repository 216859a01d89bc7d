"""Charts of a finished game: the growth of the scores, and their sources."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.drawing.canvas import Area, Canvas
from bot.drawing.charts import Inks, Series, draw_line_chart
from bot.drawing.lettering import measure_width, name_seats, truncate_name
from bot.drawing.sprites import draw_marker
from bot.engine.pages import Picture, fit_alt_text
from bot.engine.pictures import Names
from bot.engine.records import Seat
from bot.engine.words import format_count
from bot.games.briefcase.news import Score
from bot.games.briefcase.picture.signs import draw_heading
from bot.games.briefcase.picture.style import (
    BRASS,
    CARD,
    CHART_HEADER,
    INK,
    LEATHER,
    LINE,
    LINES,
    MARGIN,
    NORMAL,
    PAPER,
    QUIET,
    SMALL,
    SOURCES,
    WIDTH,
)
from bot.games.briefcase.view import BriefcaseView

CHART = (WIDTH, 760)
BAR_ROW = 132
INKS = Inks(INK, QUIET, LINE)


def charts(view: BriefcaseView, names: Names) -> Sequence[Picture]:
    """Return where everybody's points come from, and how they grew."""
    if not view.scores:
        return []
    called = name_seats(view.everybody, names)
    found = [_sources(view, called)]
    if all(len(player.history) > 1 for player in view.everybody.values()):
        found.append(_growth(view, called))
    return found


def parts_of(score: Score) -> dict[str, int]:
    """Return the points by source."""
    return {
        "companies": score.companies,
        "abilities": score.abilities,
        "Central Bank": score.central_bank,
        "resources": score.resources,
    }


CHART_COLORS = (PAPER, INK, CARD, LEATHER, QUIET, LINE, BRASS, *SOURCES.values(), *LINES)


def _sources(view: BriefcaseView, called: Mapping[Seat, str]) -> Picture:
    """Draw a bar for each player, divided by where the points come from."""
    height = CHART_HEADER + 20 + BAR_ROW * len(view.scores) + 70
    canvas = Canvas((WIDTH, height), PAPER)
    draw_heading(canvas, CHART_HEADER, "FINAL SCORE", 60, 56)
    highest = max(1, *(score.total for score in view.scores))
    told = []
    for row, score in enumerate(view.scores):
        top = CHART_HEADER + 12 + BAR_ROW * row
        left, right = MARGIN + 92, WIDTH - MARGIN - 120
        canvas.draw_text(MARGIN + 34, top + 72, f"{score.place}.", face="poster", size=54, color=INK, align="center")
        note = f"{format_count(score.left_over, 'resource')} left over"
        noted = canvas.draw_text(right, top + 34, note, size=SMALL, color=QUIET, align="right")
        room = right - left - noted - 24
        canvas.draw_text(
            left, top + 34, called[score.seat], face="strong", size=40, color=INK, room=room, smallest=SMALL
        )
        x = left
        for source, points in parts_of(score).items():
            long = round((right - left) * points / highest)
            if points:
                canvas.fill(Area(x, top + 60, x + long, top + 112), SOURCES[source])
                if long >= measure_width(str(points), "strong", NORMAL) + 8:
                    at = x + long // 2
                    canvas.draw_text(at, top + 86, str(points), face="strong", size=NORMAL, color=CARD, align="center")
            x += long
        total = str(score.total)
        canvas.draw_text(WIDTH - MARGIN, top + 72, total, face="poster", size=60, color=INK, align="right")
        sources = ", ".join(f"{source} {points}" for source, points in parts_of(score).items())
        told.append(f"{score.place}. {truncate_name(called[score.seat])} {total} ({sources})")
    x, middle = MARGIN + 4, height - 40
    for source, color in SOURCES.items():
        canvas.draw_panel(Area(x, middle - 16, x + 32, middle + 16), color, 6)
        x += 44 + canvas.draw_text(x + 44, middle, source, size=SMALL, color=INK) + 34
    return Picture("points.png", canvas.to_png(CHART_COLORS), fit_alt_text([f"Final score: {'; '.join(told)}."]))


def _growth(view: BriefcaseView, called: Mapping[Seat, str]) -> Picture:
    """Draw what everybody's game was worth after each of their turns, and at the end, when all is settled."""
    canvas = Canvas(CHART, PAPER)
    draw_heading(canvas, CHART_HEADER, "POINTS", 60, 56)
    rounds = min(len(player.history) for player in view.everybody.values())
    named = {1, *range(5, rounds, 5)}
    labels = [str(number) if number in named else "" for number in range(1, rounds + 1)]
    lines = [
        Series(called[seat], [*player.history[:rounds], player.score.total], LINES[at], draw_marker(at, LINES[at]))
        for at, (seat, player) in enumerate(view.everybody.items())
    ]
    sheet = Area(MARGIN, CHART_HEADER + 20, WIDTH - MARGIN, CHART[1] - 10)
    draw_line_chart(canvas, sheet, [*labels, "end"], lines, str, INKS)
    words = "; ".join(f"{truncate_name(line.name)} {', '.join(map(str, line.values))}" for line in lines)
    return Picture(
        "growth.png", canvas.to_png(CHART_COLORS), fit_alt_text([f"Points after each round and at the end: {words}."])
    )
