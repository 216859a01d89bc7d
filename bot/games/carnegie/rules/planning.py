"""Plans: several orders, each following from those before it, sent as one answer.

A plan in progress is played on a copy of the table, and on the real one when it is sent. The details of an order, such
as the cell for a department, are asked before the next order. (How this is asked is our own.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import TYPE_CHECKING, Any, ClassVar

from bot.engine.drafting import Draft, Part
from bot.engine.multi_step import Compose, Topic
from bot.engine.questions import Choose, Option, Question, Unread
from bot.engine.records import Move, Seat
from bot.engine.secrecy import Open
from bot.engine.words import format_count, format_list
from bot.games.carnegie import moves
from bot.games.carnegie.components import ROWS, Gain, Row
from bot.games.carnegie.moves import Plan
from bot.games.carnegie.news import StoodUp, TilePlayed, WorkersMoved
from bot.games.carnegie.rules.company import active_in
from bot.games.carnegie.rules.construction import Building, projects
from bot.games.carnegie.rules.donations import donate_on_top, on_top_of
from bot.games.carnegie.rules.drafts import draft
from bot.games.carnegie.rules.human_resources import pick_up, who_can_move
from bot.games.carnegie.rules.management import Placing, placements
from bot.games.carnegie.rules.missions import simple_uses, use_department, uses
from bot.games.carnegie.rules.paid_by_income import TakingIncome
from bot.games.carnegie.rules.research import steps, tab_step, track_step
from bot.games.carnegie.rules.standing_up import stand_up, who_can_stand
from bot.games.carnegie.rules.vocabulary import ROW, shorten_label, shorten_long_label, use_brief_names

if TYPE_CHECKING:
    from bot.games.carnegie.table import Carnegie

TILE = "Action Selection tile"
WAIT = "You do nothing now. In your turn you can use this row, or discard your tile and use another."
EXPLAINS: dict[Row, str] = {
    "hr": "Bring workers to departments where you can activate them at the end of the round.",
    "management": "Earn money and cubes, or place new departments.",
    "construction": "Build projects: each uncovers a slot that pays with every income.",
    "rd": "Slide project tabs for new disks and VP, or move on a transport track.",
}
LAST_EXPLAINS: Mapping[Row, str] = {
    "hr": "Bring workers to departments where you can activate them: each active worker scores at the end.",
    "management": "Place new departments: they score at the end. Money and cubes score only through donations.",
    "construction": "Build projects: each scores the VP of its city. No income follows.",
    "rd": "Slide project tabs for VP, or move on a transport track, so that links score more. No income follows.",
}
"""The same in the last round."""
ASKS: dict[Row, str] = {
    "hr": "who moves?",
    "management": "what do your workers do?",
    "construction": "what do you build?",
    "rd": "what do you develop?",
}
IN_A_MENU = 25
"""Options that can be shown in one menu."""


class Working(Part, kind="working"):
    """What a seat can still do in its plan: use workers, move and activate them, spend development points."""

    lasts: ClassVar[bool] = True

    row: Open[Row | None] = None
    """The departments to use; None: only spend gains."""
    may_switch: Open[bool] = False
    """Whether the Action Selection tile may be played first of all."""
    may_wait: Open[bool] = False
    """Whether its seat may wait for its turn instead, in which it may play the tile."""
    switched: Open[bool] = False
    """Whether it was played to use this row."""
    left: Open[dict[str, int]] = {}
    """How many workers of each department can still be used."""
    at: Open[str | None] = None
    """The department that is being used: another one ends it."""
    moves: Open[int] = 0
    puts: Open[int] = 0
    """How many workers may be put anywhere."""
    diagonal: Open[bool] = False
    moved: Open[list[tuple[str, str]]] = []
    waits: Open[bool] = False
    """Whether it was decided to wait."""
    stands: Open[bool] = False
    """Whether workers may be activated."""
    stood: Open[list[str]] = []
    stood_paid: Open[int] = 0
    stood_vp: Open[int] = 0
    development: Open[int] = 0

    def begin(self, table: Carnegie) -> None:
        """Count the active workers of the row; departments that give moves or development points give them at once."""
        if self.row is None:
            return
        self.diagonal = table.ability(self.seat, "diagonal moves") is not None
        for cell, department in table.departments(self.seat, self.row):
            workers = active_in(table, self.seat, cell)
            gives = department.automatic
            if gives is not None:
                self.gains(gives.times(workers))
            elif workers and department.uses:
                self.left[cell] = workers

    def gains(self, gain: Gain) -> None:
        """Add moves and development points to those that can be spent."""
        self.moves += gain.moves
        self.development += gain.development

    def prompt(self, table: Carnegie) -> str:
        """Return the next question."""
        if self.left:
            return "What does a worker do?"
        if self.development:
            return "Which step do you take?"
        if self.moves or self.puts:
            return "Who moves, or is activated?" if self.stands else "Which worker moves?"
        return "Who is activated?" if self.stands else "What do you do?"

    def build_choice(self, table: Carnegie, rule: str) -> Question | None:
        """Ask what is ordered next; what loses something, or has no effect, stands last."""
        options = tuple(self.list_options(table))
        late = [_is_loss(table, self.seat, option.move) for option in options]
        shown = tuple(sorted(range(len(options)), key=late.__getitem__)) if any(late) else ()
        return Choose(prompt=self.prompt(table), rule=rule, options=options, shown=shown) if options else None

    def list_options(self, table: Carnegie) -> Sequence[Option]:
        """Return all that can be ordered now."""
        return _in_one_menu(table, tuple(self.ways(table)))

    def ways(self, table: Carnegie) -> Iterator[Option]:
        """Yield all that can be ordered now, in groups."""
        if self.waits:
            return
        seat = self.seat
        for cell, number, use in uses(table, seat, self.left):
            yield from simple_uses(table, seat, cell, number, use)
            yield from projects(table, seat, cell, number, use)
            yield from placements(table, seat, cell, number, use)
            yield from on_top_of(table, seat, cell, number, use)
        if self.moves or self.puts:
            yield from who_can_move(table, seat)
        if self.development:
            yield from steps(table, seat, self.development, self.row)
        if self.stands:
            yield from who_can_stand(table, seat)
        if self.may_switch and not self.made:
            loses = table.box.terms.tile_vp
            for row in other_rows(self.row):
                if can_do_something(table, seat, row):
                    label = f"Use {ROW[row]} instead"
                    short = shorten_label(f"{label}, -{loses} VP")
                    switch = (
                        f"Once per game: discard your Action Selection tile. Kept, it is worth {loses} VP at the end."
                    )
                    yield Option(moves.PlayTile(row=row), label, TILE, switch, short=short)
        if self.may_wait and not self.made and any(can_do_something(table, seat, row) for row in other_rows(self.row)):
            label = "Wait for your turn, to be able to discard your tile"
            yield Option(moves.WaitForTurn(), label, TILE, WAIT, short="Wait, to use the tile in your turn")

    def can_end(self, table: Carnegie) -> bool:
        """Whether the plan can be sent: playing the tile requires a further action."""
        return self.made or not self.switched

    def take(self, table: Carnegie, move: Move) -> None:
        """Do what an order says, or begin it."""
        ORDERS[type(move)](table, self, move)

    def end(self, table: Carnegie) -> None:
        """Tell the moved and the activated workers, at once."""
        if self.moved:
            called = partial(_name_place, table, self.seat)
            places = [(called(start), called(to)) for start, to in self.moved]
            table.tell(WorkersMoved(seat=self.seat, moves=self.moved, places=places))
        if self.stood:
            table.tell(StoodUp(seat=self.seat, departments=self.stood, paid=self.stood_paid, vp=self.stood_vp))


def _is_loss(table: Carnegie, seat: Seat, move: Move) -> bool:
    """Whether an order discards the tile, makes a worker inactive, or slides a tab for which there is no disk."""
    match move:
        case moves.PlayTile():
            return True
        case moves.PickUp():
            return move.standing
        case moves.TabStep():
            return not table.everybody[seat].disks
        case _:
            return False


def _name_place(table: Carnegie, seat: Seat, cell: str) -> str:
    """Return a cell for a sentence."""
    department = table.department(seat, cell)
    if department is not None:
        return department.name
    return "the Lobby" if cell == table.box.lobby else f"free cell {cell}"


def play_tile(table: Carnegie, working: Working, move: moves.PlayTile) -> None:
    """Discard the tile; the departments of the other row are used instead."""
    table.everybody[working.seat].tile = False
    table.tell(TilePlayed(seat=working.seat, row=move.row))
    table.agenda[0] = Working(seat=working.seat, row=move.row, switched=True)


def other_rows(row: Row | None) -> list[Row]:
    """Return all rows but one."""
    return [other for other in ROWS if other != row]


def wait(_: Carnegie, working: Working, __: moves.WaitForTurn) -> None:
    """Decide to wait, with which nothing else can be done."""
    working.waits = True


ORDERS: Mapping[type[Move], Callable[[Carnegie, Working, Any], None]] = {
    moves.PlayTile: play_tile,
    moves.WaitForTurn: wait,
    moves.UseDepartment: use_department,
    moves.StartBuilding: lambda table, working, move: table.next(Building(seat=working.seat, order=move)),
    moves.ChooseDepartment: lambda table, working, move: table.next(Placing(seat=working.seat, order=move)),
    moves.DonateOnTopOf: donate_on_top,
    moves.PickUp: pick_up,
    moves.TabStep: tab_step,
    moves.TrackStep: track_step,
    moves.StandUp: stand_up,
}
"""What each order does, or begins."""


def ask_for_a_plan(
    table: Carnegie, first: Part, prompt: str, rule: str, explains: str = "", depends: Sequence[object] = ()
) -> Compose:
    """Ask for a plan.

    Args:
        table: the table.
        first: the start of the plan.
        prompt: text of the question.
        rule: reference to the rulebook.
        explains: explanation for new players.
        depends: the state of the things it may take that others could take first.
    """
    seat = first.seat
    planned = Draft(
        table,
        first,
        rule,
        leaves=lambda there: _describe_remaining(there, seat),
        heading=_heading,
        copy=lambda there: draft(there, seat),
    )
    return Compose(
        prompt=prompt,
        rule=rule,
        help=explains,
        move=Plan,
        field="orders",
        about=(*about(table, seat), *depends),
        stage=planned.stage,
        paired=(moves.PickUp, moves.ChooseDepartment, moves.StartBuilding),
        words_say_all=True,
        tried=planned.get_table_after,
        gives_up=lambda parts: (
            "" if planned.stage(parts).question is None else _describe_unused(planned.get_table_after(parts))
        ),
    )


def about(table: Carnegie, seat: Seat) -> tuple[object, ...]:
    """Return the facts that a plan depends on, namely all of the seat's own things."""
    return (table.round, table.everybody[seat].model_dump_json(exclude={"history"}))


