"""Menu order of the plays of a turn, the best ones first.

Answers and their positions stay as they are. (How it is asked is ours.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from bot.engine.questions import Option
from bot.engine.records import Seat
from bot.games.briefcase.moves import ActivateCompany, BuyCompany, MoveBlock
from bot.games.briefcase.rules.block_effects import rank_block
from bot.games.briefcase.rules.in_words import find_scoring

if TYPE_CHECKING:
    from bot.games.briefcase.table import Briefcase


def order_options(table: Briefcase, seat: Seat, offered: Sequence[Option]) -> Sequence[int]:
    """Return the options' positions in menu order; empty if they are in this order already."""
    order = list(range(len(offered)))
    for moved in (_order_blocks(table, seat, offered), *_order_activations(table, seat, offered)):
        for at, position in zip(sorted(moved), moved, strict=True):
            order[at] = position
    return () if order == sorted(order) else order


def _order_blocks(table: Briefcase, seat: Seat, offered: Sequence[Option]) -> Sequence[int]:
    """Return the positions of moved blocks, from the most harm to others down to harm to oneself.

    Companies that can be bought stand before others, for a picture's letters begin with them. Blocks that are in this
    order already keep theirs.
    """
    blocks = {at: option.move for at, option in enumerate(offered) if isinstance(option.move, MoveBlock)}
    ranks = {at: rank_block(table, seat, move) for at, move in blocks.items()}
    if sorted(blocks, key=ranks.__getitem__) == list(blocks):
        return list(blocks)
    for_sale = {option.move.company for option in offered if isinstance(option.move, BuyCompany)}
    elsewhere = {at: move.what == "company" and move.to not in for_sale for at, move in blocks.items()}
    return sorted(blocks, key=lambda at: (ranks[at], elsewhere[at]))


def _order_activations(table: Briefcase, seat: Seat, offered: Sequence[Option]) -> Iterator[Sequence[int]]:
    """Yield the positions of the activations of each menu: those that score most first, then other first ones."""
    there = {at: option.move.company for at, option in enumerate(offered) if isinstance(option.move, ActivateCompany)}
    if not there:
        return
    scoring = find_scoring(table, seat, [option.move for option in offered])
    for group in dict.fromkeys(offered[at].group for at in there):
        members = [at for at in there if offered[at].group == group]
        yield sorted(members, key=lambda at: (-scoring.get(there[at], -1), at))
