"""The turn of the rulebook's example, in which Ann buys what her Power Plant needs and activates it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine import play
from bot.engine.example import Example
from bot.engine.records import Move, Seat
from bot.games.briefcase.components import BOX, Decision
from bot.games.briefcase.moves import ActivateCompany, BuyResources, EndTurn, Spent, Use
from bot.games.briefcase.rules.company_sets import BriefcaseOptions
from bot.games.briefcase.rules.setup import set_up
from bot.games.briefcase.table import Briefcase

ANN = 1
HAND: Sequence[Decision] = ("buy", "buy", "activate", "obstacle")

PLAYED: tuple[tuple[Seat, Move], ...] = (
    (ANN, BuyResources(resources=("personnel", "steel"), cards=(Use(card="buy"), Use(card="buy")))),
    (
        ANN,
        ActivateCompany(
            company=BOX.starting_company,
            cards=(Use(card="activate"),),
            pay=(Spent(unit="personnel", resource="personnel"), Spent(unit="steel", resource="steel")),
        ),
    ),
    (ANN, EndTurn()),
)


def dealt() -> Briefcase:
    """Return the table on which Ann's first turn begins."""
    options = BriefcaseOptions(starting_player="first seat")
    table = play.begin(set_up(options, 2, "an example turn", BOX)).table
    table.resource_blocks = ["concrete", "paper"]
    ann = table.everybody[ANN]
    deck = [*ann.deck, *ann.hand]
    for card in HAND:
        deck.remove(card)
    ann.deck, ann.hand = deck, list(HAND)
    return table


def after() -> Briefcase:
    """Return the table after that turn."""
    table = dealt()
    for seat, move in PLAYED:
        table = play.play(table, seat, move).table
    return table


EXAMPLE = Example("An example turn", ("Ann", "Bob"), "board", after)
