"""Gameplay: the year.

A game is a number of years, and each year is one turn of four phases, always in the same order:
informations, transactions and steering, events, annual review. (Rulebook "Gameplay" and
"Length of game".)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.table import Step
from bot.games.goodwill.news import YearBegan
from bot.games.goodwill.rules.annual_review import AnnualReview
from bot.games.goodwill.rules.derivatives import DerivativesAuctions
from bot.games.goodwill.rules.events import Events
from bot.games.goodwill.rules.fast_modes import BothAssessments, YearlySheets
from bot.games.goodwill.rules.informations import Informations
from bot.games.goodwill.rules.steering import Steering
from bot.games.goodwill.rules.transactions import Transaction

if TYPE_CHECKING:
    from bot.games.goodwill.table import Goodwill


class Year(Step, kind="year"):
    """Each turn represents one year, of four phases; the next year follows until the last is over."""

    def begin(self, table: Goodwill) -> None:
        """Start the year with its first phase."""
        table.begin_year()
        slots = {seat: list(table.slots_of(seat)) for seat in table.seats}
        table.tell(YearBegan(year=table.year, lead=table.lead, slots=slots))
        table.next(Informations(), DerivativesAuctions(), TransactionsAndSteering(), Events(), AnnualReview())

    def end(self, table: Goodwill) -> None:
        """Go on with the next year."""
        table.year_index += 1
        table.next(Year())


class TransactionsAndSteering(Step, kind="transactions and steering"):
    """Two transactions for each living company and a possible change of boss, in the printed order."""

    def begin(self, table: Goodwill) -> None:
        """Line the companies up."""
        if table.options.fast_mode == "yearly sheet":
            table.next(YearlySheets(companies=table.living))
            return
        steps: list[Step] = []
        for company in table.living:
            if table.options.fast_mode == "two bids at once":
                steps.append(BothAssessments(company=company))
            else:
                steps += [Transaction(company=company, which="first"), Transaction(company=company, which="second")]
            steps.append(Steering(company=company))
        table.next(*steps)
