"""The board: the year, the companies with their bosses, the available bosses, the prices and the investors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.drawing.canvas import Area, Canvas
from bot.drawing.lettering import measure_width, name_seats, to_drawable
from bot.drawing.sprites import draw_disc, draw_ring
from bot.drawing.typefaces import Face
from bot.engine.pages import Picture
from bot.engine.pictures import Names
from bot.engine.records import Seat
from bot.games.goodwill.components import AMBER, COMPANIES, HIGHEST_MARK, RESOURCES, Boss, Company, Resource
from bot.games.goodwill.picture.description import describe, phases
from bot.games.goodwill.picture.investors import BELOW, CHIPS, ROW, chip_lines, draw_investors
from bot.games.goodwill.picture.sprites import (
    banner,
    draw_arrow,
    draw_bankrupt_stamp,
    draw_heading,
    draw_name_band,
    draw_starburst,
    draw_token,
)
from bot.games.goodwill.picture.style import (
    CARD,
    COLOR,
    COLORS,
    GAP,
    HEADER,
    HUGE,
    INK,
    LARGE,
    LINE,
    MARGIN,
    NORMAL,
    PAPER,
    QUIET,
    SKILL_WORDS,
    SMALL,
    WIDTH,
)
from bot.games.goodwill.view import GoodwillView
from bot.games.goodwill.words import money, signed

COMPANY = 622
COMPANY_BOSS = 362
"""Where, in a company's panel, the boss begins."""
AVAILABLE = 260
PRICE = 140
PHASES = 54
DIVIDENDS = 46


def shown(view: GoodwillView) -> GoodwillView:
    """Return the view without the fields that are not drawn: the pending question and the seats it waits for."""
    return replace(view, waiting="", waiting_for=(), company=None, candidates=(), auction=None, market=None)


def draw(view: GoodwillView, names: Names) -> Picture:
    """Return the board as this view shows it."""
    return Picture(
        "board.png", board_sheet(view, name_seats(view.investors, names)).to_png(COLORS), describe(view, names)
    )


