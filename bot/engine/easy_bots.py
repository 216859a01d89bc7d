"""Ease: how a bot chooses that plays easily. It may take what only seems nearly as good, and never what seems silly."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, inf
from random import Random
from typing import TypeVar

Thing = TypeVar("Thing")

NEAR = 3.0
"""What is worse than the best by more than so many times the ease is never chosen."""


def one_of_the_best(weighed: Sequence[tuple[float, Thing]], ease: float, random: Random, least: float = -inf) -> Thing:
    """Return one of several things: the better each is, the more likely (a softmax).

    Args:
        weighed: each with what it is worth; one at least.
        ease: what is worse by so much is chosen 2.7 times less often; above 0, in the unit of what they are worth.
        random: decides.
        least: what is worth less is not chosen beside what is worth as much; for instance that of doing nothing.
    """
    best = max(worth for worth, _ in weighed)
    lowest = max(best - NEAR * ease, min(best, least))
    near = [(worth, thing) for worth, thing in weighed if worth >= lowest]
    # To a digit, so that a record that is played again elsewhere comes to the same.
    weights = [round(exp((worth - best) / ease), 6) for worth, _ in near]
    return random.choices([thing for _, thing in near], weights)[0]


def unsure(worth: float, ease: float, random: Random) -> float:
    """Return what something seems to be worth to somebody who is unsure by about so much."""
    return round(random.gauss(worth, ease), 6)
