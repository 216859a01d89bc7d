"""Prepared turns: begin a company's turn on a copy of the table, and the conditions a plan can depend on."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.pages import mark
from bot.engine.prepared import Condition, Turns
from bot.engine.records import News, Seat
from bot.engine.words import format_count
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
from bot.games.corporate_espionage.rules.your_turn import Actions, EndOfTurn, Turn, begin_turn
from bot.games.corporate_espionage.table import Espionage
from bot.games.corporate_espionage.view import CompanyView, EspionageView


def is_own(table: Espionage, seat: Seat) -> bool:
    """Whether it is the turn of this seat's company, which has not ended."""
    company = table.company_of(seat)
    return any(isinstance(step, Actions | EndOfTurn) and step.company == company for step in table.agenda)


def plays_on(table: Espionage, seat: Seat) -> bool:
    """Whether this seat's company is still in the game."""
    return table.companies[table.company_of(seat)].alive


def find_next_seat(table: Espionage) -> Seat | None:
    """Return the seat whose company's turn follows in this round; None: none, or several seats share the company."""
    coming = (step.company for step in table.agenda if isinstance(step, Turn) and table.companies[step.company].alive)
    company = next(coming, None)
    seats = [seat for seat in table.seats if table.company_of(seat) == company]
    return seats[0] if len(seats) == 1 else None


def begin(table: Espionage, seat: Seat) -> None:
    """Begin the turn of this seat's company as the next event, without effects on the others.

    The card that will be drawn stays unknown. Nobody loses points to this company's Income step, for the seat must not
    learn who would then be in debt, or how they would settle it. The others' prepared cards are dropped as well.
    """
    number = table.company_of(seat)
    for other in table.others(number):
        table.companies[other].prepared.clear()
    if is_own(table, seat):
        return
    if not plays_on(table, seat):
        table.agenda = []
        return
    begin_turn(table, number)
    company = table.companies[number]
    company.account += 0 if company.use_status("skip_income", once=True) else income(company, table.box)
    table.agenda = [Expenses(company=number), Actions(company=number), EndOfTurn(company=number)]


def learns(table: Espionage, seat: Seat, news: News) -> bool:
    """Whether this seat did not know what the news reveals: it knew the cards of its own hand."""
    match news:
        case HireAnnounced() | PurchaseAnnounced() | EspionageAnnounced() | SavvyUsed() | CardsDiscarded(by=None):
            return news.company != table.company_of(seat)
        case _:
            return news.reveals


def is_uncertain(news: News) -> bool:
    """Whether it is an attack or a takeover; that others answer a hire or a purchase is not expected."""
    return isinstance(news, EspionageAnnounced | TakeoverAnnounced)


def _own(view: EspionageView) -> CompanyView | None:
    return None if view.company is None else view.companies[view.company]


def _account(view: EspionageView) -> int:
    own = _own(view)
    return 0 if own is None else own.account or 0


def _amounts(view: EspionageView) -> Sequence[str]:
    """Return how much there would be now, and less, to choose from."""
    now = _account(view)
    return [str(points) for points in dict.fromkeys((now, now - 3, now - 6, now - 10)) if points > 0]


def _in_play(view: EspionageView) -> list[str]:
    own = _own(view)
    return [] if own is None else [str(card.number) for card in (*own.team, *own.inventory)]


def _strongest(view: EspionageView) -> list[str]:
    """Return which of the others have the highest net worth, as far as all can see."""
    others = [number for number in view.living if number != view.company]
    worths = {number: worth for number in others if (worth := view.companies[number].worth) is not None}
    return [str(number) for number, worth in worths.items() if worth == max(worths.values())]


def _targets(view: EspionageView) -> Sequence[str]:
    return [f"{card} {target}" for card, targets in view.targets.items() for target in targets]


def _aimed(view: EspionageView, about: str) -> str:
    card, _, target = about.partition(" ")
    return f"{mark(int(target))} can be the target of {view.box.card[card].name}"


CONDITIONS: Sequence[Condition[EspionageView]] = (
    Condition(
        "points",
        _amounts,
        lambda _, points: f"I have at least {format_count(int(points), 'point')} after income and expenses",
        lambda view, points: _account(view) >= int(points),
    ),
    Condition(
        "cards in play",
        lambda view: [" ".join(_in_play(view))] if _in_play(view) else [],
        lambda _view, _cards: "all my cards are still in play",
        lambda view, cards: set(cards.split()) <= set(_in_play(view)),
    ),
    Condition(
        "strongest",
        _strongest,
        lambda _, company: f"{mark(int(company))} has the highest net worth of the others",
        lambda view, company: company in _strongest(view),
    ),
    Condition("target", _targets, _aimed, lambda view, about: about in _targets(view)),
)

TURNS: Turns[Espionage, EspionageView] = Turns(
    is_own=is_own,
    begin=begin,
    learns=learns,
    is_uncertain=is_uncertain,
    plays_on=plays_on,
    next_seat=find_next_seat,
    conditions=CONDITIONS,
    known_by_then="You hold the hand for it already, but for the card that you will draw.",
)
