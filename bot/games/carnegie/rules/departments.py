"""Phase 3: using departments.

Everybody uses their departments of the row that was picked, or discards an Action Selection tile to use those of
another. It goes clockwise from the first player; but a player who can take nothing that somebody before them could take
is asked at once, without a wait (CG-10). A player who could do so with the tile alone is asked at once, too, and may
wait for their turn instead. The turn follows from the seats that still have to act. A finished player activates workers
already, which affects nobody. (Rulebook "Use departments"; "Action Selection tiles".)
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from bot.engine.drafting import play_parts
from bot.engine.questions import Question
from bot.engine.records import Move, Seat
from bot.engine.secrecy import Open
from bot.engine.table import Step
from bot.games.carnegie.components import ROWS, Row
from bot.games.carnegie.moves import Plan, WaitForTurn
from bot.games.carnegie.news import NothingToUse, WaitsForTurn
from bot.games.carnegie.rules.activation import Activation, to_activate
from bot.games.carnegie.rules.andrew import act
from bot.games.carnegie.rules.company import count_active
from bot.games.carnegie.rules.planning import Working, ask_for_a_plan, can_do_something, topic_of
from bot.games.carnegie.rules.shared_things import ANYTHING, describe_things, list_takeable
from bot.games.carnegie.rules.vocabulary import ROW

if TYPE_CHECKING:
    from bot.games.carnegie.table import Carnegie

RULE = "Phase 3: Use departments"

ASKED_EARLY = 3
"""The edition of the box from which on nobody waits for their turn for the tile's sake alone; before, all had to."""
TURNS_COME = 4
"""The edition from which on the tile can be discarded as soon as the turn has come. In edition 3 a player who got the
question early had to choose first to wait for it."""
ALL_BUT_THE_FIRST = 4
"""Up to this edition, all but the first of the players who compete for anything wait."""


