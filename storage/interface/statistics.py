"""Counts over all games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from storage.interface.games import GameStatus


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts over all games."""

    games: Mapping[tuple[str, GameStatus], int]
    """Game key and status -> number."""
    letters: Mapping[str, int]
    """Fate ("waiting", "sent", "given up") -> number."""
    oldest_letter: str | None
    """Creation time of the oldest waiting letter."""
    questions_to_people: int
    questions_to_bots: int
