"""Setup.

Resources, decision cards and victory point cards are laid out by the number of players; two resource blocks go on
two random piles. Everybody gets a deactivated Power Plant and a shuffled deck of three Buys, three Activates and six
Obstacles, and draws a hand. (Rulebook "Setup".)
"""

from __future__ import annotations

from bot.engine.chance import Chance
from bot.games.briefcase.components import BASIC, DECISIONS, BriefcaseBox
from bot.games.briefcase.news import GameOpened
from bot.games.briefcase.rules.company_sets import BriefcaseOptions, choose_portfolio
from bot.games.briefcase.rules.discard_and_draw import draw
from bot.games.briefcase.rules.turn import Turn
from bot.games.briefcase.table import Briefcase, Owned, Player


def set_up(options: BriefcaseOptions, players: int, seed: str, box: BriefcaseBox) -> Briefcase:
    """Return a table whose first turn has not begun; the same seed gives the same table."""
    chance = Chance(seed=seed)
    layout = box.players[players]
    deck = [card for card in DECISIONS for _ in range(box.starting_deck.get(card, 0))]
    first = 1 if options.starting_player == "first seat" else chance.draw_below(players) + 1
    blocked = sorted(chance.shuffled(BASIC)[: box.terms.resource_blocks], key=BASIC.index)
    table = Briefcase(
        players=players,
        chance=chance,
        agenda=[Turn(seat=first)],
        options=options,
        first=first,
        active=first,
        market=dict(layout.market),
        bank={card: layout.bank[card] - players * box.starting_deck.get(card, 0) for card in DECISIONS},  # BC-1, BC-2
        central_bank=layout.central_bank,
        resource_blocks=blocked,
        company_blocks=[None] * layout.company_blocks,
        everybody={
            seat: Player(deck=chance.shuffled(deck), companies=[Owned(company=box.starting_company)])
            for seat in range(1, players + 1)
        },
    )
    table._box = box
    table.tell(GameOpened(first=first, blocked=blocked))
    choose_portfolio(table)
    for seat in [first, *table.iterate_clockwise_from(first)]:
        draw(table, seat, box.terms.hand)
    return table
