"""Commits: what has been saved about a table, for those who have to do something about it afterwards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class Commit:
    """Something about a table that was saved."""

    game_id: int
    next_at: str | None = None
    """When one of the table's open questions has to be looked at; None: no sooner than was known before."""
    answered_for: bool = True
    """Whether a bot, a default or a standing order may have to answer for somebody now."""


Follower: TypeAlias = Callable[[Commit], None]
"""Sets going what follows a commit, and returns at once."""


class Commits:
    """Tells of each commit after it was made, so that nobody is told anything that was not saved."""

    def __init__(self) -> None:
        self._followers: list[Follower] = []

    def follow(self, follower: Follower) -> None:
        """Tell this follower, too, of every commit from now on; the first to follow is told first."""
        self._followers.append(follower)

    def tell(self, commit: Commit) -> None:
        """Tell everybody who follows."""
        for follower in self._followers:
            follower(commit)
