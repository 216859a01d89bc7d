"""Draw the picture of a question: the cards of the hand, companies and cards on the table that its options mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.drawing import closeup
from bot.engine.option_labels import Place, PlacedPng, Where
from bot.engine.pictures import Names
from bot.engine.questions import Choose, Question
from bot.engine.records import Move, Seat
from bot.games.corporate_espionage import moves
from bot.games.corporate_espionage.picture.hand import HAND_COLORS, hand_sheet
from bot.games.corporate_espionage.picture.table import chip_of_card, rows_of_cards, table_sheet
from bot.games.corporate_espionage.view import EspionageView

SPARE = 62
"""Room on a card for its mark."""


def place(view: EspionageView, move: Move) -> Place | None:
    """Return which company or card an option means; of a card in the hand, all its copies are one place."""
    match move:
        case (
            moves.Aim(target=int() as company)
            | moves.TakeOver(target=company)
            | moves.Audit(target=company)
            | moves.ProposeEmbargo(target=company)
            | moves.Trade(partner=company)
            | moves.Lend(partner=company)
            | moves.State(about=company)
        ):
            return "company", company
        case (
            moves.Hire(card=str() as card)
            | moves.Purchase(card=card)
            | moves.Spy(card=card)
            | moves.UseSavvy(card=card)
            | moves.Prepare(card=card)
            | moves.Respond(card=card)
            | moves.BackUp(card=card)
            | moves.TradeCard(card=card)
            | moves.LetItPass(then=str() as card)
            | moves.Accept(card=str() as card)
            | moves.DiscardDown(cards=(card,))
        ):
            held = card.partition(" ")[0]
            return ("hand", held) if held in view.hand else None
        case moves.NameCard() | moves.Fire() | moves.Liquidate() | moves.DropCard():
            return _find_card(view, move.number)
        case _:
            return None


def list_meant_places(view: EspionageView, question: Question) -> Sequence[Place]:
    """Return the cards of the hand that answer a play, where they are too few to be told apart by letters."""
    offered = question.moves if isinstance(question, Choose) else ()
    found = (place(view, move) for move in offered if isinstance(move, moves.Respond))
    return list(dict.fromkeys(one for one in found if one is not None))


def _find_card(view: EspionageView, number: int) -> Place | None:
    """Return where a card in play lies; of one for which its company's file has no room, that company."""
    for holder, company in view.companies.items():
        for card in (*company.team, *company.inventory):
            if card.number == number:
                return _in_file(view, holder, chip_of_card(view, card, holder).name)
    return None


def _in_file(view: EspionageView, holder: Seat, name: str) -> Place:
    there = [
        chip for row in rows_of_cards(view, holder, SPARE) for chip in row if chip.name == name and chip.kind != "more"
    ]
    return ("card", holder, there[0].kind, name) if there else ("company", holder)


def draw(view: EspionageView, names: Names, marks: Mapping[Place, str]) -> bytes:
    """Draw the cards of the hand and the part of the table on which these places lie; each with all of its company."""
    in_hand = {place: mark for place, mark in marks.items() if place[0] == "hand"}
    on_table = {place: mark for place, mark in marks.items() if place[0] != "hand"}
    files: list[Place] = [("file", place[1]) for place in on_table]
    parts = []
    if in_hand:
        parts.append(closeup.crop_closeup(hand_sheet(view, SPARE), in_hand))
    if on_table:
        parts.append(closeup.crop_closeup(table_sheet(view, names, SPARE), on_table, beside=files))
    found = closeup.stack_sheets(parts)
    return PlacedPng.build(found.to_png((*HAND_COLORS, *closeup.COLORS)), found.places)


WHERE: Where[EspionageView] = Where(place, draw, about=list_meant_places)
