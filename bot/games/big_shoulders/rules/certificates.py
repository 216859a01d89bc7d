"""Certificates: shares, limits and places.

A company has seven certificates: one of three shares, its director's, one preferred of two shares, and five common ones
of one share. They lie in the company's treasury, in the Bank Pool, or with players. Nobody has more than six shares
of a company, or its director's and its preferred certificate both; and the total limit
depends on the number of players. (Rules 4.2 and 4.3.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.records import Record, Seat
from bot.engine.secrecy import Open
from bot.games.big_shoulders.components import COMMONS, PIECES, Piece

if TYPE_CHECKING:
    from bot.games.big_shoulders.table import City


class Certificates(Record):
    """Certificates of one company that lie together."""

    director: Open[int] = 0
    preferred: Open[int] = 0
    common: Open[int] = 0

    @property
    def shares(self) -> int:
        """How many shares they are."""
        return 3 * self.director + 2 * self.preferred + self.common

    @property
    def pieces(self) -> int:
        """How many certificates they are."""
        return self.director + self.preferred + self.common

    def add(self, director: int = 0, preferred: int = 0, common: int = 0) -> None:
        """Put certificates here, or take them away."""
        self.director += director
        self.preferred += preferred
        self.common += common


def new_treasury() -> Certificates:
    """Return what lies in the treasury of a company whose director's certificate was just taken."""
    return Certificates(preferred=1, common=COMMONS)


def held(table: City, seat: Seat) -> int:
    """Return how many certificates of all companies a seat has."""
    return sum(owned.pieces for owned in table.everybody[seat].certificates.values())


def limit(table: City) -> int:
    """Return how many certificates a seat may have."""
    return table.box.players[table.players].certificates


def owned(table: City, seat: Seat, company: str) -> Certificates:
    """Return a seat's certificates of a company; a new empty set, which is not stored, if it has none."""
    return table.everybody[seat].certificates.get(company) or Certificates()


def why_not_buy(table: City, seat: Seat, company: str, piece: Piece) -> str:
    """Return why a seat may not have one more certificate of a company, as the end of a sentence; empty: it may."""
    mine = owned(table, seat, company)
    if held(table, seat) >= limit(table):
        return f"you have {limit(table)} certificates, the limit"
    if mine.shares + PIECES[piece] > table.box.terms.most_shares:
        return f"you would have more than {table.box.terms.most_shares} shares"
    if piece == "preferred" and mine.director:
        return "a director may not hold the preferred certificate"
    if company in table.everybody[seat].sold:
        return "you have sold some of it this decade"
    return ""


def give(table: City, seat: Seat, company: str, *, director: int = 0, preferred: int = 0, common: int = 0) -> None:
    """Give certificates to a seat, or take them away."""
    mine = table.everybody[seat].certificates.setdefault(company, Certificates())
    mine.add(director, preferred, common)
    if not mine.pieces:
        del table.everybody[seat].certificates[company]


def holders(table: City, company: str) -> list[Seat]:
    """Return the seats with shares of a company."""
    return [seat for seat in table.seats if company in table.everybody[seat].certificates]


def for_shares(mine: Certificates, shares: int) -> Certificates:
    """Return which of these certificates amount to a number of shares: commons first, then the preferred one (CB-9).

    Raises:
        ValueError: no set of them is exactly this number.
    """
    if shares <= mine.common:
        return Certificates(common=shares)
    rest = shares - PIECES["preferred"]
    if mine.preferred and 0 <= rest <= mine.common:
        return Certificates(preferred=1, common=rest)
    raise ValueError(f"{mine!r} has not {shares} shares")
