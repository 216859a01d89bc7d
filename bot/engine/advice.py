"""Hints and comparisons: a bot's answer for a seat, its gain over another answer, and the reason.

A game derives both from the seat's view and its question alone, as its bot does. So neither can reveal anything the
seat does not know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from bot.engine.records import Move


@dataclass(frozen=True)
class Advice:
    """An answer with its reason; for a composed move, the next choice."""

    move: Move | None
    """A legal answer; None: send the composed move as it stands."""
    why: str
    """The main reason, as a sentence in the game's terms; seats are marks."""
    nearly: Move | None = None
    """A runner-up that seemed nearly as good; None if there is none."""


@dataclass(frozen=True)
class Comparison:
    """The value of a better answer over a given one, with the main reason for the difference."""

    loss: float
    """How much less the given answer is worth, in the game's unit; it counts as a loss if it is positive."""
    lost: str
    """The loss in words, such as "about 3 points"; empty: the game's unit says nothing to players."""
    why: str
    """The main reason for the difference, as a sentence in the game's terms; seats are marks."""
    makes_up: Callable[[Move], bool] | None = None
    """Whether a later move does what the better answer would have done, so that nothing was lost if it came soon; None:
    no later move can."""


def find_close_second(scored: Iterable[tuple[float, Move]], chosen: Move | None, margin: float) -> Move | None:
    """Return the best of the other moves if it is worth nearly as much as the chosen one, else None.

    Args:
        scored: all moves, each with its worth.
        chosen: one of them, or None.
        margin: how far below the best a move may lie and still count as nearly as good.
    """
    ranked = sorted(scored, key=lambda one: -one[0])
    others = [(worth, move) for worth, move in ranked if move != chosen]
    return others[0][1] if others and others[0][0] >= ranked[0][0] - margin else None
