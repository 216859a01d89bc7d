"""Draw the table, like papers laid out on an open briefcase, and the chart of a finished game.

The companies on offer, with their costs and effects, have a picture of their own. The style is leather and cream, with
brass for the player on turn. Each resource and each decision card has a sign of its own, named in the legend. Blocked,
sold out and deactivated cards are marked by words and shapes, never by colour alone. The smallest text can still be
read when the picture is as wide as a phone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial

from PIL import Image

from bot.drawing import closeup
from bot.drawing.canvas import Area, Canvas
from bot.drawing.charts import Inks, Series, draw_line_chart
from bot.drawing.emoji import SPRITE_PIXELS, abbreviate_names, draw_emoji
from bot.drawing.lettering import SMALLEST, measure_width, name_seats, to_drawable, truncate_name
from bot.drawing.sprites import Brush, draw_arrow, draw_marker, draw_sprite
from bot.drawing.typefaces import Face
from bot.engine.option_labels import Place, PlacedPng, Where
from bot.engine.pages import Picture, fit_alt_text
from bot.engine.pictures import MAX_EMOJI_NAME_CHARS, Drawing, Emoji, Names
from bot.engine.records import Move, Seat
from bot.engine.words import format_count, format_list
from bot.games.briefcase import moves
from bot.games.briefcase.components import BASIC, BOX, DECISIONS, RESOURCES, SOLD, Company, Resource
from bot.games.briefcase.news import Score
from bot.games.briefcase.rules.vocabulary import amounts, in_order
from bot.games.briefcase.rules.vocabulary import resource as as_resource
from bot.games.briefcase.text import companies, hand, own_companies, page
from bot.games.briefcase.view import BriefcaseView, PlayerView

# Colours

PAPER = "#f3ead9"
INK = "#2e1d12"
LEATHER = "#4a2c1a"
CARD = "#fffaf0"
QUIET = "#6d5847"
LINE = "#d8c7ab"
BRASS = "#d9a441"
LEVELS = {1: "#c65f16", 2: "#a3242b"}
BLOCK = "#a3242b"
SIGNS = {
    "personnel": "#2b5f93",
    "steel": "#5d6873",
    "concrete": "#8c7658",
    "paper": "#7a8f3c",
    "imported": "#6a4a8c",
    "energy": "#b8860b",
    "buy": "#2f7d4f",
    "activate": "#c65f16",
    "obstacle": "#2e1d12",
    "hire": "#2b7f8c",
}
SOURCES = {
    "companies": "#4a2c1a",
    "abilities": "#c65f16",
    "Central Bank": "#2f7d4f",
    "resources": "#2b5f93",
}
LINES = ("#2b5f93", "#2f7d4f", "#6a4a8c", "#8c7658")
COLORS = (PAPER, INK, CARD, LEATHER, QUIET, LINE, BRASS, *LEVELS.values(), *SIGNS.values())

# Measures, in pixels of a sheet that a phone shows at a third

WIDTH = 1080
MARGIN = 26
GAP = 18
PADDING = 18
SMALL, NORMAL = 32, 36
HEADER = 112
MARKET = 156
BANK = 64
ROW = 52
HEAD = 48
SIGN = 42
STEP = 46
FINE = SMALLEST
"""How large companies' names are where the picture would be more than twice as high as wide otherwise."""
CHIPS = {SMALL: (12, 18), FINE: (7, 11)}
"""By how much a company's chip, and its row, is higher than the name on it, by how large that is."""
PLAYER_HEAD = 116
LEGEND = 96
CHART = (WIDTH, 760)
CHART_HEADER = 116
BAR_ROW = 132
INKS = Inks(INK, QUIET, LINE)


# Signs


SHAPES: Mapping[str, Sequence[tuple[str, Sequence[float]]]] = {
    "personnel": (("disc", (50, 34, 17)), ("slab", (22, 56, 78, 88, 16))),
    "steel": (("slab", (20, 20, 80, 36, 2)), ("slab", (42, 30, 58, 70, 2)), ("slab", (20, 64, 80, 80, 2))),
    "concrete": (
        ("slab", (16, 24, 48, 46, 3)),
        ("slab", (54, 24, 84, 46, 3)),
        ("slab", (16, 54, 32, 76, 3)),
        ("slab", (38, 54, 66, 76, 3)),
        ("slab", (72, 54, 84, 76, 3)),
    ),
    "paper": (
        ("polygon", (26, 14, 60, 14, 76, 30, 76, 86, 26, 86)),
        ("hole", (36, 44, 66, 51)),
        ("hole", (36, 62, 66, 69)),
    ),
    "imported": (("ring", (50, 50, 36, 9)), ("slab", (14, 45, 86, 54, 0)), ("slab", (45, 14, 54, 86, 0))),
    "energy": (("polygon", (58, 10, 22, 56, 46, 56, 40, 92, 78, 42, 54, 42)),),
    "buy": (("slab", (44, 18, 56, 82, 0)), ("slab", (18, 44, 82, 56, 0))),
    "activate": (("polygon", (34, 20, 82, 50, 34, 80)),),
    "obstacle": (("polygon", (20, 32, 32, 20, 80, 68, 68, 80)), ("polygon", (68, 20, 80, 32, 32, 80, 20, 68))),
    "hire": (("slab", (26, 22, 40, 78, 0)), ("slab", (60, 22, 74, 78, 0)), ("slab", (30, 43, 70, 57, 0))),
}
"""The drawing on the sign of each resource and decision card, with its numbers."""


