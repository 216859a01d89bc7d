"""Eliminating Other Players; Declaring a Winner.

A company with nothing in its account is only broke. It goes bankrupt when a loss brings its account below
zero and it cannot bring it back: it may liquidate assets to fend that off. The last company standing wins.
(Rulebook "Eliminating Other Players" and "Declaring a Winner".)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal

from bot.engine.records import Seat
from bot.engine.table import Outcome
from bot.games.corporate_espionage.news import Bankrupt, GameEnded, PointsLost

if TYPE_CHECKING:
    from bot.games.corporate_espionage.table import Espionage


def lose(table: Espionage, company: Seat, points: int, why: str, *, halved: bool = False) -> None:
    """Take points from an account, whether they are there or not, and tell."""
    if points and table.companies[company].alive:
        table.companies[company].account -= points
        table.tell(PointsLost(company=company, points=points, why=why, halved=halved))


def go_bankrupt(table: Espionage, company: Seat, moment: int) -> None:
    """Leave the game, unable to pay."""
    table.remember_exit(company, moment, by=None)
    leave_the_game(table, company)
    table.tell(Bankrupt(company=company, dance=table.options.dance))
    see_who_is_left(table)


def leave_the_game(table: Espionage, company: Seat) -> None:
    """Remove the company's hand, deck and cards in play from the game, and void debts to and of it, unpaid."""
    owner = table.companies[company]
    owner.gone = sorted(owner.hand + owner.deck)
    owner.hand, owner.deck, owner.known = [], [], {}
    for permanent in [*owner.team, *owner.inventory]:
        table.discard(company, permanent)
    owner.account, owner.announced, owner.alive = 0, 0, False
    owner.statuses, owner.prepared = [], []
    table.loans = [loan for loan in table.loans if company not in (loan.lender, loan.borrower)]
    table.embargoes = [embargo for embargo in table.embargoes if embargo.target != company]


def see_who_is_left(table: Espionage) -> None:
    """End the game when one company, or one alliance, is left and no other company is in debt (CE-21)."""
    living = table.living
    in_debt = any(step.kind == "insolvency" for step in table.agenda)
    if table.outcome is None and not in_debt and len({table.side(company) for company in living}) <= 1:
        finish(table, "last one standing" if living else "all at once", living[0] if living else None)


def finish(
    table: Espionage, why: Literal["last one standing", "round limit", "all at once"], winner: Seat | None
) -> None:
    """End the game with everybody's place; `winner` goes before the others, None: the ranking says who does."""
    table.outcome = outcome(table, winner)
    winners = table.outcome.winners
    worths = {company: table.worth(company) for company in table.living}
    table.tell(GameEnded(winners=winners, why=why, worths=worths))


def outcome(table: Espionage, winner: Seat | None) -> Outcome:
    """Return places and scores: the living by net worth, the others by how long they lasted (CE-24)."""
    exits = {one.company: one for one in table.exits}

    def strength(companies: Iterable[Seat]) -> tuple[int, ...]:
        living = [company for company in companies if table.companies[company].alive]
        if winner is not None and winner in companies:
            return (2,)
        if living:
            worth = sum(table.worth(company) for company in living)
            account = sum(table.companies[company].account for company in living)
            return (1, worth, account, sum(len(table.companies[company].team) for company in living))
        last = max(exits[company].moment for company in companies)
        return (0, last, sum(exits[company].worth for company in companies if exits[company].moment == last))

    sides: dict[int, list[Seat]] = {}
    for company in table.companies:
        sides.setdefault(table.side(company), []).append(company)
    strengths = {side: strength(companies) for side, companies in sides.items()}
    seats = {seat: table.company_of(seat) for seat in table.seats}
    reached = [strengths[table.side(company)] for company in seats.values()]
    place = {side: 1 + sum(other > mine for other in reached) for side, mine in strengths.items()}
    return Outcome(
        scores={seat: table.worth(c) if table.companies[c].alive else 0 for seat, c in seats.items()},
        places={seat: place[table.side(company)] for seat, company in seats.items()},
    )


def last_one_standing(table: Espionage) -> Outcome:
    """Return the result when only one player has not conceded: that player's side has won."""
    staying = next((seat for seat in table.seats if seat not in table.conceded), 1)
    return outcome(table, table.company_of(staying))
