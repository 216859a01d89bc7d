"""Plans: several orders, each following from those before it, sent as one answer.

While somebody puts a plan together it is played on a copy of the table; the real one follows it when it is sent. What
follows an order, such as the cell for a department, is asked before anything else. (How it is asked is ours.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bot.engine.composed import Compose, Stage, Tries
from bot.engine.questions import Choose, Option
from bot.engine.records import Move, Seat
from bot.engine.words import counted, listed
from bot.games.carnegie import moves
from bot.games.carnegie.components import (
    ROWS,
    AnyUse,
    Build,
    DonateOnTop,
    Earn,
    PerDepartment,
    PerProject,
    PerTwoActive,
    Place,
    PutWorkers,
    Swap,
    touches_others,
)
from bot.games.carnegie.moves import Plan
from bot.games.carnegie.news import TilePlayed
from bot.games.carnegie.rules.company import active_in
from bot.games.carnegie.rules.construction import build, projects, where_asked, where_to_build
from bot.games.carnegie.rules.donations import donate_on_top, on_top_of
from bot.games.carnegie.rules.drafts import draft
from bot.games.carnegie.rules.first_project import found, reserves, take_reserve, where_to_begin
from bot.games.carnegie.rules.human_resources import pick_up, put_down, tell_moves, where_to, who_can_move
from bot.games.carnegie.rules.management import follow, followers, place, placements, where_to_place
from bot.games.carnegie.rules.missions import simple_uses, use_department, uses
from bot.games.carnegie.rules.paid_by_income import (
    come_back,
    how_many_back,
    take_box,
    take_gains,
    tell_income,
    to_new_lobby,
    which_box,
    which_gains,
    which_lobby,
)
from bot.games.carnegie.rules.pieces import Work
from bot.games.carnegie.rules.research import could_enter, steps, tab_step, track_step
from bot.games.carnegie.rules.resources import receive
from bot.games.carnegie.rules.standing_up import stand_up, tell_stood, who_can_stand
from bot.games.carnegie.rules.vocabulary import ROW

if TYPE_CHECKING:
    from bot.games.carnegie.components import Row
    from bot.games.carnegie.table import Carnegie

TILE = "Action Selection tile"
SWITCH = "You discard your Action Selection tile, which is worth 3 VP unused."
IN_A_MENU = 25
"""Options that can be shown in one menu."""
LONGEST = 80
"""Characters of an option that stands for a whole plan; a button has room for them."""


def begin_row(table: Carnegie, seat: Seat, row: Row) -> None:
    """Count the active workers in the departments of a row; what gives moves or development points gives it at once."""
    player = table.everybody[seat]
    work = player.work
    if work is None:
        return
    work.row, work.left, work.at = row, {}, None
    work.diagonal = table.ability(seat, "diagonal moves") is not None
    for cell, department in table.departments(seat, row):
        workers = active_in(table, seat, cell)
        gives = department.automatic
        if gives is not None:
            receive(table, seat, gives.times(workers))
        elif workers and department.uses:
            work.left[cell] = workers


def begun(table: Carnegie, seat: Seat, work: Work) -> None:
    """Let a seat begin a plan, of its departments or of something else."""
    table.everybody[seat].work = work.model_copy(deep=True)
    if work.row is not None:
        begin_row(table, seat, work.row)


def compose(
    table: Carnegie, seat: Seat, work: Work, prompt: str, rule: str, explains: str = "", *, takes: bool = False
) -> Compose:
    """Ask for a plan.

    Args:
        table: as it stands.
        seat: who plans.
        work: what the plan begins with.
        prompt: what is asked.
        rule: of the rulebook.
        explains: what it is about, for somebody who has never played.
        takes: whether it may take what others could take before.
    """

    def begin() -> Carnegie:
        there = draft(table, seat)
        begun(there, seat, work)
        return there

    def then(before: Carnegie, order: Move) -> Carnegie:
        there = draft(before, seat)
        obey(there, seat, order)
        return there

    tries = Tries(begin, then)
    return Compose(
        prompt=prompt,
        rule=rule,
        help=explains,
        move=Plan,
        field="orders",
        about=(*about(table, seat), *(shared(table) if takes else ())),
        stage=lambda orders: stage(tries.after(orders), seat, orders, rule),
    )


def about(table: Carnegie, seat: Seat) -> tuple[object, ...]:
    """Return what a plan depends on: all of the seat's own things."""
    return (table.round, table.everybody[seat].model_dump_json(exclude={"history"}))


