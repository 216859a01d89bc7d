"""Hints: a bot's answer for a seat, with its reason.

A game derives advice from the seat's view and its question alone, as its bot does. So advice cannot reveal anything the
seat does not know.
"""

from __future__ import annotations

from collections.abc import Iterable
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
