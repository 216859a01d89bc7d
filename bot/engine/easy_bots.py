"""Easy bots: noisy choices among moves that seem nearly as good as the best, never clearly bad ones."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, inf
from random import Random
from typing import TypeVar

Thing = TypeVar("Thing")

NEAR = 3.0
"""Options worse than the best by more than this many times the ease are never chosen."""


def choose_near_best(weighed: Sequence[tuple[float, Thing]], ease: float, random: Random, least: float = -inf) -> Thing:
    """Return a random item, with probability rising with its worth (a softmax).

    Args:
        weighed: the items with their worth; at least one.
        ease: the temperature, above 0, in the unit of the worth; an item worse by this much is 2.7 times less likely.
        random: the random generator.
        least: items worth less are excluded if another reaches it, for instance the worth of doing nothing.
    """
    best = max(worth for worth, _ in weighed)
    lowest = max(best - NEAR * ease, min(best, least))
    near = [(worth, thing) for worth, thing in weighed if worth >= lowest]
    # Rounded, so that replays on other machines give the same.
    weights = [round(exp((worth - best) / ease), 6) for worth, _ in near]
    return random.choices([thing for _, thing in near], weights)[0]


def add_noise(worth: float, ease: float, random: Random) -> float:
    """Return the worth with Gaussian noise of this standard deviation."""
    return round(random.gauss(worth, ease), 6)
