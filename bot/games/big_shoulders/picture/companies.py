"""The companies in the order in which they operate: each charter with all that lies on it."""

from __future__ import annotations

from collections.abc import Mapping

from bot.drawing.canvas import Area, Canvas
from bot.drawing.lettering import callings
from bot.drawing.sprites import marker
from bot.engine.game import Names
from bot.engine.pages import Picture, as_alt
from bot.engine.records import Seat
from bot.engine.words import counted
from bot.games.big_shoulders.picture.style import (
    BRASS,
    BRICK,
    CARD,
    COLORS,
    CUBE,
    GAP,
    HEADER,
    INK,
    LINE,
    MARGIN,
    NORMAL,
    OPEN,
    QUIET,
    SEATS,
    SMALL,
    WIDTH,
    chip,
    cube_names,
    cubes,
    panel,
    round_place,
    sheet,
    spread,
)
from bot.games.big_shoulders.rules.vocabulary import manager_said
from bot.games.big_shoulders.view import CityView

LEGEND = 44
"""Below the companies: what cubes and places are called."""


def draw_firms(view: CityView, names: Names) -> Picture:
    """Draw each company's charter with all that lies on it."""
    called = callings(view.everybody, names)
    told = [
        f"{view.name(company)} of {called[view.directors[company]]}: treasury ${firm.cash}, price ${firm.price}, "
        f"appeal {firm.appeal}, {firm.goods} goods"
        for company in view.appeal_order
        if (firm := view.companies[company])
    ]
    long = f"Companies in the order in which they operate, {view.year}. {'; '.join(told) or 'None yet'}."
    png = firms_sheet(view, called).png(COLORS)
    return Picture("companies.png", png, as_alt([long, f"Companies, {view.year}."]))


def firms_sheet(view: CityView, called: Mapping[Seat, str]) -> Canvas:
    """Return the charters as a sheet."""
    heights = [174 + 62 * len(view.companies[company].factories) for company in view.appeal_order]
    canvas = sheet(
        view, "COMPANIES", HEADER + sum(heights) + GAP * len(heights) + (LEGEND if heights else 120) + MARGIN
    )
    if not heights:
        canvas.text(WIDTH // 2, HEADER + 60, "No company is founded yet", size=NORMAL, color=QUIET, align="center")
    top = HEADER
    for company, height in zip(view.appeal_order, heights, strict=True):
        inside = panel(canvas, top, height)
        canvas.fill(Area(MARGIN, top + 12, MARGIN + 8, top + height - 12), view.box.company[company].colour)
        _charter(canvas, view, company, inside, called)
        canvas.lies(("charter", company), inside)
        top += height + GAP
    if heights:
        cube_names(canvas, MARGIN, top + CUBE // 2)
        signs = "round: W worker, A automated"
        canvas.text(WIDTH - MARGIN, top + CUBE // 2, signs, size=28, color=QUIET, align="right")
    return canvas


def _charter(canvas: Canvas, view: CityView, company: str, inside: Area, called: Mapping[Seat, str]) -> None:
    firm, card, director = view.companies[company], view.box.company[company], view.directors[company]
    middle = inside.top + 22
    canvas.text(inside.right, middle, f"treasury ${firm.cash}", face="poster", size=40, color=BRICK, align="right")
    end = chip(canvas, view, company, inside.left, middle, 320)
    canvas.sprite(marker(director - 1, SEATS[director - 1]), end + 36, middle)
    canvas.text(end + 62, middle, called[director], size=SMALL, color=INK, room=inside.right - end - 380, smallest=22)
    sales = f"{firm.salespeople} of {counted(card.salesperson_slots, 'salesperson', 'salespeople')}"
    a_good = f"${card.prices[firm.salespeople]} a good, {sales}"
    told = f"{card.industry}   price ${firm.price}   appeal {firm.appeal}   {a_good}"
    canvas.text(inside.left, middle + 48, told, size=SMALL, color=QUIET, room=inside.width, smallest=24)
    y = middle + 98
    has = canvas.text(inside.left, y, f"{firm.goods} goods" if firm.goods != 1 else "1 good", size=SMALL, color=INK)
    x = cubes(canvas, inside.left + has + 20, y, spread(firm.cubes), 420)
    more = [f"{counted(firm.tokens, 'goods token')}"] if firm.tokens else []
    if firm.asset is not None:
        more.append(f"{view.box.asset[firm.asset].name} ({'used' if firm.used else 'ready'})")
    canvas.text(x + 10, y, ", ".join(more), size=28, color=INK, room=inside.right - x - 12, smallest=20)
    for number, (printed, factory) in enumerate(zip(card.factories, firm.factories, strict=True)):
        top = middle + 130 + 62 * number
        canvas.lies(("factory", company, number + 1), Area(inside.left, top + 4, inside.right, top + 60))
        canvas.rule(inside.left, inside.right, top, LINE)
        y = top + 32
        cubes(canvas, inside.left, y, printed.cubes, 260)
        made = printed.goods + (factory.automated == printed.spots)
        canvas.text(inside.left + 220, y, f"→ {made}", face="strong", size=NORMAL, color=INK)
        for at in range(printed.spots):
            left = inside.left + 330 + 50 * at
            filled = BRICK if at < factory.workers else BRASS if at < factory.workers + factory.automated else OPEN
            canvas.sprite(round_place(40, filled, INK), left + 20, y)
            sign = "W" if filled == BRICK else "A" if filled == BRASS else ""
            canvas.text(left + 20, y, sign, face="strong", size=24, color=CARD, align="center")
        has_manager = "Manager" if factory.manager else "No manager"
        color = INK if factory.manager else QUIET
        canvas.text(inside.left + 500, y, f"{has_manager}: {manager_said(printed.manager)}", size=28, color=color,
                    room=inside.width - 500, smallest=20)  # fmt: skip
