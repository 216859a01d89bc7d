"""Events: donations.

Clockwise from the first player, each may make one donation: the first costs $5, the second $10, and so on, and a disk
goes onto an empty space of the chart. (Rulebook "Donation"; Communications, Charitable Giving.)
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import partial
from typing import TYPE_CHECKING, Literal

from bot.engine.questions import Choose, Option, Question, Unread
from bot.engine.records import Move, Seat
from bot.engine.secrecy import Open
from bot.engine.table import Step
from bot.engine.words import format_count, format_ordinal
from bot.games.carnegie.components import NEUTRAL, REGIONS, AnyUse, DonateOnTop, Donation
from bot.games.carnegie.moves import Donate, DonateOnTopOf
from bot.games.carnegie.news import CannotDonate, Donated
from bot.games.carnegie.rules.andrew import donate
from bot.games.carnegie.rules.company import send
from bot.games.carnegie.rules.drafts import draft
from bot.games.carnegie.rules.missions import use_worker
from bot.games.carnegie.rules.resources import can_pay, pay
from bot.games.carnegie.rules.scoring import WELFARE, cap, count_times, donation_points
from bot.games.carnegie.rules.vocabulary import (
    REGION,
    ROW,
    name_donation,
    shorten_long_label,
    use_brief_names,
    what_it_scores,
)

if TYPE_CHECKING:
    from bot.games.carnegie.rules.planning import Working
    from bot.games.carnegie.table import Carnegie

RULE = "Phase 2: Donation"


def price(table: Carnegie, seat: Seat) -> int:
    """Return what a seat's next donation costs."""
    cheaper = table.ability(seat, "cheaper donations")
    step: int = table.box.terms.donation_step if cheaper is None else cheaper.step
    return step * (len(table.donations(seat)) + 1)


def as_things_stand(table: Carnegie, seat: Seat, donation: Donation) -> str:
    """Return in words what one more donation would score for a seat as things stand, with all that changes by it."""
    ahead = draft(table, seat)
    put_donation(ahead, seat, donation.id)
    before, after = (donation_points(here, seat, here.donations(seat)).points for here in (table, ahead))
    points = sum(after.values()) - sum(before.values())
    others = points - after[donation.id]
    level = "Railroad is a level of the tracks. " if donation.per == "railroad" else ""
    stands = f"As things stand {points} VP for you" if points else "Nothing yet: as things stand 0 VP for you"
    if others > 0:
        stands = f"As things stand {after[donation.id]} VP for you, and {others} more from your other donations"
    return f"{level}{stands}."


def donation_said(table: Carnegie, seat: Seat, one: Donation) -> Option:
    """Return how it reads to donate to this."""
    return Option(
        Donate(donation=one.id),
        what_it_scores(one),
        one.group,
        as_things_stand(table, seat, one),
        short=shorten_score(one),
    )


def describe_score(donation: Donation) -> str:
    """Return what a donation scores, in few words."""
    return shorten_score(donation) or what_it_scores(donation)


def shorten_score(donation: Donation, *, before: str = "") -> str:
    """Return a short label for what a donation scores; empty where its words are short."""
    label = f"{before}{what_it_scores(donation)}"
    brief = label.replace("this one included", "with this one").replace(" spent", "")
    return shorten_long_label(label, brief, f"{before}{donation.group}, {donation.vp} VP each")


def _may_score(table: Carnegie, seat: Seat, one: Donation) -> bool:
    """Whether a donation would score anything as things stand, or depends on the money that is left."""
    return one.per in WELFARE or one.per == "donation" or count_times(table, seat, one, seat) > 0


def can_donate(table: Carnegie, seat: Seat) -> bool:
    """Whether a seat has a disk, the money and an empty space."""
    player = table.everybody[seat]
    return player.disks > 0 and can_pay(player, price(table, seat)) and not all(table.chart.values())


def _find_shortage(table: Carnegie, seat: Seat) -> Literal["money", "disks", "spaces"]:
    """Return what a seat that cannot donate is short of."""
    if not table.everybody[seat].disks:
        return "disks"
    return "spaces" if all(table.chart.values()) else "money"


