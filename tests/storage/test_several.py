"""Several programs on one database of a PostgreSQL server, each with the servers of its shards."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from storage.connect import examine, move_store, open_storage, restore
from storage.database_url import Server
from storage.interface.errors import StoreFailed, StoreInUse
from storage.interface.people import Person
from storage.interface.shards import ALL_SHARDS, Shards
from storage.postgres.database import PostgresDatabase
from storage.postgres.dialect import list_migrations
from storage.store import Storage
from tests.storage.samples import ADA, BEN, entry, open_lobby, revision_of, start_new
from tests.storage.server import Running
from tests.storage.test_postgresql import ended, made, name_of

pytestmark = pytest.mark.thorough

FIRST, SECOND = Shards(0, 1, 4), Shards(2, 3, 4)


async def refused(server: Server, shards: Shards, kind: type[StoreFailed] = StoreInUse) -> str:
    """The message at a start with these shards."""
    with pytest.raises(StoreFailed) as why:
        await open_storage(server, None, shards)
    assert type(why.value) is kind
    return str(why.value)


def holding_of(storage: Storage) -> int:
    """The number of the server's process for the connection that writes."""
    assert isinstance(storage.database, PostgresDatabase)
    assert storage.database._ownership is not None
    return storage.database._ownership._process


async def test_two_have_half_of_the_servers_each_and_nobody_else_is_let_in(database_of_a_server: Server) -> None:
    first = await open_storage(database_of_a_server, None, FIRST)
    second = await open_storage(database_of_a_server, None, SECOND)
    numbers = [await start_new(storage) for storage in (first, second)]
    for storage, number in zip((first, second), numbers, strict=True):
        await storage.games.append(entry(number, 2))
    assert await refused(database_of_a_server, Shards(1, 2, 4)) == (
        f"At {database_of_a_server} shards 1-2/4 are in use by 2 running bots, which have shards 0-1/4, shards 2-3/4. "
        "Stop those first, or give this one other shards."
    )
    assert "another running bot, which has shards 2-3/4. Stop that one first" in await refused(
        database_of_a_server, SECOND
    )
    assert "2 running bots, which have shards 0-1/4, shards 2-3/4. Stop those first." in await refused(
        database_of_a_server, ALL_SHARDS
    )
    assert examine(database_of_a_server).about[1] == "a bot has shards 0-1/4, a bot has shards 2-3/4"
    for storage, number in zip((first, second), numbers, strict=True):
        await storage.games.append(entry(number, 3))
    await first.close()
    again = await open_storage(database_of_a_server, None, FIRST)
    await again.games.append(entry(numbers[0], 4))
    await second.games.append(entry(numbers[1], 4))
    await again.close()
    await second.close()
    await (await open_storage(database_of_a_server)).close()


async def test_all_of_them_need_the_same_number_of_shards(database_of_a_server: Server) -> None:
    first = await open_storage(database_of_a_server, None, Shards(0, 7, 16))
    said = await refused(database_of_a_server, Shards(1, 1, 2), StoreFailed)
    assert said.startswith(f"Others run with 16 shards at {database_of_a_server}; stop them first.")
    await first.people.put(Person(ADA, "Ada"))
    await first.close()
    await (await open_storage(database_of_a_server, None, Shards(1, 1, 2))).close()


async def test_a_process_that_claims_all_shards_excludes_others(database_of_a_server: Server) -> None:
    everything = await open_storage(database_of_a_server)
    assert "in use by another running bot. Stop that one first" in await refused(database_of_a_server, FIRST)
    await everything.close()
    divided = await open_storage(database_of_a_server, None, Shards(0, 3, 4))
    assert "in use by another running bot" in await refused(database_of_a_server, SECOND)
    await divided.close()


