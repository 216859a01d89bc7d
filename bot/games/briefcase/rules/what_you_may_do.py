"""Play decision cards: everything a hand can do now.

Cards may be played in any order, or not at all. Each play is offered with its cheapest payment; another one can be
chosen by hand. How the plays read, and why the rest cannot be done, see `in_words`. (Rulebook "A. Play decision
cards"; how it is asked is ours.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from bot.engine.records import Move, Seat
from bot.games.briefcase.components import Decision
from bot.games.briefcase.moves import (
    Action,
    ActivateCompany,
    BuyCompany,
    BuyResources,
    ChoosePayment,
    DrawExtra,
    EndTurn,
    Exchange,
    HireCompany,
    Invest,
    MoveBlock,
    PayByHand,
    Spent,
    Use,
)
from bot.games.briefcase.rules.blocks import company_block_moves, pairs, resource_block_moves
from bot.games.briefcase.rules.buying import Pile, baskets, piles, price, why_not_bought
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
from bot.games.briefcase.rules.vocabulary import in_order

if TYPE_CHECKING:
    from bot.games.briefcase.table import Briefcase


END = EndTurn()
BY_HAND, CHEAPEST = ChoosePayment(by_hand=True), ChoosePayment(by_hand=False)


def what_you_may_do(table: Briefcase, seat: Seat, *, by_hand: bool) -> Sequence[Move]:
    """Return everything the active player may do; by hand: whatever can be played, without its payment."""
    means = table.means(seat)
    hires = list(_hires(table, seat, means))
    equal = pairs(table, means.cards)
    plays = [
        *_market(table, seat, means),
        *_companies(table, seat, means),
        *_activations(table, seat, means),
        *_investments(table, seat, means),
        *hires,
        *at_start(table, seat),
        *_blocks(table, equal),
    ]
    more_than_one_way = means.turns_anything or hires or len(equal) > 1
    if plays and (by_hand or more_than_one_way):
        plays.append(CHEAPEST if by_hand else BY_HAND)
    if by_hand:  # moves of their own, for what follows is only a draft that nobody else sees
        plays = [PayByHand(action=play) if isinstance(play, Action) else play for play in plays]
    return [*plays, *_ends(table, seat)]


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
    """Return each way to play an Activate that leaves so many Buys in the hand, the cheapest first."""
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


# The same play, paid in another way


def ways_to_pay_with_cards(table: Briefcase, seat: Seat, action: Action) -> Sequence[tuple[Use, ...]]:
    """Return the cards with which a play can be paid, the cheapest first."""
    cards = table.means(seat).cards
    match action:
        case BuyResources():
            return ways_to_play(cards, "buy", price(table, action.resources), market=True)
        case BuyCompany():
            return ways_to_play(cards, "buy", table.card(action.company).cost or 0)
        case ActivateCompany():
            return ways_to_play(cards, "activate", 1)
        case Invest():
            return ways_to_invest(table, cards, action.buys)
        case HireCompany():
            return ways_to_play(cards, "hire", 1)
        case MoveBlock():
            return [(Use(card=card),) * table.box.terms.equal_cards_for_a_block for card in pairs(table, cards)]


def ways_to_pay_with_resources(table: Briefcase, seat: Seat, action: Action) -> Sequence[tuple[Spent, ...]]:
    """Return the resources with which a play can be paid, the cheapest first."""
    resources = table.means(seat).resources
    match action:
        case ActivateCompany():
            return ways_to_pay(resources, table.card(action.company).units)
        case HireCompany():
            return list(ways_to_hire(table, resources, action.company))
        case BuyResources() | BuyCompany() | Invest() | MoveBlock():
            return []
