"""Counted: whether a press has saved something, for whoever pressed and then got no answer; and that it saves it once.

It is not asked of each kind of press: the store says of every transaction that the task of the press writes
whether it was saved, so that a new control or command needs nothing of its own here.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from bot.host.errors import Refusal
from bot.ui.handlers.duplicate_deliveries import ALREADY_COUNTED
from storage.interface import WITNESS, Claim, StoreFailed


class CommitTracking:
    """Watches what the present task writes, and lets its first transaction claim the interaction.

    Args:
        interaction_id: which interaction is answered.
    """

    def __init__(self, interaction_id: int) -> None:
        self._task = asyncio.current_task()
        self._claim = Claim(interaction_id, secrets.token_hex(8), Refusal(ALREADY_COUNTED))
        self._is_claimed = False
        self.saved = False
        """Whether anything was saved that the press was for."""
        self.failed = False
        """Whether anything of it could not be saved."""

    def claim(self) -> Claim | None:
        """See `storage.interface.Witness`; what tasks write that this one has started is not its own."""
        return None if self._is_claimed or asyncio.current_task() is not self._task else self._claim

    def watch(self, writing: asyncio.Future[Any]) -> None:
        """See `storage.interface.Witness`."""
        if asyncio.current_task() is self._task:
            writing.add_done_callback(self._written)

    def _written(self, writing: asyncio.Future[Any]) -> None:
        failure = None if writing.cancelled() else writing.exception()
        is_written = not writing.cancelled() and failure is None
        self.saved |= is_written
        self._is_claimed |= is_written
        self.failed |= isinstance(failure, StoreFailed)


@contextmanager
def watched(interaction_id: int) -> Iterator[CommitTracking]:
    """Watch what is written in here for an interaction."""
    counted = CommitTracking(interaction_id)
    before = WITNESS.set(counted)
    try:
        yield counted
    finally:
        WITNESS.reset(before)
