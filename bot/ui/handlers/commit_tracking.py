"""Track whether an interaction committed anything, and let its transaction claim the interaction once.

A failed reply can then say whether the press counted. The store reports each transaction that the interaction's task
commits, so new controls and commands need no code for this.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from bot.host.errors import Refusal
from bot.ui.handlers.duplicate_deliveries import ALREADY_COUNTED
from storage.interface.errors import StoreFailed
from storage.interface.transaction_observer import OBSERVER, Claim


class CommitTracking:
    """Watches the commits of the current task, and lets its first transaction claim the interaction.

    Args:
        interaction_id: id of the interaction that is answered.
    """

    def __init__(self, interaction_id: int) -> None:
        self._task = asyncio.current_task()
        self._claim = Claim(interaction_id, secrets.token_hex(8), Refusal(ALREADY_COUNTED))
        self._is_claimed = False
        self.saved = False
        """Whether any change of this press was committed."""
        self.failed = False
        """Whether any change of this press failed to commit."""

    def claim(self) -> Claim | None:
        """Return the claim for the next transaction, not in child tasks; see `TransactionObserver`."""
        return None if self._is_claimed or asyncio.current_task() is not self._task else self._claim

    def observe(self, writing: asyncio.Future[Any]) -> None:
        """Watch a write's outcome; see `storage.interface.transaction_observer`."""
        if asyncio.current_task() is self._task:
            writing.add_done_callback(self._record_outcome)

    def _record_outcome(self, writing: asyncio.Future[Any]) -> None:
        failure = None if writing.cancelled() else writing.exception()
        is_written = not writing.cancelled() and failure is None
        self.saved |= is_written
        self._is_claimed |= is_written
        self.failed |= isinstance(failure, StoreFailed)


@contextmanager
def watch_commits(tracking: CommitTracking) -> Iterator[None]:
    """Let the store report the commits made in this block."""
    before = OBSERVER.set(tracking)
    try:
        yield
    finally:
        OBSERVER.reset(before)
