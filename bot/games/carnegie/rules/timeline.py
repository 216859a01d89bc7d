"""Phase 1: action selection; and the end of a round.

The first player picks one of the four rows of the timeline: everybody uses its departments, and its next space is the
event. If the row is finished, the event is that of the next row below that is not, with Human Resources below
Research & Development. At the end of the round that row goes on, and the next player is first. (Rulebook "Action
Selection", "Timeline reaches end", "End of the round".)
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial
from typing import TYPE_CHECKING

from bot.engine.pages import mark
from bot.engine.questions import Choose, Option, Question, Unread
from bot.engine.records import Move, Seat
from bot.engine.secrecy import Open
from bot.engine.table import Step
from bot.engine.words import format_count
from bot.games.carnegie.components import ANDREW, ROWS, Region, Row
from bot.games.carnegie.moves import PickRow
from bot.games.carnegie.news import RoundBegan, RowPicked
from bot.games.carnegie.rules.activation import Activation
from bot.games.carnegie.rules.andrew import lay_aside, turn_card
from bot.games.carnegie.rules.company import count_active
from bot.games.carnegie.rules.departments import UseDepartments
from bot.games.carnegie.rules.donations import DonationEvent, price
from bot.games.carnegie.rules.income import IncomeEvent
from bot.games.carnegie.rules.paid_by_income import trying
from bot.games.carnegie.rules.planning import can_do_something
from bot.games.carnegie.rules.scoring import andrew_score, finish, score
from bot.games.carnegie.rules.vocabulary import (
    HINT,
    REGION,
    ROW,
    amounts,
    cut,
    shorten_amounts,
    shorten_label,
    use_brief_names,
)

if TYPE_CHECKING:
    from bot.games.carnegie.components import TimelineSpace
    from bot.games.carnegie.table import Carnegie

SPACES = 5


def event_row(table: Carnegie, picked: Row) -> Row:
    """Return which row brings the event and goes on: the picked one, or the next below that is not finished."""
    at = ROWS.index(picked)
    below = (ROWS[(at + down) % len(ROWS)] for down in range(len(ROWS)))
    return next((row for row in below if table.rows[row].done < SPACES), picked)


def find_event(table: Carnegie, picked: Row) -> TimelineSpace:
    """Return what the timeline brings if this row is picked."""
    row = event_row(table, picked)
    return table.timeline(row)[min(table.rows[row].done, SPACES - 1)]


PURPOSE: Mapping[Row, str] = {
    "hr": "move your workers",
    "management": "earn, or place departments",
    "construction": "build projects",
    "rd": "advance projects or transport",
}
"""What workers of a row are used for."""


GROUP = "Departments"
"""The name of the menu of rows."""
NO_INCOME = "No income: nobody of yours waits there."


def in_words(space: TimelineSpace) -> str:
    """Return what a space of the timeline brings."""
    found = [f"income in the {REGION[space.region]}"] if space.region is not None else []
    found += ["a donation"] if space.donation else []
    return ", then ".join(found)


def in_few_words(space: TimelineSpace, *, alone: bool) -> list[str]:
    """Return shorter and shorter words for what a space of the timeline brings."""
    if space.region is None:
        return ["you may donate" if alone else "all may donate"]
    donation = ", donation" if space.donation else ""
    return [f"income {REGION[space.region]}{donation}", f"{REGION[space.region]}{donation}"]


def describe_row(table: Carnegie, seat: Seat, row: Row) -> Option:
    """Return the option to pick a row, with what the seat has of it: warnings first."""
    space, brings = find_event(table, row), event_row(table, row)
    label, active = f"{ROW[row]}: {in_words(space)}", count_active(table, seat, row)
    if not active:
        use = "Nobody of yours is active there: you use nothing."
    elif can_do_something(table, seat, row):
        use = f"You use {format_count(active, 'worker')} to {PURPOSE[row]}."
    else:
        use = f"You have {format_count(active, 'worker')} there, but nothing to do."
    finished = f"Used up: it brings the event of {use_brief_names(ROW[brings])}." if brings != row else ""
    brings_income = "" if space.region is None else _describe_income(table, seat, space.region)
    comes_yet = brings_income == NO_INCOME and not table.is_last_round
    pays = f"{NO_INCOME} Building sends workers there." if comes_yet else brings_income
    costs = price(table, seat)
    alone = table.andrew is not None
    all_may = "You may then donate" if alone else "Everybody may then donate"
    gives = f"{all_may}; ${costs} buys you VP at the end." if space.donation else ""
    brief = f"A donation: ${costs} for VP at the end." if space.donation else ""
    short = shorten_label(*(f"{ROW[row]}: {words}" for words in in_few_words(space, alone=alone)))
    others = sum(count_active(table, other, row) for other in table.seats if other not in (seat, *table.conceded))
    of_all = f"{use[:-1]}, others {others}." if others and use.startswith("You use") else use
    full, *shorter = (
        " ".join(filter(None, (words, *more, finished)))
        for words, *more in (
            (of_all, pays, gives),
            (of_all, pays, brief),
            (use, pays, gives),
            (use, pays, brief),
            (of_all, brings_income, brief),
            (use, brings_income, brief),
            (use, brings_income),
        )
    )
    shorter.append(f"{shorten_amounts(brings_income)} {finished}".strip())
    hint = next((text for text in (full, *shorter) if len(text) <= HINT), cut(shorter[-1]))
    return Option(PickRow(row=row), label, GROUP, hint, full=full, short=short if short != label else "")


def _describe_income(table: Carnegie, seat: Seat, region: Region) -> str:
    """Return in a sentence what an income in a region pays a seat if all its workers return."""
    count = table.everybody[seat].missions[region]
    if not count:
        return NO_INCOME
    ahead, income = trying(table, seat, region)
    income.pay_transport(ahead, count)
    income.pay_slots(ahead)
    return f"Income: {amounts(income.gain)}."


class Round(Step, kind="round"):
    """A round: pick a row, the event, departments, activation."""

    def begin(self, table: Carnegie) -> None:
        """Begin the round; in even rounds of the solo game Andrew picks."""
        table.round += 1
        table.picked = table.event_row = None
        points = {seat: score(table, seat).total for seat in table.seats}
        points |= {ANDREW: andrew_score(table).total} if table.andrew is not None else {}
        table.tell(RoundBegan(round=table.round, first=table.first, points=points))
        if table.andrew is not None:
            lay_aside(table.andrew)
            if table.round % 2 == 0:
                pick(table, None, turn_card(table, table.andrew).row)
                return
        table.next(ActionSelection(seat=table.first))


class ActionSelection(Step, kind="action selection"):
    """The first player picks a row."""

    seat: Open[Seat]
    done: Open[bool] = False

    def list_asked_seats(self, table: Carnegie) -> Collection[Seat]:
        """Ask once."""
        return () if self.done else (self.seat,)

    def build_question(self, table: Carnegie, seat: Seat) -> Question:
        """Ask for a row, those that the seat can use first."""
        options = tuple(Unread(PickRow(row=row), partial(describe_row, table, seat, row)) for row in ROWS)
        shown = sorted(range(len(ROWS)), key=lambda at: not can_do_something(table, seat, ROWS[at]))
        return Choose(
            prompt=f"Round {table.round}: which departments does everybody use?",
            rule="Phase 1: Action Selection",
            help="First comes the event after the colon, then everybody uses departments of that kind.",
            about=(table.round, *(table.rows[row].done for row in ROWS)),
            options=options,
            shown=tuple(shown),
        )

    def answer(self, table: Carnegie, seat: Seat, move: PickRow) -> None:
        """Place the timeline marker."""
        self.done = True
        if table.andrew is not None:
            turn_card(table, table.andrew)
        pick(table, seat, move.row)

    def get_default_move(self, table: Carnegie, seat: Seat) -> Move:
        """Pick the first row that is not finished."""
        return PickRow(row=event_row(table, "hr"))

    def get_title(self, table: Carnegie) -> str:
        """Return who picks."""
        return f"{mark(self.seat)} picks a row of the timeline"


def pick(table: Carnegie, seat: Seat | None, row: Row) -> None:
    """Place the marker, and let the phases follow: income before donations (CG-13)."""
    space = find_event(table, row)
    table.picked, table.event_row = row, event_row(table, row)
    table.tell(RowPicked(seat=seat, row=row, event_row=table.event_row, region=space.region, donation=space.donation))
    steps: list[Step] = []
    if space.region is not None:
        steps.append(IncomeEvent(region=space.region))
    if space.donation:
        steps.append(DonationEvent(waiting=table.in_order()))
    table.next(*steps, UseDepartments(row=row, picker=seat), Activation(), EndOfRound())


class EndOfRound(Step, kind="end of round"):
    """The row goes on, the first player changes."""

    def begin(self, table: Carnegie) -> None:
        """Advance, and begin the next round or score."""
        if table.event_row is not None:
            table.rows[table.event_row].done += 1
        for seat in table.seats:
            table.everybody[seat].history.append(score(table, seat).total)
        if table.andrew is not None:
            table.andrew.history.append(andrew_score(table).total)
        if table.is_last_round:
            finish(table)
            return
        table.first = next(iter(table.iterate_clockwise_from(table.first)), table.first)
        table.next(Round())
