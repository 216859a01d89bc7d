"""Prepared turns: how a seat's turn would begin right now, and what may not change before it comes."""

from __future__ import annotations

from bot.engine.prepared import Turns, Unless
from bot.engine.records import Seat
from bot.games.briefcase.rules.turn import Turn
from bot.games.briefcase.table import Briefcase
from bot.games.briefcase.view import BriefcaseView


def is_own(table: Briefcase, seat: Seat) -> bool:
    """Whether it is this seat's turn."""
    return table.round > 0 and table.active == seat


def begin(table: Briefcase, seat: Seat) -> None:
    """Let this seat's turn be the next thing that happens."""
    table.agenda = [Turn(seat=seat)]


def _own(view: BriefcaseView) -> object:
    own = None if view.seat is None else view.everybody[view.seat]
    return None if own is None else (view.hand, sorted(own.storage.items()), own.companies)


def _on_offer(view: BriefcaseView) -> object:
    return (
        sorted(view.market.items()),
        sorted(view.portfolio.items()),
        sorted(view.resource_blocks),
        sorted(place or "" for place in view.company_blocks),
    )


TURNS: Turns[Briefcase, BriefcaseView] = Turns(
    is_own=is_own,
    begin=begin,
    unless=(
        Unless("mine", "my hand, storage and companies are as now", "what you have has changed.", _own),
        Unless(
            "offer", "the market, the companies and the blocks are as now", "what is on offer has changed.", _on_offer
        ),
    ),
)
"""Chance is used only where a turn draws cards, at its end or through a company."""
