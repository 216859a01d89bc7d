"""4 - Annual review.

Each living company books its net income: its market share, minus what its resources cost, minus its
boss's salary. With the dividends mode a good income goes to the shareholders. A company that cannot
pay its loss is bankrupt. Then both decks are shuffled, and the year moves on. (Rulebook "4 - Annual
review" and "Dividends".)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from bot.engine.table import Step
from bot.games.goodwill.components import Company, Resource
from bot.games.goodwill.news import DividendsPaid, IncomeStatement, WentBankrupt, YearReviewed
from bot.games.goodwill.rules.bankruptcy import go_bankrupt
from bot.games.goodwill.rules.end_of_game import score_the_game

if TYPE_CHECKING:
    from bot.games.goodwill.table import Goodwill


class AnnualReview(Step, kind="annual review"):
    """Book all companies, carry out the bankruptcies, shuffle the decks and look back on the year."""

    def begin(self, table: Goodwill) -> None:
        """Review the year, and end the game if it was the last or if no company is left (GW-23)."""
        statements = [income_statement(table, company) for company in table.living]
        for statement in statements:
            table.companies[statement.company].capital = statement.after
        paid = [pay_dividends(table, statement) for statement in statements if statement.per_share]
        failing = [statement.company for statement in statements if statement.fails]
        bankrupt = go_bankrupt(table, failing) if failing else []
        self.look_back(table, statements, paid, bankrupt)
        if table.year == table.last_year or not table.living:
            score_the_game(table)
        else:
            table.shuffle_decks()

    def look_back(
        self,
        table: Goodwill,
        statements: list[IncomeStatement],
        paid: list[DividendsPaid],
        bankrupt: list[WentBankrupt],
    ) -> None:
        """Write the year into the history and tell it in one piece."""
        order = table.close_year()
        *earlier, now = table.history
        values = earlier[-1].share_values if earlier and not table.options.cash_only else {}
        table.tell(
            YearReviewed(
                year=table.year,
                stories=table.stories,
                dropped=table.box.event[order[-1].event].name,
                statements=statements,
                dividends=paid,
                bankrupt=bankrupt,
                share_values=table.share_values(),
                market_shares=table.market_shares(),
                earlier_values=values,
                bosses={company: table.boss_name(company) for company in table.living},
                wealth={seat: has if table.options.cash_visible else None for seat, has in now.wealth.items()},
            )
        )
        table.stories = []


def net_income(market_share: int, tokens: Mapping[Resource, int], prices: Mapping[Resource, int], salary: int) -> int:
    """Return a company's income of a year in dollars: one per percent of market share, minus its costs."""
    return market_share - resource_costs(tokens, prices) - salary


def resource_costs(tokens: Mapping[Resource, int], prices: Mapping[Resource, int]) -> int:
    """Return what the tokens cost a year, in dollars."""
    return sum(count * prices[resource] for resource, count in tokens.items())


def dividends(income: int, *, above: int, parts: int) -> tuple[int, int]:
    """Return the dividend of one share and what remains for the capital, in dollars.

    Only an income greater than `above` is shared out, in as many `parts` as a company has shares. The
    parts of shares that are not in play stay with the bank (GW-24).
    """
    if income <= above:
        return 0, income
    return income // parts, income % parts


def share_out(table: Goodwill, company: Company) -> tuple[int, int, int]:
    """Return a company's net income, the dividend of one share and what remains for the capital, in dollars."""
    board = table.companies[company]
    boss = table.boss_of(company)
    income = net_income(board.market_share, board.tokens, table.prices, boss.salary if boss else 0)
    if table.options.dividends and boss is not None and boss.pays_dividends:
        return income, *dividends(income, above=table.box.dividends_above, parts=table.box.share_parts)
    return income, 0, income


def income_statement(table: Goodwill, company: Company) -> IncomeStatement:
    """Return what the review does to one company; nothing is booked yet."""
    board = table.companies[company]
    boss = table.boss_of(company)
    income, per_share, kept = share_out(table, company)
    return IncomeStatement(
        company=company,
        market_share=board.market_share,
        resources=resource_costs(board.tokens, table.prices),
        salary=boss.salary if boss else 0,
        net_income=income,
        per_share=per_share,
        before=board.capital,
        after=max(0, board.capital + kept),
        fails=board.capital + kept < 0,
    )


def pay_dividends(table: Goodwill, statement: IncomeStatement) -> DividendsPaid:
    """Pay the shareholders; before bankruptcies, since the company itself is doing well."""
    paid = {seat: votes * statement.per_share for seat, votes in table.votes(statement.company).items()}
    for seat, amount in paid.items():
        table.investors[seat].cash += amount
        table.bank -= amount
    news = DividendsPaid(company=statement.company, per_share=statement.per_share, paid=paid)
    table.tell(news)
    return news
