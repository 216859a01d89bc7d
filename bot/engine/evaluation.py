"""Evaluation: how good a position is for each seat, as one view shows it, in numbers that were fitted to games of bots.

A game says what counts, by name and seat, and how much of the game is over. What each weighs at which time lies in the
game's `chances.json`, which `python -m tests.ladder.fit` writes. No record depends on it: it may be fitted anew at any
time. A game whose strong bots judge by it keeps in its box the weights with which it began.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import exp
from typing import Final, Generic, TypeAlias, TypeVar

from bot.engine.records import Card, Seat
from bot.engine.table import Outcome

V = TypeVar("V")

RIVAL: Final[Seat] = -1
"""Where an opponent without a seat stands, such as the automaton of a game for one."""
KNOTS: Final = (0.0, 0.5, 0.8, 1.0)
"""How much of a game is over where each number has a weight of its own; between two of them it passes from one to the
other."""

Counts: TypeAlias = Mapping[str, float]
"""What counts in a position for one seat, by name; about as large as 1. What all seats have alike changes nothing."""


class Tried(Card):
    """How true chances were of deals to which they were not fitted."""

    learned: int
    """To so many positions they were fitted."""
    positions: int
    """On so many they were tried."""
    fair: float
    """What it cost, as the mean log loss, to say that all have the same chance,"""
    lead: float
    """to know only how much each has so far,"""
    chances: float
    """and to know these chances."""
    said: tuple[tuple[float, float, int], ...]
    """Of those of each tenth: the mean of what was said, the part that came true, and how many they were."""


class Weights(Card):
    """What was fitted."""

    seats: dict[int, dict[str, tuple[float, ...]]]
    """By number of seats and by name: what it weighs at each of the knots."""
    tried: dict[int, Tried] = {}
    """By number of seats."""


@dataclass(frozen=True)
class Position:
    """What counts in a position."""

    over: float
    """How much of the game is over, from 0 to 1."""
    seats: Mapping[Seat, Counts | None]
    """By seat, and by `RIVAL`, with the same names for each; None: it cannot win any more."""


@dataclass(frozen=True)
class Evaluation(Generic[V]):
    """How a game's positions are judged."""

    position: Callable[[V], Position]
    """From a view, of a seat or of everybody, while the game runs: what counts in it; in less than a millisecond."""
    weights: Weights

    def chances(self, position: Position) -> dict[Seat, float]:
        """Return how likely each wins, adding up to 1 but for rounding."""
        fitted, seats = self.weights.seats, len(position.seats.keys() - {RIVAL})
        weights = fitted[min(fitted, key=lambda number: abs(number - seats))]
        near = hats(position.over)
        worth = {
            seat: sum(
                value * sum(weight * part for weight, part in zip(weights[name], near, strict=True))
                for name, value in counts.items()
                if name in weights
            )
            for seat, counts in position.seats.items()
            if counts is not None
        }
        return softmax(worth, position.seats)


def softmax(worth: Mapping[Seat, float], seats: Mapping[Seat, object]) -> dict[Seat, float]:
    """Return each seat's part of the sum of e to the power of its worth; who has no worth has no part.

    If nobody has one, all have the same. To some digits, so that other machines come to the same.
    """
    if not worth:
        return {seat: round(1 / len(seats), 4) for seat in seats}
    best = max(worth.values())
    powers = {seat: exp(value - best) for seat, value in worth.items()}
    total = sum(powers.values())
    return {seat: round(powers.get(seat, 0.0) / total, 4) for seat in seats}


def hats(over: float) -> tuple[float, ...]:
    """Return how much the weight at each knot counts when so much of a game is over; together they are 1."""
    over = min(1.0, max(0.0, over))
    at = next(at for at in range(1, len(KNOTS)) if over <= KNOTS[at])
    part = (over - KNOTS[at - 1]) / (KNOTS[at] - KNOTS[at - 1])
    return tuple({at - 1: 1 - part, at: part}.get(knot, 0.0) for knot in range(len(KNOTS)))


def as_it_ended(outcome: Outcome) -> dict[Seat, float]:
    """Return the chances when a game is over: 1 for whoever has won it, of a shared victory a share each."""
    winners = [RIVAL] if outcome.beaten_by else outcome.winners
    seats = [*([RIVAL] if outcome.rivals else []), *outcome.places]
    return {seat: round((seat in winners) / len(winners), 4) for seat in seats}
