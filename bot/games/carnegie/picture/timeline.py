"""The timeline with the next space of each row, and the players' resources."""

from __future__ import annotations

from collections.abc import Mapping

from bot.drawing.canvas import Area, Canvas
from bot.drawing.lettering import SMALLEST, name_seats, truncate_name
from bot.engine.pages import Picture, fit_alt_text
from bot.engine.pictures import Names
from bot.engine.words import format_count
from bot.games.carnegie.components import ROWS, Row, TimelineSpace
from bot.games.carnegie.picture.sheets import (
    BRASS,
    COLORS,
    GAP,
    GONE,
    HEADER,
    INK,
    LINE,
    MARGIN,
    NORMAL,
    OPEN,
    PADDING,
    QUIET,
    REGIONS,
    ROW,
    SMALL,
    STEEL,
    WIDTH,
    disk,
    panel,
    sheet,
)
from bot.games.carnegie.rules.timeline import in_words
from bot.games.carnegie.rules.vocabulary import REGION
from bot.games.carnegie.rules.vocabulary import ROW as NAME
from bot.games.carnegie.text import count_done, finished
from bot.games.carnegie.view import CarnegieView

EACH = 222
"""How high a row of the timeline is."""


def draw_timeline(view: CarnegieView, names: Names) -> Picture:
    """Draw the four rows, and everybody's points, dollars, cubes and workers."""
    called = name_seats(view.everybody, names)
    said = "; ".join(f"{NAME[row]}: {_next(view, row)}" for row in ROWS)
    points = ", ".join(f"{truncate_name(called[seat])} {view.so_far[seat].total} VP" for seat in view.everybody)
    png = timeline_sheet(view, called).to_png(COLORS)
    return Picture("timeline.png", png, fit_alt_text([f"Timeline. {said}. {points}.", f"Timeline. {said}."]))


def timeline_sheet(view: CarnegieView, called: Mapping[int, str]) -> Canvas:
    """Return the timeline as a sheet."""
    standings = 2 * PADDING + 2 * ROW * len(view.everybody)
    canvas = sheet(view, "TIMELINE", HEADER + (EACH + GAP) * len(ROWS) + standings + MARGIN)
    for number, row in enumerate(ROWS):
        inside = panel(canvas, HEADER + (EACH + GAP) * number, EACH)
        _row(canvas, view, row, inside)
        canvas.record_place(("row", row), inside.shrink(-8))
    _standings(canvas, view, called, panel(canvas, HEADER + (EACH + GAP) * len(ROWS), standings))
    return canvas


def _next(view: CarnegieView, row: Row) -> str:
    """Return what the row brings when it is picked."""
    spaces = view.timeline[row][count_done(view, row) :]
    if spaces:
        return in_words(spaces[0])
    return finished(view, row)


def _row(canvas: Canvas, view: CarnegieView, row: Row, inside: Area) -> None:
    taken = canvas.draw_text(inside.left, inside.top + 18, NAME[row], face="strong", size=NORMAL, color=INK)
    picked = "picked" if row == view.picked else ""
    if picked:
        canvas.draw_text(inside.left + taken + 20, inside.top + 18, picked, face="strong", size=SMALL, color=STEEL)
    done = count_done(view, row)
    words = f"Next: {_next(view, row)}" if done < len(view.timeline[row]) else _next(view, row).capitalize()
    canvas.draw_text(inside.left, inside.top + 60, words, size=SMALL, color=QUIET, room=inside.width, smallest=SMALLEST)
    spaces = Area(inside.left, inside.top + 86, inside.right, inside.bottom).split_columns(5, 10)
    for at, (box, space) in enumerate(zip(spaces, view.timeline[row], strict=True)):
        _space(canvas, box, space, done=at < done, next_one=at == done)


def _space(canvas: Canvas, box: Area, space: TimelineSpace, *, done: bool, next_one: bool) -> None:
    color = OPEN if done or space.region is None else REGIONS[space.region]
    canvas.draw_framed_panel(box, color, BRASS if next_one else LINE, 7 if next_one else 2, 10)
    middle = (box.left + box.right) // 2
    words = [REGION[space.region]] if space.region is not None else []
    words += ["donation"] if space.donation else []
    ink = GONE if done else INK
    for number, word in enumerate(words):
        y = (box.top + box.bottom) // 2 + (38 * number - 19 * (len(words) - 1))
        canvas.draw_text(
            middle,
            y,
            word,
            face="strong",
            size=SMALL,
            color=ink,
            align="center",
            room=box.width - 16,
            smallest=SMALLEST,
        )


def _standings(canvas: Canvas, view: CarnegieView, called: Mapping[int, str], inside: Area) -> None:
    for at, (seat, player) in enumerate(view.everybody.items()):
        middle = inside.top + 2 * ROW * at + ROW // 2
        canvas.put_sprite(disk(seat, 38), inside.left + 20, middle)
        points = canvas.draw_text(
            inside.right, middle, f"{view.so_far[seat].total} VP", face="poster", size=40, color=STEEL, align="right"
        )
        first = "  first player" if seat == view.first else ""
        room = inside.width - points - 64
        canvas.draw_text(
            inside.left + 48, middle, called[seat] + first, face="strong", size=NORMAL, color=INK, room=room,
                    smallest=SMALLEST)  # fmt: skip
        told = [f"${player.money}", format_count(player.cubes, "cube"), format_count(player.active, "active worker")]
        told += [format_count(player.disks, "disk")] + (["Action Selection tile"] if player.tile else [])
        words = ", ".join(told)
        canvas.draw_text(
            inside.left + 48, middle + ROW - 4, words, size=SMALL, color=INK, room=WIDTH - 140, smallest=SMALLEST
        )
        if at:
            canvas.draw_rule(inside.left, inside.right, inside.top + 2 * ROW * at - 2, LINE)
