"""Management departments: placing new departments.

For each active worker of Strategic Planning one tile of the display goes onto a free cell: for one cube where a worker
is, for two elsewhere. The first tile anybody places is the reserve taken at the start, and nobody has two of a number.
(Rulebook "Management"; Property Management, New Lobby.)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, ClassVar

from bot.engine.drafting import Part
from bot.engine.questions import Choose, Option, Question
from bot.engine.records import Seat
from bot.engine.secrecy import Open
from bot.engine.words import format_count
from bot.games.carnegie.components import AnyUse, Department, Place
from bot.games.carnegie.moves import ChooseDepartment, FollowOnto, PlaceOn
from bot.games.carnegie.news import DepartmentPlaced
from bot.games.carnegie.rules.company import (
    brief_cell_name,
    distance,
    locate_cell,
    pair_cell_name,
    pair_name,
    take_away,
    who_can_leave,
)
from bot.games.carnegie.rules.missions import use_worker
from bot.games.carnegie.rules.resources import pay
from bot.games.carnegie.rules.vocabulary import ROW, department_said, describe_department, shorten_label

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
            price = f"{'' if len(set(costs)) == 1 else 'From '}{format_count(min(costs), 'cube')}. "
            yield Option(
                ChooseDepartment(cell=cell, use=number, department=one.id),
                f"Place {one.name} ({ROW[one.row]})",
                "Place a department",
                describe_department(one, price),
                f"{price}{department_said(one)}",
                shorten_label(f"Place {one.name} ({ROW[one.row]})", f"Place {one.name}", one.name),
                pair_name(one.name, 10),
            )


class Placing(Part, kind="placing"):
    """A department was chosen; where it is placed is still to be said."""

    is_detail: ClassVar[bool] = True

    order: Open[ChooseDepartment]

    def build_choice(self, table: Carnegie, rule: str) -> Question:
        """Ask for a cell."""
        options = []
        cells = self.cells(table)
        for cell, cubes in cells.items():
            floor = table.box.terms.floor_vp[int(cell[1]) - 1]
            place, price = locate_cell(cell).capitalize(), format_count(cubes, "cube")
            way = f"{format_count(distance(table.box.lobby, cell, diagonal=False), 'move')} from the lobby."
            options.append(
                Option(
                    PlaceOn(cell=cell),
                    f"{place} for {price}, {floor} VP at the end",
                    hint=" ".join(filter(None, (way, self.explain_price(table, cell, cells)))),
                    short=shorten_label(f"{place}: {price}, {floor} VP"),
                    brief=f"{pair_cell_name(table, self.seat, cell)}: {price}",
                )
            )
        return Choose(prompt="Where do you place it?", rule=rule, options=tuple(options))

    def explain_price(self, table: Carnegie, cell: str, cells: Mapping[str, int]) -> str:
        """Return in a sentence why a cell costs less or more than others; empty where all cost the same."""
        if len(set(cells.values())) == 1:
            return ""
        less = max(cells.values()) - min(cells.values())
        if table.everybody[self.seat].company[cell].workers:
            return f"Your worker is there: {format_count(less, 'cube')} less."
        return f"{format_count(less, 'cube')} more than where your worker is."

    def cells(self, table: Carnegie) -> dict[str, int]:
        """Return where it can be placed, with how many cubes that costs."""
        department = table.department(self.seat, self.order.cell)
        use = None if department is None else department.uses[self.order.use]
        if not isinstance(use, Place):
            raise ValueError(f"{self.order.cell} places nothing")
        return dict(free_cells(table, self.seat, use, table.box.department[self.order.department]))

    def take(self, table: Carnegie, move: PlaceOn) -> None:
        """Pay the cubes and lay the tile down; who lies there stays."""
        player, chosen = table.everybody[self.seat], table.box.department[self.order.department]
        cubes = self.cells(table)[move.cell]
        pay(table, self.seat, cubes=cubes)
        use_worker(table, self.order.cell)
        if player.reserve == chosen.id:
            player.reserve = None
        else:
            table.display.remove(chosen.id)
        player.company[move.cell].department = chosen.id
        player.placed.append(chosen.id)
        table.tell(DepartmentPlaced(seat=self.seat, department=chosen.name, cell=move.cell, cubes=cubes))
        if table.ability(self.seat, "follow") is not None:
            table.next(Following(seat=self.seat, cell=move.cell))


class Following(Part, kind="following"):
    """A worker may move onto the department that was just placed."""

    is_detail: ClassVar[bool] = True

    cell: Open[str]

    def build_choice(self, table: Carnegie, rule: str) -> Question:
        """Ask who moves there."""
        options = [Option(FollowOnto(), "Nobody moves there")]
        for cell, standing in who_can_leave(table, self.seat):
            if cell != self.cell:
                state, kind = ("active, becomes inactive", "active") if standing else ("inactive", "inactive")
                name = brief_cell_name(table, self.seat, cell)
                options.append(
                    Option(
                        FollowOnto(start=cell, standing=standing),
                        f"From {name}: {state}",
                        hint="It becomes inactive." if standing else "",
                        short=shorten_label(f"From {name}: {kind}", f"{name}: {kind}"),
                    )
                )
        return Choose(prompt="Does a worker move there?", rule=rule, options=tuple(options))

    def take(self, table: Carnegie, move: FollowOnto) -> None:
        """Move the worker onto the new department."""
        if move.start is not None:
            take_away(table, self.seat, move.start, standing=move.standing)
            table.everybody[self.seat].company[self.cell].lying += 1
            table.working.moved.append((move.start, self.cell))
