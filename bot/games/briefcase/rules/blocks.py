"""Block and unblock; Obstacle decision cards.

Nobody can buy from a blocked pile. Any two equal decision cards move a block to another pile of its kind: the resource
blocks among the four basic resources, the company blocks among the companies on offer. Two blocks never lie on the
same pile. (Rulebook "Obstacle", "Block and unblock".)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.records import Seat
from bot.games.briefcase.components import BASIC, DECISIONS, Decision
from bot.games.briefcase.moves import MoveBlock, Use
from bot.games.briefcase.news import BlockMoved
from bot.games.briefcase.rules.buying import play_cards
from bot.games.briefcase.rules.paying import WORTH
from bot.games.briefcase.rules.vocabulary import amounts, resource

if TYPE_CHECKING:
    from bot.games.briefcase.table import Briefcase


def pairs(table: Briefcase, seat: Seat) -> list[Decision]:
    """Return which equal cards the seat could move a block with, the least useful first; only real cards (BC-18)."""
    hand = table.everybody[seat].hand
    enough = [card for card in DECISIONS if hand.count(card) >= table.box.terms.equal_cards_for_a_block]
    return sorted(enough, key=lambda card: (WORTH[card], DECISIONS.index(card)))


def resource_block_moves(table: Briefcase) -> list[tuple[str, str]]:
    """Return from where and to where resource blocks can be moved."""
    free = [name for name in BASIC if table.market[name] and name not in table.resource_blocks]
    return [(start, to) for start in table.resource_blocks for to in free]


def company_block_moves(table: Briefcase) -> list[tuple[str | None, str | None]]:
    """Return from where and to where company blocks can be moved; off the portfolio only if nowhere else (BC-8)."""
    free = [company for company, left in table.portfolio.items() if left and not table.is_blocked(company)]
    moves: list[tuple[str | None, str | None]] = []
    for start in dict.fromkeys(table.company_blocks):
        moves += [(start, to) for to in free]
        if not free and start is not None:
            moves.append((start, None))
    return moves


def move_block(table: Briefcase, seat: Seat, move: MoveBlock) -> None:
    """Play the equal cards and move the block."""
    count = table.box.terms.equal_cards_for_a_block
    play_cards(table, seat, [Use(card=move.card)] * count)
    if move.what == "resource" and move.start is not None and move.to is not None:
        at = table.resource_blocks.index(resource(move.start))
        table.resource_blocks[at] = resource(move.to)
    else:
        table.company_blocks[table.company_blocks.index(move.start)] = move.to
    table.tell(
        BlockMoved(
            seat=seat,
            what=move.what,
            start=place_name(table, move.start),
            to=place_name(table, move.to),
            cards=amounts({move.card: count}),
        )
    )


def place_name(table: Briefcase, place: str | None) -> str | None:
    """Return how a place of a block is called; None: beside the portfolio."""
    if place is None:
        return None
    return table.card(place).name if place in table.portfolio else place.capitalize()
