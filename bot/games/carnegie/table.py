"""The state of a running game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Annotated, Any, TypeAlias

from pydantic import Field

from bot.engine.records import Seat
from bot.engine.secrecy import Open, OpenByChance
from bot.engine.table import Table
from bot.games.carnegie.components import (
    ANDREW,
    END_BOX,
    LEVELS,
    LOBBY,
    NEUTRAL,
    PROJECTS,
    REGIONS,
    CarnegieBox,
    Department,
    Owner,
    Project,
    Region,
    Row,
    Slot,
    TimelineSpace,
)
from bot.games.carnegie.news import Score
from bot.games.carnegie.rules.activation import Activation
from bot.games.carnegie.rules.company import active_in
from bot.games.carnegie.rules.construction import Building
from bot.games.carnegie.rules.departments import UseDepartments
from bot.games.carnegie.rules.donations import DonationEvent
from bot.games.carnegie.rules.first_moves import FirstMoves, Foundation
from bot.games.carnegie.rules.first_project import Founding, Reserving
from bot.games.carnegie.rules.human_resources import Moving
from bot.games.carnegie.rules.income import IncomeEvent, SpendPoints
from bot.games.carnegie.rules.management import Following, Placing
from bot.games.carnegie.rules.new_beginning import NewBeginningStep
from bot.games.carnegie.rules.paid_by_income import ChoosingBox, ChoosingGains, TakingIncome
from bot.games.carnegie.rules.pieces import Andrew, Disk, Player, TimelineRow
from bot.games.carnegie.rules.planning import Working
from bot.games.carnegie.rules.resources import Arriving
from bot.games.carnegie.rules.scoring import score
from bot.games.carnegie.rules.timeline import ActionSelection, EndOfRound, Round
from bot.games.carnegie.rules.what_is_agreed import CarnegieOptions

AnyPart: TypeAlias = (
    Working
    | Moving
    | Building
    | Placing
    | Following
    | TakingIncome
    | ChoosingBox
    | ChoosingGains
    | Arriving
    | Founding
    | Reserving
)
"""The steps of a plan; they are on no saved agenda."""

AnyStep = Annotated[
    NewBeginningStep
    | Foundation
    | FirstMoves
    | Round
    | ActionSelection
    | IncomeEvent
    | SpendPoints
    | DonationEvent
    | UseDepartments
    | Activation
    | EndOfRound
    | AnyPart,
    Field(discriminator="kind"),
]


class Carnegie(Table):
    """A game of Carnegie."""

    agenda: Open[list[AnyStep]] = []
    options: Open[CarnegieOptions]
    first: OpenByChance[Seat]
    round: Open[int] = 0
    picked: Open[Row | None] = None
    event_row: Open[Row | None] = None
    rows: Open[dict[Row, TimelineRow]]
    display: OpenByChance[list[str]]
    """The department tiles on display, copies and all."""
    removed: OpenByChance[list[str]]
    spaces: OpenByChance[dict[str, list[Disk | None]]]
    """The spaces of the cities, left to right."""
    chart: OpenByChance[dict[str, list[Owner]]]
    """The disks on each donation space, bottom to top."""
    ends: Open[dict[Region, list[Owner]]] = {region: [] for region in REGIONS}
    """Who stands in the end boxes."""
    everybody: Open[dict[Seat, Player]]
    andrew: Open[Andrew | None] = None
    scores: Open[list[Score]] = []
    """The final scores, the best first."""

    @cached_property  # pydantic is slow to find private attributes
    def box(self) -> CarnegieBox:
        """The box this game is played with."""
        box: CarnegieBox = self._box
        return box

    # The timeline

    def in_order(self) -> list[Seat]:
        """Return everybody, clockwise from the first player."""
        return [self.first, *self.iterate_clockwise_from(self.first)]

    @property
    def is_last_round(self) -> bool:
        """Whether no round follows this one."""
        return self.round >= self.box.terms.rounds

    def timeline(self, row: Row) -> list[TimelineSpace]:
        """Return the five spaces of a row."""
        there = self.rows[row]
        tile = next(tile for tile in self.box.timeline.tiles if tile.number == there.tile)
        return [*(tile.back if there.back else tile.front), self.box.timeline.ends[row]]

    # Companies

    def department(self, seat: Seat, cell: str) -> Department | None:
        """Return the department in a cell of a company; None: the lobby, or none."""
        found = self.everybody[seat].company[cell].department
        return None if found is None or found == LOBBY else self.box.department[found]

    def departments(self, seat: Seat, row: Row | None = None) -> list[tuple[str, Department]]:
        """Return the departments of a company, of one row or all, with their cells, the ground floor first."""
        known = self.box.department
        found = [
            (cell, known[there.department])
            for cell, there in self.everybody[seat].company.items()
            if there.department in known
        ]
        return [(cell, one) for cell, one in found if row in (None, one.row)]

    def ability(self, seat: Seat, kind: str) -> Any:
        """Return an ability of a kind that works for a seat now; None: it has none."""
        cell = self.cell_of(seat, kind)
        if cell is None:
            return None
        there = self.everybody[seat].company[cell]
        department = self.box.department[there.department or ""]
        return department.ability if there.standing or not department.workplaces else None

    def cell_of(self, seat: Seat, kind: str) -> str | None:
        """Return the cell of the department with an ability of this kind; None: there is none."""
        player, kinds = self.everybody[seat], self.box.ability
        for name in player.placed:
            if kinds.get(name) == kind:
                return next((cell for cell, there in player.company.items() if there.department == name), None)
        return None

    def slots(self, seat: Seat) -> list[Slot]:
        """Return the uncovered slots of all tabs, in order."""
        player = self.everybody[seat]
        return [
            slot
            for project in PROJECTS
            for slot, built in zip(
                self.box.tabs[project].side(player.sides[project]), player.tabs[project].built, strict=True
            )
            if built
        ]

    # The map

    def projects(self, owner: Owner) -> list[tuple[str, Project | None]]:
        """Return the city and type of each project of an owner."""
        return [
            (city, disk.project)
            for city, spaces in self.spaces.items()
            for disk in spaces
            if disk is not None and disk.owner == owner
        ]

    def in_region(self, owner: Owner, region: Region) -> int:
        """Return how many projects an owner has in a region."""
        return sum(self.box.city[city].region == region for city, _ in self.projects(owner))

    def level(self, seat: Seat, region: Region) -> int:
        """Return the transport level of a seat in a region: 0 to 2, rising."""
        return LEVELS.index(self.box.tracks[region].levels[self.everybody[seat].tracks[region]])

    def donations(self, owner: Owner) -> list[str]:
        """Return where an owner has donated, in the order of the chart."""
        return [space for space, owners in self.chart.items() if owner in owners]

    # Plans

    @property
    def plan(self) -> Working | TakingIncome:
        """What lasts as long as the plan that is carried out; raises LookupError where there is none."""
        for step in self.agenda:
            if isinstance(step, Working | TakingIncome):
                return step
        raise LookupError("nobody carries out a plan")

    @property
    def working(self) -> Working:
        """What can be done in the plan that is carried out; raises LookupError where nothing can."""
        if isinstance(plan := self.plan, Working):
            return plan
        raise LookupError("workers are only taken back here")

    # Nothing appears or vanishes

    def compute_current_scores(self) -> dict[Seat, int]:
        """Return everybody's points as things stand."""
        return {seat: score(self, seat).total for seat in self.seats}

    def describe_part(self) -> str:
        """Return the round."""
        return f"Round {self.round}" if self.round else "Before the first round"

    def audit(self) -> None:
        """Raise AssertionError, with all that is wrong, when anything has appeared or vanished."""
        problems: Iterable[str] = [
            *self._wrong_tiles(),
            *self._wrong_spaces(),
            *(problem for seat in self.seats for problem in self._wrong_with(seat)),
            *self._wrong_timeline(),
        ]
        if problems:
            raise AssertionError("; ".join(problems))

    def audit_plan(self, seat: Seat) -> None:
        """Raise AssertionError when a plan that is being put together could use workers who are not there."""
        last = self.agenda[-1] if self.agenda else None
        left = last.left if isinstance(last, Working) else {}
        problems = [
            f"seat {seat} can use {count} in {cell}, where {active_in(self, seat, cell)} are active"
            for cell, count in left.items()
            if not 0 < count <= active_in(self, seat, cell)
        ]
        problems += self._wrong_company(seat)
        if problems:
            raise AssertionError("; ".join(problems))

    def _wrong_tiles(self) -> Iterator[str]:
        held = Counter([*self.display, *self.removed, *(self.andrew.tiles if self.andrew else ())])
        for player in self.everybody.values():
            placed = [cell.department for cell in player.company.values()]
            held += Counter(name for name in placed if name in player.placed)
            held += Counter(name for name in (player.reserve,) if name is not None)
            if sorted(name for name in placed if name and name not in self.box.company.values()) != sorted(
                player.placed
            ):
                yield f"placed {player.placed}, but there stand {placed}"
            if len(set(player.placed)) < len(player.placed):
                yield f"two of a number: {player.placed}"
        if any(count != self.box.terms.copies for count in held.values()) or held.total() != 32:
            yield f"department tiles {dict(held)}"

    def _wrong_spaces(self) -> Iterator[str]:
        for city, spaces in self.spaces.items():
            if len(spaces) != len(self.box.city[city].spaces):
                yield f"{city} has {len(spaces)} spaces"
        for space, owners in self.chart.items():
            if len(set(owners)) < len(owners):
                yield f"two disks of an owner on {space}"
        neutral = sum(owners.count(NEUTRAL) for owners in self.chart.values()) + len(self.projects(NEUTRAL))
        if neutral != self.box.players[self.players].neutral:
            yield f"{neutral} neutral disks"
        if self.andrew is None and (self.projects(ANDREW) or self.donations(ANDREW)):
            yield "Andrew has disks and does not play"

    def _wrong_with(self, seat: Seat) -> Iterator[str]:
        player, terms = self.everybody[seat], self.box.terms
        workers = player.supply + sum(cell.workers for cell in player.company.values()) + sum(player.missions.values())
        if workers != terms.workers or min(player.supply, *player.missions.values()) < 0:
            yield f"seat {seat} has {workers} workers"
        on_tabs = sum(sum(tab.disks) for tab in player.tabs.values())
        disks = player.disks + 1 + len(REGIONS) + on_tabs + len(self.projects(seat)) + len(self.donations(seat))
        if disks != terms.disks or player.disks < 0:
            yield f"seat {seat} has {disks} disks"
        if player.money < 0 or player.cubes < 0:
            yield f"seat {seat} has ${player.money} and {player.cubes} cubes"
        yield from self._wrong_company(seat)

    def _wrong_company(self, seat: Seat) -> Iterator[str]:
        player = self.everybody[seat]
        for name, cell in player.company.items():
            department = self.department(seat, name)
            places = 0 if department is None else len(department.workplaces)
            if len(set(cell.standing)) < len(cell.standing) or any(at >= places for at in cell.standing):
                yield f"seat {seat}: {name} has workers standing on {cell.standing}"
            if cell.lying < 0:
                yield f"seat {seat}: {cell.lying} workers lie in {name}"
        for project, tab in player.tabs.items():
            if sum(tab.built) != sum(kind == project for _, kind in self.projects(seat)):
                yield f"seat {seat}: {project} does not fit the map"
            if any(at > tab.steps for at, there in enumerate(zip(tab.disks, tab.built, strict=True)) if any(there)):
                yield f"seat {seat}: {project} has disks on what is not out yet"

    def _wrong_timeline(self) -> Iterator[str]:
        done = sum(row.done for row in self.rows.values())
        if self.outcome is None and done != max(0, self.round - 1) and not (done == self.round == 20):
            yield f"{done} spaces of the timeline are done in round {self.round}"
        for region, owners in self.ends.items():
            inside = [seat for seat in self.seats if self.everybody[seat].tracks[region] == END_BOX]
            if sorted(owners) != sorted([*inside, *(ANDREW for _ in range(owners.count(ANDREW)))]):
                yield f"in the end box of {region}: {owners}"