def shared(table: Carnegie) -> tuple[object, ...]:
    """Return what a plan depends on that others can take away."""
    taken = {city: [disk is not None for disk in spaces] for city, spaces in table.spaces.items()}
    return (tuple(table.display), repr(taken), repr(table.chart), repr(table.ends))


def stage(table: Carnegie, seat: Seat, orders: tuple[Move, ...], rule: str) -> Stage:
    """Return what can be ordered next, and whether the orders so far are a whole plan."""
    pending = _pending(table, seat)
    heading = next((what_now(table, order.row) for order in orders if isinstance(order, moves.PlayTile)), "")
    if pending is not None:
        asks, options = pending
        question = Choose(prompt=asks, rule=rule, options=options)
        return Stage(question, _leaves(table, seat), complete=False, heading=heading)
    options = _in_one_menu(table, tuple(_orders(table, seat)))
    following = Choose(prompt=_asks(table, seat), rule=rule, options=options) if options else None
    whole = not (orders and isinstance(orders[-1], moves.PlayTile))
    return Stage(following, _leaves(table, seat), complete=whole, heading=heading)


def what_now(table: Carnegie, row: Row) -> str:
    """Return what is asked of whoever uses departments of this row."""
    return f"Round {table.round}, {ROW[row]}: what do you do?"


def _in_one_menu(table: Carnegie, options: tuple[Option, ...]) -> tuple[Option, ...]:
    """Return options without their groups where all of them have room in one menu, which saves a press each time."""
    names = {department.name for department in table.box.department.values()}
    groups = {option.group for option in options} & names
    if len(options) > IN_A_MENU:
        return options
    return tuple(
        replace(option, group="", label=f"{option.group}: {option.label}")
        if option.group in groups and len(groups) > 1
        else replace(option, group="")
        for option in options
    )


def whole_plans(composed: Compose) -> list[Option] | None:
    """Return every plan that can be put together as an option; None: they are too many, or too long, for one menu."""
    found: list[Option] = []
    todo: list[tuple[tuple[Move, ...], str]] = [((), "")]
    while todo:
        orders, words = todo.pop(0)
        there = composed.at(orders)
        if there.question is None and there.complete:
            found.append(Option(composed.make(orders), words))
        elif isinstance(there.question, Choose):
            said = [(one.move, f"{words}; {one.label}" if words else one.label) for one in there.question.options]
            todo = [*(((*orders, move), longer) for move, longer in said), *todo]
        if len(found) + len(todo) > IN_A_MENU or any(len(longer) > LONGEST for _, longer in todo):
            return None
    return found


def _asks(table: Carnegie, seat: Seat) -> str:
    """Return what is asked next, where nothing has been begun."""
    work = table.everybody[seat].work
    if work is None or work.left:
        return "What does a worker do next?"
    if work.development:
        return "Which step do you take?"
    if work.moves or work.puts:
        return "Which worker moves, or who is activated?" if work.stands else "Which worker moves?"
    return "Who is activated next?" if work.stands else "What do you do next?"


def _leaves(table: Carnegie, seat: Seat) -> str:
    """Return what the orders so far leave."""
    player = table.everybody[seat]
    work = player.work
    left = [f"${player.money}", counted(player.cubes, "cube")]
    if work is not None:
        left += [counted(work.moves, "move")] if work.moves else []
        left += [counted(work.development, "development point")] if work.development else []
        left += [f"{counted(sum(work.left.values()), 'worker')} to use"] if work.left else []
    return f"You have {listed(left)} left."


def _pending(table: Carnegie, seat: Seat) -> tuple[str, tuple[Option, ...]] | None:
    """Return what must be answered before the plan goes on, and the answers; None: nothing."""
    work = table.everybody[seat].work
    if work is None:
        return None
    if work.arrivals:
        return "How many go to the new lobby?", tuple(which_lobby(table, seat))
    if work.transport is not None:
        return "Which box's income do you take?", tuple(which_box(table, seat))
    if work.slots:
        return "What do your uncovered slots pay?", tuple(which_gains(table, seat))
    if work.event is not None:
        return "How many workers do you take back?", tuple(how_many_back(table, seat))
    if work.founding:
        return "Where does your first project stand?", tuple(where_to_begin(table, seat))
    if work.reserve:
        return "Which department do you reserve?", tuple(reserves(table))
    return _begun_order(table, seat, work)


def _begun_order(table: Carnegie, seat: Seat, work: Work) -> tuple[str, tuple[Option, ...]] | None:
    """Return what belongs to the order that was begun."""
    if work.held is not None:
        return "Where does the worker go?", tuple(where_to(table, seat))
    if work.project is not None:
        return where_asked(table, seat), tuple(where_to_build(table, seat))
    if work.placing is not None:
        return "Where do you place it?", tuple(where_to_place(table, seat))
    if work.placed is not None:
        return "Does a worker move there?", tuple(followers(table, seat))
    return None


