"""SQLite implementation of the database protocol: opening, migration, and transactions.

One connection writes and one reads, each in a thread of its own (aiosqlite's). A transaction is sent there as a whole
function, because each switch between threads costs more than its statements. Transactions that wait at the same moment
share one commit, because waiting for the disk costs more than everything else.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Generic, Self, TypeVar

import aiosqlite
from filelock import FileLock

from storage import files, offline
from storage.failures import build_damage_failure, explain_failure
from storage.group_commit import GroupCommit, QueuedTransaction
from storage.interface.errors import StoreFailed
from storage.store import Storage

T = TypeVar("T")

MAX_BYTES_CHECKED_AT_OPENING = 64 * 2**20
"""Bytes; larger files are not checked when they are opened, for that would hold up the start."""
BUSY_PATIENCE_MS = 5000
"""Milliseconds for which SQLite waits for another connection."""
LOG_PATIENCE_MS = 1000
"""Milliseconds for which an erasure waits for readers, before it leaves the write-ahead log as it is."""


async def _do_nothing() -> None:
    """Do nothing: a file has no broadcasts to stop."""


async def open_storage(path: Path) -> SqliteStorage:
    """Open the store in this file, creating it if need be; raise StoreFailed if it is unusable."""
    return SqliteStorage(await SqliteDatabase.open(path))


class SqliteStorage(Storage):
    """The store in one SQLite file."""

    database: SqliteDatabase


class SqliteDatabase:
    """An open database file; see `Database`. Create it with `SqliteDatabase.open`."""

    def __init__(
        self, path: Path, lock: FileLock, writing: aiosqlite.Connection, reading: aiosqlite.Connection
    ) -> None:
        self.path = path
        self.commits = 0
        """Number of commits; transactions that share one count once."""
        self.reads = 0
        """Number of transactions that read, without long ones."""
        self._lock = lock
        self._writing = writing
        self._reading = reading
        self._queue = GroupCommit(self._commit, self._explain_failure)
        self._closed = False

    @classmethod
    async def open(cls, path: Path, migrations: Path = files.MIGRATIONS) -> Self:
        """Open a database file, creating it if need be, and migrate its tables."""
        lock = files.hold(path)
        opened: list[aiosqlite.Connection] = []
        try:
            files.begin_private(path)
            for prepare in (lambda connection: _prepare(connection, path, migrations), _prepare_reading):
                opened.append(await aiosqlite.connect(path, isolation_level=None))
                await _run_in_connection_thread(opened[-1], prepare)
            files.keep_private(path)  # including a file from an older version
        except BaseException as error:
            for connection in opened:
                await connection.close()
            lock.release()
            if isinstance(error, sqlite3.Error | OSError):
                raise explain_failure(error, path) from error
            raise
        return cls(path, lock, *opened)

    async def close(self) -> None:
        """See `Database.close`."""
        if self._closed:
            return
        self._closed = True
        await self._queue.finish()
        await self._reading.close()
        await self._writing.close()  # last, because the last connection to close removes the write-ahead log
        self._lock.release()

    def write(self, work: Callable[[sqlite3.Connection], T], *, for_good: bool = False) -> Awaitable[T]:
        """See `Database.write`."""
        self._refuse_when_closed()
        return self._queue.add(_Erasure(work) if for_good else work)

    async def read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """See `Database.read`."""
        self._refuse_when_closed()
        self.reads += 1
        try:
            return await _run_in_connection_thread(self._reading, lambda connection: _read_snapshot(connection, work))
        except sqlite3.Error as error:
            raise explain_failure(error, self.path) from error

    async def run_long_read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """See `Database.run_long_read`; it reads through a connection of its own."""
        return await asyncio.to_thread(_run_long_read, self.path, work)

    def get_server_time(self) -> datetime | None:
        """See `Database.get_server_time`: a file has none."""
        return None

    async def send_heartbeat(self) -> None:
        """See `Database.send_heartbeat`: nobody else uses a file."""

    async def notify(self, word: str) -> None:
        """See `Database.notify`: nobody else uses a file."""

    def listen(self, heard: Callable[[str], None]) -> Callable[[], Awaitable[None]]:
        """See `Database.listen`."""
        return _do_nothing

    async def backup(self, to: Path) -> None:
        """See `Database.backup`; it reads through a connection of its own."""
        await asyncio.to_thread(offline.create_backup, self.path, to)

    async def check(self) -> Sequence[str]:
        """See `Database.check`."""
        return await self.run_long_read(files.check)

    async def _commit(self, group: Sequence[QueuedTransaction]) -> None:
        await _run_in_connection_thread(self._writing, partial(_commit_together, group))
        self.commits += 1

    def _explain_failure(self, error: Exception) -> Exception:
        return explain_failure(error, self.path) if isinstance(error, sqlite3.Error) else error

    def _refuse_when_closed(self) -> None:
        if self._closed:
            raise StoreFailed(f"{self.path} has been closed, for the bot is stopping.")


async def _run_in_connection_thread(connection: aiosqlite.Connection, work: Callable[[sqlite3.Connection], T]) -> T:
    """Run a function in a connection's thread."""
    # aiosqlite offers single statements only, each with a thread switch. This uses its internal call into the thread,
    # here and nowhere else.
    result: T = await connection._execute(lambda: work(connection._conn))  # type: ignore[no-untyped-call]
    return result


