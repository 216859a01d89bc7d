"""Operation phase: the companies operate once each, in the order of appeal in which they stand when the phase begins.

Moving up during the phase gives no second turn. After each operation the supply chain slides and is refilled. (Rules
10.1 and 12; the offers and the form of the question are our own.)
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from bot.engine.drafting import begin_on_copy, play_parts
from bot.engine.multi_step import ChooseOrCompose
from bot.engine.pages import mark
from bot.engine.questions import Question
from bot.engine.records import Move, Seat
from bot.engine.secrecy import Open
from bot.engine.table import Step
from bot.engine.words import format_count
from bot.games.big_shoulders.moves import Operate, Settle
from bot.games.big_shoulders.rules import supply_chain
from bot.games.big_shoulders.rules.charter import open_spots
from bot.games.big_shoulders.rules.obstacles import find_obstacle
from bot.games.big_shoulders.rules.offered_plan import late, offered
from bot.games.big_shoulders.rules.operation import RULE, operation
from bot.games.big_shoulders.rules.turns import ask_for_a_turn

if TYPE_CHECKING:
    from bot.games.big_shoulders.table import City


class OperationPhase(Step, kind="operation phase"):
    """One company after the other."""

    left: Open[list[str]] = []
    """Which companies still operate, in order."""

    def begin(self, table: City) -> None:
        """Set the order; moving up during the phase gives no second turn."""
        self.left = list(table.appeal_order)
        self.go_on(table)

    def go_on(self, table: City) -> None:
        """Let companies that can do nothing but end operate at once."""
        while self.left and only_ends(table, self.left[0]):
            self.operate(table, (Settle(pay=False),))

    def operate(self, table: City, parts: Sequence[Move]) -> None:
        """Let the next company operate."""
        play_parts(table, operation(table, self.left.pop(0)), parts)
        supply_chain.slide_and_refill(table)

    def list_asked_seats(self, table: City) -> Collection[Seat]:
        """Ask the director of the next company."""
        return [table.director(self.left[0])] if self.left else ()

    def build_question(self, table: City, seat: Seat) -> Question:
        """Offer plans, or ask for one of one's own."""
        company, name = self.left[0], table.name(self.left[0])
        firm = table.companies[company]
        whole = ask_for_a_turn(
            table,
            operation(table, company),
            Operate,
            RULE,
            f"How does {name} operate?",
            "Buy or trade cubes (two equal ones for any other), run factories, sell goods, then pay out or keep. "
            "You can change everything until you send it. "
            "Lines with the same letter lie at the same place of the picture.",
        )
        return ChooseOrCompose(
            prompt=f"{table.year}: how does {name} operate (treasury ${firm.cash}, price ${firm.price})?",
            rule=RULE,
            help=f"{_describe_obstacle(table, company)}Take a ready-made operation, or build your own. "
            f"If ${firm.price} or more is paid out in all, the price rises a step; two steps from ${2 * firm.price}.",
            about=whole.about,
            options=tuple(offered(table, company)),
            otherwise=whole,
            opens="Your own plan",
        )

    def answer(self, table: City, seat: Seat, move: Operate) -> None:
        """Play the operation."""
        self.operate(table, move.parts)
        self.go_on(table)

    def get_default_move(self, table: City, seat: Seat) -> Move | None:
        """Return the operation of a company whose director is late."""
        return late(table, self.left[0])

    def get_title(self, table: City) -> str:
        """Return whose company operates."""
        if not self.left:
            return RULE
        company = self.left[0]
        return f"{table.year}, Operation phase: {mark(table.director(company))} operates {table.name(company)}"


def only_ends(table: City, company: str) -> bool:
    """Whether a company's operation can do nothing but end."""
    turn = operation(table, company)
    return len([*islice(turn.list_options(begin_on_copy(table, turn)), 2)]) == 1


def _describe_obstacle(table: City, company: str) -> str:
    """Return why a factory cannot run: the first one for want of cubes, or else one for want of workers."""
    obstacle = () if open_spots(table, company)[0] else find_obstacle(table, company)
    return f"{obstacle[0]} " if obstacle else short_of_staff(table, company)


def short_of_staff(table: City, company: str) -> str:
    """Return which factory cannot run for want of workers, and so stops those behind it; nothing where all can."""
    for number, spots in enumerate(open_spots(table, company), 1):
        if spots:
            return f"Factory {number} cannot run: it is {format_count(spots, 'worker')} short. "
    return ""
