"""Partners: everybody starts with some and can gain three more.

One comes in the third decade, one when their company first reaches space 9 of the appeal track, and one when
all factories of their first company run in one operation. (Rules 8.1 and 8.3.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.records import Seat
from bot.games.big_shoulders.news import PartnerGained, WhyPartner

if TYPE_CHECKING:
    from bot.games.big_shoulders.table import City


def gain_partner(table: City, seat: Seat, why: WhyPartner) -> None:
    """Give a seat a partner, who can be placed at once in the Action phase."""
    player = table.everybody[seat]
    player.partners += 1
    if why != "factories":
        player.ready += 1
    player.gained.append(why)
    table.tell(PartnerGained(seat=seat, why=why, partners=player.partners))


def reward_full_operation(table: City, company: str) -> None:
    """Give a company's director a partner if they gain one now that all its factories ran."""
    if brings_partner(table, company):
        gain_partner(table, table.director(company), "factories")


def brings_partner(table: City, company: str) -> bool:
    """Whether its director gains a partner when all factories of a company run.

    It happens once, with their first company, or with any since they have lost that one.
    """
    seat = table.director(company)
    player = table.everybody[seat]
    lost = table.director(player.first) != seat if player.first is not None else False
    return "factories" not in player.gained and (company == player.first or lost)
