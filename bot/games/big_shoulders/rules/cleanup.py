"""Cleanup: supply chain, asset row, demand board and partners are made ready for the next decade.

Cubes at $10 go to Haymarket Square; the cheapest asset leaves; full demand tiles and those without places leave, the
others slide. Partners come back, assets are ready again. There is none after the last decade. (Rules 13.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.table import Step
from bot.games.big_shoulders.rules import capital_assets, demand_board, supply_chain

if TYPE_CHECKING:
    from bot.games.big_shoulders.table import City


class Cleanup(Step, kind="cleanup"):
    """The end of a decade."""

    def begin(self, table: City) -> None:
        """Do all of it, in order."""
        if not table.options.supply_rows:
            cheapest = table.supply[0]
            for cube, count in cheapest.items():
                table.haymarket[cube] += count
            cheapest.clear()
            supply_chain.slide_and_refill(table)
        capital_assets.clean_up(table)
        demand_board.refill(table)
        table.partners_on.clear()
        for player in table.everybody.values():
            player.ready = player.partners
