"""The changes of a turn: treasuries, prices, appeal, staff, cubes, goods and cash, before and after.

They stand above the parts chosen so far. (How this is shown is our own.)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from bot.engine.records import Seat
from bot.games.big_shoulders.rules.charter import Company
from bot.games.big_shoulders.rules.vocabulary import cubes_said

if TYPE_CHECKING:
    from bot.games.big_shoulders.table import City


def differences(before: City, after: City, seat: Seat) -> str:
    """Return the differences for a seat and for all companies."""
    found = [", ".join([f"{before.name(company)}: {words}"]) for company, words in of_companies(before, after)]
    for other in after.seats:
        was, now = before.everybody[other].cash, after.everybody[other].cash
        if was != now:
            whose = "your cash" if other == seat else f"<seat:{other}>"
            found.append(f"{whose} ${was} → ${now}")
    was, now = before.everybody[seat].partners, after.everybody[seat].partners
    if was != now:
        found.append(f"your partners {was} → {now}")
    return "; ".join(found) or "nothing changes yet"


def of_companies(before: City, after: City) -> Iterator[tuple[str, str]]:
    """Yield each company that is different, with how."""
    for company, now in after.companies.items():
        was = before.companies.get(company)
        words = ", ".join(of_company(was, now)) if was is not None else ""
        if words:
            yield company, words


def of_company(was: Company, now: Company) -> Iterator[str]:
    """Yield the differences of a company."""
    numbers = (
        ("treasury $", was.cash, now.cash),
        ("price $", was.price, now.price),
        ("appeal ", was.appeal, now.appeal),
        ("goods ", was.goods, now.goods),
        ("salespeople ", was.salespeople, now.salespeople),
        ("goods tokens ", was.tokens, now.tokens),
        ("workers ", sum(f.workers for f in was.factories), sum(f.workers for f in now.factories)),
        ("automated ", sum(f.automated for f in was.factories), sum(f.automated for f in now.factories)),
        ("managers ", sum(f.manager for f in was.factories), sum(f.manager for f in now.factories)),
    )
    for what, old, new in numbers:
        if old != new:
            dollar = "$" if what.endswith("$") else ""
            yield f"{what}{old} → {dollar}{new}"
    if was.cubes != now.cubes:
        yield f"cubes {cubes_said(was.cubes, 'none')} → {cubes_said(now.cubes, 'none')}"
