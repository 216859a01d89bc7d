"""Stops of players who had to wait for others within a step, and then took nothing that those could have taken.

Only Carnegie holds players back like that; elsewhere it is simply another player's turn.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.engine import play
from bot.engine.records import Seat
from bot.engine.table import Table
from bot.games.carnegie.rules.departments import UseDepartments
from bot.games.carnegie.rules.shared_things import ANYTHING, describe_things
from bot.games.carnegie.table import Carnegie


@dataclass
class HeldBack:
    """The players held back at a table, and the things that others could have taken before they act."""

    waited: set[Seat] = field(default_factory=set)
    """Who had to wait in the present step."""
    things: tuple[object, ...] = ()
    """What lies there to be taken before the answer that is looked at."""

    def look(self, table: Table, seat: Seat) -> None:
        """Look at the table before an answer of this seat."""
        step = table.agenda[0]
        if not isinstance(table, Carnegie) or not isinstance(step, UseDepartments):
            self.waited.clear()
            return
        self.waited.update(one for one in step.waiting if one not in play.list_asked_seats(table))
        self.waited.intersection_update(step.waiting)
        self.things = describe_things(table, (ANYTHING,)) if seat in self.waited else ()

    def took_nothing(self, table: Table, seat: Seat) -> bool:
        """Return whether this seat, which has just answered, had been held back for nothing."""
        if seat not in self.waited or not isinstance(table, Carnegie):
            return False
        self.waited.discard(seat)
        return describe_things(table, (ANYTHING,)) == self.things
