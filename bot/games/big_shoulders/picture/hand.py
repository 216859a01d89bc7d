"""The hand: the building tiles that a seat may play, for the picture of that question."""

from __future__ import annotations

from collections.abc import Mapping

from bot.drawing.canvas import Area, Canvas
from bot.drawing.lettering import SMALLEST
from bot.engine.records import Seat
from bot.engine.words import format_count
from bot.games.big_shoulders.components import Tile
from bot.games.big_shoulders.picture.style import (
    BRICK,
    CARD,
    GAP,
    HEADER,
    INK,
    LINE,
    MARGIN,
    NORMAL,
    PADDING,
    QUIET,
    SMALL,
    WIDTH,
    sheet,
)
from bot.games.big_shoulders.rules.vocabulary import effects_said
from bot.games.big_shoulders.view import CityView

CARD_HEIGHT, LETTER_HEIGHT, LINE_HEIGHT = 176, 60, 44
"""The height of a tile, of the room in it for a letter, and of a line of its text."""


def hand_sheet(view: CityView, _: Mapping[Seat, str]) -> Canvas:
    """Draw the building tiles of this seat side by side: what each does, pays its owner and brings to the market."""
    canvas = sheet(view, "YOUR TILES", HEADER + CARD_HEIGHT + LETTER_HEIGHT + MARGIN)
    row = Area(MARGIN, HEADER, WIDTH - MARGIN, HEADER + CARD_HEIGHT + LETTER_HEIGHT)
    for number, box in zip(view.hand, row.split_columns(max(1, len(view.hand)), GAP), strict=False):
        _draw_tile(canvas, view.box.tile[number], box)
        canvas.record_place(("hand", number), box)
    return canvas


def _draw_tile(canvas: Canvas, tile: Tile, box: Area) -> None:
    canvas.draw_framed_panel(box, CARD, LINE, 2, 10)
    inside, middle = box.shrink(PADDING), box.top + PADDING + LINE_HEIGHT // 2
    does, payer = effects_said(tile.effects), "Company" if tile.payment == "company to owner" else "Bank"
    canvas.draw_text(inside.left, middle, f"Tile {tile.number}", face="strong", size=NORMAL, color=BRICK)
    lines = (
        (does[:1].upper() + does[1:], INK),
        (f"{payer} pays you ${tile.amount}", QUIET),
        (f"{format_count(tile.workers, 'worker')} to the market" if tile.workers else "No worker to the market", QUIET),
    )
    for at, (words, color) in enumerate(lines, 1):
        canvas.draw_text(inside.left, middle + LINE_HEIGHT * at, words, size=SMALL, color=color, room=inside.width,
                    smallest=SMALLEST)  # fmt: skip
