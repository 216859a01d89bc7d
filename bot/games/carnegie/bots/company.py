"""The bot's estimates for its company: departments and the workers in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from bot.engine.records import Move
from bot.games.carnegie import moves
from bot.games.carnegie.bots.building import Building
from bot.games.carnegie.bots.prospects import Prospects
from bot.games.carnegie.components import AnyUse, Build, Department, Earn, Gain, PerProject, Place, Row, Swap
from bot.games.carnegie.rules.company import distance

PLACED_FOR = 2
"""Cost of a department, in cubes, in an empty cell."""


@dataclass
class Company:
    """What departments and workers are worth.

    Args:
        hopes: what the seat has and expects.
        building: what building and developing is worth.
    """

    hopes: Prospects
    building: Building
    workers: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Workers lying and empty workplaces by cell, as the plan so far leaves them."""

    def __post_init__(self) -> None:
        """Begin with the current company."""
        for cell, there in self.hopes.own.company.items():
            self.workers[cell] = there.lying, self.hopes.empty(cell)

    def remember(self, order: Move, last: Move | None) -> None:
        """Note where an order moves a worker, or who stands up.

        Args:
            order: of the plan.
            last: the order before it.
        """
        match order:
            case moves.PickUp(cell=cell, standing=True):
                self._change(cell, empty=1)
            case moves.PickUp(cell=cell):
                self._change(cell, lying=-1)
            case moves.PutDown(cell=cell, count=count) if isinstance(last, moves.PickUp):
                self._change(cell, lying=count)
                self._change(last.cell, lying=1 - count)  # the first of them has been picked up already
            case moves.StandUp(cell=cell):
                self._change(cell, lying=-1, empty=-1)
            case _:
                pass

    def _change(self, cell: str, lying: int = 0, empty: int = 0) -> None:
        before = self.workers[cell]
        self.workers[cell] = before[0] + lying, before[1] + empty

    # Uses

    def use(self, move: moves.UseDepartment) -> float:
        """Return what a use is worth: its gain, and for a mission what the worker brings when it returns."""
        use, hopes = self.hopes.department_at(move.cell).uses[move.use], self.hopes
        match use:
            case Earn():
                worth = hopes.gain(use.gain)
            case Swap():
                few = use.pay.cubes and hopes.own.cubes <= move.count and hopes.left > 2
                worth = move.count * (hopes.gain(use.gain) - hopes.gain(use.pay) * (2 if few else 1))
            case PerProject():
                return hopes.weighs.use + move.count / 10
            case _:
                worth = hopes.weighs.effect
        return worth + (hopes.mission(move.region) if move.region is not None else 0.0)

    def _uses(self, use: AnyUse) -> float:
        """Return what an active worker will bring in this way for the rest of the game."""
        weighs = self.hopes.weighs
        rounds = self.hopes.left * weighs.used_a_round
        stays, goes = min(rounds, weighs.most_uses), min(rounds, 1.0)
        match use:
            case Earn(mission=True):
                return (self.building.gain(use.gain) + max(0.0, self.hopes.best_mission)) * goes
            case Earn():
                return self.building.gain(use.gain) * stays
            case Build():
                wanted = max(1, min(self.hopes.waiting, self.hopes.own.cubes))
                return (self.building.best_project if self._builders < wanted else weighs.spare_builder) * goes
            case Place():
                return self.best_department * stays * 0.7
            case Swap():
                return weighs.swap * stays
            case _:
                return weighs.use * goes

    @cached_property
    def _builders(self) -> int:
        """How many workers stand or lie where projects are built."""
        return sum(
            self.hopes.own.company[cell].workers
            for cell, department in self.hopes.departments
            if any(isinstance(use, Build) for use in department.uses)
        )

    # Departments

    def department(self, name: str) -> float:
        """Return what a department is worth."""
        one, hopes, weighs = self.hopes.box.department[name], self.hopes, self.hopes.weighs
        ability = weighs.abilities.get(one.ability.kind, 0.0) if one.ability is not None else 0.0
        uses = [weighs.use if isinstance(use, Place) else self._uses(use) for use in one.uses]
        used = max(uses, default=0.0) * min(2, len(one.workplaces))
        donated = sum(gift.vp for gift in hopes.donated if gift.per == "department" and gift.row in (None, one.row))
        worth = weighs.department + weighs.used_department * used + ability * min(1, hopes.left / 8)
        return worth - 2 * one.extra_cubes + donated * hopes.vp

    def placed(self, name: str) -> float:
        """Return what placing a department is worth, its cubes paid."""
        return self.department(name) - self.hopes.gain(Gain(cubes=PLACED_FOR))

    @cached_property
    def best_department(self) -> float:
        """What placing the best department is worth that can be placed next."""
        own = self.hopes.own
        names = [name for name in self.hopes.view.display if name not in own.placed]
        names = names if own.reserve is None else [own.reserve]
        return max((self.department(name) for name in names), default=0.0) - self.hopes.gain(Gain(cubes=PLACED_FOR))

    def cell(self, cell: str, department: str) -> float:
        """Return what a department is worth in a cell: cheap, high, and near the lobby if workers are to go there."""
        hopes = self.hopes
        steps = distance(hopes.box.lobby, cell, diagonal=False) * len(hopes.box.department[department].workplaces)
        cheap = hopes.weighs.cubes if hopes.own.company[cell].workers else 0.0
        floor = hopes.box.terms.floor_vp[int(cell[1]) - 1]
        return 50 + cheap + hopes.vp * floor - hopes.weighs.far * steps * hopes.left / hopes.box.terms.rounds

    # Workers

    def active(self, cell: str) -> float:
        """Return what one more active worker in a cell will bring."""
        department = self.hopes.department_at(cell)
        best = max((self._uses(use) for use in department.uses), default=0.0)
        price = min(department.workplaces, default=0)
        return self.hopes.weighs.active.get(department.row, 1.0) * best + 0.7 * self.hopes.vp - price / 2

    def pick_up(self, move: moves.PickUp) -> float:
        """Pick up who lies where nobody can stand, and is wanted elsewhere."""
        lying, empty = self.workers[move.cell]
        if move.standing or lying <= max(0, empty):
            return -1.0
        return max(self.put_down(move.cell, cell) for cell in self.workers if cell != move.cell)

    def put_down(self, start: str, cell: str) -> float:
        """Prefer near cells in which a worker is wanted; a step towards one is better than none."""
        steps = distance(start, cell, diagonal=False)
        lying, empty = self.workers[cell]
        wanted = self.active(cell) if lying < empty else 0.0
        return wanted - self.hopes.weighs.move * steps if wanted > 0 else 0.01 / steps

    def in_row(self, row: Row) -> Iterator[tuple[Department, int]]:
        """Yield the departments of a row with how many workers are active there."""
        for cell, department in self.hopes.departments:
            workers = len(self.hopes.own.company[cell].standing) + department.permanent
            if department.row == row and workers:
                yield department, workers

    def moves_in_all(self) -> float:
        """Return the gain from the moves of Human Resources: idle workers go where they are wanted most."""
        hopes, company = self.hopes, self.hopes.own.company
        idle = [cell for cell, there in company.items() for _ in range(max(0, there.lying - hopes.empty(cell)))]
        wanted = [
            (self.active(cell), cell)
            for cell, there in company.items()
            for _ in range(max(0, hopes.empty(cell) - there.lying))
        ]
        left = sum(
            count * max((use.gain.moves for use in one.uses if isinstance(use, Earn) and not use.mission), default=0)
            for one, count in self.in_row("hr")
        )
        worth = 0.0
        for value, cell in sorted(wanted, reverse=True):
            start = min(idle, key=lambda one: distance(one, cell, diagonal=False), default=None)
            steps = left + 1 if start is None else distance(start, cell, diagonal=False)
            if start is not None and steps <= left:
                idle.remove(start)
                left -= steps
                worth += max(0.0, value)
        return worth
