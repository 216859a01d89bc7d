"""The companies on offer, by level, with their costs, scores and numbers left."""

from __future__ import annotations

from collections.abc import Sequence

from bot.drawing.canvas import Area, Canvas
from bot.drawing.lettering import SMALLEST, measure_width
from bot.drawing.typefaces import Face
from bot.games.briefcase.picture.signs import bar_sign
from bot.games.briefcase.picture.style import BLOCK, CARD, HEAD, INK, LEVELS, LINE, NORMAL, QUIET, SMALL
from bot.games.briefcase.view import BriefcaseView

ROW = 52
COST, NAME, POINTS, LEFT = 34, 68, 394, 462
"""Where the columns of a company's line begin, from its left; all but the name are centred."""
NAME_GAP, MARKED_GAP = 30, 12
"""How much is free between a name and the points, and where a mark stands between them."""


def companies_by_what_is_left(view: BriefcaseView, level: int) -> Sequence[str]:
    """Return the companies of a level that are on offer, the fullest piles first."""
    there = [company for company in view.portfolio if view.box.company[company].level == level]
    return sorted(there, key=lambda company: -view.portfolio[company])


def compute_offer_height(view: BriefcaseView) -> int:
    """Return the height of the companies on offer."""
    if not view.portfolio:
        return 0
    rows = sum(-(-len(companies_by_what_is_left(view, level)) // 2) for level in (1, 2))
    return 2 * HEAD + ROW * rows + 22


def draw_offer(canvas: Canvas, view: BriefcaseView, box: Area, spare: int) -> None:
    """Draw the companies on offer in two columns, level by level: cost, name, points and how many are left.

    What each needs, gives and does is a picture of its own.
    """
    canvas.draw_framed_panel(box, CARD, LINE, 3, 14)
    top = box.top + 8
    for level in (1, 2):
        halves = Area(box.left + 10, top, box.right - 10, top + HEAD).split_columns(2, 10)
        canvas.draw_panel(Area(box.left + 10, top + 2, box.right - 10, top + HEAD - 2), LEVELS[level], 8)
        for half, title in zip(halves, (f"Level {level}", ""), strict=True):
            middle = top + HEAD // 2
            canvas.draw_text(half.left + NAME + 8, middle, title, face="strong", size=SMALL, color=CARD)
            for at, words in ((COST, "Buys"), (POINTS, "Pts"), (LEFT, "Left")):
                canvas.draw_text(
                    half.left + at, middle, words, face="strong", size=SMALLEST, color=CARD, align="center"
                )
        top += HEAD
        there = companies_by_what_is_left(view, level)
        rows = -(-len(there) // 2)
        for at, company in enumerate(there):
            half, row = halves[at // rows], top + ROW * (at % rows)
            _on_offer(canvas, view, company, Area(half.left, row, half.right, row + ROW), spare)
            canvas.record_place(("offer", company), Area(half.left, row, half.right, row + ROW))
        top += ROW * rows + 3


def _on_offer(canvas: Canvas, view: BriefcaseView, company: str, box: Area, spare: int) -> None:
    card, left = view.box.company[company], view.portfolio[company]
    middle, ink = box.top + ROW // 2, INK if left else QUIET
    canvas.draw_rule(box.left + 6, box.right - 6, box.bottom - 2, LINE)
    canvas.draw_text(box.left + COST, middle, str(card.cost or 0), face="poster", size=36, color=ink, align="center")
    room = POINTS - NAME - (MARKED_GAP + spare if spare else NAME_GAP)
    name = card.name if measure_width(card.name, "text", SMALLEST) <= room else card.name.replace(" Company", " Co.")
    canvas.draw_text(box.left + NAME, middle, name, size=NORMAL, color=ink, room=room, smallest=SMALLEST)
    canvas.draw_text(box.left + POINTS, middle, str(card.points), face="poster", size=36, color=ink, align="center")
    if company in view.company_blocks:
        canvas.put_sprite(bar_sign(34), box.left + LEFT - 22, middle)
        canvas.draw_text(
            box.left + LEFT + 14, middle, str(left), face="strong", size=NORMAL, color=BLOCK, align="center"
        )
    else:
        face: Face = "strong" if left else "text"
        words = str(left) if left else "out"
        canvas.draw_text(box.left + LEFT, middle, words, face=face, size=NORMAL, color=ink, align="center")
