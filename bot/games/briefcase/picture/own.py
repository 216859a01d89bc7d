"""The companies of a seat."""

from __future__ import annotations

from collections.abc import Sequence

from bot.drawing.canvas import Area, Canvas
from bot.drawing.lettering import SMALLEST, wrap_text
from bot.engine.pages import Picture, fit_alt_text
from bot.engine.pictures import Names
from bot.engine.words import format_count
from bot.games.briefcase.components import Company
from bot.games.briefcase.picture.companies import ABILITY, TEXT_ROOM
from bot.games.briefcase.picture.hand import PILE, draw_pile, list_piles
from bot.games.briefcase.picture.signs import draw_heading, draw_legend, draw_signs
from bot.games.briefcase.picture.style import (
    BRASS,
    CARD,
    CHART_HEADER,
    COLORS,
    GAP,
    INK,
    LEGEND,
    LEVELS,
    MARGIN,
    NORMAL,
    PAPER,
    QUIET,
    SMALL,
    STEP,
    WIDTH,
)
from bot.games.briefcase.view import BriefcaseView


def is_somebodys(view: BriefcaseView) -> bool:
    """Whether somebody looks at it who may have companies."""
    return view.seat is not None


def shown_of_own(view: BriefcaseView) -> object:
    """Return the fields of the view that the picture of a seat's own companies depends on."""
    own = view.everybody[view.seat or 1]
    return view.seat, own.companies, own.storage, own.storage_limit, own.score.total


def draw_own(view: BriefcaseView, _: Names) -> Picture:
    """Return this seat's companies large, the activated ones first: what each gives, does and is worth."""
    if view.seat is None:
        raise ValueError("everybody's view has no companies of its own")
    own = view.everybody[view.seat]
    cards = [(view.box.company[one.company], one.activated) for one in own.companies]
    cards.sort(key=lambda one: (not one[1], one[0].level, one[0].number))
    told = [wrap_text(card.text, "text", SMALL, TEXT_ROOM) for card, _ in cards]
    high = sum(OWN + ABILITY * len(words) for words in told) if cards else PILE
    canvas = Canvas((WIDTH, CHART_HEADER + 112 + high + LEGEND + GAP), PAPER)
    draw_heading(canvas, CHART_HEADER, "MY COMPANIES", 60, 56)
    points = format_count(own.score.total, "point")
    canvas.draw_text(WIDTH - MARGIN, 56, points, face="strong", size=44, color=BRASS, align="right")
    draw_pile(
        canvas, *list_piles(view, own)[-1], Area(MARGIN, CHART_HEADER + 12, WIDTH - MARGIN, CHART_HEADER + 12 + PILE)
    )
    top = CHART_HEADER + 112
    if not cards:
        canvas.draw_text(MARGIN + 4, top + PILE // 2, "no companies yet", face="strong", size=NORMAL, color=QUIET)
    for (card, activated), words in zip(cards, told, strict=True):
        _own_company(canvas, card, words, Area(MARGIN, top, WIDTH - MARGIN, top + OWN - 10 + ABILITY * len(words)),
                     activated=activated)  # fmt: skip
        top += OWN + ABILITY * len(words)
    draw_legend(canvas, Area(MARGIN, CHART_HEADER + 112 + high, WIDTH - MARGIN, CHART_HEADER + 112 + high + LEGEND))
    alt = [f"{card.name}{'' if activated else ', not activated'}: {card.text}" for card, activated in cards]
    return Picture(
        "own.png", canvas.to_png(COLORS), fit_alt_text([f"My companies, {points}. {' '.join(alt) or 'None yet.'}"])
    )


OWN = 80
"""How high one of one's companies is, without its ability."""


def _own_company(canvas: Canvas, card: Company, told: Sequence[str], box: Area, *, activated: bool) -> None:
    """Draw one of the seat's companies, with its effects or, while it is not activated, its activation cost."""
    canvas.draw_framed_panel(box, CARD if activated else PAPER, LEVELS[card.level], 6 if activated else 3, 12)
    middle, left = box.top + 36, box.left + 20
    points = canvas.draw_text(
        box.right - 20, middle, str(card.points), face="poster", size=46, color=INK, align="right"
    )
    signs = card.output if activated else card.units
    at = box.right - 40 - points - STEP * len(signs)
    draw_signs(canvas, at, middle, signs)
    words = "gives" if activated else "needs"
    taken = canvas.draw_text(at - 12, middle, words, size=SMALL, color=QUIET, align="right") if signs else 0
    canvas.draw_text(left, middle, card.name, face="strong", size=40, color=INK if activated else QUIET,
                room=at - 28 - taken - left, smallest=SMALLEST)  # fmt: skip
    for line, each in enumerate(told):
        y = box.top + 70 + ABILITY * line + ABILITY // 2 - 8
        canvas.draw_text(left, y, each, size=SMALL, color=INK if activated else QUIET, room=box.width - 32)
