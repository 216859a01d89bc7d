"""Sprites: small shapes, drawn at four times their size for smooth edges."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import cos, pi, sin
from typing import TypeAlias

from PIL import Image, ImageDraw

Point: TypeAlias = tuple[float, float]

LARGER = 4


class Brush:
    """Draws on a sprite before it is scaled down, in coordinates from 0 to 100 in both directions."""

    def __init__(self, draw: ImageDraw.ImageDraw, size: int) -> None:
        self._draw = draw
        self._scale = size / 100

    def _scale_points(self, points: Sequence[Point]) -> list[Point]:
        return [(x * self._scale, y * self._scale) for x, y in points]

    def draw_disc(self, x: float, y: float, radius: float, fill: str) -> None:
        """Draw a disc around (x, y)."""
        self._draw.ellipse(self._scale_points([(x - radius, y - radius), (x + radius, y + radius)]), fill=fill)

    def draw_ring(self, x: float, y: float, radius: float, color: str, thickness: float) -> None:
        """Draw a circle line just inside this radius."""
        box = self._scale_points([(x - radius, y - radius), (x + radius, y + radius)])
        self._draw.ellipse(box, outline=color, width=round(thickness * self._scale))

    def draw_polygon(self, points: Sequence[Point], fill: str) -> None:
        """Fill a polygon."""
        self._draw.polygon(self._scale_points(points), fill=fill)

    def draw_line(self, points: Sequence[Point], color: str, thickness: float) -> None:
        """Draw a line through these points."""
        self._draw.line(self._scale_points(points), fill=color, width=round(thickness * self._scale), joint="curve")

    def draw_rounded_rectangle(
        self, left: float, top: float, right: float, bottom: float, radius: float, fill: str
    ) -> None:
        """Fill a rectangle with round corners."""
        self._draw.rounded_rectangle(
            self._scale_points([(left, top), (right, bottom)]), radius * self._scale, fill=fill
        )

    def draw_pie(self, x: float, y: float, radius: float, start: float, end: float, fill: str) -> None:
        """Fill a slice of a disc, from one angle to the other, clockwise in degrees from three o'clock."""
        box = self._scale_points([(x - radius, y - radius), (x + radius, y + radius)])
        self._draw.pieslice([*box[0], *box[1]], start, end, fill=fill)


def draw_sprite(size: int, paint: Callable[[Brush], None]) -> Image.Image:
    """Return a transparent square of this size painted by `paint`; cache it, because it is costly."""
    large = Image.new("RGBA", (size * LARGER, size * LARGER), (0, 0, 0, 0))
    paint(Brush(ImageDraw.Draw(large), size * LARGER))
    return large.resize((size, size), Image.Resampling.BOX)


def compute_polygon(corners: int, radius: float, turned: float = 0.0) -> list[Point]:
    """Return the corners of a regular polygon around the middle; the first one points up."""
    angles = [2 * pi * (corner / corners + turned) - pi / 2 for corner in range(corners)]
    return [(50 + radius * cos(angle), 50 + radius * sin(angle)) for angle in angles]


def compute_star(points: int, outer: float, inner: float) -> list[Point]:
    """Return the outline of a star around the middle."""
    tips, notches = compute_polygon(points, outer), compute_polygon(points, inner, 0.5 / points)
    return [point for pair in zip(tips, notches, strict=True) for point in pair]


@lru_cache(maxsize=16)
def draw_arrow(size: int, color: str) -> Image.Image:
    """Return the arrow that points at the current player."""
    return draw_sprite(size, lambda brush: brush.draw_polygon([(8, 4), (96, 50), (8, 96)], color))


@lru_cache(maxsize=64)
def draw_marker(place: int, color: str, size: int = 34) -> Image.Image:
    """Return the marker of a line in a chart; the first six places, from 0, have six shapes."""
    outlines = (
        compute_polygon(4, 50, 0.125),
        compute_polygon(3, 50),
        compute_star(5, 50, 24),
        compute_polygon(4, 50),
        compute_polygon(3, 50, 0.5),
    )

    def paint(brush: Brush) -> None:
        if place % 6 == 0:
            brush.draw_disc(50, 50, 44, color)
        else:
            brush.draw_polygon(outlines[place % 6 - 1], color)

    return draw_sprite(size, paint)


@lru_cache(maxsize=64)
def draw_corner_masks(radius: int) -> tuple[Image.Image, Image.Image, Image.Image, Image.Image]:
    """Return the round corners of a panel as masks: upper left, upper right, lower left, lower right."""
    large = Image.new("L", (2 * radius * LARGER, 2 * radius * LARGER), 0)
    ImageDraw.Draw(large).ellipse((0, 0, 2 * radius * LARGER - 1, 2 * radius * LARGER - 1), fill=255)
    disc = large.resize((2 * radius, 2 * radius), Image.Resampling.BOX)
    far = 2 * radius
    return (
        disc.crop((0, 0, radius, radius)),
        disc.crop((radius, 0, far, radius)),
        disc.crop((0, radius, radius, far)),
        disc.crop((radius, radius, far, far)),
    )


@lru_cache(maxsize=64)
def draw_disc(size: int, color: str) -> Image.Image:
    """Return a disc."""
    return draw_sprite(size, lambda brush: brush.draw_disc(50, 50, 50, color))


@lru_cache(maxsize=64)
def draw_ring(size: int, color: str, thickness: float = 12.0) -> Image.Image:
    """Return a circle line; its thickness is in hundredths of the size."""
    return draw_sprite(size, lambda brush: brush.draw_ring(50, 50, 50, color, thickness))
