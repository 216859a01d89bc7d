"""The company board: cells, workplaces, and workers who lie or stand.

A worker on a workplace stands: it is active. Moved or sent away it lies, or is on its mission. Of several workers
standing in a department the one on the cheapest workplace is taken, for that place is the cheapest to fill again; and
a worker who stands up takes the cheapest empty one (CG-3). (Rulebook "Active workers".)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.records import Seat
from bot.games.carnegie.components import CELLS, COLUMNS, Region, Row

if TYPE_CHECKING:
    from bot.games.carnegie.table import Carnegie

MAX_PAIR_NAME_CHARS = 15
"""Characters of a cell's name on a line that names two cells."""
PAIR_NAMES = {"Human Resources": "HR", "Research & Development": "R&D", " cell": ""}
"""What parts of names become there."""
_FROM_LEFT = ("1st", "2nd", "3rd", "4th")
"""The columns in words."""


def price_of(table: Carnegie, seat: Seat, cell: str, workplace: int) -> int:
    """Return what activating a worker on a workplace costs."""
    department = table.department(seat, cell)
    return 0 if department is None else department.workplaces[workplace]


def empty_workplaces(table: Carnegie, seat: Seat, cell: str) -> list[int]:
    """Return the empty workplaces of a cell, the cheapest first."""
    department = table.department(seat, cell)
    places = () if department is None else department.workplaces
    taken = table.everybody[seat].company[cell].standing
    return sorted((at for at in range(len(places)) if at not in taken), key=lambda at: (places[at], at))


def take_away(table: Carnegie, seat: Seat, cell: str, *, standing: bool) -> None:
    """Take a worker from a cell, if possible one that was used already; its use in this cell is then over (CG-14)."""
    there = table.everybody[seat].company[cell]
    if not standing:
        there.lying -= 1
        return
    cheapest = min(there.standing, key=lambda at: (price_of(table, seat, cell, at), at))
    there.standing.remove(cheapest)
    left = table.working.left
    if cell in left and table.box.edition >= LEAVERS_ARE_GONE:
        left[cell] = min(left[cell], active_in(table, seat, cell))
        if not left[cell]:
            del left[cell]


LEAVERS_ARE_GONE = 2
"""The edition of the box from which on it is so; before, the workers counted when the row began were all used."""


def active_in(table: Carnegie, seat: Seat, cell: str) -> int:
    """Return how many active workers a department has, with one that is always there."""
    department = table.department(seat, cell)
    permanent = 0 if department is None else department.permanent
    return len(table.everybody[seat].company[cell].standing) + permanent


def count_active(table: Carnegie, seat: Seat, row: Row) -> int:
    """Return how many active workers a seat has in the departments of a row, with those that always are."""
    return sum(active_in(table, seat, cell) for cell, _ in table.departments(seat, row))


def send(table: Carnegie, seat: Seat, cell: str, region: Region) -> None:
    """Send an active worker of a cell on a mission: it stops being active."""
    take_away(table, seat, cell, standing=True)
    table.everybody[seat].missions[region] += 1


def distance(start: str, to: str, *, diagonal: bool) -> int:
    """Return how many moves it takes from one cell to another; workers pass through every cell."""
    across = abs(COLUMNS.index(start[0]) - COLUMNS.index(to[0]))
    up = abs(int(start[1]) - int(to[1]))
    return max(across, up) if diagonal else across + up


def who_can_leave(table: Carnegie, seat: Seat) -> list[tuple[str, bool]]:
    """Return from which cells a worker can be taken, and whether it stands there."""
    company = table.everybody[seat].company
    return [
        (cell, standing)
        for cell in CELLS
        for standing in (False, True)
        if (company[cell].standing if standing else company[cell].lying)
    ]


def brief_cell_name(table: Carnegie, seat: Seat, cell: str) -> str:
    """Return a cell as a player calls it; a free one by where it lies in the picture of the company."""
    department = table.department(seat, cell)
    if department is not None:
        return department.name
    return "Lobby" if cell == table.box.lobby else locate_cell(cell)


def pair_cell_name(table: Carnegie, seat: Seat, cell: str, most: int = MAX_PAIR_NAME_CHARS) -> str:
    """Return a cell in so few characters that two of them have room on a line of a menu: "HR", "Commerce"."""
    return pair_name(brief_cell_name(table, seat, cell), most)


def pair_name(name: str, most: int) -> str:
    """Return the name of a department or cell in at most so many characters."""
    for long, brief in PAIR_NAMES.items():
        name = name.replace(long, brief)
    name = name if len(name) <= most else name.partition(" and ")[0].partition(" & ")[0]
    return name if len(name) <= most else f"{name[: most - 1].rstrip()}…"


def locate_cell(cell: str) -> str:
    """Return where a cell lies in the picture of a company: "floor 2, 3rd cell" from the left."""
    return f"floor {cell[1]}, {_FROM_LEFT[COLUMNS.index(cell[0])]} cell"
