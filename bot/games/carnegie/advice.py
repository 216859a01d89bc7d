"""Reasons for the bot's answer: the heaviest factor of its choice, in a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from bot.engine.advice import Advice, find_close_second
from bot.engine.multi_step import ChooseOrCompose, Stage
from bot.engine.questions import Choose
from bot.engine.records import Move
from bot.engine.words import format_count, format_list
from bot.games.carnegie import moves
from bot.games.carnegie.bots import Mind, choose
from bot.games.carnegie.components import PROJECTS, Earn, Gain, PerProject, Region, Row, Swap
from bot.games.carnegie.rules.vocabulary import PROJECT, REGION, ROW, amounts
from bot.games.carnegie.view import CarnegieView

LEVEL = 0.5
"""Difference in dollars up to which two answers count as equal."""
PAIRED = 50.0
"""What the bot adds to the second half of a pair of orders, so that it always completes the pair."""
UNWEIGHED = "Nothing that counts much hangs on it."


def advise(view: CarnegieView, stage: Stage, parts: Sequence[Move], random: Random) -> Advice:
    """Return what the bot would answer, and why; see `Bots.advise`."""
    if view.seat is None or stage.question is None:
        return Advice(None, _finished(view, parts))
    mind, question = Mind(view, view.seat), stage.question
    if isinstance(question, ChooseOrCompose):
        why = "Only active workers can be used, and the cheapest first leaves you most money."
        return Advice(choose(view, question, random), why)
    if not isinstance(question, Choose) or isinstance(question.moves[0], moves.Buy):
        return Advice(
            question.choose_random_move(random), "A bot takes any of them by lot here, so take what you like."
        )
    if isinstance(question.moves[0], moves.Plan | moves.PickRow | moves.Donate) and not parts:
        move = choose(view, question, random)
        scored = [(mind.weigh(other), other) for other in question.moves]
        return Advice(move, Reasons(mind).whole(move), find_close_second(scored, move, LEVEL))
    for number, part in enumerate(parts):
        mind.remember(part, parts[:number])
    scored = [(mind.weigh(other, parts), other) for other in question.moves]
    worth, best = max(scored, key=lambda one: one[0])
    if stage.complete and worth <= 0:
        return Advice(None, _finished(view, parts))
    return Advice(best, Reasons(mind).why(best, parts), find_close_second(scored, best, LEVEL))


def _finished(view: CarnegieView, parts: Sequence[Move]) -> str:
    """Return why a finished plan is sent as it stands: its best order, and that nothing more is worth it."""
    most = max(value_orders(view, parts), key=lambda each: each.value, default=None)
    if most is None or most.value <= 0:
        return "Nothing that you can do now is worth what it takes."
    return f"{most.explain()} Nothing more is worth what it takes."


@dataclass(frozen=True)
class ValuedOrder:
    """An order of a plan, with what it brings after the orders before it."""

    view: CarnegieView
    before: Sequence[Move]
    order: Move
    value: float
    """In dollars, less than nothing if it costs more than it brings."""

    def explain(self) -> str:
        """Return the main reason for the order, at the point of the plan where it stands."""
        return Reasons(_think(self.view, self.before)).why(self.order, self.before)


def value_orders(view: CarnegieView, orders: Sequence[Move]) -> list[ValuedOrder]:
    """Return each order of a plan with its value."""
    mind, found = _think(view, ()), list[ValuedOrder]()
    for number, order in enumerate(orders):
        before = orders[:number]
        found.append(ValuedOrder(view, before, order, _value(mind, order, before)))
        mind.remember(order, before)
    return found


def _think(view: CarnegieView, before: Sequence[Move]) -> Mind:
    """Return what the seat's bot thinks after some orders of a plan."""
    mind = Mind(view, view.seat or 1)
    for number, order in enumerate(before):
        mind.remember(order, before[:number])
    return mind


