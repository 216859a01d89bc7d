"""Position evaluation: win probabilities from one view, with weights fitted to games of bots.

A game names the features of a position by name and seat, and says how much of the game is over. The weights by time lie
in the game's `chances.json`, which `python -m tests.ladder.fit` writes. No record depends on this file, so it can be
refitted at any time. A game whose strong bots judge by it keeps the weights it began with in its box.
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
"""The pseudo-seat of an opponent without a seat, such as the automaton of a solo game."""
KNOTS: Final = (0.0, 0.5, 0.8, 1.0)
"""Fractions of the game at which each feature has its own weight; between two of them it is interpolated."""

Counts: TypeAlias = Mapping[str, float]
"""Features of a position for one seat, by name, about 1 in size. A feature that is equal for all seats has no
effect."""


class Tried(Card):
    """Accuracy of the probabilities on held-out deals."""

    learned: int
    """Number of positions in the training set."""
    positions: int
    """Number of positions in the test set."""
    fair: float
    """Mean log loss of equal probabilities."""
    lead: float
    """Mean log loss of a model that knows only the current scores."""
    chances: float
    """Mean log loss of this model."""
    said: tuple[tuple[float, float, int], ...]
    """Calibration by decile: mean prediction, observed frequency, and number of cases."""


class Weights(Card):
    """Fitted weights."""

    seats: dict[int, dict[str, tuple[float, ...]]]
    """By number of seats and feature name: the weight at each of the knots."""
    tried: dict[int, Tried] = {}
    """By number of seats."""


@dataclass(frozen=True)
class Position:
    """Features of a position."""

    over: float
    """Fraction of the game that is over, from 0 to 1."""
    seats: Mapping[Seat, Counts | None]
    """By seat, and by `RIVAL`, with the same names for each; None for a seat that can no longer win."""


@dataclass(frozen=True)
class Evaluation(Generic[V]):
    """The evaluation of a game's positions."""

    position: Callable[[V], Position]
    """Extracts the features from a view of a running game, of a seat or of everybody, in under a millisecond."""
    weights: Weights

    def compute_win_probabilities(self, position: Position) -> dict[Seat, float]:
        """Return each seat's win probability, adding up to 1 apart from rounding."""
        fitted, seats = self.weights.seats, len(position.seats.keys() - {RIVAL})
        weights = fitted[min(fitted, key=lambda number: abs(number - seats))]
        near = compute_knot_weights(position.over)
        worth = {
            seat: sum(
                value * sum(weight * part for weight, part in zip(weights[name], near, strict=True))
                for name, value in counts.items()
                if name in weights
            )
            for seat, counts in position.seats.items()
            if counts is not None
        }
        return compute_softmax(worth, position.seats)


def compute_softmax(worth: Mapping[Seat, float], seats: Mapping[Seat, object]) -> dict[Seat, float]:
    """Return the softmax of the worths; a seat without a worth gets 0.

    If no seat has a worth, all get the same. Results are rounded, so that other machines get the same.
    """
    if not worth:
        return {seat: round(1 / len(seats), 4) for seat in seats}
    best = max(worth.values())
    powers = {seat: exp(value - best) for seat, value in worth.items()}
    total = sum(powers.values())
    return {seat: round(powers.get(seat, 0.0) / total, 4) for seat in seats}


def compute_knot_weights(over: float) -> tuple[float, ...]:
    """Return the interpolation weight of each knot at this fraction of the game; they add up to 1."""
    over = min(1.0, max(0.0, over))
    at = next(at for at in range(1, len(KNOTS)) if over <= KNOTS[at])
    part = (over - KNOTS[at - 1]) / (KNOTS[at] - KNOTS[at - 1])
    return tuple({at - 1: 1 - part, at: part}.get(knot, 0.0) for knot in range(len(KNOTS)))


def get_final_probabilities(outcome: Outcome) -> dict[Seat, float]:
    """Return the final probabilities: 1 for the winner; shared winners get equal shares."""
    winners = [RIVAL] if outcome.beaten_by else outcome.winners
    seats = [*([RIVAL] if outcome.rivals else []), *outcome.places]
    return {seat: round((seat in winners) / len(winners), 4) for seat in seats}