async def test_what_needs_everything_waits_until_all_have_stopped(
    database_of_a_server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, postgresql: Running
) -> None:
    monkeypatch.setenv("PATH", postgresql.path["PATH"])
    first = await open_storage(database_of_a_server, None, FIRST)
    await start_new(first)
    backup = tmp_path / "all.dump"
    await first.backup(backup)
    with pytest.raises(StoreInUse, match="another running bot, which has shards 0-1/4"):
        await asyncio.to_thread(restore, backup, database_of_a_server, keep_as=tmp_path / "kept.dump")
    with pytest.raises(StoreInUse, match="another running bot, which has shards 0-1/4"):
        await asyncio.to_thread(move_store, database_of_a_server, tmp_path / "moved.db")
    newest = len(list_migrations(made(tmp_path / "same", 99)))
    newer = made(
        tmp_path / "newer", 99, (f"{newest + 1:04}_more.sql", "create table more (a integer primary key) strict;")
    )
    with pytest.raises(StoreFailed, match="Others run with another version of the bot"):
        await PostgresDatabase.open(database_of_a_server, SECOND, newer)
    await first.people.put(Person(ADA, "Ada"))
    await first.close()
    await (await PostgresDatabase.open(database_of_a_server, SECOND, newer)).close()


async def test_two_who_start_at_one_moment_make_the_tables_once(database_of_a_server: Server) -> None:
    both = await asyncio.gather(*(open_storage(database_of_a_server, None, shards) for shards in (FIRST, SECOND)))
    for storage in both:
        await start_new(storage)
        await storage.close()


async def test_a_connection_that_broke_is_made_anew_beside_the_others(
    postgresql: Running, database_of_a_server: Server
) -> None:
    first = await open_storage(database_of_a_server, None, FIRST)
    second = await open_storage(database_of_a_server, None, SECOND)
    number = await start_new(first)
    ended(postgresql, name_of(database_of_a_server))
    await first.games.append(entry(number, 2))
    await second.people.put(Person(BEN, "Ben"))
    await first.games.append(entry(number, 3))
    assert await revision_of(second, number) == 3
    assert "shards 0-1/4" in await refused(database_of_a_server, FIRST)
    await first.close()
    await second.close()


@pytest.mark.parametrize("stays", [True, False], ids=["who is there still", "who is gone again"])
@pytest.mark.parametrize("other", [FIRST, Shards(1, 1, 4)], ids=str)
async def test_a_process_that_lost_a_shard_writes_nothing_more_and_the_others_go_on(
    postgresql: Running, database_of_a_server: Server, other: Shards, stays: bool
) -> None:
    told: list[StoreFailed] = []
    first = await open_storage(database_of_a_server, told.append, FIRST)
    second = await open_storage(database_of_a_server, None, SECOND)
    ended(postgresql, name_of(database_of_a_server), f"pid = {holding_of(first)}")
    takes = await open_storage(database_of_a_server, None, other)
    if not stays:
        await takes.close()
    for _ in range(2):
        with pytest.raises(StoreFailed, match=r"What shards 0-1/4 own at .* was taken over by another running bot"):
            await first.people.put(Person(ADA, "Ada"))
    assert len(told) == 1, "which ends the program"
    assert await second.people.get(ADA) is None
    await second.people.put(Person(BEN, "Ben"))
    for storage in (first, second, takes):
        await storage.close()


@pytest.mark.parametrize("other", [ALL_SHARDS, Shards(0, 0, 2)], ids=str)
async def test_a_process_that_was_away_during_a_reallocation_writes_nothing_more(
    postgresql: Running, database_of_a_server: Server, other: Shards
) -> None:
    first = await open_storage(database_of_a_server, None, FIRST)
    ended(postgresql, name_of(database_of_a_server))
    between = await open_storage(database_of_a_server, None, other)
    with pytest.raises(StoreFailed, match="taken over"):
        await first.people.put(Person(ADA, "Ada"))
    await open_lobby(between)
    await between.close()
    await first.close()


async def test_a_process_with_all_shards_loses_them_to_one_that_claims_a_part(
    postgresql: Running, database_of_a_server: Server
) -> None:
    everything = await open_storage(database_of_a_server)
    ended(postgresql, name_of(database_of_a_server))
    await (await open_storage(database_of_a_server, None, SECOND)).close()
    with pytest.raises(StoreFailed, match="taken over"):
        await everything.people.put(Person(ADA, "Ada"))
    await everything.close()


async def test_of_those_who_end_something_at_the_same_moment_one_is_the_last(database_of_a_server: Server) -> None:
    shares = [Shards(number, number, 4) for number in range(4)]
    opened = [await open_storage(database_of_a_server, None, shards) for shards in shares]
    for time in range(20):
        done = [
            storage.shards.mark_done(f"sweep {time}", shards) for storage, shards in zip(opened, shares, strict=True)
        ]
        assert (await asyncio.gather(*done)).count(True) == 1
    for storage in opened:
        await storage.close()