def _value(mind: Mind, order: Move, before: Sequence[Move]) -> float:
    """Return what an order adds to a plan; the second half of a pair only what it differs from the best one."""
    last = before[-1] if before else None
    match order:
        case moves.BuildIn(city=city) if isinstance(last, moves.StartBuilding):
            cities = mind.building.open_cities(last.project)
            return mind.building.city(city) - max(map(mind.building.city, cities), default=0.0)
        case moves.PlaceOn():
            return mind.weigh(order, before) - PAIRED if isinstance(last, moves.ChooseDepartment) else 0.0
        case moves.PickUp():
            return min(0.0, mind.weigh(order, before))
        case moves.PutDown():
            return mind.hopes.weighs.row_of_moves * mind.weigh(order, before)
        case _:
            return mind.weigh(order, before)


class Reasons:
    """What weighs most in what a bot thinks of its answers.

    Args:
        mind: what it thinks.
    """

    def __init__(self, mind: Mind) -> None:
        self.mind = mind
        self.hopes = mind.hopes
        self.building = mind.building
        self.company = mind.company
        self.box = mind.view.box

    def whole(self, move: Move) -> str:
        """Return why an answer is the best that is not put together now."""
        match move:
            case moves.PickRow(row=row):
                return self.row(row)
            case moves.Donate(donation=donation):
                return self.donation(donation)
            case moves.Plan(orders=orders) if orders:
                return max(value_orders(self.mind.view, orders), key=lambda each: each.value).explain()
            case _:
                return "Nothing that you can do now is worth what it takes."

    def why(self, order: Move, before: Sequence[Move]) -> str:  # noqa: C901 - one line for each kind of order
        """Return why an order is the best after those before it."""
        match order:
            case moves.UseDepartment():
                return self.use(order)
            case moves.StartBuilding(project=project):
                return self.project(order, project)
            case moves.BuildIn(city=city):
                return self.city(city)
            case moves.ChooseDepartment(department=name) | moves.TakeReserve(department=name):
                return f"It brings most for the rest of the game: {self.box.department[name].text}"
            case moves.PlaceOn(cell=cell):
                return self.cell(cell)
            case moves.DonateOnTopOf(donation=donation):
                return self.donation(donation)
            case moves.PickUp(cell=cell):
                return self.pick_up(cell)
            case moves.PutDown(cell=cell):
                return self.put_down(cell)
            case moves.TabStep(project=project):
                return self.tab(project)
            case moves.TrackStep(region=region):
                return self.track(region)
            case moves.TakeBack(count=count):
                return self.back(count)
            case moves.TakeGains():
                return "These are worth most to you now."
            case moves.TakeBox():
                return "It is the furthest box that you can be paid for."
            case moves.StandUp():
                return "Only active workers can be used."
            case moves.WaitForTurn() | moves.PlayTile():
                return "There is nothing better."
            case _:
                return UNWEIGHED

    # Rows and donations

    def row(self, row: Row) -> str:
        """Return whether one's departments or the event make a row the best."""
        mind, event = self.mind, self._event(row)
        does, brings = mind._departments(row), mind._event(row)
        if brings > does and event:
            return event
        if does <= 0:
            return "None of the rows lets you do much now, and this one costs you least."
        return f"{self._departments(row)}{f', and {event[0].lower()}{event[1:-1]}' if event and brings > 0 else ''}."

    def _departments(self, row: Row) -> str:
        workers = sum(count for _, count in self.company.in_row(row))
        yours = f"You have {format_count(workers, 'active worker')} in {ROW[row]}"
        match row:
            case "hr":
                return f"{yours}, and others who can move to where they are wanted"
            case "management":
                places = self.company.best_department > 0 and any(
                    True for one, _ in self.company.in_row("management") for use in one.uses if use.kind == "place"
                )
                return f"{yours}{', who can place a department' if places else ', and what they earn helps most'}"
            case "construction":
                return f"{yours}, and {format_count(self.hopes.waiting, 'disk')} on your tabs to build"
            case "rd":
                return f"{yours}, who move your tabs and tracks on"

    def _event(self, row: Row) -> str:
        """Return what the event of a row brings; empty: nothing."""
        brings = self.mind.view.brings[row]
        space = self.mind.view.timeline[brings][min(self.mind.view.done[brings], 4)]
        if space.region is not None and (there := self.hopes.own.missions[space.region]):
            who = "worker" if there == 1 else f"{there} workers"
            return f"Its event is an income in the {REGION[space.region]}, for which your {who} there can come back."
        if space.donation and self.building.best_donation > 0:
            return "Its event lets you donate, and there is a donation worth its price."
        return ""

    def donation(self, space: str | None) -> str:
        """Return what a donation should score."""
        hopes = self.hopes
        price = hopes.view.prices[hopes.seat]
        if space is None:
            return f"No donation that is left is worth ${price} to you now."
        points = min(hopes.view.caps[hopes.seat], self.building._points(self.box.donation[space]))
        return f"It should score you about {round(points)} VP at the end, for ${price}."

    # Workers

    def use(self, order: moves.UseDepartment) -> str:
        """Return what a use brings, or where its worker goes."""
        use = self.hopes.department_at(order.cell).uses[order.use]
        mission = 0.0 if order.region is None else self.hopes.mission(order.region)
        match use:
            case Earn():
                earned = self.hopes.gain(use.gain)
                if order.region is not None and mission > earned:
                    return self.mission(order.region)
                goes = "" if order.region is None else f", and {self._goes(order.region)}"
                verb = "is" if self._is_one(use.gain) else "are"
                return f"{amounts(use.gain)} {verb} worth about ${round(earned)} to you{goes}."
            case Swap():
                return f"{amounts(use.gain)} for {amounts(use.pay)} each is a good bargain now."
            case PerProject():
                return "It pays for the projects that you have there."
            case _:
                return self.mission(order.region) if order.region is not None else "Its worker can do nothing better."

    @staticmethod
    def _is_one(gain: Gain) -> bool:
        amounts_of = [amount for _, amount in gain if amount]
        return len(amounts_of) == 1 and (amounts_of[0] == 1 or bool(gain.money))

    def mission(self, region: Region) -> str:
        """Return what a worker brings who goes to a region."""
        return f"{self._goes(region)[:1].upper()}{self._goes(region)[1:]}."

    def _goes(self, region: Region) -> str:
        coming = self.hopes.coming[region]
        if not coming:
            return f"no region will bring its worker back sooner than the {REGION[region]}"
        pays = round(self.hopes.tabs_pay + self.hopes.transport(region))
        to_come = f"{coming} {'is' if coming == 1 else 'are'} to come"
        return f"a worker in the {REGION[region]} comes back with an income worth about ${pays}: {to_come}"

    def pick_up(self, start: str) -> str:
        """Return where the worker that is picked up is wanted."""
        others = [cell for cell in self.company.workers if cell != start]
        best = max(others, key=lambda cell: self.company.put_down(start, cell))
        return f"Nobody is missing there, and {self._wanted(best)}"

    def put_down(self, cell: str) -> str:
        """Return why a worker is put down there."""
        wanted = self._wanted(cell)
        return f"{wanted[:1].upper()}{wanted[1:]}"

    def _wanted(self, cell: str) -> str:
        lying, empty = self.company.workers[cell]
        if lying < empty:
            return f"a workplace of {self.hopes.department_at(cell).name} is empty, where a worker brings most."
        return "it is a step to where workers are wanted."

    def back(self, count: int) -> str:
        """Return why this number of workers is taken back."""
        region = None if self.hopes.event is None else self.hopes.event.region
        if region is None or not count:
            return "Who stays can bring you the next income there." if not count else "Each of them is paid."
        stay = self.hopes.own.missions[region] - count
        later = self.hopes.coming[region]
        rest = "; who stays brings you a later income there" if stay and later else ""
        return f"Your tabs and the track pay you, and you have {'it' if count == 1 else 'them'} to use again{rest}."

    # Projects, tabs and tracks

    def project(self, order: Move, project: str) -> str:
        """Return whether its slot, a city or donations make a project the best."""
        kind = next(one for one in PROJECTS if one == project)
        hopes = self.hopes
        slots = zip(hopes.slots_of(kind), hopes.own.tabs[kind].disks, strict=True)
        waiting = [slot for slot, there in slots if there]
        before = sum(built == kind for _, built in hopes.draft.built)
        pays = hopes.slot(waiting[before]) if before < len(waiting) else 0.0
        coming = sum(hopes.coming.values())
        cities = self.building.open_cities(kind)
        best = max(cities, key=self.building.city, default=None)
        where = self.building.city(best) if best is not None else 0.0
        if pays * coming * self.hopes.weighs.slot >= where or best is None:
            gain = max(waiting[before].gains, key=hopes.gain) if pays else None
            slot = "scores at the end" if gain is None else f"pays {amounts(gain)} with each income"
            return f"Its disk uncovers a slot that {slot}; incomes to come: {coming}."
        return f"It can go to {self.box.city[best].name}. {self.city(best)}"

    def city(self, name: str) -> str:
        """Return what counts most of a project in a city; see `Building.city`."""
        building, hopes = self.building, self.hopes
        city, mine = self.box.city[name], building.mine
        near = self.box.neighbours[name] & mine
        parts = [(hopes.mission(city.region), self.mission(city.region))]
        if city.vp:
            parts.append((hopes.vp * city.vp, f"It scores {city.vp} VP there."))
        if name not in mine:
            linked = format_list([self.box.city[one].name for one in sorted(near)], "")
            parts.append((self.hopes.weighs.neighbour * len(near), f"It lies next to your {linked}."))
            if name in building.aim.cities:
                chain = f"It belongs to a chain of cities that could score you {building.aim.vp} VP more."
                parts.append((building._toward(self.hopes.weighs.city_of_chain), chain))
        if city.rail:
            parts.append((hopes.transport(city.region), "Its railroad pays you the transport income at once."))
        counting = [one for one in hopes.donated if one.region == city.region or (one.small and city.size == "small")]
        worth = sum(one.vp * hopes.vp for one in counting if building._has_room(one))
        parts.append((worth, "Your donations score for it."))
        return max(parts, key=lambda part: part[0])[1]

    def cell(self, cell: str) -> str:
        """Return what counts most of a cell for a department; see `Company.cell`."""
        hopes = self.hopes
        floor = self.box.terms.floor_vp[int(cell[1]) - 1]
        cheap = hopes.weighs.cubes if hopes.own.company[cell].workers else 0.0
        if cheap > hopes.vp * floor:
            return "It is cheaper, as a worker is there already."
        if floor:
            return f"It scores {floor} VP on that floor, and is no further than it must be."
        return "Your workers come there in few moves."

    def tab(self, project: str) -> str:
        """Return what counts most of a step of a tab; see `Building.tab`."""
        kind = next(one for one in PROJECTS if one == project)
        hopes, printed = self.hopes, self.box.tabs[kind]
        disk = (
            self.hopes.weighs.disk
            * hopes.left
            / self.box.terms.rounds
            * (2 if hopes.waiting < self.hopes.weighs.many_disks else 1)
        )
        if hopes.vp * printed.vp >= disk:
            return f"The {PROJECT[kind]} tab scores {printed.vp} VP with each step."
        few = f", and only {hopes.waiting} {'waits' if hopes.waiting == 1 else 'wait'} now"
        return f"It brings a disk that you can build{few if hopes.waiting < self.hopes.weighs.many_disks else ''}."

    def track(self, region: Region) -> str:
        """Return what counts most of a step on a track; see `Building.track`."""
        hopes, track, building = self.hopes, self.box.tracks[region], self.building
        at = building.tracks[region]
        better = hopes.gain(track.income[at + 1]) - hopes.gain(track.income[at])
        parts = [
            (
                better * min(3, hopes.coming[region]) * self.hopes.weighs.track_income,
                f"Each worker who comes back from the {REGION[region]} is paid {amounts(track.income[at + 1])} then.",
            )
        ]
        if building.aim.boxes.get(region, 0) > at:
            chain = f"The chain that you can still build counts up to {building.aim.vp} VP more with it."
            parts.append((building._toward(self.hopes.weighs.point_of_chain * track.steps[at]), chain))
        if track.levels[at + 1] == "railroad" != track.levels[at]:
            parts.append((self.hopes.weighs.railroad, "It is the step to a railroad."))
        if at + 1 == len(track.steps):
            parts.append((hopes.gain(track.bonus), f"It reaches the last box, which brings {amounts(track.bonus)}."))
        return max(parts, key=lambda part: part[0])[1]