def board_sheet(view: GoodwillView, called: Mapping[Seat, str], spare: int = 0) -> Canvas:
    """Return the board as a sheet; below each available boss there can be room for a mark."""
    dividends = DIVIDENDS if view.options.dividends else 0
    chips = {seat: chip_lines(view, investor) for seat, investor in view.investors.items()}
    row = ROW if view.outcome is not None else ROW + BELOW
    table = 66 + sum(row + CHIPS * len(lines) for lines in chips.values()) + 58
    rows = -(-len(view.available) // 3)
    available = 54 + rows * (AVAILABLE + dividends + spare + GAP) - GAP
    heights = [HEADER, PHASES, COMPANY + dividends, available, PRICE, table]
    canvas = Canvas((WIDTH, MARGIN + sum(heights) + GAP * (len(heights) - 1) + MARGIN - 8), PAPER)
    top = MARGIN
    boxes = []
    for height in heights:
        boxes.append(Area(MARGIN, top, WIDTH - MARGIN, top + height))
        top += height + GAP
    _header(canvas, boxes[0], view)
    _year(canvas, boxes[1], view)
    for company, box in zip(COMPANIES, boxes[2].split_columns(3, GAP), strict=True):
        _company(canvas, box, view, company)
    _available(canvas, boxes[3], view, spare)
    for resource, box in zip(RESOURCES, boxes[4].split_columns(3, GAP), strict=True):
        _price(canvas, box, view, resource)
    draw_investors(canvas, boxes[5], view, called, chips)
    return canvas


def _header(canvas: Canvas, box: Area, view: GoodwillView) -> None:
    """Draw the title and the track of the years, with past years struck out."""
    middle = banner(canvas, box.bottom)
    title = box.left + canvas.draw_text(box.left, middle, "GOODWILL", face="poster", size=80, color=PAPER)
    years = range(view.first_year, view.last_year + 1)
    over = view.outcome is not None
    x = box.right
    for year in reversed(years):
        if year == view.year:
            label = f"{year} END" if over else str(year)
            length = measure_width(label, "strong", 46) + 32
            canvas.draw_panel(Area(x - length, middle - 34, x, middle + 34), COLOR[AMBER], 12)
            canvas.draw_text(x - length // 2, middle, label, face="strong", size=46, color=INK, align="center")
        else:
            length = 56 if len(years) < 7 else 48
            label = f"{year % 100:02}"
            written = canvas.draw_text(x - length // 2, middle, label, size=36, color=PAPER, align="center")
            if year < view.year:
                half = written // 2 + 5
                canvas.draw_rule(x - length // 2 - half, x - length // 2 + half, middle - 2, COLOR[AMBER], 4)
        x -= length + 8
    if x - title > 130:
        canvas.put_sprite(draw_starburst(96), (title + x) // 2, middle)


def _year(canvas: Canvas, box: Area, view: GoodwillView) -> None:
    """Draw the phases of the year: the present one dark, those that are over or skipped struck out."""
    order = phases(view)
    here = list(order).index(view.phase)
    for at, ((phase, words), cell) in enumerate(zip(order.items(), box.split_columns(len(order), 10), strict=True)):
        skipped = any(phase == company and view.companies[company].bankrupt for company in COMPANIES)
        if at == here:
            canvas.draw_panel(cell, INK, 12)
        else:
            canvas.draw_framed_panel(cell, CARD, LINE, 3, 12)
        middle = ((cell.left + cell.right) // 2, (cell.top + cell.bottom) // 2)
        face: Face = "strong" if at == here else "text"
        color = PAPER if at == here else QUIET
        written = canvas.draw_text(
            *middle, words, face=face, size=34, color=color, align="center", room=cell.width - 16
        )
        if at < here or (skipped and at != here):
            canvas.draw_rule(middle[0] - written // 2 - 6, middle[0] + written // 2 + 6, middle[1], QUIET, 3)


def _company(canvas: Canvas, box: Area, view: GoodwillView, company: Company) -> None:
    """Draw a company's board: name, capital and share value, market share, income, tokens, boss."""
    board = view.companies[company]
    canvas.record_place(("company", company), box)
    canvas.draw_panel(box, LINE, 16)
    canvas.draw_panel(Area(box.left + 2, box.top + 40, box.right - 2, box.bottom - 2), CARD, 14)
    draw_name_band(canvas, box, company, bankrupt=board.bankrupt)
    left, right = box.left + 18, box.right - 18
    if board.bankrupt:
        center = (left + right) // 2
        canvas.put_sprite(draw_bankrupt_stamp(), center, box.top + 78 + (box.height - 78) * 2 // 5)
        canvas.draw_text(center, box.bottom - 124, "Its shares are", size=NORMAL, color=QUIET, align="center")
        canvas.draw_text(center, box.bottom - 78, "worth nothing", size=NORMAL, color=QUIET, align="center")
        return
    top = box.top + 78
    canvas.draw_text(left, top + 27, "capital", size=SMALL, color=QUIET)
    label = "dividend" if view.options.cash_only else "share"
    canvas.draw_text(right, top + 27, label, size=SMALL, color=QUIET, align="right")
    value = money(board.dividend if view.options.cash_only else board.share_value)
    room = (
        right
        - left
        - 16
        - canvas.draw_text(right, top + 78, value, face="strong", size=LARGE, color=INK, align="right")
    )
    capital = money(board.capital)
    canvas.draw_text(left, top + 76, capital, face="poster", size=HUGE, color=INK, room=room, smallest=SMALL)

    share = f"{board.market_share} %"
    canvas.draw_text(left, top + 138, "Market", size=SMALL + 2, color=QUIET)
    canvas.draw_text(right, top + 138, share, face="strong", size=NORMAL, color=INK, align="right")
    canvas.draw_bar(Area(left + 116, top + 130, right - 92, top + 146), board.market_share / 100, COLOR[company], LINE)
    canvas.draw_text(left, top + 184, "Income now", size=SMALL + 2, color=QUIET)
    canvas.draw_text(right, top + 184, signed(board.net_income), face="strong", size=NORMAL, color=INK, align="right")
    _tokens(canvas, Area(left, top + 210, right, top + 270), view, company)
    canvas.draw_rule(left, right, top + COMPANY_BOSS - 80, LINE, 3)
    inner = Area(left, box.top + COMPANY_BOSS, right, box.bottom)
    if board.boss is None:
        canvas.draw_text(
            (left + right) // 2, inner.top + 104, "No boss", face="strong", size=LARGE, color=QUIET, align="center"
        )
    else:
        _boss(canvas, inner, view, view.box.boss[board.boss])


def _tokens(canvas: Canvas, box: Area, view: GoodwillView, company: Company) -> None:
    """Draw the tokens on their spaces; an empty space is a ring."""
    tokens = view.companies[company].tokens
    placed: list[Resource | None] = [resource for resource in RESOURCES for _ in range(tokens[resource])]
    spaces = placed + [None] * (view.box.resources.spaces - len(placed))
    size = min(box.height, box.width // max(1, len(spaces)))
    step = box.width // len(spaces)
    for place, resource in enumerate(spaces):
        shape = draw_ring(size, LINE, 6) if resource is None else draw_token(resource, size)
        canvas.put_sprite(shape, box.left + step // 2 + place * step, (box.top + box.bottom) // 2)


def _boss(canvas: Canvas, box: Area, view: GoodwillView, boss: Boss) -> None:
    """Draw a boss: name, salary, a row of dots for each mark, the policy."""
    salary = f"${boss.salary} a year"
    room = box.width - measure_width(salary, "text", SMALL) - 14
    canvas.draw_text(
        box.left, box.top + 34, to_drawable(boss.name), face="strong", size=42, color=INK, room=room, smallest=SMALL
    )
    canvas.draw_text(box.right, box.top + 36, salary, size=SMALL, color=QUIET, align="right")
    for row, skill in enumerate(SKILL_WORDS):
        middle = box.top + 84 + row * 42
        mark = boss.marks[skill]
        color = INK if mark else QUIET
        canvas.draw_text(box.left, middle, SKILL_WORDS[skill], face="strong" if mark else "text", size=34, color=color)
        for dot in range(HIGHEST_MARK):
            shape = draw_disc(26, INK) if dot < mark else draw_ring(26, QUIET, 10)
            canvas.put_sprite(shape, box.right - 13 - (HIGHEST_MARK - 1 - dot) * 34, middle)
    middle = box.top + 220
    x = box.left
    lines = boss.policy[:3]  # of our box at most two
    size, head = (46, 30) if len(lines) < 3 else (30, 22)
    for line in lines:
        canvas.put_sprite(draw_token(line.old, size), x + size // 2, middle)
        canvas.put_sprite(draw_arrow(head), x + size + 4 + head // 2, middle)
        canvas.put_sprite(draw_token(line.new, size), x + size + 8 + head + size // 2, middle)
        x += 2 * size + head + (24 if len(lines) < 3 else 14)
    if not boss.policy:
        canvas.draw_text(box.left, middle, "no policy", size=SMALL, color=QUIET)
    if view.options.dividends:
        words = "pays dividends" if boss.pays_dividends else "no dividends"
        face: Face = "strong" if boss.pays_dividends else "text"
        canvas.draw_text(
            box.left, middle + 48, words, face=face, size=SMALL + 2, color=INK if boss.pays_dividends else QUIET
        )


def _available(canvas: Canvas, box: Area, view: GoodwillView, spare: int) -> None:
    """Draw the bosses who can be proposed."""
    draw_heading(canvas, box, "AVAILABLE BOSSES")
    row = AVAILABLE + (DIVIDENDS if view.options.dividends else 0) + spare
    columns = Area(box.left, box.top + 54, box.right, box.top + 54 + row).split_columns(3, GAP)
    for place, boss in enumerate(view.available):
        down = place // 3 * (row + GAP)
        card = columns[place % 3]._replace(top=columns[0].top + down, bottom=columns[0].bottom + down)
        canvas.draw_framed_panel(card, CARD, LINE, 3, 16)
        canvas.record_place(("boss", boss), card)
        _boss(canvas, Area(card.left + 18, card.top, card.right - 18, card.bottom), view, view.box.boss[boss])


def _price(canvas: Canvas, box: Area, view: GoodwillView, resource: Resource) -> None:
    """Draw a resource's price, and the scale it moves on."""
    price = view.prices[resource]
    canvas.put_sprite(draw_token(resource, 64), box.left + 34, box.top + 36)
    written = canvas.draw_text(box.right, box.top + 38, money(price), face="poster", size=50, color=INK, align="right")
    room = box.width - 76 - written - 10
    name = resource.capitalize()
    canvas.draw_text(box.left + 76, box.top + 38, name, face="strong", size=36, color=INK, room=room, smallest=30)
    scale = view.box.resources
    stops = range(scale.lowest, scale.highest + 1, view.box.step)
    track = Area(box.left, box.top + 86, box.right, box.top + 134)
    if len(stops) > 8:  # of another box: too many to be read
        canvas.draw_bar(track.shrink(12), (price - scale.lowest) / (scale.highest - scale.lowest), INK, LINE)
        return
    canvas.draw_framed_panel(track, CARD, LINE, 3, 12)
    for stop, cell in zip(stops, track.split_columns(len(stops), 0), strict=True):
        here = stop == price
        if here:
            canvas.draw_panel(cell, INK, 12)
        middle = ((cell.left + cell.right) // 2, (cell.top + cell.bottom) // 2)
        color = PAPER if here else QUIET
        canvas.draw_text(*middle, str(stop), face="strong" if here else "text", size=SMALL, color=color, align="center")
