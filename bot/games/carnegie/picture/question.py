"""The picture of a question: the positions of its options on the map, company, timeline or chart."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from bot.drawing import closeup
from bot.drawing.canvas import Canvas
from bot.drawing.lettering import name_seats
from bot.engine.option_labels import Place, PlacedPng, Where
from bot.engine.pictures import Names
from bot.engine.questions import Choose, Question
from bot.engine.records import Move, Seat
from bot.games.carnegie import moves
from bot.games.carnegie.components import Region
from bot.games.carnegie.picture.companies import companies_sheet
from bot.games.carnegie.picture.display import display_sheet
from bot.games.carnegie.picture.donations import donations_sheet
from bot.games.carnegie.picture.land import map_sheet
from bot.games.carnegie.picture.sheets import COLORS
from bot.games.carnegie.picture.timeline import timeline_sheet
from bot.games.carnegie.view import CarnegieView

Sheet: TypeAlias = Callable[[CarnegieView, Mapping[Seat, str]], Canvas]
SHEETS: Mapping[str | int, Sheet] = {
    "row": timeline_sheet,
    "cell": companies_sheet,
    "money": companies_sheet,
    "tile": display_sheet,
    "tab": companies_sheet,
    "space": map_sheet,
    "box": map_sheet,
    "missions": map_sheet,
    "donation": donations_sheet,
}
"""On which sheet a place lies, by the first word of it; "cells" are several, of which the first has the letter."""


def place(view: CarnegieView, move: Move) -> Place | None:
    """Return the position of an option: a used, moved or activated worker in its cell, other things at their target."""
    match move:
        case moves.BuildIn():
            return "space", move.city, move.space
        case moves.TakeReserve() | moves.ChooseDepartment():
            return "tile", move.department
        case moves.PickRow():
            return "row", move.row
        case moves.Donate(donation=str() as donation) | moves.DonateOnTopOf(donation=donation):
            return "donation", donation
        case _:
            return None if view.seat is None else _find_own_place(view, view.seat, move)


def _find_own_place(view: CarnegieView, seat: Seat, move: Move) -> Place | None:
    """Return the position of an option that concerns only the own company and tracks."""
    match move:
        case moves.Plan():
            return _find_plan(view, seat, move)
        case moves.TrackStep():
            return "box", move.region, view.everybody[seat].tracks[move.region] + 1
        case moves.TakeBox():
            region = _find_income_region(view)
            return None if region is None else ("box", region, move.box)
        case moves.StartBuilding() | moves.TabStep():
            return "tab", seat, move.project
        case moves.FollowOnto(start=str() as cell):
            return "cell", seat, cell
        case moves.UseDepartment() | moves.PickUp() | moves.PutDown() | moves.PlaceOn() | moves.StandUp():
            return "cell", seat, move.cell
        case _:
            return None


def _find_plan(view: CarnegieView, seat: Seat, plan: moves.Plan) -> Place | None:
    """Return the position of a whole plan: the cells of activated workers."""
    match plan.orders:
        case (moves.TakeBack(), *_):
            return None
        case ():
            return ("money", seat) if view.phase in ("activation", "use departments") else None
        case orders:
            cells = dict.fromkeys(order.cell for order in orders if isinstance(order, moves.StandUp))
            return ("cells", seat, *cells) if cells else None


def _find_income_region(view: CarnegieView) -> Region | None:
    """Return the region whose income is asked for; None: the question is another one."""
    if view.event_row is None or view.phase != "income event":
        return None
    return view.timeline[view.event_row][view.done[view.event_row]].region


def list_meant_places(view: CarnegieView, question: Question) -> Sequence[Place]:
    """Return the box that pays an income and its mission area; any number of workers is paid by the same box."""
    region = _find_income_region(view)
    if view.seat is None or region is None or not isinstance(question, Choose):
        return ()
    first = question.moves[0]
    orders = first.orders if isinstance(first, moves.Plan) else (first,)
    if not orders or not isinstance(orders[0], moves.TakeBack):
        return ()
    return ("box", region, view.everybody[view.seat].tracks[region]), ("missions", region)


def draw(view: CarnegieView, names: Names, marks: Mapping[Place, str]) -> bytes:
    """Draw the parts of the sheets on which these places lie, one below the other."""
    called = name_seats(view.everybody, names)
    by_sheet: dict[Sheet, dict[Place, str]] = {}
    for one, mark in _split_cells(marks).items():
        by_sheet.setdefault(SHEETS[one[0]], {})[one] = mark
    parts = []
    for sheet, there in by_sheet.items():
        whole = sheet(view, called)
        lying = {one: mark for one, mark in there.items() if mark or one in whole.places}  # a taken tile is gone
        tracks = [("track", region) for (kind, region, *_), mark in lying.items() if kind == "box" and mark]
        parts += [closeup.crop_closeup(whole, lying, beside=tracks)] if lying else []
    found = closeup.stack_sheets(parts or [companies_sheet(view, called)])
    return PlacedPng.build(found.to_png((*COLORS, *closeup.COLORS)), found.places)


def _split_cells(marks: Mapping[Place, str]) -> dict[Place, str]:
    """Return the letters with each cell of a plan as a place of its own."""
    found: dict[Place, str] = {}
    for there, mark in marks.items():
        kind, *rest = there
        if kind == "cells":
            seat, first, *others = rest
            found |= {("cell", seat, first): mark, **{("cell", seat, other): "" for other in others}}
        else:
            found[there] = mark
    return found


WHERE: Where[CarnegieView] = Where(place, draw, about=list_meant_places)
