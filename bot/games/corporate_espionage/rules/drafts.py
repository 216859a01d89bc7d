"""Play Your Turn: what the active company is still making up its mind about.

An attack, an offer or a statement is put together in several questions before it is made. Nobody else may
notice that, for already a begun attack would show that there is a card for it. So what the others could see of
a draft is the same as of the turn it belongs to: its title, its rule, and what happens when time runs out.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.engine.pages import mark
from bot.engine.questions import Number
from bot.engine.records import Move, Seat
from bot.engine.table import Step
from bot.games.corporate_espionage.moves import EndTurn
from bot.games.corporate_espionage.rules.in_words import END_TURN
from bot.games.corporate_espionage.rules.responses import DiscreetChoice

if TYPE_CHECKING:
    from bot.games.corporate_espionage.table import Espionage

TURN = "Play Your Turn"
"""The rule of a turn and of everything that is drafted in it."""
END = EndTurn()


class Draft(Step):
    """The active company puts something together; until it is complete, it may also be dropped."""

    by: Seat
    dropped: bool = False

    def is_complete(self) -> bool:
        """Whether everything is chosen."""
        raise NotImplementedError

    def take(self, table: Espionage, move: Any) -> None:
        """Take the next choice."""

    def make(self, table: Espionage) -> None:
        """Do what was put together."""

    def asked(self, table: Espionage) -> Collection[Seat]:
        """Ask until it is complete."""
        return () if self.dropped or self.is_complete() else table.people(self.by)

    def answer(self, table: Espionage, seat: Seat, move: Move) -> None:
        """Take the next choice; the end of the turn ends the draft, too."""
        if isinstance(move, EndTurn):
            self.dropped = True
            for step in table.agenda:
                if step.kind == "actions":
                    step.ended = True
        else:
            self.take(table, move)

    def end(self, table: Espionage) -> None:
        """Do what was put together."""
        if not self.dropped:
            self.make(table)

    def default(self, table: Espionage, seat: Seat) -> Move:
        """Do nothing more this turn."""
        return END

    def title(self, table: Espionage) -> str:
        """Return whose turn it is: what is being chosen is secret."""
        return f"{mark(self.by)}'s turn"


@dataclass(frozen=True, kw_only=True)
class DraftChoice(DiscreetChoice):
    """A choice in a draft."""

    def allows(self, move: Move) -> bool:
        """Whether the move is one of the options, or what happens when time runs out."""
        return move == END or super().allows(move)

    def describe(self, move: Any) -> str:
        """Return the move in words."""
        return END_TURN if move == END else super().describe(move)


@dataclass(frozen=True, kw_only=True)
class DraftNumber(Number):
    """A number in a draft."""

    @property
    def is_free(self) -> bool:
        """Always, as every question of the turn."""
        return True

    def allows(self, move: Move) -> bool:
        """Whether the number fits, or this is what happens when time runs out."""
        return move == END or super().allows(move)

    def describe(self, move: Any) -> str:
        """Return the move in words."""
        return END_TURN if move == END else super().describe(move)
