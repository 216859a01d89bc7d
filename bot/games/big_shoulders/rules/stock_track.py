"""The stock track: prices of shares and their movement.

A company's marker never leaves the track: steps past an end are lost. (Rules 4.1; Price Protection 5.5 and 9.4.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.records import Seat
from bot.games.big_shoulders.components import CityBox, PriceProtection
from bot.games.big_shoulders.news import PriceMoved, WhyPrice

if TYPE_CHECKING:
    from bot.games.big_shoulders.table import City


def moved(box: CityBox, price: int, steps: int) -> int:
    """Return the price a number of steps further up, or down."""
    at = box.track.index(price) + steps
    return box.track[max(0, min(at, len(box.track) - 1))]


def move_price(table: City, company: str, steps: int, why: WhyPrice) -> None:
    """Move a company's price; publish no news where it stays."""
    firm = table.companies[company]
    before, firm.price = firm.price, moved(table.box, firm.price, steps)
    if firm.price != before:
        table.tell(PriceMoved(company=table.name(company), before=before, after=firm.price, why=why))


def payout_steps(box: CityBox, price: int, total: int) -> int:
    """Return how many steps a payout raises a price: one for each time it holds the price, up to two or three."""
    return min(count_most_steps(box, price), total // price)


def count_most_steps(box: CityBox, price: int) -> int:
    """Return the most steps that one payout raises a price."""
    return 3 if price >= box.terms.triple_from else 2


def is_protected(table: City, company: str) -> bool:
    """Whether the company has Price Protection."""
    asset = table.companies[company].asset
    return asset is not None and isinstance(table.box.asset[asset].use, PriceProtection)


def fall_after_sale(table: City, seat: Seat, company: str, shares: int) -> int:
    """Return how many steps the price falls when a seat sells a number of shares.

    One for each share. With friendly sales only one in all, unless the director sells (CB-3). None if the company
    has Price Protection and another than its director sells.
    """
    if table.director(company) == seat:
        return shares
    if is_protected(table, company):
        return 0
    return min(1, shares) if table.options.friendly_sales else shares


def fall(table: City, company: str, why: WhyPrice) -> None:
    """Let the price fall a step, unless Price Protection keeps it."""
    if not is_protected(table, company):
        move_price(table, company, -1, why)
