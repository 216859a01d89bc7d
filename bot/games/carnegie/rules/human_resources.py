"""Human Resources departments: moving workers within the company.

All moves are added up, three for each active worker of the printed department, of which one is always there. A move
takes one worker one cell up, down, left or right, through any cells. Whoever moves lies down. (Rulebook "Human
Resources".)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from bot.engine.questions import Option
from bot.engine.records import Seat
from bot.engine.words import counted
from bot.games.carnegie.components import CELLS
from bot.games.carnegie.moves import PickUp, PutDown
from bot.games.carnegie.news import WorkersMoved
from bot.games.carnegie.rules.company import cell_name, distance, empty_workplaces, take_away, who_can_leave

if TYPE_CHECKING:
    from bot.games.carnegie.table import Carnegie

MOVE = "Move a worker"


def who_can_move(table: Carnegie, seat: Seat) -> Iterator[Option]:
    """Yield the workers that can be picked up."""
    work = table.everybody[seat].work
    if work is None or not (work.moves or work.puts):
        return
    company = table.everybody[seat].company
    for cell, standing in who_can_leave(table, seat):
        there = company[cell]
        count = len(there.standing) if standing else there.lying
        state = "active, then lying" if standing else "lying"
        label = f"Move from {cell_name(table, seat, cell)}: {count} {state}"
        yield Option(PickUp(cell=cell, standing=standing), label, MOVE)


def where_to(table: Carnegie, seat: Seat) -> Iterator[Option]:
    """Yield where the worker in the hand can be put down."""
    work = table.everybody[seat].work
    if work is None or work.held is None:
        return
    for cell in CELLS:
        steps = distance(work.held.cell, cell, diagonal=work.diagonal)
        if not steps or not (work.puts or steps <= work.moves):
            continue
        cost = "free" if work.puts else f"{counted(steps, 'move')}, leaves {work.moves - steps}"
        yield Option(PutDown(cell=cell), f"{cell_name(table, seat, cell)}: {cost}")
        for count in range(2, _how_many(table, seat, cell) + 1):
            if not work.puts and count * steps <= work.moves:
                cost = f"{count * steps} moves, leaves {work.moves - count * steps}"
                yield Option(PutDown(cell=cell, count=count), f"{count} to {cell_name(table, seat, cell)}: {cost}")


def _how_many(table: Carnegie, seat: Seat, cell: str) -> int:
    """Return how many can go to a cell together: as many as can be activated there, and lie where the first one lay."""
    player = table.everybody[seat]
    work = player.work
    if work is None or work.held is None or work.held.standing:
        return 1
    room = len(empty_workplaces(table, seat, cell)) - player.company[cell].lying
    return max(1, min(room, player.company[work.held.cell].lying + 1))


def pick_up(table: Carnegie, seat: Seat, move: PickUp) -> None:
    """Pick a worker up; with the first move, no department is used any more."""
    work = table.everybody[seat].work
    if work is not None:
        work.held = move
        if not work.puts and work.row == "hr":
            work.left = {}
    take_away(table, seat, move.cell, standing=move.standing)


def put_down(table: Carnegie, seat: Seat, move: PutDown) -> None:
    """Put the worker down, lying, and those who follow it."""
    player = table.everybody[seat]
    work = player.work
    if work is None or work.held is None:
        raise ValueError("nobody is in the hand")
    if work.puts:
        work.puts -= 1  # CG-7: workers who may be put anywhere are put before others move
    else:
        work.moves -= move.count * distance(work.held.cell, move.cell, diagonal=work.diagonal)
    player.company[work.held.cell].lying -= move.count - 1
    player.company[move.cell].lying += move.count
    work.moved += [(work.held.cell, move.cell)] * move.count
    work.held = None


def tell_moves(table: Carnegie, seat: Seat) -> None:
    """Tell who was moved, at once."""
    work = table.everybody[seat].work
    if work is not None and work.moved:
        table.tell(WorkersMoved(seat=seat, moves=work.moved))
