"""Counted: whether a press has saved something, for whoever pressed and then got no answer.

It is not asked of each kind of press: the store says of every transaction that the task of the press writes
whether it was saved, so that a new control or command needs nothing of its own here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from storage.interface import WITNESS, StoreFailed


class Counted:
    """Watches what the present task writes."""

    def __init__(self) -> None:
        self._task = asyncio.current_task()
        self.saved = False
        """Whether anything was saved that the press was for."""
        self.failed = False
        """Whether anything of it could not be saved."""

    def watch(self, writing: asyncio.Future[object]) -> None:
        """See `storage.interface.WITNESS`; what tasks write that this one has started is not its own."""
        if asyncio.current_task() is self._task:
            writing.add_done_callback(self._written)

    def _written(self, writing: asyncio.Future[object]) -> None:
        failure = None if writing.cancelled() else writing.exception()
        self.saved |= not writing.cancelled() and failure is None
        self.failed |= isinstance(failure, StoreFailed)


@contextmanager
def watched() -> Iterator[Counted]:
    """Watch what is written in here."""
    counted = Counted()
    before = WITNESS.set(counted.watch)
    try:
        yield counted
    finally:
        WITNESS.reset(before)
