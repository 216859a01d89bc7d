"""The writing connection, with the advisory locks that give the right to write.

A broken connection is reopened for the next transaction, and only continues if no other process had its locks meanwhile
(`storage.postgres.locks`); otherwise this process stops writing. Transactions that wait at the same moment are tried as
one, and if that fails, each alone. Savepoints are not used: with them, the groups of two processes could deadlock.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar

import psycopg
from psycopg import errors
from psycopg.pq import TransactionStatus

from storage.database_url import Server
from storage.group_commit import QueuedTransaction
from storage.interface.errors import StoreFailed, UnknownOutcome
from storage.interface.shards import Shards
from storage.postgres import commit_status, locks, schema
from storage.postgres.rows import Rows, connect

T = TypeVar("T")

TRANSACTION_ATTEMPTS = 8
"""Number of attempts for a transaction that conflicts with another one."""
OUTCOME_TIMEOUT_SECONDS = 30.0
"""Seconds for which the outcome of a commit is queried after the connection broke."""
_RETRY_SECONDS = 0.1
_CONFLICTS = (errors.SerializationFailure, errors.DeadlockDetected)


class Ownership:
    """Writes to a database as long as we own it. All methods block, and run in one thread at a time.

    Args:
        server: the database.
        migrations: the files that bring its tables up to date.
        shards: the servers to own: all, or some while other processes own the others.

    Raises:
        StoreFailed: it is unusable.
        StoreInUse: another process owns it, or these shards.
        psycopg.Error: the server refuses.
    """

    def __init__(self, server: Server, migrations: Path, shards: Shards) -> None:
        self.lost: StoreFailed | None = None
        """The failure that ended all writing; None while we own the database."""
        self.commits = 0
        self._clock: tuple[datetime, float] | None = None
        """Last time of the server's clock, and the monotonic time at which it was read."""
        self._server = server
        self._shards = shards
        self._token = secrets.token_hex(16)
        self._begin_statement = commit_status.build_begin_statements(self._token)
        self._connection = connect(server)
        try:
            if shards.are_all:
                locks.take_all(self._connection, server)
                schema.migrate(self._connection, server, migrations)
            else:
                locks.take_some(self._connection, server, shards, migrations)
            locks.sign(self._connection, shards, self._token)
        except BaseException:
            self._connection.close()
            raise
        self._process = self._connection.info.backend_pid

    def close(self) -> None:
        """Release the database."""
        with suppress(psycopg.Error):  # otherwise the server would keep the lock a little longer
            if not self.lost:
                locks.release_shards(self._connection, self._shards, self._token)
            self._connection.execute("select pg_advisory_unlock_all()")
        self._connection.close()

    def get_server_time(self) -> datetime | None:
        """Return the server's time; None before the first write."""
        if self._clock is None:
            return None
        at, since = self._clock
        return at + timedelta(seconds=time.monotonic() - since)

    def send_heartbeat(self) -> None:
        """Send a sign of life; reopen a broken connection unless another process has taken over.

        Raises:
            StoreFailed: another process has taken over.
            psycopg.Error: the server refuses.
        """
        if self.lost:
            raise self.lost
        if not self._connection.closed:
            with suppress(psycopg.OperationalError):
                self._connection.execute("select 1")
            if not self._connection.closed:
                return
        self._reconnect()

    def commit(self, group: Sequence[QueuedTransaction]) -> None:
        """Write transactions; each failed one records its error.

        Raises:
            StoreFailed: none of them is written.
            UnknownOutcome: the outcome is unknown.
            psycopg.Error: none of them is written.
        """
        if len(group) > 1:
            try:
                results = self._run_transaction(lambda rows: [waiting.work(rows) for waiting in group])
            except Exception:
                if self.lost or self._connection.closed:
                    raise
            else:
                for waiting, result in zip(group, results, strict=True):
                    waiting.result = result
                return
        for waiting in group:
            try:
                waiting.result = self._run_with_retries(waiting.work)
            except Exception as error:  # noqa: BLE001 - who waits gets it
                waiting.error = error

    def _run_with_retries(self, work: Callable[[Any], T]) -> T:
        for _ in range(TRANSACTION_ATTEMPTS - 1):
            with suppress(*_CONFLICTS):
                return self._run_transaction(work)
        return self._run_transaction(work)

    def _run_transaction(self, work: Callable[[Any], T]) -> T:
        number = self._begin_or_reconnect()
        rows = Rows(self._connection)
        try:
            result = work(rows)
        except BaseException:
            if not self._connection.closed:
                self._connection.execute("rollback")
            raise
        try:
            ended = self._connection.execute("commit").statusmessage
        except psycopg.OperationalError:
            if not self._connection.closed:
                raise
            if not self._check_committed(number):
                raise
        else:
            if ended != "COMMIT":  # the work has ignored an error
                raise StoreFailed(f"{self._server} refused what the bot wrote. Please report this as a fault.")
        self.commits += 1
        return result

    def _begin_or_reconnect(self) -> str:
        """Begin a transaction on the locked connection; return its number, which identifies its outcome."""
        if self.lost:
            raise self.lost
        if not self._connection.closed:
            try:
                return self._begin()
            except psycopg.OperationalError:
                if not self._connection.closed:
                    raise
                # the connection broke while idle
        self._reconnect()
        return self._begin()

    def _begin(self) -> str:
        if self._connection.info.transaction_status != TransactionStatus.IDLE:
            self._connection.execute("rollback")
        cursor = self._connection.execute(self._begin_statement.encode(), prepare=False)
        cursor.nextset()
        row = cursor.fetchone()
        if row is None:  # only a process that took over deletes the counter
            raise self._mark_taken_over()
        number, now = row
        self._clock = now.astimezone(UTC), time.monotonic()
        return str(number)

    def _reconnect(self) -> None:
        connection = connect(self._server)
        try:
            until = time.monotonic() + OUTCOME_TIMEOUT_SECONDS
            while not locks.take_again(connection, self._shards):
                # The server may not have noticed yet that our former connection is broken.
                if not self._end_previous(connection) or time.monotonic() > until:
                    raise self._mark_taken_over()
                time.sleep(_RETRY_SECONDS)
            if locks.find_other_shard_count(connection, self._shards) or not locks.is_signed_by(
                connection, self._shards, self._token
            ):
                raise self._mark_taken_over()
        except BaseException:
            connection.close()
            raise
        self._connection = connection
        self._process = connection.info.backend_pid

    def _end_previous(self, connection: psycopg.Connection[Any]) -> bool:
        """End our former connection on the server; return False if another process holds our locks."""
        holding = locks.find_blocking_processes(connection, self._shards)
        if holding == {self._process}:
            connection.execute("select pg_terminate_backend($1::int)", (self._process,))
        return holding <= {self._process}

    def _mark_taken_over(self) -> StoreFailed:
        what = str(self._server) if self._shards.are_all else f"What shards {self._shards} own at {self._server}"
        self.lost = StoreFailed(
            f"{what} was taken over by another running bot, so this one writes nothing more and ends."
        )
        return self.lost

    def _check_committed(self, number: str) -> bool:
        """Return whether our last transaction was committed although the connection broke."""
        until = time.monotonic() + OUTCOME_TIMEOUT_SECONDS
        while time.monotonic() < until:
            # Any other reply, such as that a standby is not yet promoted, is retried.
            with suppress(psycopg.Error, StoreFailed), closing(connect(self._server)) as connection:
                self._end_previous(connection)  # otherwise the transaction could stay open until the server notices
                last = commit_status.read_last_number(connection, self._token)
                if last is None:
                    break
                return last == number
            time.sleep(_RETRY_SECONDS)
        raise UnknownOutcome(
            f"The connection to {self._server} broke while something was being saved. Whether it is saved will show "
            "when the server is back; see whether PostgreSQL runs there."
        )
