"""Picture of a season in review: its champions on top, and one panel for each other highlight."""

from __future__ import annotations

from collections.abc import Sequence

from bot.drawing.canvas import Area, Canvas
from bot.drawing.lettering import wrap_text
from bot.drawing.sprites import draw_disc
from bot.engine.pages import Picture, fit_alt_text
from bot.leagues.pictures.sheets import (
    CARD,
    COLORS,
    GOLD,
    HEADER,
    INK,
    LARGE,
    MARGIN,
    NAVY,
    NORMAL,
    QUIET,
    SMALL,
    WIDTH,
    create_sheet,
)

LABEL, PADDING, GAP = 52, 22, 10
LINE_HEIGHT, LARGE_LINE_HEIGHT = 50, 58
MAX_TEXT_LINES = 3
"""Maximum lines of one highlight; the rest is truncated."""
TEXT_LEFT = MARGIN + 28
ROOM = WIDTH - MARGIN - 28 - TEXT_LEFT


def draw_review(highlights: Sequence[tuple[str, str]], below: str) -> Picture | None:
    """Draw a season in review; None without highlights.

    Args:
        highlights: the heading and the text of each, in drawable letters; the first one stands out.
        below: subtitle that names the league and season.
    """
    if not highlights:
        return None
    wrapped = [_wrap(text, LARGE if at == 0 else NORMAL) for at, (_, text) in enumerate(highlights)]
    heights = [
        LABEL + len(lines) * (LARGE_LINE_HEIGHT if at == 0 else LINE_HEIGHT) + PADDING
        for at, lines in enumerate(wrapped)
    ]
    canvas = create_sheet("IN REVIEW", below, HEADER + sum(heights) + GAP * len(heights) + 12)
    top = HEADER
    for at, ((head, _), lines, height) in enumerate(zip(highlights, wrapped, heights, strict=True)):
        _draw_highlight(canvas, Area(MARGIN, top, WIDTH - MARGIN, top + height), head, lines, is_first=at == 0)
        top += height + GAP
    start = f"The season in review, {below}"
    words = " ".join(f"{head}: {text}." for head, text in highlights)
    alt = fit_alt_text([f"{start}. {words}", f"{start}. The same stands below it as text."])
    return Picture("review.png", canvas.to_png(COLORS), alt)


def _wrap(text: str, size: int) -> list[str]:
    """Wrap a text into a limited number of lines; drawing truncates the last one."""
    lines = wrap_text(text, "strong", size, ROOM)
    kept = MAX_TEXT_LINES - 1
    return [*lines[:kept], " ".join(lines[kept:])] if len(lines) > MAX_TEXT_LINES else lines


def _draw_highlight(canvas: Canvas, box: Area, head: str, lines: Sequence[str], *, is_first: bool) -> None:
    canvas.draw_panel(box, CARD, 12)
    left = TEXT_LEFT
    if is_first:
        canvas.fill(Area(box.left, box.top + 12, box.left + 10, box.bottom - 12), GOLD)
        canvas.put_sprite(draw_disc(30, GOLD), left + 14, box.top + LABEL // 2 + 4)
        left += 42
    canvas.draw_text(left, box.top + LABEL // 2 + 4, head, size=SMALL, color=QUIET)
    size, each = (LARGE, LARGE_LINE_HEIGHT) if is_first else (NORMAL, LINE_HEIGHT)
    for at, line in enumerate(lines):
        middle = box.top + LABEL + each * at + each // 2
        color = NAVY if is_first else INK
        canvas.draw_text(TEXT_LEFT, middle, line, face="strong", size=size, color=color, room=ROOM, smallest=SMALL)
