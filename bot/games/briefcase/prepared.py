"""Prepared turns: how a seat's turn would begin right now, and on what that can be made depend."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bot.engine.prepared import Condition, Turns
from bot.engine.records import Seat
from bot.games.briefcase.rules.turn import Turn
from bot.games.briefcase.rules.vocabulary import several
from bot.games.briefcase.table import Briefcase
from bot.games.briefcase.view import BriefcaseView


def is_own(table: Briefcase, seat: Seat) -> bool:
    """Whether it is this seat's turn."""
    return table.round > 0 and table.active == seat


def begin(table: Briefcase, seat: Seat) -> None:
    """Let this seat's turn be the next thing that happens."""
    table.agenda = [Turn(seat=seat)]


def _mine(view: BriefcaseView) -> Counter[str]:
    """Return the cards of the own hand and the own resources."""
    own = None if view.seat is None else view.everybody[view.seat]
    return Counter() if own is None else Counter([*view.hand, *Counter(own.storage).elements()])


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
        lambda view: [" ".join(_mine(view).elements())],
        lambda _view, _things: "nobody has taken a card or a resource from me",
        lambda view, things: Counter(things.split()) <= _mine(view),
    ),
)

TURNS: Turns[Briefcase, BriefcaseView] = Turns(
    is_own=is_own, begin=begin, conditions=CONDITIONS, known_by_then="You hold the hand for it already."
)
"""Chance is used only where a turn draws cards, at its end or through a company."""
