"""A copy of the table for trying a move before it is made, to show its real effects.

(How this is shown is our own.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.records import Seat
from bot.engine.what_if import copy_record

if TYPE_CHECKING:
    from bot.games.carnegie.table import Carnegie


def draft(table: Carnegie, seat: Seat) -> Carnegie:
    """Return a table on which a seat's orders can be tried: all that they can change is a copy, the rest is shared.

    A whole copy takes many times as long, and one is made for each order that is looked at.
    """
    found = table.model_copy()
    found.everybody = {**table.everybody, seat: copy_record(table.everybody[seat])}
    found.display = list(table.display)
    found.spaces = {city: list(spaces) for city, spaces in table.spaces.items()}
    found.chart = {space: list(owners) for space, owners in table.chart.items()}
    found.ends = {region: list(owners) for region, owners in table.ends.items()}
    found._told = []
    return found
