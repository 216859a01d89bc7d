"""Draw the board, in the style of its period, and the charts of a finished game.

Each fact is also shown by a shape, a letter or a word, never by colour alone. The smallest text can still be read
when the picture is as wide as a phone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial

from PIL import Image, ImageDraw

from bot.drawing import closeup
from bot.drawing.canvas import Area, Canvas
from bot.drawing.charts import Inks, Series, draw_line_chart
from bot.drawing.emoji import SPRITE_PIXELS, draw_emoji
from bot.drawing.lettering import SMALLEST, build_stencil, measure_width, name_seats, to_drawable, truncate_name
from bot.drawing.sprites import Brush, compute_polygon, compute_star, draw_disc, draw_marker, draw_ring, draw_sprite
from bot.drawing.typefaces import Face
from bot.engine.option_labels import Place, PlacedPng, Where
from bot.engine.pages import Picture, fit_alt_text
from bot.engine.pictures import Drawing, Emoji, Names
from bot.engine.questions import Choose, Number, Question, Split
from bot.engine.records import Move, Seat
from bot.games.goodwill.at_hand.foresight import known
from bot.games.goodwill.components import (
    AMBER,
    BLACK,
    CHARCOAL,
    COMPANIES,
    CRIMSON,
    HIGHEST_MARK,
    OIL,
    RESOURCES,
    WORKFORCE,
    AnyCondition,
    Boss,
    CapitalAbove,
    CapitalBelow,
    CapitalLess,
    Company,
    Resource,
    Skill,
    clause,
    policy_words,
)
from bot.games.goodwill.moves import Ballot, Nominate, TradeWith, VoteOn
from bot.games.goodwill.orders import AboutABoss, StandingPrice
from bot.games.goodwill.text import hand, page, share_values_page
from bot.games.goodwill.view import GoodwillView, InformationView, InvestorView, format_rank
from bot.games.goodwill.words import effect_words, money, signed

# Colours

PAPER = "#f3e8d0"
INK = "#231f1c"
CARD = "#fbf5e7"
QUIET = "#6b5f4f"
LINE = "#d8c8a8"
COLOR: dict[Company, str] = {AMBER: "#dd9a1f", BLACK: INK, CRIMSON: "#a5182f"}
ON_COLOR: dict[Company, str] = {AMBER: INK, BLACK: PAPER, CRIMSON: PAPER}
RESOURCE_COLOR: dict[Resource, str] = {OIL: "#2a6c72", CHARCOAL: "#544d47", WORKFORCE: "#73772b"}
STAMP = "#b8323f"
SEAT_COLORS = ("#1f5a96", "#2f7d4f", "#7a3f8c", "#8a5a3c", "#0f7c86", "#5f6b1c")
"""Of people: none is a company's."""
AMBER_LINE = "#b06f0c"
"""A darker amber, for thin lines and letters on paper."""
COLORS = (PAPER, INK, CARD, QUIET, LINE, *COLOR.values(), *RESOURCE_COLOR.values(), STAMP, AMBER_LINE)

# Measures, in pixels of a sheet that a phone shows at a third

WIDTH = 1080
MARGIN = 36
GAP = 18
SMALL, NORMAL, LARGE, HUGE = 32, 38, 50, 68
HEADER = 122
COMPANY = 622
COMPANY_BOSS = 362
"""Where, in a company's panel, the boss begins."""
AVAILABLE = 260
PRICE = 140
PHASES = 54
ROW = 62
BELOW = 40
"""A second line of an investor: the news one sees, and the last prices one wrote."""
CHIPS = 50
DIVIDENDS = 46

SKILL_WORDS: dict[Skill, str] = {"innovation": "Innovation", "yield": "Yield", "advertising": "Advertising"}
NONE = "\N{EN DASH}"


# Sprites


@lru_cache(maxsize=64)
def draw_token(resource: Resource, size: int) -> Image.Image:
    """Return a resource token: oil is a round drop, charcoal a square lump, workforce a head in a cog."""

    def paint(brush: Brush) -> None:
        color = RESOURCE_COLOR[resource]
        if resource == OIL:
            brush.draw_disc(50, 50, 49, color)
            brush.draw_disc(50, 61, 21, CARD)
            brush.draw_polygon([(50, 14), (67.5, 50), (50, 60), (32.5, 50)], CARD)
            brush.draw_disc(43, 64, 6, color)
        elif resource == CHARCOAL:
            brush.draw_rounded_rectangle(4, 4, 96, 96, 14, color)
            brush.draw_polygon([(22, 62), (30, 33), (56, 22), (78, 40), (80, 66), (58, 80), (34, 78)], CARD)
            brush.draw_line([(30, 33), (50, 47), (78, 40)], color, 5)
            brush.draw_line([(50, 47), (58, 80)], color, 5)
        else:
            brush.draw_polygon(_cog(), color)
            brush.draw_disc(50, 38, 15, CARD)
            brush.draw_pie(50, 80, 27, 180, 360, CARD)

    return draw_sprite(size, paint)


