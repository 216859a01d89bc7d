"""The donation chart: twenty spaces with the donors' disks, and the price of each player's next donation."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby

from bot.drawing.canvas import Area, Canvas
from bot.drawing.lettering import SMALLEST, name_seats, truncate_name
from bot.engine.pages import Picture, fit_alt_text
from bot.engine.pictures import Names
from bot.engine.words import format_count
from bot.games.carnegie.components import Donation
from bot.games.carnegie.picture.sheets import (
    CARD,
    COLORS,
    GAP,
    GONE,
    HEADER,
    INK,
    LINE,
    MARGIN,
    OPEN,
    PADDING,
    QUIET,
    ROW,
    SMALL,
    STEEL,
    WIDTH,
    disk,
    in_lines,
    panel,
    sheet,
)
from bot.games.carnegie.rules.vocabulary import what_it_scores
from bot.games.carnegie.text import given_by
from bot.games.carnegie.view import CarnegieView

HEAD, CELL, LETTERS = 56, 206, 30


def draw_donations(view: CarnegieView, names: Names) -> Picture:
    """Draw the chart column by column, and below it what everybody has given."""
    called = name_seats(view.everybody, names)
    words = "; ".join(
        f"{truncate_name(called[seat])}: {', '.join(given) or 'none'}, next ${view.prices[seat]}"
        for seat, given in given_by(view).items()
    )
    free = sum(not owners for owners in view.chart.values())
    long = f"Donations: {format_count(free, 'space')} free. {words}."
    png = donations_sheet(view, called).to_png(COLORS)
    return Picture("donations.png", png, fit_alt_text([long, f"Donations: {format_count(free, 'space')} free."]))


def donations_sheet(view: CarnegieView, called: Mapping[int, str]) -> Canvas:
    """Return the chart as a sheet."""
    groups = [(group, list(spaces)) for group, spaces in groupby(view.box.donations, lambda one: one.group)]
    most = max(len(spaces) for _, spaces in groups)
    chart = HEAD + most * (CELL + 10)
    own = 2 * PADDING + ROW * len(view.everybody)
    canvas = sheet(view, "DONATIONS", HEADER + chart + GAP + own + MARGIN)
    columns = Area(MARGIN, HEADER, WIDTH - MARGIN, HEADER + chart).split_columns(len(groups), 10)
    for (group, spaces), column in zip(groups, columns, strict=True):
        middle = (column.left + column.right) // 2
        canvas.draw_text(middle, column.top + 24, group, face="strong", size=32, color=STEEL, align="center",
                    room=column.width, smallest=SMALLEST)  # fmt: skip
        for at, space in enumerate(spaces):
            top = column.top + HEAD + at * (CELL + 10)
            box = Area(column.left, top, column.right, top + CELL)
            _space(canvas, view, space, box)
            canvas.record_place(("donation", space.id), box)
    inside = panel(canvas, HEADER + chart + GAP, own)
    for at, (seat, given) in enumerate(given_by(view).items()):
        middle = inside.top + ROW * at + ROW // 2
        canvas.put_sprite(disk(seat, 38), inside.left + 20, middle)
        scores = f"{view.so_far[seat].donations} VP; next ${view.prices[seat]}, {view.caps[seat]} VP at most"
        told = f"{len(given)} given, {scores}"
        taken = canvas.draw_text(inside.right, middle, told, size=SMALL, color=INK, align="right")
        room = inside.width - taken - 60
        canvas.draw_text(
            inside.left + 48, middle, called[seat], face="strong", size=SMALL, color=INK, room=room, smallest=SMALLEST
        )
    return canvas


def _space(canvas: Canvas, view: CarnegieView, space: Donation, box: Area) -> None:
    owners = view.chart[space.id]
    canvas.draw_framed_panel(box, OPEN if owners else CARD, LINE, 2, 12)
    inside = box.shrink(12)
    canvas.draw_text(inside.left, inside.top + 18, space.id, face="poster", size=34, color=GONE if owners else STEEL)
    for at, owner in enumerate(owners):
        canvas.put_sprite(disk(owner, 40), inside.right - 20 - 40 * at, inside.top + 18)
    for number, line in enumerate(in_lines(what_it_scores(space), LETTERS, inside.width, 4)):
        y = inside.top + 60 + 34 * number
        ink = QUIET if owners else INK
        canvas.draw_text(inside.left, y, line, size=LETTERS, color=ink, room=inside.width, smallest=SMALLEST)
