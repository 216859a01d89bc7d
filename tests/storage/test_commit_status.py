"""What became of a commit in which the connection broke, when the server's own numbers would tell it wrongly."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Callable
from contextlib import closing, suppress
from typing import Any

import psycopg
import pytest

from storage.connect import open_storage
from storage.database_url import Server
from storage.interface.errors import StoreFailed, UnknownOutcome
from storage.interface.people import Person
from storage.interface.shards import Shards
from storage.people import PersonRows
from storage.postgres.database import PostgresDatabase
from storage.postgres.ownership import Ownership
from storage.postgres.rows import connect
from storage.store import Storage
from tests.storage.samples import ADA, BEN, entry, revision_of, start_new
from tests.storage.server import Running, running

pytestmark = pytest.mark.thorough

LONGEST = 60.0
"""Seconds until something has come about."""


def holding_of(storage: Storage) -> Ownership:
    assert isinstance(storage.database, PostgresDatabase)
    assert storage.database._ownership is not None
    return storage.database._ownership


def instead_of_commit(storage: Storage, does: Callable[[Callable[[], Any]], None]) -> None:
    """When the next transaction is committed, let this happen, which can commit it; then the connection is broken."""
    connection = holding_of(storage)._connection
    execute = connection.execute

    def broken(query: Any, *rest: Any, **more: Any) -> Any:
        if query != "commit":
            return execute(query, *rest, **more)
        does(lambda: execute(query, *rest, **more))
        connection.close()
        raise psycopg.OperationalError("the connection is lost")

    setattr(connection, "execute", broken)  # noqa: B010 - so the network breaks just there


def of_ada(storage: Storage) -> asyncio.Future[None]:
    return asyncio.ensure_future(storage.database.write(lambda rows: PersonRows.put(rows, Person(ADA, "Ada"))))


def its_computer_stops(server: Running, _: int) -> None:
    server.stop()
    server.start()


def one_of_its_processes_dies(server: Running, process: int) -> None:
    """Then PostgreSQL ends all of them, and restarts from the state on the disk."""
    with closing(psycopg.connect(server.address("postgres").address)) as other:
        os.kill(process, signal.SIGKILL)
        with pytest.raises(psycopg.OperationalError):  # else the next one would be answered before all have ended
            other.execute(f"select pg_sleep({LONGEST})".encode())
    until = time.monotonic() + LONGEST
    while time.monotonic() < until:
        with suppress(psycopg.OperationalError):
            server.execute("select 1")
            return
    raise AssertionError("the server does not come back")


QUIET = ("wal_writer_delay = '10s'", "autovacuum = off", "wal_level = minimal", "max_wal_senders = 0")
"""So that nothing reaches the disk before a commit: neither by itself, nor with what the server writes of its own."""


@pytest.mark.parametrize("crashes", [its_computer_stops, one_of_its_processes_dies])
async def test_what_a_crash_has_undone_is_not_taken_for_something_else_that_gets_its_number(
    crashes: Callable[[Running, int], None],
) -> None:
    """The server reuses the number of a transaction if none of its writes had reached the disk."""
    with running() as server, server.database() as place:
        for setting in QUIET:
            server.execute(f"alter system set {setting}")
        server.stop("fast")
        server.start()
        storage = await open_storage(place)
        game = await start_new(storage)
        number, first, statuses = 0, 0, []

        def crash(_: Callable[[], Any]) -> None:
            nonlocal number, first
            connection = holding_of(storage)._connection
            ((number,),) = connection.cursor().execute("select pg_current_xact_id()::text::bigint").fetchall()
            crashes(server, connection.info.backend_pid)
            with closing(connect(place)) as other:
                while (given := other.execute("select pg_current_xact_id()::text::bigint").fetchall()[0][0]) <= number:
                    first = first or given
                statuses.extend(other.execute("select pg_xact_status($1::text::xid8)", (str(number),)).fetchall())

        instead_of_commit(storage, crash)
        with pytest.raises(StoreFailed, match="Nothing was saved") as failed:
            await of_ada(storage)
        assert not isinstance(failed.value, UnknownOutcome)
        assert 0 < first <= number, "the number was given again"
        assert statuses == [("committed",)], "so it would have been taken for written"
        assert await storage.people.get(ADA) is None
        await storage.people.put(Person(BEN, "Ben"))
        await storage.games.append(entry(game, 2))
        assert await revision_of(storage, game) == 2
        await storage.close()


async def test_a_move_that_was_written_is_never_told_that_somebody_moved_before_it(
    database_of_a_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It shares its commit with others; each of them alone is not tried again, while nobody knows what has become."""
    storage = await open_storage(database_of_a_server)
    game = await start_new(storage)

    def commit_and_ask_nobody(commit: Callable[[], Any]) -> None:
        commit()
        monkeypatch.setattr("storage.postgres.ownership.OUTCOME_TIMEOUT_SECONDS", 0.0)

    instead_of_commit(storage, commit_and_ask_nobody)
    together = storage.games.append(entry(game, 2)), of_ada(storage)
    for failed in await asyncio.gather(*together, return_exceptions=True):
        assert isinstance(failed, UnknownOutcome), failed
    assert await revision_of(storage, game) == 2
    assert await storage.people.get(ADA) is not None
    await storage.close()


