"""Orders about the departments of a row: a plan for when that row is picked.

A seat makes one plan for each row from its present state. When the row comes, the plan is played once, if each step is
still possible and at the same place among its options, the public news are the same, and nothing more is left unused.
Otherwise the seat is asked. A plan never discards an Action Selection tile.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import ClassVar

from bot.engine.answered import Answered, put_together
from bot.engine.drafting import begin_on_copy, get_asked_part, make_choice
from bot.engine.multi_step import Compose
from bot.engine.orders import BEFORE_AN_UPDATE, Order
from bot.engine.questions import Question
from bot.engine.records import Move, Seat
from bot.games.carnegie.components import ROWS, Row
from bot.games.carnegie.moves import AnyOrder, Plan
from bot.games.carnegie.orders.next_event import ACTIVATING, BEFORE_DONATION, BETWEEN, DONATING, table_of
from bot.games.carnegie.rules.departments import RULE
from bot.games.carnegie.rules.drafts import draft
from bot.games.carnegie.rules.planning import EXPLAINS, Working, ask_for_a_plan, can_do_something
from bot.games.carnegie.rules.vocabulary import ROW
from bot.games.carnegie.table import Carnegie
from bot.games.carnegie.view import CarnegieView

USING = "use departments"
"""The view's name for the step in which departments are used, for seats still using theirs."""


class NextDepartments(Order, kind="next departments"):
    """When this row comes, use its departments like this, if it is still as shown."""

    once: ClassVar[bool] = True

    row: Row
    orders: tuple[AnyOrder, ...]
    words: tuple[str, ...]
    """How each of them read."""
    told: str
    """What everybody would have heard of it, as a digest."""
    answered: Answered | None = None
    """The question that it answers; None: an older program did not keep it."""
    unused: int = 0
    """Older programs noted here how many workers, moves and development points it left."""

    def get_place(self) -> str:
        """One order for each row."""
        return f"next departments {self.row}"

    @property
    def plan(self) -> Plan:
        """The answer."""
        return Plan(orders=self.orders)


@dataclass(frozen=True, kw_only=True)
class ComposeDepartments(Compose):
    """An order about a row that is put together, as the plan itself would be."""

    table: Carnegie = field(compare=False, repr=False)
    seat: Seat
    row: Row

    def make(self, parts: Sequence[Move]) -> Move:
        """Return the order with how it reads, and what it would do."""
        plan = Plan.model_validate({"orders": list(parts)})
        words = tuple(said for said, _ in self.describe_parts(parts))
        told, question = outcome(self.table, self.seat, self.row, parts), put_together(self, parts)
        return NextDepartments(row=self.row, orders=plan.orders, words=words, told=told, answered=question)


def outcome(table: Carnegie, seat: Seat, row: Row, orders: Sequence[Move]) -> str:
    """Return what everybody would hear of a plan, as a digest.

    Args:
        table: the table, which is not changed.
        seat: whose plan it is.
        row: whose departments are used.
        orders: each legal after those before it; together they are complete.

    Raises:
        ValueError: they are not complete.
    """
    there = begin_on_copy(table, Working(seat=seat, row=row), lambda here: draft(here, seat))
    for order in orders:
        make_choice(there, order)
    last = get_asked_part(there)
    if not isinstance(last, Working):
        raise ValueError("a plan was not complete")
    heard = [piece.news.to_digest_json() for piece in there.told if not piece.news.is_later]
    return sha256(repr((heard, last.moved)).encode()).hexdigest()[:16]


def ahead(view: CarnegieView) -> list[Question]:
    """Return what a seat may order about its departments: those of the row that was picked, or of each that may be."""
    if view.seat is None or view.outcome is not None or view.players == 1 or view.seat in view.waiting_for:
        return []
    over = view.phase == ACTIVATING and view.round == view.box.terms.rounds
    picked = view.picked if view.phase in (*BEFORE_DONATION, DONATING, USING) else None
    rows = () if over else ROWS if view.phase in BETWEEN else (picked,) if picked is not None else ()
    if not rows:
        return []
    table = table_of(view)
    return [departments(table, view.seat, row) for row in rows if can_do_something(table, view.seat, row)]


def departments(table: Carnegie, seat: Seat, row: Row) -> ComposeDepartments:
    """Return which orders about a row a seat may give, as things stand."""
    planned = ask_for_a_plan(table, Working(seat=seat, row=row), "", RULE)
    return ComposeDepartments(
        prompt=f"When {ROW[row]} comes …",
        rule=RULE,
        help=f"{EXPLAINS[row]} If it is not possible by then, does something else, or leaves you more to use, you are "
        "asked.",
        about=(row, table.everybody[seat].model_dump_json(exclude={"history"})),
        move=NextDepartments,
        field="orders",
        stage=planned.stage,
        table=table,
        seat=seat,
        row=row,
    )


def follow(order: NextDepartments, view: CarnegieView) -> Move | None:
    """Return what the order answers now; None: nothing."""
    return order.plan if _has_come(order, view) and stopped(order, view) is None else None


def _has_come(order: NextDepartments, view: CarnegieView) -> bool:
    return view.phase == USING and view.picked == order.row and view.seat in view.waiting_for


def stopped(order: NextDepartments, view: CarnegieView) -> str | None:
    """Return why the order is over, now that its row has come; None: it stands, or is played."""
    if not _has_come(order, view):
        return None
    table, seat = table_of(view), view.seat or 1
    question = departments(table, seat, order.row)
    possible = question.count_legal_parts(order.orders)
    if possible < len(order.orders):
        return f"“{order.words[possible]}” is not possible now."
    if outcome(table, seat, order.row, order.orders) != order.told:
        return "It would not do the same now."
    if order.answered is None:
        return BEFORE_AN_UPDATE
    return order.answered.why_not(put_together(question, order.orders))


def describe(order: NextDepartments) -> str:
    """Return the order in plain words."""
    return f"When {ROW[order.row]} comes: {'; '.join(order.words) or 'use nothing'}."
