"""Pictures of the companies, in short for all in the order of operation, and large for the own ones.

The needs of a factory and its manager's bonus are on the director's own picture, and in the words of all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.drawing.canvas import Area, Canvas
from bot.drawing.lettering import SMALLEST, measure_width, name_seats
from bot.drawing.sprites import draw_marker
from bot.engine.pages import Picture, fit_alt_text
from bot.engine.pictures import Names
from bot.engine.records import Seat
from bot.engine.words import format_count
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
    PADDING,
    QUIET,
    ROW,
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
    tokens,
)
from bot.games.big_shoulders.rules.certificates import Certificates
from bot.games.big_shoulders.rules.charter import Factory
from bot.games.big_shoulders.rules.vocabulary import manager_said
from bot.games.big_shoulders.text import firm_in_words
from bot.games.big_shoulders.view import CityView

SHORT, CHARTER, FACTORY, LEGEND = 174, 174, 66, 108
"""How high a company in short is, a charter without its factories, each of them, and what the signs are called."""
SHARES = 3
"""How many of one's shares stand side by side."""


def draw_firms(view: CityView, names: Names) -> Picture:
    """Draw what each company has, and what its factories make."""
    called = name_seats(view.everybody, names)
    told = [
        f"{view.name(company)} of {called[view.directors[company]]}: treasury ${firm.cash}, price ${firm.price}, "
        f"appeal {firm.appeal}, {firm.goods} goods"
        for company in view.appeal_order
        if (firm := view.companies[company])
    ]
    long = f"Companies in the order in which they operate, {view.year}. {'; '.join(told) or 'None yet'}."
    heights = [SHORT] * len(view.appeal_order)
    canvas = sheet(
        view, "COMPANIES", HEADER + sum(heights) + GAP * len(heights) + (LEGEND if heights else 120) + MARGIN
    )
    if not heights:
        canvas.draw_text(WIDTH // 2, HEADER + 60, "No company is founded yet", size=NORMAL, color=QUIET, align="center")
    top = HEADER
    for company, height in zip(view.appeal_order, heights, strict=True):
        inside = panel(canvas, top, height)
        canvas.fill(Area(MARGIN, top + 12, MARGIN + 8, top + height - 12), view.box.company[company].colour)
        _in_short(canvas, view, company, inside, called)
        top += height + GAP
    if heights:
        _legend(canvas, top)
    return Picture("companies.png", canvas.to_png(COLORS), fit_alt_text([long, f"Companies, {view.year}."]))


def _legend(canvas: Canvas, top: int) -> None:
    """Write below the companies what cubes and places are called."""
    cube_names(canvas, MARGIN, top + CUBE // 2)
    x, middle = MARGIN, top + CUBE // 2 + 50
    for sign, told in (("W", "worker"), ("A", "automated"), ("", "open"), ("M", "manager")):
        _place(canvas, x, middle, sign)
        x += 50 + canvas.draw_text(x + 48, middle, told, size=SMALL, color=QUIET) + 22


def _place(canvas: Canvas, x: int, middle: int, sign: str) -> None:
    """Draw a place of a factory with its occupant: W a worker, A automated, M its manager, empty: none."""
    if sign == "M":
        canvas.draw_framed_panel(Area(x, middle - 20, x + 40, middle + 20), INK, INK, 2, 8)
    else:
        canvas.put_sprite(round_place(40, {"W": BRICK, "A": BRASS}.get(sign, OPEN), INK), x + 20, middle)
    canvas.draw_text(x + 20, middle, sign, face="strong", size=SMALL, color=CARD, align="center")


def _places(spots: int, factory: Factory) -> list[str]:
    """Return the occupant of each place of a factory."""
    open_ = spots - factory.workers - factory.automated
    return ["W"] * factory.workers + ["A"] * factory.automated + [""] * open_


def _head(canvas: Canvas, view: CityView, company: str, inside: Area, called: Mapping[Seat, str]) -> int:
    """Write a company's name, director and treasury, and how it stands; return the middle of the next line."""
    firm, card, director = view.companies[company], view.box.company[company], view.directors[company]
    middle = inside.top + 22
    treasury = f"treasury ${firm.cash}"
    taken = canvas.draw_text(inside.right, middle, treasury, face="poster", size=40, color=BRICK, align="right")
    end = chip(canvas, view, company, inside.left, middle, 320)
    canvas.put_sprite(draw_marker(director - 1, SEATS[director - 1]), end + 36, middle)
    room = inside.right - end - taken - 82
    canvas.draw_text(end + 62, middle, called[director], size=SMALL, color=INK, room=room, smallest=SMALLEST)
    sales = f"{firm.salespeople} of {format_count(card.salesperson_slots, 'salesperson', 'salespeople')}"
    a_good = f"${card.prices[firm.salespeople]} a good, {sales}"
    told = f"{card.industry}   price ${firm.price}   appeal {firm.appeal}   {a_good}"
    canvas.draw_text(inside.left, middle + 48, told, size=SMALL, color=QUIET, room=inside.width, smallest=SMALLEST)
    return middle + 98


def _in_short(canvas: Canvas, view: CityView, company: str, inside: Area, called: Mapping[Seat, str]) -> None:
    """Draw a company in three lines: state, goods and cubes, and the output and staff of each factory."""
    firm, card = view.companies[company], view.box.company[company]
    y = _head(canvas, view, company, inside, called)
    goods = format_count(firm.goods, "good")
    x = inside.left + canvas.draw_text(inside.left, y, goods, face="strong", size=SMALL, color=INK) + 16
    x = cubes(canvas, x, y, spread(firm.cubes), 190)
    end = inside.right
    for printed, factory in list(zip(card.factories, firm.factories, strict=True))[::-1]:
        made = f"→ {printed.goods + (factory.automated == printed.spots)}"
        signs = [*_places(printed.spots, factory), *(["M"] if factory.manager else [])]
        wide = measure_width(made, "strong", SMALL) + 10 + 44 * len(signs)
        canvas.draw_text(end - wide, y, made, face="strong", size=SMALL, color=INK)
        for at, sign in enumerate(signs):
            _place(canvas, end - 44 * (len(signs) - at), y, sign)
        end -= wide + 24


# One's own companies, large


def is_somebodys(view: CityView) -> bool:
    """Whether somebody looks at it who may have companies."""
    return view.seat is not None


def shown_of_own(view: CityView) -> object:
    """Return the text alternative of the own companies' picture."""
    return view.seat, view.decade, view.companies, view.directors, view.everybody, view.appeal_order, view.limit


def draw_own_firms(view: CityView, names: Names) -> Picture:
    """Draw what this seat has, and the charters of the companies it directs, with all that lies on them."""
    if view.seat is None:
        raise ValueError("everybody's view has no companies of its own")
    called, player = name_seats(view.everybody, names), view.everybody[view.seat]
    own = [company for company in view.appeal_order if view.directors[company] == view.seat]
    shares = [
        company
        for company in sorted(view.companies)
        if company in player.certificates and player.certificates[company].pieces
    ]
    lines = -(-len(shares) // SHARES)
    mine = 2 * PADDING + 60 + ROW * lines
    high = HEADER + mine + GAP + _height(view, own) + (LEGEND if own else 90) + MARGIN
    canvas = sheet(view, "MY COMPANIES", high)
    inside = panel(canvas, HEADER, mine)
    has = f"${player.cash}, worth ${player.net_worth}"
    taken = canvas.draw_text(inside.right, inside.top + 24, has, face="poster", size=40, color=BRICK, align="right")
    canvas.put_sprite(draw_marker(view.seat - 1, SEATS[view.seat - 1], 40), inside.left + 20, inside.top + 24)
    canvas.draw_text(inside.left + 52, inside.top + 24, called[view.seat], face="strong", size=40, color=INK,
                room=inside.width - taken - 72, smallest=SMALLEST)  # fmt: skip
    for at, company in enumerate(shares):
        box = inside.split_columns(SHARES, 10)[at % SHARES]
        y = inside.top + 60 + ROW * (at // SHARES) + ROW // 2
        tokens(canvas, view, Area(box.left, y - 21, box.left + 42, y + 21), [company])
        canvas.draw_text(box.left + 52, y, share_said(player.certificates[company]), size=SMALL, color=INK,
                    room=box.width - 54)  # fmt: skip
    top = _charters(canvas, view, own, HEADER + mine + GAP, called)
    if own:
        _legend(canvas, top)
    else:
        canvas.draw_text(WIDTH // 2, top + 44, "You direct no company yet", size=NORMAL, color=QUIET, align="center")
    words = [f"You have {has}", *(line for company in own for line in firm_in_words(view, company))]
    return Picture(
        "own-companies.png", canvas.to_png(COLORS), fit_alt_text([f"{'. '.join(words)}.", f"You have {has}."])
    )


def share_said(owned: Certificates) -> str:
    """Return how much somebody has of a company, and which certificates."""
    role = ", director" if owned.director else ", preferred" if owned.preferred else ""
    return f"{10 * owned.shares}%{role}"


def charters_sheet(view: CityView, called: Mapping[Seat, str]) -> Canvas:
    """Return the charters of all companies as a sheet, in the order in which they operate."""
    canvas = sheet(view, "COMPANIES", HEADER + _height(view, view.appeal_order) + LEGEND + MARGIN)
    _legend(canvas, _charters(canvas, view, view.appeal_order, HEADER, called))
    return canvas


def _height(view: CityView, companies: Sequence[str]) -> int:
    """Return how high charters are, one below the other."""
    return sum(CHARTER + FACTORY * len(view.companies[company].factories) + GAP for company in companies)


def _charters(canvas: Canvas, view: CityView, companies: Sequence[str], top: int, called: Mapping[Seat, str]) -> int:
    """Draw charters one below the other; return where they end."""
    for company in companies:
        height = _height(view, [company]) - GAP
        inside = panel(canvas, top, height)
        canvas.fill(Area(MARGIN, top + 12, MARGIN + 8, top + height - 12), view.box.company[company].colour)
        _charter(canvas, view, company, inside, called)
        canvas.record_place(("charter", company), inside.shrink(-6))
        top += height + GAP
    return top


def _charter(canvas: Canvas, view: CityView, company: str, inside: Area, called: Mapping[Seat, str]) -> None:
    """Draw all that lies on a company's charter."""
    firm, card = view.companies[company], view.box.company[company]
    y = _head(canvas, view, company, inside, called)
    has = canvas.draw_text(inside.left, y, format_count(firm.goods, "good"), face="strong", size=NORMAL, color=INK)
    x = cubes(canvas, inside.left + has + 20, y, spread(firm.cubes), 420)
    more = [f"{format_count(firm.tokens, 'goods token')}"] if firm.tokens else []
    if firm.asset is not None:
        more.append(f"{view.box.asset[firm.asset].name} ({'used' if firm.used else 'ready'})")
    canvas.draw_text(x + 10, y, ", ".join(more), size=SMALL, color=INK, room=inside.right - x - 12, smallest=SMALLEST)
    for number, (printed, factory) in enumerate(zip(card.factories, firm.factories, strict=True)):
        top = y + 32 + FACTORY * number
        canvas.record_place(
            ("factory", company, number + 1), Area(inside.left - 6, top + 4, inside.right + 6, top + FACTORY - 2)
        )
        canvas.draw_rule(inside.left, inside.right, top, LINE)
        line = top + FACTORY // 2
        cubes(canvas, inside.left, line, printed.cubes, 260)
        made = printed.goods + (factory.automated == printed.spots)
        canvas.draw_text(inside.left + 190, line, f"→ {made}", face="strong", size=40, color=INK)
        for at, sign in enumerate(_places(printed.spots, factory)):
            _place(canvas, inside.left + 290 + 46 * at, line, sign)
        if factory.manager:
            _place(canvas, inside.left + 450, line, "M")
        words = manager_said(printed.manager)
        canvas.draw_text(inside.left + 504, line, words if factory.manager else f"manager: {words}", size=SMALL,
                    color=INK if factory.manager else QUIET, room=inside.width - 504, smallest=SMALLEST)  # fmt: skip