async def test_what_was_written_before_a_crash_counts() -> None:
    with running() as server, server.database() as place:
        storage = await open_storage(place)

        def crash(commit: Callable[[], Any]) -> None:
            commit()
            its_computer_stops(server, 0)

        instead_of_commit(storage, crash)
        await of_ada(storage)
        assert await storage.people.get(ADA) is not None
        await storage.close()


async def test_what_waits_for_a_standby_when_the_connection_is_cut_counts_once_that_has_it() -> None:
    with running() as server, server.database() as place:
        name = str(place).rpartition("/")[2]
        storage = await open_storage(place)
        server.execute("alter system set synchronous_standby_names = 'nobody'")
        server.execute("select pg_reload_conf()")
        writing = of_ada(storage)
        waits = "select pid from pg_stat_activity where wait_event = 'SyncRep' and query {} 'commit'"
        try:
            async with asyncio.timeout(LONGEST):
                while not (waiting := await asyncio.to_thread(server.execute, waits.format("="), name)):
                    if writing.done():  # committed before the server had read the setting
                        writing = of_ada(storage)
            ((process,),) = waiting
            server.execute(f"select pg_terminate_backend({process})")
            await comes(server, name, waits.format("<>"))
            assert not writing.done(), "nobody is told that it counts"
        finally:
            server.execute("alter system reset synchronous_standby_names")
            server.execute("select pg_reload_conf()")
        await writing
        assert await storage.people.get(ADA) is not None
        await storage.close()


async def comes(server: Running, name: str, query: str) -> Any:
    """Wait until there are rows; return them."""
    async with asyncio.timeout(LONGEST):
        while not (found := await asyncio.to_thread(server.execute, query, name)):
            pass
    return found


async def test_a_disk_that_is_full_when_a_transaction_begins_breaks_off_nothing(
    postgresql: Running, database_of_a_server: Server
) -> None:
    storage = await open_storage(database_of_a_server)
    name = str(database_of_a_server).rpartition("/")[2]
    before = holding_of(storage)._connection.info.backend_pid
    postgresql.execute(
        "create function full_disk() returns trigger language plpgsql as "
        "$$ begin raise exception using errcode = 'disk_full'; end $$; "
        "create trigger full_disk before update on notes for each row execute function full_disk()",
        name,
    )
    with pytest.raises(StoreFailed, match=r"The disk of .* is full\. Nothing was saved"):
        await storage.people.put(Person(ADA, "Ada"))
    postgresql.execute("drop trigger full_disk on notes", name)
    await storage.people.put(Person(BEN, "Ben"))
    assert await storage.people.get(ADA) is None
    assert holding_of(storage)._connection.info.backend_pid == before
    await storage.close()


def notes(server: Running, place: Server) -> int:
    """The number of counters that processes keep of their writes."""
    ((found,),) = server.execute("select count(*) from notes where key like 'written %'", str(place).rpartition("/")[2])
    return int(found)


@pytest.mark.parametrize("shards", [Shards(0, 0, 1), Shards(0, 0, 2)], ids=["all", "some"])
async def test_nobody_leaves_a_note_behind(postgresql: Running, database_of_a_server: Server, shards: Shards) -> None:
    """A cut-off process keeps its counter while it may ask; one that never returns leaves it to the next but one."""
    storage = await open_storage(database_of_a_server, shards=shards)
    assert notes(postgresql, database_of_a_server) == 1
    await storage.close()
    assert notes(postgresql, database_of_a_server) == 0

    dead = await open_storage(database_of_a_server, shards=shards)
    postgresql.execute(f"select pg_terminate_backend({holding_of(dead)._process})")
    for left in (1, 0):
        storage = await open_storage(database_of_a_server, shards=shards)
        assert notes(postgresql, database_of_a_server) == 1 + left
        await storage.close()
    with pytest.raises(StoreFailed, match="taken over"):
        await dead.people.put(Person(ADA, "Ada"))
    await dead.close()
