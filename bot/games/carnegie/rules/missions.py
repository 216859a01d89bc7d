"""The use of a department by one active worker, and missions.

Each active worker is used once. One department is finished before the next; using is optional. For a mission the
worker that was used goes to one of the four mission areas, and only if the whole requirement can be met. (Rulebook
"Using departments" and "Missions".)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from bot.engine.questions import Option
from bot.engine.records import Seat
from bot.engine.words import format_count
from bot.games.carnegie.components import (
    REGIONS,
    AnyUse,
    Build,
    DonateOnTop,
    Earn,
    Gain,
    PerDepartment,
    PerProject,
    PerTwoActive,
    Place,
    PutWorkers,
    Region,
    Swap,
    is_mission,
)
from bot.games.carnegie.moves import UseDepartment
from bot.games.carnegie.news import DepartmentUsed
from bot.games.carnegie.rules.company import send
from bot.games.carnegie.rules.resources import can_pay, pay, receive
from bot.games.carnegie.rules.vocabulary import REGION, amounts, shorten_label, shorten_long_label

if TYPE_CHECKING:
    from bot.games.carnegie.rules.planning import Working
    from bot.games.carnegie.table import Carnegie


def use_worker(table: Carnegie, cell: str) -> None:
    """Count a worker of a department as used; the department before it is finished."""
    working = table.working
    if working.at not in (None, cell):
        working.left.pop(working.at or "", None)
    working.at = cell
    working.left[cell] -= 1
    if not working.left[cell]:
        del working.left[cell]


def simple_uses(table: Carnegie, seat: Seat, cell: str, number: int, use: AnyUse) -> Iterator[Option]:
    """Yield the ways of one use that need nothing more than a region or a number."""
    department = table.department(seat, cell)
    group = "" if department is None else department.name
    if isinstance(use, Swap):
        for count in range(1, use.most + 1):
            if can_pay(table.everybody[seat], **_price(use, count)):
                pays, gets = amounts(use.pay.times(count)), amounts(use.gain.times(count))
                yield Option(UseDepartment(cell=cell, use=number, count=count), f"{pays} for {gets}", group)
        return
    if isinstance(use, PerProject):
        yield from _per_project(table, seat, UseDepartment(cell=cell, use=number), use, group)
        return
    if isinstance(use, Place | Build | DonateOnTop):
        return
    gain = what_it_gives(table, seat, use)
    words = amounts(gain)
    if isinstance(use, PutWorkers):
        words = f"put {format_count(_how_many(table, seat, use), 'worker')} anywhere"
    elif gain.is_nothing and not isinstance(use, PerTwoActive):
        return
    if not is_mission(use):
        label, stays = words[:1].upper() + words[1:], f"{group}: the worker stays active."
        short = "" if isinstance(use, PutWorkers) else shorten_label(f"Get {words}")
        yield Option(UseDepartment(cell=cell, use=number), label, group, stays, short=short)
        return
    for region in REGIONS if table.everybody[seat].company[cell].standing else ():
        label = f"Mission to the {REGION[region]}: {words}"
        short = shorten_long_label(label, f"Mission {REGION[region]}: {words}", f"{REGION[region]}: {words}")
        away = f"{group}: {_describe_absence(table, seat, region)}"
        yield Option(UseDepartment(cell=cell, use=number, region=region), label, group, away, short=short)


def _describe_absence(table: Carnegie, seat: Seat, region: Region) -> str:
    """Return what becomes of a worker who is sent to a region."""
    if table.is_last_round:
        return f"no income follows. Active at the end, the worker would score {table.box.terms.worker_vp} VP."
    pays = amounts(table.box.tracks[region].income[table.everybody[seat].tracks[region]])
    return f"the worker is away until an income in the {REGION[region]} pays {pays}."


def _price(use: Swap, count: int) -> dict[str, int]:
    return {"money": use.pay.money * count, "cubes": use.pay.cubes * count}


def _how_many(table: Carnegie, seat: Seat, use: PutWorkers | PerDepartment) -> int:
    return len(table.departments(seat, use.per))


def _per_project(table: Carnegie, seat: Seat, move: UseDepartment, use: PerProject, group: str) -> Iterator[Option]:
    for region, built in ((region, table.in_region(seat, region)) for region in REGIONS):
        for first in range(built, -1, -1) if built else ():
            gain = _split(use, built, first)
            yield Option(
                move.model_copy(update={"region": region, "count": first}),
                f"{REGION[region]}: {amounts(gain)}",
                group,
                f"{group}: for your {format_count(built, 'project')} there; the worker stays active.",
            )


def _split(use: PerProject, projects: int, first: int) -> Gain:
    return use.gains[0].times(first).plus(use.gains[1].times(projects - first))


def what_it_gives(table: Carnegie, seat: Seat, use: AnyUse, move: UseDepartment | None = None) -> Gain:
    """Return what a use gains."""
    player = table.everybody[seat]
    match use:
        case Earn():
            return use.gain.model_copy(update={"workers": min(use.gain.workers, player.supply)})
        case PerTwoActive():
            return Gain(vp=use.vp * -(-(player.active - 1) // 2))  # the worker sent away does not count
        case PerDepartment():
            return use.gain.times(_how_many(table, seat, use))
        case Swap():
            return use.gain.times(move.count if move is not None else 0)
        case PerProject():
            if move is None or move.region is None:
                return Gain()
            return _split(use, table.in_region(seat, move.region), move.count)
        case PutWorkers() | Place() | Build() | DonateOnTop():
            return Gain()


def use_department(table: Carnegie, working: Working, move: UseDepartment) -> None:
    """Use a worker: pay, send it if it is a mission, and gain."""
    seat = working.seat
    department = table.department(seat, move.cell)
    if department is None:
        raise ValueError(f"nobody can use {move.cell}")
    use = department.uses[move.use]
    gain = what_it_gives(table, seat, use, move)
    price = use.pay.times(move.count) if isinstance(use, Swap) else Gain()
    pay(table, seat, price.money, price.cubes)
    use_worker(table, move.cell)
    sent: Region | None = move.region if is_mission(use) else None
    if sent is not None:
        send(table, seat, move.cell, sent)
    if isinstance(use, PutWorkers):
        working.puts += _how_many(table, seat, use)
    table.tell(DepartmentUsed(seat=seat, department=department.name, region=sent, paid=price, gain=gain))
    receive(table, seat, gain)


def uses(table: Carnegie, seat: Seat, cells: Iterable[str]) -> Iterator[tuple[str, int, AnyUse]]:
    """Yield how workers of these cells can be used: the cell, which of its ways, and what it is."""
    for cell in cells:
        department = table.department(seat, cell)
        for number, use in enumerate(department.uses if department is not None else ()):
            yield cell, number, use
