"""The part of the table, or the hand, on which the options of a question lie."""

from __future__ import annotations

from collections.abc import Mapping

from bot.drawing import closeup
from bot.drawing.lettering import name_seats
from bot.engine.option_labels import Place, PlacedPng, Where
from bot.engine.pictures import Names
from bot.engine.records import Move
from bot.games.briefcase import moves
from bot.games.briefcase.picture.hand import hand_sheet
from bot.games.briefcase.picture.style import COLORS
from bot.games.briefcase.picture.table import table_sheet
from bot.games.briefcase.view import BriefcaseView

SPARE = 62
"""Room on a company for its mark."""


def place(view: BriefcaseView, move: Move) -> Place | None:
    """Return which pile, company, stored resource or card of the hand an option means."""
    match move:
        case moves.BuyResources() if len(set(move.resources)) == 1:
            return "market", move.resources[0]
        case moves.MoveBlock(to=str() as to):
            return ("market", to) if move.what == "resource" else ("offer", to)
        case moves.BuyCompany():
            return "offer", move.company
        case moves.HireCompany():
            return "company", move.owner, move.company
        case moves.DeactivateCompany(company=str() as company) if view.victim is not None:
            return "company", view.victim, company
        case moves.RemoveCard(card=str() as card):
            return "hand", card
        case moves.ThrowAway(resources=[resource]) if view.seat is not None:
            return "stored", view.seat, resource.partition(" ")[0]
        case moves.ActivateCompany() | moves.DrawExtra() | moves.Exchange() if view.seat is not None:
            return "company", view.seat, move.company
        case _:
            return None


def draw_question(view: BriefcaseView, names: Names, marks: Mapping[Place, str]) -> bytes:
    """Draw the part of the table on which these places lie, of a player all of it; or the hand of this seat."""
    if view.seat is not None and any(place[0] == "hand" for place in marks):
        hand = hand_sheet(view, view.everybody[view.seat])
        cards = [("hand card", place[1]) for place in marks]
        found = closeup.crop_closeup(hand, marks, beside=cards)
        return PlacedPng.build(found.to_png((*COLORS, *closeup.COLORS)), found.places)
    files: list[Place] = [("file", place[1]) for place in marks if place[0] in ("company", "stored")]
    table = table_sheet(view, name_seats(view.everybody, names), SPARE)
    found = closeup.crop_closeup(table, marks, beside=files)
    return PlacedPng.build(found.to_png((*COLORS, *closeup.COLORS)), found.places)


WHERE: Where[BriefcaseView] = Where(place, draw_question)
