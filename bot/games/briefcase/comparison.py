"""Compare two answers by the bot's estimates, in victory points, for the turning points of reviews."""

from __future__ import annotations

from collections import Counter

from bot.engine.advice import Comparison
from bot.engine.questions import Choose, Question, Subset
from bot.engine.records import Move
from bot.games.briefcase import moves
from bot.games.briefcase.advice import format_points, why
from bot.games.briefcase.bots import Mind
from bot.games.briefcase.view import BriefcaseView

MIN_LOSS = 0.5
"""Minimum loss in victory points; smaller ones do not count."""
FREE_CARD, FREE_EXCHANGE = 0.5, 0.3
"""Value of a free card and of a free exchange in points; the bot's own figures only put them first."""


def compare(view: BriefcaseView, question: Question, better: Move, given: Move) -> Comparison | None:
    """Return how much better one answer is than another, and why; see `Bots.compare`."""
    mind = Mind(view)
    match question, better, given:
        case _, _, moves.ChoosePayment() | moves.PayByHand():
            return None  # the choice of how to pay has no estimate of its own
        case Choose(), _, _:
            loss = _value(mind, better) - _value(mind, given)
            scored = [(mind.score(move), move) for move in (better, given)]
            reason = why(mind, better, scored)
        case Subset(), moves.ThrowAway(), moves.ThrowAway():
            loss = _kept(mind, better) - _kept(mind, given)
            reason = "What you keep then brings your companies nearer to their activation."
        case Subset(), moves.PickPortfolio(), moves.PickPortfolio():
            loss = _brought(mind, better) - _brought(mind, given)
            reason = "These should bring most to those who activate them, by the end of the game."
        case _:
            return None
    lost = f"about {format_points(loss)}"
    return Comparison(loss if loss >= MIN_LOSS else 0.0, lost, reason, lambda move: _makes_up(better, move))


def _value(mind: Mind, move: Move) -> float:
    """Return the value of a move in victory points."""
    match move:
        case moves.DrawExtra():
            return FREE_CARD
        case moves.Exchange():
            return min(FREE_EXCHANGE, mind.score(move))
        case _:
            return mind.score(move)


def _kept(mind: Mind, move: moves.ThrowAway) -> float:
    """Return the value of what is left after some resources were thrown away."""
    gone = Counter(value.partition(" ")[0] for value in move.resources)
    return mind.potential(mind.stored - Counter({resource: gone[resource] for resource in mind.stored}))


def _brought(mind: Mind, move: moves.PickPortfolio) -> float:
    """Return the value of the companies in a portfolio."""
    return sum(mind.first_time(mind.view.box.company[company]) for company in move.companies)


def _makes_up(better: Move, later: Move) -> bool:
    """Whether a later play of the same turn does the same, whatever it is paid with."""
    match better, later:
        case moves.BuyResources(resources=wanted), moves.BuyResources(resources=bought):
            return bool({*wanted} & {*bought})
        case moves.MoveBlock(), moves.MoveBlock():
            return (better.what, better.to) == (later.what, later.to)
        case moves.Invest(), moves.Invest():
            return True
        case (
            moves.BuyCompany(company=one) | moves.ActivateCompany(company=one) | moves.HireCompany(company=one),
            moves.BuyCompany(company=other) | moves.ActivateCompany(company=other) | moves.HireCompany(company=other),
        ):
            return (better.kind, one) == (later.kind, other)
        case moves.DrawExtra() | moves.Exchange(), _:
            return type(later) is type(better)
        case _:
            return False
