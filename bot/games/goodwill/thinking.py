"""Goodwill's part of the search bot: candidate answers, and sampled tables that fit the prices others have shown.

Players write what a share is worth to them, so their prices tell which news they have seen. A share's value depends on
all the news of the year, so a year is judged as if all of them were open.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from math import exp, inf

from bot.engine.chance import Chance
from bot.engine.evaluation import compute_softmax, get_final_probabilities
from bot.engine.questions import Choose, Question, Subset
from bot.engine.records import Move, Seat
from bot.games.goodwill.bots import look_ahead
from bot.games.goodwill.components import Company
from bot.games.goodwill.moves import Assess, AssessAndPrefer, AssessBoth, Ballot, Nominate, ProposeAndVote, VoteOn
from bot.games.goodwill.table import Goodwill
from bot.games.goodwill.view import GoodwillView, InformationView, redeal, redeal_informations, view


def plans(seen: GoodwillView, question: Question, plain: Move) -> Iterator[Move]:
    """Yield other prices than the bot would write, the nearest first; between two, every other vote as well."""
    for by in apart(seen.legal_prices.step, seen.box.thinks.steps):
        match plain:
            case Assess(price=price) if price + by >= 0:
                yield Assess(price=price + by)
            case AssessBoth():
                yield _both(plain, by)
            case AssessAndPrefer(parts=(AssessBoth() as prices, *others)):
                yield AssessAndPrefer.model_validate({"parts": [_both(prices, by), *others]})
            case _:
                pass
    if seen.players == 2:
        yield from _votes(seen, question, plain)


def _votes(seen: GoodwillView, question: Question, plain: Move) -> Iterator[Move]:
    match question, plain:
        case Choose(), Nominate() | Ballot() | VoteOn():
            yield from question.moves
        case Subset(), Ballot():
            values = [item.value for item in question.items]
            for size in range(len(values) + 1):
                yield from (question.make(some) for some in combinations(values, size))
        case _, ProposeAndVote():
            yes = plain.ballot.approve
            for boss in (*seen.available, None):
                others = tuple(each for each in seen.available if each in yes and each != boss)
                yield ProposeAndVote(parts=(Nominate(boss=boss), *([Ballot(approve=others)] if others else [])))
        case _:
            pass


def apart(step: int, steps: int) -> Sequence[int]:
    """Return the offsets of other prices, the nearest first, with `steps` of them up and down."""
    return [sign * number * step for number in range(1, steps + 1) for sign in (1, -1)]


def _both(prices: AssessBoth, by: int) -> AssessBoth:
    return AssessBoth(prices={which: max(0, price + by) for which, price in prices.prices.items()})


def imagine(table: Goodwill, seat: Seat, chance: Chance) -> Goodwill:
    """Return another truth, in which the others have seen news that go with the prices they have shown this year."""
    other = redeal(table, seat, chance)
    shown = {company: prices for company, prices in table.assessments.items() if prices}
    if not shown:
        return other
    seen, nearest = view(other, None), (inf, other.slots, other.event_deck, other.percentage_deck)
    thinks = table.box.thinks
    for _ in range(thinks.tries):
        wrong = round(off(other, seat, seen, shown), 6)  # to a digit: the same everywhere
        if chance.draw_below(1000) < 1000 * exp(-min(wrong / thinks.unsure**2 / 2, thinks.far)):
            return other
        if wrong < nearest[0]:
            nearest = (wrong, [*other.slots], other.event_deck, other.percentage_deck)
        redeal_informations(other, seat, chance)
    _, other.slots, other.event_deck, other.percentage_deck = nearest
    return other


def off(
    table: Goodwill, seat: Seat, seen: GoodwillView, shown: Mapping[Company, Sequence[Mapping[Seat, int]]]
) -> float:
    """Return the squared deviations, in dollars, of the others' prices from those they would write here, summed up.

    Args:
        table: a table that may be true.
        seat: its own prices do not count.
        seen: everybody's view of it.
        shown: the prices, by company.
    """
    found = 0.0
    for other in table.seats:
        if other != seat:
            share = look_ahead(knowing(table, seen, table.slots_of(other))).share
            for company, prices in shown.items():
                wrote = sum(each[other] for each in prices) / len(prices)
                found += (wrote - share[company] - seen.box.weighs.over) ** 2
    return found


def knowing(table: Goodwill, seen: GoodwillView, slots: Sequence[int]) -> GoodwillView:
    """Return the view with only the informations in these slots revealed."""
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
        return get_final_probabilities(table.outcome)[seat]
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
    return compute_softmax({other: each / table.box.thinks.wins for other, each in worth.items()}, table.investors).get(
        seat, 0.0
    )
