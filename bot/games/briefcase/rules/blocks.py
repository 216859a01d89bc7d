"""Block and unblock; Obstacle decision cards.

Nobody can buy from a blocked pile. Any two equal decision cards move a block to another pile of its kind: the resource
blocks among the four basic resources, the company blocks among the companies on offer. Two blocks never lie on the
same pile. (Rulebook "Obstacle", "Block and unblock".)
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from bot.engine.records import Seat
from bot.games.briefcase.components import BASIC, DECISIONS, Decision
from bot.games.briefcase.moves import MoveBlock, Use
from bot.games.briefcase.news import BlockMoved
from bot.games.briefcase.rules.buying import play_cards
from bot.games.briefcase.rules.paying import REMEMBERED, WORTH, Amounts, Cards
from bot.games.briefcase.rules.vocabulary import resource, several

if TYPE_CHECKING:
    from bot.games.briefcase.table import Briefcase


def pairs(table: Briefcase, cards: Cards) -> Sequence[Decision]:
    """Return which equal cards could move a block, the least useful first; only real cards (BC-18)."""
    return _pairs(cards.hand, table.box.terms.equal_cards_for_a_block)


@lru_cache(REMEMBERED)
def _pairs(hand: Amounts, needed: int) -> Sequence[Decision]:
    enough = [card for card, count in zip(DECISIONS, hand, strict=True) if count >= needed]
    return sorted(enough, key=lambda card: (WORTH[card], DECISIONS.index(card)))


def resource_block_moves(table: Briefcase, card: Decision) -> Sequence[MoveBlock]:
    """Return from where and to where resource blocks can be moved with these equal cards."""
    free = [name for name in BASIC if table.market[name] and name not in table.resource_blocks]
    return _moves("resource", tuple(table.resource_blocks), tuple(free), card)


def company_block_moves(table: Briefcase, card: Decision) -> Sequence[MoveBlock]:
    """Return from where and to where company blocks can be moved; off the portfolio only if nowhere else (BC-8)."""
    blocked = tuple(dict.fromkeys(table.company_blocks))
    free = [company for company, left in table.portfolio.items() if left and company not in blocked]
    if free:
        return _moves("company", blocked, tuple(free), card)
    return _moves("company", tuple(company for company in blocked if company is not None), (None,), card)


@lru_cache(REMEMBERED)
def _moves(
    what: Literal["resource", "company"], starts: tuple[str | None, ...], free: tuple[str | None, ...], card: Decision
) -> Sequence[MoveBlock]:
    return tuple([_move(what, start, to, card) for start in starts for to in free])


@lru_cache(REMEMBERED)
def _move(what: Literal["resource", "company"], start: str | None, to: str | None, card: Decision) -> MoveBlock:
    return MoveBlock(what=what, start=start, to=to, card=card)


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
            cards=several(move.card, count),
        )
    )


def place_name(table: Briefcase, place: str | None) -> str | None:
    """Return how a place of a block is called; None: beside the portfolio."""
    if place is None:
        return None
    return table.card(place).name if place in table.portfolio else place.capitalize()
