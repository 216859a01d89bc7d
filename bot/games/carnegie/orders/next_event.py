"""Orders about the next event: the income of each region it may bring, and the donation, as shown now.

They are offered when the seat's own things will not change before the event: while workers are activated, and while
another player picks the row. An income is answered only if it is still as shown, a donation only while its space is
free and its price unchanged.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from bot.engine.answered import Answered, answered
from bot.engine.chance import Chance
from bot.engine.multi_step import Compose
from bot.engine.orders import Order, OrderUntilNews
from bot.engine.questions import Choose, Option, Question
from bot.engine.records import Move, News, Seat
from bot.games.carnegie.components import BOX, REGIONS, ROWS, Region, TimelineSpace
from bot.games.carnegie.moves import AnyOrder, Donate, Plan
from bot.games.carnegie.news import IncomeTaken
from bot.games.carnegie.rules.donations import as_things_stand, shorten_score
from bot.games.carnegie.rules.income import IncomeEvent
from bot.games.carnegie.rules.resources import can_pay
from bot.games.carnegie.rules.timeline import SPACES
from bot.games.carnegie.rules.vocabulary import REGION, name_donation, shorten_long_label, what_it_scores
from bot.games.carnegie.table import Carnegie
from bot.games.carnegie.view import CarnegieView

ACTIVATING, PICKING, TAKING, SPENDING, DONATING = (
    "activation",
    "action selection",
    "income event",
    "spend points",
    "donation event",
)
"""What a view calls the steps of a round that are looked at here."""
BETWEEN = (ACTIVATING, PICKING)
"""In these nothing of a seat's own changes before the next event, unless it picks."""
BEFORE_DONATION = (TAKING, SPENDING)


class NextIncome(OrderUntilNews, kind="next income"):
    """Take the next income of a region like this, if it is still as shown."""

    comes_first: ClassVar[bool] = True
    once: ClassVar[bool] = True

    region: Region
    orders: tuple[AnyOrder, ...]
    words: str
    """How it read."""
    answered: Answered | None = None
    """The question that it answers; None: an older program did not keep it."""
    workers: int = 0
    """Older programs noted here how many were there."""

    def waits_for_news(self) -> bool:
        """Whether it ends with its seat's income in any case; older programs did not keep the question."""
        return self.answered is not None

    def get_place(self) -> str:
        """One order for each region."""
        return f"next income {self.region}"

    @property
    def plan(self) -> Plan:
        """The answer."""
        return Plan(orders=self.orders)


class NextDonation(Order, kind="next donation"):
    """At the next donation event donate there, if it is free and costs as much then; None: do not donate."""

    comes_first: ClassVar[bool] = True

    donation: str | None
    price: int
    held: int
    """How many donation events there had been."""


@dataclass(frozen=True, kw_only=True)
class ComposeIncome(Compose):
    """An order about an income that is put together, as the income itself would be."""

    region: Region
    income: Question = field(compare=False, repr=False)

    def make(self, parts: Sequence[Move]) -> Move:
        """Return the order with how it reads."""
        return ordered(self.region, self.income, Plan.model_validate({"orders": list(parts)}))


def ordered(region: Region, income: Question, plan: Plan) -> NextIncome:
    """Return the order that gives this answer to the question about an income."""
    words, question = income.describe(plan), answered(income, plan)
    return NextIncome(region=region, orders=plan.orders, words=words, answered=question)


def table_of(view: CarnegieView) -> Carnegie:
    """Return a table on which all lies that bears on a seat's own income and donations."""
    table = Carnegie(
        players=view.players,
        chance=Chance(seed="what comes next"),
        options=view.options,
        first=view.first,
        round=view.round,
        rows={},
        display=list(view.display),
        removed=[],
        spaces={city: list(spaces) for city, spaces in view.spaces.items()},
        chart={space: list(owners) for space, owners in view.chart.items()},
        ends={region: list(owners) for region, owners in view.ends.items()},
        everybody=dict(view.everybody),
    )
    table._box = view.box
    return table


def event_of(view: CarnegieView) -> TimelineSpace | None:
    """Return the event of this round; None: no row has been picked yet."""
    row = view.event_row
    return None if row is None else view.timeline[row][min(view.done[row], SPACES - 1)]


def next_events(view: CarnegieView) -> list[TimelineSpace]:
    """Return what the next event may be, when this round is over."""
    done = dict(view.done)
    if view.event_row is not None:
        done[view.event_row] += 1
    return [view.timeline[row][done[row]] for row in ROWS if done[row] < SPACES]


def donations_held(view: CarnegieView) -> int:
    """Return how many donation events there have been."""
    past = sum(space.donation for row in ROWS for space in view.timeline[row][: view.done[row]])
    now = event_of(view)
    return past + (now is not None and now.donation and view.phase not in (*BEFORE_DONATION, DONATING))


