"""Dividends of a company for each share.

Players are paid for their shares, the company for those in its own treasury, and nobody for those in the Bank Pool.
The price rises by the size of the whole dividend, measured by the price before it. (Rules 4.1, 4.3, 7.8 and 10.6.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.records import Seat
from bot.games.big_shoulders.components import SHARES
from bot.games.big_shoulders.news import DividendPaid
from bot.games.big_shoulders.rules.certificates import holders, owned
from bot.games.big_shoulders.rules.stock_track import move_price, payout_steps

if TYPE_CHECKING:
    from bot.games.big_shoulders.table import City


def pay_shares(table: City, company: str, a_share: int, *, special: bool = False) -> None:
    """Pay so much for each share, and move the price."""
    firm = table.companies[company]
    total = a_share * SHARES
    players: dict[Seat, int] = {seat: a_share * owned(table, seat, company).shares for seat in holders(table, company)}
    for seat, amount in players.items():
        table.earn(seat, amount, "dividends")
    own = a_share * firm.treasury.shares
    firm.cash += own
    table.tell(
        DividendPaid(
            company=table.name(company), special=special, total=total, a_share=a_share, players=players, treasury=own
        )
    )
    move_price(table, company, payout_steps(table.box, firm.price, total), "paid out")


def special_dividend(table: City, company: str, total: int) -> None:
    """Let a company pay a sum that it holds to its shareholders."""
    table.companies[company].cash -= total
    pay_shares(table, company, total // SHARES, special=True)