@lru_cache(maxsize=64)
def sign(kind: str, size: int) -> Image.Image:
    """Return the sign of a resource, which is square, or of a decision card, which is round."""

    def paint(brush: Brush) -> None:
        brush.draw_rounded_rectangle(0, 0, 100, 100, 22 if kind in RESOURCES else 50, SIGNS[kind])
        for shape, numbers in SHAPES[kind]:
            match shape, list(numbers):
                case "disc", [x, y, radius]:
                    brush.draw_disc(x, y, radius, CARD)
                case "ring", [x, y, radius, thickness]:
                    brush.draw_ring(x, y, radius, CARD, thickness)
                case "slab", [left, top, right, bottom, radius]:
                    brush.draw_rounded_rectangle(left, top, right, bottom, radius, CARD)
                case "hole", [left, top, right, bottom]:
                    brush.draw_rounded_rectangle(left, top, right, bottom, 0, SIGNS[kind])
                case _, points:
                    brush.draw_polygon(list(zip(points[::2], points[1::2], strict=True)), CARD)

    return draw_sprite(size, paint)


@lru_cache(maxsize=4)
def bar_sign(size: int) -> Image.Image:
    """Return the sign for a block: no entry."""

    def paint(brush: Brush) -> None:
        brush.draw_disc(50, 50, 50, BLOCK)
        brush.draw_rounded_rectangle(16, 40, 84, 60, 4, CARD)

    return draw_sprite(size, paint)


# The table


def shown(view: BriefcaseView) -> BriefcaseView:
    """Return the view without the fields that are not drawn: hands, and the pending question."""
    players = {
        seat: replace(player, known=(), hidden={}, discard={"buy": sum(player.discard.values())})
        for seat, player in view.everybody.items()
    }
    return replace(
        view,
        seat=None,
        everybody=players,
        hand=(),
        means=None,
        points_by_activating={},
        for_sale=(),
        out_of_reach=(),
        payments=(),
        waiting="",
        waiting_for=(),
        victim=None,
        removed={},
        this_turn=type(view.this_turn)(),
    )


def draw(view: BriefcaseView, names: Names) -> Picture:
    """Return the table as this view shows it."""
    called = name_seats(view.everybody, names)
    return Picture("board.png", table_sheet(view, called).to_png(COLORS), describe(view, called))


def table_sheet(view: BriefcaseView, called: Mapping[Seat, str], spare: int = 0) -> Canvas:
    """Return the table as a sheet; behind the name of each company there can be room for a mark."""
    offer = _offer_height(view)
    for size in (SMALL, FINE):
        files = [_File(view, seat, called[seat], size, spare) for seat in in_turn(view)]
        height = HEADER + GAP + MARKET + BANK + offer + sum(GAP + file.height for file in files) + LEGEND
        if height <= 2 * WIDTH:
            break
    canvas = Canvas((WIDTH, height), PAPER)
    _header(canvas, view, called)
    top = HEADER + GAP
    _market(canvas, view, Area(MARGIN, top, WIDTH - MARGIN, top + MARKET))
    top += MARKET
    _bank(canvas, view, Area(MARGIN, top, WIDTH - MARGIN, top + BANK))
    top += BANK
    if offer:
        _offer(canvas, view, Area(MARGIN, top, WIDTH - MARGIN, top + offer), spare)
        top += offer
    for file in files:
        top += GAP
        box = Area(MARGIN, top, WIDTH - MARGIN, top + file.height)
        file.draw(canvas, box)
        canvas.record_place(("file", file.seat), box)
        top += file.height
    _legend(canvas, Area(MARGIN, top, WIDTH - MARGIN, top + LEGEND))
    return canvas


def in_turn(view: BriefcaseView) -> list[Seat]:
    """Return the seats in the order of their turns."""
    return [(view.first - 1 + at) % view.players + 1 for at in range(view.players)]


def winners(view: BriefcaseView) -> list[Seat]:
    """Return the winners."""
    return list(view.outcome.winners) if view.outcome is not None else []


def _heading(canvas: Canvas, height: int, title: str, size: int, middle: int) -> int:
    canvas.fill(Area(0, 0, WIDTH, height), LEATHER)
    canvas.fill(Area(0, height - 8, WIDTH, height), BRASS)
    return canvas.draw_text(MARGIN, middle, title, face="poster", size=size, color=CARD)


