"""A board as large as one gets: 32 cities, 54 routes, tracks beside them and a score track around."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import hypot
from random import Random

from PIL import Image

from bot.drawing.canvas import Area, Canvas, cache_backdrop
from bot.drawing.maps import Route, compute_box, distribute_spots, draw_label, draw_routes, place_names
from bot.drawing.sprites import Point, draw_disc
from bot.drawing.tracks import build_number_labels, draw_badge, draw_markers, draw_spaces, lay_out_ring

PAPER, INK, LAND, LINE, QUIET = "#eef1ea", "#22302c", "#d9e2cf", "#9db09a", "#5c6b62"
SEATS = ("#b3322f", "#2b5f93", "#c58a1b", "#5d3b78")
COLORS = (PAPER, INK, LAND, LINE, QUIET, "#ffffff", *SEATS)
SIZE = (1080, 1160)
MAP = Area(60, 60, 1020, 800)
NAMES = (
    *("Alder", "Birch", "Cedar City", "Dogwood", "Elm", "Fir", "Ginkgo", "Hazel", "Ivy", "Juniper", "Kapok"),
    *("Larch", "Maple Falls", "Nutmeg", "Oak", "Palm Beach", "Quince", "Rowan", "Spruce", "Teak", "Umbrella Pine"),
    *("Vine", "Willow", "Xylosma", "Yew", "Zelkova", "Aspen", "Beech", "Cherry", "Date", "Ebony", "Fig Harbour"),
)
TRACKS = ("West", "Midwest", "East", "South")


@dataclass(frozen=True)
class Fair:
    """The state of the board."""

    owners: Mapping[tuple[str, str], Sequence[int]]
    """The owner of the marker on each route."""
    steps: Mapping[int, Sequence[int]]
    """By seat, how far they are on each track."""
    scores: Mapping[int, int]


@lru_cache(maxsize=1)
def cities() -> Mapping[str, Point]:
    """Where the cities lie: spread, and yet in no order."""
    dice = Random("a map")  # noqa: S311  # a map, no secret
    found = {}
    for at, name in enumerate(NAMES):
        column, row = at % 8, at // 8
        x = MAP.left + 70 + column * 116 + dice.randrange(-30, 30)
        y = MAP.top + 80 + row * 186 + (60 if column % 2 else 0) + dice.randrange(-34, 34)
        found[name] = (float(x), float(y))
    return found


@lru_cache(maxsize=1)
def names_at() -> Mapping[str, tuple[int, int]]:
    """Where the names stand."""
    places = cities()
    markers = [compute_box(spot, 15) for a, b in links() for spot in distribute_spots((places[a], places[b]), 2, 34)]
    return place_names(places, 29, 15, MAP, clear=markers)


@lru_cache(maxsize=1)
def links() -> Sequence[tuple[str, str]]:
    """The 54 shortest routes that join each city to its neighbours."""
    places = cities()

    def far(pair: tuple[str, str]) -> float:
        (x, y), (z, w) = places[pair[0]], places[pair[1]]
        return hypot(x - z, y - w)

    return sorted(((a, b) for a in NAMES for b in NAMES if a < b), key=far)[:54]


@cache_backdrop
def board(size: tuple[int, int]) -> Canvas:
    """Draw what never changes: the land, all routes in grey, the empty tracks."""
    canvas, places = Canvas(size, PAPER), cities()
    score = lay_out_ring(Area(4, 4, size[0] - 4, size[1] - 4), 100, 46)
    draw_spaces(canvas, score, build_number_labels(score, 5), color="#ffffff", frame=LINE, ink=QUIET, size=29, radius=4)
    canvas.draw_panel(MAP, LAND, 24)
    draw_routes(canvas, [Route((places[a], places[b]), LINE, 6, dash=12) for a, b in links()], MAP)
    for name, row in zip(TRACKS, track_rows(), strict=True):
        canvas.draw_text(row[0].left - 16, (row[0].top + row[0].bottom) // 2, name, size=30, color=INK, align="right")
        draw_spaces(canvas, row, list("01234"), color="#ffffff", frame=LINE, ink=LINE, size=40)
    return canvas


def track_rows() -> Sequence[Sequence[Area]]:
    """The spaces of the four tracks."""
    return [row.split_columns(5, 8) for row in Area(230, 820, 1010, 1100).split_rows(4, 10)]


def drawn(fair: Fair) -> bytes:
    """Draw the board with everything on it."""
    canvas, places = board(SIZE), cities()
    built, markers = [], []
    for at, ((a, b), owners) in enumerate(fair.owners.items()):
        color, double = (SEATS[owners[0] - 1], 0) if len(owners) == 1 else (INK, 14)
        built.append(Route((places[a], places[b]), color, 7, dash=20 if at % 3 == 2 else 0, double=double, edge=LAND))
        markers += list(zip(owners, distribute_spots((places[a], places[b]), len(owners), 34), strict=True))
    draw_routes(canvas, built, MAP)
    for seat, (x, y) in markers:
        canvas.put_sprite(seal(seat)(30), round(x), round(y))
    for x, y in places.values():
        canvas.put_sprite(draw_disc(30, INK), round(x), round(y))
        canvas.put_sprite(draw_disc(20, PAPER), round(x), round(y))
    for name, (left, middle) in names_at().items():
        draw_label(canvas, left, middle, name, size=29, color=INK, halo=LAND)
    for region, row in enumerate(track_rows()):
        for step, space in enumerate(row):
            draw_markers(
                canvas, space, [seal(seat) for seat, steps in fair.steps.items() if steps[region] == step], 44, 30
            )
    score = lay_out_ring(Area(4, 4, SIZE[0] - 4, SIZE[1] - 4), 100, 46)
    for points in sorted(set(fair.scores.values())):
        here = [seal(seat) for seat, each in fair.scores.items() if each == points]
        draw_markers(canvas, score[points % 100], here, 34, 26)
    return canvas.to_png(COLORS)


def seal(seat: int) -> Callable[[int], Image.Image]:
    """What gives a player's marker in any size."""
    return lambda size: draw_badge(size, SEATS[seat - 1], "ABCD"[seat - 1], "#ffffff")


def everything() -> Fair:
    """A board on which every route is taken and everybody stands somewhere."""
    owners = {pair: [1 + at % 4] if at % 4 else [1 + at % 4, 1 + (at + 1) % 4] for at, pair in enumerate(links())}
    steps = {1: [0, 1, 2, 3], 2: [0, 1, 2, 4], 3: [0, 1, 4, 0], 4: [0, 3, 2, 1]}
    return Fair(owners, steps, {1: 17, 2: 17, 3: 58, 4: 99})
