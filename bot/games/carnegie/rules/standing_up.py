"""Activating a worker, and the price of it.

A worker who lies in a department with an empty workplace stands up there for the price below it. (Rulebook "Activation
costs"; Payroll Management.)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from bot.engine.questions import Option
from bot.engine.records import Seat
from bot.games.carnegie.components import CELLS, Payroll
from bot.games.carnegie.moves import Plan, StandUp
from bot.games.carnegie.rules.company import brief_cell_name, empty_workplaces, price_of
from bot.games.carnegie.rules.resources import can_pay, pay
from bot.games.carnegie.rules.vocabulary import ROW, shorten_label

if TYPE_CHECKING:
    from bot.games.carnegie.rules.planning import Working
    from bot.games.carnegie.table import Carnegie


def payroll(table: Carnegie, seat: Seat) -> Payroll | None:
    """Return what Payroll Management lets a seat do; not in the round in which its worker was activated."""
    cell = table.cell_of(seat, "payroll")
    able: Payroll | None = table.ability(seat, "payroll")
    if cell is None or able is None or table.everybody[seat].company[cell].since >= table.round:
        return None
    return able


def prices(table: Carnegie, seat: Seat, cell: str) -> list[tuple[StandUp, int, int, int]]:
    """Return how a worker of a cell can be activated: the move, the workplace, the dollars and the VP.

    For the flat price, the dearest workplace is taken.
    """
    places = empty_workplaces(table, seat, cell)
    player = table.everybody[seat]
    if not places or not player.company[cell].lying:
        return []
    cheapest = price_of(table, seat, cell, places[0])
    found = [(StandUp(cell=cell), places[0], cheapest, 0)]
    able = payroll(table, seat)
    if able is not None:
        found.append((StandUp(cell=cell, how="bonus"), places[0], cheapest + able.more, able.bonus))
        if player.vp >= able.loss and price_of(table, seat, cell, places[-1]) > able.flat:
            found.append((StandUp(cell=cell, how="flat"), places[-1], able.flat, -able.loss))
    return [one for one in found if can_pay(player, one[2])]


def who_can_stand(table: Carnegie, seat: Seat) -> Iterator[Option]:
    """Yield who can be activated next, and for how much."""
    for cell in CELLS:
        for move, _, money, vp in prices(table, seat, cell):
            more = f" and {-vp} VP" if vp < 0 else f", for {vp} VP" if vp else ""
            name = brief_cell_name(table, seat, cell)
            price = f"{f'${money}' if money else 'free'}{f', {vp:+} VP' if vp else ''}"
            yield Option(
                move,
                f"Activate in {name} for ${money}{more}",
                "Activate",
                _describe_use(table, seat, cell),
                short=shorten_label(f"Activate in {name}: {price}", f"{name}: {price}"),
            )


def _describe_use(table: Carnegie, seat: Seat, cell: str) -> str:
    """Return what a worker who is activated in a cell is good for, and how many could be activated there."""
    count = min(len(empty_workplaces(table, seat, cell)), table.everybody[seat].company[cell].lying)
    department = table.department(seat, cell)
    row = "" if department is None else ROW[department.row]
    last = f"Scores {table.box.terms.worker_vp} VP at the end." if table.is_last_round else ""
    return f"{f'One of {count} here. ' if count > 1 else ''}{last or f'To be used when {row} is picked.'}"


def stand_up(table: Carnegie, working: Working, move: StandUp) -> None:
    """Pay and activate a worker; a seat that was still moving workers ends that."""
    seat = working.seat
    player = table.everybody[seat]
    _, place, money, vp = next(one for one in prices(table, seat, move.cell) if one[0] == move)
    pay(table, seat, money)
    player.vp += vp
    there = player.company[move.cell]
    there.lying -= 1
    there.standing.append(place)
    there.since = table.round
    department = table.department(seat, move.cell)
    if department is not None:
        working.moves = 0
        working.stood.append(department.name)
        working.stood_paid += money
        working.stood_vp += vp


def cheapest_first(table: Carnegie, seat: Seat, most: int | None = None) -> tuple[Plan, int]:
    """Return the plan that activates all workers that can be paid, the cheapest first, and its cost.

    Args:
        table: the table.
        seat: the owner of the workers.
        most: maximum of dollars; None: all dollars, and no cube is sold.
    """
    left = table.everybody[seat].money if most is None else most
    orders, spent = [], 0
    for costs, cell, _ in sorted(_lying(table, seat)):
        if spent + costs <= left:
            orders.append(StandUp(cell=cell))
            spent += costs
    return Plan(orders=tuple(orders)), spent


def able(table: Carnegie, seat: Seat) -> int:
    """Return how many of a seat's workers could stand up, if it could pay for all of them."""
    return len(_lying(table, seat))


def _lying(table: Carnegie, seat: Seat) -> set[tuple[int, str, int]]:
    """Return each worker who lies where a workplace is empty, as what it costs, its cell and its place."""
    company = table.everybody[seat].company
    return {
        (price_of(table, seat, cell, place), cell, place)
        for cell in CELLS
        for place in empty_workplaces(table, seat, cell)[: company[cell].lying]
    }
