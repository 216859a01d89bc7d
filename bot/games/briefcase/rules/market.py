"""The resource market: resources for sale, their prices, and exhausted piles.

The four basic resources cost one Buy each; imported ones cost two and are for sale only once a basic pile is empty.
When a first pile is empty one resource block leaves the game at random, with the second the other one; when only two
piles are left, the game ends. (Rulebook "Purchase resources from the market", "Removing Blocks", "Game end".)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.records import Seat
from bot.games.briefcase.components import BASIC, SOLD, Resource
from bot.games.briefcase.news import PileExhausted
from bot.games.briefcase.rules.game_end import check_the_end

if TYPE_CHECKING:
    from bot.games.briefcase.table import Briefcase


def imported_is_sold(table: Briefcase) -> bool:
    """Whether imported resources are for sale: as soon as a basic pile is empty (BC-5)."""
    return any(not table.market[resource] for resource in BASIC)


def why_not_sold(table: Briefcase, seat: Seat) -> dict[Resource, str | None]:
    """Return each resource with why the seat cannot buy it now, however many Buys it has; None: it can."""
    market, blocks, cargo = table.market, table.resource_blocks, table.this_turn.cargo
    ignores_a_block = bool(blocks and table.abilities(seat, "ignore a block"))
    found: dict[Resource, str | None] = {}
    for resource in SOLD:
        why = None
        if not market[resource]:
            why = "the pile is empty"
        elif resource == "imported" and not imported_is_sold(table):
            why = "not for sale before Personnel, Steel, Concrete or Paper is sold out"
        elif resource in blocks and not (ignores_a_block and cargo in (None, resource)):
            why = "blocked"
        found[resource] = why
    return found


def for_sale(table: Briefcase, seat: Seat) -> list[Resource]:
    """Return what the seat may buy now."""
    return [resource for resource, why_not in why_not_sold(table, seat).items() if why_not is None]


def take_from_market(table: Briefcase, resource: Resource) -> None:
    """Take a resource from its pile; if that was the last one, a block may go and the game may end."""
    table.market[resource] -= 1
    if table.market[resource]:
        return
    opens = not any(other in BASIC for other in table.exhausted) and resource in BASIC
    table.exhausted.append(resource)
    block: Resource | None = None
    if table.resource_blocks:
        block = table.resource_blocks.pop(table.chance.draw_below(len(table.resource_blocks)))  # BC-9
    table.tell(PileExhausted(resource=resource, block=block, opens_imported=opens))
    check_the_end(table)
