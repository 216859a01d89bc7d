"""Common style of league pictures: colours, dimensions, and a sheet with a heading."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias

from PIL import Image

from bot.drawing.canvas import Area, Canvas
from bot.drawing.lettering import name_seats, to_drawable
from bot.drawing.sprites import draw_sprite
from bot.leagues.scoring import EntrantNumber
from bot.leagues.season import Season

EntrantNames: TypeAlias = Callable[[EntrantNumber], str]
"""Maps an entrant number to a display name."""

PAPER = "#f1eee4"
INK = "#1f2533"
CARD = "#fbfaf5"
QUIET = "#5f6470"
LINE = "#d6d1c2"
NAVY = "#27355a"
GOLD = "#d9a531"
SILVER = "#aab1ba"
BRONZE = "#c08a55"
UP = "#2f7d4f"
DOWN = "#b3402f"
AHEAD = "#cfe3d2"
BEHIND = "#efd3cb"
COLORS = (PAPER, INK, CARD, QUIET, LINE, NAVY, GOLD, SILVER, BRONZE, UP, DOWN, AHEAD, BEHIND)
MEDALS = {1: GOLD, 2: SILVER, 3: BRONZE}

# In pixels of a sheet that a phone shows at a third of its size
WIDTH = 1080
MARGIN = 32
SMALL, NORMAL, LARGE = 32, 38, 46
HEADER = 118
FOOTER = 62
MINUS = "\N{MINUS SIGN}"


def create_sheet(title: str, below: str, height: int) -> Canvas:
    """Return a sheet with its title and subtitle."""
    canvas = Canvas((WIDTH, height), PAPER)
    canvas.fill(Area(0, 0, WIDTH, HEADER - 10), NAVY)
    canvas.fill(Area(0, HEADER - 17, WIDTH, HEADER - 10), GOLD)
    middle = (HEADER - 17) // 2
    length = canvas.draw_text(MARGIN, middle, title, face="poster", size=58, color=CARD, room=560, smallest=NORMAL)
    room = WIDTH - 2 * MARGIN - length - 30
    canvas.draw_text(
        WIDTH - MARGIN, middle, to_drawable(below), size=36, color=CARD, align="right", room=room, smallest=30
    )
    return canvas


def build_drawn_names(season: Season, names: EntrantNames) -> EntrantNames:
    """Return unique drawable names; a name that cannot be drawn becomes the entrant's number."""
    called = name_seats(season.entrants, lambda number: to_drawable(names(number)) or f"Entrant {number}", "({})")
    return lambda number: called.get(number, f"Entrant {number}")


@lru_cache(maxsize=8)
def draw_triangle(size: int, color: str, *, down: bool = False) -> Image.Image:
    """Return a triangle that points up or down, to mark promotion or relegation."""
    points = [(6.0, 20.0), (94.0, 20.0), (50.0, 88.0)] if down else [(6.0, 80.0), (94.0, 80.0), (50.0, 12.0)]
    return draw_sprite(size, lambda brush: brush.draw_polygon(points, color))
