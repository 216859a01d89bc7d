"""Prepared turns: begin a seat's turn on a copy of the table, and the conditions a plan can depend on."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.prepared import Condition, Turns
from bot.engine.records import News, Seat
from bot.games.briefcase.news import CardLost, ResourceLost
from bot.games.briefcase.rules.game_end import last_seat
from bot.games.briefcase.rules.turn import Turn
from bot.games.briefcase.rules.vocabulary import several
from bot.games.briefcase.table import Briefcase
from bot.games.briefcase.view import BriefcaseView


def is_own(table: Briefcase, seat: Seat) -> bool:
    """Whether it is this seat's turn."""
    return table.round > 0 and table.active == seat


def find_next_seat(table: Briefcase) -> Seat | None:
    """Return the seat whose turn follows; None before the first turn, and where the game ends before."""
    if not table.round or (table.ending is not None and table.active == last_seat(table)):
        return None
    return next(table.iterate_clockwise_from(table.active), None)


def begin(table: Briefcase, seat: Seat) -> None:
    """Let this seat's turn be the next thing that happens."""
    table.agenda = [Turn(seat=seat)]


def _takes_from(_about: str, seat: Seat, news: News) -> bool:
    """Whether somebody takes a card or a resource from this seat."""
    match news:
        case CardLost():
            return news.victim == seat and news.card is not None
        case ResourceLost():
            return news.victim == seat
        case _:
            return False


SCARCE = 6
"""Units of a resource on the market."""


def _for_sale(view: BriefcaseView) -> list[str]:
    """Return what the others could buy up until then."""
    return [f"{resource} {count}" for resource, count in view.market.items() if 0 < count <= SCARCE]


def _lie(view: BriefcaseView, amount: str) -> bool:
    resource, _, count = amount.partition(" ")
    return any(name == resource and there >= int(count) for name, there in view.market.items())


CONDITIONS: Sequence[Condition[BriefcaseView]] = (
    Condition(
        "company",
        lambda view: [company for company, left in view.portfolio.items() if 0 < left < view.players],
        lambda view, company: f"{view.box.company[company].name} is still on offer",
        lambda view, company: view.portfolio.get(company, 0) > 0,
    ),
    Condition(
        "market",
        _for_sale,
        lambda _, amount: f"the market has at least {several(amount.split()[0], int(amount.split()[1]))}",
        _lie,
    ),
    Condition(
        "mine",
        lambda _view: [""],
        lambda _view, _: "nobody has taken a card or a resource from me",
        broken_by=_takes_from,
    ),
)

TURNS: Turns[Briefcase, BriefcaseView] = Turns(
    is_own=is_own,
    begin=begin,
    conditions=CONDITIONS,
    next_seat=find_next_seat,
    known_by_then="You hold the hand for it already.",
)
"""Chance is used only where a turn draws cards, at its end or through a company."""
