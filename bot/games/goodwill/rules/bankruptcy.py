"""Bankruptcy.

A company that cannot make a payment is bankrupt: its shares are worth nothing and leave the players,
its boss goes under the pile, and the companies that go on divide its market share. (Rulebook
"Bankruptcy".)
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from bot.games.goodwill.components import COMPANIES, Company
from bot.games.goodwill.news import WentBankrupt

if TYPE_CHECKING:
    from bot.games.goodwill.table import Goodwill


def inherit(shares: Mapping[Company, int], failing: Collection[Company], step: int) -> dict[Company, int]:
    """Return the market shares, in percent, of the companies that go on.

    `shares` are those of all living companies. What the failing ones held is halved in multiples of
    `step`; a step left over goes to the heir who had more before, or else comes first (GW-20).
    Companies that fail together inherit nothing from each other (GW-21).
    """
    heirs = [company for company in COMPANIES if company in shares and company not in failing]
    estate = sum(shares[company] for company in failing)
    after = {heir: shares[heir] for heir in heirs}
    if len(heirs) == 1:
        after[heirs[0]] += estate
    elif heirs:
        half = estate // (len(heirs) * step) * step
        for heir in heirs:
            after[heir] += half
        after[larger(shares, heirs)] += estate - half * len(heirs)
    return after


def larger(shares: Mapping[Company, int], companies: Collection[Company]) -> Company:
    """Return which of the companies has the largest market share; of equal ones the first printed."""
    return max((company for company in COMPANIES if company in companies), key=lambda company: shares[company])


def go_bankrupt(table: Goodwill, failing: Collection[Company]) -> list[WentBankrupt]:
    """Carry out the bankruptcies of these companies together, and return the news."""
    after = inherit(table.market_shares(), failing, table.box.step)
    told = []
    for company in failing:
        board = table.companies[company]
        holders = table.votes(company)
        told.append(WentBankrupt(company=company, boss=table.boss_name(company), shares=holders, market_shares=after))
        for seat in holders:
            table.investors[seat].shares[company] = 0
        if board.boss is not None:
            table.boss_pile.put_under(board.boss)
        board.boss = None
        board.capital = board.market_share = 0
        board.bankrupt = True
    for heir, share in after.items():
        table.companies[heir].market_share = share
    for news in told:
        table.tell(news)
    return told
