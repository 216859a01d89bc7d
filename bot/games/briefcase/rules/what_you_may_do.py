"""Play decision cards: the plays that a hand allows now.

Cards may be played in any order, or not at all. Each play is offered with one payment, see `proposing`; for another one
see `paying_otherwise`. Texts of plays are in `in_words`, reasons for impossible ones in `out_of_reach`. (Rulebook "A.
Play decision cards"; how it is asked is ours.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from bot.engine.records import Move, Seat
from bot.games.briefcase.components import Decision
from bot.games.briefcase.moves import (
    ActivateCompany,
    BuyCompany,
    BuyResources,
    DrawExtra,
    EndTurn,
    Exchange,
    HireCompany,
    Invest,
    Use,
)
from bot.games.briefcase.rules.blocks import company_block_moves, pairs, resource_block_moves
from bot.games.briefcase.rules.buying import Pile, baskets, piles, why_not_bought
from bot.games.briefcase.rules.central_bank import why_not_invested
from bot.games.briefcase.rules.hiring import hireable, ways_to_hire
from bot.games.briefcase.rules.paying import (
    REMEMBERED,
    Cards,
    Means,
    cheapest_cards,
    taken,
    ways_to_pay,
    ways_to_play,
)
from bot.games.briefcase.rules.proposing import propose
from bot.games.briefcase.rules.vocabulary import in_order

if TYPE_CHECKING:
    from bot.games.briefcase.table import Briefcase


END = EndTurn()


def what_you_may_do(table: Briefcase, seat: Seat) -> Sequence[Move]:
    """Return everything the active player may do, each play with the payment that is proposed."""
    means = table.means(seat)
    plays = [
        *_market(table, seat, means),
        *_companies(table, seat, means),
        *_activations(table, seat, means),
        *_investments(table, seat, means),
        *_hires(table, seat, means),
        *at_start(table, seat),
        *_blocks(table, pairs(table, means.cards)),
        *_ends(table, seat),
    ]
    return propose(table, seat, means, plays)


def _market(table: Briefcase, seat: Seat, means: Means) -> Sequence[Move]:
    most = len(cheapest_cards(means.cards, "buy", market=True)) - 1
    return _purchases(piles(table, seat, most), means.cards) if most else ()


@lru_cache(REMEMBERED)
def _purchases(piles: tuple[Pile, ...], cards: Cards) -> Sequence[Move]:
    ways = cheapest_cards(cards, "buy", market=True)
    found = baskets(piles, len(ways) - 1, cards.held("buy"))
    return tuple([BuyResources(resources=basket, cards=ways[cost]) for basket, cost in found.items()])


def _companies(table: Briefcase, seat: Seat, means: Means) -> Iterator[Move]:
    ways = cheapest_cards(means.cards, "buy")
    if len(ways) == 1:
        return
    companies = table.box.company
    for company, why_not in why_not_bought(table, seat).items():
        if why_not is None and (cost := companies[company].cost or 0) < len(ways):
            yield BuyCompany(company=company, cards=ways[cost])


def _activations(table: Briefcase, seat: Seat, means: Means) -> Iterator[Move]:
    cards = cheapest_cards(means.cards, "activate")[1:2]
    if not cards:
        return
    companies = table.box.company
    for owned in table.everybody[seat].companies:
        ways = ways_to_pay(means.resources, companies[owned.company].units)
        if ways:
            yield ActivateCompany(company=owned.company, cards=cards[0], pay=ways[0])


def ways_to_invest(table: Briefcase, cards: Cards, buys: int) -> list[tuple[Use, ...]]:
    """Return each way to play an Activate that leaves a number of Buys in the hand, the cheapest first."""
    spare = cards.held("buy") - buys
    return [way for way in ways_to_play(cards, "activate", 1) if taken(way, table.box).count("buy") <= spare]


def _investments(table: Briefcase, seat: Seat, means: Means) -> Iterator[Move]:
    most = min(table.central_bank, means.cards.held("buy"))
    if not most or not ways_to_play(means.cards, "activate", 1) or why_not_invested(table, seat) is not None:
        return
    for buys in range(1, most + 1):
        ways = ways_to_invest(table, means.cards, buys)
        if ways:
            yield Invest(cards=ways[0], buys=buys)


def _hires(table: Briefcase, seat: Seat, means: Means) -> Iterator[Move]:
    cards = cheapest_cards(means.cards, "hire")[1:2]
    if not cards:
        return
    for owner, company in hireable(table, seat):
        pay = next(ways_to_hire(table, means.resources, company), None)
        if pay is not None:
            yield HireCompany(owner=owner, company=company, cards=cards[0], pay=pay)


def at_start(table: Briefcase, seat: Seat) -> Iterator[DrawExtra | Exchange]:
    """Yield what can be done before a card is played."""
    if table.this_turn.opened:
        return
    player = table.everybody[seat]
    can_draw = bool(player.deck or player.discard)
    for company, ability in table.abilities(seat, "draw at start"):
        if can_draw and company not in table.this_turn.used and player.hand.count("buy") <= ability.most_buys:
            yield DrawExtra(company=company)
    for company, _ in table.abilities(seat, "exchange at start"):
        if company not in table.this_turn.used:
            for card in in_order(set(player.hand)):
                yield Exchange(company=company, card=card)


def _blocks(table: Briefcase, equal: Sequence[Decision]) -> Sequence[Move]:
    if not equal:
        return ()
    return [*resource_block_moves(table, equal[0]), *company_block_moves(table, equal[0])]


def _ends(table: Briefcase, seat: Seat) -> Iterator[Move]:
    yield END
    played = table.everybody[seat].played
    if played and table.abilities(seat, "played card on top"):
        for card in in_order(set(played)):
            yield EndTurn(top=card)
