"""Activate the Central Bank.

With two activated companies of the first level, an Activate lets a player give any number of Buys from the hand to
the Central Bank: they leave the game, and each is worth a victory point card, as long as there are any. Only real
Buys count. (Rulebook "Activate the Central Bank"; fine point 3.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.records import Seat
from bot.games.briefcase.moves import Invest
from bot.games.briefcase.news import Invested
from bot.games.briefcase.rules.buying import play_cards
from bot.games.briefcase.rules.vocabulary import said_uses

if TYPE_CHECKING:
    from bot.games.briefcase.table import Briefcase


def why_not_invested(table: Briefcase, seat: Seat) -> str | None:
    """Return why the Central Bank is closed to this seat; None: it is open (BC-15)."""
    needed = table.box.terms.activated_level_1
    if not table.central_bank:
        return "no victory point cards are left"
    if table.level_1_activated(seat) < needed:
        return f"it needs {needed} activated level 1 companies"
    return None


def describe_central_bank(table: Briefcase) -> str:
    """Return what the Central Bank is for, and how many points it still has."""
    return f"Central Bank (1 point for each Buy paid in; {table.central_bank} left)"


def invest(table: Briefcase, seat: Seat, move: Invest) -> None:
    """Give up the Buys and take the points."""
    play_cards(table, seat, move.cards)
    for _ in range(move.buys):
        table.leave_hand(seat, "buy")
    table.removed["buy"] = table.removed.get("buy", 0) + move.buys
    table.central_bank -= move.buys
    table.everybody[seat].points += move.buys
    table.this_turn.progress = True
    table.tell(Invested(seat=seat, buys=move.buys, cards=said_uses(move.cards, table.box), left=table.central_bank))
