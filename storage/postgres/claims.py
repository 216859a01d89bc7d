"""Dynamic shard claims: the view of all owners, and the takeover of shards from hanging processes.

A claiming process has a separate connection. It holds a shared lock that tells its presence and how many shards it
lacks. The shards' own locks belong to the connection that writes (`storage.postgres.ownership`), and they alone decide.

A process that has crashed loses its locks at once. One that hangs, or whose computer is unreachable, keeps them with
its connection. After some seconds of silence the server is asked to end that connection. If the process returns, it
finds its shards signed by another one, and writes nothing more.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar

import psycopg

from storage.database_url import Server
from storage.interface.errors import StoreFailed
from storage.interface.processes import ShardSnapshot, Share
from storage.postgres import locks
from storage.postgres.failures import explain_failure
from storage.postgres.rows import connect

log = logging.getLogger(__name__)

T = TypeVar("T")


class Claims:
    """View of the shard owners; used by one thread at a time.

    Args:
        server: the database.
        share: the number of shards wanted, and the total.
    """

    def __init__(self, server: Server, share: Share) -> None:
        self._server = server
        self._share = share
        self._connection: psycopg.Connection[Any] | None = None
        self._said: int | None = None

    async def look(self, lacking: int) -> ShardSnapshot:
        """Announce how many shards we lack, end hanging processes, and return the present allocation.

        Raises:
            StoreFailed: the database cannot be asked; the text gives the cause.
        """
        return await self._ask_in_thread(lambda connection: self._look(connection, lacking))

    @asynccontextmanager
    async def hold_choice(self) -> AsyncIterator[None]:
        """Hold the lock for choosing shards, so that processes choose in turn; wait for it some seconds only."""
        await self._ask_in_thread(locks.lock_choice)
        try:
            yield
        finally:
            with suppress(StoreFailed):  # else the lock is gone already
                await self._ask_in_thread(locks.unlock_choice)

    async def close(self) -> None:
        """Close the connection, which withdraws the claim."""
        if self._connection is not None:
            await asyncio.to_thread(self._connection.close)

    async def _ask_in_thread(self, question: Callable[[psycopg.Connection[Any]], T]) -> T:
        try:
            return await asyncio.to_thread(self._ask, question)
        except psycopg.Error as error:
            raise explain_failure(error, self._server) from error

    def _ask(self, question: Callable[[psycopg.Connection[Any]], T]) -> T:
        if self._connection is None or self._connection.closed:
            self._connection, self._said = connect(self._server), None
        return question(self._connection)

    def _look(self, connection: psycopg.Connection[Any], lacking: int) -> ShardSnapshot:
        locks.claim(connection, lacking, self._said)
        self._said = lacking
        there = locks.list_holders_and_claimants(connection)
        hanging = [holder for holder in there if holder.hangs and holder.numbers and not holder.alone]
        ended = {number: holder.silent or 0.0 for holder in hanging for number in holder.numbers}
        for holder in hanging:
            if locks.end_connection(connection, holder.process):
                log.warning(
                    "%s has not been heard of for %.0f s, so its connection was ended",
                    _describe_holder(holder),
                    holder.silent,
                )
        if hanging:
            there = locks.list_holders_and_claimants(connection)
        others = {holder.process: holder.claims for holder in there if holder.claims is not None and not holder.hangs}
        return ShardSnapshot(
            {number: ended.get(number, 0.0) for number in self._list_free(there)},
            locks.list_signed_shards(connection, self._share.count),
            {process: lacks for process, lacks in others.items() if lacks},
            len(others),
        )

    def _list_free(self, there: Sequence[locks.Holder]) -> Sequence[int]:
        """Return the free shards; none while one process owns everything."""
        having = [holder for holder in there if holder.claims is None]
        if any(holder.alone for holder in having):
            return []
        if otherwise := {holder.count for holder in having if holder.numbers} - {self._share.count}:
            raise locks.build_count_failure(min(otherwise), self._server, self._share)
        taken = {number for holder in having for number in holder.numbers}
        return [number for number in range(self._share.count) if number not in taken]


def _describe_holder(holder: locks.Holder) -> str:
    return f"{holder.name or 'a bot'}, which has {holder},"
