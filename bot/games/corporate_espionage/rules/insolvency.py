"""Broke and bankrupt.

With nothing in its account a company is only broke and plays on. A loss that brings the account below zero
must be settled before anything else goes on: assets may be liquidated for half their cost, and savvy that
costs nothing may be used. A company that cannot settle it is bankrupt. (Rulebook "Eliminating Other Players".)
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
from bot.games.corporate_espionage.moves import GiveUp, Liquidate, UseSavvy
from bot.games.corporate_espionage.news import Insolvent, Liquidated, Solvent
from bot.games.corporate_espionage.rules.arithmetic import liquidation_rate, liquidation_value
from bot.games.corporate_espionage.rules.effects import Gain
from bot.games.corporate_espionage.rules.elimination import go_bankrupt, see_who_is_left
from bot.games.corporate_espionage.rules.executives import too_many_executives
from bot.games.corporate_espionage.rules.in_words import liquidate_option
from bot.games.corporate_espionage.rules.responses import DiscreetChoice, may_hold
from bot.games.corporate_espionage.rules.someone_elses_turn import AnyPlay, Savvy, use_prepared_cards
from bot.games.corporate_espionage.rules.targets import different

if TYPE_CHECKING:
    from bot.games.corporate_espionage.table import Espionage

RULE = "Eliminating Other Players"


def settle(table: Espionage, moment: int | None = None) -> None:
    """Make companies in debt settle it before anything else goes on; called after each effect.

    Args:
        table: what lies on the table.
        moment: that to which it belongs; None: a new one.
    """
    if moment is None:
        table.moments += 1
        moment = table.moments
    steps: list[Step] = []
    companies = table.companies
    for number in [table.active, *table.others(table.active)]:
        company = companies[number]
        if company.account < 0 and not any(
            isinstance(step, Insolvency) and step.company == number for step in table.agenda
        ):
            steps.append(Insolvency(company=number, moment=moment))
        steps += too_many_executives(table, number)
    if steps:
        table.next(*steps)


class Insolvency(Step, kind="insolvency"):
    """Only the company in debt acts: it liquidates assets, uses savvy that costs nothing, or goes bankrupt."""

    company: Open[Seat]
    moment: Open[int]
    given_up: Open[bool] = False

    def begin(self, table: Espionage) -> None:
        """Tell about the debt."""
        if self.is_open(table):
            debt = -table.companies[self.company].account if table.shows_account(self.company) else None
            table.tell(Insolvent(company=self.company, debt=debt))

    def is_open(self, table: Espionage) -> bool:
        """Whether the company is in debt and has not given up."""
        company = table.companies[self.company]
        return company.alive and company.account < 0 and not self.given_up

    def list_asked_seats(self, table: Espionage) -> Collection[Seat]:
        """Ask as long as there may be something to sell or to use; a hand is not shown by not asking."""
        if not self.is_open(table):
            return ()
        if table.companies[self.company].inventory or self.may_have_savvy(table):
            return table.people(self.company)
        return ()

    def may_have_savvy(self, table: Espionage) -> bool:
        """Whether a savvy card may be there that costs nothing; with eligible windows: whether one is."""
        if table.options.reactions == "eligible":
            return bool(free_savvy(table, self.company))
        return may_hold(table, self.company, "any", most=0)

    def build_question(self, table: Espionage, seat: Seat) -> Question:
        """Ask how to settle the debt."""
        company = table.companies[self.company]
        rate = liquidation_rate(company, table.box, table.terms)
        options = [liquidate_option(table, permanent, self.company, rate) for permanent in different(company.inventory)]
        options += free_savvy_options(table, self.company)
        help_text = (
            "You are bankrupt unless you get back to 0 points or more now. Assets bring part of their cost; employees "
            "and executives cannot be sold."
            if options
            else "Nothing can settle this debt: you have no asset to sell and no savvy that costs nothing, so your "
            "company is bankrupt. You are asked all the same, or the others would learn what you do not hold."
        )
        options.append(Option(GiveUp(), "Go bankrupt", "Give up", "Your company leaves the game."))
        return DiscreetChoice(
            prompt=f"How do you settle your debt of {format_count(-company.account, 'point')}?",
            rule=RULE,
            help=help_text,
            about=(company.account,),
            options=tuple(options),
        )

    def answer(self, table: Espionage, seat: Seat, move: Liquidate | UseSavvy | GiveUp) -> None:
        """Sell, use, or give up."""
        match move:
            case Liquidate():
                liquidate(table, self.company, move.number)
            case UseSavvy():
                table.next(Savvy(number=table.number(), by=self.company, card=move.card, mode=move.mode, top=False))
            case GiveUp():
                self.given_up = True

    def end(self, table: Espionage) -> None:
        """Go on, or go out; then cards that were laid ready in between have their time, unless a play is pending."""
        company = table.companies[self.company]
        if not company.alive:
            return
        if company.account < 0:
            go_bankrupt(table, self.company, self.moment)
        else:
            table.tell(Solvent(company=self.company))
            see_who_is_left(table)
        if table.follows(2) and not any(isinstance(step, AnyPlay | Insolvency) for step in table.agenda):
            use_prepared_cards(table)

    def get_default_move(self, table: Espionage, seat: Seat) -> Move:
        """Gain points for nothing, then sell the cheapest asset that covers the debt, else the dearest."""
        return settle_by_itself(table, self.company)

    def get_title(self, table: Espionage) -> str:
        """Name the company in debt."""
        return f"{mark(self.company)} is insolvent"


def free_savvy(table: Espionage, company: Seat) -> list[tuple[str, int]]:
    """Return the "any time" cards that cost nothing, with the mode."""
    any_time = table.box.any_time
    return [(card, mode) for card, cost in table.costs(company).items() if not cost for mode in any_time.get(card, ())]


def free_points(table: Espionage, company: Seat) -> int:
    """Return how many points the company's savvy brings that costs nothing."""
    hand = table.companies[company].hand
    return sum(
        op.amount * hand.count(card)
        for card, mode in free_savvy(table, company)
        for op in table.card(card).modes[mode].ops
        if isinstance(op, Gain)
    )


