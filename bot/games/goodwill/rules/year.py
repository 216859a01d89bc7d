"""Gameplay: the year.

A game is a number of years, and each year is one turn of four phases, always in the same order:
informations, transactions and steering, events, annual review. (Rulebook "Gameplay" and
"Length of game".)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, get_args

from bot.engine.table import Step
from bot.games.goodwill.components import Company
from bot.games.goodwill.moves import Which
from bot.games.goodwill.news import YearBegan
from bot.games.goodwill.rules.annual_review import AnnualReview
from bot.games.goodwill.rules.derivatives import DerivativesAuctions
from bot.games.goodwill.rules.events import Events
from bot.games.goodwill.rules.fast_modes import BothAssessments, SwiftAssessments, SwiftSteering, YearlySheets
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
        table.next(*(step for company in table.living for step in _about(company, table.options.fast_mode)))


def _about(company: Company, form: str) -> Sequence[Step]:
    """Return the steps about a company."""
    match form:
        case "swift":
            return SwiftAssessments(company=company), SwiftSteering(company=company)
        case "two bids at once":
            return BothAssessments(company=company), Steering(company=company)
        case _:
            first, second = (Transaction(company=company, which=which) for which in get_args(Which))
            return first, second, Steering(company=company)
