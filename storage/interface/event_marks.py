"""Event marks, the last revision about which players and followers of a table were told."""

from __future__ import annotations

from typing import NamedTuple

from storage.interface.people import EventLevel


class Followed(NamedTuple):
    """A table that somebody without a seat follows."""

    follow_id: int
    game_id: int
    user_id: int
    told: int
    """The revision up to which they have been told."""
    revision: int
    """Its present revision."""
    is_over: bool


class UntoldEvents(NamedTuple):
    """A table that has moved on since a player was told what happened there."""

    game_id: int
    user_id: int
    seat: int
    level: EventLevel
    told: int | None
    """The revision up to which they were told; None: they were told nothing yet."""
    revision: int
    is_over: bool = False
