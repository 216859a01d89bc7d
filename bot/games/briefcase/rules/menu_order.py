"""Menu order of the plays of a turn, the best ones first.

Answers and their positions stay as they are. (How it is asked is ours.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from bot.engine.questions import Option
from bot.engine.records import Seat
from bot.games.briefcase.moves import ActivateCompany, BuyCompany, BuyResources, HireCompany, MoveBlock
from bot.games.briefcase.rules.block_effects import rank_block
from bot.games.briefcase.rules.game_end import count_points_by_activating, worth
from bot.games.briefcase.rules.in_words import find_scoring
from bot.games.briefcase.rules.paying import find_aim, find_first_activation, is_all_needed, missing
from bot.games.briefcase.rules.stakes import list_waiting

if TYPE_CHECKING:
    from bot.games.briefcase.table import Briefcase


def order_options(table: Briefcase, seat: Seat, offered: Sequence[Option]) -> Sequence[int]:
    """Return the options' positions in menu order; empty if they are in this order already."""
    order = list(range(len(offered)))
    for moved in (
        _order_purchases(table, seat, offered),
        *_order_activations(table, seat, offered),
        _order_hires(table, offered),
        _order_blocks(table, seat, offered),
    ):
        for at, position in zip(sorted(moved), moved, strict=True):
            order[at] = position
    return () if order == sorted(order) else order


def _order_purchases(table: Briefcase, seat: Seat, offered: Sequence[Option]) -> Sequence[int]:
    """Return the positions of purchases: resources that are all needed, then companies, then other resources."""
    resources = _order_resources(table, seat, offered)
    stored, waiting = table.means(seat).resources, list_waiting(table, seat)
    bought = {at: offered[at].move for at in resources}
    needed = [
        at
        for at, move in bought.items()
        if isinstance(move, BuyResources) and is_all_needed(stored, move.resources, waiting)
    ]
    return [*needed, *_order_companies(table, seat, offered), *(at for at in resources if at not in needed)]


def _order_resources(table: Briefcase, seat: Seat, offered: Sequence[Option]) -> Sequence[int]:
    """Return the positions of purchases, from the smallest after which most can be scored by a first activation.

    Then come those with most of what the next company to activate lacks, the smallest first.
    """
    there = {at: option.move for at, option in enumerate(offered) if isinstance(option.move, BuyResources)}
    means = table.means(seat)
    waiting = list_waiting(table, seat)
    points = {card.id: count_points_by_activating(table, seat, card) for card in waiting}
    opened = {at: find_first_activation(means, move, waiting, points) for at, move in there.items()}
    scores = {at: -1 if card is None else points[card.id] for at, card in opened.items()}
    opens = table.level_1_activated(seat) < table.box.terms.activated_level_1
    aim = find_aim(means.resources, waiting, points, opens=opens)
    ways = [Counter(way) for way in missing(means.resources, aim.units)] if aim is not None else []

    def rank(at: int) -> tuple[int, int, int, int]:
        bought = Counter(there[at].resources)
        nearer = max(((bought & way).total() for way in ways), default=0)
        sized = bought.total() if scores[at] >= 0 or nearer else 0
        return -scores[at], 0 if scores[at] >= 0 else -nearer, sized, at

    return sorted(there, key=rank)


def _order_companies(table: Briefcase, seat: Seat, offered: Sequence[Option]) -> Sequence[int]:
    """Return the positions of companies for sale, from those that lack least; of equal ones the most valuable first."""
    there = {
        at: table.card(option.move.company) for at, option in enumerate(offered) if isinstance(option.move, BuyCompany)
    }
    resources = table.means(seat).resources
    lacking = {at: min(map(len, missing(resources, card.units)), default=0) for at, card in there.items()}
    return sorted(there, key=lambda at: (lacking[at], -there[at].points, at))


def _order_hires(table: Briefcase, offered: Sequence[Option]) -> Sequence[int]:
    """Return the positions of hires, from those that give most Buys.

    Equal companies are next to each other, first that of the owner with fewest points, whom the payment helps least.
    """
    there = {at: option.move for at, option in enumerate(offered) if isinstance(option.move, HireCompany)}

    def rank(at: int) -> tuple[int, int, int, int, int]:
        card = table.card(there[at].company)
        points = worth(table, there[at].owner)
        return -card.production.get("buy", 0), -len(card.output), card.number, points, at

    return sorted(there, key=rank)


def _order_blocks(table: Briefcase, seat: Seat, offered: Sequence[Option]) -> Sequence[int]:
    """Return the positions of moved blocks, from the most harm to others down to harm to oneself.

    Companies that can be bought stand before others, and as in their own menu, for a picture's letters begin with them.
    """
    blocks = {at: option.move for at, option in enumerate(offered) if isinstance(option.move, MoveBlock)}
    ranks = {at: rank_block(table, seat, move) for at, move in blocks.items()}
    menu = [option.move for option in (offered[at] for at in _order_companies(table, seat, offered))]
    for_sale = {move.company: number for number, move in enumerate(menu) if isinstance(move, BuyCompany)}
    number = {at: for_sale.get(move.to or "", len(for_sale)) for at, move in blocks.items()}
    return sorted(blocks, key=lambda at: (ranks[at], number[at]))


def _order_activations(table: Briefcase, seat: Seat, offered: Sequence[Option]) -> Iterator[Sequence[int]]:
    """Yield the positions of the activations of each menu: those that score most first, then other first ones."""
    there = {at: option.move.company for at, option in enumerate(offered) if isinstance(option.move, ActivateCompany)}
    if not there:
        return
    scoring = find_scoring(table, seat, [option.move for option in offered])
    for group in dict.fromkeys(offered[at].group for at in there):
        members = [at for at in there if offered[at].group == group]
        yield sorted(members, key=lambda at: (-scoring.get(there[at], -1), at))
