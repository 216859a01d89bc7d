"""Prepared turns: the next question of a waiting seat if it were asked now, and the facts it depends on."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.prepared import Condition, Turns
from bot.engine.records import News, Seat
from bot.games.carnegie.news import Founded, ProjectBuilt
from bot.games.carnegie.rules.activation import Activation
from bot.games.carnegie.rules.departments import UseDepartments
from bot.games.carnegie.rules.donations import DonationEvent, can_donate, describe_score
from bot.games.carnegie.rules.first_moves import Foundation
from bot.games.carnegie.rules.timeline import EndOfRound
from bot.games.carnegie.table import AnyStep, Carnegie
from bot.games.carnegie.view import CarnegieView


def is_own(table: Carnegie, seat: Seat) -> bool:
    """Whether this seat is to decide something now."""
    return bool(table.agenda) and seat in table.agenda[0].list_asked_seats(table)


def find_next_seat(table: Carnegie) -> Seat | None:
    """Return the seat that is asked after the present one in a step of one after the other."""
    step = table.agenda[0]
    if not isinstance(step, Foundation | DonationEvent | UseDepartments):
        return None
    asked = step.list_asked_seats(table)
    return next((seat for seat in step.waiting if seat not in asked), None)


def coming(table: Carnegie, seat: Seat) -> AnyStep | None:
    """Return the step that asks a waiting seat next, were it asked right now; None: not known yet.

    A seat that waits for others within a step is asked there. When a round still lacks only activations by others, the
    next first player can pick a row.
    """
    step = table.agenda[0] if table.agenda else None
    match step:
        case DonationEvent() if not can_donate(table, seat):
            return None  # and is passed over when its turn comes
        case Foundation() | DonationEvent() | UseDepartments() if seat in step.waiting:
            others = [other for other in step.waiting if other != seat]
            return step.model_copy(update={"waiting": [seat, *others]})
        case Activation() if table.round < table.box.terms.rounds and seat == next(
            table.iterate_clockwise_from(table.first), 0
        ):
            return EndOfRound()
        case _:
            return None


def begin(table: Carnegie, seat: Seat) -> None:
    """Let this seat be asked now; where it is not known what comes, nothing can be prepared."""
    if is_own(table, seat):
        return
    step = coming(table, seat)
    later = [] if isinstance(step, EndOfRound) else table.agenda[1:]
    table.agenda = [] if step is None else [step, *later]


FOUNDING, USING, DONATING = "foundation", "use departments", "donation event"
"""What a view calls the steps in which conditions are offered."""


def _departments(view: CarnegieView) -> Sequence[str]:
    return list(dict.fromkeys(view.display)) if view.phase == USING else []


def _takes_a_space(_about: str, _seat: Seat, news: News) -> bool:
    return isinstance(news, Founded | ProjectBuilt)


def _donations(view: CarnegieView) -> Sequence[str]:
    return [space for space, owners in view.chart.items() if not owners and view.phase == DONATING]


CONDITIONS: Sequence[Condition[CarnegieView]] = (
    Condition(
        "department",
        _departments,
        lambda view, department: f"{view.box.department[department].name} is still on display",
        lambda view, department: department in view.display,
    ),
    Condition(
        "map",
        lambda view: [""] if view.phase in (USING, FOUNDING) else [],
        lambda _view, _: "nobody has taken a space of the map",
        broken_by=_takes_a_space,
    ),
    Condition(
        "donation",
        _donations,
        lambda view, space: f"donation “{describe_score(view.box.donation[space])}” is still free",
        lambda view, space: not view.chart.get(space),
    ),
)

TURNS: Turns[Carnegie, CarnegieView] = Turns(
    is_own=is_own,
    begin=begin,
    conditions=CONDITIONS,
    next_seat=find_next_seat,
    plays_on=lambda table, seat: coming(table, seat) is not None,
    known_by_then="What you can do in it lies open already.",
)
