"""Change of director, in the advanced rules: the largest shareholder directs the company.

A buyer with more shares than the director takes over at once; so does another player when the director sells. They
swap: three shares for the director's certificate, the preferred one and a common one if the new director has it,
else three commons. A director's certificate can be sold if somebody else holds three shares. The property of
the company stays with it. (Rules 5.4.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.records import Seat
from bot.games.big_shoulders.components import PIECES
from bot.games.big_shoulders.news import DirectorChanged
from bot.games.big_shoulders.rules.certificates import give, owned

if TYPE_CHECKING:
    from bot.games.big_shoulders.table import City


def after_purchase(table: City, buyer: Seat, company: str) -> None:
    """Let a buyer with more shares than the director take over."""
    director = table.director(company)
    more = owned(table, buyer, company).shares > owned(table, director, company).shares
    if table.options.advanced and buyer != director and more:
        swap(table, company, buyer)


def after_sale(table: City, seller: Seat, company: str) -> None:
    """Let the largest shareholder take over from a director after a sale; if tied, the next clockwise (CB-7)."""
    if not table.options.advanced or table.director(company) != seller:
        return
    mine = owned(table, seller, company).shares
    best = max(table.iterate_clockwise_from(seller), key=lambda seat: owned(table, seat, company).shares)
    if owned(table, best, company).shares > mine:
        swap(table, company, best)


def successor(table: City, company: str) -> Seat | None:
    """Return who takes over when the director's certificate is sold: the next clockwise with three shares."""
    return next(
        (
            seat
            for seat in table.iterate_clockwise_from(table.director(company))
            if owned(table, seat, company).shares >= PIECES["director"]
        ),
        None,
    )


def swap(table: City, company: str, seat: Seat) -> None:
    """Let a seat give three shares to the director for the director's certificate."""
    before = table.director(company)
    theirs = owned(table, seat, company)
    preferred, common = (1, 1) if theirs.preferred else (0, 3)
    give(table, seat, company, preferred=-preferred, common=-common)
    give(table, before, company, preferred=preferred, common=common)
    give(table, before, company, director=-1)
    give(table, seat, company, director=1)
    table.tell(DirectorChanged(company=table.name(company), before=before, after=seat))
