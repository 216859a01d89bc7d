"""Human Resources departments: moving workers within the company.

All moves are added up, three for each active worker of the printed department, one of them always there. A move
takes one worker one cell up, down, left or right, through any cells. A moved worker lies down. (Rulebook "Human
Resources".)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from bot.engine.drafting import Part
from bot.engine.questions import Choose, Option, Question
from bot.engine.records import Seat
from bot.engine.secrecy import Open
from bot.engine.words import format_count
from bot.games.carnegie.components import CELLS
from bot.games.carnegie.moves import PickUp, PutDown
from bot.games.carnegie.rules.company import (
    brief_cell_name,
    distance,
    empty_workplaces,
    pair_cell_name,
    price_of,
    take_away,
    who_can_leave,
)
from bot.games.carnegie.rules.vocabulary import shorten_label

if TYPE_CHECKING:
    from bot.games.carnegie.rules.planning import Working
    from bot.games.carnegie.table import Carnegie

MOVE = "Move a worker"
COULD_STAY = "It can be activated where it is."
USELESS_HERE = "Where it is, it cannot be activated."
BECOMES_INACTIVE = "A worker who moves is active no more."


def who_can_move(table: Carnegie, seat: Seat) -> Iterator[Option]:
    """Yield the workers that can be picked up."""
    company = table.everybody[seat].company
    for cell, standing in who_can_leave(table, seat):
        there = company[cell]
        count = len(there.standing) if standing else there.lying
        state = "active, becomes inactive" if standing else "inactive"
        name, kind = brief_cell_name(table, seat, cell), "active" if standing else "inactive"
        words = f"1 of {count} {kind}" if count > 1 else kind
        yield Option(
            PickUp(cell=cell, standing=standing),
            f"Move from {name}: 1 {f'of {count} ' if count > 1 else ''}{state}",
            MOVE,
            BECOMES_INACTIVE if standing else COULD_STAY if empty_workplaces(table, seat, cell) else USELESS_HERE,
            short=shorten_label(f"From {name}: {words}", f"From {name}: 1 of {count}", f"{name}: {words}"),
            brief=f"{pair_cell_name(table, seat, cell, 12)} (active)"
            if standing
            else pair_cell_name(table, seat, cell),
            is_minor=standing,
        )


def pick_up(table: Carnegie, working: Working, move: PickUp) -> None:
    """Pick a worker up; after the first move, departments can no longer be used."""
    if not working.puts and working.row == "hr":
        working.left = {}
    take_away(table, working.seat, move.cell, standing=move.standing)
    table.next(Moving(seat=working.seat, start=move.cell, standing=move.standing))


class Moving(Part, kind="moving"):
    """A worker is in the hand, and is put down somewhere."""

    is_detail: ClassVar[bool] = True

    start: Open[str]
    """Where it was picked up."""
    standing: Open[bool]
    """Whether it was active there."""

    def build_choice(self, table: Carnegie, rule: str) -> Question:
        """Ask where it goes, and how many go with it; where nobody can be activated stands last."""
        options = tuple(self.list_options(table))
        shown = tuple(sorted(range(len(options)), key=lambda at: options[at].is_minor))
        return Choose(prompt="Where does the worker go?", rule=rule, options=options, shown=shown)

    def list_options(self, table: Carnegie) -> Iterator[Option]:
        """Yield the cells within reach, each with how many go there together."""
        working = table.working
        for cell in CELLS:
            steps = distance(self.start, cell, diagonal=working.diagonal)
            if not steps or not (working.puts or steps <= working.moves):
                continue
            for count in range(1, self.how_many(table, cell) + 1):
                if count == 1 or (not working.puts and count * steps <= working.moves):
                    yield self.build_option(table, cell, count, count * steps)

    def build_option(self, table: Carnegie, cell: str, count: int, steps: int) -> Option:
        """Return the option to put workers down in a cell, with the moves left and the price of activating them."""
        working, many = table.working, f"{count} to " if count > 1 else ""
        name = f"{many}{brief_cell_name(table, self.seat, cell)}"
        moves, left = format_count(steps, "move"), working.moves - steps
        cost, leaves = (
            ("free", "") if working.puts else (f"{moves}, leaves {left}", f" {_describe_way(count, steps, left)}")
        )
        name = f"{name[:1].upper()}{name[1:]}"
        tries = (f"{name}: {'free' if working.puts else moves}", name)
        return Option(
            PutDown(cell=cell, count=count),
            f"{name}: {cost}",
            hint=f"{self.describe_use(table, cell, count)}{leaves}",
            short=shorten_label(*tries),
            brief=f"{many}{pair_cell_name(table, self.seat, cell)}",
            is_minor=not self.list_prices(table, cell),
        )

    def list_prices(self, table: Carnegie, cell: str) -> list[int]:
        """Return the prices of activating further workers in a cell, in their order."""
        places = empty_workplaces(table, self.seat, cell)[table.everybody[self.seat].company[cell].lying :]
        return [price_of(table, self.seat, cell, place) for place in places]

    def describe_use(self, table: Carnegie, cell: str, count: int) -> str:
        """Return in a sentence what workers can do in a cell."""
        prices = self.list_prices(table, cell)[:count]
        if prices:
            price = f"${sum(prices)}" if sum(prices) else "nothing"
            return f"Activating {'it' if count == 1 else 'them'} there costs {price}."
        if table.department(self.seat, cell) is not None:
            return "No effect now: no workplace is free there."
        if cell in table.box.free_cells and not table.is_last_round:
            return "No effect now; a department placed there later costs a cube less."
        return "No effect: nobody is activated there."

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


def _describe_way(count: int, steps: int, left: int) -> str:
    """Return in a sentence how far workers go together, and how many moves that leaves."""
    each = " each" if count > 1 else ""
    return f"{format_count(steps // count, 'cell')} away{each}: leaves {left}."
