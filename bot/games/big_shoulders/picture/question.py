"""The picture of a question: its options in the city, on charters, at the market, in demand or in the hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from bot.drawing import closeup
from bot.drawing.canvas import Canvas
from bot.drawing.lettering import name_seats
from bot.engine.drafting import play_parts
from bot.engine.multi_step import ChooseOrCompose
from bot.engine.option_labels import Place, PlacedPng, Where
from bot.engine.pictures import Names
from bot.engine.questions import Question
from bot.engine.records import Move, Seat
from bot.games.big_shoulders import moves
from bot.games.big_shoulders.bots import table_of
from bot.games.big_shoulders.picture.city import city_sheet
from bot.games.big_shoulders.picture.companies import charters_sheet
from bot.games.big_shoulders.picture.demand import demand_sheet
from bot.games.big_shoulders.picture.hand import hand_sheet
from bot.games.big_shoulders.picture.stock import stock_sheet
from bot.games.big_shoulders.picture.style import COLORS
from bot.games.big_shoulders.rules.operation import operation
from bot.games.big_shoulders.view import CityView

ROOM = 60
"""For marks below what everybody holds."""


def _stock(view: CityView, called: Mapping[Seat, str]) -> Canvas:
    return stock_sheet(view, called, ROOM)


Sheet: TypeAlias = Callable[[CityView, Mapping[Seat, str]], Canvas]
SHEETS: Mapping[str | int, Sheet] = {
    "action": city_sheet,
    "asset": city_sheet,
    "charter": charters_sheet,
    "factory": charters_sheet,
    "share": _stock,
    "price": _stock,
    "hand": hand_sheet,
    "demand": demand_sheet,
    "supply": demand_sheet,
}
"""On which sheet a place lies, by the first word of it."""


def place(view: CityView, move: Move) -> Place | None:
    """Return where an option lies."""
    match move:
        case moves.PlacePartner():
            return "action", move.space
        case moves.PickAsset():
            return "asset", move.asset
        case moves.UseAsset():
            return "charter", move.company
        case moves.ChooseTiles():
            return "hand", move.play
        case moves.StockTurn(parts=(part,)):
            return _share(view, part)
        case moves.Operate() if view.phase == "operation phase":
            sells = any(isinstance(part, moves.SellGoods) for part in move.parts)
            return ("price", _find_price(view, move)) if sells else None  # else two plans would have one letter
        case moves.Buy() | moves.Sell() | moves.Found():
            return _share(view, move)
        case _:
            return None if view.company is None else _of_company(view, view.company, move)


def _find_price(view: CityView, move: moves.Operate) -> int:
    """Return a company's price after a whole operation."""
    company, table = view.operating[0], table_of(view)
    play_parts(table, operation(table, company), move.parts)
    return table.companies[company].price


def list_operating_places(view: CityView, question: Question) -> Sequence[Place]:
    """Return where a company makes and sells its goods, for an operation of which no option has a place of its own."""
    if view.phase != "operation phase" or not view.operating or not isinstance(question, ChooseOrCompose):
        return ()
    company = view.operating[0]
    factories = range(1, len(view.box.company[company].factories) + 1)
    return [*_list_demand(view), *(("factory", company, number) for number in factories)]


def _list_demand(view: CityView) -> Sequence[Place]:
    """Return the demand for the goods of the company that operates."""
    industry = view.box.company[view.operating[0]].industry
    return [("demand", industry, column) for column in range(len(view.demand[industry]))]


def _share(view: CityView, move: Move) -> Place | None:
    """Return where a certificate lies that is bought or sold, and on the track the price of a new company."""
    match move:
        case moves.Found() if view.phase != "first companies":
            return "price", move.price
        case moves.Buy():
            return "share", move.company, "pool" if move.pool else "treasury"
        case moves.Sell() if view.seat is not None:
            return "share", move.company, view.seat
        case _:
            return None


def _of_company(view: CityView, company: str, move: Move) -> Place | None:
    """Return where something lies that this company does: at a factory, at a demand, in the supply chain."""
    match move:
        case moves.HireWorkers(factories=(first, *others)) if {first, *others} == {first}:
            return "factory", company, first
        case (
            moves.PlaceWorker(factory=int() as factory)
            | moves.AutomateSpot(factory=int() as factory)
            | moves.HireManager(factory=factory)
            | moves.RunFactory(factory=factory)
        ):
            return "factory", company, factory
        case moves.SellGoods(column=int() as column):
            return "demand", view.box.company[company].industry, column
        case moves.BuyCubes(cubes=(one,)):
            return "supply", list(view.rows).index(one.cube) if view.rows else view.box.supply.prices.index(one.price)
        case moves.EmergencyFundraising():
            return "share", company, "treasury"
        case _:
            return None


def draw(view: CityView, names: Names, marks: Mapping[Place, str]) -> bytes:
    """Draw the parts of the sheets on which these places lie, one below the other."""
    called = name_seats(view.everybody, names)
    if view.phase == "operation phase" and any(there[0] == "price" for there in marks):
        marks = {**marks, **dict.fromkeys(_list_demand(view), "")}
    by_sheet: dict[Sheet, dict[Place, str]] = {}
    for there, mark in marks.items():
        by_sheet.setdefault(SHEETS[there[0]], {})[there] = mark
    parts = [
        closeup.crop_closeup(sheet(view, called), there, beside=_beside(view, there))
        for sheet, there in by_sheet.items()
    ]
    found = closeup.stack_sheets(parts)
    return PlacedPng.build(found.to_png((*COLORS, *closeup.COLORS)), found.places)


def _beside(view: CityView, marks: Mapping[Place, str]) -> list[Place]:
    """Return the context of marked places: their company's name or present price, and their column."""
    found: list[Place] = []
    for there in marks:
        match there:
            case ("share", company, *_):
                found += [("head",), ("name", company)]
            case ("factory", company, *_):
                found.append(("charter", company))
            case ("demand", *_):
                found.append(("columns",))
            case ("price", *_) if view.phase == "operation phase":
                found.append(("price", view.companies[view.operating[0]].price))
            case _:
                pass
    return found


WHERE: Where[CityView] = Where(place, draw, about=list_operating_places)
