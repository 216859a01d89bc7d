"""The picture of a question: the positions of its options on the map, company, timeline or chart."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from bot.drawing import closeup
from bot.drawing.canvas import Canvas
from bot.drawing.lettering import name_seats
from bot.engine.option_labels import Place, Where
from bot.engine.pictures import Names
from bot.engine.records import Move, Seat
from bot.games.carnegie import moves
from bot.games.carnegie.picture.companies import companies_sheet
from bot.games.carnegie.picture.donations import donations_sheet
from bot.games.carnegie.picture.land import map_sheet
from bot.games.carnegie.picture.sheets import COLORS
from bot.games.carnegie.picture.timeline import timeline_sheet
from bot.games.carnegie.view import CarnegieView

Sheet: TypeAlias = Callable[[CarnegieView, Mapping[Seat, str]], Canvas]
SHEETS: Mapping[str | int, Sheet] = {
    "row": timeline_sheet,
    "cell": companies_sheet,
    "tab": companies_sheet,
    "space": map_sheet,
    "track": map_sheet,
    "donation": donations_sheet,
}
"""On which sheet a place lies, by the first word of it."""


def place(view: CarnegieView, move: Move) -> Place | None:
    """Return the position of an option: a used, moved or activated worker in its cell, other things at their target."""
    match move:
        case moves.BuildIn():
            return "space", move.city, move.space
        case moves.TrackStep():
            return "track", move.region
        case moves.PickRow() | moves.PlayTile():
            return "row", move.row
        case moves.Donate(donation=str() as donation) | moves.DonateOnTopOf(donation=donation):
            return "donation", donation
        case _ if view.seat is None:
            return None
        case moves.StartBuilding() | moves.TabStep():
            return "tab", view.seat, move.project
        case moves.FollowOnto(start=str() as cell):
            return "cell", view.seat, cell
        case moves.UseDepartment() | moves.PickUp() | moves.PutDown() | moves.PlaceOn() | moves.StandUp():
            return "cell", view.seat, move.cell
        case _:
            return None


def draw(view: CarnegieView, names: Names, marks: Mapping[Place, str]) -> bytes:
    """Draw the parts of the sheets on which these places lie, one below the other."""
    called = name_seats(view.everybody, names)
    by_sheet: dict[Sheet, dict[Place, str]] = {}
    for there, mark in marks.items():
        by_sheet.setdefault(SHEETS[there[0]], {})[there] = mark
    parts = [closeup.crop_closeup(sheet(view, called), there) for sheet, there in by_sheet.items()]
    return closeup.stack_sheets(parts).to_png((*COLORS, *closeup.COLORS))


WHERE: Where[CarnegieView] = Where(place, draw)
