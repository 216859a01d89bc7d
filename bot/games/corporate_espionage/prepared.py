"""Prepared turns: how a company's turn would begin right now, and what may not change before it comes."""

from __future__ import annotations

from bot.engine.prepared import Turns, Unless
from bot.engine.records import News, Seat
from bot.games.corporate_espionage.news import (
    CardsDiscarded,
    EspionageAnnounced,
    HireAnnounced,
    PurchaseAnnounced,
    SavvyUsed,
    TakeoverAnnounced,
)
from bot.games.corporate_espionage.rules.arithmetic import income
from bot.games.corporate_espionage.rules.income_and_expenses import Expenses
from bot.games.corporate_espionage.rules.your_turn import Actions, EndOfTurn, begin_turn
from bot.games.corporate_espionage.table import Espionage
from bot.games.corporate_espionage.view import EspionageView


def is_own(table: Espionage, seat: Seat) -> bool:
    """Whether it is the turn of this seat's company, which has not ended."""
    company = table.company_of(seat)
    return any(isinstance(step, Actions | EndOfTurn) and step.company == company for step in table.agenda)


def plays_on(table: Espionage, seat: Seat) -> bool:
    """Whether this seat's company is still in the game."""
    return table.companies[table.company_of(seat)].alive


def begin(table: Espionage, seat: Seat) -> None:
    """Let the turn of this seat's company be the next thing that happens, as far as it does not touch the others.

    The card that will be drawn stays unknown; nobody loses anything to this company's Income step, for who is in debt
    then, and what they do, is not the seat's to know; nor is what the others have laid ready.
    """
    if is_own(table, seat):
        return
    number = table.company_of(seat)
    if not plays_on(table, seat):
        table.agenda = []
        return
    begin_turn(table, number)
    for other in table.others(number):
        table.companies[other].prepared.clear()
    company = table.companies[number]
    company.account += 0 if company.use_status("skip_income", once=True) else income(company, table.box)
    table.agenda = [Expenses(company=number), Actions(company=number), EndOfTurn(company=number)]


def learns(table: Espionage, seat: Seat, news: News) -> bool:
    """Whether this seat did not know what the news reveals, or others may answer what it announces.

    It knew the cards of its own hand. That others answer a hire or a purchase is not expected; an attack is too
    uncertain to plan beyond it, except that the turn ends.
    """
    match news:
        case HireAnnounced() | PurchaseAnnounced() | SavvyUsed() | CardsDiscarded(by=None):
            return news.company != table.company_of(seat)
        case EspionageAnnounced() | TakeoverAnnounced():
            return True
        case _:
            return news.reveals


def _mine(view: EspionageView) -> object:
    if view.company is None:
        return None
    own = view.companies[view.company]
    return own.account, own.team, own.inventory, own.statuses


def _theirs(view: EspionageView) -> object:
    others = [view.companies[number] for number in view.living if number != view.company]
    return [(other.account, other.team, other.inventory) for other in others]


TURNS: Turns[Espionage, EspionageView] = Turns(
    is_own=is_own,
    begin=begin,
    learns=learns,
    plays_on=plays_on,
    unless=(
        Unless(
            "mine",
            "my points and cards in play are as they are now",
            "your points or cards in play have changed.",
            _mine,
        ),
        Unless(
            "theirs",
            "nobody else's points or cards in play have changed",
            "the others' points or cards in play have changed.",
            _theirs,
        ),
    ),
)
