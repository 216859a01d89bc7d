"""Build the line below a question's heading, with the facts that decide the answer, from a seat's view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.engine.questions import Question
from bot.engine.words import fit_sentences, format_count, format_leader
from bot.games.carnegie.components import LOBBY, PROJECTS, REGIONS, ROWS, Department, Gain, Region, Row, Slot
from bot.games.carnegie.moves import Buy
from bot.games.carnegie.rules.new_beginning import left_after
from bot.games.carnegie.rules.pieces import Cell, Player
from bot.games.carnegie.rules.vocabulary import REGION, ROW, amounts
from bot.games.carnegie.view import CarnegieView


def bears(view: CarnegieView, _: Question) -> str:
    """Return the line for this phase: workers, money, disks or payments."""
    if view.seat is None:
        return ""
    return fit_sentences([*_list_sentences(view, view.everybody[view.seat], view.seat), _name_leader(view, view.seat)])


def _list_sentences(view: CarnegieView, own: Player, seat: int) -> Iterator[str | Sequence[str]]:
    match view.phase:
        case "new beginning" | "foundation" | "first moves":
            yield from _describe_setup(view, own)
        case "action selection":
            yield f"Active: {', '.join(f'{ROW[row]} {_count_active(view, own, row)}' for row in ROWS)}."
        case "income event":
            yield from _describe_income(view, own)
        case "spend points":
            yield f"Your tracks: {', '.join(f'{REGION[region]} {own.tracks[region]}' for region in REGIONS)}."
        case "donation event":
            yield _describe_donation(own, view.prices[seat])
            yield f"It scores {view.caps[seat]} VP at most."
        case "use departments":
            if view.picked is not None:
                yield _describe_row(view, own, view.picked)
            yield _describe_stock(own)
        case "activation":
            yield from _describe_activation(view, own)
        case _:
            yield _describe_stock(own)


def _describe_setup(view: CarnegieView, own: Player) -> Iterator[str]:
    match view.phase:
        case "new beginning":
            yield _describe_usual_start(view)
        case "foundation":
            yield _describe_stock(own)
            yield f"{format_count(len(view.display), 'department')} are left to reserve."
        case _:
            lying = own.company[view.box.lobby].lying
            yield f"You have ${own.money} to activate; {format_count(lying, 'worker')} in your lobby."


def _describe_stock(own: Player) -> str:
    return f"You have ${own.money}, {format_count(own.cubes, 'cube')} and {format_count(own.disks, 'disk')}."


def _name_leader(view: CarnegieView, seat: int) -> str:
    if view.andrew is not None:
        return f"You have {view.so_far[seat].total} VP, Andrew {view.andrew.so_far.total}."
    return format_leader(seat, {other: points.total for other, points in view.so_far.items()}, lambda vp: f"{vp} VP")


def _describe_usual_start(view: CarnegieView) -> str:
    """Return the money that the start without this option would leave, for comparison."""
    terms = view.box.terms
    usual = (
        Buy(line="cubes", amount=terms.cubes),
        Buy(line="lobby", amount=terms.lobby),
        Buy(line="vp", amount=0),
        Buy(line="moves", amount=terms.moves),
    )
    said = f"{format_count(terms.cubes, 'cube')}, {format_count(terms.lobby, 'worker')} in the lobby"
    moves, left = format_count(terms.moves, "move"), left_after(view.box.new_beginning, usual)
    return f"The usual start ({said} and {moves}) leaves ${left}."


# Workers


def _list_departments(view: CarnegieView, own: Player) -> Iterator[tuple[Cell, Department]]:
    """Yield the cells with a department, without the lobby."""
    for cell in own.company.values():
        if cell.department not in (None, LOBBY):
            yield cell, view.box.department[cell.department or ""]


def _count_active(view: CarnegieView, own: Player, row: Row) -> int:
    """Return how many workers are active in a row, with those that always are."""
    found = (len(cell.standing) + one.permanent for cell, one in _list_departments(view, own) if one.row == row)
    return sum(found)


def _describe_row(view: CarnegieView, own: Player, row: Row) -> str:
    active = _count_active(view, own, row)
    return (
        f"{format_count(active, 'active worker')} in {ROW[row]}."
        if active
        else f"You have nobody active in {ROW[row]}."
    )


def _describe_activation(view: CarnegieView, own: Player) -> Iterator[str]:
    """Yield the cost of activating all workers that can be activated."""
    prices: list[int] = []
    for cell, department in _list_departments(view, own):
        empty = (price for at, price in enumerate(department.workplaces) if at not in cell.standing)
        prices += sorted(empty)[: cell.lying]
    whom = {1: "your worker", 2: "both workers"}.get(len(prices), f"all {len(prices)} workers")
    has = f"${own.money} and {format_count(own.cubes, 'cube')}" if own.cubes else f"${own.money}"
    yield f"You have {has}; activating {whom} costs {f'${sum(prices)}' if sum(prices) else 'nothing'}."
    yield (
        f"{format_count(own.active, 'worker')} of yours can already be used." if own.active else "You can use none yet."
    )


# Payments


def _describe_donation(own: Player, price: int) -> str:
    short = price - own.money
    if short > 0:
        return f"It takes your ${own.money} and {format_count(short, 'cube')} of {own.cubes}."
    return f"It leaves you ${-short} and {format_count(own.disks - 1, 'disk')}."


def _describe_income(view: CarnegieView, own: Player) -> Iterator[str]:
    """Yield the income of each returning worker, and that of the uncovered slots."""
    region = _find_region(view)
    if region is not None:
        yield f"Each worker brings {amounts(view.box.tracks[region].income[own.tracks[region]])}."
    slots = list(_list_uncovered_slots(view, own))
    total = Gain()
    for slot in slots:
        total = total.plus(slot.gains[0]) if len(slot.gains) == 1 else total
    either = sum(1 for slot in slots if len(slot.gains) > 1)
    chosen = f"you choose what {format_count(either, 'slot')} pay{'s' * (either == 1)}" if either else ""
    if not total.is_nothing:
        yield f"Your slots pay {amounts(total)}{f'; {chosen}' if chosen else ''}."
    elif chosen:
        yield f"{chosen[0].upper()}{chosen[1:]}."


def _find_region(view: CarnegieView) -> Region | None:
    row = view.event_row
    return None if row is None else view.timeline[row][view.done[row]].region


def _list_uncovered_slots(view: CarnegieView, own: Player) -> Iterator[Slot]:
    for project in PROJECTS:
        side = view.box.tabs[project].side(own.sides[project])
        yield from (slot for slot, built in zip(side, own.tabs[project].built, strict=True) if built)
