"""Hire: the payment to the owner of a hired company.

Nobody may deny a hire, but the owner may refuse to take any of the paid resources; those are discarded. This is the
only choice out of turn. The owner is notified and not asked, so nobody waits. Without a choice by the time it matters,
the owner takes as much as fits. (Rulebook "Hire"; BC-27 and BC-36.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from bot.engine.pages import mark
from bot.engine.questions import Choose, Option, Question
from bot.engine.records import Seat
from bot.games.briefcase.components import Resource
from bot.games.briefcase.moves import TakePayment
from bot.games.briefcase.news import PaymentTaken
from bot.games.briefcase.rules.short_labels import MAX_UNMARKED_CHARS, list_briefly, shorten
from bot.games.briefcase.rules.vocabulary import ORDER, amounts

if TYPE_CHECKING:
    from bot.games.briefcase.table import Briefcase, HirePayment


def payments_to(table: Briefcase, owner: Seat) -> list[HirePayment]:
    """Return the payments to this owner that are still undecided, the oldest first."""
    return [payment for payment in table.payments if payment.owner == owner]


def what_fits(table: Briefcase, payment: HirePayment) -> TakePayment:
    """Return the answer that takes what fits, in the order in which it was paid."""
    room = max(0, table.room(payment.owner))
    taken: list[Resource] = []
    for unit in payment.units:
        if unit == "energy":
            taken.append(unit)
        elif room:
            taken.append(unit)
            room -= 1
    return TakePayment(take=tuple(sorted(taken, key=ORDER.__getitem__)))


def payment_question(table: Briefcase, payment: HirePayment) -> Question:
    """Return what an owner may take, and what to throw away for it."""
    owner, company = payment.owner, table.card(payment.company).name
    options = []
    for take_these in _some_of(payment.units):
        over = sum(1 for unit in take_these if unit != "energy") - max(0, table.room(owner))
        storage = [
            resource
            for resource, count in table.everybody[owner].storage.items()
            if resource != "energy" and resource not in take_these
            for _ in range(count)
        ]
        for gone in _some_of(storage, over) if over > 0 else [()]:
            label = f"Take {amounts(take_these)}" + (f", throw away {amounts(gone)}" if gone else "")
            short = shorten(
                label,
                f"Take {list_briefly(take_these)}, drop {list_briefly(gone)}",
                f"+ {list_briefly(take_these)} - {list_briefly(gone)}",
                most=MAX_UNMARKED_CHARS,
            )
            stored = Counter(table.everybody[owner].storage) - Counter(gone) + Counter(take_these)
            hint = f"Stored then: {amounts(stored)}." if take_these else "What was paid is discarded."
            options.append(Option(TakePayment(take=take_these, give_up=gone), label, hint=hint, short=short))
    fits = what_fits(table, payment)
    options.sort(key=lambda option: option.move != fits)
    return Choose(
        prompt=f"{mark(payment.by)} hired your {company}: which resources do you keep?",
        rule="Hire",
        help=f"{mark(payment.by)} pays {amounts(payment.units)}. Energy needs no room. What you leave is discarded. "
        "Nobody waits for you: if you say nothing, you take all that fits, at the latest when your turn comes. "
        "A standing order can choose for you.",
        about=(payment.by, payment.company),
        options=tuple(options),
    )


def _some_of(things: Sequence[Resource], count: int | None = None) -> list[tuple[Resource, ...]]:
    """Return the different ways to pick some of these, most first, or exactly `count` of them."""
    ordered = sorted(things, key=ORDER.__getitem__)
    sizes: Iterable[int] = range(len(ordered), -1, -1) if count is None else (count,)
    return [some for size in sizes for some in dict.fromkeys(combinations(ordered, size))]


def take(table: Briefcase, payment: HirePayment, taken: Sequence[Resource], gave_up: Sequence[Resource]) -> None:
    """Let the owner take these and throw those away; the rest of the payment is discarded."""
    table.payments.remove(payment)
    player = table.everybody[payment.owner]
    for resource in gave_up:
        player.store(resource, -1)
        table.throw(resource)
    for resource in taken:
        player.store(resource, 1)
    refused = sorted((Counter(payment.units) - Counter(taken)).elements(), key=ORDER.__getitem__)
    for resource in refused:
        table.throw(resource)
    table.tell(
        PaymentTaken(
            owner=payment.owner,
            by=payment.by,
            company=table.card(payment.company).name,
            taken=list(taken),
            refused=refused,
            gave_up=list(gave_up),
        )
    )


def settle(table: Briefcase, owner: Seat | None = None) -> None:
    """Let those who have not answered take what fits: before anything that depends on it (BC-36)."""
    for payment in list(table.payments) if owner is None else payments_to(table, owner):
        take(table, payment, what_fits(table, payment).take, ())
