"""What a bot that thinks knows of Goodwill: which answers to try, what fits the prices that others have shown.

The others write what a share is worth to them, so their prices tell what news they have seen. What a share then brings
depends on all the news of the year, so a year is judged as if all of it lay open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import log
from typing import Final

from bot.engine.chance import Chance
from bot.engine.composed import Compose
from bot.engine.evaluation import as_it_ended, softmax
from bot.engine.questions import Number, Question, Split
from bot.engine.records import Move, Seat
from bot.games.goodwill.bots import look_ahead
from bot.games.goodwill.moves import Assess, AssessAndPrefer, AssessBoth
from bot.games.goodwill.table import Goodwill
from bot.games.goodwill.view import GoodwillView, InformationView, redeal, redeal_informations, view

STEPS: Final = 6
"""So many prices above what the bot would write, and below it, may be tried."""
UNSURE: Final = 2.0
"""By about so many dollars somebody's price is off what it would be of what they have seen."""
WINS: Final = 20.0
"""By so many dollars ahead, it is e to 1 that one wins."""
TRIES: Final = 30
"""So often other news are dealt at most, to find some that go with the prices."""


def plans(seen: GoodwillView, question: Question, plain: Move) -> Iterator[Move]:
    """Yield other prices than the bot would write, the nearest first; its votes gain nothing by a thought."""
    for by in apart(seen.legal_prices.step):
        match question, plain:
            case Number(), Assess(price=price) if price + by >= 0:
                yield Assess(price=price + by)
            case Split(), AssessBoth():
                yield _both(plain, by)
            case Compose(), AssessAndPrefer(parts=(AssessBoth() as prices, *others)):
                yield AssessAndPrefer.model_validate({"parts": [_both(prices, by), *others]})


def apart(step: int) -> Sequence[int]:
    """Return by how much other prices differ, the nearest first."""
    return [sign * number * step for number in range(1, STEPS + 1) for sign in (1, -1)]


def _both(prices: AssessBoth, by: int) -> AssessBoth:
    return AssessBoth(prices={which: max(0, price + by) for which, price in prices.prices.items()})


def imagine(table: Goodwill, seat: Seat, chance: Chance) -> Goodwill:
    """Return another truth, in which the others have seen news that go with the prices they have shown this year."""
    other = redeal(table, seat, chance)
    for _ in range(TRIES):
        if fits(other, seat, chance.below(1000) / 1000):
            break
        redeal_informations(other, seat, chance)
    return other


def fits(table: Goodwill, seat: Seat, luck: float) -> bool:
    """Whether the prices that others have shown this year go with what they have seen here.

    Args:
        table: one that may be true.
        seat: whose prices do not count.
        luck: from 0 to 1; the more they are off, the more of it is needed.
    """
    shown = {company: prices for company, prices in table.assessments.items() if prices}
    if not shown:
        return True
    seen, left = view(table, None), -log(1 - luck) * 2 * UNSURE**2
    for other in table.seats:
        if other != seat:
            share = look_ahead(knowing(table, seen, table.slots_of(other))).share
            for company, prices in shown.items():
                wrote = sum(each[other] for each in prices) / len(prices)
                left -= (wrote - share[company] - seen.box.weighs.over) ** 2
            if left < 0:
                return False
    return True


def knowing(table: Goodwill, seen: GoodwillView, slots: Sequence[int]) -> GoodwillView:
    """Return what is seen, and the informations in these slots."""
    informations = [
        InformationView(slot, (), pair.event, pair.percentage)
        if slot in slots
        else InformationView(slot, (), None, None)
        for slot, pair in enumerate(table.slots, 1)
    ]
    return replace(seen, informations=informations)


def revealed(table: Goodwill, seat: Seat) -> float:
    """Return how far a seat is ahead as all will probably end, if it knew all the news: about its part of a victory."""
    if table.outcome is not None:
        return as_it_ended(table.outcome)[seat]
    every = knowing(table, view(table, seat), range(1, len(table.slots) + 1))
    outlook = look_ahead(every)
    worth = {
        other: investor.cash
        + sum(outlook.share[company] * count for company, count in investor.shares.items())
        + sum(
            card.pays * outlook.chance(card.condition)
            for card in (table.box.derivative[each] for each in (*investor.derivatives, *investor.objectives))
        )
        for other, investor in table.investors.items()
        if other not in table.conceded
    }
    return softmax({other: each / WINS for other, each in worth.items()}, table.investors).get(seat, 0.0)
