"""Maps: routes between cities, dashed, double or edged, with markers and automatically placed city names.

Constant parts, such as all cities with their names, belong on a backdrop (`bot.drawing.canvas.cache_backdrop`). Then a
picture's cost depends only on what has changed on the map.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import hypot
from typing import Literal, TypeAlias

from PIL import Image, ImageFilter, ImageOps

from bot.drawing.canvas import Area, Canvas, Element
from bot.drawing.lettering import CAPITALS, Stencil, build_stencil, measure_width
from bot.drawing.sprites import Point
from bot.drawing.typefaces import Face

Side: TypeAlias = Literal["right", "left", "below", "above"]
SIDES: tuple[Side, ...] = ("right", "left", "below", "above")


@dataclass(frozen=True)
class Route:
    """A line on a map, from its first point to its last; measures are in pixels."""

    points: Sequence[Point]
    color: str
    thickness: int = 8
    dash: int = 0
    """The length of its dashes and gaps; 0: a solid line."""
    double: int = 0
    """The distance between the middles of its two lines; 0: a single line."""
    edge: str | None = None
    """The colour of a thin edge on both sides, for contrast at crossings."""


EDGE = 3


def draw_routes(canvas: Canvas, routes: Sequence[Route], within: Area) -> None:
    """Draw routes inside a box; the edges lie below all of them, so crossings stay clean."""
    drawn = [
        (route, [piece for line in _list_lines(route) for piece in _list_pieces(line, route.dash)]) for route in routes
    ]
    for route, pieces in drawn:
        if route.edge is not None:
            canvas.draw_stroke(pieces, route.edge, route.thickness + 2 * EDGE, within)
    for route, pieces in drawn:
        canvas.draw_stroke(pieces, route.color, route.thickness, within)


def _list_lines(route: Route) -> Sequence[Sequence[Point]]:
    if not route.double:
        return [route.points]
    return [shift_line(route.points, route.double / 2), shift_line(route.points, -route.double / 2)]


def _list_pieces(points: Sequence[Point], dash: int) -> Sequence[Sequence[Point]]:
    return split_dashes(points, dash) if dash else [points]


def shift_line(points: Sequence[Point], distance: float) -> Sequence[Point]:
    """Return a parallel line at this distance to the right, or to the left if it is negative."""
    moved = []
    for at, (x, y) in enumerate(points):
        before, behind = points[max(0, at - 1)], points[min(len(points) - 1, at + 1)]
        across, down = behind[0] - before[0], behind[1] - before[1]
        length = hypot(across, down) or 1.0
        moved.append((x - down / length * distance, y + across / length * distance))
    return moved


def split_dashes(points: Sequence[Point], dash: int) -> Sequence[Sequence[Point]]:
    """Return the dashes of a line; it begins and ends with one, so their length is nearly `dash`."""
    long = measure_length(points)
    count = max(1, round((long / dash + 1) / 2)) if dash > 0 else 1
    each = long / (2 * count - 1)
    return [cut_line(points, 2 * at * each, (2 * at + 1) * each) for at in range(count)]


def measure_length(points: Sequence[Point]) -> float:
    """Return the length of a line."""
    return sum(hypot(end[0] - start[0], end[1] - start[1]) for start, end in pairwise(points))


def cut_line(points: Sequence[Point], begin: float, end: float) -> Sequence[Point]:
    """Return the part of a line between two distances from its first point."""
    passed, found = 0.0, [find_point(points, begin)]
    for start, stop in pairwise(points):
        passed += hypot(stop[0] - start[0], stop[1] - start[1])
        if begin < passed < end:
            found.append(stop)
    return [*found, find_point(points, end)]


def find_point(points: Sequence[Point], distance: float) -> Point:
    """Return the point of a line at this distance from its first one; beyond its end, its last."""
    for start, stop in pairwise(points):
        long = hypot(stop[0] - start[0], stop[1] - start[1])
        if distance <= long and long > 0:
            part = max(0.0, distance) / long
            return start[0] + (stop[0] - start[0]) * part, start[1] + (stop[1] - start[1]) * part
        distance -= long
    return points[-1]


def distribute_spots(points: Sequence[Point], count: int, apart: float) -> Sequence[Point]:
    """Return places for this many markers around the middle of a line, this far apart or as far as possible."""
    long = measure_length(points)
    apart = min(apart, long / (count + 1))
    first = long / 2 - apart * (count - 1) / 2
    return [find_point(points, first + apart * at) for at in range(count)]


# -- names -----------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def _draw_halo(text: str, face: Face, size: int) -> Image.Image:
    wider = ImageOps.expand(build_stencil(text, face, size).mask, HALO // 2)
    return wider.filter(ImageFilter.MaxFilter(HALO))


HALO = 7
"""Brush width of a name's halo in pixels; an odd number."""


def draw_label(
    canvas: Canvas, x: int, middle: int, text: str, *, size: int, color: str, halo: str, face: Face = "strong"
) -> int:
    """Write a name with a halo in the background colour, legible across lines; return its width."""
    cut: Stencil = build_stencil(text, face, size)
    at = (x - cut.left, middle + round(size * CAPITALS / 2) - cut.baseline)
    box = Area(*at, at[0] + cut.mask.width, at[1] + cut.mask.height)
    canvas.paint(box.shrink(-(HALO // 2)), halo, _draw_halo(text, face, size))
    canvas.paint(box, color, cut.mask)
    canvas.elements.append(Element(box, text, size))
    return measure_width(text, face, size)


def place_names(
    cities: Mapping[str, Point],
    size: int,
    radius: int,
    within: Area,
    *,
    clear: Sequence[Area] = (),
    face: Face = "strong",
) -> Mapping[str, tuple[int, int]]:
    """Return the positions of city names, at their left and vertical middle, so that they cover little.

    Args:
        cities: names, each with the middle of its city.
        size: the font size.
        radius: the radius of the cities.
        within: the box that the names stay in.
        clear: further areas to avoid, such as the places of markers on routes.
        face: the typeface.
    """
    taken = [*clear, *(compute_box(city, radius) for city in cities.values())]
    found = {}
    for name, city in cities.items():
        rooms = [_compute_name_box(name, city, side, size, radius, face) for side in SIDES]
        best = min(rooms, key=lambda room: _count_covered(room, taken, within))
        taken.append(best)
        found[name] = (best.left, (best.top + best.bottom) // 2)
    return found


def compute_box(middle: Point, radius: int) -> Area:
    """Return the box of a city or a marker."""
    x, y = round(middle[0]), round(middle[1])
    return Area(x - radius, y - radius, x + radius, y + radius)


def _compute_name_box(name: str, city: Point, side: Side, size: int, radius: int, face: Face) -> Area:
    """Return the box of a name on this side of its city."""
    long, x, y = measure_width(name, face, size), round(city[0]), round(city[1])
    half, gap = round(size * 0.45), radius + 5
    left = {"right": x + gap, "left": x - gap - long}.get(side, x - long // 2)
    middle = {"below": y + gap + half, "above": y - gap - half}.get(side, y)
    return Area(left, middle - half, left + long, middle + half)


def _count_covered(room: Area, taken: Sequence[Area], within: Area) -> int:
    """Return the number of pixels of a name that cover something, or lie outside."""
    inside = room.get_overlap(within)
    outside = room.width * room.height - max(0, inside.width) * max(0, inside.height)
    shared = (room.get_overlap(other) for other in taken)
    return 4 * outside + sum(each.width * each.height for each in shared if each.width > 0 and each.height > 0)
