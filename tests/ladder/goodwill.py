"""Simple strategies for Goodwill; by default they steer as the bot does."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from bot.engine.multi_step import Compose
from bot.engine.questions import Number, Question, Split, Subset
from bot.engine.records import Move
from bot.games.goodwill.bots import choose, fair_price, subject
from bot.games.goodwill.components import Company
from bot.games.goodwill.moves import Assess, AssessAndPrefer, AssessBoth, Ballot, Nominate, ProposeAndVote, VoteOn
from bot.games.goodwill.view import GoodwillView
from tests.ladder.strategies import Strategies, Strategy, bot_that

Price = Callable[[GoodwillView, Company, Random], float]


def writes(price: Price) -> Strategy:
    """Return a strategy that assesses each company so."""

    def answer(view: GoodwillView, question: Question, random: Random) -> Move:
        match question:
            case Number(move=kind) if kind is Assess:
                return Assess(price=legal(view, price, random))
            case Split(move=kind) if kind is AssessBoth:
                return AssessBoth(prices={"first": legal(view, price, random), "second": legal(view, price, random)})
            case Compose(move=kind) if kind is AssessAndPrefer:
                return with_prices(choose(view, question, random), legal(view, price, random))
            case _:
                return choose(view, question, random)

    return answer


def with_prices(move: Move, price: int) -> Move:
    """Return the answer of a swift table with this price for both shares."""
    assert isinstance(move, AssessAndPrefer)
    both = AssessBoth(prices={"first": price, "second": price})
    return AssessAndPrefer(parts=(both, *(part for part in move.parts if not isinstance(part, AssessBoth))))


def legal(view: GoodwillView, price: Price, random: Random) -> int:
    """Return the legal price nearest to the one that is wanted."""
    wanted = price(view, subject(view), random)
    return min(view.legal_prices, key=lambda each: abs(each - wanted))


def fair_value(view: GoodwillView, company: Company, random: Random) -> float:
    """Return the value of a share if the table did not change."""
    return view.companies[company].brings


def two_more(view: GoodwillView, company: Company, random: Random) -> float:
    """Return the bot's price and $2."""
    return fair_price(view, company, random) + 2


def lowest(view: GoodwillView, company: Company, random: Random) -> float:
    """Return the lowest price there is: its writer only sells."""
    return view.legal_prices[0]


def one_company(view: GoodwillView, company: Company, random: Random) -> float:
    """Return the highest price for this seat's largest holding, and the lowest for the other companies."""
    shares = view.investors[view.seat or 1].shares
    return view.legal_prices[-1 if company == max(shares, key=lambda each: shares[each]) else 0]


def steers(view: Any, move: Move) -> bool:
    """Whether an answer names or accepts a boss."""
    match move:
        case Nominate():
            return move.boss is not None
        case Ballot():
            return bool(move.approve)
        case VoteOn():
            return move.yes
        case _:
            return False


_steers_as_little_as_it_can = bot_that(choose, lambda view, move: not steers(view, move))


def never_steers(view: GoodwillView, question: Question, random: Random) -> Move:
    """Trade as the bot does, and leave all bosses where they are."""
    match question:
        case Subset(move=kind) if kind is Ballot:
            return question.make([])
        case Compose(move=kind) if kind is ProposeAndVote:
            return ProposeAndVote(parts=(Nominate(boss=None),))
    return _steers_as_little_as_it_can(view, question, random)


STRATEGIES: Strategies = {
    "always writes today's fair value": writes(fair_value),
    "writes the bot's price plus $2": writes(two_more),
    "never buys: always writes the lowest price": writes(lowest),
    "puts everything on its largest company": writes(one_company),
    "never interferes with bosses": never_steers,
}
