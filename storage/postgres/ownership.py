"""The connection that writes, and with it the right to: advisory locks, which lie on it.

When the connection breaks, it is made anew with the next transaction, and goes on only if nobody else had its locks
meanwhile (`storage.postgres.locks`); else this program writes nothing more. Transactions that wait at the same moment
are tried as one; if that fails, each alone: with savepoints, two programs' groups could wait for each other.
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
from storage.group_commit import Transaction
from storage.interface import Shards, StoreFailed, Unclear
from storage.postgres import commit_status, locks, schema
from storage.postgres.rows import Rows, connect

T = TypeVar("T")

TRIES = 8
"""How often a transaction is tried that another one is in the way of."""
PATIENCE = 30.0
"""Seconds for which we ask what became of a commit in which the connection broke."""
_PAUSE = 0.1
_IN_THE_WAY = (errors.SerializationFailure, errors.DeadlockDetected)


class Ownership:
    """Writes to a database, as long as it is ours. Everything here takes its time, in one thread at a time.

    Args:
        server: which database.
        migrations: brings its tables up to date.
        shards: whose servers are ours: all, or some, while other programs have the others.

    Raises:
        StoreFailed: it cannot be used.
        InUse: another program holds it, or what these shards own.
        psycopg.Error: the server says no.
    """

    def __init__(self, server: Server, migrations: Path, shards: Shards) -> None:
        self.lost: StoreFailed | None = None
        """Why nothing is written any more; None: it is ours."""
        self.commits = 0
        self._clock: tuple[datetime, float] | None = None
        """What the server's clock showed last, and when that was by ours, which nobody sets."""
        self._server = server
        self._shards = shards
        self._token = secrets.token_hex(16)
        self._begin_with = commit_status.beginning(self._token)
        self._connection = connect(server)
        try:
            if shards.are_all:
                locks.take_all(self._connection, server)
                schema.bring_up_to_date(self._connection, server, migrations)
            else:
                locks.take_some(self._connection, server, shards, migrations)
            locks.sign(self._connection, shards, self._token)
        except BaseException:
            self._connection.close()
            raise
        self._process = self._connection.info.backend_pid

    def close(self) -> None:
        """Let go of the database."""
        with suppress(psycopg.Error):  # else the server would keep the lock for a moment more
            if not self.lost:
                locks.let_go(self._connection, self._shards, self._token)
            self._connection.execute("select pg_advisory_unlock_all()")
        self._connection.close()

    def clock(self) -> datetime | None:
        """Return the time by the server's clock; None: nothing has been written yet."""
        if self._clock is None:
            return None
        at, since = self._clock
        return at + timedelta(seconds=time.monotonic() - since)

    def beat(self) -> None:
        """Let the server hear of us; if the connection is broken, make it anew, if what is ours is nobody else's.

        Raises:
            StoreFailed: it is somebody else's now.
            psycopg.Error: the server says no.
        """
        if self.lost:
            raise self.lost
        if not self._connection.closed:
            with suppress(psycopg.OperationalError):
                self._connection.execute("select 1")
            if not self._connection.closed:
                return
        self._hold_again()

    def commit(self, group: Sequence[Transaction]) -> None:
        """Write transactions; whichever fails says so itself.

        Raises:
            StoreFailed: none of them is written.
            Unclear: it is not known whether they are.
            psycopg.Error: none of them is written.
        """
        if len(group) > 1:
            try:
                results = self._transact(lambda rows: [waiting.work(rows) for waiting in group])
            except Exception:
                if self.lost or self._connection.closed:
                    raise
            else:
                for waiting, result in zip(group, results, strict=True):
                    waiting.result = result
                return
        for waiting in group:
            try:
                waiting.result = self._in_the_end(waiting.work)
            except Exception as error:  # noqa: BLE001 - who waits gets it
                waiting.error = error

    def _in_the_end(self, work: Callable[[Any], T]) -> T:
        for _ in range(TRIES - 1):
            with suppress(*_IN_THE_WAY):
                return self._transact(work)
        return self._transact(work)

    def _transact(self, work: Callable[[Any], T]) -> T:
        number = self._begun()
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
            if not self._was_committed(number):
                raise
        else:
            if ended != "COMMIT":  # an error that the work has passed over
                raise StoreFailed(f"{self._server} refused what the bot wrote. Please report this as a fault.")
        self.commits += 1
        return result

    def _begun(self) -> str:
        """Begin a transaction on the connection with the lock; return its number, which tells what became of it."""
        if self.lost:
            raise self.lost
        if not self._connection.closed:
            try:
                return self._begin()
            except psycopg.OperationalError:
                if not self._connection.closed:
                    raise
                # it broke while nobody wrote
        self._hold_again()
        return self._begin()

    def _begin(self) -> str:
        if self._connection.info.transaction_status != TransactionStatus.IDLE:
            self._connection.execute("rollback")
        cursor = self._connection.execute(self._begin_with.encode(), prepare=False)
        cursor.nextset()
        row = cursor.fetchone()
        if row is None:  # which is taken away only by whoever has what is ours
            raise self._taken_over()
        number, now = row
        self._clock = now.astimezone(UTC), time.monotonic()
        return str(number)

    def _hold_again(self) -> None:
        connection = connect(self._server)
        try:
            until = time.monotonic() + PATIENCE
            while not locks.taken(connection, self._shards):
                # Our own connection of before may be there still, for the server has not noticed yet.
                if not self._ended(connection) or time.monotonic() > until:
                    raise self._taken_over()
                time.sleep(_PAUSE)
            if locks.divided_otherwise(connection, self._shards) or not locks.are_signed(
                connection, self._shards, self._token
            ):
                raise self._taken_over()
        except BaseException:
            connection.close()
            raise
        self._connection = connection
        self._process = connection.info.backend_pid

    def _ended(self, connection: psycopg.Connection[Any]) -> bool:
        """Let the server end our connection of before; return False where somebody else has what is ours."""
        holding = locks.in_the_way(connection, self._shards)
        if holding == {self._process}:
            connection.execute("select pg_terminate_backend($1::int)", (self._process,))
        return holding <= {self._process}

    def _taken_over(self) -> StoreFailed:
        what = str(self._server) if self._shards.are_all else f"What shards {self._shards} own at {self._server}"
        self.lost = StoreFailed(
            f"{what} was taken over by another running bot, so this one writes nothing more and ends."
        )
        return self.lost

    def _was_committed(self, number: str) -> bool:
        """Return whether our last transaction was written although the connection broke."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            # Whatever it says instead of an answer, e.g. that a standby is not yet promoted: it is asked again.
            with suppress(psycopg.Error, StoreFailed), closing(connect(self._server)) as connection:
                self._ended(connection)  # else it could be under way for as long as the server does not notice
                last = commit_status.last(connection, self._token)
                if last is None:
                    break
                return last == number
            time.sleep(_PAUSE)
        raise Unclear(
            f"The connection to {self._server} broke while something was being saved. Whether it is saved will show "
            "when the server is back; see whether PostgreSQL runs there."
        )
