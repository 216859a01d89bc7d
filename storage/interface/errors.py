"""Errors of the store."""

from __future__ import annotations


class Conflict(Exception):
    """Another writer stored this revision, or changed this lobby, first."""


class StoreFailed(Exception):
    """The store cannot be used; the text says why and what an operator can do."""


class StoreInUse(StoreFailed):
    """Another program, most likely the running bot, has the store open."""


class UnknownOutcome(StoreFailed):
    """The outcome of a write is unknown; the caller reads the store again to find out."""


class GameDamaged(StoreFailed):
    """The stored data of one game cannot be read; other games are unaffected."""

    @classmethod
    def from_game(cls, game_id: int, what: str) -> GameDamaged:
        """Build the error for a game and the damaged part of it."""
        return cls(
            f"Game {game_id} cannot be read: {what} is damaged. Restore a backup, or abandon this game; "
            "other games are not touched by this."
        )
