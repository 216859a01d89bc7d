"""Phase 4: activating workers.

Everybody may activate any number of workers. Nobody takes anything from another, so all are asked at once. A player who
is done with their departments activates while others still use theirs (CG-10). (Rulebook "Activate workers".)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import TYPE_CHECKING

from bot.engine.drafting import play_parts
from bot.engine.multi_step import ChooseOrCompose
from bot.engine.questions import Option, Question
from bot.engine.records import Move, Seat
from bot.engine.secrecy import Open
from bot.engine.table import Step
from bot.engine.words import format_count, format_list
from bot.games.carnegie.components import CELLS
from bot.games.carnegie.moves import Plan, StandUp
from bot.games.carnegie.rules.company import brief_cell_name
from bot.games.carnegie.rules.planning import Working, about, ask_for_a_plan
from bot.games.carnegie.rules.standing_up import able, cheapest_first, prices
from bot.games.carnegie.rules.vocabulary import shorten_long_label

if TYPE_CHECKING:
    from bot.games.carnegie.table import Carnegie

RULE = "Phase 4: Activate workers"


class Activation(Step, kind="activation"):
    """Everybody may activate workers."""

    waiting: Open[list[Seat]] = []

    def begin(self, table: Carnegie) -> None:
        """Ask those who have somebody to activate, and have not been asked."""
        self.waiting = to_activate(table, table.in_order())

    def list_asked_seats(self, table: Carnegie) -> Collection[Seat]:
        """Ask all at once."""
        return self.waiting

    def get_identity(self, table: Carnegie, seat: Seat) -> str:
        """Return an identity that is the same for any set of asked seats."""
        return f"activation {table.round}"

    def build_question(self, table: Carnegie, seat: Seat) -> Question:
        """Ask whom it activates."""
        everybody, spent = cheapest_first(table, seat)
        names = [brief_cell_name(table, seat, order.cell) for order in everybody.orders if isinstance(order, StandUp)]
        worth = (
            f"Each active worker scores {table.box.terms.worker_vp} VP at the end."
            if table.is_last_round
            else "Only active workers can be used."
        )
        options = []
        if names:
            whom = format_count(len(names), "worker") + (
                ", the cheapest first," if len(names) < able(table, seat) else ""
            )
            counts = Counter(names)
            each = len(counts) == len(names)
            where = format_list(name if each else f"{count} in {name}" for name, count in counts.items())
            hint = f"{where}. Leaves ${table.everybody[seat].money - spent}."
            label = f"Activate {whom} for ${spent}"
            short = shorten_long_label(label, f"Activate {len(names)}, cheapest first, for ${spent}")
            options.append(Option(everybody, label, "", hint[:100], hint, short))
        options.append(Option(Plan(), "Activate nobody"))
        return ChooseOrCompose(
            prompt=f"Round {table.round}: which workers do you activate?",
            rule=RULE,
            help=f"You have ${table.everybody[seat].money}. {worth}",
            about=about(table, seat),
            options=tuple(options),
            otherwise=ask_for_a_plan(table, Working(seat=seat, stands=True), "Whom do you activate?", RULE),
            opens="Choose whom",
        )

    def answer(self, table: Carnegie, seat: Seat, move: Plan) -> None:
        """Activate them."""
        self.waiting.remove(seat)
        table.everybody[seat].activated = table.round
        play_parts(table, Working(seat=seat, stands=True), move.orders)

    def get_default_move(self, table: Carnegie, seat: Seat) -> Move:
        """Activate only those who cost nothing."""
        return cheapest_first(table, seat, 0)[0]

    def get_title(self, table: Carnegie) -> str:
        """Return what happens."""
        return "Activating workers"


def to_activate(table: Carnegie, seats: Collection[Seat]) -> list[Seat]:
    """Return which of these seats have somebody to activate and have not yet done so in this round."""
    return [
        seat
        for seat in seats
        if table.everybody[seat].activated < table.round and any(prices(table, seat, cell) for cell in CELLS)
    ]
