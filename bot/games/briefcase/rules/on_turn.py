"""Steps in which only the player on turn decides, which are nearly all.

Choices of the owners of hired companies are in `out_of_turn`. (Rulebook "Turn Overview".)
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from bot.engine.pages import mark
from bot.engine.questions import Question
from bot.engine.records import Move, Seat
from bot.engine.secrecy import OpenByChance
from bot.engine.table import Step

if TYPE_CHECKING:
    from bot.games.briefcase.table import Briefcase


class OnTurn(Step):
    """A step of one seat's turn."""

    seat: OpenByChance[Seat]

    def must_decide(self, table: Briefcase) -> bool:
        """Whether the seat has something to decide here."""
        raise NotImplementedError

    def ask(self, table: Briefcase) -> Question:
        """Return what the seat decides."""
        raise NotImplementedError

    def decide(self, table: Briefcase, move: Any) -> None:
        """Do what the seat has decided."""
        raise NotImplementedError

    def late(self, table: Briefcase) -> Move | None:
        """Return the decision for a seat that missed its deadline."""
        return None

    def list_asked_seats(self, table: Briefcase) -> Collection[Seat]:
        """Ask the seat as long as it has something to decide."""
        return (self.seat,) if self.must_decide(table) else ()

    def build_question(self, table: Briefcase, seat: Seat) -> Question:
        """Ask the seat."""
        return self.ask(table)

    def answer(self, table: Briefcase, seat: Seat, move: Move) -> None:
        """Let the seat decide."""
        self.decide(table, move)

    def get_default_move(self, table: Briefcase, seat: Seat) -> Move | None:
        """Return the seat's default."""
        return self.late(table)

    def get_title(self, table: Briefcase) -> str:
        """Return whose turn it is."""
        return f"{mark(self.seat)}'s turn"
