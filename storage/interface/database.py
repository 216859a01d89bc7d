"""The protocols that each kind of database implements."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol, TypeVar

T = TypeVar("T")


class Cursor(Protocol):
    """The result of a statement."""

    @property
    def description(self) -> Any:
        """Column descriptions; each begins with the column's name."""

    @property
    def rowcount(self) -> int:
        """Number of changed rows."""

    def fetchone(self) -> Any:
        """Return the next row; None at the end."""

    def fetchall(self) -> list[Any]:
        """Return the remaining rows."""

    def __iter__(self) -> Iterator[Any]: ...


class Connection(Protocol):
    """An open transaction, for statements in plain SQL that every kind of database reads.

    Parameters are positional `?`, or `:name`.
    """

    def execute(self, statement: str, parameters: Sequence[object] | Mapping[str, object] = ..., /) -> Cursor:
        """Run a statement."""

    def executemany(self, statement: str, parameters: Iterable[Sequence[object]], /) -> Cursor:
        """Run a statement once for each set of parameters."""


class Database(Protocol):
    """The operations that differ between kinds of databases; everything above them is plain SQL."""

    def get_server_time(self) -> datetime | None:
        """Return the time of the database server's clock, which all its clients share; None if there is no server."""

    def write(self, work: Callable[[Connection], T], *, for_good: bool = False) -> Awaitable[T]:
        """Queue a transaction; the awaitable resolves at its commit, or raises with nothing written.

        Transactions run in the order of these calls. A caller that is cancelled while waiting does not learn the
        outcome.

        Args:
            work: the transaction.
            for_good: whether deleted data must be overwritten, so that it cannot be recovered.
        """

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run queries that all read the same snapshot."""

    async def run_long_read(self, work: Callable[[Connection], T]) -> T:
        """Run slow queries without blocking other readers."""

    async def backup(self, to: Path) -> None:
        """Write a complete, checked copy of everything to a new file."""

    async def check(self) -> Sequence[str]:
        """Return faults of the database itself, as sentences; empty if it is sound.

        Raises:
            StoreFailed: it cannot be looked at.
        """

    async def send_heartbeat(self) -> None:
        """Send a sign of life to other processes, and check that our locks were not taken over; errors are ignored."""

    async def notify(self, word: str) -> None:
        """Broadcast a word to all clients of this database; a client that is disconnected misses it."""

    def listen(self, heard: Callable[[str], None]) -> Callable[[], Awaitable[None]]:
        """Call `heard` in the event loop with each word broadcast from now on; return the function that stops this.

        `heard` gets an empty word each second without a broadcast, and after each interruption in which some may have
        been missed. The listener then checks the database itself.
        """

    async def close(self) -> None:
        """Finish the waiting transactions, then release the database."""
