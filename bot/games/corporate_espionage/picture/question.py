"""Draw the picture of a question, with the company or card on the table that it is aimed at."""

from __future__ import annotations

from collections.abc import Mapping

from bot.drawing import closeup
from bot.engine.option_labels import Place, Where
from bot.engine.pictures import Names
from bot.engine.records import Move, Seat
from bot.games.corporate_espionage import moves
from bot.games.corporate_espionage.picture.table import COLORS, chip_of_card, rows_of_cards, table_sheet
from bot.games.corporate_espionage.view import EspionageView

SPARE = 62
"""Room on a card for its mark."""


def place(view: EspionageView, move: Move) -> Place | None:
    """Return which company or card an option means."""
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
        case moves.NameCard() | moves.Fire() | moves.Liquidate() | moves.DropCard():
            return _card(view, move.number)
        case _:
            return None


def _card(view: EspionageView, number: int) -> Place | None:
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
    """Draw the part of the table on which these places lie; each with all of its company."""
    files: list[Place] = [("file", place[1]) for place in marks]
    return closeup.crop_closeup(table_sheet(view, names, SPARE), marks, beside=files).to_png((*COLORS, *closeup.COLORS))


WHERE: Where[EspionageView] = Where(place, draw)
