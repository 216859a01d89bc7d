"""The stock market, the city, the companies and demand as four pictures, and the charts of a finished game.

Old ledgers and brick: cream sheets with a dark red heading. Each company has the colour of its charter beside its name,
and each cube its letter, so that nothing is told by colour alone. What is smallest here can still be read when the
picture is as wide as a phone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from PIL import Image

from bot.drawing.canvas import Box, Canvas
from bot.drawing.charts import Inks, Series, line_chart
from bot.drawing.lettering import callings, width
from bot.drawing.sprites import Brush, marker, sprite
from bot.engine.game import Drawing, Names
from bot.engine.pages import Picture, as_alt
from bot.engine.records import Seat
from bot.engine.words import counted
from bot.games.big_shoulders.components import BOX, COLUMNS, CUBES, Cube, Tile
from bot.games.big_shoulders.news import Score
from bot.games.big_shoulders.rules.action_phase import tile_id
from bot.games.big_shoulders.rules.demand_board import OPEN_COLUMN
from bot.games.big_shoulders.rules.vocabulary import effect_said, effects_said, manager_said
from bot.games.big_shoulders.text import city, demand, firms, stock
from bot.games.big_shoulders.view import CityView

PAPER, CARD, INK, QUIET, LINE = "#f1e6d2", "#fffaf0", "#2b211c", "#6b5d52", "#d6c6ab"
BRICK, BRASS, OPEN, GONE = "#7d2b22", "#c99a3f", "#e8dcc4", "#b9ab97"
CUBE_COLORS: Mapping[Cube, str] = {"livestock": "#c96f86", "steel": "#2f6da5", "coal": "#2f2d2c", "wood": "#8a5a2b"}
SEATS = ("#2f6da5", "#2f7d4f", "#7a4a9c", "#b5651d")
COLORS = (
    PAPER,
    CARD,
    INK,
    QUIET,
    LINE,
    BRICK,
    BRASS,
    OPEN,
    GONE,
    *CUBE_COLORS.values(),
    *SEATS,
    *(company.colour for company in BOX.companies),
)
WIDTH, MARGIN, GAP, PADDING = 1080, 26, 14, 16
SMALL, NORMAL, LARGE = 30, 34, 44
HEADER, ROW, CUBE = 108, 48, 40
INKS = Inks(INK, QUIET, LINE)


@lru_cache(maxsize=32)
def cube(kind: Cube, size: int = CUBE) -> Image.Image:
    """Return a cube: a square in its colour."""

    def paint(brush: Brush) -> None:
        brush.slab(4, 4, 96, 96, 14, CUBE_COLORS[kind])

    return sprite(size, paint)


def cubes(canvas: Canvas, x: int, middle: int, wanted: Sequence[Cube], room: int) -> int:
    """Draw cubes with their letters, closer together where there is little room; return where they end."""
    step = min(CUBE + 6, max(14, (room - CUBE) // max(1, len(wanted) - 1))) if wanted else 0
    for at, kind in enumerate(wanted):
        left = x + at * step
        canvas.sprite(cube(kind), left + CUBE // 2, middle)
        if step > 24 or at == len(wanted) - 1:
            letter = kind[0].upper()
            canvas.text(left + CUBE // 2, middle, letter, face="strong", size=26, color=CARD, align="center")
    return x + step * max(0, len(wanted) - 1) + CUBE + 10 if wanted else x


def spread(group: Mapping[Cube, int]) -> list[Cube]:
    """Return cubes one by one, in the order of the box."""
    return [kind for kind in CUBES for _ in range(group.get(kind, 0))]


def sheet(view: CityView, title: str, height: int) -> Canvas:
    """Return a sheet with its heading: what it shows, and when."""
    canvas = Canvas((WIDTH, height), PAPER)
    canvas.fill(Box(0, 0, WIDTH, HEADER - 10), BRICK)
    when = f"{view.year}, decade {view.decade} of {view.box.terms.last_decade}"
    taken = canvas.text(WIDTH - MARGIN, HEADER // 2 - 4, when, size=NORMAL, color=CARD, align="right")
    room = WIDTH - 2 * MARGIN - taken - GAP
    canvas.text(MARGIN, HEADER // 2 - 4, title, face="poster", size=58, color=CARD, room=room, smallest=NORMAL)
    return canvas


def panel(canvas: Canvas, top: int, height: int) -> Box:
    """Draw a card over the whole width and return what is inside it."""
    box = Box(MARGIN, top, WIDTH - MARGIN, top + height)
    canvas.framed(box, CARD, LINE, 2, 12)
    return box.inside(PADDING)


def chip(canvas: Canvas, view: CityView, company: str, x: int, middle: int, room: int, size: int = NORMAL) -> int:
    """Write a company's name beside its colour; return where it ends."""
    card = view.box.company[company]
    canvas.framed(Box(x, middle - 18, x + 36, middle + 18), card.colour, INK, 2, 6)
    wide = canvas.text(
        x + 46, middle, card.short, face="strong", size=size, color=INK, room=room - 46, smallest=SMALL - 4
    )
    return x + 46 + wide


