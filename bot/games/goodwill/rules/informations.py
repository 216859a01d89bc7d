"""1 - Informations.

Four pairs of an event and a percentage are laid face down on the information board; a pair is one
information. Every seat may look at the slots its tab names, as often as it likes during the year.
At the end of the year three of the four come true. (Rulebook "1 - Informations".)
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from bot.engine.table import Step
from bot.games.goodwill.news import InformationsSeen

if TYPE_CHECKING:
    from bot.games.goodwill.table import Goodwill


class Informations(Step, kind="informations"):
    """Draw a pair for each slot; everybody looks at the informations they are allowed to see."""

    def begin(self, table: Goodwill) -> None:
        """Lay the pairs out and let every seat look."""
        table.place_informations()
        for seat in table.seats:
            seen = [table.information_card(slot) for slot in table.slots_of(seat)]
            table.tell(InformationsSeen(year=table.year, seat=seat, informations=seen), to=[seat])


def tab_slots(tabs: tuple[tuple[int, ...], ...], seat: int, players: int, turned: int) -> tuple[int, ...]:
    """Return the slots the seat may see, 1 being the first.

    Which tab sees which pair is ours (GW-6). `turned` is by how many seats the tabs have moved on:
    with three and five players some pairs are shared by fewer people, so they rotate (GW-7).
    """
    return tabs[(seat - 1 + turned) % players]


@cache
def tab_viewers(tabs: tuple[tuple[int, ...], ...], slot: int, players: int, turned: int) -> frozenset[int]:
    """Return the seats that may see the slot; see `tab_slots`."""
    return frozenset(seat for seat in range(1, players + 1) if slot in tab_slots(tabs, seat, players, turned))
