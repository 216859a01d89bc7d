"""Play Your Turn: Income, Expenses and Draw, in this order.

The income of all own cards in play is added to the account, then their overhead is subtracted. A company that cannot
afford a card's overhead may discard it. Then a card is drawn. (Rulebook "Play Your Turn", 1 to 3.)
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from bot.engine.pages import mark
from bot.engine.questions import Option, Question
from bot.engine.records import Move, Seat
from bot.engine.secrecy import Open
from bot.engine.table import Step
from bot.engine.words import format_count
from bot.games.corporate_espionage.moves import DropCard, Liquidate, PayWhatIsDue, UseSavvy
from bot.games.corporate_espionage.news import CardLeft, ExpensesPaid, IncomeCollected
from bot.games.corporate_espionage.rules.arithmetic import (
    draws,
    income,
    liquidation_rate,
    liquidation_value,
    overhead,
    passives,
)
from bot.games.corporate_espionage.rules.elimination import lose
from bot.games.corporate_espionage.rules.in_words import liquidate_option
from bot.games.corporate_espionage.rules.insolvency import free_savvy_options, liquidate, savvy_that_gains
from bot.games.corporate_espionage.rules.loans import collect_loans
from bot.games.corporate_espionage.rules.responses import DiscreetChoice
from bot.games.corporate_espionage.rules.someone_elses_turn import Savvy
from bot.games.corporate_espionage.rules.targets import different, permanent_label

if TYPE_CHECKING:
    from bot.games.corporate_espionage.table import Espionage, Permanent


class Income(Step, kind="income"):
    """Count up the income of all permanent cards in play and add it to the account."""

    company: Open[Seat]

    def begin(self, table: Espionage) -> None:
        """Collect income; then apply the effects that drain opponents."""
        company = table.companies[self.company]
        if not company.alive:
            return
        skipped = bool(company.statuses) and company.use_status("skip_income", once=True)
        earned = 0 if skipped else income(company, table.box)
        company.account += earned
        if earned or skipped:
            table.tell(IncomeCollected(company=self.company, income=earned, skipped=skipped))
        self.drain(table)

    def drain(self, table: Espionage) -> None:
        """Take points from every opponent, for each card that does so (CE-26)."""
        company = table.companies[self.company]
        total = sum(passive.amount for passive in passives(company, table.box, "upkeep_drain"))
        if total:
            known = table.box.passive("upkeep_drain")
            name = next(table.card(p.card).name for p in [*company.team, *company.inventory] if p.card in known)
            for opponent in table.opponents(self.company):
                lose(table, opponent, total, name)
            table.settle()


class Expenses(Step, kind="expenses"):
    """Subtract the overhead of all permanent cards; a card that cannot be afforded may be discarded."""

    company: Open[Seat]
    resolved: Open[bool] = False

    def list_asked_seats(self, table: Espionage) -> Collection[Seat]:
        """Ask only while the account is too short and something could be given up."""
        company = table.companies[self.company]
        if self.resolved or not company.alive or company.account >= overhead(company, table.box):
            return ()
        return table.people(self.company) if company.inventory or self.costly(table) else ()

    def costly(self, table: Espionage) -> list[Permanent]:
        """Return the cards with an overhead."""
        company = table.companies[self.company]
        return [p for p in [*company.team, *company.inventory] if table.card(p.card).overhead]

    def build_question(self, table: Espionage, seat: Seat) -> Question:
        """Ask which card is given up."""
        company = table.companies[self.company]
        rate = liquidation_rate(company, table.box, table.terms)
        options = [
            Option(
                DropCard(number=p.number),
                f"Discard {permanent_label(table, p, self.company)} (overhead {table.card(p.card).overhead})",
                "Discard",
                table.card(p.card).text,
            )
            for p in different(self.costly(table))
        ]
        options += [liquidate_option(table, p, self.company, rate) for p in different(company.inventory)]
        if table.follows(2):
            options += free_savvy_options(table, self.company)
        due = overhead(company, table.box)
        options.append(Option(PayWhatIsDue(), "Keep everything and pay", "Pay", "You go into debt and must settle it."))
        return DiscreetChoice(
            prompt=f"Your overhead is {format_count(due, 'point')}: what do you give up?",
            rule="Play Your Turn: Expenses",
            help="Before you pay, you may use savvy that costs nothing, liquidate an asset, or discard a card you "
            "cannot afford, without refund.",
            options=tuple(options),
        )

    def answer(self, table: Espionage, seat: Seat, move: DropCard | Liquidate | UseSavvy | PayWhatIsDue) -> None:
        """Give a card up, which is not the fire of the turn; or use savvy."""
        match move:
            case UseSavvy():
                table.next(Savvy(number=table.number(), by=self.company, card=move.card, mode=move.mode))
            case DropCard():
                permanent = table.permanent(self.company, move.number)
                if permanent is not None:
                    table.discard(self.company, permanent)
                    name = table.card(permanent.card).name
                    table.tell(CardLeft(company=self.company, card=name, why="too expensive"))
                    table.settle()
            case Liquidate():
                liquidate(table, self.company, move.number)
            case PayWhatIsDue():
                self.resolved = True

    def end(self, table: Espionage) -> None:
        """Pay, let contracts and effects run on, and collect the loans that are due."""
        company = table.companies[self.company]
        if not company.alive:
            return
        due = overhead(company, table.box)
        company.account -= due
        if due:
            table.tell(ExpensesPaid(company=self.company, overhead=due))
        company.use_status("overhead_plus", once=False)
        self.end_contracts(table)
        collect_loans(table, self.company)
        table.settle()

    def end_contracts(self, table: Espionage) -> None:
        """Let cards go whose time is over."""
        company = table.companies[self.company]
        for permanent in [*company.team, *company.inventory]:
            if permanent.left is not None:
                permanent.left -= 1
                if permanent.left <= 0:
                    table.discard(self.company, permanent)
                    name = table.card(permanent.card).name
                    table.tell(CardLeft(company=self.company, card=name, why="contract over"))

    def get_default_move(self, table: Espionage, seat: Seat) -> Move:
        """Use free savvy first, then sell an asset without income, then discard a cheap card (CE-23)."""
        company = table.companies[self.company]
        if table.follows(2) and (savvy := savvy_that_gains(table, self.company)) is not None:
            return savvy
        rate = liquidation_rate(company, table.box, table.terms)
        idle = [p for p in different(company.inventory) if not table.card(p.card).income]
        if idle:
            return Liquidate(number=min(idle, key=lambda p: liquidation_value(table.card(p.card).cost, rate)).number)
        costly = different(self.costly(table))
        if costly:
            return DropCard(number=min(costly, key=lambda p: table.card(p.card).cost).number)
        return PayWhatIsDue()

    def get_title(self, table: Espionage) -> str:
        """Return whose expenses are due."""
        return f"{mark(self.company)}'s expenses"


class Draw(Step, kind="draw"):
    """Draw a card from the top of the own deck."""

    company: Open[Seat]

    def begin(self, table: Espionage) -> None:
        """Draw; the first player may have agreed to skip the first draw."""
        company = table.companies[self.company]
        if not company.alive:
            return
        if table.round == 1 and self.company == table.first and not table.options.first_draw:
            return
        table.draw(self.company, draws(company, table.box, table.terms))