def _cog() -> list[tuple[float, float]]:
    teeth = 10
    points = []
    for tooth in range(teeth):
        for turned, radius in ((-0.30, 40), (-0.20, 50), (0.20, 50), (0.30, 40)):
            points.append(compute_polygon(1, radius, (tooth + turned) / teeth)[0])
    return points


@lru_cache(maxsize=64)
def draw_emblem(company: Company, size: int, color: str) -> Image.Image:
    """Return the shape that stands for a company, without its letter."""

    def paint(brush: Brush) -> None:
        if company == AMBER:
            brush.draw_polygon(compute_polygon(6, 50), color)
        elif company == BLACK:
            brush.draw_disc(50, 50, 48, color)
        else:
            brush.draw_polygon([(8, 6), (92, 6), (92, 52), (50, 98), (8, 52)], color)

    return draw_sprite(size, paint)


@lru_cache(maxsize=8)
def draw_leader_star(size: int) -> Image.Image:
    """Return the star that marks the leaders."""
    return draw_sprite(size, lambda brush: brush.draw_polygon(compute_star(5, 50, 22), COLOR[CRIMSON]))


@lru_cache(maxsize=8)
def draw_arrow(size: int) -> Image.Image:
    """Return the arrow of a policy."""

    def paint(brush: Brush) -> None:
        brush.draw_rounded_rectangle(4, 42, 60, 58, 6, INK)
        brush.draw_polygon([(52, 20), (98, 50), (52, 80)], INK)

    return draw_sprite(size, paint)


@lru_cache(maxsize=2)
def draw_starburst(size: int) -> Image.Image:
    """Return the ornament of the banner."""

    def paint(brush: Brush) -> None:
        brush.draw_polygon(compute_star(8, 50, 9), COLOR[AMBER])
        brush.draw_polygon(compute_star(4, 50, 7), PAPER)
        brush.draw_disc(50, 50, 6, COLOR[CRIMSON])

    return draw_sprite(size, paint)


