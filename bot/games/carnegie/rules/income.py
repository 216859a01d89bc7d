"""Phase 2: income.

Everybody may take workers back from the mission area of the region on the timeline, and is paid for it. Nobody takes
anything from another, so all are asked at once; only development points, which could be enough for an end box, are
spent one after the other. (Rulebook "Income".)
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from bot.engine.drafting import play_parts
from bot.engine.multi_step import Compose
from bot.engine.pages import mark
from bot.engine.questions import Choose, Question
from bot.engine.records import Move, Seat
from bot.engine.secrecy import Open
from bot.engine.table import Step
from bot.engine.words import format_count
from bot.games.carnegie.components import Region
from bot.games.carnegie.moves import Plan
from bot.games.carnegie.rules.paid_by_income import TakingIncome
from bot.games.carnegie.rules.planning import Working, about, ask_for_a_plan
from bot.games.carnegie.rules.research import steps
from bot.games.carnegie.rules.shared_things import ANYTHING, describe_things
from bot.games.carnegie.rules.vocabulary import REGION, ROW, use_brief_names
from bot.games.carnegie.rules.whole_incomes import list_whole_incomes

if TYPE_CHECKING:
    from bot.games.carnegie.table import Carnegie

RULE = "Phase 2: Income"


class IncomeEvent(Step, kind="income event"):
    """Everybody may take workers back from a region."""

    region: Open[Region]
    waiting: Open[list[Seat]] = []
    points: Open[dict[Seat, int]] = {}
    """Who still has development points to spend."""

    def begin(self, table: Carnegie) -> None:
        """Ask the players with workers there; the others get nothing."""
        self.waiting = [seat for seat in table.in_order() if table.everybody[seat].missions[self.region]]

    def list_asked_seats(self, table: Carnegie) -> Collection[Seat]:
        """Ask all at once."""
        return self.waiting

    def get_identity(self, table: Carnegie, seat: Seat) -> str:
        """Return an identity that is the same for any set of asked seats."""
        return f"income {table.round} {self.region}"

    def build_question(self, table: Carnegie, seat: Seat) -> Question:
        """Ask how many come back."""
        count = table.everybody[seat].missions[self.region]
        how_many = "do you take your worker back" if count == 1 else f"how many of {count} workers return"
        prompt = f"Round {table.round}, income {REGION[self.region]}: {how_many}?"
        help_ = (
            "Each pays what your transport track there pays. If anybody comes back, all your projects pay, too. "
            "Development points that you do not spend are lost."
        )
        composed = ask_for_a_plan(table, TakingIncome(seat=seat, region=self.region), prompt, RULE, help_)
        options = list_whole_incomes(composed, table, seat, self.region)
        if options is None:
            return composed
        return Choose(prompt=prompt, rule=RULE, help=help_, about=about(table, seat), options=tuple(options))

    def answer(self, table: Carnegie, seat: Seat, move: Plan) -> None:
        """Take them back; development points that could be enough for an end box wait until all have answered."""
        self.waiting.remove(seat)
        taking = TakingIncome(seat=seat, region=self.region)
        play_parts(table, taking, move.orders)
        if taking.development and not taking.may_spend(table):
            self.points[seat] = taking.development

    def end(self, table: Carnegie) -> None:
        """Let points be spent, clockwise from the first player."""
        table.next(
            *(SpendPoints(seat=seat, points=self.points[seat]) for seat in table.in_order() if seat in self.points)
        )

    def get_default_move(self, table: Carnegie, seat: Seat) -> Move:
        """Take all back, and the first option of each choice."""
        return first_of_each(self.build_question(table, seat))

    def get_title(self, table: Carnegie) -> str:
        """Return what happens."""
        then = "" if table.picked is None else f", then {use_brief_names(ROW[table.picked])}"
        return f"Round {table.round}, income in the {REGION[self.region]}{then}"


def first_of_each(question: Question) -> Plan:
    """Return the plan that takes the first option of each required choice."""
    if isinstance(question, Choose) and isinstance(question.options[0].move, Plan):
        return question.options[0].move
    orders: tuple[Move, ...] = ()
    while isinstance(question, Compose) and not question.get_stage(orders).complete:
        following = question.get_stage(orders).question
        if not isinstance(following, Choose):
            break
        orders = (*orders, following.options[0].move)
    return Plan.model_validate({"orders": orders})


class SpendPoints(Step, kind="spend points"):
    """Development points of an income are spent at once, or lost."""

    seat: Open[Seat]
    points: Open[int]
    done: Open[bool] = False

    def begin(self, table: Carnegie) -> None:
        """Ask only if any step can be paid."""
        self.done = next(steps(table, self.seat, self.points), None) is None

    def list_asked_seats(self, table: Carnegie) -> Collection[Seat]:
        """Ask the seat."""
        return () if self.done else (self.seat,)

    def build_question(self, table: Carnegie, seat: Seat) -> Question:
        """Ask for steps."""
        return ask_for_a_plan(
            table,
            Working(seat=seat, development=self.points),
            f"Which steps do you take for {format_count(self.points, 'development point')}?",
            RULE,
            "What you do not spend now is lost.",
            describe_things(table, (ANYTHING,)),
        )

    def answer(self, table: Carnegie, seat: Seat, move: Plan) -> None:
        """Take the steps."""
        self.done = True
        play_parts(table, Working(seat=seat, development=self.points), move.orders)

    def get_default_move(self, table: Carnegie, seat: Seat) -> Move:
        """Let the points go."""
        return Plan()

    def get_title(self, table: Carnegie) -> str:
        """Return who spends."""
        return f"{mark(self.seat)} spends development points"
