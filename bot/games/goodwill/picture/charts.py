"""Charts of a finished game: the values of the shares, and the wealth of the investors."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image

from bot.drawing.canvas import Area, Canvas
from bot.drawing.charts import Inks, Series, draw_line_chart
from bot.drawing.lettering import name_seats, truncate_name
from bot.drawing.sprites import draw_marker
from bot.engine.pages import Picture, fit_alt_text
from bot.engine.pictures import Names
from bot.games.goodwill.components import AMBER, COMPANIES, Company
from bot.games.goodwill.picture.sprites import banner, draw_emblem
from bot.games.goodwill.picture.style import (
    AMBER_LINE,
    COLOR,
    COLORS,
    HEADER,
    INK,
    LINE,
    MARGIN,
    PAPER,
    QUIET,
    SEAT_COLORS,
)
from bot.games.goodwill.view import GoodwillView
from bot.games.goodwill.words import money


def charts(view: GoodwillView, names: Names) -> Sequence[Picture]:
    """Return how the shares and the investors did over the years."""
    drawn = [draw_share_values(view, names)] if shares_count(view) else []
    return [*drawn, _wealth(view, names)] if reviewed(view) else []


def reviewed(view: GoodwillView) -> bool:
    """Return whether a year is over, so that there is something to compare."""
    return len(view.history) > 1


def shares_count(view: GoodwillView) -> bool:
    """Return whether there is something to compare, and shares are worth something."""
    return reviewed(view) and not view.options.cash_only


CHART = (1080, 860)
INKS = Inks(ink=INK, quiet=QUIET, grid=LINE)
MARKER = 34


def _chart(title: str, below: str, labels: Sequence[str], lines: Sequence[Series]) -> bytes:
    canvas = Canvas(CHART, PAPER)
    middle = banner(canvas, HEADER)
    length = canvas.draw_text(MARGIN, middle, title, face="poster", size=62, color=PAPER)
    room = CHART[0] - 2 * MARGIN - length - 30
    canvas.draw_text(CHART[0] - MARGIN, middle, below, size=34, color=PAPER, align="right", room=room, smallest=30)
    draw_line_chart(canvas, Area(MARGIN, 150, CHART[0] - MARGIN, CHART[1] - 10), labels, lines, money, INKS)
    return canvas.to_png((*COLORS, *SEAT_COLORS))


@lru_cache(maxsize=16)
def _company_marker(company: Company) -> Image.Image:
    color = {**COLOR, AMBER: AMBER_LINE}[company]
    return draw_emblem(company, MARKER, color)


def _labels(view: GoodwillView) -> Sequence[str]:
    return ["Start", *(str(year.year) for year in view.history if year.year is not None)]


def draw_share_values(view: GoodwillView, _: Names) -> Picture:
    """Return what a share of each company was worth after each year so far."""
    labels = _labels(view)
    lines = [
        Series(
            company,
            [year.share_values[company] for year in view.history],
            {**COLOR, AMBER: AMBER_LINE}[company],
            _company_marker(company),
        )
        for company in COMPANIES
    ]
    png = _chart("SHARE VALUES", "what one share was worth", labels, lines)
    return Picture("share-values.png", png, _chart_words("Share values", labels, lines))


def _wealth(view: GoodwillView, names: Names) -> Picture:
    called = name_seats(view.investors, names)
    scores = {} if view.outcome is None else view.outcome.scores
    differs = any(year.wealth.get(seat) != score for year in view.history[-1:] for seat, score in scores.items())
    labels = [*_labels(view), *(["End"] if differs else [])]
    lines = [
        Series(
            called[seat],
            [*(year.wealth[seat] for year in view.history), *([scores[seat]] if differs else [])],
            SEAT_COLORS[seat - 1],
            draw_marker(seat - 1, SEAT_COLORS[seat - 1], MARKER),
        )
        for seat in view.investors
        if all(seat in year.wealth for year in view.history)
    ]
    counted = "cash" if view.options.cash_only and view.box.cash_only_counts == "cash" else "cash and shares"
    cards = "" if view.options.derivatives == "off" else "; at the end with derivatives"
    png = _chart("WEALTH", f"{counted}{cards}", labels, lines)
    return Picture("wealth.png", png, _chart_words(f"Wealth in {counted}", labels, lines))


def _chart_words(title: str, labels: Sequence[str], lines: Sequence[Series]) -> str:
    words = f"{title}, {labels[0].lower()} to {labels[-1]}: " + "; ".join(
        f"{truncate_name(line.name)} {', '.join(money(value) for value in line.values)}" for line in lines
    )
    return fit_alt_text([f"{words}."])
