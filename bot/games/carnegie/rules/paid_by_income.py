"""Income: what returning workers, the transport track and the uncovered slots pay, and the choices in it.

Each worker who returns is paid the income of the own box of the transport track; if anybody returns, all uncovered
slots pay once, wherever their projects stand. With Archives one box pays for all who return together (CG-20).
(Rulebook "Income"; New Lobby, Archives.)
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING

from bot.engine.questions import Option
from bot.engine.records import Seat
from bot.engine.words import counted
from bot.games.carnegie.components import Gain, Region, Slot
from bot.games.carnegie.moves import TakeBack, TakeBox, TakeGains, ToNewLobby
from bot.games.carnegie.news import IncomeTaken, RailIncome
from bot.games.carnegie.rules.drafts import draft
from bot.games.carnegie.rules.pieces import Transport
from bot.games.carnegie.rules.resources import come, receive, transport_income
from bot.games.carnegie.rules.vocabulary import amounts

if TYPE_CHECKING:
    from bot.games.carnegie.table import Carnegie


def how_many_back(table: Carnegie, seat: Seat) -> Iterator[Option]:
    """Yield how many workers can be taken back, all of them first, with what they bring."""
    player = table.everybody[seat]
    if player.work is None or player.work.event is None:
        return
    for count in range(player.missions[player.work.event], -1, -1):
        back = f"{counted(count, 'worker')} back: {what_comes(table, seat, count)}" if count else ""
        yield Option(TakeBack(count=count), back or "Nobody: no income at all")


def what_comes(table: Carnegie, seat: Seat, count: int) -> str:
    """Return in words what is paid for so many workers who return, and what the slots pay that leave no choice."""
    ahead = draft(table, seat)
    work = ahead.everybody[seat].work
    if work is None or work.event is None:
        return ""
    work.gain = Gain()
    pay_transport(ahead, seat, work.event, count)
    paid = "the income of a box" if work.transport is not None else amounts(work.gain)
    work.gain = Gain()
    pay_slots(ahead, seat)
    return paid if work.gain.is_nothing else f"{paid}, and your slots pay {amounts(work.gain)}"


def come_back(table: Carnegie, seat: Seat, move: TakeBack) -> None:
    """Let workers return, and pay for them."""
    player = table.everybody[seat]
    work = player.work
    if work is None or work.event is None:
        raise ValueError("nobody can come back now")
    region, work.event, work.back = work.event, None, move.count
    if not move.count:
        return
    player.missions[region] -= move.count
    come(table, seat, move.count)
    pay_transport(table, seat, region, move.count)
    pay_slots(table, seat)
    work.slots = any(len(slot.gains) > 1 for slot in table.slots(seat))


def pay_transport(table: Carnegie, seat: Seat, region: Region, count: int) -> None:
    """Pay the transport income for so many workers; with Archives, its box is chosen first."""
    player = table.everybody[seat]
    if player.work is not None and player.tracks[region] and table.ability(seat, "archives") is not None:
        player.work.transport = Transport(region=region, times=count)
    else:
        transport_income(table, seat, region, count)


def pay_slots(table: Carnegie, seat: Seat) -> None:
    """Let the uncovered slots pay that leave no choice."""
    for slot in table.slots(seat):
        if len(slot.gains) == 1:
            receive(table, seat, slot.gains[0])


def which_box(table: Carnegie, seat: Seat) -> Iterator[Option]:
    """Yield the own box of the track and those before it."""
    player = table.everybody[seat]
    if player.work is None or player.work.transport is None:
        return
    due = player.work.transport
    for box in range(player.tracks[due.region], -1, -1):
        ahead = draft(table, seat)
        work = ahead.everybody[seat].work
        if work is not None:
            work.gain = Gain()
            transport_income(ahead, seat, due.region, due.times, box)
            yield Option(TakeBox(box=box), f"Box {box}: {amounts(work.gain)}")


def take_box(table: Carnegie, seat: Seat, move: TakeBox) -> None:
    """Take the transport income of a box."""
    work = table.everybody[seat].work
    if work is None or work.transport is None:
        raise ValueError("no transport income is due")
    due, work.transport = work.transport, None
    if due.city:
        gain = table.box.tracks[due.region].income[move.box]
        table.tell(RailIncome(seat=seat, city=due.city, gain=gain))
    transport_income(table, seat, due.region, due.times, move.box)


def open_slots(table: Carnegie, seat: Seat) -> list[Slot]:
    """Return the uncovered slots that pay one of two things."""
    return [slot for slot in table.slots(seat) if len(slot.gains) > 1]


def which_gains(table: Carnegie, seat: Seat) -> Iterator[Option]:
    """Yield what these slots can pay together, each sum once."""
    slots, supply, seen = open_slots(table, seat), table.everybody[seat].supply, set()
    for which in product(*(range(len(slot.gains)) for slot in slots)):
        total = Gain()
        for slot, at in zip(slots, which, strict=True):
            total = total.plus(slot.gains[at])
        if total not in seen and total.workers <= supply:
            seen.add(total)
            yield Option(TakeGains(which=which), amounts(total)[:1].upper() + amounts(total)[1:])


def take_gains(table: Carnegie, seat: Seat, move: TakeGains) -> None:
    """Take what was chosen."""
    work = table.everybody[seat].work
    if work is not None:
        work.slots = False
    for slot, at in zip(open_slots(table, seat), move.which, strict=True):
        receive(table, seat, slot.gains[at])


def which_lobby(table: Carnegie, seat: Seat) -> Iterator[Option]:
    """Yield how many of those who come go to the new lobby."""
    work = table.everybody[seat].work
    for count in range(work.arrivals + 1 if work is not None else 0):
        yield Option(
            ToNewLobby(count=count), f"{count} to the New Lobby, {work.arrivals - count} to the Lobby" if work else ""
        )


def to_new_lobby(table: Carnegie, seat: Seat, move: ToNewLobby) -> None:
    """Let them lie down where they were sent."""
    player = table.everybody[seat]
    new = table.cell_of(seat, "second lobby")
    if player.work is None or new is None:
        raise ValueError("nobody has come")
    player.company[new].lying += move.count
    player.company[table.box.lobby].lying += player.work.arrivals - move.count
    player.work.arrivals = 0


def tell_income(table: Carnegie, seat: Seat, region: Region | None) -> None:
    """Tell who came back and what was paid, at once."""
    work = table.everybody[seat].work
    if work is not None and region is not None:
        table.tell(IncomeTaken(seat=seat, region=region, back=work.back, gain=work.gain))
