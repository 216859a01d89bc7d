"""The departments on display, and one's own reserve: names, workplaces with their prices, and copies."""

from __future__ import annotations

from collections.abc import Mapping

from bot.drawing.canvas import Area, Canvas
from bot.drawing.lettering import SMALLEST
from bot.drawing.tracks import draw_badge
from bot.engine.records import Seat
from bot.engine.words import format_count
from bot.games.carnegie.components import ROWS, Department, Row
from bot.games.carnegie.picture.sheets import (
    CARD,
    GAP,
    HEADER,
    INK,
    LINE,
    MARGIN,
    NORMAL,
    OPEN,
    QUIET,
    SMALL,
    STEEL,
    WIDTH,
    in_lines,
    sheet,
)
from bot.games.carnegie.rules.vocabulary import ROW
from bot.games.carnegie.view import CarnegieView

TITLE, TILE, COLUMNS, PERSON = 50, 140, 4, 38


def display_sheet(view: CarnegieView, _: Mapping[Seat, str]) -> Canvas:
    """Return the tiles that can be taken, row by row, as a sheet."""
    rows = _list_tiles(view)
    high = sum(TITLE + (TILE + GAP) * -(-len(tiles) // COLUMNS) for tiles in rows.values())
    canvas = sheet(view, "DEPARTMENTS", HEADER + high + MARGIN)
    top = HEADER
    for row, tiles in rows.items():
        canvas.draw_text(MARGIN, top + TITLE // 2, ROW[row], face="strong", size=NORMAL, color=STEEL)
        top += TITLE
        for first in range(0, len(tiles), COLUMNS):
            places = Area(MARGIN, top, WIDTH - MARGIN, top + TILE).split_columns(COLUMNS, 8)
            for one, box in zip(tiles[first : first + COLUMNS], places, strict=False):
                _draw_tile(canvas, one, view.display.count(one.id), box)
                canvas.record_place(("tile", one.id), box)
            top += TILE + GAP
    return canvas


def _list_tiles(view: CarnegieView) -> dict[Row, list[Department]]:
    """Return the different tiles on display, and the own reserve, by row."""
    own = None if view.seat is None else view.everybody[view.seat].reserve
    found = {row: [one for one in view.box.departments if one.row == row] for row in ROWS}
    there = {row: [one for one in tiles if one.id in view.display or one.id == own] for row, tiles in found.items()}
    return {row: tiles for row, tiles in there.items() if tiles}


def _draw_tile(canvas: Canvas, one: Department, copies: int, box: Area) -> None:
    canvas.draw_framed_panel(box, CARD, LINE, 2, 8)
    inside = box.shrink(10)
    for number, line in enumerate(in_lines(one.name, SMALL, inside.width, 2, "strong")):
        y = inside.top + 16 + 32 * number
        canvas.draw_text(
            inside.left, y, line, face="strong", size=SMALL, color=INK, room=inside.width, smallest=SMALLEST
        )
    x, y = inside.left + PERSON // 2, inside.bottom - PERSON // 2
    for price in one.workplaces:
        canvas.put_sprite(draw_badge(PERSON, OPEN, str(price), QUIET), x, y)
        x += PERSON + 4
    words = format_count(copies, "tile") if copies else "reserve"
    canvas.draw_text(inside.right, y, words, size=SMALL, color=QUIET, align="right")