class UseDepartments(Step, kind="use departments"):
    """Everybody uses departments."""

    row: Open[Row]
    picker: Open[Seat | None]
    """Who picked the row and so may not switch; None: Andrew."""
    waiting: Open[list[Seat]] = []
    wait_for_turn: Open[list[Seat]] = []
    """The seats that are not asked before their turn because they chose to wait for it."""

    def may_switch(self, table: Carnegie, seat: Seat) -> bool:
        """Whether a seat may discard its Action Selection tile in its turn (CG-11: not who picked the row)."""
        return table.everybody[seat].tile and seat != self.picker

    def begin(self, table: Carnegie) -> None:
        """Andrew acts first; then ask those who can do anything."""
        if table.andrew is not None:
            act(table, table.andrew, self.row)
        self.waiting = table.in_order()
        self.pass_over(table)
        if table.box.edition < TURNS_COME:
            self.wait_for_turn = [
                seat
                for seat, before in self.list_taken_before(table).items()
                if table.box.edition < ASKED_EARLY
                or not before & self.could_take(table, seat, self.list_rows(table, seat))
                or self.could_take(table, seat, (self.row,))
            ]

    def pass_over(self, table: Carnegie) -> None:
        """Do not ask players who can do nothing, and tell why."""
        idle = [seat for seat in self.waiting if not self.can_do_something(table, seat)]
        self.waiting = [seat for seat in self.waiting if seat not in idle]
        self.keep_waiting(self.wait_for_turn)
        if idle:
            nobody = [seat for seat in idle if not count_active(table, seat, self.row)]
            unable = [seat for seat in idle if seat not in nobody]
            table.tell(NothingToUse(row=self.row, nobody=nobody, unable=unable))

    def keep_waiting(self, seats: Collection[Seat]) -> None:
        """Of these seats, let those that still have to act wait for their turn."""
        self.wait_for_turn = [seat for seat in self.waiting if seat in seats]

    def can_do_something(self, table: Carnegie, seat: Seat) -> bool:
        """Whether a seat has anything to use, with the tile or without."""
        return any(can_do_something(table, seat, row) for row in self.list_rows(table, seat))

    def list_rows(self, table: Carnegie, seat: Seat) -> Sequence[Row]:
        """Return the rows whose departments a seat may use in its turn."""
        return ROWS if self.may_switch(table, seat) else (self.row,)

    def list_asked_seats(self, table: Carnegie) -> Collection[Seat]:
        """Ask those who may use departments now, and of those who are done whom they activate."""
        return [*self.using(table), *to_activate(table, self.done(table))] if self.waiting else ()

    def could_take(self, table: Carnegie, seat: Seat, rows: Sequence[Row]) -> frozenset[str]:
        """Return what a seat could take from others with these rows; of an older edition, whether it is anything."""
        things = frozenset[str]().union(*(list_takeable(table, seat, row) for row in rows))
        return frozenset({ANYTHING}) if things and table.box.edition <= ALL_BUT_THE_FIRST else things

    def list_taken_before(self, table: Carnegie) -> dict[Seat, frozenset[str]]:
        """Return for each seat that still has to act what those before it could take."""
        found, things = {}, frozenset[str]()
        for seat in self.waiting:
            found[seat] = things
            things |= self.could_take(table, seat, self.list_rows(table, seat))
        return found

    def using(self, table: Carnegie) -> Collection[Seat]:
        """Return those whose turn has come, and those whose row takes nothing that others could take before."""
        return [seat for seat, before in self.list_taken_before(table).items() if self.is_asked(table, seat, before)]

    def is_asked(self, table: Carnegie, seat: Seat, before: frozenset[str]) -> bool:
        """Whether a seat is asked if those before it could take this."""
        if not before & self.could_take(table, seat, self.list_rows(table, seat)):
            return True
        return seat not in self.wait_for_turn and not before & self.could_take(table, seat, (self.row,))

    def is_early(self, table: Carnegie, seat: Seat) -> bool:
        """Whether an asked seat is asked before its turn, as only its tile takes what others could take before."""
        if seat in self.wait_for_turn or seat not in self.waiting:
            return False
        every = self.could_take(table, seat, self.list_rows(table, seat))
        if table.box.edition < TURNS_COME:
            return every != self.could_take(table, seat, (self.row,))
        return bool(every & self.list_taken_before(table)[seat])

    def done(self, table: Carnegie) -> Collection[Seat]:
        """Return the seats that have used theirs, or can use none."""
        return [seat for seat in table.in_order() if seat not in self.waiting]

    def get_identity(self, table: Carnegie, seat: Seat) -> str:
        """Return an identity that is the same for any set of asked seats."""
        if seat not in self.waiting:
            return Activation().get_identity(table, seat)
        return f"use departments {table.round} {self.row}"

    def working(self, table: Carnegie, seat: Seat) -> Working:
        """Return what a plan begins with."""
        may_switch, early = self.may_switch(table, seat), self.is_early(table, seat)
        return Working(seat=seat, row=self.row, may_switch=may_switch and not early, may_wait=may_switch and early)

    def build_question(self, table: Carnegie, seat: Seat) -> Question:
        """Ask for a plan."""
        if seat not in self.waiting:
            return Activation().build_question(table, seat)
        topic, working = topic_of(table, self.row), self.working(table, seat)
        things = self.could_take(table, seat, (self.row,) if working.may_wait else self.list_rows(table, seat))
        depends = describe_things(table, things) if things else ()
        return ask_for_a_plan(table, working, topic.prompt, RULE, topic.help, depends)

    def answer(self, table: Carnegie, seat: Seat, move: Plan) -> None:
        """Play the plan; then ask no player who can do nothing."""
        if seat not in self.waiting:
            Activation(waiting=[seat]).answer(table, seat, move)
            return
        if WaitForTurn() in move.orders:
            self.keep_waiting([*self.wait_for_turn, seat])
            table.tell(WaitsForTurn(seat=seat))
            return
        self.waiting.remove(seat)
        play_parts(table, self.working(table, seat), move.orders)
        self.pass_over(table)

    def get_default_move(self, table: Carnegie, seat: Seat) -> Move:
        """Use nothing."""
        if seat not in self.waiting:
            return Activation().get_default_move(table, seat)
        return Plan()

    def get_title(self, table: Carnegie) -> str:
        """Return which departments are used; it stays the same while others answer."""
        return f"Using {ROW[self.row]}"