def topic_of(table: Carnegie, row: Row) -> Topic:
    """Return what a plan for the departments of a row is about."""
    explains = LAST_EXPLAINS if table.is_last_round else EXPLAINS
    return Topic(f"Round {table.round}, {use_brief_names(ROW[row])}: {ASKS[row]}", explains[row])


def _heading(table: Carnegie) -> str | Topic:
    """Return what a plan is about for which the tile was played; empty: it was not played."""
    last = table.agenda[-1] if table.agenda else None
    return topic_of(table, last.row) if isinstance(last, Working) and last.switched and last.row is not None else ""


def _describe_remaining(table: Carnegie, seat: Seat) -> str:
    """Return what the orders so far leave; empty while the last one lacks a detail, or where nothing can be spent."""
    player, last = table.everybody[seat], table.agenda[-1] if table.agenda else None
    if not isinstance(last, Working | TakingIncome) or len(table.agenda) > 1:
        return ""
    left = [f"${player.money}", format_count(player.cubes, "cube")]
    if isinstance(last, TakingIncome) and last.development:
        left.append(format_count(last.development, "development point"))
    if isinstance(last, Working):
        left += [format_count(last.moves, "move")] if last.moves else []
        if last.development:
            left += [format_count(player.disks, "disk"), format_count(last.development, "development point")]
        left += [f"{format_count(sum(last.left.values()), 'worker')} to use"] if last.left else []
    return f"You have {format_list(left)} left."