def liquidate(table: Espionage, company: Seat, number: int) -> None:
    """Sell an asset for half its cost, rounded up."""
    owner = table.companies[company]
    permanent = next(asset for asset in owner.inventory if asset.number == number)
    rate = liquidation_rate(owner, table.box, table.terms)
    card = table.card(permanent.card)
    value = liquidation_value(card.cost, rate)
    table.discard(company, permanent)
    owner.account += value
    table.tell(Liquidated(company=company, card=card.name, points=value))
    table.settle()


def free_savvy_options(table: Espionage, company: Seat) -> list[Option]:
    """Return the options to use savvy that costs nothing."""
    return [
        Option(UseSavvy(card=card, mode=mode), f"Use {table.card(card).name}", "Savvy", table.card(card).text)
        for card, mode in free_savvy(table, company)
    ]


def savvy_that_gains(table: Espionage, company: Seat) -> UseSavvy | None:
    """Return the use of a card that gains points for nothing, if the company holds one."""
    for card, mode in free_savvy(table, company):
        if any(isinstance(op, Gain) for op in table.card(card).modes[mode].ops):
            return UseSavvy(card=card, mode=mode)
    return None


def settle_by_itself(table: Espionage, company: Seat) -> Move:
    """Return how a company in debt acts when nobody decides for it (CE-22)."""
    owner = table.companies[company]
    if (savvy := savvy_that_gains(table, company)) is not None:
        return savvy
    rate = liquidation_rate(owner, table.box, table.terms)
    values = {asset.number: liquidation_value(table.card(asset.card).cost, rate) for asset in owner.inventory}
    if not values:
        return GiveUp()
    enough = [number for number in values if values[number] >= -owner.account]
    if enough:
        return Liquidate(number=min(enough, key=lambda number: (values[number], number)))
    return Liquidate(number=max(values, key=lambda number: (values[number], -number)))
