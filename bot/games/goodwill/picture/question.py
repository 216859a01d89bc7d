"""The part of the board on which the options of a question lie."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.drawing import closeup
from bot.drawing.lettering import name_seats
from bot.engine.option_labels import Place, PlacedPng, Where
from bot.engine.pictures import Names
from bot.engine.questions import Choose, Number, Question, Split
from bot.engine.records import Move
from bot.games.goodwill.components import COMPANIES, CapitalLess
from bot.games.goodwill.moves import Ballot, Nominate, TradeWith, VoteOn
from bot.games.goodwill.picture.board import board_sheet, shown
from bot.games.goodwill.picture.style import COLORS
from bot.games.goodwill.view import GoodwillView

SPARE = 60
"""Room below an available boss for its mark."""


def place(view: GoodwillView, move: Move) -> Place | None:
    """Return which available boss, or which investor, an option means."""
    match move:
        case Nominate(boss=str() as boss) | Ballot(approve=(boss,)) | VoteOn(boss=boss) if boss in view.available:
            return "boss", boss
        case TradeWith():
            return "investor", move.partner
        case _:
            return None


def list_meant_places(view: GoodwillView, question: Question) -> Sequence[Place]:
    """Return the company whose price is asked, those of a card up for auction, or the boss who is voted on."""
    if view.auction is not None:
        condition = view.box.derivative[view.auction.card].condition
        companies = (condition.left, condition.right) if isinstance(condition, CapitalLess) else (condition.company,)
        return [("company", company) for company in companies]
    if isinstance(question, Number | Split) and view.company is not None:
        return [("company", view.company)]
    moves = question.moves if isinstance(question, Choose) else ()
    return list(dict.fromkeys(there for move in moves if (there := place(view, move)) is not None))


def draw_question(view: GoodwillView, names: Names, marks: Mapping[Place, str]) -> bytes:
    """Draw the part of the board on which these places lie: investors with their heads, companies beside others.

    Bosses who can be chosen stand below the companies with their present ones.
    """
    kinds = {place[0] for place in marks}
    beside: list[Place] = [("head",)] if "investor" in kinds else []
    beside += [("company", company) for company in COMPANIES] if kinds & {"company", "boss"} else []
    board = board_sheet(view, name_seats(view.investors, names), SPARE)
    found = closeup.crop_closeup(board, marks, beside=beside)
    return PlacedPng.build(found.to_png((*COLORS, *closeup.COLORS)), found.places)


WHERE: Where[GoodwillView] = Where(place, draw_question, looks=shown, about=list_meant_places, public=True)
