"""The bot: builds where it scores, keeps workers standing, donates for what it has; it looks no further ahead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from bot.engine.composed import ChooseOrCompose, Compose
from bot.engine.questions import Choose, Option, Question
from bot.engine.records import Move, Seat
from bot.games.carnegie import moves
from bot.games.carnegie.components import LOBBY, Donation, Gain, Region, Row
from bot.games.carnegie.rules.company import distance
from bot.games.carnegie.rules.links import best_chain
from bot.games.carnegie.view import CarnegieView

WORTH = {"money": 1.0, "cubes": 2.2, "vp": 2.0, "development": 1.6, "workers": 2.5, "moves": 0.3}
"""What a unit of each is worth, in dollars."""
DESIRE: dict[Row, float] = {"hr": 0.6, "management": 2.3, "construction": 2.4, "rd": 3.6}
"""How much a bot wants workers in departments of a row."""
ABILITIES = {
    "second lobby": 0.2,
    "follow": 0.5,
    "cheaper donations": 1.5,
    "cheaper tracks": 0.5,
    "diagonal moves": 0.3,
    "payroll": 0.3,
    "any space": 0.5,
    "per free cell": 1.0,
    "per project in one region": 1.0,
    "extra link": 1.0,
    "archives": 0.3,
    "weakest region": 1.0,
}
"""How much more a department is wanted for what it can do all the time, or at the end."""
MOST_ORDERS = 30
MANY_DISKS = 3
FEW_CUBES = 5
"""With fewer cubes, more of them are wanted."""


def choose(view: CarnegieView, question: Question, random: Random) -> Move:
    """Return what the bot answers."""
    if view.seat is None:
        return question.any_move(random)
    mind = Mind(view, view.seat)
    match question:
        case ChooseOrCompose():
            return question.options[0].move
        case Compose() if question.move is moves.Plan:
            return mind.plan(question)
        case Compose():
            return question.any_move(random)
        case Choose():
            return max(question.options, key=lambda option: mind.weigh(option, ()) + random.random() / 10).move
        case _:
            return question.any_move(random)


@dataclass
class Mind:
    """What a seat thinks of what it could do."""

    view: CarnegieView
    seat: Seat
    company: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Workers lying and empty workplaces by cell, as the plan so far leaves them."""
    cubes: int = 0
    """How many cubes the plan so far has gained."""

    def plan(self, question: Compose) -> Move:
        """Return a plan, made of what seems best at each point."""
        own = self.view.everybody[self.seat]
        for cell, there in own.company.items():
            places = () if there.department in (None, LOBBY) else self._places(there.department or "")
            self.company[cell] = there.lying, len(places) - len(there.standing)
        orders: tuple[Move, ...] = ()
        for _ in range(MOST_ORDERS):
            stage = question.at(orders)
            if not isinstance(stage.question, Choose):
                break
            best = max(stage.question.options, key=lambda option: self.weigh(option, orders))
            if stage.complete and self.weigh(best, orders) <= 0:
                break
            orders = (*orders, best.move)
            self.remember(orders)
        return question.make(orders)

    def _places(self, department: str) -> Sequence[int]:
        return self.view.box.department[department].workplaces

    def remember(self, orders: Sequence[Move]) -> None:
        """Note where the last order has moved a worker, or who stands up."""
        match orders[-1]:
            case moves.PickUp(cell=cell, standing=False):
                self.company[cell] = self.company[cell][0] - 1, self.company[cell][1]
            case moves.PickUp(cell=cell):
                self.company[cell] = self.company[cell][0], self.company[cell][1] + 1
            case moves.PutDown(cell=cell, count=count):
                self.company[cell] = self.company[cell][0] + count, self.company[cell][1]
                start = orders[-2]
                if isinstance(start, moves.PickUp):
                    self.company[start.cell] = self.company[start.cell][0] - count + 1, self.company[start.cell][1]
            case moves.StandUp(cell=cell):
                self.company[cell] = self.company[cell][0] - 1, self.company[cell][1] - 1
            case moves.UseDepartment(cell=cell, use=use):
                name = self.view.everybody[self.seat].company[cell].department
                earned = self.view.box.department[name or ""].uses[use]
                self.cubes += earned.gain.cubes if earned.kind == "earn" else 0
            case _:
                pass

    def weigh(self, option: Option, orders: Sequence[Move]) -> float:  # noqa: C901 - one line for each kind of move
        """Return what a move seems to be worth; nothing or less: rather not."""
        match option.move:
            case moves.PickRow():
                return self.row(option.move.row)
            case moves.Donate():
                return self.donation(option.move.donation)
            case moves.UseDepartment():
                return self.use(option.move)
            case moves.StartBuilding():
                return 14.0 - 3 * self.view.box.tabs[option.move.project].cubes + self._tab_slot(option.move)
            case moves.BuildIn():
                return 1 + self.city(option.move.city)
            case moves.ChooseDepartment():
                return self.department(option.move.department)
            case moves.PlaceOn():
                return self.cell(option.move.cell)
            case moves.DonateOnTopOf():
                return self.donation(option.move.donation)
            case moves.PickUp():
                return self.pick_up(option.move)
            case moves.PutDown():
                start = orders[-1]
                return (
                    option.move.count * self.put_down(start.cell, option.move.cell)
                    if isinstance(start, moves.PickUp)
                    else 1
                )
            case moves.TabStep():
                return (9.0 if self.waiting < MANY_DISKS else 5.0) + self.view.box.tabs[option.move.project].vp
            case moves.TrackStep():
                return self.track(option.move.region)
            case moves.TakeReserve():
                return self.department(option.move.department)
            case moves.TakeBack():
                return float(option.move.count)
            case moves.Plan():
                return max((self.weigh(Option(one, ""), ()) for one in option.move.orders), default=0.0)
            case moves.TakeBox():
                return float(option.move.box)
            case moves.StandUp():
                return 1.0 if option.move.how == "normal" else -1.0
            case moves.PlayTile():
                return -1.0
            case _:
                return 0.1

    def gain(self, gain: Gain) -> float:
        """Return what a gain is worth, in dollars; cubes more while they are few."""
        few = self.view.everybody[self.seat].cubes + self.cubes < FEW_CUBES and self.left > 1
        worth = {**WORTH, "cubes": WORTH["cubes"] * (2 if few else 1)}
        return float(sum(worth[name] * amount for name, amount in gain.model_dump().items()))

    @property
    def left(self) -> int:
        """How many rounds are still to come."""
        return self.view.box.terms.rounds - self.view.round

    @property
    def waiting(self) -> int:
        """How many disks wait on the own tabs."""
        return sum(sum(tab.disks) for tab in self.view.everybody[self.seat].tabs.values())

    def desire(self, row: Row) -> float:
        """Return how much a bot wants to use a row: building while disks wait, tabs while they can be slid."""
        if row == "rd":
            return DESIRE[row] if self.waiting < MANY_DISKS else DESIRE[row] / 2
        return DESIRE[row] + (1.2 if row == "construction" and self.waiting >= MANY_DISKS else 0)

    def row(self, row: Row) -> float:
        """Return what picking a row is worth: what the own workers there do."""
        own, box = self.view.everybody[self.seat], self.view.box
        workers = sum(
            len(cell.standing)
            for cell in own.company.values()
            if cell.department not in (None, LOBBY) and box.department[cell.department or ""].row == row
        )
        worth = self.desire(row) * workers
        if row == "construction":
            worth = 7.0 * min(workers, self.waiting, own.cubes)
        if row == "management" and own.cubes < FEW_CUBES:
            worth *= 1.6
        if row == "hr":
            worth = 2.2 * own.company[box.lobby].lying
        spaces = self.view.timeline[row][self.view.done[row] :]
        if spaces and spaces[0].region is not None:
            worth += 0.8 * own.missions[spaces[0].region]
        return worth

    def donation(self, space: str | None) -> float:
        """Return what a donation would score, less what it costs."""
        if space is None:
            return 0.0
        given = sum(self.seat in owners for owners in self.view.chart.values())
        price = self.view.prices[self.seat]
        points = min(self.view.box.terms.donation_cap, self._points(self.view.box.donation[space], given))
        return 2.0 * points - price * (1.0 if self.left > 3 else 0.4) + 2

    def _points(self, one: Donation, given: int) -> float:
        """Return what a donation scores, with a guess at what is still to come."""
        own, box = self.view.everybody[self.seat], self.view.box
        built = [
            (box.city[city], disk.project)
            for city, spaces in self.view.spaces.items()
            for disk in spaces
            if disk is not None and disk.owner == self.seat
        ]
        grows = 1 + self.left / 20
        match one.per:
            case "project":
                count = sum(
                    (not one.projects or kind in one.projects)
                    and one.region in (None, city.region)
                    and (not one.small or city.size == "small")
                    for city, kind in built
                )
                return one.vp * count * grows
            case "department":
                names = [cell.department for cell in own.company.values() if cell.department not in (None, LOBBY)]
                return one.vp * sum(one.row in (None, box.department[name or ""].row) for name in names) * grows
            case "donation":
                return one.vp * (given + 1 + self.left / 8)
            case "worker":
                return float(one.vp * own.active)
            case "flat":
                return float(one.vp)
            case "railroad":
                rail = sum(box.tracks[region].levels[at] == "railroad" for region, at in own.tracks.items())
                return one.vp * (rail + self.left / 15)
            case "cube" | "money" | "pair":
                return 4.0

    def use(self, move: moves.UseDepartment) -> float:
        """Return what a use is worth: its gain, and for a mission what the worker brings when it returns."""
        own, box = self.view.everybody[self.seat], self.view.box
        department = box.department[own.company[move.cell].department or ""]
        use = department.uses[move.use]
        worth = 0.0
        match use.kind:
            case "earn":
                worth = self.gain(use.gain)
            case "swap":
                gets, pays = self.gain(use.gain), self.gain(use.pay)
                few = use.pay.cubes and own.cubes <= move.count
                worth = move.count * (gets - pays * (2 if few and self.left > 2 else 1))
            case "per project":
                worth = 3.0 + move.count / 10
            case _:
                worth = 4.0
        if move.region is not None and use.kind != "per project":
            worth += self.mission(move.region) - 2.0
        return worth

    def mission(self, region: Region) -> float:
        """Return what a worker in a region brings when it comes back."""
        coming = sum(
            space.region == region
            for row, spaces in self.view.timeline.items()
            for space in spaces[self.view.done[row] :]
        )
        own = self.view.everybody[self.seat]
        return min(1.0, coming / 3) * self.gain(self.view.box.tracks[region].income[own.tracks[region]]) * 0.7

    def _tab_slot(self, move: moves.StartBuilding) -> float:
        own = self.view.everybody[self.seat]
        slots = self.view.box.tabs[move.project].side(own.sides[move.project])
        waiting = [slot for slot, there in zip(slots, own.tabs[move.project].disks, strict=True) if there]
        pays = max((self.gain(gain) for gain in waiting[0].gains), default=1.0) if waiting else 0.0
        return pays * self.left / 10

    def city(self, city: str) -> float:
        """Return what a project in a city is worth: its VP, and what the best chain gains."""
        box, own = self.view.box, self.view.everybody[self.seat]
        mine = [name for name, spaces in self.view.spaces.items() if any(d and d.owner == self.seat for d in spaces)]
        levels = {region: 1 + (at > 1) for region, at in own.tracks.items()}
        gains = best_chain([*mine, city], levels, box)[0] - best_chain(mine, levels, box)[0]
        there = box.city[city]
        near = len(box.neighbours[city] & set(mine)) * (city not in mine)
        major = 2.0 if there.links and city not in mine else 0.0
        return there.vp + gains / 3 + near + major + (0.7 if there.rail else 0) + self.mission(there.region) / 2

    def department(self, name: str) -> float:
        """Return what placing a department is worth."""
        one = self.view.box.department[name]
        late = self.left < 3
        can = bool(one.uses) + (ABILITIES[one.ability.kind] if one.ability is not None else 0.0)
        return 7.0 + DESIRE[one.row] + can + len(one.workplaces) / 2 - (2 if late else 0) - one.extra_cubes

    def cell(self, cell: str) -> float:
        """Return what a department is worth in a cell: cheap, high, and near the lobby."""
        workers = self.view.everybody[self.seat].company[cell].workers
        return (
            3.0
            + (2.2 if workers else 0)
            + (2 if cell[1] == "4" else 0)
            - distance(self.view.box.lobby, cell, diagonal=False) / 2
        )

    def _wants(self, cell: str) -> float:
        """Return how much another worker is wanted in a cell."""
        own, box = self.view.everybody[self.seat], self.view.box
        lying, empty = self.company[cell]
        name = own.company[cell].department
        if name in (None, LOBBY) or lying >= empty:
            return 0.0
        return self.desire(box.department[name or ""].row)

    def pick_up(self, move: moves.PickUp) -> float:
        """Pick up who lies where nobody can stand."""
        lying, empty = self.company[move.cell]
        if move.standing or lying <= max(0, empty):
            return -1.0
        wanted = [self.put_down(move.cell, cell) for cell in self.company if cell != move.cell]
        return max(wanted, default=-1.0)

    def put_down(self, start: str, cell: str) -> float:
        """Prefer near cells in which a worker is wanted; a step towards one is better than none."""
        steps = distance(start, cell, diagonal=False)
        return 2 * self._wants(cell) - 0.5 * steps if self._wants(cell) else 0.01 / steps

    def track(self, region: Region) -> float:
        """Return what a step on a track is worth."""
        own, track = self.view.everybody[self.seat], self.view.box.tracks[region]
        at = own.tracks[region]
        better = self.gain(track.income[at + 1]) - self.gain(track.income[at])
        rail = 3.0 if track.levels[at + 1] != track.levels[at] else 0.0
        bonus = self.gain(track.bonus) if at == 3 else 0.0
        return 1.0 + better * min(3, self.left / 5) + rail + bonus / 2 - track.steps[at] / 2
