"""Incomes that are answered with one line of a list: a number of returning workers, with all choices that follow.

Where there are too many, or one is too wide, the choices are asked one after the other. Records, buttons and bots
depend on which of the two it is. So width is a fixed measure of the orders, and wording is free. (How this is asked is
our own.)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from bot.engine.drafting import get_asked_part, play_parts
from bot.engine.multi_step import Compose
from bot.engine.questions import Choose, Option, Unread
from bot.engine.records import Move, Seat
from bot.games.carnegie.components import Gain, Project, Region
from bot.games.carnegie.moves import Plan, TabStep, TakeBack, TakeBox, TakeGains, ToNewLobby, TrackStep
from bot.games.carnegie.rules.paid_by_income import ChoosingBox, ChoosingGains, TakingIncome, add_up, trying
from bot.games.carnegie.rules.planning import IN_A_MENU
from bot.games.carnegie.rules.research import track_price
from bot.games.carnegie.rules.resources import Arriving
from bot.games.carnegie.rules.vocabulary import (
    HINT,
    PROJECT,
    REGION,
    amounts,
    shorten_amounts,
    shorten_label,
    shorten_long_label,
)

if TYPE_CHECKING:
    from bot.games.carnegie.table import Carnegie

WIDEST: Final = 80
"""Width of the widest income in a list."""

# Widths of parts of an order, without numbers: the characters they had as text when they were fixed. Never change one.
GAP, COMMA, AND, PLURAL = 2, 2, 5, 1
NOBODY, WORKER_BACK, CHOSEN_BOX, BY_SLOTS, BOX, LOBBIES, POINT = 24, 14, 19, 21, 6, 32, 6
TAB: Final[Mapping[Project, int]] = {"housing": 16, "commerce": 17, "industry": 17, "public infrastructure": 30}
TRACK: Final[Mapping[Region, int]] = {"west": 15, "midwest": 18, "east": 15, "south": 16}
NO_GAIN, MONEY, VP = 7, 1, 3
COUNTED: Final[Mapping[str, int]] = {"cubes": 5, "workers": 11, "development": 18, "moves": 5}


def list_whole_incomes(composed: Compose, table: Carnegie, seat: Seat, region: Region) -> list[Option] | None:
    """Return each income that can be put together as an option; None: they are too many, or one is too wide.

    Args:
        composed: the question in which an income is put together.
        table: the table.
        seat: the seat that is paid.
        region: the region from which workers return.
    """
    found: list[Option] = []
    todo: list[tuple[tuple[Move, ...], tuple[Option, ...], int]] = [((), (), -GAP)]
    while todo:
        orders, options, width = todo.pop(0)
        there = composed.get_stage(orders)
        if there.complete and orders:
            stops = there.question is not None
            found.append(Unread(composed.make(orders), partial(sum_up, table, seat, region, options, stops=stops)))
        if isinstance(there.question, Choose) and composed.tried is not None:
            ahead, following = composed.tried(orders), there.question.options
            widths = [width + GAP + measure_order(ahead, one.move) for one in following]
            if any(wide > WIDEST for wide in widths):
                return None
            more = zip(following, widths, strict=True)
            todo = [*(((*orders, one.move), (*options, one), wide) for one, wide in more), *todo]
        if len(found) + len(todo) > IN_A_MENU:
            return None
    return found


def measure_order(table: Carnegie, order: Move) -> int:
    """Return the width of an order of an income, on the copy of the table on which it would be the next one."""
    match get_asked_part(table), order:
        case TakingIncome() as income, TakeBack(count=count) if count:
            by_track, by_slots = income.foresee(table, count)
            paid = CHOSEN_BOX if income.chooses_box(table) else measure_gain(by_track)
            slots = 0 if by_slots.is_nothing else BY_SLOTS + measure_gain(by_slots)
            return measure_count(count, WORKER_BACK) + paid + slots
        case _, TakeBack():
            return NOBODY
        case ChoosingBox() as choice, TakeBox(box=box):
            return measure_number(box) + BOX + measure_gain(choice.foresee(table, box))
        case ChoosingGains(seat=seat), TakeGains(which=which):
            return measure_gain(add_up(table, seat, which))
        case Arriving(workers=workers), ToNewLobby(count=count):
            return measure_number(count) + measure_number(workers - count) + LOBBIES
        case _, TabStep(project=project):
            return TAB[project] + measure_count(table.box.tabs[project].development, POINT)
        case TakingIncome(seat=seat), TrackStep(region=region):
            box = table.everybody[seat].tracks[region]
            return TRACK[region] + measure_count(track_price(table, seat, region, box), POINT)
        case _:
            raise TypeError(f"no order of an income: {order!r}")


def measure_gain(gain: Gain) -> int:
    """Return the width of a gain."""
    widths = [MONEY + measure_number(gain.money)] if gain.money else []
    widths += [VP + measure_number(gain.vp)] if gain.vp else []
    counts = {name: getattr(gain, name) for name in COUNTED}
    widths += [measure_count(count, COUNTED[name]) for name, count in counts.items() if count]
    if not widths:
        return NO_GAIN
    return sum(widths) + (AND + COMMA * (len(widths) - 2) if len(widths) > 1 else 0)


def measure_count(count: int, width: int) -> int:
    """Return the width of a number of things, each of which has this width."""
    return measure_number(count) + width + (PLURAL if count != 1 else 0)


def measure_number(number: int) -> int:
    """Return the number of digits."""
    return len(str(number))


# How it reads


def sum_up(table: Carnegie, seat: Seat, region: Region, options: Sequence[Option], *, stops: bool) -> Option:
    """Return the option of a whole income, with a short label that adds up all that it pays.

    Args:
        table: the table.
        seat: the seat that is paid.
        region: the region from which workers return.
        options: the options of its orders.
        stops: whether development points are left that could be spent.
    """
    orders = [option.move for option in options]
    ends = ["spend nothing more"] if stops else []
    label = "; ".join([*(one.label for one in options), *ends])
    back = next((order.count for order in orders if isinstance(order, TakeBack)), 0)
    whole = Option(Plan.model_validate({"orders": orders}), label)
    if not back or len(orders) == 1:
        brief = "; ".join([*(one.caption for one in options), *ends])
        return replace(whole, short=shorten_long_label(label, brief))
    ahead, income = trying(table, seat, region)
    play_parts(ahead, income, orders)
    steps = [f"{PROJECT[order.project]} tab" for order in orders if isinstance(order, TabStep)]
    steps += [f"{REGION[order.region]} track" for order in orders if isinstance(order, TrackStep)]
    paid = amounts(income.gain)
    tries = [f"{back} back: {'; '.join([words, *steps])}" for words in (paid, shorten_amounts(paid))]
    if stops:
        tries = [f"{words}; no more steps" for words in tries] + tries[1:]
    short = shorten_label(*tries)
    return replace(whole, short=short, hint=label[:HINT] if short.endswith("…") else "")
