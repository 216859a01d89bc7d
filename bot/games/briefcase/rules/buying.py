"""Buy decision cards: resources from the market, and companies.

Any number of resources at one Buy each, imported ones at two; and one company in a turn, for exactly its buying cost,
which comes deactivated. A second level company needs two activated companies of the first level, and nobody may buy
the same company twice. Both in one turn are fine. (Rulebook "Buy Decision Cards"; fine point 5.)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, NamedTuple

from bot.engine.records import Seat
from bot.games.briefcase.components import Resource
from bot.games.briefcase.moves import BuyCompany, BuyResources, Use
from bot.games.briefcase.news import BoughtCompany, BoughtResources
from bot.games.briefcase.rules.game_end import check_the_end
from bot.games.briefcase.rules.market import for_sale, take_from_market
from bot.games.briefcase.rules.paying import REMEMBERED, taken
from bot.games.briefcase.rules.vocabulary import ORDER, said_uses

if TYPE_CHECKING:
    from bot.games.briefcase.table import Briefcase

MANY = 24
"""More ways to buy several resources at once than fit into a menu are thinned out."""


def price(table: Briefcase, resources: Sequence[Resource]) -> int:
    """Return what these cost, in Buys."""
    return sum(table.box.prices[resource] for resource in resources)


class Pile(NamedTuple):
    """A pile of the market from which a seat may buy."""

    resource: Resource
    price: int
    left: int
    """How many there are, but not more than the seat can pay for."""
    blocked: bool
    """Whether the seat must ignore a block to buy from it."""


def piles(table: Briefcase, seat: Seat, most: int) -> tuple[Pile, ...]:
    """Return the piles from which the seat may buy with this number of cards."""
    market, prices, blocks = table.market, table.box.prices, table.resource_blocks
    return tuple([Pile(name, prices[name], min(market[name], most), name in blocks) for name in for_sale(table, seat)])


@lru_cache(REMEMBERED)
def baskets(piles: tuple[Pile, ...], most: int, buys: int) -> Mapping[tuple[Resource, ...], int]:
    """Return what can be bought in one go from these piles, with its price.

    If that is too much for a menu, only single resources and what uses all Buys is offered; anything else can be
    bought one after the other.

    Args:
        piles: from which the seat may buy.
        most: how many cards it can pay with.
        buys: how many of them are real Buys.
    """
    found = {
        tuple(pile.resource for pile in basket): sum(pile.price for pile in basket)
        for size in range(1, most + 1)
        for basket in combinations_with_replacement(piles, size)
        if all(basket.count(pile) <= pile.left for pile in basket) and sum(pile.blocked for pile in set(basket)) <= 1
    }
    found = {basket: cost for basket, cost in found.items() if cost <= most}
    if len(found) > MANY:
        found = {basket: cost for basket, cost in found.items() if len(basket) == 1 or cost in (most, buys)}
    return found


def buy_resources(table: Briefcase, seat: Seat, move: BuyResources) -> None:
    """Pay and store them; a block that had to be ignored is the one of this turn."""
    play_cards(table, seat, move.cards)
    past = next((resource for resource in move.resources if resource in table.resource_blocks), None)
    company: str | None = None
    if past is not None:
        table.this_turn.cargo = past
        company = table.card(table.abilities(seat, "ignore a block")[0][0]).name
    table.tell(
        BoughtResources(
            seat=seat,
            resources=sorted(move.resources, key=ORDER.__getitem__),
            cards=said_uses(move.cards, table.box),
            past_block=company,
        )
    )
    for resource in move.resources:
        take_from_market(table, resource)
        table.everybody[seat].store(resource, 1)
    table.this_turn.progress = True


def why_not_bought(table: Briefcase, seat: Seat) -> dict[str, str | None]:
    """Return each company on offer with why the seat cannot buy it now, however many Buys it has; None: it can."""
    box, blocked = table.box, table.company_blocks
    needed = box.terms.activated_level_1
    owned = {own.company for own in table.everybody[seat].companies}
    bought = table.this_turn.companies_bought >= box.terms.company_purchases
    level_2 = f"level 2 needs {needed} activated level 1 companies" if table.level_1_activated(seat) < needed else None
    found: dict[str, str | None] = {}
    why: str | None
    for company, left in table.portfolio.items():
        if company in owned:
            why = "you have it already"
        elif not left:
            why = "sold out"
        elif company in blocked:
            why = "blocked"
        elif bought:
            why = "you may buy one company a turn"
        else:
            why = level_2 if box.company[company].level > 1 else None
        found[company] = why
    return found


def buy_company(table: Briefcase, seat: Seat, move: BuyCompany) -> None:
    """Pay and take it, deactivated."""
    play_cards(table, seat, move.cards)
    table.portfolio[move.company] -= 1
    table.own(seat, move.company)
    table.this_turn.companies_bought += 1
    table.this_turn.progress = True
    table.tell(
        BoughtCompany(
            seat=seat,
            company=table.card(move.company).name,
            cards=said_uses(move.cards, table.box),
            left=table.portfolio[move.company],
        )
    )
    check_the_end(table)


def play_cards(table: Briefcase, seat: Seat, uses: Sequence[Use]) -> None:
    """Lay the cards down, face up; with the first of them the start of the turn is over."""
    player, this_turn, box = table.everybody[seat], table.this_turn, table.box
    cards = taken(uses, box)
    for card in sorted(cards, key=cards.index):  # equal ones together
        table.leave_hand(seat, card)
        player.played.append(card)
    this_turn.used.extend([use.via for use in uses if use.via is not None and box.cards_as[use.via].scarce])
    this_turn.opened = True
