"""What is followed: commits, seasons that have gone on, the clock; whoever has something to do then says so itself."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Generic, TypeVar


@dataclass(frozen=True)
class Commit:
    """Something about a table that was saved."""

    game_id: int
    next_at: str | None = None
    """When one of the table's open questions has to be looked at; None: no sooner than was known before."""
    answered_for: bool = True
    """Whether a bot, a default or a standing order may have to answer for somebody now."""


Happened = TypeVar("Happened")


class Signal(Generic[Happened]):
    """Tells of what has happened after it was saved, so that nobody is told anything that was not."""

    def __init__(self) -> None:
        self._followers: list[Callable[[Happened], None]] = []

    def follow(self, follower: Callable[[Happened], None]) -> None:
        """Tell this follower, too, from now on, which returns at once; the first to follow is told first."""
        self._followers.append(follower)

    def tell(self, happened: Happened) -> None:
        """Tell everybody who follows."""
        for follower in self._followers:
            follower(happened)


class PeriodicTasks:
    """Lets those who follow look at what has become due, one after the other."""

    def __init__(self) -> None:
        self._looks: list[Callable[[], Awaitable[None]]] = []

    def follow(self, look: Callable[[], Awaitable[None]]) -> None:
        """Let this be looked at, too, from now on; the first to follow looks first."""
        self._looks.append(look)

    async def look(self) -> None:
        """Let everybody look who follows."""
        for look in self._looks:
            await look()
