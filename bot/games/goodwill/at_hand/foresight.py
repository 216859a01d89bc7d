"""Predict how a year would end, from a seat's view alone.

The rules themselves are played on a table that holds only the open boards. So the facts above a seat's questions
follow from its view alone, and are exactly what would happen without other influences.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import comb

from bot.engine.chance import Chance
from bot.games.goodwill.components import COMPANIES, Company, Event, GoodwillBox
from bot.games.goodwill.news import EventStory
from bot.games.goodwill.rules.annual_review import income_statement
from bot.games.goodwill.rules.end_of_game import share_value
from bot.games.goodwill.rules.events import take_effect
from bot.games.goodwill.table import CompanyBoard, Goodwill, Investor, Pile
from bot.games.goodwill.view import GoodwillView, InformationView

KEPT = 1000
"""Cache size for predicted ends of a year; the least recently used are dropped."""


@dataclass(frozen=True)
class YearsEnd:
    """Where a company stands after the annual review: its money before dividends, its capital, a share and its pay."""

    money: int
    capital: int
    share: int
    pays: int
    keeps: int
    """What the review adds to the capital; below 0: what it takes."""


def known(view: GoodwillView) -> list[InformationView]:
    """Return the informations this seat sees, in the order in which they would be played."""
    seen = [pair for pair in view.informations if pair.event is not None and view.seat in pair.viewers]
    return sorted(seen, key=lambda pair: (-(pair.percentage or 0), pair.slot))


def chance(view: GoodwillView, pair: InformationView) -> int:
    """Return how likely an information this seat sees is to be played, in percent; 0 and 100 are never rounded.

    It is dropped if all others are higher: those it sees, and those it can only reckon with.
    """
    seen = known(view)
    if pair != seen[-1]:
        return 100
    percentage = pair.percentage or 0
    unseen = list(view.box.percentages)
    for other in seen:
        unseen.remove(other.percentage or 0)
    faces_down = view.box.information.slots - len(seen)
    higher = sum(card > percentage for card in unseen)
    draws, dropped = comb(len(unseen), faces_down), comb(higher, faces_down)
    if dropped in (0, draws):
        return 0 if dropped else 100
    return max(1, min(99, round(100 - 100 * dropped / draws)))


def certain(view: GoodwillView) -> list[InformationView]:
    """Return the informations this seat sees that are sure to be played, in their order."""
    return [pair for pair in known(view) if chance(view, pair) == 100]


def doubtful(view: GoodwillView) -> InformationView | None:
    """Return the one this seat sees that may be played or dropped; it would come after those that are certain."""
    return next((pair for pair in known(view) if 0 < chance(view, pair) < 100), None)


def events(view: GoodwillView, pairs: Sequence[InformationView]) -> list[Event]:
    """Return the cards of these informations."""
    return [view.box.event[pair.event] for pair in pairs if pair.event is not None]


class Foresight:
    """Where the companies would stand after this year's review, from what a seat sees."""

    def __init__(self, view: GoodwillView) -> None:
        table = _boards(view)
        self._boards = _Boards(table.model_dump_json(), view.box, table)

    def years_end(
        self, happening: Sequence[Event] = (), bosses: Mapping[Company, str] | None = None
    ) -> Mapping[Company, YearsEnd | None]:
        """Return where the companies would stand; None: bankrupt.

        Args:
            happening: the events that come true, first one first, and no others.
            bosses: the bosses in charge, where they differ from the current ones.
        """
        return _years_end(self._boards, tuple(event.id for event in happening), tuple(sorted((bosses or {}).items())))


@dataclass(frozen=True)
class _Boards:
    """The open boards: equal to others that look the same, with the same cards."""

    saved: str
    box: GoodwillBox = field(hash=False)
    table: Goodwill = field(compare=False)


@lru_cache(maxsize=KEPT)
def _years_end(
    boards: _Boards, happening: Sequence[str], bosses: Sequence[tuple[Company, str]]
) -> Mapping[Company, YearsEnd | None]:
    """Play the year to its end; everybody at the table looks at the same boards, press after press."""
    table = _with_bosses(boards.table, dict(bosses))
    for event in happening:
        for effect in (table.box.event[event].left, table.box.event[event].right):
            if table.living:
                take_effect(table, effect)
    return {company: _after_review(table, company) for company in COMPANIES}


def _after_review(table: Goodwill, company: Company) -> YearsEnd | None:
    if table.companies[company].bankrupt:
        return None
    statement = income_statement(table, company)
    if statement.fails:
        return None
    share = share_value(statement.after, table.box.share_parts)
    income, keeps = statement.net_income, statement.after - statement.before
    return YearsEnd(statement.before + income, statement.after, share, statement.per_share, keeps)


def _boards(view: GoodwillView) -> Goodwill:
    """Return a table with the open boards of a view; there is nothing hidden on it."""
    table = Goodwill(
        players=view.players,
        chance=Chance(seed=""),
        options=view.options,
        first_year=view.first_year,
        last_year=view.last_year,
        year_index=view.year_index,
        companies={
            company: CompanyBoard(
                capital=board.capital,
                market_share=board.market_share,
                tokens=dict(board.tokens),
                boss=board.boss,
                bankrupt=board.bankrupt,
            )
            for company, board in view.companies.items()
        },
        investors={seat: Investor(cash=0, shares=dict(other.shares)) for seat, other in view.investors.items()},
        prices=dict(view.prices),
        event_deck=[],
        percentage_deck=[],
        available=[],
        boss_pile=Pile(),
    )
    table._box = view.box
    return table


def _with_bosses(boards: Goodwill, bosses: Mapping[Company, str]) -> Goodwill:
    """Return these boards with other bosses, and with all of its own that events and a review change."""
    companies = {
        company: board.model_copy(update={"boss": bosses.get(company, board.boss), "tokens": dict(board.tokens)})
        for company, board in boards.companies.items()
    }
    return boards.model_copy(
        update={
            "companies": companies,
            "prices": dict(boards.prices),
            "boss_pile": Pile(),
            "stories": [EventStory(name="", percentage=0, changes=[])],
        }
    )