# The stock market


def draw_stock(view: CityView, names: Names) -> Picture:
    """Draw everybody's money, and each company's price and who holds it."""
    called = callings(view.everybody, names)
    firms_ = sorted(view.companies, key=lambda company: (-view.companies[company].price, company))
    players = len(view.everybody)
    heights = [124 + 40 * ((len(_holders(view, company, called)) + 1) // 2) for company in firms_]
    height = HEADER + 2 * PADDING + ROW * players + GAP + sum(heights) + GAP * len(heights) + MARGIN
    height += 0 if heights else 100
    canvas = sheet(view, "STOCK MARKET", height)
    inside = panel(canvas, HEADER, 2 * PADDING + ROW * players)
    for at, (seat, player) in enumerate(view.everybody.items()):
        middle = inside.top + ROW * at + ROW // 2
        canvas.sprite(marker(at, SEATS[at]), inside.left + 18, middle)
        deal = "  priority" if seat == view.priority else ""
        told = f"${player.net_worth} net worth, ${player.cash} cash, {player.held}/{view.limit}{deal}"
        taken = canvas.text(inside.right, middle, told, size=SMALL, color=INK, align="right")
        room = inside.width - taken - 60
        canvas.text(
            inside.left + 44, middle, called[seat], face="strong", size=NORMAL, color=INK, room=room, smallest=26
        )
    top = HEADER + 2 * PADDING + ROW * players + GAP
    if not firms_:
        canvas.text(WIDTH // 2, top + 50, "No company is founded yet", size=NORMAL, color=QUIET, align="center")
    for company, each in zip(firms_, heights, strict=True):
        _market_row(canvas, view, company, panel(canvas, top, each), called)
        top += each + GAP
    words = [
        f"{view.name(company)} ${view.companies[company].price} directed by {called[view.directors[company]][:24]}"
        for company in firms_
    ]
    worth = "; ".join(f"{called[seat][:24]} ${player.net_worth}" for seat, player in view.everybody.items())
    long = f"Stock market, {view.year}. Net worth: {worth}. Prices: {'; '.join(words) or 'none yet'}."
    return Picture("stock.png", canvas.png(COLORS), as_alt([long, f"Stock market, {view.year}. Net worth: {worth}."]))


def _market_row(canvas: Canvas, view: CityView, company: str, inside: Box, called: Mapping[Seat, str]) -> None:
    firm = view.companies[company]
    middle = inside.top + 22
    canvas.text(inside.right, middle, f"${firm.price}", face="poster", size=LARGE, color=BRICK, align="right")
    chip(canvas, view, company, inside.left, middle, inside.width - 160)
    track = view.box.track
    spaces = Box(inside.left, inside.top + 52, inside.right, inside.top + 76).columns(len(track), 4)
    for space, price in zip(spaces, track, strict=True):
        canvas.fill(space, BRICK if price == firm.price else OPEN)
    for number, (at, what, who) in enumerate(_holders(view, company, called)):
        left = inside.left + (number % 2) * (inside.width // 2)
        y = inside.top + 104 + 40 * (number // 2)
        if at >= 0:
            canvas.sprite(marker(at, SEATS[at], 28), left + 16, y)
        taken = width(what, "text", SMALL)
        room = inside.width // 2 - taken - 60
        named = canvas.text(left + 40, y, who, face="strong", size=SMALL, color=INK, room=room, smallest=24)
        canvas.text(left + 50 + named, y, what, size=SMALL, color=INK)


def _holders(view: CityView, company: str, called: Mapping[Seat, str]) -> list[tuple[int, str, str]]:
    """Return who has what of a company: the number of a player's sign or -1, how much, and the name."""
    found = []
    for at, (seat, player) in enumerate(view.everybody.items()):
        owned = player.certificates.get(company)
        if owned is not None:
            role = ", director" if owned.director else ", preferred" if owned.preferred else ""
            found.append((at, f"{10 * owned.shares} %{role}", called[seat]))
    rest = [("treasury", view.companies[company].treasury), ("Bank Pool", view.companies[company].pool)]
    return [*found, *((-1, f"{10 * lying.shares} %", where) for where, lying in rest if lying.pieces)]


# The city


def draw_city(view: CityView, names: Names) -> Picture:
    """Draw the order, the action spaces, everybody's building tiles, the job market and the asset row."""
    called = callings(view.everybody, names)
    spaces = [space for space in view.box.spaces if view.decade >= space.decade]
    tiles = [(seat, number) for seat, player in view.everybody.items() for number in player.tiles]
    row = [(asset, price) for asset, price in zip(view.asset_row, view.box.asset_prices, strict=True) if asset]
    blocks = [2 * PADDING + ROW * 3, 2 * PADDING + ROW * len(spaces), 2 * PADDING + ROW * max(1, len(tiles))]
    blocks.append(2 * PADDING + (ROW + 34) * max(1, len(row)))
    canvas = sheet(view, "CITY", HEADER + sum(blocks) + GAP * len(blocks) + MARGIN)
    tops = [HEADER + sum(blocks[:at]) + GAP * at for at in range(len(blocks))]
    boxes = [panel(canvas, top, height) for top, height in zip(tops, blocks, strict=True)]
    _order(canvas, view, boxes[0], called)
    for at, space in enumerate(spaces):
        cost = {"company to bank": f"-${space.amount}", "bank to company": f"+${space.amount}"}.get(space.payment, "")
        one = "" if not space.one else "  (one)"
        _space_row(canvas, view, boxes[1], at, f"{space.name}{one}", cost, space.id, None)
    if not tiles:
        canvas.text(boxes[2].left, boxes[2].top + ROW // 2, "No building tile is laid yet", size=SMALL, color=QUIET)
    for at, (seat, number) in enumerate(tiles):
        tile: Tile = view.box.tile[number]
        payer = "-" if tile.payment == "company to owner" else "bank "
        _space_row(
            canvas, view, boxes[2], at, effects_said(tile.effects), f"{payer}${tile.amount}", tile_id(number), seat
        )
    for at, (asset, price) in enumerate(row):
        card, y = view.box.asset[asset], boxes[3].top + (ROW + 34) * at
        canvas.text(boxes[3].left, y + 20, f"${price}", face="poster", size=36, color=BRICK)
        canvas.text(boxes[3].left + 90, y + 20, card.name, face="strong", size=SMALL, color=INK)
        use = "" if card.use is None else effect_said(card.use)
        told = f"{effects_said(card.bonuses)}; then {use}"
        canvas.text(boxes[3].left + 90, y + 56, told, size=28, color=QUIET, room=boxes[3].width - 90, smallest=22)
    words = ", ".join(f"{space.name}{' (used)' if view.partners_on.get(space.id) else ''}" for space in spaces)
    market = counted(view.job_market, "worker")
    assets = ", ".join(f"{view.box.asset[asset].name} ${price}" for asset, price in row)
    long = f"City, {view.year}. Job market: {market}. Spaces: {words}. {counted(len(tiles), 'tile')}. Assets: {assets}."
    return Picture("city.png", canvas.png(COLORS), as_alt([long, f"City, {view.year}. Job market: {market}."]))


def _order(canvas: Canvas, view: CityView, inside: Box, called: Mapping[Seat, str]) -> None:
    middle = inside.top + ROW // 2
    for at, seat in enumerate(view.order):
        player, part = view.everybody[seat], inside.columns(len(view.order), 8)[at]
        canvas.sprite(marker(seat - 1, SEATS[seat - 1]), part.left + 18, middle)
        canvas.text(
            part.left + 42,
            middle,
            called[seat],
            face="strong",
            size=SMALL,
            color=INK,
            room=part.width - 44,
            smallest=22,
        )
        left = "partner" if player.ready == 1 else "partners"
        told = f"{player.ready} of {player.partners} {left}"
        canvas.text(part.left + 4, middle + ROW, told, size=28, color=QUIET, room=part.width - 6, smallest=20)
    y = middle + 2 * ROW
    named = canvas.text(inside.left, y, "Job market", face="strong", size=SMALL, color=INK)
    for at in range(view.box.terms.most_workers):
        x = inside.left + named + 40 + 46 * at
        canvas.framed(Box(x - 16, y - 16, x + 16, y + 16), BRICK if at < view.job_market else OPEN, LINE, 2, 16)
    price = view.box.worker_prices[view.job_market]
    canvas.text(inside.right, y, f"next ${price}", size=SMALL, color=INK, align="right")


def _space_row(
    canvas: Canvas, view: CityView, inside: Box, at: int, name: str, cost: str, space: str, owner: Seat | None
) -> None:
    middle = inside.top + ROW * at + ROW // 2
    used = view.partners_on.get(space, ())
    left = inside.left
    if owner is not None:
        canvas.sprite(marker(owner - 1, SEATS[owner - 1]), left + 18, middle)
        left += 44
    for number, seat in enumerate(used):
        canvas.sprite(marker(seat - 1, SEATS[seat - 1], 28), inside.right - 18 - 34 * number, middle)
    right = inside.right - 36 * max(3, len(used)) - 8
    taken = canvas.text(right, middle, cost, size=SMALL, color=BRICK, align="right")
    color = GONE if used and (owner is not None or view.box.space[space].one) else INK
    canvas.text(
        left, middle, name[:1].upper() + name[1:], size=SMALL, color=color, room=right - left - taken - 12, smallest=24
    )


# The companies


def draw_firms(view: CityView, names: Names) -> Picture:
    """Draw each company's charter with all that lies on it."""
    called = callings(view.everybody, names)
    heights = [174 + 62 * len(view.companies[company].factories) for company in view.appeal_order]
    canvas = sheet(view, "COMPANIES", HEADER + sum(heights) + GAP * len(heights) + (0 if heights else 120) + MARGIN)
    if not heights:
        canvas.text(WIDTH // 2, HEADER + 60, "No company is founded yet", size=NORMAL, color=QUIET, align="center")
    top = HEADER
    for company, height in zip(view.appeal_order, heights, strict=True):
        _charter(canvas, view, company, panel(canvas, top, height), called)
        top += height + GAP
    told = [
        f"{view.name(company)}: treasury ${firm.cash}, price ${firm.price}, appeal {firm.appeal}, {firm.goods} goods"
        for company in view.appeal_order
        if (firm := view.companies[company])
    ]
    long = f"Companies in the order in which they operate, {view.year}. {'; '.join(told) or 'None yet'}."
    return Picture("companies.png", canvas.png(COLORS), as_alt([long, f"Companies, {view.year}."]))


def _charter(canvas: Canvas, view: CityView, company: str, inside: Box, called: Mapping[Seat, str]) -> None:
    firm, card, director = view.companies[company], view.box.company[company], view.directors[company]
    middle = inside.top + 22
    canvas.text(inside.right, middle, f"treasury ${firm.cash}", face="poster", size=40, color=BRICK, align="right")
    end = chip(canvas, view, company, inside.left, middle, 320)
    canvas.sprite(marker(director - 1, SEATS[director - 1]), end + 36, middle)
    canvas.text(end + 62, middle, called[director], size=SMALL, color=INK, room=inside.right - end - 380, smallest=22)
    sales = f"{firm.salespeople}/{card.salesperson_slots} sales"
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
        canvas.rule(inside.left, inside.right, top, LINE)
        y = top + 32
        cubes(canvas, inside.left, y, printed.cubes, 260)
        made = printed.goods + (factory.automated == printed.spots)
        canvas.text(inside.left + 220, y, f"→ {made}", face="strong", size=NORMAL, color=INK)
        for spot in range(printed.spots):
            left = inside.left + 330 + 50 * spot
            filled = BRICK if spot < factory.workers else BRASS if spot < factory.workers + factory.automated else OPEN
            canvas.framed(Box(left, y - 20, left + 40, y + 20), filled, INK, 2, 20)
            sign = "W" if filled == BRICK else "A" if filled == BRASS else ""
            canvas.text(left + 20, y, sign, face="strong", size=24, color=CARD, align="center")
        has_manager = "Manager" if factory.manager else "No manager"
        color = INK if factory.manager else QUIET
        canvas.text(inside.left + 500, y, f"{has_manager}: {manager_said(printed.manager)}", size=28, color=color,
                    room=inside.width - 500, smallest=20)  # fmt: skip


# Demand and supply


def draw_demand(view: CityView, names: Names) -> Picture:
    """Draw the demand board, the supply chain and Haymarket Square."""
    _ = names
    rows = 4 if not view.rows else len(view.rows)
    height = HEADER + 60 + 4 * 116 + GAP + 2 * PADDING + ROW * (rows + 2) + MARGIN
    canvas = sheet(view, "DEMAND", height)
    columns = Box(MARGIN + 170, HEADER, WIDTH - MARGIN, HEADER + 50).columns(COLUMNS, GAP)[::-1]
    for at, column in enumerate(columns):
        bonus = f"+${view.box.demand.bonuses[at]}"
        canvas.text(
            column.left + column.width // 2, column.top + 24, bonus, face="poster", size=36, color=BRICK, align="center"
        )
    for number, (industry, spaces) in enumerate(view.demand.items()):
        top = HEADER + 56 + 116 * number
        canvas.text(MARGIN, top + 50, industry.capitalize(), face="strong", size=SMALL, color=INK)
        for at, space in enumerate(spaces):
            box = Box(columns[at].left, top, columns[at].right, top + 100)
            places = view.box.demand.open_spaces if at == OPEN_COLUMN else 0
            if space.tile is not None:
                places = view.box.demand_tile[space.tile].spaces
            canvas.framed(box, CARD if space.tile is not None else PAPER, LINE, 2, 12)
            _goods(canvas, box, space.goods, places, "half price" if at > OPEN_COLUMN else "closed")
    top = HEADER + 60 + 4 * 116
    inside = panel(canvas, top, 2 * PADDING + ROW * (rows + 2) - 20)
    _supply(canvas, view, inside)
    told = "; ".join(
        f"{industry} " + ", ".join(str(space.goods) + " goods" for space in spaces)
        for industry, spaces in view.demand.items()
    )
    long = f"Demand, {view.year}: {told}. {counted(view.demand_left, 'tile')} left in the pile."
    return Picture("demand.png", canvas.png(COLORS), as_alt([long]))


def _goods(canvas: Canvas, box: Box, goods: int, places: int, empty: str) -> None:
    if not places:
        canvas.text(box.left + box.width // 2, box.top + 50, empty, size=SMALL, color=QUIET, align="center")
        return
    per_row = 4
    for at in range(places):
        x = box.left + 30 + 62 * (at % per_row)
        y = box.top + (30 if places > per_row else 50) + 42 * (at // per_row)
        canvas.framed(Box(x - 16, y - 16, x + 16, y + 16), BRICK if at < goods else OPEN, INK, 2, 6)


def _supply(canvas: Canvas, view: CityView, inside: Box) -> None:
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
        canvas.text(inside.left, y, name, face="poster", size=36, color=BRICK)
        cubes(canvas, inside.left + 190, y, group, inside.width - 200)
    y = inside.top + ROW * len(lines) + ROW // 2 + 16
    canvas.text(inside.left, y, "Haymarket", face="strong", size=SMALL, color=INK)
    cubes(canvas, inside.left + 190, y, spread(view.haymarket), inside.width - 200)


# Which one is shown, and the charts


SHOWN: Mapping[str, str] = {
    "first companies": "stock",
    "stock phase": "stock",
    "building phase": "city",
    "action phase": "city",
    "operation phase": "companies",
}


def shown(view: CityView) -> str:
    """Return the picture that matters in this phase."""
    return SHOWN.get(view.phase, "stock")


def charts(view: CityView, names: Names) -> Sequence[Picture]:
    """Return how net worths and prices went, by decade."""
    if not view.scores:
        return []
    called = callings(view.everybody, names)
    years = [str(decade.year) for decade in view.box.decades]
    worths = [
        Series(called[seat], list(player.history), SEATS[seat - 1], marker(seat - 1, SEATS[seat - 1]))
        for seat, player in view.everybody.items()
        if len(player.history) == len(years)
    ]
    prices = [
        Series(view.name(company), list(firm.history), view.box.company[company].colour, marker(at % 6, INK, 22))
        for at, (company, firm) in enumerate(view.companies.items())
        if len(firm.history) == len(years)
    ]
    found = [("worth.png", "NET WORTH", worths), ("prices.png", "STOCK PRICES", prices)]
    return [*(_chart(name, title, years, lines) for name, title, lines in found if lines), _sources(view, called)]


SOURCES = {"start": QUIET, "dividends": SEATS[1], "tiles": BRASS, "shares": BRICK, "goals": SEATS[2]}


def money_from(view: CityView, score: Score) -> dict[str, int]:
    """Return where the money of a final score came from; what shares are worth more than was paid for them, in one."""
    earned = view.everybody[score.seat].earned
    return {
        "start": view.box.terms.cash,
        "dividends": earned.get("dividends", 0),
        "tiles": earned.get("tiles", 0) + earned.get("partners", 0),
        "shares": score.shares + earned.get("shares", 0),
        "goals": score.goals,
    }


def _sources(view: CityView, called: Mapping[Seat, str]) -> Picture:
    """Draw a bar for each player, divided by where the money came from."""
    canvas = Canvas((WIDTH, HEADER + 122 * len(view.scores) + 80), PAPER)
    canvas.fill(Box(0, 0, WIDTH, HEADER - 10), BRICK)
    canvas.text(MARGIN, HEADER // 2 - 4, "WHERE IT CAME FROM", face="poster", size=58, color=CARD)
    highest = max(1, *(score.total for score in view.scores))
    told = []
    for at, score in enumerate(view.scores):
        top, parts = HEADER + 122 * at, money_from(view, score)
        canvas.sprite(marker(score.seat - 1, SEATS[score.seat - 1]), MARGIN + 18, top + 22)
        canvas.text(MARGIN + 44, top + 22, called[score.seat], face="strong", size=NORMAL, color=INK, room=600)
        total = f"${score.total}"
        canvas.text(WIDTH - MARGIN, top + 22, total, face="poster", size=LARGE, color=BRICK, align="right")
        x = MARGIN
        for source, amount in parts.items():
            long = round((WIDTH - 2 * MARGIN) * max(0, amount) / highest)
            canvas.fill(Box(x, top + 48, x + long, top + 98), SOURCES[source])
            if long >= width(f"${amount}", "strong", SMALL) + 8:
                middle = x + long // 2
                canvas.text(middle, top + 73, f"${amount}", face="strong", size=SMALL, color=CARD, align="center")
            x += long
        words = ", ".join(f"{source} ${amount}" for source, amount in parts.items())
        told.append(f"{called[score.seat][:24]} ${score.total} ({words})")
    x, middle = MARGIN, canvas.image.height - 40
    for source, color in SOURCES.items():
        canvas.panel(Box(x, middle - 16, x + 32, middle + 16), color, 6)
        x += 42 + canvas.text(x + 42, middle, source, size=SMALL, color=INK) + 28
    alt = as_alt([f"Where everybody's money came from: {'; '.join(told)}."])
    return Picture("sources.png", canvas.png(COLORS), alt)


def _chart(name: str, title: str, years: Sequence[str], lines: Sequence[Series]) -> Picture:
    canvas = Canvas((WIDTH, 820), PAPER)
    canvas.fill(Box(0, 0, WIDTH, HEADER - 10), BRICK)
    canvas.text(MARGIN, HEADER // 2 - 4, title, face="poster", size=58, color=CARD)
    said: Callable[[int], str] = "${}".format
    line_chart(canvas, Box(MARGIN, HEADER + 10, WIDTH - MARGIN, 810), years, lines, said, INKS)
    words = "; ".join(f"{line.name[:24]} {', '.join(f'${value}' for value in line.values)}" for line in lines)
    return Picture(name, canvas.png(COLORS), as_alt([f"{title.capitalize()} by decade: {words}."]))


def _looks(view: CityView) -> tuple[object, ...]:
    """Return all that any of the pictures shows."""
    return (
        view.decade,
        view.priority,
        view.order,
        view.everybody,
        view.companies,
        view.appeal_order,
        view.haymarket,
        view.supply,
        view.rows,
        view.demand,
        view.demand_left,
        view.asset_row,
        view.job_market,
        view.partners_on,
    )


PICTURES: Sequence[Drawing[CityView]] = (
    Drawing("stock", "Stock", draw_stock, stock, looks=_looks),
    Drawing("city", "City", draw_city, city, looks=_looks),
    Drawing("companies", "Companies", draw_firms, firms, looks=_looks),
    Drawing("demand", "Demand", draw_demand, demand, looks=_looks),
)
