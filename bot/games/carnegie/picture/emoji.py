"""Emoji of the kinds of departments, the regions and the projects."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from bot.drawing.emoji import SPRITE_PIXELS, draw_emoji
from bot.drawing.sprites import Brush, draw_sprite
from bot.engine.pictures import Emoji
from bot.engine.records import Move
from bot.games.carnegie import moves
from bot.games.carnegie.components import PROJECTS, REGIONS, ROWS, Project, Region, Row
from bot.games.carnegie.picture.land import LETTERS
from bot.games.carnegie.picture.sheets import BRASS, CARD, INK, SEATS, STEEL
from bot.games.carnegie.picture.sheets import REGIONS as REGION_COLORS
from bot.games.carnegie.view import CarnegieView

ROW_SIGNS: Mapping[Row, tuple[str, str]] = {
    "hr": ("HR", SEATS[0]),
    "management": ("M", SEATS[1]),
    "construction": ("C", BRASS),
    "rd": ("RD", SEATS[2]),
}
"""Letters and colour of each kind of department."""
REGION_LETTERS: Mapping[Region, str] = {"west": "W", "midwest": "MW", "east": "E", "south": "S"}


def draw_row_emoji(row: Row) -> bytes:
    """Draw a kind of department as an emoji: a square with its letters."""
    letters, color = ROW_SIGNS[row]
    square = draw_sprite(SPRITE_PIXELS, lambda brush: brush.draw_rounded_rectangle(0, 0, 100, 100, 14, color))
    return draw_emoji(square, CARD, letters, CARD, size=76)


def draw_region_emoji(region: Region) -> bytes:
    """Draw a region as an emoji: a disc in its colour on the map."""
    disc = draw_sprite(SPRITE_PIXELS, lambda brush: brush.draw_disc(50, 50, 50, REGION_COLORS[region]))
    return draw_emoji(disc, INK, REGION_LETTERS[region], INK, size=70)


def draw_project_emoji(project: Project) -> bytes:
    """Draw a kind of project as an emoji: a house with its letter."""

    def paint(brush: Brush) -> None:
        brush.draw_polygon([(50, 0), (100, 38), (100, 100), (0, 100), (0, 38)], STEEL)

    return draw_emoji(draw_sprite(SPRITE_PIXELS, paint), CARD, LETTERS[project], CARD, size=70, lift=-14)


def name_emoji(thing: Row | Region | Project) -> str:
    """Return the name of the emoji of a kind of department, a region or a project."""
    return f"ca_{thing.rpartition(' ')[2]}"


def find_option_emoji(view: CarnegieView, move: Move) -> str:
    """Return the emoji of the kind of department, the region or the project that an option is about."""
    match move:
        case moves.PickRow(row=row) | moves.PlayTile(row=row):
            return name_emoji(row)
        case moves.TakeReserve(department=department) | moves.ChooseDepartment(department=department):
            return name_emoji(view.box.department[department].row)
        case moves.StartBuilding(project=project) | moves.TabStep(project=project):
            return name_emoji(project)
        case moves.BuildIn(city=city):
            return name_emoji(view.box.city[city].region)
        case moves.TrackStep(region=region) | moves.DonateOnTopOf(region=region):
            return name_emoji(region)
        case moves.UseDepartment(region=str() as region):
            return name_emoji(region)
        case _:
            return ""


EMOJI: Emoji[CarnegieView] = Emoji(
    {
        **{name_emoji(row): partial(draw_row_emoji, row) for row in ROWS},
        **{name_emoji(region): partial(draw_region_emoji, region) for region in REGIONS},
        **{name_emoji(project): partial(draw_project_emoji, project) for project in PROJECTS},
    },
    find_option_emoji,
)
