"""The companies on offer: their needs, what they give, and their abilities."""

from __future__ import annotations

from collections.abc import Sequence

from bot.drawing.canvas import Area, Canvas
from bot.drawing.lettering import SMALLEST, wrap_text
from bot.engine.pages import Picture, fit_alt_text
from bot.engine.pictures import Names
from bot.games.briefcase.picture.portfolio import companies_by_what_is_left
from bot.games.briefcase.picture.signs import bar_sign, draw_heading, draw_legend, draw_signs, sign
from bot.games.briefcase.picture.style import (
    CARD,
    CHART_HEADER,
    COLORS,
    GAP,
    HEAD,
    INK,
    LEGEND,
    LEVELS,
    LINE,
    MARGIN,
    NORMAL,
    PAPER,
    QUIET,
    SMALL,
    WIDTH,
)
from bot.games.briefcase.view import BriefcaseView

NEEDS, GIVES, WORTH, THERE = 432, 668, 900, 1000
"""Where the columns begin; the last two are centred."""
LINE_HEIGHT, ABILITY = 48, 34
NAME_ROOM = 312
"""For a company's name."""
TEXT_ROOM = WIDTH - 2 * MARGIN - 30
"""For a line of a company's text."""


def shown_of_companies(view: BriefcaseView) -> object:
    """Return the fields of the view that the picture of the companies depends on."""
    return dict(view.portfolio), sorted(place for place in view.company_blocks if place is not None)


def draw_companies(view: BriefcaseView, _: Names) -> Picture:
    """Draw the companies on offer, with their costs, needs, production, abilities and points."""
    by_level = {level: companies_by_what_is_left(view, level) for level in (1, 2)}
    told = {company: wrap_text(view.box.company[company].text, "text", SMALL, TEXT_ROOM) for company in view.portfolio}
    lines = sum(LINE_HEIGHT + ABILITY * len(words) + 10 for words in told.values())
    canvas = Canvas((WIDTH, CHART_HEADER + GAP + 2 * (HEAD + GAP) + lines + LEGEND), PAPER)
    draw_heading(canvas, CHART_HEADER, "COMPANIES", 60, 56)
    top = CHART_HEADER + GAP
    for level, there in by_level.items():
        middle = top + HEAD // 2
        canvas.draw_panel(Area(MARGIN, top, WIDTH - MARGIN, top + HEAD), LEVELS[level], 8)
        for x, words in ((MARGIN + 16, f"Level {level}"), (NEEDS, "Needs"), (GIVES, "Gives")):
            canvas.draw_text(x, middle, words, face="strong", size=SMALL, color=CARD)
        for x, words in ((WORTH, "Points"), (THERE, "Left")):
            canvas.draw_text(x, middle, words, face="strong", size=SMALL, color=CARD, align="center")
        top += HEAD
        for company in there:
            _company(canvas, view, company, told[company], top)
            top += LINE_HEIGHT + ABILITY * len(told[company]) + 10
        top += GAP
    draw_legend(canvas, Area(MARGIN, top, WIDTH - MARGIN, top + LEGEND))
    alt = [f"{view.box.company[company].name}: {view.box.company[company].text}" for company in view.portfolio]
    return Picture("companies.png", canvas.to_png(COLORS), fit_alt_text(alt))


def _company(canvas: Canvas, view: BriefcaseView, company: str, told: Sequence[str], top: int) -> None:
    card, left = view.box.company[company], view.portfolio[company]
    middle, ink = top + LINE_HEIGHT // 2 + 4, INK if left else QUIET
    x = MARGIN + 16
    x += (
        canvas.draw_text(x, middle, card.name, face="strong", size=NORMAL, color=ink, room=NAME_ROOM, smallest=SMALLEST)
        + 14
    )
    canvas.put_sprite(sign("buy", 30), x + 15, middle)
    canvas.draw_text(x + 36, middle, str(card.cost or 0), face="strong", size=NORMAL, color=ink)
    draw_signs(canvas, NEEDS, middle, card.units)
    draw_signs(canvas, GIVES, middle, card.output)
    canvas.draw_text(WORTH, middle, str(card.points), face="poster", size=40, color=ink, align="center")
    blocked = company in view.company_blocks
    if blocked:
        canvas.put_sprite(bar_sign(34), THERE - 24, middle)
    canvas.draw_text(
        THERE + 14 * blocked, middle, str(left or "out"), face="strong", size=NORMAL, color=ink, align="center"
    )
    for at, words in enumerate(told):
        canvas.draw_text(MARGIN + 16, top + LINE_HEIGHT + 4 + ABILITY * at + ABILITY // 2, words, size=SMALL, color=ink)
    canvas.draw_rule(MARGIN, WIDTH - MARGIN, top + LINE_HEIGHT + ABILITY * len(told) + 8, LINE)
