"""Resource tokens, emblems of companies, and other small pictures; banners and headings."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from bot.drawing.canvas import Area, Canvas
from bot.drawing.lettering import SMALLEST, build_stencil, measure_width
from bot.drawing.sprites import Brush, compute_polygon, compute_star, draw_sprite
from bot.games.goodwill.components import AMBER, BLACK, CHARCOAL, CRIMSON, OIL, Company, Resource
from bot.games.goodwill.picture.style import CARD, COLOR, INK, ON_COLOR, PAPER, QUIET, RESOURCE_COLOR, STAMP


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


def draw_name_band(canvas: Canvas, box: Area, company: Company, *, bankrupt: bool) -> None:
    """Draw a company's emblem and name at the top of a box, on its colour; a bankrupt one has none."""
    color, ink = (QUIET, PAPER) if bankrupt else (COLOR[company], ON_COLOR[company])
    canvas.draw_panel(Area(box.left, box.top, box.right, box.top + 78), color, 16, square=True)
    put_emblem(canvas, company, box.left + 46, box.top + 39, 56, on_band=not bankrupt)
    canvas.draw_text(box.left + 86, box.top + 40, company.upper(), face="poster", size=43, color=ink)


def banner(canvas: Canvas, height: int) -> int:
    """Draw the dark banner at the top, with its two stripes, and return its middle."""
    canvas.fill(Area(0, 0, canvas.width, height), INK)
    canvas.fill(Area(0, height - 14, canvas.width, height - 7), COLOR[AMBER])
    canvas.fill(Area(0, height - 7, canvas.width, height), COLOR[CRIMSON])
    return (height - 14) // 2


def draw_heading(canvas: Canvas, box: Area, words: str) -> None:
    """Draw a heading with a rule to the right edge of the box."""
    length = canvas.draw_text(box.left, box.top + 24, words, face="poster", size=34, color=INK)
    canvas.draw_rule(box.left + length + 18, box.right, box.top + 24, INK, 4)
