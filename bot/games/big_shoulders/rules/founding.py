"""Founding a company: a free charter, a price, and three times that price into its treasury.

The founder takes the director's certificate; the others lie in the treasury. The marker goes on the printed space of
the appeal track without a bonus, behind any company there. At the beginning everybody founds one; later it is the
purchase of a turn of the Stock phase. (Rules 2.3 and 5.2.)
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.engine.pages import mark
from bot.engine.questions import AnswerForm, Choose, FormPart, Option, Question
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
FEW_WAYS = 12
"""Ways to found in a stock turn up to which they are one menu."""


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
                label = f"Found {card.short} at ${price}: leaves ${cash - paid}"
                move, short = Found(company=card.id, price=price), label.removeprefix("Found ")
                yield Option(move, label, f"At ${price}", charter_line(card), short=short)


def first_companies(table: City, seat: Seat) -> Iterator[Option]:
    """Yield the same by company; a menu for each price says what the companies make."""
    ways = list(ways_to_found(table, seat))
    for card in free_charters(table):
        for option in ways:
            if isinstance(option.move, Found) and option.move.company == card.id:
                price = option.move.price
                yield replace(option, group=f"At ${price} a share, pay ${price * PIECES['director']}")


def foundings_by_price(table: City, seat: Seat) -> Iterator[Option]:
    """Yield the ways to found for menus beside those of shares: one, or, if it would be long, one for two prices."""
    ways = list(ways_to_found(table, seat))
    prices = list(dict.fromkeys(option.move.price for option in ways if isinstance(option.move, Found)))
    size = len(prices) if 0 < len(ways) <= FEW_WAYS else 2
    parts = [prices[first : first + size] for first in range(0, len(prices), size)]
    names = {price: f"Found at {format_prices(part)}" for part in parts for price in part}
    for option in ways:
        if isinstance(option.move, Found):
            yield replace(option, group=names[option.move.price])


def format_prices(prices: Sequence[int]) -> str:
    """Return one, two or more prices in their order: "$35 or $40", "$35 to $60"."""
    first, *_, last = (prices[0], *prices)
    return f"${first}" if first == last else f"${first} {'or' if len(prices) == 2 else 'to'} ${last}"


def founding_parts(table: City, seat: Seat, skip: str = "") -> tuple[FormPart, ...]:
    """Return the parts of a form that ask for a company and its price, each as a founding; see `combine_founding`.

    Args:
        table: the table.
        seat: the founder.
        skip: the meaning of founding none; empty: one must be founded.
    """
    cash = table.everybody[seat].cash
    prices = [price for price in table.box.starting_prices if price * PIECES["director"] <= cash]
    cards = free_charters(table)
    if not prices or not cards:
        return ()
    companies = tuple(
        Option(Found(company=card.id, price=prices[0]), card.short, hint=charter_line(card)) for card in cards
    )
    priced = tuple(
        Option(
            Found(company=cards[0].id, price=price),
            f"${price} a share: you pay ${price * PIECES['director']}",
            hint=f"Leaves you ${cash - price * PIECES['director']}.",
        )
        for price in prices
    )
    what = FormPart(Choose(prompt="Which company?", rule=RULE, options=companies), "Found a company", skip)
    asks = "Its price, if you found one" if skip else "At what price?"
    no_price = "No company" if skip else ""
    price = FormPart(Choose(prompt="At what price?", rule=RULE, options=priced), asks, no_price, priced[0].move)
    return what, price


def combine_founding(company: Move | None, price: Move | None) -> Found | None:
    """Return the founding that two parts of a form mean; None if no company was chosen."""
    if not isinstance(company, Found) or not isinstance(price, Found):
        return None
    return Found(company=company.company, price=price.price)


def first_company_form(table: City, seat: Seat) -> AnswerForm:
    """Return the form for a first company and its price."""

    def combine(parts: Sequence[Move | None]) -> Sequence[Move]:
        found = combine_founding(*parts)
        return [] if found is None else [found]

    return AnswerForm("Company and price…", founding_parts(table, seat), combine)


def charter_said(card: CompanyCard) -> tuple[str, str]:
    """Return what a company is, and what its factories make, each in a line."""
    slot = "asset slot" if card.asset_slot else "no asset slot"
    makes = "; ".join(f"{cubes_said(factory.cubes)} → {good(factory.goods)}" for factory in card.factories)
    return f"{card.industry.capitalize()}, ${card.prices[0]} a good, appeal {card.appeal}, {slot}.", f"{makes}."


def charter_line(card: CompanyCard) -> str:
    """Return a line with a company's goods, the cubes for them and the price of a good."""
    first, *others = (f"{cubes_said(factory.cubes)} → {factory.goods}" for factory in card.factories)
    makes = f"{card.industry.capitalize()}, ${card.prices[0]} each: {'; '.join([first, *others])}."
    slot = ("Slot to keep an asset it buys.", "Keeps an asset.") if card.asset_slot else ("", "")
    whole = fit(HINT, makes, f"Appeal {card.appeal}.", slot[0])
    return whole if slot[0] in whole else fit(HINT, whole, slot[1])


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
            "with, and makes its shares dearer for everybody. Appeal: who has most operates first, so buys cubes and "
            "sells before the others. An asset slot holds a capital asset, of use in every decade.",
            options=tuple(first_companies(table, seat)),
            form=lambda: first_company_form(table, seat),
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
