"""Management departments: placing new departments.

For each active worker of Strategic Planning one tile of the display goes onto a free cell: for one cube where a worker
is, for two elsewhere. The first tile anybody places is the reserve taken at the start, and nobody has two of a number.
(Rulebook "Management"; Property Management, New Lobby.)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from bot.engine.questions import Option
from bot.engine.records import Seat
from bot.engine.words import counted
from bot.games.carnegie.components import AnyUse, Department, Place
from bot.games.carnegie.moves import ChooseDepartment, FollowOnto, PlaceOn
from bot.games.carnegie.news import DepartmentPlaced
from bot.games.carnegie.rules.company import cell_name, take_away, who_can_leave
from bot.games.carnegie.rules.missions import use_worker
from bot.games.carnegie.rules.resources import pay
from bot.games.carnegie.rules.vocabulary import ROW, cut, department_said

if TYPE_CHECKING:
    from bot.games.carnegie.table import Carnegie


def on_offer(table: Carnegie, seat: Seat) -> list[Department]:
    """Return which departments a seat may place next: the reserve first, later any number it does not have."""
    player, box = table.everybody[seat], table.box
    if player.reserve is not None:
        return [box.department[player.reserve]]
    return [one for one in box.departments if one.id in table.display and one.id not in player.placed]


def free_cells(table: Carnegie, seat: Seat, use: Place, department: Department) -> list[tuple[str, int]]:
    """Return where a department can be placed, with how many cubes that costs, as far as they can be paid."""
    player = table.everybody[seat]
    found = [
        (cell, (use.occupied if player.company[cell].workers else use.empty) + department.extra_cubes)
        for cell in table.box.free_cells
        if player.company[cell].department is None
    ]
    return [(cell, cubes) for cell, cubes in found if cubes <= player.cubes]


def placements(table: Carnegie, seat: Seat, cell: str, number: int, use: AnyUse) -> Iterator[Option]:
    """Yield the departments that can be placed with a worker of this cell."""
    if not isinstance(use, Place):
        return
    for one in on_offer(table, seat):
        costs = [cubes for _, cubes in free_cells(table, seat, use, one)]
        if costs:
            yield Option(
                ChooseDepartment(cell=cell, use=number, department=one.id),
                f"Place {one.name} ({ROW[one.row]})",
                "Place a department",
                cut(f"From {counted(min(costs), 'cube')}. {one.text}"),
                f"From {counted(min(costs), 'cube')}. {department_said(one)}",
            )


def where_to_place(table: Carnegie, seat: Seat) -> Iterator[Option]:
    """Yield the cells for the chosen department."""
    work = table.everybody[seat].work
    if work is None or work.placing is None:
        return
    use = _use(table, seat, work.placing)
    for cell, cubes in free_cells(table, seat, use, table.box.department[work.placing.department]):
        floor = table.box.terms.floor_vp[int(cell[1]) - 1]
        yield Option(PlaceOn(cell=cell), f"{cell} for {counted(cubes, 'cube')}, {floor} VP at the end")


def _use(table: Carnegie, seat: Seat, move: ChooseDepartment) -> Place:
    department = table.department(seat, move.cell)
    use = None if department is None else department.uses[move.use]
    if not isinstance(use, Place):
        raise ValueError(f"{move.cell} places nothing")
    return use


def place(table: Carnegie, seat: Seat, move: PlaceOn) -> None:
    """Pay the cubes and lay the tile down; who lies there stays."""
    player = table.everybody[seat]
    work = player.work
    if work is None or work.placing is None:
        raise ValueError("no department was chosen")
    chosen = table.box.department[work.placing.department]
    cubes = dict(free_cells(table, seat, _use(table, seat, work.placing), chosen))[move.cell]
    pay(table, seat, cubes=cubes)
    use_worker(table, seat, work.placing.cell)
    if player.reserve == chosen.id:
        player.reserve = None
    else:
        table.display.remove(chosen.id)
    player.company[move.cell].department = chosen.id
    player.placed.append(chosen.id)
    work.placing = None
    table.tell(DepartmentPlaced(seat=seat, department=chosen.name, cell=move.cell, cubes=cubes))
    if table.ability(seat, "follow") is not None:
        work.placed = move.cell


def followers(table: Carnegie, seat: Seat) -> Iterator[Option]:
    """Yield who may move onto the department that was just placed."""
    work = table.everybody[seat].work
    if work is None or work.placed is None:
        return
    yield Option(FollowOnto(), "Nobody moves there")
    for cell, standing in who_can_leave(table, seat):
        if cell != work.placed:
            state = "active, then lying" if standing else "lying"
            yield Option(FollowOnto(start=cell, standing=standing), f"From {cell_name(table, seat, cell)}: {state}")


def follow(table: Carnegie, seat: Seat, move: FollowOnto) -> None:
    """Move the worker onto the new department."""
    player = table.everybody[seat]
    work = player.work
    if work is None or work.placed is None:
        raise ValueError("no department was placed")
    if move.start is not None:
        take_away(table, seat, move.start, standing=move.standing)
        player.company[work.placed].lying += 1
        work.moved.append((move.start, work.placed))
    work.placed = None
