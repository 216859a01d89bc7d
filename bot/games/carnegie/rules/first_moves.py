"""Setup: the decisions before the first round.

Counter-clockwise, the last player first, each puts the Housing disk on the map and takes a reserve. Then everybody may
make some moves and activate workers; nobody takes anything from another there, so all are asked at once. (Rulebook
"Setup".)
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from bot.engine.drafting import play_parts
from bot.engine.pages import mark
from bot.engine.questions import Question
from bot.engine.records import Move, Seat
from bot.engine.secrecy import Open, OpenByChance
from bot.engine.table import Step
from bot.engine.words import format_count
from bot.games.carnegie.moves import Plan
from bot.games.carnegie.rules.first_project import Founding
from bot.games.carnegie.rules.income import first_of_each
from bot.games.carnegie.rules.planning import Working, ask_for_a_plan
from bot.games.carnegie.rules.shared_things import ANYTHING, describe_things

if TYPE_CHECKING:
    from bot.games.carnegie.table import Carnegie

RULE = "Setup"


class Foundation(Step, kind="foundation"):
    """Each in turn has a first project and takes a reserve."""

    waiting: OpenByChance[list[Seat]] = []

    def begin(self, table: Carnegie) -> None:
        """Begin with the last player."""
        self.waiting = table.in_order()[::-1]

    def list_asked_seats(self, table: Carnegie) -> Collection[Seat]:
        """Ask the next player."""
        return self.waiting[:1]

    def get_identity(self, table: Carnegie, seat: Seat) -> str:
        """It is asked once."""
        return "foundation"

    def build_question(self, table: Carnegie, seat: Seat) -> Question:
        """Ask for a city and a department."""
        return ask_for_a_plan(
            table,
            Founding(seat=seat),
            "Where do you begin, and which department do you reserve?",
            RULE,
            "The project is free and uncovers your first slot. "
            "Nobody else can take the department you reserve; you pay for it when you place it.",
            describe_things(table, (ANYTHING,)),
        )

    def answer(self, table: Carnegie, seat: Seat, move: Plan) -> None:
        """Put the disk down and take the tile."""
        self.waiting.remove(seat)
        play_parts(table, Founding(seat=seat), move.orders)

    def get_default_move(self, table: Carnegie, seat: Seat) -> Move:
        """Take the first of each."""
        return first_of_each(self.build_question(table, seat))

    def get_title(self, table: Carnegie) -> str:
        """Return the seat that is asked."""
        return f"{mark(self.waiting[0])} begins on the map" if self.waiting else "The first projects"


class FirstMoves(Step, kind="first moves"):
    """Everybody may move workers and activate some."""

    waiting: Open[list[Seat]] = []

    def begin(self, table: Carnegie) -> None:
        """Ask everybody."""
        self.waiting = table.in_order()

    def list_asked_seats(self, table: Carnegie) -> Collection[Seat]:
        """Ask all at once."""
        return self.waiting

    def get_identity(self, table: Carnegie, seat: Seat) -> str:
        """Return an identity that is the same for any set of asked seats."""
        return "first moves"

    def working(self, table: Carnegie, seat: Seat) -> Working:
        """Return what a plan begins with."""
        return Working(seat=seat, moves=table.everybody[seat].setup_moves, stands=True)

    def build_question(self, table: Carnegie, seat: Seat) -> Question:
        """Ask for moves, then for activations."""
        moves = format_count(table.everybody[seat].setup_moves, "move")
        return ask_for_a_plan(
            table,
            self.working(table, seat),
            f"You have {moves} before the game begins: who moves?",
            RULE,
            "Move workers first; then you may activate some. With the first worker you activate, the moves are over.",
        )

    def answer(self, table: Carnegie, seat: Seat, move: Plan) -> None:
        """Do it."""
        self.waiting.remove(seat)
        play_parts(table, self.working(table, seat), move.orders)

    def get_default_move(self, table: Carnegie, seat: Seat) -> Move:
        """Move nobody."""
        return Plan()

    def get_title(self, table: Carnegie) -> str:
        """Return what happens."""
        return "The first moves"
