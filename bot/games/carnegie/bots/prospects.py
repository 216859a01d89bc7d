"""The bot's forecast: the incomes to come, their payments, and the changes made by a plan so far."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from bot.engine.records import Seat
from bot.games.carnegie.components import (
    LOBBY,
    PROJECTS,
    REGIONS,
    CarnegieBox,
    Department,
    Donation,
    Gain,
    Project,
    Region,
    Slot,
    TimelineSpace,
)
from bot.games.carnegie.components.weighs import Weighs
from bot.games.carnegie.rules.pieces import Cell, Player
from bot.games.carnegie.view import CarnegieView


@dataclass
class Draft:
    """What a plan has changed so far."""

    cubes: int = 0
    sent: dict[Region, int] = field(default_factory=lambda: dict.fromkeys(REGIONS, 0))
    built: list[tuple[str, Project]] = field(default_factory=list)
    slid: int = 0
    moved: dict[Region, int] = field(default_factory=lambda: dict.fromkeys(REGIONS, 0))
    """How far tracks were moved."""


@dataclass
class Prospects:
    """What a seat has, and what will come of it.

    Args:
        view: the table as the seat sees it.
        seat: whose prospects they are.
        draft: what the plan has changed so far.
    """

    view: CarnegieView
    seat: Seat
    draft: Draft = field(default_factory=Draft)

    @cached_property
    def own(self) -> Player:
        """What the seat has."""
        return self.view.everybody[self.seat]

    @cached_property
    def box(self) -> CarnegieBox:
        """What the game is played with."""
        return self.view.box

    @cached_property
    def weighs(self) -> Weighs:
        """What the bot weighs."""
        return self.box.weighs

    @cached_property
    def left(self) -> int:
        """How many rounds are still to come."""
        return self.box.terms.rounds - self.view.round

    def department_in(self, there: Cell) -> Department | None:
        """Return the department in a cell; None: there is none."""
        return None if there.department in (None, LOBBY) else self.box.department[there.department or ""]

    def department_at(self, cell: str) -> Department:
        """Return the department in a cell that has one."""
        return self.box.department[self.own.company[cell].department or ""]

    @cached_property
    def departments(self) -> list[tuple[str, Department]]:
        """The own departments, with their cells."""
        found = ((cell, self.department_in(there)) for cell, there in self.own.company.items())
        return [(cell, department) for cell, department in found if department is not None]

    def empty(self, cell: str) -> int:
        """Return how many workplaces of a cell are empty."""
        there = self.own.company[cell]
        department = self.department_in(there)
        return 0 if department is None else len(department.workplaces) - len(there.standing)

    # The future

    @cached_property
    def event(self) -> TimelineSpace | None:
        """The event of this round; None: no row has been picked."""
        row = self.view.event_row
        return None if row is None else self.view.timeline[row][min(self.view.done[row], 4)]

    def _to_come(self) -> Iterator[TimelineSpace]:
        for row, spaces in self.view.timeline.items():
            yield from spaces[self.view.done[row] + (row == self.view.event_row) :]

    @cached_property
    def coming(self) -> dict[Region, int]:
        """How many incomes are still to come in each region: every space of the timeline comes once."""
        spaces = list(self._to_come())
        return {region: sum(space.region == region for space in spaces) for region in REGIONS}

    @cached_property
    def donations_coming(self) -> int:
        """How often one can still donate."""
        return sum(space.donation for space in self._to_come())

    # What it pays

    @cached_property
    def vp(self) -> float:
        """What a VP is worth: less at first, when what pays again brings more of them later."""
        return self.weighs.vp * (1 + self.weighs.vp_grows * (0.5 - self.left / self.box.terms.rounds))

    @cached_property
    def _units(self) -> dict[str, float]:
        """What a unit of each is worth; that of VP depends on the round."""
        return {
            "money": self.weighs.money,
            "cubes": self.weighs.cubes,
            "development": self.weighs.development,
            "workers": self.weighs.workers,
            "moves": self.weighs.moves,
        }

    def gain(self, gain: Gain) -> float:
        """Return what a gain is worth: cubes more while they are few, and less of nearly all in the end."""
        worth = {**self._units, "vp": self.vp}
        if self.own.cubes + self.draft.cubes < self.weighs.few_cubes and self.left > 1:
            worth["cubes"] *= self.weighs.cubes_while_few
        if self.left < self.weighs.late:
            worth["money"] *= self.weighs.money_when_late
            worth["cubes"] *= self.weighs.money_when_late
            worth["workers"] = self.weighs.workers_when_late
        return float(sum(worth[name] * amount for name, amount in gain if amount))

    def slot(self, slot: Slot) -> float:
        """Return what a slot pays with each income."""
        return max((self.gain(one) for one in slot.gains), default=0.0)

    def slots_of(self, project: Project) -> Sequence[Slot]:
        """Return all slots of a tab, as its side has them."""
        return self.box.tabs[project].side(self.own.sides[project])

    @cached_property
    def uncovered(self) -> list[Slot]:
        """The slots that pay, in the order of the tabs."""
        return [
            slot
            for project in PROJECTS
            for slot, built in zip(self.slots_of(project), self.own.tabs[project].built, strict=True)
            if built
        ]

    @cached_property
    def tabs_pay(self) -> float:
        """What all uncovered slots pay with an income."""
        return sum(self.slot(slot) for slot in self.uncovered)

    def gains(self, which: Sequence[int]) -> float:
        """Return what slots pay that offer two things, if these are chosen."""
        offering = [slot for slot in self.uncovered if len(slot.gains) > 1]
        return sum(self.gain(slot.gains[at]) for slot, at in zip(offering, which, strict=True))

    def transport(self, region: Region) -> float:
        """Return what a worker who comes back from a region is paid."""
        return self.gain(self.box.tracks[region].income[self.own.tracks[region]])

    @cached_property
    def home(self) -> float:
        """What it is worth that a worker is in the lobby again."""
        return self.weighs.home * min(1.0, self.left / self.weighs.soon)

    def mission(self, region: Region) -> float:
        """Return what one more worker in a region will bring, less that it is away."""
        there, coming = self.own.missions[region] + self.draft.sent[region], self.coming[region]
        if not coming:
            return -self.home
        tabs = 1.0 if not there else self.weighs.second_worker if there < coming else 0.0
        return self.weighs.income * (self.tabs_pay * tabs + self.transport(region)) - self.weighs.sent

    @property
    def best_mission(self) -> float:
        """What one more worker brings where it brings most."""
        return max(self.mission(region) for region in REGIONS)

    def taken_back(self, region: Region, count: int, later: int) -> float:
        """Return the value of taking workers back, and of leaving the others for a number of later incomes."""
        stay = self.own.missions[region] - count
        worth = (self.tabs_pay if count else 0.0) + count * (self.transport(region) + self.home)
        again = min(stay, later) * self.weighs.second_worker * self.tabs_pay
        return worth + again + (stay if later else 0) * self.transport(region) * self.weighs.stays

    # The present

    @property
    def waiting(self) -> int:
        """How many disks wait on the own tabs."""
        on_tabs = sum(sum(tab.disks) for tab in self.own.tabs.values())
        return on_tabs + self.draft.slid - len(self.draft.built)

    @property
    def projects(self) -> list[tuple[str, Project | None]]:
        """City and type of each own project, those of the plan included."""
        return [*self._projects, *self.draft.built]

    @cached_property
    def _projects(self) -> list[tuple[str, Project | None]]:
        return [
            (city, disk.project)
            for city, spaces in self.view.spaces.items()
            for disk in spaces
            if disk is not None and disk.owner == self.seat
        ]

    @cached_property
    def donated(self) -> list[Donation]:
        """The own donations."""
        return [self.box.donation[name] for name, owners in self.view.chart.items() if self.seat in owners]
