"""Common parts of all pictures: colours, headings, disks, and text in several lines."""

from __future__ import annotations

from collections.abc import Mapping

from PIL import Image

from bot.drawing.canvas import Area, Canvas
from bot.drawing.lettering import SMALLEST, fit_names, measure_width
from bot.drawing.tracks import draw_badge
from bot.drawing.typefaces import Face
from bot.games.carnegie.components import ANDREW, NEUTRAL, Owner, Region
from bot.games.carnegie.view import CarnegieView

PAPER, CARD, INK, QUIET, LINE = "#f3ecdc", "#fffaf0", "#22282b", "#5f6a68", "#cfc6b0"
STEEL, BRASS, OPEN, GONE = "#1f4a48", "#b98a2f", "#e9e1cd", "#a9a593"
WATER = "#c9dde0"
REGIONS: Mapping[Region, str] = {"west": "#e3c9a0", "midwest": "#c9d8a6", "east": "#b9cfe0", "south": "#e6bfb0"}
SEATS = ("#2f5fa5", "#b3402f", "#2f7d4f", "#7a4a9c")
NOBODY = "#6f6f6a"
COLORS = (PAPER, CARD, INK, QUIET, LINE, STEEL, BRASS, OPEN, GONE, WATER, *REGIONS.values(), *SEATS, NOBODY)
WIDTH, MARGIN, GAP, PADDING = 1080, 26, 14, 16
SMALL, NORMAL, LARGE = 30, 34, 44
HEADER, ROW = 108, 48


def sheet(view: CarnegieView, title: str, height: int) -> Canvas:
    """Return a sheet with a heading and the time."""
    canvas = Canvas((WIDTH, height), PAPER)
    heading(canvas, view, title)
    return canvas


def heading(canvas: Canvas, view: CarnegieView, title: str) -> None:
    """Write what a sheet shows, and in which round."""
    canvas.fill(Area(0, 0, WIDTH, HEADER - 10), STEEL)
    when = f"round {view.round} of {view.box.terms.rounds}" if view.round else "before round 1"
    taken = canvas.draw_text(WIDTH - MARGIN, HEADER // 2 - 4, when, size=NORMAL, color=CARD, align="right")
    room = WIDTH - 2 * MARGIN - taken - GAP
    canvas.draw_text(MARGIN, HEADER // 2 - 4, title, face="poster", size=58, color=CARD, room=room, smallest=NORMAL)


def panel(canvas: Canvas, top: int, height: int) -> Area:
    """Draw a card over the whole width and return its inner box."""
    box = Area(MARGIN, top, WIDTH - MARGIN, top + height)
    canvas.draw_framed_panel(box, CARD, LINE, 2, 12)
    return box.shrink(PADDING)


def disk(owner: Owner, size: int) -> Image.Image:
    """Return somebody's disk: the number of the seat, A for Andrew, nothing for nobody."""
    if owner == NEUTRAL:
        return draw_badge(size, NOBODY, "", CARD)
    if owner == ANDREW:
        return draw_badge(size, INK, "A", CARD)
    return draw_badge(size, SEATS[owner - 1], str(owner), CARD)


def in_lines(text: str, size: int, room: int, most: int, face: Face = "text") -> list[str]:
    """Break a text into lines that fit; beyond the maximum number of lines, the last one is too long."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and len(lines) < most and measure_width(longer, face, size) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def legend(canvas: Canvas, view: CarnegieView, called: Mapping[int, str], top: int) -> None:
    """Write whose disks are whose in one line."""
    named = [(seat, called[seat]) for seat in view.everybody]
    named += [(ANDREW, "Andrew")] if view.andrew is not None else []
    named += [(NEUTRAL, "neutral")] if view.box.players[view.players].neutral else []
    columns = Area(MARGIN, top, WIDTH - MARGIN, top + 44).split_columns(len(named), 8)
    room = columns[0].width - 46
    for part, (owner, name) in zip(columns, fit_names(dict(named), "strong", SMALLEST, room).items(), strict=True):
        canvas.put_sprite(disk(owner, 38), part.left + 20, top + 22)
        canvas.draw_text(
            part.left + 46, top + 22, name, face="strong", size=SMALL, color=INK, room=room, smallest=SMALLEST
        )
