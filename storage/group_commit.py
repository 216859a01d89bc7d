"""Group commit: transactions that wait at the same moment share one commit, in the order of their calls."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from storage.interactions import with_claim
from storage.interface.transaction_observer import OBSERVER

T = TypeVar("T")


@dataclass(slots=True, eq=False)
class QueuedTransaction:
    """A queued transaction, and the future of its caller."""

    work: Callable[[Any], Any]
    done: asyncio.Future[Any]
    result: Any = None
    error: Exception | None = None


class GroupCommit:
    """The queue of transactions.

    Args:
        commit: writes transactions, each of which can fail alone and records its error; if it raises, all have failed.
        explained: translates a failure into words for an operator.
    """

    def __init__(
        self,
        commit: Callable[[Sequence[QueuedTransaction]], Awaitable[None]],
        explained: Callable[[Exception], Exception],
    ) -> None:
        self._commit = commit
        self._explained = explained
        self._waiting: list[QueuedTransaction] = []
        self._flushing: asyncio.Task[None] | None = None

    def add(self, work: Callable[[Any], T]) -> Awaitable[T]:
        """Queue a transaction; the awaitable yields its result after the commit."""
        witness = OBSERVER.get()
        claim = None if witness is None else witness.claim()
        waiting = QueuedTransaction(
            work if claim is None else with_claim(claim, work), asyncio.get_running_loop().create_future()
        )
        self._waiting.append(waiting)
        if witness is not None:
            witness.observe(waiting.done)
        # The task exists only while there is something to write, so that nothing runs in the background indefinitely.
        if self._flushing is None:
            self._flushing = asyncio.create_task(self._flush(), name="storage: commits")
        return waiting.done

    async def finish(self) -> None:
        """Wait until the queue is empty."""
        if self._flushing:
            await asyncio.wait([self._flushing])

    async def _flush(self) -> None:
        """Commit the queued transactions, including those that arrive meanwhile, until the queue is empty."""
        group: list[QueuedTransaction] = []
        try:
            while self._waiting:
                # Transactions cancelled in the queue are skipped; once written, cancellation is too late.
                group = [waiting for waiting in self._waiting if not waiting.done.done()]
                self._waiting = []
                failure: Exception | None = None
                try:
                    await self._commit(group)
                except Exception as error:  # noqa: BLE001 - each who waits gets it
                    failure = error
                for waiting in group:
                    self._settle(waiting, failure or waiting.error)
        except BaseException:
            for waiting in (*group, *self._waiting):
                waiting.done.cancel()
            self._waiting = []
            raise
        finally:
            self._flushing = None

    def _settle(self, waiting: QueuedTransaction, error: Exception | None) -> None:
        if waiting.done.done():
            return
        if error is None:
            waiting.done.set_result(waiting.result)
            return
        failure = self._explained(error)
        if failure is not error:
            failure.__cause__ = error
        waiting.done.set_exception(failure)
