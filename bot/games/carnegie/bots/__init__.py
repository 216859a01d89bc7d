"""The bot: it works for a chain of cities, sends workers where incomes will come, and donates by its strengths.

It values each order on its own, in dollars, from its own view, and builds plans order by order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from bot.engine.easy_bots import choose_near_best
from bot.engine.multi_step import ChooseOrCompose, Compose
from bot.engine.questions import Choose, Question
from bot.engine.records import Move, Seat
from bot.games.carnegie import moves
from bot.games.carnegie.bots.andrew import expected
from bot.games.carnegie.bots.building import Building
from bot.games.carnegie.bots.company import Company
from bot.games.carnegie.bots.prospects import Prospects
from bot.games.carnegie.components import PROJECTS, Build, Earn, Place, Row
from bot.games.carnegie.view import CarnegieView

MOST_ORDERS = 30
NOT_NOW, NOTHING = -1.0, 0.0


def choose_easily(view: CarnegieView, question: Question, random: Random) -> Move:
    """Return the answer of an easy bot, which may pick an option slightly below the best."""
    if view.seat is None:
        return question.choose_random_move(random)
    mind = Mind(view, view.seat)
    match question:
        case Compose() if question.move is moves.Plan:
            return mind.plan(question, lambda found: choose_near_best(found, view.box.ease, random, least=NOTHING))
        case Choose() if not isinstance(question, ChooseOrCompose):
            found = [(round(mind.weigh(option.move), 6), option.move) for option in question.options]
            return choose_near_best(found, view.box.ease, random)
        case _:
            return choose(view, question, random)


def the_best(found: Sequence[tuple[float, Move | None]]) -> Move | None:
    """Return the option of the highest value, the first of equals."""
    return max(found, key=lambda one: one[0])[1]


def choose(view: CarnegieView, question: Question, random: Random) -> Move:
    """Return what the bot answers."""
    if view.seat is None:
        return question.choose_random_move(random)
    mind = Mind(view, view.seat)
    match question:
        case ChooseOrCompose():
            return question.options[0].move
        case Compose() if question.move is moves.Plan:
            return mind.plan(question)
        case Choose():
            return max(question.options, key=lambda option: mind.weigh(option.move) + random.random() / 100).move
        case _:
            return question.choose_random_move(random)


def refuses_income(move: Move) -> bool:
    """Whether an answer takes no worker back, and so none of the income that is paid now."""
    return isinstance(move, moves.Plan) and moves.TakeBack(count=0) in move.orders


class Mind:
    """What a seat thinks of what it could do.

    Args:
        view: the table as the seat sees it.
        seat: who thinks.
    """

    def __init__(self, view: CarnegieView, seat: Seat) -> None:
        self.view = view
        self.hopes = Prospects(view, seat)
        self.building = Building(self.hopes)
        self.company = Company(self.hopes, self.building)

    def plan(
        self, question: Compose, pick: Callable[[Sequence[tuple[float, Move | None]]], Move | None] = the_best
    ) -> Move:
        """Return a plan, made of what seems best at each point.

        Args:
            question: that asks for it.
            pick: takes one of the orders that can come next, each with its value; the order None ends the plan.
        """
        orders: tuple[Move, ...] = ()
        for _ in range(MOST_ORDERS):
            stage = question.get_stage(orders)
            if not isinstance(stage.question, Choose):
                break
            found: list[tuple[float, Move | None]] = [(NOTHING, None)] if stage.complete else []
            found += [(self.weigh(option.move, orders), option.move) for option in stage.question.options]
            best = pick(found)
            if best is None:
                break
            self.remember(best, orders)
            orders = (*orders, best)
        return question.make(orders)

    def remember(self, order: Move, before: Sequence[Move]) -> None:
        """Note what an order changes for those that follow."""
        draft, last = self.hopes.draft, before[-1] if before else None
        match order:
            case moves.PickUp() | moves.PutDown() | moves.StandUp():
                self.company.remember(order, last)
            case moves.UseDepartment(cell=cell, use=number, region=region):
                use = self.hopes.department_at(cell).uses[number]
                if isinstance(use, Earn):
                    draft.cubes += use.gain.cubes
                    if region is not None:
                        draft.sent[region] += 1
            case moves.BuildIn(city=city) if isinstance(last, moves.StartBuilding):
                draft.built.append((city, last.project))
                draft.cubes -= self.view.box.tabs[last.project].cubes
                draft.sent[self.view.box.city[city].region] += 1
                self.building.has_built()
            case moves.TabStep():
                draft.slid += 1
            case moves.TrackStep(region=region):
                draft.moved[region] += 1
                self.building.has_moved()
            case _:
                pass

    def weigh(self, move: Move, before: Sequence[Move] = ()) -> float:  # noqa: C901 - one line for each kind of move
        """Return what a move seems to be worth; nothing or less: rather not.

        Args:
            move: an answer, or an order of a plan.
            before: the orders of the plan before it.
        """
        last = before[-1] if before else None
        match move:
            case moves.PickRow():
                return self.row(move.row)
            case moves.Donate() | moves.DonateOnTopOf():
                return self.building.donation(move.donation)
            case moves.UseDepartment():
                return self.company.use(move)
            case moves.StartBuilding():
                return self.building.project(move.project)
            case moves.BuildIn():
                return 50 + self.building.city(move.city)
            case moves.ChooseDepartment():
                return self.company.placed(move.department)
            case moves.PlaceOn() if isinstance(last, moves.ChooseDepartment):
                return self.company.cell(move.cell, last.department)
            case moves.PickUp():
                return self.company.pick_up(move)
            case moves.PutDown() if isinstance(last, moves.PickUp):
                return move.count * self.company.put_down(last.cell, move.cell)
            case moves.TabStep():
                return self.building.tab_for_a_point(move.project)
            case moves.TrackStep():
                return self.building.track_for_a_point(move.region)
            case moves.TakeReserve():
                return self.company.department(move.department)
            case moves.TakeBack():
                return self.back(move.count)
            case moves.TakeGains():
                return self.hopes.gains(move.which)
            case moves.Plan():
                return sum(self.weigh(one) for one in move.orders)
            case moves.TakeBox():
                return float(move.box)
            case moves.StandUp(how="normal"):
                return 1.0
            case moves.StandUp() | moves.PlayTile() | moves.WaitForTurn():
                return NOT_NOW
            case _:
                return 0.1

    def back(self, count: int) -> float:
        """Return the value of taking this number back: the payment, and the later income from those who stay."""
        region = None if self.hopes.event is None else self.hopes.event.region
        return float(count) if region is None else self.hopes.taken_back(region, count, self.hopes.coming[region])

    # Rows

    def row(self, row: Row) -> float:
        """Return the value of picking a row: the own workers and the event, less Andrew's gain."""
        worth = self._departments(row) + self._event(row)
        if self.view.andrew is not None:
            worth -= self.hopes.weighs.vp * expected(self.view, self.view.andrew, row)
        return worth

    def _departments(self, row: Row) -> float:
        match row:
            case "hr":
                return self.hopes.weighs.row_of_moves * self.company.moves_in_all()
            case "management":
                return self._management()
            case "construction":
                return self._construction()
            case "rd":
                points = sum(
                    count * use.gain.development
                    for department, count in self.company.in_row("rd")
                    for use in department.uses
                    if isinstance(use, Earn)
                )
                return self.hopes.weighs.row_of_points * points * self.building.a_point

    def _management(self) -> float:
        worth, hopes = 0.0, self.hopes
        for department, count in self.company.in_row("management"):
            earned = [
                hopes.gain(use.gain) + (hopes.best_mission if use.mission else 0.0)
                for use in department.uses
                if isinstance(use, Earn)
            ]
            worth += count * max(earned, default=0.0)
            if any(isinstance(use, Place) for use in department.uses):
                worth += min(count, hopes.own.cubes) * self.company.best_department
        return worth

    def _construction(self) -> float:
        own, box = self.hopes.own, self.view.box
        kinds = [one for one in PROJECTS if any(own.tabs[one].disks) and box.tabs[one].cubes <= own.cubes]
        if not kinds:
            return 0.0
        builders = sum(
            count
            for department, count in self.company.in_row("construction")
            if any(isinstance(use, Build) for use in department.uses)
        )
        count = min(builders, self.hopes.waiting, own.cubes // min(box.tabs[one].cubes for one in kinds))
        return max(self.building.project(one) for one in kinds) * count * (1 - 0.05 * count)

    def _event(self, row: Row) -> float:
        brings, hopes = self.view.brings[row], self.hopes
        space = self.view.timeline[brings][min(self.view.done[brings], 4)]
        worth = self.hopes.weighs.donation_now * self.building.best_donation if space.donation else 0.0
        if space.region is None:
            return worth
        there, later = hopes.own.missions[space.region], hopes.coming[space.region] - 1
        if not there:
            return worth - self.hopes.weighs.nobody_there * hopes.tabs_pay
        best = max(hopes.taken_back(space.region, count, later) for count in range(1, there + 1))
        return worth + best - 0.9 * hopes.taken_back(space.region, 0, later)
