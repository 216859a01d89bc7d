"""Signals that other services subscribe to: game commits, season updates, clock ticks."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Generic, TypeVar


@dataclass(frozen=True)
class Commit:
    """A saved change of a table."""

    game_id: int
    next_at: str | None = None
    """The earliest new time at which one of the table's open questions is due; None: no earlier than known before."""
    answered_for: bool = True
    """Whether a bot, a default or a standing order may have to answer a question now."""


Happened = TypeVar("Happened")


class Signal(Generic[Happened]):
    """Notifies subscribers of an event after it was saved."""

    def __init__(self) -> None:
        self._followers: list[Callable[[Happened], None]] = []

    def subscribe(self, follower: Callable[[Happened], None]) -> None:
        """Subscribe a callback that returns at once; subscribers are called in order of subscription."""
        self._followers.append(follower)

    def notify(self, happened: Happened) -> None:
        """Notify subscribers."""
        for follower in self._followers:
            follower(happened)


class PeriodicTasks:
    """Runs the subscribed checks for due work, one after the other."""

    def __init__(self) -> None:
        self._looks: list[Callable[[], Awaitable[None]]] = []

    def subscribe(self, look: Callable[[], Awaitable[None]]) -> None:
        """Subscribe a check; checks run in order of subscription."""
        self._looks.append(look)

    async def run(self) -> None:
        """Run all checks."""
        for look in self._looks:
            await look()