def put_donation(table: Carnegie, seat: Seat, donation: str, *, on_top: bool = False) -> None:
    """Pay, and put a disk of the supply there."""
    costs = price(table, seat)
    pay(table, seat, costs)
    table.everybody[seat].disks -= 1
    table.chart[donation].append(seat)
    name = name_donation(table.box.donation[donation])
    table.tell(Donated(seat=seat, donation=donation, name=name, price=costs, on_top=on_top))


class DonationEvent(Step, kind="donation event"):
    """Each may donate, one after the other."""

    waiting: Open[list[Seat]]

    def begin(self, table: Carnegie) -> None:
        """Andrew donates first; then pass over those who cannot."""
        if table.andrew is not None:
            donate(table, table.andrew)
        self.pass_over(table)

    def pass_over(self, table: Carnegie) -> None:
        """Skip players who are next and cannot donate."""
        while self.waiting and not can_donate(table, self.waiting[0]):
            seat = self.waiting.pop(0)
            table.tell(CannotDonate(seat=seat, price=price(table, seat), why=_find_shortage(table, seat)))

    def list_asked_seats(self, table: Carnegie) -> Collection[Seat]:
        """Ask the next player."""
        return self.waiting[:1]

    def build_question(self, table: Carnegie, seat: Seat) -> Question:
        """Ask for what it donates."""
        costs, money = price(table, seat), table.everybody[seat].money
        short = costs - money
        sells = (
            f" You have only ${money}; {format_count(short, 'cube')} would be sold for the rest." if short > 0 else ""
        )
        free = [one for one in table.box.donations if not table.chart[one.id]]
        spaces = (Unread(Donate(donation=one.id), partial(donation_said, table, seat, one)) for one in free)
        scores = [True, *(_may_score(table, seat, one) for one in free)]
        return Choose(
            prompt=(
                f"Your {format_ordinal(len(table.donations(seat)) + 1)} donation costs ${costs}: what do you donate to?"
            ),
            rule=RULE,
            help=f"It scores at the end, {cap(table, seat)} VP at most.{sells}",
            about=(costs, money),
            options=(Option(Donate(), "Do not donate"), *spaces),
            shown=tuple(sorted(range(len(scores)), key=lambda at: not scores[at])),
        )

    def answer(self, table: Carnegie, seat: Seat, move: Donate) -> None:
        """Donate, or not; then the next."""
        self.waiting.remove(seat)
        if move.donation is not None:
            put_donation(table, seat, move.donation)
        self.pass_over(table)

    def get_default_move(self, table: Carnegie, seat: Seat) -> Move:
        """Keep the money."""
        return Donate()

    def get_title(self, table: Carnegie) -> str:
        """Return the event, and which row is used afterwards."""
        then = "" if table.picked is None else f", then {use_brief_names(ROW[table.picked])}"
        return f"Round {table.round}, donation{then}"


def on_top_of(table: Carnegie, seat: Seat, cell: str, number: int, use: AnyUse) -> Iterator[Option]:
    """Yield the donations of others onto which a disk can go: on no neutral one, nor twice on one space (CG-9)."""
    player = table.everybody[seat]
    costs = price(table, seat)
    if not isinstance(use, DonateOnTop) or not player.disks or not can_pay(player, costs):
        return
    department = table.department(seat, cell)
    group = "" if department is None else department.name
    for one in table.box.donations:
        owners = table.chart[one.id]
        if seat in owners or not any(owner != NEUTRAL for owner in owners):
            continue
        for region in REGIONS:
            yield Option(
                DonateOnTopOf(cell=cell, use=number, region=region, donation=one.id),
                f"{REGION[region]}, ${costs}: {what_it_scores(one)}",
                group,
                "No income follows."
                if table.is_last_round
                else f"The worker waits in the {REGION[region]} for an income.",
                short=shorten_score(one, before=f"{REGION[region]}: "),
            )


def donate_on_top(table: Carnegie, working: Working, move: DonateOnTopOf) -> None:
    """Send the worker, pay, and put a disk on top."""
    use_worker(table, move.cell)
    put_donation(
        table, working.seat, move.donation, on_top=True
    )  # the price is that of before: the worker may leave Communications
    send(table, working.seat, move.cell, move.region)
