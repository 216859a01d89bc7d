"""PostgreSQL database with a writing and a reading connection, each in a thread of its own."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

import psycopg

from storage import files
from storage.database_url import Server
from storage.group_commit import GroupCommit, QueuedTransaction
from storage.interface.errors import StoreFailed
from storage.interface.shards import Shards
from storage.postgres import dumps, schema
from storage.postgres.dialect import list_migrations
from storage.postgres.failures import explain_failure
from storage.postgres.locks import end_hanging_turn, lock_turn
from storage.postgres.notifications import CHANNEL, Notifications
from storage.postgres.ownership import Ownership
from storage.postgres.rows import check, connect, read_snapshot, run_long_read
from storage.store import Storage

T = TypeVar("T")

log = logging.getLogger(__name__)

_RETRY_SECONDS = 0.2


async def open_storage(server: Server, lost: Callable[[StoreFailed], None] | None, shards: Shards) -> PostgresStorage:
    """Open the store in this database, creating it if need be; raise StoreFailed if it is unusable.

    Args:
        server: the database.
        lost: called in the event loop if another process takes our part of it over.
        shards: the servers to own.
    """
    return PostgresStorage(await PostgresDatabase.open(server, shards, lost=lost))


async def open_to_read(server: Server) -> PostgresStorage:
    """Open the store in a database that a bot may be using, without its lock and for reading only.

    Raises:
        StoreFailed: it cannot be read.
    """
    if await asyncio.to_thread(schema.read_server_schema_number, server) != len(list_migrations(files.MIGRATIONS)):
        raise StoreFailed(f"{server} is empty, or of another version of the bot, which alone can read it.")
    return PostgresStorage(PostgresDatabase(server, None, None))


async def wait_for_turn(server: Server) -> Callable[[], None]:
    """Wait for our turn at a task that processes do one after another; return the function that ends the turn.

    Raises:
        StoreFailed: the server cannot be asked.
    """
    try:
        connection = await asyncio.to_thread(connect, server)
        try:
            while True:
                if await asyncio.to_thread(lock_turn, connection):
                    return connection.close
                await asyncio.to_thread(end_hanging_turn, connection)
                await asyncio.sleep(_RETRY_SECONDS)
        except BaseException:
            connection.close()
            raise
    except psycopg.Error as error:
        raise explain_failure(error, server) from error


class PostgresStorage(Storage):
    """The store in a database of a PostgreSQL server."""

    database: PostgresDatabase


class PostgresDatabase:
    """An open PostgreSQL database; see `Database`. Create it with `PostgresDatabase.open`."""

    def __init__(self, server: Server, holding: Ownership | None, lost: Callable[[StoreFailed], None] | None) -> None:
        self.server = server
        self._ownership = holding
        self._lost = lost
        self._queue = GroupCommit(self._commit, self._explain_failure)
        self._writer = ThreadPoolExecutor(1, "storage: writes")
        self._reader = ThreadPoolExecutor(1, "storage: reads")
        self._reading: psycopg.Connection[Any] | None = None
        self._closed = False

    @property
    def commits(self) -> int:
        """Number of commits; transactions that share one count once."""
        return 0 if self._ownership is None else self._ownership.commits

    def get_server_time(self) -> datetime | None:
        """See `Database.get_server_time`; derived from the server's time at the last write."""
        return None if self._ownership is None else self._ownership.get_server_time()

    @classmethod
    async def open(
        cls,
        server: Server,
        shards: Shards,
        migrations: Path = files.MIGRATIONS,
        lost: Callable[[StoreFailed], None] | None = None,
    ) -> PostgresDatabase:
        """Open a database, creating or migrating its tables."""
        try:
            return cls(server, await asyncio.to_thread(Ownership, server, migrations, shards), lost)
        except psycopg.Error as error:
            raise explain_failure(error, server) from error

    async def close(self) -> None:
        """See `Database.close`."""
        if self._closed:
            return
        self._closed = True
        await self._queue.finish()
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._reader, self._stop_reading)
        if self._ownership is not None:
            await loop.run_in_executor(self._writer, self._ownership.close)
        self._reader.shutdown()
        self._writer.shutdown()

    def write(self, work: Callable[[Any], T], *, for_good: bool = False) -> Awaitable[T]:
        """See `Database.write`; the server's files keep deleted data until the space is reused."""
        self._refuse_when_closed()
        return self._queue.add(work)

    async def read(self, work: Callable[[Any], T]) -> T:
        """See `Database.read`."""
        self._refuse_when_closed()
        try:
            return await asyncio.get_running_loop().run_in_executor(self._reader, self._read, work)
        except psycopg.Error as error:
            raise explain_failure(error, self.server) from error

    async def run_long_read(self, work: Callable[[Any], T]) -> T:
        """See `Database.run_long_read`; it reads through a connection of its own."""
        return await asyncio.to_thread(run_long_read, self.server, work)

    async def send_heartbeat(self) -> None:
        """See `Database.send_heartbeat`; the writing connection sends it, because a silent one is taken over."""
        if self._ownership is None or self._closed:
            return
        try:
            await asyncio.get_running_loop().run_in_executor(self._writer, self._ownership.send_heartbeat)
        except (psycopg.Error, StoreFailed):
            log.debug("the database cannot be reached", exc_info=True)
        finally:
            self._report_if_lost()

    async def notify(self, word: str) -> None:
        """See `Database.notify`."""
        await self.write(lambda rows: rows.execute("select pg_notify(?, ?)", (CHANNEL, word)).fetchone())

    def listen(self, heard: Callable[[str], None]) -> Callable[[], Awaitable[None]]:
        """See `Database.listen`."""
        return Notifications(self.server, heard).end

    async def backup(self, to: Path) -> None:
        """See `Database.backup`; `pg_dump` writes it."""
        await asyncio.to_thread(dumps.dump, self.server, to)

    async def check(self) -> Sequence[str]:
        """See `Database.check`."""
        return await self.run_long_read(check)

    async def _commit(self, group: Sequence[QueuedTransaction]) -> None:
        if self._ownership is None:
            raise StoreFailed(f"{self.server} is open for reading alone.")
        try:
            await asyncio.get_running_loop().run_in_executor(self._writer, self._ownership.commit, group)
        finally:
            self._report_if_lost()

    def _report_if_lost(self) -> None:
        if self._ownership is not None and self._ownership.lost is not None and self._lost is not None:
            tell, self._lost = self._lost, None
            tell(self._ownership.lost)

    def _explain_failure(self, error: Exception) -> Exception:
        return explain_failure(error, self.server) if isinstance(error, psycopg.Error) else error

    def _read(self, work: Callable[[Any], T]) -> T:
        if self._reading is not None:
            try:
                return read_snapshot(self._reading, work)
            except psycopg.OperationalError:
                if not self._reading.closed:
                    raise
        self._reading = connect(self.server)  # at the first use, or after the connection broke
        return read_snapshot(self._reading, work)

    def _stop_reading(self) -> None:
        if self._reading is not None:
            self._reading.close()

    def _refuse_when_closed(self) -> None:
        if self._closed:
            raise StoreFailed(f"{self.server} has been closed, for the bot is stopping.")
