"""Thinking: how long a game's bot thinks where it plays as strongly as it can, and by what it judges.

`bot.engine.search` does it. Where a game has none, nobody has shown that its bot would gain by thinking.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import exp

from bot.engine.records import Seat
from bot.engine.table import Table


@dataclass(frozen=True)
class Thinking:
    """How a game's bot thinks when it plays as strongly as it can."""

    worlds: int
    """So many truths the best candidates are tried in."""
    answers: int | None
    """After so many answers a game that is tried is broken off and judged; None: it is played to its end."""
    judge: Callable[[Table, Seat], float]
    """How good a table is for a seat, about from 0 to 1, where it was broken off or is over."""
    sure: float = 1.0
    """By how many standard errors a candidate must be better than what the bot answers."""
    plans: int = 12
    """So many candidates at most."""
    first: int = 8
    """In so many worlds all candidates are tried."""


def lead(scale: float) -> Callable[[Table, Seat], float]:
    """Return a judge that goes by the lead over the best of the others, and by the win where the game is over.

    Args:
        scale: so many points of a lead are worth e to 1 to have won.
    """

    def judge(table: Table, seat: Seat) -> float:
        over = table.outcome
        scores = table.scores_so_far() if over is None else over.scores
        others = [score for other, score in scores.items() if other != seat]
        ahead = scores[seat] - max([*others, *({} if over is None else over.rivals).values()], default=0)
        leads = round(1 / (1 + exp(-max(-30.0, min(30.0, ahead / scale)))), 6)  # to a digit: the same everywhere
        if over is None:
            return leads
        return (leads + ((seat in over.winners) / len(over.winners) if over.winners else 0.0)) / 2

    return judge
