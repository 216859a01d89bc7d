"""Suggested plans for the two questions before the first round, with the bot's reasons."""

from __future__ import annotations

from collections import Counter

from bot.engine.first_plan import FirstPlan
from bot.engine.multi_step import Compose
from bot.engine.questions import Question
from bot.engine.words import format_count, format_list
from bot.games.carnegie import moves
from bot.games.carnegie.bots import Mind
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
            links = f"{city.name} is a major city: linking those scores at the end. " if city.size == "major" else ""
            why = f"{links}{department.name} is the first department you will place: {department.text}"
            return f"{city.name}, and reserve {department.name}", why
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
    does = f"Move {moved} and activate" if moved else "Activate"
    how = "moves there and is" if moved == 1 else "move there and are"
    moves_there = f"{format_count(moved, 'worker')} {how} activated, ready for the first rounds."
    why = moves_there if moved else "Activated workers are ready for the first rounds."
    leaves = question.get_stage(plan.orders).leaves
    return f"{does} {who}", f"{why} {leaves}"
