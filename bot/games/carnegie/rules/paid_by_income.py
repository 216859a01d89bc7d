"""Income: payments for returning workers, by the transport track and the uncovered slots, and their choices.

Each worker who returns is paid the income of the own box of the transport track; if anybody returns, all uncovered
slots pay once, in all regions. With Archives one box pays for all who return together (CG-20).
Development points are spent with it, unless they could be enough for an end box (CG-21).
(Rulebook "Income"; Archives.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, ClassVar

from bot.engine.drafting import Part
from bot.engine.questions import Choose, Option, Question, Unread
from bot.engine.records import Seat
from bot.engine.secrecy import Open
from bot.engine.words import format_count
from bot.games.carnegie.components import Gain, Region, Slot
from bot.games.carnegie.moves import TabStep, TakeBack, TakeBox, TakeGains, TrackStep
from bot.games.carnegie.news import IncomeTaken, RailIncome
from bot.games.carnegie.rules.drafts import draft
from bot.games.carnegie.rules.research import could_enter, steps, tab_step, track_step
from bot.games.carnegie.rules.resources import come, receive, transport_income
from bot.games.carnegie.rules.vocabulary import amounts, cut, shorten_amounts, shorten_long_label

if TYPE_CHECKING:
    from bot.games.carnegie.table import Carnegie


SPENT_AT_ONCE = 3
"""The edition of the box from which on points are spent with the income that pays them; before, all waited for them."""


class TakingIncome(Part, kind="taking income"):
    """Workers come back from a region, and are paid for."""

    lasts: ClassVar[bool] = True

    region: Open[Region]
    back: Open[int] = 0
    gain: Open[Gain] = Gain()
    """All that was paid."""
    development: Open[int] = 0
    """The part of these points that is not spent yet."""
    told: Open[bool] = False
    """Whether it was told who came back."""

    def build_choice(self, table: Carnegie, rule: str) -> Question | None:
        """Ask how many come back, all of them first, with their payment; then which steps points are spent on."""
        if self.made:
            ways = tuple(steps(table, self.seat, self.development)) if self.may_spend(table) else ()
            return Choose(prompt="Which step do you take?", rule=rule, options=ways) if ways else None
        most = table.everybody[self.seat].missions[self.region]
        options = [
            Unread(TakeBack(count=count), partial(self.build_option, table, count)) for count in range(most, 0, -1)
        ]
        nobody = Option(TakeBack(count=0), "Nobody: no income at all")
        return Choose(prompt="How many workers do you take back?", rule=rule, options=(*options, nobody))

    def build_option(self, table: Carnegie, count: int) -> Option:
        """Return the option to let a number of workers return, with what they and the slots without a choice pay."""
        by_track, by_slots = self.foresee(table, count)
        paid = "the income of a box" if self.chooses_box(table) else amounts(by_track)
        comes = paid if by_slots.is_nothing else f"{paid}, and your projects pay {amounts(by_slots)}"
        label = f"{format_count(count, 'worker')} back: {comes}"
        together = "" if self.chooses_box(table) else amounts(by_track.plus(by_slots))
        tries = [
            f"{count} back: {words}" for words in ((together, shorten_amounts(together)) if together else (comes,))
        ]
        short = shorten_long_label(label, *tries, f"{count} back")
        choices = len(open_slots(table, self.seat))
        then = f"then you choose what {format_count(choices, 'project')} pay{'s' * (choices == 1)}" if choices else ""
        paid = shorten_amounts(together) or comes
        return Option(TakeBack(count=count), label, hint=cut(f"{'; '.join(filter(None, (paid, then)))}."), short=short)

    def foresee(self, table: Carnegie, count: int) -> tuple[Gain, Gain]:
        """Return what the transport track pays for a number of workers, and what the slots without a choice pay."""
        ahead, income = trying(table, self.seat, self.region)
        income.pay_transport(ahead, count)
        by_track, income.gain = income.gain, Gain()
        income.pay_slots(ahead)
        return by_track, income.gain

    def can_end(self, table: Carnegie) -> bool:
        """Whether it was said who comes back."""
        return self.made

    def may_spend(self, table: Carnegie) -> bool:
        """Whether points are spent here, as they are too few for an end box, which another could come to before."""
        return table.box.edition >= SPENT_AT_ONCE and not could_enter(table, self.seat, self.development)

    def gains(self, gain: Gain) -> None:
        """Add up the payments."""
        self.gain = self.gain.plus(gain)
        self.development += gain.development

    def take(self, table: Carnegie, move: TakeBack | TabStep | TrackStep) -> None:
        """Let workers return, and pay for them; or take a step."""
        match move:
            case TabStep():
                self.tell(table)
                tab_step(table, self, move)
            case TrackStep():
                self.tell(table)
                track_step(table, self, move)
            case TakeBack():
                self.take_back(table, move)

    def take_back(self, table: Carnegie, move: TakeBack) -> None:
        """Let workers return, and pay for them."""
        if not move.count:
            return
        self.back = move.count
        table.everybody[self.seat].missions[self.region] -= move.count
        if open_slots(table, self.seat):
            table.next(ChoosingGains(seat=self.seat))
        if self.chooses_box(table):
            table.next(ChoosingBox(seat=self.seat, region=self.region, times=move.count))
        come(table, self.seat, move.count)
        self.pay_transport(table, move.count)
        self.pay_slots(table)

    def chooses_box(self, table: Carnegie) -> bool:
        """Whether there is more than one box whose transport income can be taken."""
        at = table.everybody[self.seat].tracks[self.region]
        return at > 0 and table.ability(self.seat, "archives") is not None

    def pay_transport(self, table: Carnegie, count: int) -> None:
        """Pay the transport income for a number of workers, unless its box is chosen first."""
        if not self.chooses_box(table):
            transport_income(table, self.seat, self.region, count)

    def pay_slots(self, table: Carnegie) -> None:
        """Let the uncovered slots pay that leave no choice."""
        for slot in table.slots(self.seat):
            if len(slot.gains) == 1:
                receive(table, self.seat, slot.gains[0])

    def tell(self, table: Carnegie) -> None:
        """Tell the returning workers and the payment, at once."""
        if not self.told:
            table.tell(IncomeTaken(seat=self.seat, region=self.region, back=self.back, gain=self.gain))
        self.told = True

    def end(self, table: Carnegie) -> None:
        """Tell it before anything else happens."""
        self.tell(table)


def trying(table: Carnegie, seat: Seat, region: Region) -> tuple[Carnegie, TakingIncome]:
    """Return a copy of the table on which an income is taken, and that income, to see its payment."""
    ahead, income = draft(table, seat), TakingIncome(seat=seat, region=region)
    ahead.agenda = [income]
    return ahead, income


class ChoosingBox(Part, kind="choosing box"):
    """With Archives, a transport income is that of the own box of the track, or of one before it."""

    is_detail: ClassVar[bool] = True

    region: Open[Region]
    times: Open[int]
    """For how many workers."""
    city: Open[str] = ""
    """Where it was built, if that pays it."""

    def build_choice(self, table: Carnegie, rule: str) -> Question:
        """Ask for a box, the own one first."""
        boxes = range(table.everybody[self.seat].tracks[self.region], -1, -1)
        options = (Option(TakeBox(box=box), f"Box {box}: {amounts(self.foresee(table, box))}") for box in boxes)
        return Choose(prompt="Which box's income do you take?", rule=rule, options=tuple(options))

    def foresee(self, table: Carnegie, box: int) -> Gain:
        """Return what a box would pay."""
        ahead, income = trying(table, self.seat, self.region)
        transport_income(ahead, self.seat, self.region, self.times, box)
        return income.gain

    def take(self, table: Carnegie, move: TakeBox) -> None:
        """Take the transport income of a box."""
        if self.city:
            gain = table.box.tracks[self.region].income[move.box]
            table.tell(RailIncome(seat=self.seat, city=self.city, gain=gain))
        transport_income(table, self.seat, self.region, self.times, move.box)


class ChoosingGains(Part, kind="choosing gains"):
    """Some uncovered slots pay one of two things."""

    is_detail: ClassVar[bool] = True

    def build_choice(self, table: Carnegie, rule: str) -> Question:
        """Ask what these slots pay together."""
        options = tuple(which_gains(table, self.seat))
        count = len(open_slots(table, self.seat))
        several = f"{count} projects each pay one of two things: which do you take together?"
        prompt = "A project pays one of two things: which do you take?" if count == 1 else several
        return Choose(prompt=prompt, rule=rule, options=options)

    def take(self, table: Carnegie, move: TakeGains) -> None:
        """Take the chosen gains."""
        for slot, at in zip(open_slots(table, self.seat), move.which, strict=True):
            receive(table, self.seat, slot.gains[at])


def open_slots(table: Carnegie, seat: Seat) -> list[Slot]:
    """Return the uncovered slots that pay one of two things."""
    return [slot for slot in table.slots(seat) if len(slot.gains) > 1]


def which_gains(table: Carnegie, seat: Seat) -> Iterator[Option]:
    """Yield what these slots can pay together, each sum once."""
    supply, seen = table.everybody[seat].supply, set()
    for which in product(*(range(len(slot.gains)) for slot in open_slots(table, seat))):
        total = add_up(table, seat, which)
        if total not in seen and total.workers <= supply:
            seen.add(total)
            yield Option(TakeGains(which=which), amounts(total)[:1].upper() + amounts(total)[1:])


def add_up(table: Carnegie, seat: Seat, which: Sequence[int]) -> Gain:
    """Return what these slots pay together, if each pays the chosen one of its gains."""
    total = Gain()
    for slot, at in zip(open_slots(table, seat), which, strict=True):
        total = total.plus(slot.gains[at])
    return total
