"""Observation of the transactions that a task queues, such as those of one interaction."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple, Protocol


class Claim(NamedTuple):
    """Claim on an interaction, so that a second delivery of it writes nothing."""

    interaction_id: int
    delivery: str
    """Distinguishes the deliveries of one interaction."""
    refusal: Exception
    """Raised if another delivery has claimed the interaction."""


class TransactionObserver(Protocol):
    """Observer of the transactions that a task queues."""

    def claim(self) -> Claim | None:
        """Return the claim that the transaction must take first; None if there is none."""

    def observe(self, writing: asyncio.Future[Any]) -> None:
        """Observe a queued transaction through its future."""


OBSERVER: ContextVar[TransactionObserver | None] = ContextVar("OBSERVER", default=None)
"""The observer of transactions queued in this context."""


@contextmanager
def ignore_observer() -> Iterator[None]:
    """Write side data, such as a player's presence, without notifying the observer."""
    before = OBSERVER.set(None)
    try:
        yield
    finally:
        OBSERVER.reset(before)