def _header(canvas: Canvas, view: BriefcaseView, called: Mapping[Seat, str]) -> None:
    middle = 52
    left = MARGIN + _heading(canvas, HEADER, "BRIEFCASE", 58, middle) + 34
    label = "THE END" if view.outcome is not None else f"ROUND {view.round}" if view.round else "OPENING"
    right = WIDTH - MARGIN
    length = measure_width(label, "poster", 42) + 36
    canvas.draw_panel(Area(right - length, middle - 30, right, middle + 30), BRASS, 8)
    canvas.draw_text(right - length // 2, middle, label, face="poster", size=42, color=INK, align="center")
    right -= length + 20
    first = winners(view)
    words = called[view.active] if view.round else "companies are chosen"
    if first:
        words = f"{format_list([called[seat] for seat in first])} {'wins' if len(first) == 1 else 'win'}"
    elif view.ending is not None:
        right -= canvas.draw_text(right, middle, "last round", face="strong", size=34, color=BRASS, align="right") + 20
    canvas.put_sprite(draw_arrow(28, BRASS), left + 14, middle)
    canvas.draw_text(
        left + 40, middle, words, face="strong", size=40, color=CARD, room=right - left - 40, smallest=SMALLEST
    )


def describe_closed_pile(view: BriefcaseView, resource: str) -> str:
    """Return in a word or two why nobody can buy from a pile of the market; empty: it is for sale."""
    found = next(known for known in SOLD if known == resource)
    if not view.market[found]:
        return "sold out"
    if found in view.resource_blocks:
        return "blocked"
    if found == "imported" and all(view.market[other] for other in BASIC):
        return "not yet"
    return ""


def by_what_is_left(view: BriefcaseView) -> Sequence[Resource]:
    """Return the piles of the market, the fullest first."""
    return sorted(SOLD, key=lambda resource: -view.market[resource])


def _market(canvas: Canvas, view: BriefcaseView, box: Area) -> None:
    """Draw the piles of the market, with their sizes and blocks."""
    for resource, column in zip(by_what_is_left(view), box.split_columns(len(SOLD), 12), strict=True):
        note = describe_closed_pile(view, resource)
        canvas.record_place(("market", resource), column)
        canvas.draw_framed_panel(column, CARD if not note else PAPER, BLOCK if note == "blocked" else LINE, 4, 12)
        middle = (column.left + column.right) // 2
        canvas.draw_text(middle, column.top + 30, resource.capitalize(), size=SMALL, color=INK, align="center")
        canvas.put_sprite(sign(resource, 54), column.left + 56, column.top + 80)
        left = str(view.market[resource])
        canvas.draw_text(column.right - 22, column.top + 80, left, face="poster", size=56, color=INK, align="right")
        below = column.bottom - 28
        words = note or format_count(view.box.prices[resource], "Buy", "Buys")
        if note == "blocked":
            canvas.put_sprite(bar_sign(32), middle - 64, below)
            canvas.draw_text(middle - 40, below, words, face="strong", size=SMALL, color=BLOCK)
        else:
            face: Face = "strong" if note else "text"
            canvas.draw_text(middle, below, words, face=face, size=SMALL, color=QUIET, align="center")


def _bank(canvas: Canvas, view: BriefcaseView, box: Area) -> None:
    """Draw what the decision bank and the Central Bank still hold."""
    middle = box.top + box.height // 2 + 4
    x = box.left + 4
    x += canvas.draw_text(x, middle, "Bank", face="strong", size=NORMAL, color=INK) + 22
    for card in DECISIONS:
        canvas.put_sprite(sign(card, SIGN), x + SIGN // 2, middle)
        x += SIGN + 8
        x += canvas.draw_text(x, middle, str(view.bank[card]), face="strong", size=NORMAL, color=INK) + 26
    words = f"Central Bank {view.central_bank}"
    length = canvas.draw_text(box.right - 4, middle, words, face="strong", size=NORMAL, color=INK, align="right")
    discarded = amounts(view.resource_discard)
    if discarded != "nothing":
        x += 4
        room = box.right - 4 - length - 24 - x
        total = f"{sum(view.resource_discard.values())} discarded"
        canvas.draw_text(x, middle, total, size=SMALL, color=QUIET, room=max(0, room), smallest=SMALLEST)


# The portfolio

COST, NAME, POINTS, LEFT = 34, 68, 394, 462
"""Where the columns of a company's line begin, from its left; all but the name are centred."""
NAME_GAP, MARKED_GAP = 30, 12
"""How much is free between a name and the points, and where a mark stands between them."""


def companies_by_what_is_left(view: BriefcaseView, level: int) -> Sequence[str]:
    """Return the companies of a level that are on offer, the fullest piles first."""
    there = [company for company in view.portfolio if view.box.company[company].level == level]
    return sorted(there, key=lambda company: -view.portfolio[company])


def _offer_height(view: BriefcaseView) -> int:
    if not view.portfolio:
        return 0
    rows = sum(-(-len(companies_by_what_is_left(view, level)) // 2) for level in (1, 2))
    return 2 * HEAD + ROW * rows + 22


def _offer(canvas: Canvas, view: BriefcaseView, box: Area, spare: int) -> None:
    """Draw the companies on offer in two columns, level by level: cost, name, points and how many are left.

    What each needs, gives and does is a picture of its own.
    """
    canvas.draw_framed_panel(box, CARD, LINE, 3, 14)
    top = box.top + 8
    for level in (1, 2):
        halves = Area(box.left + 10, top, box.right - 10, top + HEAD).split_columns(2, 10)
        canvas.draw_panel(Area(box.left + 10, top + 2, box.right - 10, top + HEAD - 2), LEVELS[level], 8)
        for half, title in zip(halves, (f"Level {level}", ""), strict=True):
            middle = top + HEAD // 2
            canvas.draw_text(half.left + NAME + 8, middle, title, face="strong", size=SMALL, color=CARD)
            for at, words in ((COST, "Buys"), (POINTS, "Pts"), (LEFT, "Left")):
                canvas.draw_text(
                    half.left + at, middle, words, face="strong", size=SMALLEST, color=CARD, align="center"
                )
        top += HEAD
        there = companies_by_what_is_left(view, level)
        rows = -(-len(there) // 2)
        for at, company in enumerate(there):
            half, row = halves[at // rows], top + ROW * (at % rows)
            _on_offer(canvas, view, company, Area(half.left, row, half.right, row + ROW), spare)
            canvas.record_place(("offer", company), Area(half.left, row, half.right, row + ROW))
        top += ROW * rows + 3


def _on_offer(canvas: Canvas, view: BriefcaseView, company: str, box: Area, spare: int) -> None:
    card, left = view.box.company[company], view.portfolio[company]
    middle, ink = box.top + ROW // 2, INK if left else QUIET
    canvas.draw_rule(box.left + 6, box.right - 6, box.bottom - 2, LINE)
    canvas.draw_text(box.left + COST, middle, str(card.cost or 0), face="poster", size=36, color=ink, align="center")
    room = POINTS - NAME - (MARKED_GAP + spare if spare else NAME_GAP)
    name = card.name if measure_width(card.name, "text", SMALLEST) <= room else card.name.replace(" Company", " Co.")
    canvas.draw_text(box.left + NAME, middle, name, size=NORMAL, color=ink, room=room, smallest=SMALLEST)
    canvas.draw_text(box.left + POINTS, middle, str(card.points), face="poster", size=36, color=ink, align="center")
    if company in view.company_blocks:
        canvas.put_sprite(bar_sign(34), box.left + LEFT - 22, middle)
        canvas.draw_text(
            box.left + LEFT + 14, middle, str(left), face="strong", size=NORMAL, color=BLOCK, align="center"
        )
    else:
        face: Face = "strong" if left else "text"
        words = str(left) if left else "out"
        canvas.draw_text(box.left + LEFT, middle, words, face=face, size=NORMAL, color=ink, align="center")


def _signs(canvas: Canvas, x: int, middle: int, kinds: Sequence[str]) -> None:
    for at, kind in enumerate(kinds):
        canvas.put_sprite(sign(kind, SIGN), x + at * STEP + SIGN // 2, middle)


# The players


@dataclass(frozen=True)
class Chip:
    """A company in front of a player."""

    name: str
    level: int
    activated: bool
    size: int
    id: str
    spare: int = 0
    """How much room is left behind its name, for a mark."""

    @property
    def width(self) -> int:
        """How wide it is drawn."""
        return measure_width(self.name, "strong" if self.activated else "text", self.size) + 30 + self.spare


class _File:
    """What lies in front of a player."""

    def __init__(self, view: BriefcaseView, seat: Seat, name: str, size: int, spare: int) -> None:
        self.view, self.seat, self.name, self.size = view, seat, name, size
        self.player = view.everybody[seat]
        cards = [(view.box.company[owned.company], owned.activated) for owned in self.player.companies]
        cards.sort(key=lambda one: (not one[1], one[0].level, one[0].number))
        self.rows = list(
            _rows([Chip(to_drawable(card.name), card.level, on, size, card.id, spare) for card, on in cards])
        )

    @property
    def height(self) -> int:
        """How high it is drawn."""
        return PLAYER_HEAD + (self.size + CHIPS[self.size][1]) * len(self.rows) + 10

    def draw(self, canvas: Canvas, box: Area) -> None:
        """Draw name and points, storage, piles and companies."""
        on_turn = self.seat == self.view.active and self.view.outcome is None and self.view.round > 0
        won = self.seat in winners(self.view)
        canvas.draw_framed_panel(box, CARD, BRASS if on_turn or won else LINE, 6 if on_turn or won else 3, 14)
        x = box.left + PADDING + 4
        middle = box.top + 38
        if on_turn:
            canvas.put_sprite(draw_arrow(30, BRASS), x + 14, middle)
            x += 42
        points = str(self.player.score.total)
        length = canvas.draw_text(box.right - PADDING, middle, points, face="poster", size=52, color=INK, align="right")
        right = box.right - PADDING - length - 12
        right -= canvas.draw_text(right, middle + 4, "points", size=SMALL, color=QUIET, align="right") + 20
        piles = (
            f"hand {self.player.hand_size}  deck {self.player.deck_size}  discard {sum(self.player.discard.values())}"
        )
        right -= canvas.draw_text(right, middle + 4, piles, size=SMALL, color=QUIET, align="right") + 20
        canvas.draw_text(x, middle, self.name, face="strong", size=42, color=INK, room=right - x, smallest=SMALLEST)
        self._storage(canvas, box)
        top = box.top + PLAYER_HEAD
        for row in self.rows:
            x = box.left + PADDING
            for chip in row:
                place = Area(x, top, x + chip.width, top + self.size + CHIPS[self.size][0])
                _chip(canvas, chip, place)
                canvas.record_place(("company", self.seat, chip.id), place)
                x += chip.width + 12
            top += self.size + CHIPS[self.size][1]

    def _storage(self, canvas: Canvas, box: Area) -> None:
        middle = box.top + 88
        x = box.left + PADDING + 4
        storage = Counter(self.player.storage)
        for resource in in_order(storage):
            left = x
            canvas.put_sprite(sign(resource, SIGN), x + SIGN // 2, middle)
            x += SIGN + 8
            x += canvas.draw_text(x, middle, str(storage[as_resource(resource)]), face="strong", size=NORMAL, color=INK)
            canvas.record_place(("stored", self.seat, resource), Area(left - 4, middle - 24, x + 12, middle + 24))
            x += 24
        stored = sum(count for resource, count in storage.items() if resource != "energy")
        words = f"{stored} of {self.player.storage_limit} places used"
        if self.player.central_bank:
            words = f"Central Bank {self.player.central_bank}, {words}"
        canvas.draw_text(box.right - PADDING, middle, words, size=SMALL, color=QUIET, align="right")


def _rows(chips: Sequence[Chip]) -> Iterator[list[Chip]]:
    row: list[Chip] = []
    room = WIDTH - 2 * MARGIN - 2 * PADDING
    for chip in chips:
        if row and sum(other.width + 12 for other in row) + chip.width > room:
            yield row
            row = []
        row.append(chip)
    if row:
        yield row


def _chip(canvas: Canvas, chip: Chip, box: Area) -> None:
    middle = (box.left + box.right - chip.spare) // 2
    if chip.activated:
        canvas.draw_panel(box, LEVELS[chip.level], 10)
        canvas.draw_text(
            middle, box.top + box.height // 2, chip.name, face="strong", size=chip.size, color=CARD, align="center"
        )
    else:
        canvas.draw_framed_panel(box, PAPER, LEVELS[chip.level], 3, 10)
        canvas.draw_text(middle, box.top + box.height // 2, chip.name, size=chip.size, color=INK, align="center")


def _legend(canvas: Canvas, box: Area) -> None:
    """Name the signs, and say which companies are not activated."""
    for row, kinds in enumerate((RESOURCES, DECISIONS)):
        middle = box.top + 28 + row * 42
        x = box.left + 4
        for kind in kinds:
            canvas.put_sprite(sign(kind, 34), x + 17, middle)
            x += 42 + canvas.draw_text(x + 42, middle, kind.capitalize(), size=SMALL - 2, color=QUIET) + 20
    canvas.draw_framed_panel(Area(x + 10, middle - 17, x + 60, middle + 17), PAPER, LEVELS[1], 3, 8)
    canvas.draw_text(x + 72, middle, "not activated", size=SMALL - 2, color=QUIET)


def describe(view: BriefcaseView, called: Mapping[Seat, str]) -> str:
    """Return the picture in words, for who cannot see it."""
    piles = ", ".join(
        f"{resource.capitalize()} {view.market[resource]}"
        + (f" ({note})" if (note := describe_closed_pile(view, resource)) else "")
        for resource in SOLD
    )
    players = "; ".join(
        f"{truncate_name(called[seat])} {format_count(view.everybody[seat].score.total, 'point')}, "
        f"{len(view.everybody[seat].activated)} activated, stored {amounts(view.everybody[seat].storage)}"
        for seat in in_turn(view)
    )
    blocked = [view.box.company[place].name for place in view.company_blocks if place is not None]
    blocks = f" Blocked companies: {format_list(blocked)}." if blocked else ""
    return fit_alt_text([f"Round {view.round}. Market: {piles}.{blocks} {players}."])


# What the companies need, give and do

NEEDS, GIVES, WORTH, THERE = 432, 668, 900, 1000
"""Where the columns begin; the last two are centred."""
LINE_HEIGHT, ABILITY = 48, 34
NAME_ROOM = 312
"""For a company's name."""


def shown_of_companies(view: BriefcaseView) -> object:
    """Return the fields of the view that the picture of the companies depends on."""
    return dict(view.portfolio), sorted(place for place in view.company_blocks if place is not None)


def draw_companies(view: BriefcaseView, _: Names) -> Picture:
    """Draw the companies on offer, with their costs, needs, production, abilities and points."""
    by_level = {level: companies_by_what_is_left(view, level) for level in (1, 2)}
    told = {company: wrapped(view.box.company[company].text) for company in view.portfolio}
    lines = sum(LINE_HEIGHT + ABILITY * len(words) + 10 for words in told.values())
    canvas = Canvas((WIDTH, CHART_HEADER + GAP + 2 * (HEAD + GAP) + lines + LEGEND), PAPER)
    _heading(canvas, CHART_HEADER, "COMPANIES", 60, 56)
    top = CHART_HEADER + GAP
    for level, there in by_level.items():
        middle = top + HEAD // 2
        canvas.draw_panel(Area(MARGIN, top, WIDTH - MARGIN, top + HEAD), LEVELS[level], 8)
        for x, words in ((MARGIN + 16, f"Level {level}"), (NEEDS, "Needs"), (GIVES, "Gives")):
            canvas.draw_text(x, middle, words, face="strong", size=SMALL, color=CARD)
        for x, words in ((WORTH, "Points"), (THERE, "Left")):
            canvas.draw_text(x, middle, words, face="strong", size=SMALL, color=CARD, align="center")
        top += HEAD
        for company in there:
            _company(canvas, view, company, told[company], top)
            top += LINE_HEIGHT + ABILITY * len(told[company]) + 10
        top += GAP
    _legend(canvas, Area(MARGIN, top, WIDTH - MARGIN, top + LEGEND))
    alt = [f"{view.box.company[company].name}: {view.box.company[company].text}" for company in view.portfolio]
    return Picture("companies.png", canvas.to_png(COLORS), fit_alt_text(alt))


def wrapped(words: str) -> Sequence[str]:
    """Return a company's text in lines that fit."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if measure_width(longer, "text", SMALL) > WIDTH - 2 * MARGIN - 30:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _company(canvas: Canvas, view: BriefcaseView, company: str, told: Sequence[str], top: int) -> None:
    card, left = view.box.company[company], view.portfolio[company]
    middle, ink = top + LINE_HEIGHT // 2 + 4, INK if left else QUIET
    x = MARGIN + 16
    x += (
        canvas.draw_text(x, middle, card.name, face="strong", size=NORMAL, color=ink, room=NAME_ROOM, smallest=SMALLEST)
        + 14
    )
    canvas.put_sprite(sign("buy", 30), x + 15, middle)
    canvas.draw_text(x + 36, middle, str(card.cost or 0), face="strong", size=NORMAL, color=ink)
    _signs(canvas, NEEDS, middle, card.units)
    _signs(canvas, GIVES, middle, card.output)
    canvas.draw_text(WORTH, middle, str(card.points), face="poster", size=40, color=ink, align="center")
    blocked = company in view.company_blocks
    if blocked:
        canvas.put_sprite(bar_sign(34), THERE - 24, middle)
    canvas.draw_text(
        THERE + 14 * blocked, middle, str(left or "out"), face="strong", size=NORMAL, color=ink, align="center"
    )
    for at, words in enumerate(told):
        canvas.draw_text(MARGIN + 16, top + LINE_HEIGHT + 4 + ABILITY * at + ABILITY // 2, words, size=SMALL, color=ink)
    canvas.draw_rule(MARGIN, WIDTH - MARGIN, top + LINE_HEIGHT + ABILITY * len(told) + 8, LINE)


# One's own companies


def is_somebodys(view: BriefcaseView) -> bool:
    """Whether somebody looks at it who may have companies."""
    return view.seat is not None


def shown_of_own(view: BriefcaseView) -> object:
    """Return the fields of the view that the picture of a seat's own companies depends on."""
    own = view.everybody[view.seat or 1]
    return view.seat, own.companies, own.storage, own.storage_limit, own.score.total


def draw_own(view: BriefcaseView, _: Names) -> Picture:
    """Return this seat's companies large, the activated ones first: what each gives, does and is worth."""
    if view.seat is None:
        raise ValueError("everybody's view has no companies of its own")
    own = view.everybody[view.seat]
    cards = [(view.box.company[one.company], one.activated) for one in own.companies]
    cards.sort(key=lambda one: (not one[1], one[0].level, one[0].number))
    told = [wrapped(card.text) for card, _ in cards]
    high = sum(OWN + ABILITY * len(words) for words in told) if cards else PILE
    canvas = Canvas((WIDTH, CHART_HEADER + 112 + high + LEGEND + GAP), PAPER)
    _heading(canvas, CHART_HEADER, "MY COMPANIES", 60, 56)
    points = format_count(own.score.total, "point")
    canvas.draw_text(WIDTH - MARGIN, 56, points, face="strong", size=44, color=BRASS, align="right")
    _pile(canvas, *_piles(view, own)[-1], Area(MARGIN, CHART_HEADER + 12, WIDTH - MARGIN, CHART_HEADER + 12 + PILE))
    top = CHART_HEADER + 112
    if not cards:
        canvas.draw_text(MARGIN + 4, top + PILE // 2, "no companies yet", face="strong", size=NORMAL, color=QUIET)
    for (card, activated), words in zip(cards, told, strict=True):
        _own_company(canvas, card, words, Area(MARGIN, top, WIDTH - MARGIN, top + OWN - 10 + ABILITY * len(words)),
                     activated=activated)  # fmt: skip
        top += OWN + ABILITY * len(words)
    _legend(canvas, Area(MARGIN, CHART_HEADER + 112 + high, WIDTH - MARGIN, CHART_HEADER + 112 + high + LEGEND))
    alt = [f"{card.name}{'' if activated else ', not activated'}: {card.text}" for card, activated in cards]
    return Picture(
        "own.png", canvas.to_png(COLORS), fit_alt_text([f"My companies, {points}. {' '.join(alt) or 'None yet.'}"])
    )


OWN = 80
"""How high one of one's companies is, without its ability."""


def _own_company(canvas: Canvas, card: Company, told: Sequence[str], box: Area, *, activated: bool) -> None:
    """Draw one of the seat's companies, with its effects or, while it is not activated, its activation cost."""
    canvas.draw_framed_panel(box, CARD if activated else PAPER, LEVELS[card.level], 6 if activated else 3, 12)
    middle, left = box.top + 36, box.left + 20
    points = canvas.draw_text(
        box.right - 20, middle, str(card.points), face="poster", size=46, color=INK, align="right"
    )
    signs = card.output if activated else card.units
    at = box.right - 40 - points - STEP * len(signs)
    _signs(canvas, at, middle, signs)
    words = "gives" if activated else "needs"
    taken = canvas.draw_text(at - 12, middle, words, size=SMALL, color=QUIET, align="right") if signs else 0
    canvas.draw_text(left, middle, card.name, face="strong", size=40, color=INK if activated else QUIET,
                room=at - 28 - taken - left, smallest=SMALLEST)  # fmt: skip
    for line, each in enumerate(told):
        y = box.top + 70 + ABILITY * line + ABILITY // 2 - 8
        canvas.draw_text(left, y, each, size=SMALL, color=INK if activated else QUIET, room=box.width - 32)


# The hand


def shown_of_hand(view: BriefcaseView) -> object:
    """Return the fields of the view that the picture of a hand depends on."""
    own = view.everybody[view.seat or 1]
    return view.seat, view.hand, own.hidden, own.deck_size, own.discard, own.storage, own.storage_limit


def draw_hand(view: BriefcaseView, _: Names) -> Picture:
    """Return this seat's cards, and below them its deck, its discard pile and what it has stored."""
    if view.seat is None:
        raise ValueError("everybody's view has no hand")
    piles = _piles(view, view.everybody[view.seat])
    told = "; ".join(f"{words.lower()}: {amounts(pile)}" for words, pile in piles)
    alt = fit_alt_text([f"Your hand: {amounts(view.hand)}; {told}."])
    return Picture("hand.png", hand_sheet(view, view.everybody[view.seat]).to_png(COLORS), alt)


def hand_sheet(view: BriefcaseView, own: PlayerView) -> Canvas:
    """Return this seat's hand as a sheet; the first card of each kind has a place."""
    rows = -(-len(view.hand) // IN_ROW)
    piles = _piles(view, own)
    top = CHART_HEADER + (rows * (GAP + CARD_HEIGHT) + GAP if rows else PILE)
    height = top + len(piles) * PILE + GAP
    canvas = Canvas((WIDTH, height), PAPER)
    _heading(canvas, CHART_HEADER, "YOUR HAND", 60, 56)
    number = format_count(len(view.hand), "card")
    canvas.draw_text(WIDTH - MARGIN, 56, number, face="strong", size=44, color=BRASS, align="right")
    for row in range(rows):
        upper = CHART_HEADER + GAP + row * (CARD_HEIGHT + GAP)
        columns = Area(MARGIN, upper, WIDTH - MARGIN, upper + CARD_HEIGHT).split_columns(IN_ROW, 14)
        for card, box in zip(view.hand[row * IN_ROW :][:IN_ROW], columns, strict=False):
            _hand_card(canvas, card, box)
            if ("hand", card) not in canvas.places:
                canvas.record_place(("hand card", card), box)
                canvas.record_place(("hand", card), Area(box.left, box.top, box.right, box.bottom - CARD_NAME))
    if not view.hand:
        canvas.draw_text(MARGIN + 4, CHART_HEADER + PILE // 2, "no cards", face="strong", size=NORMAL, color=QUIET)
    for at, (words, pile) in enumerate(piles):
        _pile(canvas, words, pile, Area(MARGIN, top + at * PILE, WIDTH - MARGIN, top + (at + 1) * PILE))
    return canvas


CARD_HEIGHT, IN_ROW = 232, 5
"""A decision card's height, and how many of them lie side by side."""
CARD_NAME = 66
"""How high a card's name is, which the letter of an option must not hide."""
PILE = 76


def _piles(view: BriefcaseView, own: PlayerView) -> Sequence[tuple[str, Mapping[str, int]]]:
    """Return a player's piles outside the hand, with their titles and contents."""
    deck = {str(card): count - view.hand.count(card) for card, count in own.hidden.items()}
    space = f"room for {own.room}" if own.room >= 0 else f"{-own.room} too many"
    discard = {str(card): count for card, count in own.discard.items()}
    stored = {str(resource): count for resource, count in own.storage.items()}
    return [
        (f"To draw ({own.deck_size})", deck),
        (f"Discarded ({sum(discard.values())})", discard),
        (f"Stored ({space})", stored),
    ]


def _hand_card(canvas: Canvas, card: str, box: Area) -> None:
    """Draw a decision card: its sign, and its name below."""
    canvas.draw_framed_panel(box, CARD, SIGNS[card], 6, 18)
    middle = (box.left + box.right) // 2
    canvas.put_sprite(sign(card, 116), middle, box.top + 92)
    room = box.width - 20
    below = box.bottom - 40
    canvas.draw_text(middle, below, card.capitalize(), face="strong", size=40, color=INK, align="center", room=room)


def _pile(canvas: Canvas, words: str, pile: Mapping[str, int], box: Area) -> None:
    """Draw what a pile holds, kind by kind, with its signs."""
    canvas.draw_rule(box.left, box.right, box.top, LINE)
    middle = box.top + box.height // 2 + 2
    room = PILE_NAME - 16
    canvas.draw_text(box.left + 4, middle, words, face="strong", size=NORMAL, color=INK, room=room, smallest=SMALLEST)
    left = {kind: pile[kind] for kind in (*DECISIONS, *RESOURCES) if pile.get(kind)}
    x = box.left + PILE_NAME
    if not left:
        canvas.draw_text(x, middle, "nothing", size=NORMAL, color=QUIET)
    for kind, count in left.items():
        canvas.put_sprite(sign(kind, SIGN), x + SIGN // 2, middle)
        x += SIGN + 10
        x += canvas.draw_text(x, middle, str(count), face="strong", size=NORMAL, color=INK) + 28


PILE_NAME = 340
"""How much room a pile's name has."""


# The charts of a finished game


def charts(view: BriefcaseView, names: Names) -> Sequence[Picture]:
    """Return where everybody's points come from, and how they grew."""
    if not view.scores:
        return []
    called = name_seats(view.everybody, names)
    found = [_sources(view, called)]
    if all(len(player.history) > 1 for player in view.everybody.values()):
        found.append(_growth(view, called))
    return found


def parts_of(score: Score) -> dict[str, int]:
    """Return the points by source."""
    return {
        "companies": score.companies,
        "abilities": score.abilities,
        "Central Bank": score.central_bank,
        "resources": score.resources,
    }


CHART_COLORS = (PAPER, INK, CARD, LEATHER, QUIET, LINE, BRASS, *SOURCES.values(), *LINES)


def _sources(view: BriefcaseView, called: Mapping[Seat, str]) -> Picture:
    """Draw a bar for each player, divided by where the points come from."""
    height = CHART_HEADER + 20 + BAR_ROW * len(view.scores) + 70
    canvas = Canvas((WIDTH, height), PAPER)
    _heading(canvas, CHART_HEADER, "FINAL SCORE", 60, 56)
    highest = max(1, *(score.total for score in view.scores))
    told = []
    for row, score in enumerate(view.scores):
        top = CHART_HEADER + 12 + BAR_ROW * row
        left, right = MARGIN + 92, WIDTH - MARGIN - 120
        canvas.draw_text(MARGIN + 34, top + 72, f"{score.place}.", face="poster", size=54, color=INK, align="center")
        note = f"{format_count(score.left_over, 'resource')} left over"
        noted = canvas.draw_text(right, top + 34, note, size=SMALL, color=QUIET, align="right")
        room = right - left - noted - 24
        canvas.draw_text(
            left, top + 34, called[score.seat], face="strong", size=40, color=INK, room=room, smallest=SMALL
        )
        x = left
        for source, points in parts_of(score).items():
            long = round((right - left) * points / highest)
            if points:
                canvas.fill(Area(x, top + 60, x + long, top + 112), SOURCES[source])
                if long >= measure_width(str(points), "strong", NORMAL) + 8:
                    at = x + long // 2
                    canvas.draw_text(at, top + 86, str(points), face="strong", size=NORMAL, color=CARD, align="center")
            x += long
        total = str(score.total)
        canvas.draw_text(WIDTH - MARGIN, top + 72, total, face="poster", size=60, color=INK, align="right")
        sources = ", ".join(f"{source} {points}" for source, points in parts_of(score).items())
        told.append(f"{score.place}. {truncate_name(called[score.seat])} {total} ({sources})")
    x, middle = MARGIN + 4, height - 40
    for source, color in SOURCES.items():
        canvas.draw_panel(Area(x, middle - 16, x + 32, middle + 16), color, 6)
        x += 44 + canvas.draw_text(x + 44, middle, source, size=SMALL, color=INK) + 34
    return Picture("points.png", canvas.to_png(CHART_COLORS), fit_alt_text([f"Final score: {'; '.join(told)}."]))


def _growth(view: BriefcaseView, called: Mapping[Seat, str]) -> Picture:
    """Draw what everybody's game was worth after each of their turns, and at the end, when all is settled."""
    canvas = Canvas(CHART, PAPER)
    _heading(canvas, CHART_HEADER, "POINTS", 60, 56)
    rounds = min(len(player.history) for player in view.everybody.values())
    named = {1, *range(5, rounds, 5)}
    labels = [str(number) if number in named else "" for number in range(1, rounds + 1)]
    lines = [
        Series(called[seat], [*player.history[:rounds], player.score.total], LINES[at], draw_marker(at, LINES[at]))
        for at, (seat, player) in enumerate(view.everybody.items())
    ]
    sheet = Area(MARGIN, CHART_HEADER + 20, WIDTH - MARGIN, CHART[1] - 10)
    draw_line_chart(canvas, sheet, [*labels, "end"], lines, str, INKS)
    words = "; ".join(f"{truncate_name(line.name)} {', '.join(map(str, line.values))}" for line in lines)
    return Picture(
        "growth.png", canvas.to_png(CHART_COLORS), fit_alt_text([f"Points after each round and at the end: {words}."])
    )


# Where the options of a question lie

SPARE = 62
"""Room on a company for its mark."""


def place(view: BriefcaseView, move: Move) -> Place | None:
    """Return which pile, company, stored resource or card of the hand an option means."""
    match move:
        case moves.BuyResources() if len(set(move.resources)) == 1:
            return "market", move.resources[0]
        case moves.MoveBlock(to=str() as to):
            return ("market", to) if move.what == "resource" else ("offer", to)
        case moves.BuyCompany():
            return "offer", move.company
        case moves.HireCompany():
            return "company", move.owner, move.company
        case moves.DeactivateCompany(company=str() as company) if view.victim is not None:
            return "company", view.victim, company
        case moves.RemoveCard(card=str() as card):
            return "hand", card
        case moves.ThrowAway(resources=[resource]) if view.seat is not None:
            return "stored", view.seat, resource.partition(" ")[0]
        case moves.ActivateCompany() | moves.DrawExtra() | moves.Exchange() if view.seat is not None:
            return "company", view.seat, move.company
        case _:
            return None


def draw_question(view: BriefcaseView, names: Names, marks: Mapping[Place, str]) -> bytes:
    """Draw the part of the table on which these places lie, of a player all of it; or the hand of this seat."""
    if view.seat is not None and any(place[0] == "hand" for place in marks):
        hand = hand_sheet(view, view.everybody[view.seat])
        cards = [("hand card", place[1]) for place in marks]
        found = closeup.crop_closeup(hand, marks, beside=cards)
        return PlacedPng.build(found.to_png((*COLORS, *closeup.COLORS)), found.places)
    files: list[Place] = [("file", place[1]) for place in marks if place[0] in ("company", "stored")]
    table = table_sheet(view, name_seats(view.everybody, names), SPARE)
    found = closeup.crop_closeup(table, marks, beside=files)
    return PlacedPng.build(found.to_png((*COLORS, *closeup.COLORS)), found.places)


WHERE: Where[BriefcaseView] = Where(place, draw_question)

PICTURES: Sequence[Drawing[BriefcaseView]] = (
    Drawing("board", "Board", draw, page, looks=shown),
    Drawing(
        "companies",
        "Companies",
        draw_companies,
        companies,
        looks=shown_of_companies,
        ready=lambda view: bool(view.portfolio),
    ),
    Drawing(
        "hand",
        "Hand",
        draw_hand,
        hand,
        looks=shown_of_hand,
        ready=lambda view: view.seat is not None and view.outcome is None,
        private=True,
    ),
    Drawing("own", "My companies", draw_own, own_companies, looks=shown_of_own, ready=is_somebodys, private=True),
)


# Emoji


def draw_sign_emoji(kind: str) -> bytes:
    """Draw the sign of a resource or a decision card as an emoji."""
    return draw_emoji(sign(kind, SPRITE_PIXELS), CARD)


def draw_company_emoji(company: Company, letters: str) -> bytes:
    """Draw letters of a company's name, on the colour of its level, as an emoji."""
    color = LEVELS[company.level]
    card = draw_sprite(SPRITE_PIXELS, lambda brush: brush.draw_rounded_rectangle(0, 0, 100, 100, 12, color))
    return draw_emoji(card, CARD, letters, CARD, size=74)


def name_emoji(thing: str) -> str:
    """Return the name of the emoji of a resource, a decision card, or a company by its id."""
    return f"bc_{thing}"[:MAX_EMOJI_NAME_CHARS]


def find_option_emoji(_: BriefcaseView, move: Move) -> str:
    """Return the emoji of the company, the only kind of resource, or the card that an option is about."""
    match move:
        case moves.MoveBlock(to=str() as thing) | moves.DeactivateCompany(company=str() as thing):
            return name_emoji(thing)
        case moves.BuyCompany(company=thing) | moves.ActivateCompany(company=thing) | moves.HireCompany(company=thing):
            return name_emoji(thing)
        case moves.Exchange(card=thing) | moves.MakeDiscard(card=thing) | moves.RemoveCard(card=str() as thing):
            return name_emoji(thing)
        case moves.EndTurn(top=str() as thing) | moves.DrawExtra(company=thing):
            return name_emoji(thing)
        case moves.PickPortfolio(companies=(thing,)):
            return name_emoji(thing)
        case moves.BuyResources(resources=units) | moves.TakeDiscardedResources(resources=units):
            return _find_unit_emoji(units)
        case moves.TakePayment(take=units, give_up=()) | moves.ThrowAway(resources=units):
            return _find_unit_emoji(units)
        case _:
            return ""


def _find_unit_emoji(units: Sequence[str]) -> str:
    """Return the emoji of these units, as "steel" or "steel 2", if they are of one kind."""
    kinds = {unit.split()[0] for unit in units}
    return name_emoji(kinds.pop()) if len(kinds) == 1 else ""


SHORT_NAMES = abbreviate_names(company.name for company in BOX.companies)

EMOJI: Emoji[BriefcaseView] = Emoji(
    {
        **{name_emoji(kind): partial(draw_sign_emoji, kind) for kind in (*RESOURCES, *DECISIONS)},
        **{
            name_emoji(company.id): partial(draw_company_emoji, company, SHORT_NAMES[company.name])
            for company in BOX.companies
        },
    },
    find_option_emoji,
)
