"""Human Resources departments: moving workers within the company.

All moves are added up, three for each active worker of the printed department, one of them always there. A move
takes one worker one cell up, down, left or right, through any cells. A moved worker lies down. (Rulebook "Human
Resources".)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from bot.engine.drafting import Part
from bot.engine.questions import Choose, Option, Question
from bot.engine.records import Seat
from bot.engine.secrecy import Open
from bot.engine.words import format_count
from bot.games.carnegie.components import CELLS
from bot.games.carnegie.moves import PickUp, PutDown
from bot.games.carnegie.rules.company import cell_name, distance, empty_workplaces, take_away, who_can_leave

if TYPE_CHECKING:
    from bot.games.carnegie.rules.planning import Working
    from bot.games.carnegie.table import Carnegie

MOVE = "Move a worker"


def who_can_move(table: Carnegie, seat: Seat) -> Iterator[Option]:
    """Yield the workers that can be picked up."""
    company = table.everybody[seat].company
    for cell, standing in who_can_leave(table, seat):
        there = company[cell]
        count = len(there.standing) if standing else there.lying
        state = "active, becomes inactive" if standing else "inactive"
        label = f"Move from {cell_name(table, seat, cell)}: {count} {state}"
        yield Option(PickUp(cell=cell, standing=standing), label, MOVE)


def pick_up(table: Carnegie, working: Working, move: PickUp) -> None:
    """Pick a worker up; after the first move, departments can no longer be used."""
    if not working.puts and working.row == "hr":
        working.left = {}
    take_away(table, working.seat, move.cell, standing=move.standing)
    table.next(Moving(seat=working.seat, start=move.cell, standing=move.standing))


class Moving(Part, kind="moving"):
    """A worker is in the hand, and is put down somewhere."""

    start: Open[str]
    """Where it was picked up."""
    standing: Open[bool]
    """Whether it was active there."""

    def build_choice(self, table: Carnegie, rule: str) -> Question:
        """Ask where it goes, and how many go with it."""
        working = table.working
        options = []
        for cell in CELLS:
            steps, name = distance(self.start, cell, diagonal=working.diagonal), cell_name(table, self.seat, cell)
            if not steps or not (working.puts or steps <= working.moves):
                continue
            cost = "free" if working.puts else f"{format_count(steps, 'move')}, leaves {working.moves - steps}"
            options.append(Option(PutDown(cell=cell), f"{name}: {cost}"))
            for count in range(2, self.how_many(table, cell) + 1):
                if not working.puts and count * steps <= working.moves:
                    cost = f"{count * steps} moves, leaves {working.moves - count * steps}"
                    options.append(Option(PutDown(cell=cell, count=count), f"{count} to {name}: {cost}"))
        return Choose(prompt="Where does the worker go?", rule=rule, options=tuple(options))

    def how_many(self, table: Carnegie, cell: str) -> int:
        """Return how many can go to a cell together: as many as can be activated there, and lie where it lay."""
        if self.standing:
            return 1
        company = table.everybody[self.seat].company
        room = len(empty_workplaces(table, self.seat, cell)) - company[cell].lying
        return max(1, min(room, company[self.start].lying + 1))

    def take(self, table: Carnegie, move: PutDown) -> None:
        """Put the worker down, lying, and those who follow it."""
        company, working = table.everybody[self.seat].company, table.working
        if working.puts:
            working.puts -= 1  # CG-7: workers who may be put anywhere are put before others move
        else:
            working.moves -= move.count * distance(self.start, move.cell, diagonal=working.diagonal)
        company[self.start].lying -= move.count - 1
        company[move.cell].lying += move.count
        working.moved += [(self.start, move.cell)] * move.count
