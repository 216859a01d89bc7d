"""Build the line below a question's heading, with the facts that decide the answer, from a seat's view."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bot.engine.pages import mark
from bot.engine.questions import Question
from bot.engine.records import Seat
from bot.engine.words import fit_sentences, format_count, format_leader, format_list
from bot.games.carnegie.components import LOBBY, PROJECTS, REGIONS, ROWS, Department, Gain, Place, Region, Row, Slot
from bot.games.carnegie.moves import Buy
from bot.games.carnegie.rules.new_beginning import left_after
from bot.games.carnegie.rules.pieces import Cell, Player
from bot.games.carnegie.rules.vocabulary import PROJECT, REGION, ROW, amounts, use_brief_names
from bot.games.carnegie.view import CarnegieView

EFFECTS: Mapping[Row, str] = {
    "hr": "Whom you move you can activate next, for money.",
    "management": "Each earns something.",
    "construction": "Each builds one project, then waits in its region for an income.",
    "rd": "Tabs: VP and projects to build. Tracks: what workers and links bring.",
}
"""What the departments of a row are good for."""

BRIEF_EFFECTS: Mapping[Row, Sequence[str]] = {
    "construction": ("Each builds one, then waits there for an income.",),
    "rd": ("Tabs: VP and projects. Tracks: incomes and links.",),
}
"""The same in fewer words."""

LAST_EFFECTS: Mapping[Row, str] = {
    "hr": "Each moves others; those you activate then score at the end.",
    "management": "Each earns or places a department, which scores.",
    "construction": "Each builds one project, which scores now; no income follows.",
    "rd": "Tabs: VP. Tracks: what links score. No income follows.",
}
"""Their uses in the last round."""


def bears(view: CarnegieView, _: Question) -> str:
    """Return the line for this phase: workers, money, disks or payments."""
    if view.seat is None:
        return ""
    leader = _name_leader(view, view.seat) if view.round else ""
    return fit_sentences([*_list_sentences(view, view.everybody[view.seat], view.seat), leader])


def _list_sentences(view: CarnegieView, own: Player, seat: int) -> Iterator[str | Sequence[str]]:
    if view.is_last_round:
        yield "Last round."
    match view.phase:
        case "new beginning" | "foundation" | "first moves":
            yield from _describe_setup(view, own)
        case "action selection":
            yield "Money and cubes score only through donations." if view.is_last_round else ""
            yield from _describe_rows(view, own, view.prices[seat])
        case "income event":
            yield _warn_of_last_donations(view, seat)
            yield from _describe_income(view, own)
            yield "Workers back in the lobby are inactive."
        case "spend points":
            yield f"What is left is lost. {(LAST_EFFECTS if view.is_last_round else EFFECTS)['rd']}"
        case "donation event":
            yield _describe_donation(own, view.prices[seat])
            yield f"It scores at the end, {view.caps[seat]} VP at most."
            yield () if view.is_last_round else _describe_next_price(view, view.prices[seat])
        case "use departments":
            if view.picked is not None:
                yield from _describe_row(view, own, view.picked)
        case "activation":
            yield from _describe_activation(view, own)
        case _:
            yield _describe_stock(own)


def _describe_setup(view: CarnegieView, own: Player) -> Iterator[str | Sequence[str]]:
    match view.phase:
        case "new beginning":
            yield _describe_usual_start(view)
        case "foundation":
            slot = view.box.tabs["housing"].side(own.sides["housing"])[own.tabs["housing"].disks.index(True)]
            pays = " or ".join(map(amounts, slot.gains))
            yield (
                f"Your project is free and pays {pays} each income. "
                f"Placing the reserve later costs 1 or 2 of {own.cubes} cubes."
            )
        case _:
            yield (
                f"Each round one kind of department is used, by active workers alone. Activating costs money "
                f"(you have ${own.money})."
            )


def _describe_stock(own: Player) -> str:
    return f"You have ${own.money}, {format_count(own.cubes, 'cube')} and {format_count(own.disks, 'disk')}."


def _name_leader(view: CarnegieView, seat: int) -> str | Sequence[str]:
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


def _describe_rows(view: CarnegieView, own: Player, price: int) -> Iterator[str | Sequence[str]]:
    """Yield in which rows the seat has active workers, what the next incomes pay it, and what a donation costs."""
    active = {row: _count_active(view, own, row) for row in ROWS}
    busy = ", ".join(f"{use_brief_names(ROW[row])} {count}" for row, count in active.items() if count)
    idle = format_list([use_brief_names(ROW[row]) for row, count in active.items() if not count])
    yield f"Your active workers: {busy}{f'; nobody in {idle}' if idle else ''}."
    left = (view.timeline[row][view.done[row] :] for row in set(view.brings.values()))
    spaces = [space for space, *_ in filter(None, left)]
    regions = [region for region in REGIONS if any(space.region == region for space in spaces)]
    paid = [region for region in regions if own.missions[region]]
    if paid:
        sums = ", ".join(f"{REGION[region]} {amounts(_sum_income(view, own, region))}" for region in paid)
        yield f"Income: {sums}.", f"You are paid in the {format_list(REGION[region] for region in paid)}."
    elif regions:
        nowhere = not any(own.missions.values()) and not view.is_last_round
        yield "No income pays you yet: workers get there by building." if nowhere else "", "No income pays you."
    if any(space.donation for space in spaces) and all(view.chart.values()):
        yield "No donation is left."
    elif any(space.donation for space in spaces):
        can_pay = price <= own.worth_in_dollars
        yield (
            [f"A donation costs ${price} and scores at the end.", f"Donating costs ${price}."]
            if can_pay
            else [f"Without an income you cannot afford a donation (${price}).", f"You can't donate yet (${price})."]
        )


def _sum_income(view: CarnegieView, own: Player, region: Region) -> Gain:
    """Return what an income pays if all workers return, with the slots that leave no choice."""
    total = view.box.tracks[region].income[own.tracks[region]].times(own.missions[region])
    for slot in _list_uncovered_slots(view, own):
        total = total.plus(slot.gains[0]) if len(slot.gains) == 1 else total
    return total


def _describe_row(view: CarnegieView, own: Player, row: Row) -> Iterator[str | Sequence[str]]:
    """Yield how many workers can be used in a row, and what becomes of it."""
    active = _count_active(view, own, row)
    workers = format_count(active, "active worker") if active else f"You have nobody active in {ROW[row]}"
    moves = _count_moves(view, own) if row == "hr" else 0
    yield f"{workers}: {format_count(moves, 'move')} of one cell." if moves else f"{workers}."
    if row in ("construction", "rd"):
        yield _describe_ready_projects(own)
    effect = (LAST_EFFECTS if view.is_last_round else EFFECTS)[row].format(money=own.money)
    place = _find_placing(view, own) if row == "management" and not view.is_last_round else None
    if place is not None:
        yield _describe_placing(place)
    else:
        yield [effect, *BRIEF_EFFECTS.get(row, ())] if not view.is_last_round else effect
    yield "" if row in ("hr", "rd") or view.is_last_round else _describe_coming_incomes(view)


def _count_moves(view: CarnegieView, own: Player) -> int:
    """Return how many moves the active workers give who do nothing else."""
    gives = ((len(cell.standing) + one.permanent, one.automatic) for cell, one in _list_departments(view, own))
    return sum(workers * gain.moves for workers, gain in gives if gain is not None)


def _find_placing(view: CarnegieView, own: Player) -> Place | None:
    """Return how an active worker places departments; None: no worker does."""
    placing = (use for cell, one in _list_departments(view, own) if cell.standing for use in one.uses)
    return next((use for use in placing if isinstance(use, Place)), None)


def _describe_placing(place: Place) -> str:
    """Return what placing a department costs."""
    return (
        f"Each earns, or places a department for {format_count(place.empty, 'cube')} "
        f"({place.occupied} where your worker is)."
    )


def _describe_coming_incomes(view: CarnegieView) -> str:
    """Return where the next incomes can be, for workers who go on missions."""
    done = {row: count + (row == view.event_row) for row, count in view.done.items()}
    coming = {space.region for row in ROWS for space in view.timeline[row][done[row] :][:1]}
    regions = [REGION[region] for region in REGIONS if region in coming]
    return f"Next incomes: {format_list(regions)}." if regions else ""


def _describe_ready_projects(own: Player) -> str:
    """Return how many disks of each tab are ready to be built."""
    ready = ", ".join(
        f"{use_brief_names(PROJECT[one])} {sum(own.tabs[one].disks)}" for one in PROJECTS if any(own.tabs[one].disks)
    )
    return f"Projects ready: {ready}." if ready else "No project is ready to build."


def _describe_activation(view: CarnegieView, own: Player) -> Iterator[str]:
    """Yield the cost of activating all workers that can be activated."""
    prices: list[int] = []
    for cell, department in _list_departments(view, own):
        empty = (price for at, price in enumerate(department.workplaces) if at not in cell.standing)
        prices += sorted(empty)[: cell.lying]
    whom = {1: "your worker", 2: "both workers"}.get(len(prices), f"all {len(prices)} workers")
    has = f"${own.money} and {format_count(own.cubes, 'cube')}" if own.cubes else f"${own.money}"
    yield f"You have {has}; activating {whom} costs {f'${sum(prices)}' if sum(prices) else 'nothing'}."
    if view.is_last_round:
        yield "Active workers score at the end; nobody is used again."
    elif own.active:
        yield f"{format_count(own.active, 'worker')} of yours can already be used."
    else:
        yield "You can use none yet."


# Payments


def _describe_donation(own: Player, price: int) -> str:
    short = price - own.money
    if short > 0:
        sold, left = format_count(short, "cube"), format_count(own.cubes - short, "cube")
        return f"You are ${short} short: selling {sold} leaves you {left}."
    return f"It leaves you ${-short} and {format_count(own.disks - 1, 'disk')}."


def _describe_next_price(view: CarnegieView, price: int) -> Sequence[str]:
    """Return what the donation after this one will cost, which passing does not raise."""
    number = sum(view.seat in owners for owners in view.chart.values()) + 1
    next_price = f"Your next costs ${price + price // number}"
    return f"{next_price}; passing keeps ${price}.", f"{next_price}."


def _warn_of_last_donations(view: CarnegieView, seat: Seat) -> str:
    """Return a warning if this event's donations may run out before this seat chooses; empty: enough are left."""
    row = view.event_row
    left = sum(not owners for owners in view.chart.values())
    if row is None or not view.timeline[row][view.done[row]].donation:
        return ""
    order = sorted(view.everybody, key=lambda one: (one - view.first) % view.players)
    before = [one for one in order[: order.index(seat)] if view.everybody[one].disks]
    if not left or left > len(before):
        return "" if left else "No donation is left."
    choose = "chooses" if len(before) == 1 else "choose"
    return f"{format_count(left, 'donation')} left: {format_list(map(mark, before))} {choose} before you."


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
    chosen = f"you choose what {format_count(either, 'project')} pay{'s' * (either == 1)}" if either else ""
    if not total.is_nothing:
        yield f"Your projects pay {amounts(total)}{f'; {chosen}' if chosen else ''}."
    elif chosen:
        yield f"{chosen[0].upper()}{chosen[1:]}."


def _find_region(view: CarnegieView) -> Region | None:
    row = view.event_row
    return None if row is None else view.timeline[row][view.done[row]].region


def _list_uncovered_slots(view: CarnegieView, own: Player) -> Iterator[Slot]:
    for project in PROJECTS:
        side = view.box.tabs[project].side(own.sides[project])
        yield from (slot for slot, built in zip(side, own.tabs[project].built, strict=True) if built)
