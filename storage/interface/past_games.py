"""Results and reviews of finished games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple


class StoredReview(NamedTuple):
    """Stored review of a game."""

    revision: int
    """Revision of the game at the time of the review."""
    edition: int
    """Edition of the review's format; other editions are ignored."""
    review: str
    """As JSON."""
    played_on: bool
    """Whether bots have completed the playouts from all of its turning points."""


@dataclass(frozen=True, slots=True)
class SeatResult:
    """A seat's result in a finished game."""

    name: str
    place: int
    score: int | None
    user_id: int | None = None
    """Its player; None for a bot, after erasure or the retention period, and where players are never revealed."""


@dataclass(frozen=True, slots=True)
class Result:
    """A finished game with its players, winners first."""

    game_id: int
    title: str
    """The game's key, e.g. "goodwill"."""
    finished_at: str
    players: Sequence[SeatResult]
