"""Suggested plans for the two questions before the first round, with the bot's reasons."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from bot.engine.first_plan import FirstPlan
from bot.engine.multi_step import Compose
from bot.engine.questions import Question
from bot.engine.words import format_count, format_list
from bot.games.carnegie import moves
from bot.games.carnegie.bots import Mind
from bot.games.carnegie.plans import MAX_LABEL_CHARS
from bot.games.carnegie.plans.effects import describe_purpose
from bot.games.carnegie.rules.company import distance
from bot.games.carnegie.view import CarnegieView


def first_plan(view: CarnegieView, question: Question) -> FirstPlan | None:
    """Return a sound first project with its reserve, or sound first moves; None for other questions."""
    if view.seat is None or view.phase not in ("foundation", "first moves") or not isinstance(question, Compose):
        return None
    move = Mind(view, view.seat).plan(question)
    if not isinstance(move, moves.Plan) or not move.orders:
        return None
    words = _beginning(view, move) if view.phase == "foundation" else _activated(view, question, move)
    return None if words is None else FirstPlan(move, *words)


def _beginning(view: CarnegieView, plan: moves.Plan) -> tuple[str, str] | None:
    """Return the names of a first project and a reserve, and their uses."""
    match plan.orders:
        case (moves.BuildIn(city=at), moves.TakeReserve(department=name)):
            city, department = view.box.city[at], view.box.department[name]
            links = " Major cities score when linked." if city.size == "major" else ""
            label, brief = f"{city.name}, and reserve {department.name}", f"Begin in {city.name}"
            short = next(one for one in (label, label.replace(", and", ","), brief) if len(one) <= MAX_LABEL_CHARS)
            named = label if short == brief else department.name
            return short, f"{named}: {department.text}{links}"
        case _:
            return None


def _activated(view: CarnegieView, question: Compose, plan: moves.Plan) -> tuple[str, str] | None:
    """Return how many first moves bring where, whom they activate, and what that is good for."""
    cells = Counter(order.cell for order in plan.orders if isinstance(order, moves.StandUp))
    names = {cell: view.box.department[view.box.company[cell]].name for cell in cells if cell in view.box.company}
    if not cells or len(names) < len(cells):
        return None
    who = format_list(f"{count} in {names[cell]}" for cell, count in cells.items())
    moved = sum(order.count for order in plan.orders if isinstance(order, moves.PutDown))
    active = cells.total()
    label = f"Move {moved} and activate {active}" if moved else f"Activate {active}"
    why = f"{who} {'is' if active == 1 else 'are'} then active."
    purposes = (describe_purpose(view.box.department[view.box.company[cell]]) for cell in cells)
    what = "".join(f"{purpose}." for purpose in ["; ".join(filter(None, purposes))] if purpose)
    return label, " ".join(filter(None, (_describe_way(plan), why, what, question.get_stage(plan.orders).leaves)))


def _describe_way(plan: moves.Plan) -> str:
    """Return in a sentence how many cells the workers of a plan move, and how many moves that takes."""
    ways: list[int] = []
    for start, to in pairwise(plan.orders):
        if isinstance(start, moves.PickUp) and isinstance(to, moves.PutDown):
            ways += [distance(start.cell, to.cell, diagonal=False)] * to.count
    if not ways:
        return ""
    each = f", {format_count(ways[0], 'cell')}{' each' if len(ways) > 1 else ''}" if len(set(ways)) == 1 else ""
    return f"{format_count(len(ways), 'worker')}{each}: {format_count(sum(ways), 'move')}."
