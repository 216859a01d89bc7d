"""Signs of resources and decision cards, their legend, and the heading of a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from PIL import Image

from bot.drawing.canvas import Area, Canvas
from bot.drawing.sprites import Brush, draw_sprite
from bot.games.briefcase.components import DECISIONS, RESOURCES
from bot.games.briefcase.picture.style import (
    BLOCK,
    BRASS,
    CARD,
    LEATHER,
    LEVELS,
    MARGIN,
    PAPER,
    QUIET,
    SIGN,
    SIGNS,
    SMALL,
    STEP,
    WIDTH,
)

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


def draw_heading(canvas: Canvas, height: int, title: str, size: int, middle: int) -> int:
    """Draw the band with a picture's title; return where the title ends."""
    canvas.fill(Area(0, 0, WIDTH, height), LEATHER)
    canvas.fill(Area(0, height - 8, WIDTH, height), BRASS)
    return canvas.draw_text(MARGIN, middle, title, face="poster", size=size, color=CARD)


def draw_signs(canvas: Canvas, x: int, middle: int, kinds: Sequence[str]) -> None:
    """Draw signs side by side."""
    for at, kind in enumerate(kinds):
        canvas.put_sprite(sign(kind, SIGN), x + at * STEP + SIGN // 2, middle)


def draw_legend(canvas: Canvas, box: Area) -> None:
    """Name the signs, and say which companies are not activated."""
    for row, kinds in enumerate((RESOURCES, DECISIONS)):
        middle = box.top + 28 + row * 42
        x = box.left + 4
        for kind in kinds:
            canvas.put_sprite(sign(kind, 34), x + 17, middle)
            x += 42 + canvas.draw_text(x + 42, middle, kind.capitalize(), size=SMALL - 2, color=QUIET) + 20
    canvas.draw_framed_panel(Area(x + 10, middle - 17, x + 60, middle + 17), PAPER, LEVELS[1], 3, 8)
    canvas.draw_text(x + 72, middle, "not activated", size=SMALL - 2, color=QUIET)
