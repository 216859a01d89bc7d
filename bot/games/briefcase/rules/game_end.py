"""Game end conditions; final scoring.

The game ends when only two piles of the market are left, when the portfolio is empty, or when the bank has no Buy any
more; the round is finished, so that all have had equally many turns. Points come from activated companies, their
abilities, the Central Bank, and one for every four resources. Ties go to the player with more resources left over
beyond those that scored. (Rulebook "Game end Conditions" and "Final scoring".)
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from bot.engine.records import Seat
from bot.engine.table import Outcome
from bot.engine.words import format_count
from bot.games.briefcase.components import (
    CardsAs,
    Company,
    Deactivate,
    DrawAtStart,
    ExchangeAtStart,
    IgnoreABlock,
    LargerHand,
    OpponentsDiscard,
    PlayedCardOnTop,
    PointsPerBuyOwned,
    PointsPerBuyProduced,
    PointsPerCompany,
    ProductionOnTop,
    RemoveACard,
    ResourceAs,
    Storage,
    TakeDiscarded,
    TakeFromOpponents,
)
from bot.games.briefcase.news import EndTriggered, GameScored, Score

if TYPE_CHECKING:
    from bot.games.briefcase.table import Briefcase


def check_the_end(table: Briefcase) -> None:
    """Announce the end once a condition is met; it is never taken back (BC-13)."""
    if table.ending is None:
        why = why_it_ends(table)
        if why is not None:
            announce(table, why)


def announce(table: Briefcase, why: str) -> None:
    """Announce that the game ends with this round."""
    table.ending = why
    table.tell(EndTriggered(why=why, last=last_seat(table)))


def why_it_ends(table: Briefcase) -> str | None:
    """Return which end condition is met."""
    left = [resource for resource, count in table.market.items() if count]
    if len(left) <= table.box.terms.piles_left:
        return f"only {len(left)} piles of the market are left"
    if not any(table.portfolio.values()):
        return "no company is left to buy"
    if not table.bank["buy"]:
        return "the bank has no Buy left"
    return None


ROUNDS_NEAR = 2
"""For how many rounds of purchases or production, one a player and round, an end condition counts as near."""


def describe_near_end(table: Briefcase) -> str:
    """Return what is left before the game ends, if that is little; nothing while the end is far or certain."""
    near = ROUNDS_NEAR * table.players
    if table.ending is not None or not table.round:
        return ""
    if table.bank["buy"] <= near:
        return f"{format_count(table.bank['buy'], 'Buy')} left in the bank"
    companies = sum(table.portfolio.values())
    if companies <= near:
        return f"{format_count(companies, 'company', 'companies')} left to buy"
    piles = [(count, resource) for resource, count in table.market.items() if count]
    fewest, resource = min(piles)
    if len(piles) == table.box.terms.piles_left + 1 and fewest <= near:
        return f"{fewest} {resource.capitalize()} left in the market"
    return ""


def last_seat(table: Briefcase) -> Seat:
    """Return the seat with the last turn of a round, before the starting player."""
    return (table.first - 2) % table.players + 1


def worth(table: Briefcase, seat: Seat) -> int:
    """Return how many points the seat's game is worth now."""
    player = table.everybody[seat]
    companies, abilities = _count_points(table, seat, player.activated)
    return companies + abilities + player.points + sum(player.storage.values()) // table.box.terms.resources_per_point


def score(table: Briefcase, seat: Seat) -> Score:
    """Return what the seat's game is worth now, by source; its place is still open."""
    player = table.everybody[seat]
    companies, abilities = _count_points(table, seat, player.activated)
    resources, left_over = divmod(sum(player.storage.values()), table.box.terms.resources_per_point)
    return Score(
        seat=seat,
        place=0,
        companies=companies,
        abilities=abilities,
        central_bank=player.points,
        resources=resources,
        left_over=left_over,
    )


def count_points_by_activating(table: Briefcase, seat: Seat, company: Company) -> int:
    """Return how many points a seat gets at once by activating a company, those of its companies' abilities too."""
    owned = table.everybody[seat].activated
    buys = min(company.production.get("buy", 0), table.bank["buy"])
    then = owned if company.id in owned else [*owned, company.id]
    return sum(_count_points(table, seat, then, buys)) - sum(_count_points(table, seat, owned))


def count_points_by_deactivating(table: Briefcase, seat: Seat, company: str) -> int:
    """Return how many points a seat loses when one of its companies is deactivated."""
    owned = table.everybody[seat].activated
    left = [other for other in owned if other != company]
    return sum(_count_points(table, seat, owned)) - sum(_count_points(table, seat, left))


def _count_points(table: Briefcase, seat: Seat, owned: Collection[str], more_buys: int = 0) -> tuple[int, int]:
    """Return the points printed on these companies of a seat, activated, and those of their abilities."""
    player, companies = table.everybody[seat], table.box.company
    activated = [companies[company] for company in owned]
    abilities = 0
    for company in activated:
        match company.ability:
            case PointsPerCompany(points=points):
                abilities += points * len(activated)
            case PointsPerBuyOwned(points=points):
                cards = [*player.deck, *player.discard, *player.hand, *player.played]
                abilities += points * (cards.count("buy") + more_buys)
            case PointsPerBuyProduced(points=points):
                abilities += points * sum(other.production.get("buy", 0) for other in activated)
            case None | DrawAtStart() | ExchangeAtStart() | ResourceAs() | CardsAs() | Storage() | LargerHand():
                pass
            case RemoveACard() | TakeDiscarded() | IgnoreABlock() | ProductionOnTop() | PlayedCardOnTop():
                pass
            case OpponentsDiscard() | TakeFromOpponents() | Deactivate():
                pass
    return sum([company.points for company in activated]), abilities


def finish(table: Briefcase) -> None:
    """Score everybody, and end the game."""
    scores = [score(table, seat) for seat in table.seats]
    rank = {one.seat: (one.total, one.left_over) for one in scores}
    places = {seat: 1 + sum(other > rank[seat] for other in rank.values()) for seat in rank}
    final = [one.model_copy(update={"place": places[one.seat]}) for one in scores]
    final.sort(key=lambda one: (one.place, one.seat))
    table.scores = final
    table.tell(GameScored(scores=final))
    table.outcome = Outcome(scores={one.seat: one.total for one in scores}, places=places)
