"""Describe the effects of a whole plan: workers moved, projects built, departments placed, tabs and tracks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from bot.engine.multi_step import Compose
from bot.engine.records import Move
from bot.engine.words import format_count, format_list
from bot.games.carnegie import moves
from bot.games.carnegie.components import (
    END_BOX,
    LOBBY,
    AnyUse,
    Build,
    Department,
    Earn,
    Gain,
    Place,
    Region,
    Slot,
    Swap,
    is_mission,
)
from bot.games.carnegie.rules.company import locate_cell
from bot.games.carnegie.rules.links import links
from bot.games.carnegie.rules.pieces import Player
from bot.games.carnegie.rules.vocabulary import PROJECT, REGION, ROW, amounts, shorten_text, use_brief_names
from bot.games.carnegie.view import CarnegieView

MAX_TEXT_CHARS = 60
"""Longest text of a department that a plan repeats."""
MAX_PURPOSES = 2
"""Departments for which a plan explains the use of workers that are moved there."""


def describe_plan(view: CarnegieView, question: Compose, orders: Sequence[Move], label: str) -> str:
    """Return what a plan with this label is good for, and what it leaves."""
    if view.seat is None:
        return ""
    own = view.everybody[view.seat]
    parts = [
        *_describe_moves(view, own, orders, use_brief_names(label)),
        *_describe_projects(view, own, orders),
        *_describe_departments(view, question, orders, label),
        *_describe_tabs(view, own, orders),
        *_describe_tracks(view, own, orders),
        *_describe_links(view, question, orders),
        *_describe_missions(view, own, orders),
        *_describe_staying(view, own, orders),
    ]
    said = (f"{part[:1].upper()}{part[1:]}." for part in parts if part)
    return " ".join([*said, _describe_rest(question, orders)]).strip()


def _describe_rest(question: Compose, orders: Sequence[Move]) -> str:
    """Return what a plan leaves; of one that only moves workers the moves that are lost, as it takes no money yet."""
    has, _, _ = question.get_stage(orders).leaves.partition(" left.")
    if all(isinstance(order, moves.PickUp | moves.PutDown) for order in orders):
        left = re.search(r"\d+ moves?", has)
        return f"{left.group()} {'is' if left.group() == '1 move' else 'are'} lost." if left else ""
    return f"{has.replace('You have', 'Leaves')}."


def name_cell(view: CarnegieView, own: Player, cell: str) -> str:
    """Return a cell of a company for a sentence."""
    department = own.company[cell].department
    return {None: locate_cell(cell), LOBBY: "the lobby"}.get(department) or view.box.department[department or ""].name


def _describe_moves(view: CarnegieView, own: Player, orders: Sequence[Move], label: str) -> Iterator[str]:
    """Yield where workers go, unless the label says it, and the cost of activating them there."""
    lying = {cell: there.lying for cell, there in own.company.items()}
    goals: Counter[str] = Counter()
    for order in orders:
        if isinstance(order, moves.PutDown):
            goals[order.cell] += order.count
    if not goals:
        return
    costs: list[int] = []
    for cell, count in goals.items():
        there = own.company[cell]
        department = view.box.department.get(there.department or "")
        places = () if department is None else department.workplaces
        empty = sorted(price for at, price in enumerate(places) if at not in there.standing)
        costs += empty[lying[cell] : lying[cell] + count]
    where = [f"{count} to {use_brief_names(name_cell(view, own, cell))}" for cell, count in goals.items()]
    if not all(goal in label for goal in where):
        yield ", ".join(where)
    price = f"${sum(costs)}" if sum(costs) else "nothing"
    everybody = "it" if goals.total() == 1 else "them"
    whom = everybody if len(costs) == goals.total() else format_count(len(costs), "worker")
    yield f"activating {whom} next costs {price}" if costs else "nobody can be activated there"
    purposes = (describe_purpose(view.box.department.get(own.company[cell].department or "")) for cell in goals)
    yield "; ".join(filter(None, purposes)) if len(goals) <= MAX_PURPOSES else ""
    if has_idle_builders(view, own, orders):
        yield "no project is ready to build yet"


def describe_purpose(one: Department | None) -> str:
    """Return in a few words what an active worker of a department does; empty: that takes more words."""
    uses = () if one is None else one.uses
    earned = list(dict.fromkeys(amounts(use.gain) for use in uses if isinstance(use, Earn)))
    if one is None or not uses:
        return ""
    name, use = use_brief_names(one.name), uses[0]
    if earned:
        return f"{name}: {' or '.join(earned) if len(earned) <= 2 else 'money or cubes'}"
    match use:
        case Build():
            return f"{name}: builds a project{f' for ${use.money} more' if use.money else ''}"
        case Place():
            return f"{name}: places departments"
        case Swap():
            return f"{name}: {amounts(use.pay)} for {amounts(use.gain)}"
        case _:
            return ""


def has_idle_builders(view: CarnegieView, own: Player, orders: Sequence[Move]) -> bool:
    """Whether a plan moves workers to departments that build, while no project is ready."""
    departments = (own.company[order.cell].department for order in orders if isinstance(order, moves.PutDown))
    builds = any(one in view.box.department and view.box.department[one].row == "construction" for one in departments)
    return builds and not any(any(tab.disks) for tab in own.tabs.values())


def _describe_projects(view: CarnegieView, own: Player, orders: Sequence[Move]) -> Iterator[str]:
    """Yield the projects with their cities, VP and the income of the uncovered slots."""
    built: list[str] = []
    used: Counter[str] = Counter()
    slots: list[Slot] = []
    for started, order in pairwise(orders):
        if not (isinstance(started, moves.StartBuilding) and isinstance(order, moves.BuildIn)):
            continue
        city, tab = view.box.city[order.city], own.tabs[started.project]
        built.append(f"{use_brief_names(PROJECT[started.project])} in {city.name} ({city.vp} VP)")
        at = [at for at, disk in enumerate(tab.disks) if disk][used[started.project] :][:1]
        used[started.project] += 1
        slots += [view.box.tabs[started.project].side(own.sides[started.project])[one] for one in at]
    if built:
        yield ", ".join(built)
        pays = "" if view.is_last_round else _describe_pay(slots)
        if pays:
            yield f"each income then pays {pays} more"
        caps = sum(slot.cap for slot in slots)
        if caps:
            yield f"donations can score {caps} more"


def _describe_pay(slots: Sequence[Slot]) -> str:
    """Return what these slots pay together with each income; empty: nothing."""
    total = Gain()
    for slot in slots:
        total = total.plus(slot.gains[0]) if len(slot.gains) == 1 else total
    either = [" or ".join(map(amounts, slot.gains)) for slot in slots if len(slot.gains) > 1]
    return ", and ".join([*([] if total.is_nothing else [amounts(total)]), *either])


def _describe_departments(view: CarnegieView, question: Compose, orders: Sequence[Move], label: str) -> Iterator[str]:
    """Yield the departments that are placed, unless the label names them, with their prices and what they do."""
    for number, order in enumerate(orders):
        if isinstance(order, moves.ChooseDepartment):
            one = view.box.department[order.department]
            asked = question.get_stage(orders[: number + 1]).question
            price = "" if asked is None else asked.describe(orders[number + 1])
            text = shorten_text(one.text).rstrip(".")
            does = text if len(text) <= MAX_TEXT_CHARS else f"a department of {ROW[one.row]}"
            does = describe_purpose(one).partition(": ")[2] or does
            name = "" if one.name in label else f"{use_brief_names(one.name)} "
            yield f"{name}on {price[:1].lower()}{price[1:]} ({does[:1].lower()}{does[1:]})"


def _describe_tabs(view: CarnegieView, own: Player, orders: Sequence[Move]) -> Iterator[str]:
    """Yield the VP of tabs, and the projects that they allow."""
    steps = Counter(order.project for order in orders if isinstance(order, moves.TabStep))
    if steps:
        tabs, vp = view.box.tabs, 0
        slots: list[Slot] = []
        for project, count in steps.items():
            first = own.tabs[project].steps + 1
            vp += tabs[project].vp * count
            side = tabs[project].side(own.sides[project])
            slots += [side[at] for at in range(first, first + count) if tabs[project].slots[at]]
        more = format_count(min(len(slots), own.disks), "more project")
        pays = _describe_pay(slots[: own.disks])
        yield f"{vp} VP at the end" if view.is_last_round else f"{vp} VP at the end, {more} to build"
        if pays and not view.is_last_round:
            yield f"built, {'it pays' if len(slots) == 1 else 'they pay'} {pays} with each income"


def _describe_tracks(view: CarnegieView, own: Player, orders: Sequence[Move]) -> Iterator[str]:
    """Yield what each worker who comes back to a region is paid after the steps, and bonuses."""
    steps = Counter(order.region for order in orders if isinstance(order, moves.TrackStep))
    pays, bonus = [], Gain()
    for region, count in steps.items():
        track, box = view.box.tracks[region], own.tracks[region] + count
        pays.append(f"{REGION[region]} {amounts(track.income[box])}")
        bonus = bonus.plus(track.bonus) if box == END_BOX else bonus
    if pays and not view.is_last_round:
        yield f"each worker back: {', '.join(pays)}"
    if not bonus.is_nothing:
        yield f"bonus now: {amounts(bonus)}"


def _describe_links(view: CarnegieView, question: Compose, orders: Sequence[Move]) -> Iterator[str]:
    """Yield what the links score after projects and track steps, more than before or as before."""
    if view.seat is None or question.tried is None:
        return
    if any(isinstance(order, moves.BuildIn | moves.TrackStep) for order in orders):
        before, after = view.so_far[view.seat].links, links(question.tried(tuple(orders)), view.seat)[0]
        as_before = f"links {after} VP as before" if after else "no two major cities linked yet"
        yield f"links +{after - before} VP" if after > before else as_before


def _describe_missions(view: CarnegieView, own: Player, orders: Sequence[Move]) -> Iterator[str]:
    """Yield how many workers wait on missions, and where; the panel says it of workers who build."""
    waiting: Counter[Region] = Counter()
    for order in orders:
        match order:
            case moves.UseDepartment(cell=cell, region=region):
                use = find_use(view, own, cell, order.use)
                if region is not None and is_mission(use):
                    waiting[region] += 1
            case moves.DonateOnTopOf(region=region):
                waiting[region] += 1
            case _:
                pass
    if waiting and not view.is_last_round:
        wait = "worker waits" if waiting.total() == 1 else "workers wait"
        yield f"{waiting.total()} {wait} for an income in the {format_list(REGION[region] for region in waiting)}"


def _describe_staying(view: CarnegieView, own: Player, orders: Sequence[Move]) -> Iterator[str]:
    """Yield that all used workers stay active, where no order sends one away or makes one inactive."""
    uses = [order for order in orders if isinstance(order, moves.UseDepartment | moves.ChooseDepartment)]
    if uses and not any(_loses_active_worker(view, own, order) for order in orders):
        whom = {1: "the worker stays", 2: "both workers stay"}.get(len(uses), f"all {len(uses)} workers stay")
        yield f"{whom} active"


def _loses_active_worker(view: CarnegieView, own: Player, order: Move) -> bool:
    """Whether an order sends an active worker away, or can make one inactive."""
    match order:
        case moves.UseDepartment():
            return is_mission(find_use(view, own, order.cell, order.use))
        case moves.PickUp() | moves.FollowOnto():
            return order.standing
        case _:
            return isinstance(order, moves.StartBuilding | moves.DonateOnTopOf)


def find_use(view: CarnegieView, own: Player, cell: str, number: int) -> AnyUse:
    """Return one of the ways in which a worker of a cell can be used."""
    return view.box.department[own.company[cell].department or ""].uses[number]
