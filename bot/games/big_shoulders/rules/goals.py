"""Public goals: at the end each is worth $200 to its leader, and as much to everybody tied.

Nobody leads with none. Staff, workers, tokens and assets count for the director of their company. (Rules 14.)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bot.engine.records import Seat
from bot.games.big_shoulders.components import Measure
from bot.games.big_shoulders.rules.charter import Company

if TYPE_CHECKING:
    from bot.games.big_shoulders.table import City


def count(table: City, measure: Measure, seat: Seat) -> int:
    """Return how much of a goal a seat has."""
    certificates = table.everybody[seat].certificates.values()
    match measure:
        case "partners":
            return table.everybody[seat].partners
        case "common":
            return sum(owned.common for owned in certificates)
        case "preferred":
            return sum(owned.preferred for owned in certificates)
        case _:
            return of_companies([table.companies[company] for company in table.directed(seat)], measure)


def of_companies(firms: Sequence[Company], measure: Measure) -> int:
    """Return how much of a goal the companies have that a seat directs."""
    factories = [factory for firm in firms for factory in firm.factories]
    match measure:
        case "managers":
            return sum(factory.manager for factory in factories)
        case "salespeople":
            return sum(firm.salespeople for firm in firms)
        case "assets":
            return sum(firm.asset is not None for firm in firms)
        case "workers":
            return sum(factory.workers for factory in factories)
        case "automation":
            return sum(factory.automated for factory in factories)
        case "appeal":
            return max((firm.appeal for firm in firms), default=0)
        case "treasury":
            return max((firm.cash for firm in firms), default=0)
        case "partners" | "common" | "preferred":
            return 0  # which players have, not companies


def in_words(measure: Measure, has: int) -> str:
    """Format a player's count for a goal."""
    return f"${has}" if measure == "treasury" else str(has)


def leaders(table: City, measure: Measure) -> tuple[list[Seat], int]:
    """Return who leads in a goal, all who are level, and with how much."""
    counts = {seat: count(table, measure, seat) for seat in table.seats}
    most = max(counts.values())
    return [seat for seat in table.seats if most and counts[seat] == most], most


def rewards(table: City) -> dict[Seat, int]:
    """Return what each seat's goals are worth as things stand."""
    won = [seat for measure in table.goals for seat in leaders(table, measure)[0]]
    return {seat: won.count(seat) * table.box.terms.goal_reward for seat in table.seats}
