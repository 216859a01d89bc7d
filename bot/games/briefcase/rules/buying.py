"""Buy decision cards: resources from the market, and companies.

Any number of resources at one Buy each, imported ones at two; and one company in a turn, for exactly its buying cost,
which comes deactivated. A second level company needs two activated companies of the first level, and nobody may buy
the same company twice. Both in one turn are fine. (Rulebook "Buy Decision Cards"; fine point 5.)
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

from bot.engine.records import Seat
from bot.games.briefcase.components import Resource
from bot.games.briefcase.moves import BuyCompany, BuyResources, Use
from bot.games.briefcase.news import BoughtCompany, BoughtResources
from bot.games.briefcase.rules.game_end import check_the_end
from bot.games.briefcase.rules.market import for_sale, take_from_market
from bot.games.briefcase.rules.paying import most_cards, taken
from bot.games.briefcase.rules.vocabulary import ORDER, said_uses

if TYPE_CHECKING:
    from bot.games.briefcase.table import Briefcase

MANY = 24
"""More ways to buy several resources at once than fit into a menu are thinned out."""


def price(table: Briefcase, resources: Sequence[Resource]) -> int:
    """Return what these cost, in Buys."""
    return sum(table.box.prices[resource] for resource in resources)


def baskets(table: Briefcase, seat: Seat) -> list[tuple[Resource, ...]]:
    """Return what the seat can buy from the market in one go.

    If that is too much for a menu, only single resources and what uses all Buys is offered; anything else can be
    bought one after the other.
    """
    means = table.means(seat)
    sold = for_sale(table, seat)
    most = most_cards(means, "buy", market=True) if sold else 0
    found = [
        basket
        for size in range(1, most + 1)
        for basket in combinations_with_replacement(sold, size)
        if price(table, basket) <= most and _is_there(table, basket)
    ]
    if len(found) > MANY:
        whole = {most, means.hand["buy"]}
        found = [basket for basket in found if len(basket) == 1 or price(table, basket) in whole]
    return found


def _is_there(table: Briefcase, basket: Sequence[Resource]) -> bool:
    blocked = {resource for resource in basket if resource in table.resource_blocks}
    return len(blocked) <= 1 and all(basket.count(resource) <= table.market[resource] for resource in set(basket))


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


def why_not_bought(table: Briefcase, seat: Seat, company: str) -> str | None:
    """Return why the seat cannot buy this company now, however many Buys it has; None: it can."""
    player, terms, card = table.everybody[seat], table.box.terms, table.card(company)
    if player.has(company):
        return "you have it already"
    if not table.portfolio[company]:
        return "sold out"
    if table.is_blocked(company):
        return "blocked"
    if table.this_turn.companies_bought >= terms.company_purchases:
        return "one company in a turn"
    if card.level > 1 and table.level_1_activated(seat) < terms.activated_level_1:
        return f"level 2 needs {terms.activated_level_1} activated level 1 companies"
    return None


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
    cards_as = table.means(seat).cards_as
    ability = dict(cards_as)
    for card, count in taken(uses, cards_as).items():
        for _ in range(count):
            table.leave_hand(seat, card)
            table.everybody[seat].played.append(card)
    table.this_turn.used += [use.via for use in uses if use.via is not None and ability[use.via].per_turn is not None]
    table.this_turn.opened = True
