"""The five decades: Stock, Building, Action and Operation phase, then Cleanup, except in the last one.

(Rules 1.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.secrecy import Open
from bot.engine.table import Step
from bot.games.big_shoulders.news import DecadeBegan
from bot.games.big_shoulders.rules.action_phase import ActionPhase
from bot.games.big_shoulders.rules.building_phase import BuildingPhase
from bot.games.big_shoulders.rules.cleanup import Cleanup
from bot.games.big_shoulders.rules.end_of_game import finish
from bot.games.big_shoulders.rules.operation_phase import OperationPhase
from bot.games.big_shoulders.rules.stock_phase import StockPhase

if TYPE_CHECKING:
    from bot.games.big_shoulders.table import City


class Decade(Step, kind="decade"):
    """One decade, then the next."""

    number: Open[int]

    def begin(self, table: City) -> None:
        """Begin it with the Stock phase."""
        table.decade = self.number
        worth = {seat: table.net_worth(seat) for seat in table.seats}
        table.tell(DecadeBegan(decade=self.number, year=table.year, worth=worth))
        table.next(StockPhase(), BuildingPhase(), ActionPhase(), OperationPhase())

    def end(self, table: City) -> None:
        """Keep what everything is worth now; clean up for the next decade, or finish the game."""
        for firm in table.companies.values():
            firm.history.append(firm.price)
        for seat, player in table.everybody.items():
            player.history.append(table.net_worth(seat))
        if self.number == table.box.terms.last_decade:
            finish(table)
        else:
            table.next(Cleanup(), Decade(number=self.number + 1))
