"""Advice: what a bot would answer for a seat, and why, for whoever wants a hint.

A game looks at what the seat sees and at what it is asked, as its bot does, and at nothing else; so it can tell nothing
that the seat does not know.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bot.engine.records import Move


@dataclass(frozen=True)
class Advice:
    """An answer with its reason; of what is put together, the next choice."""

    move: Move | None
    """A legal answer; None: what has been put together is best sent as it stands."""
    why: str
    """What weighed most, as a sentence in the game's terms; seats are marks."""
    nearly: Move | None = None
    """Another one that seemed nearly as good; None: none did."""


def nearly_as_good(scored: Iterable[tuple[float, Move]], chosen: Move | None, margin: float) -> Move | None:
    """Return the best of the other moves if it is worth nearly as much as the chosen one; None: none is.

    Args:
        scored: all moves, with what each is worth.
        chosen: one of them, or None.
        margin: what is worth only so much less than the best is nearly as good.
    """
    ranked = sorted(scored, key=lambda one: -one[0])
    others = [(worth, move) for worth, move in ranked if move != chosen]
    return others[0][1] if others and others[0][0] >= ranked[0][0] - margin else None