def _orders(table: Carnegie, seat: Seat) -> Iterator[Option]:
    """Yield all that can be ordered now."""
    for cell, number, use in uses(table, seat):
        yield from simple_uses(table, seat, cell, number, use)
        yield from projects(table, seat, cell, number, use)
        yield from placements(table, seat, cell, number, use)
        yield from on_top_of(table, seat, cell, number, use)
    yield from who_can_move(table, seat)
    yield from steps(table, seat)
    yield from who_can_stand(table, seat)
    work = table.everybody[seat].work
    if work is not None and work.may_switch:
        for row in ROWS:
            if row != work.row and can_do_something(table, seat, row):
                yield Option(moves.PlayTile(row=row), f"Use {ROW[row]} instead", TILE, SWITCH)


def can_do_something(table: Carnegie, seat: Seat, row: Row) -> bool:
    """Whether a seat could do anything with its departments of a row."""
    player = table.everybody[seat]
    before = player.work
    begun(table, seat, Work(row=row))  # changes nothing but what is begun
    found = next(_orders(table, seat), None) is not None
    player.work = before
    return found


def touches(table: Carnegie, seat: Seat, row: Row) -> bool:
    """Whether what a seat does with its departments of a row could take something that others want."""
    points = 0
    for cell, department in table.departments(seat, row):
        workers = active_in(table, seat, cell)
        if workers and any(touches_others(use) for use in department.uses):
            return True
        for use in department.uses:
            points += workers * _points(table, seat, use)
    return could_enter(table, seat, points)


def _points(table: Carnegie, seat: Seat, use: AnyUse) -> int:
    """Return how many development points a use could give at most."""
    match use:
        case Earn():
            return use.gain.development
        case PerDepartment():
            return use.gain.development * len(table.departments(seat, use.per))
        case PerProject():
            most = max(table.in_region(seat, region) for region in table.box.tracks)
            return most * max(gain.development for gain in use.gains)
        case PerTwoActive() | Swap() | Place() | Build() | DonateOnTop() | PutWorkers():
            return 0


def play_tile(table: Carnegie, seat: Seat, move: moves.PlayTile) -> None:
    """Discard the tile; the departments of the other row are used instead."""
    player = table.everybody[seat]
    player.tile = False
    player.work = Work()
    table.tell(TilePlayed(seat=seat, row=move.row))
    begin_row(table, seat, move.row)


ORDERS: Mapping[type[Move], Callable[[Carnegie, Seat, Any], None]] = {
    moves.PlayTile: play_tile,
    moves.UseDepartment: use_department,
    moves.StartBuilding: lambda table, seat, move: _begin(table, seat, "project", move),
    moves.BuildIn: lambda table, seat, move: (found if _founding(table, seat) else build)(table, seat, move),
    moves.ChooseDepartment: lambda table, seat, move: _begin(table, seat, "placing", move),
    moves.PlaceOn: place,
    moves.FollowOnto: follow,
    moves.DonateOnTopOf: donate_on_top,
    moves.PickUp: pick_up,
    moves.PutDown: put_down,
    moves.TabStep: tab_step,
    moves.TrackStep: track_step,
    moves.TakeBack: come_back,
    moves.TakeBox: take_box,
    moves.TakeGains: take_gains,
    moves.ToNewLobby: to_new_lobby,
    moves.StandUp: stand_up,
    moves.TakeReserve: take_reserve,
}
"""What each order does."""


def _begin(table: Carnegie, seat: Seat, what: str, move: Move) -> None:
    """Begin an order that needs another one."""
    setattr(table.everybody[seat].work, what, move)


def _founding(table: Carnegie, seat: Seat) -> bool:
    work = table.everybody[seat].work
    return work is not None and work.founding


def obey(table: Carnegie, seat: Seat, order: Move) -> None:
    """Do what an order says; the tile can only be played first."""
    work = table.everybody[seat].work
    if work is not None:
        work.may_switch = False
    ORDERS[type(order)](table, seat, order)


def carry_out(table: Carnegie, seat: Seat, work: Work, plan: Plan) -> int:
    """Do all that a plan says; return how many development points it left."""
    begun(table, seat, work)
    for order in plan.orders:
        obey(table, seat, order)
    player = table.everybody[seat]
    tell_income(table, seat, work.event)
    tell_moves(table, seat)
    tell_stood(table, seat)
    left = player.work.development if player.work is not None else 0
    player.work = None
    return left