def ahead(view: CarnegieView) -> list[Question]:
    """Return what a seat may order about the next event."""
    if view.seat is None or view.outcome is not None:
        return []
    now = event_of(view)
    if view.phase in BEFORE_DONATION and now is not None and now.donation:
        return [donation(view, view.seat)]
    picks = view.phase == PICKING and view.seat in view.waiting_for
    if view.phase not in BETWEEN or picks:
        return []
    coming = next_events(view)
    there = view.everybody[view.seat].missions
    regions = [region for region in REGIONS if there[region] and any(space.region == region for space in coming)]
    found = [income(view, view.seat, region) for region in regions]
    return [*found, donation(view, view.seat)] if any(space.donation for space in coming) else found


def asked(view: CarnegieView, seat: Seat, region: Region) -> Question:
    """Return what a seat would be asked were there an income of a region now."""
    return IncomeEvent(region=region, waiting=[seat]).build_question(table_of(view), seat)


def income(view: CarnegieView, seat: Seat, region: Region) -> Question:
    """Return which orders about the next income of a region a seat may give."""
    question = asked(view, seat, region)
    prompt, help_ = f"Next income in the {REGION[region]} …", "If it would pay anything else by then, you are asked."
    if isinstance(question, Compose):
        return ComposeIncome(
            prompt=prompt,
            rule=question.rule,
            help=help_,
            about=question.about,
            move=NextIncome,
            field="orders",
            stage=question.stage,
            region=region,
            income=question,
        )
    options = question.options if isinstance(question, Choose) else ()
    orders = tuple(
        Option(
            ordered(region, question, one.move),
            label := f"{REGION[region]}: {one.label}",
            short=shorten_long_label(label, f"{REGION[region]}: {one.caption}", one.caption),
        )
        for one in options
        if isinstance(one.move, Plan)
    )
    return Choose(prompt=prompt, rule=question.rule, help=help_, about=question.about, options=orders)


def donation(view: CarnegieView, seat: Seat) -> Question:
    """Return which orders about the next donation a seat may give."""
    return Choose(
        prompt=f"Your next donation, ${view.prices[seat]}, in advance …",
        rule="Donation",
        help="If it is taken by then, or costs something else, you are asked.",
        options=tuple(donations(view, seat)),
    )


def donations(view: CarnegieView, seat: Seat) -> Iterator[Option]:
    """Yield no donation, and each on a free space."""
    table, costs, held = table_of(view), view.prices[seat], donations_held(view)
    yield Option(
        NextDonation(donation=None, price=costs, held=held),
        "No donation at the next event",
        hint="You keep the money, and are not asked.",
    )
    if view.everybody[seat].disks:
        for one in view.box.donations:
            if not view.chart[one.id]:
                order = NextDonation(donation=one.id, price=costs, held=held)
                pays = can_pay(view.everybody[seat], costs)
                hint = as_things_stand(table, seat, one) if pays else f"You do not have ${costs} yet."
                yield Option(order, what_it_scores(one), hint=hint, short=shorten_score(one))


def follow(order: NextIncome | NextDonation, view: CarnegieView, question: Question) -> Move | None:
    """Return what the order answers to this question; None: nothing."""
    if isinstance(order, NextDonation):
        move, costs = Donate(donation=order.donation), view.prices[view.seat or 1]
        free = order.donation is None or costs == order.price
        return move if view.phase == DONATING and free and question.is_legal(move) else None
    now = event_of(view)
    if view.phase != TAKING or now is None or now.region != order.region:
        return None
    return order.plan if why_not(order, question) is None else None


def why_not(order: NextIncome, now: Question) -> str | None:
    """Return in a sentence why an income differs from the one shown; None if it does not."""
    if not now.is_legal(order.plan) or now.describe(order.plan) != order.words:
        return "It would pay something else now."
    return None if order.answered is None else order.answered.why_not(answered(now, order.plan))


def stopped(order: NextIncome | NextDonation, view: CarnegieView) -> str | None:
    """Return why the order is over; empty: its event has been; None: it stands."""
    seat = view.seat or 1
    if isinstance(order, NextDonation):
        if donations_held(view) > order.held:
            return ""
        if order.donation is not None and view.chart[order.donation]:
            return "" if seat in view.chart[order.donation] else f"{name_space(order.donation)} is taken."
        price = view.prices[seat]
        return None if order.donation is None or price == order.price else f"A donation costs ${price} now."
    return why_not(order, asked(view, seat, order.region))


def ended_by(order: NextIncome, seat: Seat, news: News) -> str | None:
    """Return that an order is over, silently, when its income was taken; None: it was not."""
    taken = isinstance(news, IncomeTaken) and (news.seat, news.region) == (seat, order.region)
    return "" if taken else None


def name_space(donation: str | None) -> str:
    """Return how a donation space is called in an order."""
    return "nothing" if donation is None else name_donation(BOX.donation[donation])


def describe(order: NextIncome | NextDonation) -> str:
    """Return the order in plain words."""
    match order:
        case NextIncome():
            return f"Next income in the {REGION[order.region]}: {order.words}."
        case NextDonation(donation=None):
            return "No donation at the next event."
        case NextDonation():
            return f"Next donation: {name_space(order.donation)} for ${order.price}."