def _commit_together(group: Sequence[QueuedTransaction], connection: sqlite3.Connection) -> None:
    """Run transactions as one commit, in which each can fail alone; raise if the whole group has failed."""
    connection.execute("begin immediate")
    try:
        if not _try_together(connection, group):
            for waiting in group:
                _try_alone(connection, waiting)
        connection.execute("commit")
    except BaseException:
        # A full disk may have ended the transaction already.
        if connection.in_transaction:
            connection.execute("rollback")
        raise
    if any(isinstance(waiting.work, _Erasure) for waiting in group):
        _truncate_log(connection)


def _try_together(connection: sqlite3.Connection, group: Sequence[QueuedTransaction]) -> bool:
    """Run transactions in turn; if one fails, roll all back and return False, so that each is retried alone."""
    connection.execute("savepoint together")
    try:
        for waiting in group:
            waiting.result = waiting.work(connection)
    except Exception:
        if not connection.in_transaction:  # SQLite has rolled back the whole group
            raise
        connection.execute("rollback to together")
        return False
    return True


def _try_alone(connection: sqlite3.Connection, waiting: QueuedTransaction) -> None:
    connection.execute("savepoint alone")
    try:
        waiting.result = waiting.work(connection)
    except Exception as error:
        if not connection.in_transaction:  # SQLite has rolled back the whole group
            raise
        connection.execute("rollback to alone")
        waiting.error = error
    connection.execute("release alone")


def _run_long_read(path: Path, work: Callable[[sqlite3.Connection], T]) -> T:
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            return _read_snapshot(connection, work)
    except sqlite3.Error as error:
        raise explain_failure(error, path) from error


@dataclass(frozen=True)
class _Erasure(Generic[T]):
    """A transaction whose deleted data SQLite overwrites at once (`secure_delete`)."""

    work: Callable[[sqlite3.Connection], T]

    def __call__(self, connection: sqlite3.Connection) -> T:
        """Run it."""
        connection.execute("pragma secure_delete = on").fetchone()
        try:
            return self.work(connection)
        finally:
            connection.execute("pragma secure_delete = fast").fetchone()


def _truncate_log(connection: sqlite3.Connection) -> None:
    """Truncate the write-ahead log, which still holds deleted data.

    While a backup reads, it stays until the next erasure or the end of the program.
    """
    with suppress(sqlite3.Error):  # the erasure is written, whatever becomes of this
        connection.execute(f"pragma busy_timeout = {LOG_PATIENCE_MS}").fetchone()
        connection.execute("pragma wal_checkpoint(truncate)").fetchone()
    connection.execute(f"pragma busy_timeout = {BUSY_PATIENCE_MS}").fetchone()


def _read_snapshot(connection: sqlite3.Connection, work: Callable[[sqlite3.Connection], T]) -> T:
    connection.execute("begin")
    try:
        return work(connection)
    finally:
        if connection.in_transaction:
            connection.execute("rollback")


def _prepare(connection: sqlite3.Connection, path: Path, migrations: Path) -> None:
    """Look at the file first, change it then."""
    connection.execute(f"pragma busy_timeout = {BUSY_PATIENCE_MS}")
    present = files.read_schema_number(connection, path)
    steps = sorted(migrations.glob("*.sql"))
    if present > len(steps):
        raise StoreFailed(
            f"{path} was written by a newer version of the bot (its tables are number {present}, this version knows "
            f"{len(steps)}). Install that version again, or restore a backup from before it."
        )
    if path.stat().st_size <= MAX_BYTES_CHECKED_AT_OPENING and (found := files.find_damage(connection, "quick_check")):
        raise build_damage_failure(path, found)
    connection.execute("pragma journal_mode = wal")
    connection.execute("pragma synchronous = full")  # an acknowledged move survives a power cut
    connection.execute("pragma secure_delete = fast")  # deleted names do not stay in a page that is rewritten
    connection.execute("pragma journal_size_limit = 67108864")  # shrink the log after a long backup
    if 0 < present < len(steps):
        files.copy(connection, path, path.with_name(f"{path.name}.before-{present + 1}"))
    for number, step in enumerate(steps[present:], start=present + 1):
        _migrate(connection, path, number, step)
    connection.execute("pragma foreign_keys = on")  # after the migrations, which may have to rebuild tables


def _migrate(connection: sqlite3.Connection, path: Path, number: int, step: Path) -> None:
    try:
        connection.executescript(f"begin immediate;\n{step.read_text('utf-8')}\n;pragma user_version = {number};")
        if connection.execute("pragma foreign_key_check").fetchone():
            raise sqlite3.IntegrityError("rows would refer to rows that are missing")
        connection.execute("commit")
    except sqlite3.Error as error:
        with suppress(sqlite3.Error):
            connection.execute("rollback")
        raise StoreFailed(
            f"{path} could not be brought up to date by {step.name}, and is as it was. {explain_failure(error, path)} "
            "Until then, go on with the version of the bot used so far."
        ) from error


def _prepare_reading(connection: sqlite3.Connection) -> None:
    connection.execute(f"pragma busy_timeout = {BUSY_PATIENCE_MS}")
    connection.execute("pragma query_only = on")