@lru_cache(maxsize=2)
def draw_bankrupt_stamp() -> Image.Image:
    """Return the rubber stamp across a bankrupt company."""
    cut = build_stencil("BANKRUPT", "poster", 104)
    length = measure_width("BANKRUPT", "poster", 104)
    mask = Image.new("L", (length + 72, 184), 0)
    draw = ImageDraw.Draw(mask)
    draw.rounded_rectangle((0, 0, mask.width - 1, mask.height - 1), 24, fill=255)
    draw.rounded_rectangle((12, 12, mask.width - 13, mask.height - 13), 14, fill=0)
    mask.paste(255, (36 - cut.left, mask.height // 2 + 36 - cut.baseline), cut.mask)
    stamp = Image.new("RGBA", mask.size, STAMP)
    stamp.putalpha(mask)
    turned = stamp.rotate(16, Image.Resampling.BICUBIC, expand=True)
    return turned.resize((turned.width * 46 // 100, turned.height * 46 // 100))


def put_emblem(canvas: Canvas, company: Company, x: int, y: int, size: int, *, on_band: bool = False) -> None:
    """Draw a company's shape with its letter."""
    shape, letter = (ON_COLOR[company], COLOR[company]) if on_band else (COLOR[company], ON_COLOR[company])
    canvas.put_sprite(draw_emblem(company, size, shape), x, y)
    lift = round(size * 0.05) if company == CRIMSON else 0
    canvas.draw_text(
        x, y - lift, company[0], face="poster", size=max(SMALLEST, round(size * 0.58)), color=letter, align="center"
    )


# The board


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
    _investors(canvas, boxes[5], view, called, chips)
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


def phases(view: GoodwillView) -> Mapping[str, str]:
    """Return the phases of a year in order, with their words."""
    auctions = {"auctions": "Auctions"} if view.options.derivatives == "auction" else {}
    sheets = view.options.fast_mode == "yearly sheet"
    deals: dict[str, str] = {"sheets": "Sheets"} if sheets else {str(company): company for company in COMPANIES}
    return {"news": "News", **auctions, **deals, "events": "Events"}


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


def banner(canvas: Canvas, height: int) -> int:
    """Draw the dark banner at the top, with its two stripes, and return its middle."""
    canvas.fill(Area(0, 0, canvas.width, height), INK)
    canvas.fill(Area(0, height - 14, canvas.width, height - 7), COLOR[AMBER])
    canvas.fill(Area(0, height - 7, canvas.width, height), COLOR[CRIMSON])
    return (height - 14) // 2


def _company(canvas: Canvas, box: Area, view: GoodwillView, company: Company) -> None:
    """Draw a company's board: name, capital and share value, market share, income, tokens, boss."""
    board = view.companies[company]
    canvas.record_place(("company", company), box)
    canvas.draw_panel(box, LINE, 16)
    canvas.draw_panel(Area(box.left + 2, box.top + 40, box.right - 2, box.bottom - 2), CARD, 14)
    band = QUIET if board.bankrupt else COLOR[company]
    canvas.draw_panel(Area(box.left, box.top, box.right, box.top + 78), band, 16, square=True)
    left, right = box.left + 18, box.right - 18
    if board.bankrupt:
        put_emblem(canvas, company, box.left + 46, box.top + 39, 56)
        canvas.draw_text(box.left + 86, box.top + 40, company.upper(), face="poster", size=43, color=PAPER)
        center = (left + right) // 2
        canvas.put_sprite(draw_bankrupt_stamp(), center, box.top + 78 + (box.height - 78) * 2 // 5)
        canvas.draw_text(center, box.bottom - 124, "Its shares are", size=NORMAL, color=QUIET, align="center")
        canvas.draw_text(center, box.bottom - 78, "worth nothing", size=NORMAL, color=QUIET, align="center")
        return
    put_emblem(canvas, company, box.left + 46, box.top + 39, 56, on_band=True)
    canvas.draw_text(box.left + 86, box.top + 40, company.upper(), face="poster", size=43, color=ON_COLOR[company])

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
    _heading(canvas, box, "AVAILABLE BOSSES")
    row = AVAILABLE + (DIVIDENDS if view.options.dividends else 0) + spare
    columns = Area(box.left, box.top + 54, box.right, box.top + 54 + row).split_columns(3, GAP)
    for place, boss in enumerate(view.available):
        down = place // 3 * (row + GAP)
        card = columns[place % 3]._replace(top=columns[0].top + down, bottom=columns[0].bottom + down)
        canvas.draw_framed_panel(card, CARD, LINE, 3, 16)
        canvas.record_place(("boss", boss), card)
        _boss(canvas, Area(card.left + 18, card.top, card.right - 18, card.bottom), view, view.box.boss[boss])


def _heading(canvas: Canvas, box: Area, words: str) -> None:
    length = canvas.draw_text(box.left, box.top + 24, words, face="poster", size=34, color=INK)
    canvas.draw_rule(box.left + length + 18, box.right, box.top + 24, INK, 4)


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


# The investors


@dataclass(frozen=True)
class _Columns:
    """Where the columns of the table of investors stand: the middle of each company, the right ends of money."""

    companies: Mapping[Company, int]
    cash: int
    worth: int
    names: int


def _investors(
    canvas: Canvas, box: Area, view: GoodwillView, called: Mapping[Seat, str], chips: Mapping[Seat, list[list[Chip]]]
) -> None:
    """Draw who owns what, sees what and wrote which price last; the star marks the richest."""
    at = _Columns({AMBER: 548, BLACK: 636, CRIMSON: 724}, 878, box.right - 16, 500)
    canvas.draw_framed_panel(box, CARD, LINE, 3, 16)
    canvas.record_place(("head",), Area(box.left, box.top, box.right, box.top + 64))
    canvas.draw_panel(Area(box.left, box.top, box.right, box.top + 64), INK, 16, square=True)
    middle = box.top + 33
    x = box.left + 36 + canvas.draw_text(box.left + 18, middle, "INVESTORS", face="poster", size=34, color=PAPER)
    if view.outcome is None and any(view.assessments.values()):
        canvas.draw_text(x, middle, "shares, last prices", size=30, color=PAPER, room=at.names - x, smallest=SMALLEST)
    for company, x in at.companies.items():
        canvas.put_sprite(draw_emblem(company, 52, PAPER), x, middle)
        put_emblem(canvas, company, x, middle, 46)
    canvas.draw_text(at.cash, middle, "Cash", face="strong", size=34, color=PAPER, align="right")
    canvas.draw_text(
        at.worth, middle, "Total" if finished(view) else "Worth", face="strong", size=34, color=PAPER, align="right"
    )
    top = box.top + 64
    first = leaders(view)
    for seat in view.investors:
        row = ROW if view.outcome is not None else ROW + BELOW
        bottom = top + row + CHIPS * len(chips[seat])
        if seat > 1:
            canvas.draw_rule(box.left + 18, box.right - 18, top, LINE)
        canvas.record_place(("investor", seat), Area(box.left + 8, top + 3, box.right - 8, bottom))
        _investor(canvas, top + ROW // 2 + 1, view, seat, called[seat], at, leads=seat in first)
        for line, shown in enumerate(chips[seat]):
            _chip_line(canvas, box.left + 18, top + row + line * CHIPS + 20, shown)
        top = bottom
    canvas.draw_rule(box.left + 18, box.right - 18, top, QUIET, 3)
    canvas.draw_text(box.left + 18, top + 30, "Votes for a new boss", size=SMALL, color=QUIET)
    for company, x in at.companies.items():
        board = view.companies[company]
        needed = NONE if board.bankrupt else f"{board.threshold}"
        canvas.draw_text(x, top + 30, needed, size=SMALL, color=QUIET, align="center")
    if first:
        words = "richest" if view.outcome is None else "wins" if len(first) == 1 else "win"
        written = canvas.draw_text(at.worth, top + 30, words, size=SMALL, color=QUIET, align="right")
        canvas.put_sprite(draw_leader_star(30), at.worth - written - 22, top + 28)


def _investor(
    canvas: Canvas, middle: int, view: GoodwillView, seat: Seat, name: str, at: _Columns, *, leads: bool
) -> None:
    investor = view.investors[seat]
    x = MARGIN + 18
    if leads:
        canvas.put_sprite(draw_leader_star(40), x + 20, middle - 2)
        x += 52
    face: Face = "strong" if leads else "text"
    note = " (left)" if investor.conceded else " · lead" if seat == view.lead and view.outcome is None else ""
    room = at.names - x - measure_width(note, "text", SMALL)
    x += canvas.draw_text(x, middle, name, face=face, size=NORMAL, color=INK, room=room, smallest=SMALL)
    canvas.draw_text(x, middle, note, size=SMALL, color=QUIET)
    for company, place in at.companies.items():
        count = investor.shares[company]
        shown, color = (NONE, QUIET) if not count else (str(count), INK)
        canvas.draw_text(place, middle, shown, face="strong", size=NORMAL, color=color, align="center")
    if view.outcome is None:
        _draw_second_line(canvas, middle + 48, view, seat, at)
    cash = "hidden" if investor.cash is None else money(investor.cash)
    canvas.draw_text(
        at.cash, middle, cash, size=NORMAL if investor.cash is not None else SMALL, color=INK, align="right"
    )
    worth = _worth(view, seat)
    canvas.draw_text(
        at.worth, middle, worth, face="poster" if leads else "strong", size=NORMAL + 2, color=INK, align="right"
    )


def _draw_second_line(canvas: Canvas, middle: int, view: GoodwillView, seat: Seat, at: _Columns) -> None:
    """Draw which news a seat sees, and the last price it wrote for each company this year."""
    if seen := [str(pair.slot) for pair in view.informations if seat in pair.viewers]:
        canvas.draw_text(MARGIN + 18, middle, f"sees news {' and '.join(seen)}", size=SMALL, color=QUIET)
    for company, price in last_prices(view, seat).items():
        canvas.draw_text(at.companies[company], middle, money(price), size=SMALL, color=QUIET, align="center")


def last_prices(view: GoodwillView, seat: Seat) -> dict[Company, int]:
    """Return the last price that a seat wrote for each company this year."""
    return {company: shown[-1][seat] for company, shown in view.assessments.items() if shown}


def _worth(view: GoodwillView, seat: Seat) -> str:
    """Return what stands in the last column: the result, or cash and shares at their present value."""
    worth = standing(view, seat)
    if worth is not None:
        return money(worth)
    if view.options.cash_only:
        return "?"
    shares = view.investors[seat].shares
    return f"{money(sum(count * view.companies[company].share_value for company, count in shares.items()))} + ?"


def finished(view: GoodwillView) -> bool:
    """Whether there is a result; with former versions there was none where all but one had conceded."""
    return view.outcome is not None and any(view.outcome.scores.values())


def standing(view: GoodwillView, seat: Seat) -> int | None:
    """Return what a seat would have if the game ended now, as far as everybody can see."""
    if view.outcome is not None and finished(view):
        return view.outcome.scores[seat]
    return view.investors[seat].wealth


def leaders(view: GoodwillView) -> list[Seat]:
    """Return the richest seats or the winners; empty while that is not public, or if all are equal."""
    if view.outcome is not None:
        return view.outcome.winners
    standings = {seat: standing(view, seat) for seat in view.investors}
    known = [worth for worth in standings.values() if worth is not None]
    if len(known) < len(standings) or len(set(known)) == 1:
        return []
    return [seat for seat, worth in standings.items() if worth == max(known)]


# Derivatives


@dataclass(frozen=True)
class Chip:
    """A derivatives card in front of an investor: its words, and at the end whether it came true."""

    words: str
    fulfilled: bool | None


def chip_words(condition: AnyCondition) -> str:
    """Return a condition in as few characters as possible."""
    match condition:
        case CapitalAbove():
            return f"{condition.company} > ${condition.value}"
        case CapitalBelow():
            return f"{condition.company} < ${condition.value}"
        case CapitalLess():
            return f"{condition.left} < {condition.right}"


def chip_lines(view: GoodwillView, investor: InvestorView) -> list[list[Chip]]:
    """Return the cards that lie open, in lines that fit."""
    capital = {company: board.capital for company, board in view.companies.items()}
    over = view.outcome is not None
    cards = [*investor.derivatives, *(investor.objectives if over and investor.objectives else ())]
    lines: list[list[Chip]] = []
    room = 0
    for card in cards:
        condition = view.box.derivative[card].condition
        chip = Chip(chip_words(condition), condition.holds(capital) if over else None)
        if chip_width(chip) > room:
            lines.append([])
            room = WIDTH - 2 * MARGIN - 36
        lines[-1].append(chip)
        room -= chip_width(chip) + 12
    return lines


def chip_width(chip: Chip) -> int:
    """Return how wide a chip is drawn."""
    return measure_width(chip.words, "strong", SMALL) + 32 + (0 if chip.fulfilled is None else 36)


def _chip_line(canvas: Canvas, left: int, middle: int, chips: Sequence[Chip]) -> None:
    for chip in chips:
        box = Area(left, middle - 22, left + chip_width(chip), middle + 22)
        if chip.fulfilled:
            canvas.draw_panel(box, INK, 22)
        else:
            canvas.draw_framed_panel(box, CARD, QUIET, 2, 22)
        color = PAPER if chip.fulfilled else INK if chip.fulfilled is None else QUIET
        written = canvas.draw_text(left + 16, middle, chip.words, face="strong", size=SMALL, color=color)
        if chip.fulfilled is not None:
            sign = "✓" if chip.fulfilled else "✗"
            canvas.draw_text(left + written + 26, middle, sign, face="strong", size=40, color=color)
        left = box.right + 12


# In words


def describe(view: GoodwillView, names: Names) -> str:
    """Return the board in words, for who cannot see it; with policies and whole names as far as there is room."""

    def versions() -> Iterator[str]:
        for longest, policies in ((32, True), (32, False), (20, False), (12, False), (6, False)):
            called = {seat: " ".join(names(seat).split())[:longest] or f"Player {seat}" for seat in view.investors}
            yield " ".join(_description(view, called, policies=policies))

    return fit_alt_text(versions())


def _description(view: GoodwillView, called: Mapping[Seat, str], *, policies: bool) -> Iterator[str]:
    years = view.last_year - view.first_year + 1
    when = "the end" if view.outcome is not None else f"year {view.year_index + 1} of {years}"
    now = "" if view.outcome is not None else f" Now: {phases(view)[view.phase]}. Lead: {called[view.lead]}."
    yield f"Goodwill, {view.year} ({when}).{now} Bosses: salary, innovation/yield/advertising."
    for company in COMPANIES:
        yield _company_words(view, company, policies=policies)
    bosses = "; ".join(_boss_words(view, boss, policies=policies) for boss in view.available)
    yield f"Available: {bosses}."
    yield "Prices: " + ", ".join(f"{resource} {money(view.prices[resource])}" for resource in RESOURCES) + "."
    yield "Shares A/B/C: " + "; ".join(_investor_words(view, seat, called[seat]) for seat in view.investors) + "."
    first = leaders(view)
    if first:
        verb = "Winner" if view.outcome is not None else "Richest"
        yield f"{verb}: {' and '.join(called[seat] for seat in first)}."


def _company_words(view: GoodwillView, company: Company, *, policies: bool) -> str:
    board = view.companies[company]
    if board.bankrupt:
        return f"{company}: bankrupt."
    tokens = ", ".join(f"{board.tokens[resource]} {resource}" for resource in RESOURCES if board.tokens[resource])
    boss = _boss_words(view, board.boss, policies=policies) if board.boss else "no boss"
    share = f"dividend {money(board.dividend)}" if view.options.cash_only else f"share {money(board.share_value)}"
    return f"{company}: capital {money(board.capital)}, {share}, market {board.market_share} %, {tokens}, {boss}."


def _boss_words(view: GoodwillView, card: str, *, policies: bool) -> str:
    boss = view.box.boss[card]
    marks = "/".join(str(boss.marks[skill]) for skill in SKILL_WORDS)
    dividends = " dividends" if view.options.dividends and boss.pays_dividends else ""
    policy = f" ({policy_words(boss)})" if policies and boss.policy else ""
    return f"{boss.name} {money(boss.salary)} {marks}{dividends}{policy}"


def _investor_words(view: GoodwillView, seat: Seat, name: str) -> str:
    investor = view.investors[seat]
    shares = "/".join(str(investor.shares[company]) for company in COMPANIES)
    worth = standing(view, seat)
    cash = "cash hidden" if investor.cash is None else f"cash {money(investor.cash)}"
    total = "" if worth is None else f", {'total' if finished(view) else 'worth'} {money(worth)}"
    cards = [
        chip.words + {None: "", True: " (true)", False: " (missed)"}[chip.fulfilled]
        for line in chip_lines(view, investor)
        for chip in line
    ]
    seen = (
        ""
        if view.outcome is not None
        else "".join(str(pair.slot) for pair in view.informations if seat in pair.viewers)
    )
    sees = f", sees {'+'.join(seen)}" if seen else ""
    return f"{name} {shares}, {cash}{total}{sees}" + (f", holds {', '.join(cards)}" if cards else "")


# What one seat has and knows


NEWS, OWN, OBJECTIVE = 196, 236, 56


def is_somebodys(view: GoodwillView) -> bool:
    """Whether the viewer has a seat."""
    return view.seat is not None


def shown_of_own(view: GoodwillView) -> object:
    """Return the fields of the view that a seat's own picture depends on."""
    return view.seat, view.year, view.investors[view.seat or 1], view.informations, view.companies


def draw_own(view: GoodwillView, _: Names) -> Picture:
    """Draw the news this seat sees, its shares and cash, and the objectives it hides."""
    if view.seat is None:
        raise ValueError("everybody's view has nothing of its own")
    own = view.investors[view.seat]
    news = sorted(known(view), key=lambda pair: pair.slot)
    goals = [view.box.derivative[card] for card in own.objectives or ()]
    lines = 54 + OBJECTIVE * len(goals) + GAP if goals else 0
    canvas = Canvas((WIDTH, HEADER + GAP + (NEWS + GAP) * len(news) + OWN + GAP + lines + 100 + MARGIN), PAPER)
    middle = banner(canvas, HEADER)
    canvas.draw_text(MARGIN, middle, "MINE", face="poster", size=80, color=PAPER)
    canvas.draw_text(WIDTH - MARGIN, middle, str(view.year), face="strong", size=46, color=PAPER, align="right")
    top = HEADER + GAP
    for pair in news:
        _own_news(canvas, Area(MARGIN, top, WIDTH - MARGIN, top + NEWS), view, pair)
        top += NEWS + GAP
    shares = Area(MARGIN, top, WIDTH - MARGIN, top + OWN)
    for company, box in zip(COMPANIES, shares.split_columns(3, GAP), strict=True):
        _own_shares(canvas, box, view, company, own.shares[company])
    top += OWN + GAP
    if goals:
        _heading(canvas, Area(MARGIN, top, WIDTH - MARGIN, top + 54), "HIDDEN OBJECTIVES")
        for at, card in enumerate(goals):
            words = f"${card.pays} if {clause(card.condition)}"
            y = top + 54 + OBJECTIVE * at + OBJECTIVE // 2
            canvas.draw_text(MARGIN + 8, y, words, size=NORMAL, color=INK, room=WIDTH - 2 * MARGIN, smallest=SMALLEST)
        top += lines
    below = Area(MARGIN, top, WIDTH - MARGIN, top + 84)
    canvas.draw_panel(below, INK, 16)
    middle = (below.top + below.bottom) // 2
    cash = money(own.cash or 0)
    canvas.draw_text(below.left + 24, middle, f"Cash {cash}", face="strong", size=46, color=PAPER)
    total = "" if view.options.cash_only else f"Total {money(own.wealth or 0)}"
    canvas.draw_text(below.right - 24, middle, total, face="poster", size=46, color=COLOR[AMBER], align="right")
    held = ", ".join(f"{company} {own.shares[company]}" for company in COMPANIES)
    told = [f"news {pair.slot}: {view.box.event[pair.event].name} {format_rank(pair.percentage)}" for pair in news
            if pair.event is not None and pair.percentage is not None]  # fmt: skip
    told += [f"${card.pays} if {clause(card.condition)}" for card in goals]
    alt = f"Yours: {'; '.join([f'cash {cash}', f'shares {held}', *([total.lower()] if total else []), *told])}."
    return Picture("mine.png", canvas.to_png(COLORS), fit_alt_text([alt]))


def _own_news(canvas: Canvas, box: Area, view: GoodwillView, pair: InformationView) -> None:
    """Draw an information, with its probability and both of its effects."""
    canvas.draw_framed_panel(box, CARD, LINE, 3, 16)
    if pair.event is None or pair.percentage is None:
        return
    event, left, right = view.box.event[pair.event], box.left + 24, box.right - 24
    canvas.draw_text(left, box.top + 38, f"News {pair.slot}", size=SMALL, color=QUIET)
    likely = canvas.draw_text(
        right, box.top + 62, f"{pair.percentage} %", face="poster", size=HUGE, color=INK, align="right"
    )
    room = right - left - likely - 24
    canvas.draw_text(left, box.top + 82, event.name, face="strong", size=42, color=INK, room=room, smallest=SMALLEST)
    for at, effect in enumerate((event.left, event.right)):
        words = effect_words(effect)
        canvas.draw_text(left, box.top + 126 + 42 * at, words[:1].upper() + words[1:], size=NORMAL, color=INK,
                    room=right - left, smallest=SMALLEST)  # fmt: skip


def _own_shares(canvas: Canvas, box: Area, view: GoodwillView, company: Company, count: int) -> None:
    """Draw the number and the value of a seat's shares of a company."""
    board = view.companies[company]
    canvas.draw_framed_panel(box, CARD, LINE, 3, 16)
    canvas.draw_panel(Area(box.left, box.top, box.right, box.top + 78), QUIET if board.bankrupt else COLOR[company], 16,
                 square=True)  # fmt: skip
    put_emblem(canvas, company, box.left + 46, box.top + 39, 56, on_band=not board.bankrupt)
    ink = PAPER if board.bankrupt else ON_COLOR[company]
    canvas.draw_text(box.left + 86, box.top + 40, company.upper(), face="poster", size=43, color=ink)
    middle = (box.left + box.right) // 2
    canvas.draw_text(
        middle, box.top + 134, str(count), face="poster", size=80, color=INK if count else QUIET, align="center"
    )
    value = board.dividend if view.options.cash_only else board.share_value
    words = "bankrupt" if board.bankrupt else f"at {money(value)}: {money(value * count)}"
    canvas.draw_text(middle, box.top + 202, words, size=NORMAL, color=QUIET, align="center")


# The charts of a finished game


def charts(view: GoodwillView, names: Names) -> Sequence[Picture]:
    """Return how the shares and the investors did over the years."""
    drawn = [draw_share_values(view, names)] if shares_count(view) else []
    return [*drawn, _wealth(view, names)] if reviewed(view) else []


def reviewed(view: GoodwillView) -> bool:
    """Return whether a year is over, so that there is something to compare."""
    return len(view.history) > 1


def shares_count(view: GoodwillView) -> bool:
    """Return whether there is something to compare, and shares are worth something."""
    return reviewed(view) and not view.options.cash_only


CHART = (1080, 860)
INKS = Inks(ink=INK, quiet=QUIET, grid=LINE)
MARKER = 34


def _chart(title: str, below: str, labels: Sequence[str], lines: Sequence[Series]) -> bytes:
    canvas = Canvas(CHART, PAPER)
    middle = banner(canvas, HEADER)
    length = canvas.draw_text(MARGIN, middle, title, face="poster", size=62, color=PAPER)
    room = CHART[0] - 2 * MARGIN - length - 30
    canvas.draw_text(CHART[0] - MARGIN, middle, below, size=34, color=PAPER, align="right", room=room, smallest=30)
    draw_line_chart(canvas, Area(MARGIN, 150, CHART[0] - MARGIN, CHART[1] - 10), labels, lines, money, INKS)
    return canvas.to_png((*COLORS, *SEAT_COLORS))


@lru_cache(maxsize=16)
def _company_marker(company: Company) -> Image.Image:
    color = {**COLOR, AMBER: AMBER_LINE}[company]
    return draw_emblem(company, MARKER, color)


def _labels(view: GoodwillView) -> Sequence[str]:
    return ["Start", *(str(year.year) for year in view.history if year.year is not None)]


def draw_share_values(view: GoodwillView, _: Names) -> Picture:
    """Return what a share of each company was worth after each year so far."""
    labels = _labels(view)
    lines = [
        Series(
            company,
            [year.share_values[company] for year in view.history],
            {**COLOR, AMBER: AMBER_LINE}[company],
            _company_marker(company),
        )
        for company in COMPANIES
    ]
    png = _chart("SHARE VALUES", "what one share was worth", labels, lines)
    return Picture("share-values.png", png, _chart_words("Share values", labels, lines))


def _wealth(view: GoodwillView, names: Names) -> Picture:
    called = name_seats(view.investors, names)
    scores = {} if view.outcome is None else view.outcome.scores
    differs = any(year.wealth.get(seat) != score for year in view.history[-1:] for seat, score in scores.items())
    labels = [*_labels(view), *(["End"] if differs else [])]
    lines = [
        Series(
            called[seat],
            [*(year.wealth[seat] for year in view.history), *([scores[seat]] if differs else [])],
            SEAT_COLORS[seat - 1],
            draw_marker(seat - 1, SEAT_COLORS[seat - 1], MARKER),
        )
        for seat in view.investors
        if all(seat in year.wealth for year in view.history)
    ]
    counted = "cash" if view.options.cash_only and view.box.cash_only_counts == "cash" else "cash and shares"
    cards = "" if view.options.derivatives == "off" else "; at the end with derivatives"
    png = _chart("WEALTH", f"{counted}{cards}", labels, lines)
    return Picture("wealth.png", png, _chart_words(f"Wealth in {counted}", labels, lines))


def _chart_words(title: str, labels: Sequence[str], lines: Sequence[Series]) -> str:
    words = f"{title}, {labels[0].lower()} to {labels[-1]}: " + "; ".join(
        f"{truncate_name(line.name)} {', '.join(money(value) for value in line.values)}" for line in lines
    )
    return fit_alt_text([f"{words}."])


# Where the options of a question lie

SPARE = 60
"""Room below an available boss for its mark."""


def place(view: GoodwillView, move: Move) -> Place | None:
    """Return which available boss, or which investor, an option means."""
    match move:
        case Nominate(boss=str() as boss) | Ballot(approve=(boss,)) | VoteOn(boss=boss) if boss in view.available:
            return "boss", boss
        case TradeWith():
            return "investor", move.partner
        case _:
            return None


def list_meant_places(view: GoodwillView, question: Question) -> Sequence[Place]:
    """Return the company whose price is asked, those of a card up for auction, or the boss who is voted on."""
    if view.auction is not None:
        condition = view.box.derivative[view.auction.card].condition
        companies = (condition.left, condition.right) if isinstance(condition, CapitalLess) else (condition.company,)
        return [("company", company) for company in companies]
    if isinstance(question, Number | Split) and view.company is not None:
        return [("company", view.company)]
    moves = question.moves if isinstance(question, Choose) else ()
    return list(dict.fromkeys(there for move in moves if (there := place(view, move)) is not None))


def draw_question(view: GoodwillView, names: Names, marks: Mapping[Place, str]) -> bytes:
    """Draw the part of the board on which these places lie: investors with their heads, companies beside others.

    Bosses who can be chosen stand below the companies with their present ones.
    """
    kinds = {place[0] for place in marks}
    beside: list[Place] = [("head",)] if "investor" in kinds else []
    beside += [("company", company) for company in COMPANIES] if kinds & {"company", "boss"} else []
    board = board_sheet(view, name_seats(view.investors, names), SPARE)
    found = closeup.crop_closeup(board, marks, beside=beside)
    return PlacedPng.build(found.to_png((*COLORS, *closeup.COLORS)), found.places)


WHERE: Where[GoodwillView] = Where(place, draw_question, looks=shown, about=list_meant_places, public=True)

PICTURES: Sequence[Drawing[GoodwillView]] = (
    Drawing("board", "Board", draw, page, looks=shown),
    Drawing(
        "share-values",
        "Share values",
        draw_share_values,
        share_values_page,
        looks=lambda view: view.history,
        ready=shares_count,
    ),
    Drawing("mine", "Mine", draw_own, hand, looks=shown_of_own, ready=is_somebodys, private=True),
)


# Emoji


def draw_company_emoji(company: Company) -> bytes:
    """Draw a company's shape with its letter as an emoji."""
    shape = draw_emblem(company, SPRITE_PIXELS, COLOR[company])
    lift = 6 if company == CRIMSON else 0
    return draw_emoji(shape, PAPER, company[0], ON_COLOR[company], size=76, lift=lift)


def find_company_emoji(company: Company | None) -> str:
    """Return the name of a company's emoji."""
    return "" if company is None else f"gw_{company.lower()}"


def find_heading_emoji(view: GoodwillView, _: Question) -> str:
    """Return the emoji of the company that a question is about."""
    return find_company_emoji(view.company if view.market is None else view.market.company)


def find_option_emoji(_: GoodwillView, move: Move) -> str:
    """Return the emoji of the company of an order, as orders for several companies stand in one menu."""
    return find_company_emoji(move.company) if isinstance(move, StandingPrice | AboutABoss) else ""


EMOJI: Emoji[GoodwillView] = Emoji(
    {find_company_emoji(company): partial(draw_company_emoji, company) for company in COMPANIES},
    find_option_emoji,
    find_heading_emoji,
)
