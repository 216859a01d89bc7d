"""Founding a company: a free charter, a price, and three times that price into its treasury.

The founder takes the director's certificate; the others lie in the treasury. The marker goes on the printed space of
the appeal track without a bonus, behind any company there. At the beginning everybody founds one; later it is the
purchase of a turn of the Stock phase. (Rules 2.3 and 5.2.)
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.engine.pages import mark
from bot.engine.questions import Choose, Option, Question
from bot.engine.records import Move, Seat
from bot.engine.secrecy import OpenByChance
from bot.engine.table import Step
from bot.games.big_shoulders.components import PIECES, CompanyCard
from bot.games.big_shoulders.moves import Found
from bot.games.big_shoulders.news import Founded
from bot.games.big_shoulders.rules.appeal import enter
from bot.games.big_shoulders.rules.certificates import Certificates, give, new_treasury
from bot.games.big_shoulders.rules.charter import Company, Factory
from bot.games.big_shoulders.rules.vocabulary import HINT, cubes_said, fit, good

if TYPE_CHECKING:
    from bot.games.big_shoulders.table import City

RULE = "Start a Company"


def free_charters(table: City) -> list[CompanyCard]:
    """Return the companies that nobody has founded."""
    return [card for card in table.box.companies if card.id not in table.companies]


def ways_to_found(table: City, seat: Seat) -> Iterator[Option]:
    """Yield each company and price that a seat can pay, by price."""
    cash = table.everybody[seat].cash
    for price in table.box.starting_prices:
        paid = price * PIECES["director"]
        if paid <= cash:
            for card in free_charters(table):
                label = f"Found {card.short} at ${price}: ${paid}, leaves ${cash - paid}"
                yield Option(Found(company=card.id, price=price), label, f"At ${price}", fit(HINT, *charter_said(card)))


def first_companies(table: City, seat: Seat) -> Iterator[Option]:
    """Yield the same by company, each with its prices."""
    ways = list(ways_to_found(table, seat))
    for card in free_charters(table):
        for option in ways:
            if isinstance(option.move, Found) and option.move.company == card.id:
                yield replace(option, group=card.short, hint="")


def charter_said(card: CompanyCard) -> tuple[str, str]:
    """Return what a company is, and what its factories make, each in a line."""
    slot = "asset slot" if card.asset_slot else "no asset slot"
    makes = "; ".join(f"{cubes_said(factory.cubes)} → {good(factory.goods)}" for factory in card.factories)
    return f"{card.industry.capitalize()}, ${card.prices[0]} a good, appeal {card.appeal}, {slot}.", f"{makes}."


def found(table: City, seat: Seat, move: Found) -> None:
    """Found a company."""
    card, player = table.box.company[move.company], table.everybody[seat]
    paid = move.price * PIECES["director"]
    table.earn(seat, -paid, "shares")
    table.companies[move.company] = Company(
        price=move.price,
        cash=paid,
        appeal=card.appeal,
        factories=[Factory() for _ in card.factories],
        treasury=new_treasury(),
        pool=Certificates(),
        history=[0] * (table.decade - 1),
    )
    give(table, seat, move.company, director=1)
    enter(table, move.company)
    player.first = player.first or move.company
    table.tell(Founded(seat=seat, company=card.short, price=move.price, paid=paid))


class FirstCompanies(Step, kind="first companies"):
    """Everybody founds one company, in counter-clockwise order from a player drawn by lot."""

    left: OpenByChance[list[Seat]]
    """The seats still to choose, in order."""

    def list_asked_seats(self, table: City) -> Collection[Seat]:
        """Ask the next."""
        return self.left[:1]

    def build_question(self, table: City, seat: Seat) -> Question:
        """Ask for a company and a price."""
        return Choose(
            prompt="Which company do you found, and at what price?",
            rule=RULE,
            help="You pay three times the price into its treasury and direct it. A higher price gives it more to begin "
            "with, and makes its shares dearer for everybody.",
            options=tuple(first_companies(table, seat)),
        )

    def answer(self, table: City, seat: Seat, move: Found) -> None:
        """Found it."""
        self.left.pop(0)
        found(table, seat, move)

    def get_default_move(self, table: City, seat: Seat) -> Move | None:
        """Return the company furthest on the appeal track, at the lowest price."""
        card = max(free_charters(table), key=lambda card: card.appeal)
        return Found(company=card.id, price=min(table.box.starting_prices))

    def get_title(self, table: City) -> str:
        """Return who founds a company."""
        return f"{mark(self.left[0])} founds a first company" if self.left else RULE
