"""Common parts of all pictures: colours, sheets, cards, and the chips of companies, players and cubes.

Old ledgers and brick: cream sheets with a dark red heading. Each company has the colour of its charter beside its name,
and each cube its letter, so no information depends on colour alone. The smallest text can still be read when the
picture is as wide as a phone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from PIL import Image, ImageColor

from bot.drawing.canvas import Area, Canvas
from bot.drawing.charts import Inks
from bot.drawing.lettering import SMALLEST
from bot.drawing.sprites import Brush, draw_sprite
from bot.games.big_shoulders.components import BOX, CUBES, CityBox, Cube
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
        brush.draw_rounded_rectangle(4, 4, 96, 96, 14, CUBE_COLORS[kind])

    return draw_sprite(size, paint)


@lru_cache(maxsize=32)
def round_place(size: int, color: str, edge: str) -> Image.Image:
    """Return a round place for a worker, open or filled."""

    def paint(brush: Brush) -> None:
        brush.draw_disc(50, 50, 50, edge)
        brush.draw_disc(50, 50, 50 - 200 / size, color)

    return draw_sprite(size, paint)


def cubes(canvas: Canvas, x: int, middle: int, wanted: Sequence[Cube], room: int) -> int:
    """Draw cubes with their letters, or, where they have no room, each kind with its number; return where they end."""
    crowded = len(wanted) * (CUBE + 4) > room + 4
    for kind in dict.fromkeys(wanted) if crowded else wanted:
        canvas.put_sprite(cube(kind), x + CUBE // 2, middle)
        canvas.draw_text(x + CUBE // 2, middle, kind[0].upper(), face="strong", size=SMALL, color=CARD, align="center")
        x += CUBE + 4
        if crowded:
            x += canvas.draw_text(x + 2, middle, str(wanted.count(kind)), face="strong", size=SMALL, color=INK) + 18
    return x + 6 if wanted else x


def cube_names(canvas: Canvas, x: int, middle: int) -> None:
    """Write what each cube is called, in one line."""
    for kind in CUBES:
        x = cubes(canvas, x, middle, [kind], CUBE)
        x += canvas.draw_text(x, middle, kind, size=SMALL, color=QUIET) + 24


def spread(group: Mapping[Cube, int]) -> list[Cube]:
    """Return cubes one by one, in the order of the box."""
    return [kind for kind in CUBES for _ in range(group.get(kind, 0))]


def sheet(view: CityView, title: str, height: int) -> Canvas:
    """Return a sheet with a heading and the time."""
    canvas = Canvas((WIDTH, height), PAPER)
    canvas.fill(Area(0, 0, WIDTH, HEADER - 10), BRICK)
    when = f"{view.year}, decade {view.decade} of {view.box.terms.last_decade}"
    taken = canvas.draw_text(WIDTH - MARGIN, HEADER // 2 - 4, when, size=NORMAL, color=CARD, align="right")
    room = WIDTH - 2 * MARGIN - taken - GAP
    canvas.draw_text(MARGIN, HEADER // 2 - 4, title, face="poster", size=58, color=CARD, room=room, smallest=NORMAL)
    return canvas


def panel(canvas: Canvas, top: int, height: int) -> Area:
    """Draw a card over the whole width and return its inner box."""
    box = Area(MARGIN, top, WIDTH - MARGIN, top + height)
    canvas.draw_framed_panel(box, CARD, LINE, 2, 12)
    return box.shrink(PADDING)


def choose_ink(color: str) -> str:
    """Return the ink that can be read on a colour."""
    red, green, blue = ImageColor.getrgb(color)[:3]
    return INK if 3 * red + 6 * green + blue > 10 * 140 else CARD


def sign(box: CityBox, company: str) -> str:
    """Return a company's sign: two letters, as a single one could be taken for the letter of an answer."""
    return box.company[company].short[:2]


TOKEN = 40
"""How large the token of a company on a track is."""


def token_rows(companies: int, wide: int) -> int:
    """Return the number of rows for a number of tokens in a space this wide."""
    return -(-companies // max(1, wide // TOKEN))


def tokens(canvas: Canvas, view: CityView, box: Area, companies: Sequence[str]) -> None:
    """Put the tokens of companies into a space of a track: side by side, then in rows."""
    a_row, rows = max(1, box.width // TOKEN), token_rows(len(companies), box.width)
    for at, company in enumerate(companies):
        row, column = divmod(at, a_row)
        in_row = min(a_row, len(companies) - row * a_row)
        x = (box.left + box.right) // 2 + round((column - (in_row - 1) / 2) * (TOKEN + 2))
        y = (box.top + box.bottom) // 2 + round((row - (rows - 1) / 2) * (TOKEN + 2))
        half, color = TOKEN // 2, view.box.company[company].colour
        canvas.draw_framed_panel(Area(x - half, y - half, x + half, y + half), color, INK, 2, 6)
        letters = sign(view.box, company)  # two are too wide for the strong face
        canvas.draw_text(x, y, letters, face="text", size=SMALLEST, color=choose_ink(color), align="center")


def chip(canvas: Canvas, view: CityView, company: str, x: int, middle: int, room: int, size: int = NORMAL) -> int:
    """Write a company's name beside its colour; return where it ends."""
    card = view.box.company[company]
    canvas.draw_framed_panel(Area(x, middle - 18, x + 36, middle + 18), card.colour, INK, 2, 6)
    wide = canvas.draw_text(
        x + 46, middle, card.short, face="strong", size=size, color=INK, room=room - 46, smallest=SMALLEST
    )
    return x + 46 + wide
