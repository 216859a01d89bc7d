"""Claims: what a program sees that takes shards by itself, and how it comes by those of one that hangs.

It has a connection for this alone. On it lies a shared lock which says that it is there and how many shards it lacks;
the shards' own locks lie where their tables are written (`storage.postgres.ownership`), and they alone decide.

A program that has ended loses its locks at once. One that hangs, or whose computer cannot be reached, keeps them with
its connection: after some seconds in which the server has not heard of it, the server is told to end that. If it comes
back, it finds its shards signed for by another one, and writes nothing more.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar

import psycopg

from storage.database_url import Server
from storage.interface import Divided, Share, StoreFailed
from storage.postgres import locks
from storage.postgres.failures import explained
from storage.postgres.rows import connect

log = logging.getLogger(__name__)

T = TypeVar("T")


class Claims:
    """Sees who has which shards; one thread at a time.

    Args:
        server: at which database.
        share: of how many shards, and how many are wanted.
    """

    def __init__(self, server: Server, share: Share) -> None:
        self._server = server
        self._share = share
        self._connection: psycopg.Connection[Any] | None = None
        self._said: int | None = None

    async def look(self, lacking: int) -> Divided:
        """Say how many shards we lack, end whose programs hang, and return who has which.

        Raises:
            StoreFailed: the database cannot be asked, and why.
        """
        return await self._asked(lambda connection: self._look(connection, lacking))

    @asynccontextmanager
    async def choosing(self) -> AsyncIterator[None]:
        """Let others who choose shards wait until we have ours; for some seconds wait for those who do."""
        await self._asked(locks.may_choose)
        try:
            yield
        finally:
            with suppress(StoreFailed):  # then it lies there no more
                await self._asked(locks.has_chosen)

    async def close(self) -> None:
        """Claim nothing more."""
        if self._connection is not None:
            await asyncio.to_thread(self._connection.close)

    async def _asked(self, question: Callable[[psycopg.Connection[Any]], T]) -> T:
        try:
            return await asyncio.to_thread(self._ask, question)
        except psycopg.Error as error:
            raise explained(error, self._server) from error

    def _ask(self, question: Callable[[psycopg.Connection[Any]], T]) -> T:
        if self._connection is None or self._connection.closed:
            self._connection, self._said = connect(self._server), None
        return question(self._connection)

    def _look(self, connection: psycopg.Connection[Any], lacking: int) -> Divided:
        locks.claim(connection, lacking, self._said)
        self._said = lacking
        there = locks.everybody(connection)
        hanging = [holder for holder in there if holder.hangs and holder.numbers and not holder.alone]
        ended = {number: holder.silent or 0.0 for holder in hanging for number in holder.numbers}
        for holder in hanging:
            if locks.end(connection, holder.process):
                log.warning(
                    "%s has not been heard of for %.0f s, so it may have them no more", _named(holder), holder.silent
                )
        if hanging:
            there = locks.everybody(connection)
        others = {holder.process: holder.claims for holder in there if holder.claims is not None and not holder.hangs}
        return Divided(
            {number: ended.get(number, 0.0) for number in self._free(there)},
            locks.signed_for(connection, self._share.count),
            {process: lacks for process, lacks in others.items() if lacks},
            len(others),
        )

    def _free(self, there: Sequence[locks.Holder]) -> Sequence[int]:
        """Return the shards that can be had: none, while one program has everything."""
        having = [holder for holder in there if holder.claims is None]
        if any(holder.alone for holder in having):
            return []
        if otherwise := {holder.count for holder in having if holder.numbers} - {self._share.count}:
            raise locks.other_count(min(otherwise), self._server, self._share)
        taken = {number for holder in having for number in holder.numbers}
        return [number for number in range(self._share.count) if number not in taken]


def _named(holder: locks.Holder) -> str:
    return f"{holder.name or 'a bot'}, which has {holder},"
