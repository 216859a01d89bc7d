"""The demand board, the supply chain and Haymarket Square."""

from __future__ import annotations

from collections.abc import Mapping

from bot.drawing.canvas import Area, Canvas
from bot.engine.pages import Picture, fit_alt_text
from bot.engine.pictures import Names
from bot.engine.records import Seat
from bot.engine.words import format_count
from bot.games.big_shoulders.components import COLUMNS, Cube
from bot.games.big_shoulders.picture.style import (
    BRICK,
    CARD,
    COLORS,
    CUBE,
    GAP,
    HEADER,
    INK,
    LINE,
    MARGIN,
    OPEN,
    PADDING,
    PAPER,
    QUIET,
    ROW,
    SMALL,
    WIDTH,
    cube_names,
    cubes,
    panel,
    sheet,
    spread,
)
from bot.games.big_shoulders.rules.demand_board import OPEN_COLUMN
from bot.games.big_shoulders.view import CityView


def draw_demand(view: CityView, names: Names) -> Picture:
    """Draw the demand board, the supply chain and Haymarket Square."""
    _ = names
    told = "; ".join(
        f"{industry} " + ", ".join(str(space.goods) + " goods" for space in spaces)
        for industry, spaces in view.demand.items()
    )
    long = f"Demand, {view.year}: {told}. {format_count(view.demand_left, 'tile')} left in the pile."
    return Picture("demand.png", demand_sheet(view, {}).to_png(COLORS), fit_alt_text([long]))


def demand_sheet(view: CityView, _: Mapping[Seat, str]) -> Canvas:
    """Return demand and supply as a sheet."""
    rows = 4 if not view.rows else len(view.rows)
    height = HEADER + 60 + 4 * 116 + GAP + 2 * PADDING + ROW * (rows + 2) + ROW
    canvas = sheet(view, "DEMAND", height)
    columns = Area(MARGIN + 170, HEADER, WIDTH - MARGIN, HEADER + 50).split_columns(COLUMNS, GAP)[::-1]
    canvas.record_place(("columns",), Area(MARGIN, HEADER, WIDTH - MARGIN, HEADER + 50))
    for at, column in enumerate(columns):
        bonus = f"+${view.box.demand.bonuses[at]}"
        canvas.draw_text(
            column.left + column.width // 2, column.top + 24, bonus, face="poster", size=36, color=BRICK, align="center"
        )
    for number, (industry, spaces) in enumerate(view.demand.items()):
        top = HEADER + 56 + 116 * number
        canvas.draw_text(MARGIN, top + 50, industry.capitalize(), face="strong", size=SMALL, color=INK)
        for at, space in enumerate(spaces):
            box = Area(columns[at].left, top, columns[at].right, top + 100)
            canvas.record_place(("demand", industry, at), box)
            places = view.box.demand.open_spaces if at == OPEN_COLUMN else 0
            if space.tile is not None:
                places = view.box.demand_tile[space.tile].spaces
            canvas.draw_framed_panel(box, CARD if space.tile is not None else PAPER, LINE, 2, 12)
            _goods(canvas, box, space.goods, places, "half price" if at > OPEN_COLUMN else "closed")
    top = HEADER + 60 + 4 * 116
    inside = panel(canvas, top, 2 * PADDING + ROW * (rows + 2) - 20)
    _supply(canvas, view, inside)
    cube_names(canvas, MARGIN, height - ROW + CUBE // 4)
    return canvas


def _goods(canvas: Canvas, box: Area, goods: int, places: int, empty: str) -> None:
    if not places:
        canvas.draw_text(box.left + box.width // 2, box.top + 50, empty, size=SMALL, color=QUIET, align="center")
        return
    per_row = 4
    for at in range(places):
        x = box.left + 30 + 62 * (at % per_row)
        y = box.top + (30 if places > per_row else 50) + 42 * (at // per_row)
        canvas.draw_framed_panel(Area(x - 16, y - 16, x + 16, y + 16), BRICK if at < goods else OPEN, INK, 2, 6)


def _supply(canvas: Canvas, view: CityView, inside: Area) -> None:
    lines: list[tuple[str, list[Cube]]] = []
    if view.rows:
        prices = view.box.supply_variant.prices
        lines = [
            (f"${prices[there - 1]}" if there else "-", spread({kind: there})) for kind, there in view.rows.items()
        ]
    else:
        names = [*(f"${price}" for price in view.box.supply.prices), "next"]
        lines = [(name, spread(group)) for name, group in zip(names, view.supply, strict=True)]
    for at, (name, group) in enumerate(lines):
        y = inside.top + ROW * at + ROW // 2
        canvas.record_place(("supply", at), Area(inside.left - 8, y - ROW // 2 + 2, inside.right + 8, y + ROW // 2 - 2))
        canvas.draw_text(inside.left, y, name, face="poster", size=36, color=BRICK)
        cubes(canvas, inside.left + 190, y, group, inside.width - 200)
    y = inside.top + ROW * len(lines) + ROW // 2 + 16
    canvas.draw_text(inside.left, y, "Haymarket", face="strong", size=SMALL, color=INK)
    cubes(canvas, inside.left + 190, y, spread(view.haymarket), inside.width - 200)
