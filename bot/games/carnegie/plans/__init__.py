"""Two or three whole plans for the departments in use, made of what the bot thinks best at each step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence

from bot.engine.multi_step import Compose
from bot.engine.questions import Question
from bot.engine.records import Move
from bot.engine.whole_plans import MAX_PLANS, WholePlan
from bot.engine.words import format_count, format_list
from bot.games.carnegie import moves
from bot.games.carnegie.bots import Mind, the_best
from bot.games.carnegie.components import Earn, Gain
from bot.games.carnegie.plans.effects import describe_plan, find_use, has_idle_builders, name_cell
from bot.games.carnegie.rules.pieces import Player
from bot.games.carnegie.rules.vocabulary import PROJECT, REGION, amounts, use_brief_names
from bot.games.carnegie.view import CarnegieView

MAX_LABEL_CHARS = 38
Pick = Callable[[Sequence[tuple[float, Move | None]]], Move | None]


def plans(view: CarnegieView, question: Question) -> Sequence[WholePlan]:
    """Return different plans for the departments in use, the best first; empty for other questions.

    The first one follows the bot. Each of the others leaves out what the plans before it begin with. Plans that move
    workers to build while no project is ready come last.
    """
    if view.seat is None or view.phase != "use departments" or not isinstance(question, Compose):
        return ()
    found: dict[str, WholePlan] = {}
    avoided: set[Hashable] = set()
    for _ in range(MAX_PLANS):
        move = Mind(view, view.seat).plan(question, _avoid(frozenset(avoided)))
        kinds = [kind for order in move.orders if (kind := _name_kind(order))] if isinstance(move, moves.Plan) else []
        if not isinstance(move, moves.Plan) or not kinds or avoided.issuperset(kinds):
            break
        avoided.add(next(kind for kind in kinds if kind not in avoided))
        label = name_plan(view, view.everybody[view.seat], move.orders)
        found.setdefault(label, WholePlan(move, label, describe_plan(view, question, move.orders, label)))
    own = view.everybody[view.seat]
    useful = sorted(
        found.values(),
        key=lambda plan: isinstance(plan.move, moves.Plan) and has_idle_builders(view, own, plan.move.orders),
    )
    return useful if len(useful) > 1 else ()


def _avoid(kinds: frozenset[Hashable]) -> Pick:
    """Return a function that picks the best order of another kind, or the best of all if there is no other."""

    def pick(found: Sequence[tuple[float, Move | None]]) -> Move | None:
        return the_best([one for one in found if one[1] is None or _name_kind(one[1]) not in kinds] or found)

    return pick


def _name_kind(order: Move) -> Hashable:
    """Return what distinguishes plans that begin with this order; None: it is a detail of another order."""
    match order:
        case moves.TabStep() | moves.TrackStep() | moves.PlayTile() | moves.DonateOnTopOf():
            return type(order)
        case moves.UseDepartment():
            return order.cell, order.use
        case moves.StartBuilding():
            return order.project
        case moves.ChooseDepartment():
            return order.department
        case moves.PutDown():
            return order.cell
        case _:
            return None


def name_plan(view: CarnegieView, own: Player, orders: Sequence[Move]) -> str:
    """Return what a plan does, with names as far as a button has room for them, else with numbers, or its beginning."""
    named, counted = list(_name_parts(view, own, orders)), list(_count_parts(view, own, orders))
    brief = [use_brief_names(part).replace("get ", "") for part in named]
    first = [[brief[0].partition(",")[0], "and more"]] if named else []
    tries = [named, brief, *first, *(counted[:most] for most in range(len(counted), 0, -1))]
    labels = [", ".join(parts) for parts in tries]
    label = next((each for each in labels if len(each) <= MAX_LABEL_CHARS), labels[-1][:MAX_LABEL_CHARS])
    return f"{label[:1].upper()}{label[1:]}"


def _name_parts(view: CarnegieView, own: Player, orders: Sequence[Move]) -> Iterator[str]:
    cities = [view.box.city[order.city].name for order in orders if isinstance(order, moves.BuildIn)]
    if cities:
        yield f"build in {format_list(cities)}"
    placed = [order.department for order in orders if isinstance(order, moves.ChooseDepartment)]
    if placed:
        yield f"place {format_list(view.box.department[one].name for one in placed)}"
    tabs = Counter(order.project for order in orders if isinstance(order, moves.TabStep))
    yield from (f"{PROJECT[project]} tab +{count}" for project, count in tabs.items())
    tracks = Counter(order.region for order in orders if isinstance(order, moves.TrackStep))
    if tracks:
        yield f"track{'s' * (len(tracks) > 1)} {', '.join(f'{REGION[one]} +{count}' for one, count in tracks.items())}"
    goals: Counter[str] = Counter()
    for order in orders:
        if isinstance(order, moves.PutDown):
            goals[name_cell(view, own, order.cell)] += order.count
    if goals:
        yield f"move {', '.join(f'{count} to {name}' for name, count in goals.items())}"
    yield from _count_uses(view, own, orders)


def _count_parts(view: CarnegieView, own: Player, orders: Sequence[Move]) -> Iterator[str]:
    """Yield the same in fewer words."""

    def count(*kinds: type[Move]) -> int:
        return sum(isinstance(order, kinds) for order in orders)

    if built := count(moves.BuildIn):
        yield f"build {format_count(built, 'project')}"
    if placed := count(moves.ChooseDepartment):
        yield f"place {format_count(placed, 'department')}"
    if tabs := count(moves.TabStep):
        yield format_count(tabs, "tab step")
    if tracks := count(moves.TrackStep):
        yield format_count(tracks, "track step")
    if moved := sum(order.count for order in orders if isinstance(order, moves.PutDown)):
        goals = {order.cell for order in orders if isinstance(order, moves.PutDown)}
        yield f"move {format_count(moved, 'worker')} to {format_count(len(goals), 'place')}"
    yield from _count_uses(view, own, orders)


def _count_uses(view: CarnegieView, own: Player, orders: Sequence[Move]) -> Iterator[str]:
    """Yield what other uses earn, and how many workers are activated."""
    earned, others = Gain(), 0
    for order in orders:
        if isinstance(order, moves.UseDepartment):
            use = find_use(view, own, order.cell, order.use)
            earned, others = (earned.plus(use.gain), others) if isinstance(use, Earn) else (earned, others + 1)
    if not earned.is_nothing:
        yield f"get {amounts(earned)}"
    if others:
        yield format_count(others, "other use")
    if active := sum(isinstance(order, moves.StandUp) for order in orders):
        yield f"activate {active}"
