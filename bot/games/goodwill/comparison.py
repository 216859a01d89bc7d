"""Compare two answers by the bot's estimates, in dollars at the end of the game, for the turning points of reviews."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.engine.advice import Comparison
from bot.engine.questions import Question
from bot.engine.records import Move
from bot.engine.words import format_list
from bot.games.goodwill.advice import describe_gain, explain_boss, format_dollars
from bot.games.goodwill.bots import believed, boss_gains, lot_worth, subject
from bot.games.goodwill.moves import (
    Assess,
    AssessAndPrefer,
    AssessBoth,
    Ballot,
    Bid,
    Nominate,
    PassLot,
    ProposeAndVote,
    Raise,
    VoteOn,
)
from bot.games.goodwill.view import GoodwillView
from bot.games.goodwill.words import money

MIN_LOSS = 2.0
"""Minimum loss in dollars; smaller ones do not count."""


def compare(view: GoodwillView, _question: Question, better: Move, given: Move) -> Comparison | None:
    """Return how much better one answer is than another, and why; see `Bots.compare`."""
    match better, given:
        case (Assess() | AssessBoth() | AssessAndPrefer(), Assess() | AssessBoth() | AssessAndPrefer()):
            return _compare_prices(view, _list_prices(better), _list_prices(given))
        case (Bid() | Raise() | PassLot(), Bid() | Raise() | PassLot()):
            return _compare_bids(view, better, given)
        case (
            Nominate() | Ballot() | VoteOn() | ProposeAndVote(),
            Nominate() | Ballot() | VoteOn() | ProposeAndVote(),
        ):
            return _compare_votes(view, _list_yes(better), _list_yes(given))
        case _:
            return None


def _compared(loss: float, why: str) -> Comparison:
    return Comparison(loss if loss >= MIN_LOSS else 0.0, f"about {format_dollars(loss)}", why)


# Prices


def _list_prices(move: Assess | AssessBoth | AssessAndPrefer) -> Sequence[int]:
    match move:
        case Assess(price=price):
            return [price]
        case AssessBoth(prices=prices):
            return [*prices.values()]
        case AssessAndPrefer():
            return [*move.assessed.prices.values()]


def _compare_prices(view: GoodwillView, better: Sequence[int], given: Sequence[int]) -> Comparison:
    """Compare prices by their distance from what a share should bring.

    One of several players moves the mean price by a fraction of that, so the loss is that fraction of the distance.
    """
    company = subject(view)
    worth = believed(view, company)
    losses = [abs(wrote - worth) - abs(best - worth) for best, wrote in zip(better, given, strict=True)]
    wrote = max(zip(losses, given, strict=True), key=lambda pair: pair[0])[1]
    brings = f"a share of {company} that should bring about {format_dollars(worth)} over the rest of the game"
    trade = "dearly buy" if wrote > worth else "cheaply sell"
    return _compared(sum(losses) / view.players, f"With a price of {money(wrote)} you may {trade} {brings}.")


# Derivatives


def _compare_bids(view: GoodwillView, better: Bid | Raise | PassLot, given: Bid | Raise | PassLot) -> Comparison:
    """Compare bids by what the card should bring more than it costs."""
    worth = lot_worth(view)
    brings = f"The card should bring about {format_dollars(worth)} at the end of the game"
    best, wrote = _get_price(better), _get_price(given)
    if isinstance(better, Bid) and isinstance(given, Bid):
        loss = abs(wrote - worth) - abs(best - worth)
    else:
        loss = (worth - best if best else 0.0) - (worth - wrote if wrote else 0.0)
    if wrote > worth:
        return _compared(loss, f"{brings}, less than the {money(wrote)} that you would pay.")
    instead = f"for a bid of {money(wrote)}" if wrote else "if you pass"
    return _compared(loss, f"{brings}, and {instead} somebody else may have it.")


def _get_price(move: Bid | Raise | PassLot) -> int:
    return 0 if isinstance(move, PassLot) else move.price


# Bosses


def _list_yes(move: Nominate | Ballot | VoteOn | ProposeAndVote) -> set[str]:
    """Return the candidates that an answer proposes or approves of."""
    match move:
        case Nominate(boss=boss):
            return set() if boss is None else {boss}
        case Ballot(approve=approve):
            return {*approve}
        case VoteOn(boss=boss, yes=yes):
            return {boss} if yes else set()
        case ProposeAndVote():
            return {*move.ballot.approve}


def _compare_votes(view: GoodwillView, better: set[str], given: set[str]) -> Comparison | None:
    """Compare votes by what the candidates would bring for whom they differ."""
    company = subject(view)
    gains: Mapping[str, float] = boss_gains(view, company, sorted(better ^ given))
    terms = {boss: gain if boss in better else -gain for boss, gain in gains.items()}
    if not terms:
        return None
    most, *others = sorted(terms, key=lambda boss: -terms[boss])
    rest = [f"{view.box.boss[boss].name} {describe_gain(gains[boss])}" for boss in others]
    also = f"; {format_list(rest)}" if rest else ""
    return _compared(sum(terms.values()), f"{explain_boss(view, company, most, gains[most])}{also}.")