def _list_unspent(last: Working | TakingIncome) -> list[str]:
    """Return the moves and development points that are lost at the end of a plan."""
    lost = [format_count(last.moves, "move")] if isinstance(last, Working) and last.moves else []
    return lost + ([format_count(last.development, "development point")] if last.development else [])


def _describe_unused(table: Carnegie) -> str:
    """Return what a plan that could go on leaves unused if it is sent now; empty: nothing."""
    last = table.agenda[-1] if table.agenda else None
    if not isinstance(last, Working | TakingIncome):
        return ""
    unused = [f"{lost} lost" for lost in _list_unspent(last)]
    if isinstance(last, Working):
        workers = sum(last.left.values())
        unused = ([f"{format_count(workers, 'worker')} unused"] if workers else []) + unused
        unused += ["nobody activated"] if last.stands and not last.stood and not unused else []
    return f"{format_list(unused)}." if unused else ""


def _in_one_menu(table: Carnegie, options: Sequence[Option]) -> Sequence[Option]:
    """Return options without their groups where all of them have room in one menu, which saves a press each time."""
    if len(options) > IN_A_MENU:
        return options
    read = cache(partial(_name_departments, table, options))
    return [Unread(option.move, partial(_read_at, read, at)) for at, option in enumerate(options)]


def _read_at(read: Callable[[], Sequence[Option]], at: int) -> Option:
    return read()[at]


def _name_departments(table: Carnegie, options: Sequence[Option]) -> Sequence[Option]:
    """Return options without their groups, with the department's name in each label if there are several."""
    names = {department.name for department in table.box.department.values()}
    groups = {option.group for option in options} & names
    captions = Counter(option.caption for option in options)
    return [
        _name_department(option, is_alone=captions[option.caption] == 1)
        if option.group in groups and len(groups) > 1
        else replace(option, group="")
        for option in options
    ]


def _name_department(option: Option, *, is_alone: bool) -> Option:
    """Return an option without its group, with the department's name in its label.

    Args:
        option: the option.
        is_alone: whether no other option reads the same without the department's name.
    """
    label, brief = f"{option.group}: {option.label}", f"{option.group}: {option.caption}"
    named = f"{option.caption.partition(':')[0]} with {option.group}"
    rest = (option.caption,) if is_alone else (brief.partition(", pays")[0], named)
    short = shorten_long_label(label, brief, *rest) or (brief if option.short else "")
    return replace(option, group="", label=label, short=short)


def can_do_something(table: Carnegie, seat: Seat, row: Row) -> bool:
    """Whether a seat could do anything with its departments of a row."""
    working = Working(seat=seat, row=row)
    working.begin(table)
    return next(working.ways(table), None) is not None
