"""A standby takes the place of the server while people play, and the bot's address names both."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import psycopg
import pytest

from storage.connect import examine, open_storage
from storage.database_url import Server
from storage.interface.errors import StoreFailed, UnknownOutcome
from storage.interface.people import Person
from storage.people import PersonRows
from storage.postgres.database import PostgresDatabase
from storage.postgres.failures import explain_failure
from tests.bench.filled_databases import chance
from tests.ops.sharded_discord import People, create_tables, processes
from tests.ops.sharded_evening import (
    KillingDiscord,
    examine_outcome,
    play_undisturbed,
    serve_until_delivered,
    wait_until_delivered,
)
from tests.storage.samples import ADA, BEN, entry, revision_of, start_new
from tests.storage.server import running
from tests.storage.standby import either, standby

NAME = "games"


@pytest.mark.thorough
async def test_players_continue_on_the_standby_and_acknowledged_moves_are_kept(tmp_path: Path) -> None:
    with running() as server:
        server.execute(f"create database {NAME}")
        tables = await create_tables(tmp_path / "before.db", server.address(NAME), each=1)
        with standby(server) as second:
            place = either(server, second, NAME)
            server.execute("alter system set synchronous_standby_names = '*'")
            server.execute("select pg_reload_conf()")
            async with (
                serve_until_delivered(KillingDiscord()) as discord,
                processes(discord, tmp_path, place) as service,
            ):
                for number in (0, 1):
                    await service.start(number)
                people = People(discord, tables, chance(1))
                assert examine(place).about[2].startswith("a standby (walreceiver, sync) is 0.")
                async with people.playing_on():
                    await people.wait_for_moves(8)
                    await asyncio.to_thread(server.stop)
                    await asyncio.to_thread(second.execute, "alter system reset synchronous_standby_names")
                    await asyncio.to_thread(second.execute, "select pg_promote()")
                before = people.pressed.sure.total()
                await play_undisturbed(people)
                assert people.pressed.sure.total() > before
                await wait_until_delivered(place)
                await stop_whatever_they_said(service.running)
            found = await examine_outcome(discord, place, tables, people)
            assert found.kept, found.words()


async def stop_whatever_they_said(running_now: dict[int, asyncio.subprocess.Process]) -> None:
    """Stop the processes, which have complained of a server that was gone."""
    for process in running_now.values():
        process.terminate()
        _, said = await process.communicate()
        assert process.returncode == 0, said.decode()
        assert b"an interaction failed" not in said


@pytest.mark.thorough
async def test_what_the_standby_did_not_get_is_not_taken_for_something_else_that_has_its_number() -> None:
    """The lost transaction's number is given to another one there, which is written."""
    with running() as server:
        server.execute("alter system set wal_writer_delay = '10s'")  # so that it gets nothing before a commit
        server.stop("fast")
        server.start()
        server.execute(f"create database {NAME}")
        await (await open_storage(server.address(NAME))).close()
        with standby(server) as second:
            place = either(server, second, NAME)
            storage = await open_storage(place)
            number = await start_new(storage)
            await storage.games.append(entry(number, 2))
            while second.execute("select revision from games", NAME) != [(2,)]:
                pass  # it is not waited for in a commit
            assert isinstance(storage.database, PostgresDatabase)
            assert storage.database._ownership is not None
            holding = storage.database._ownership
            number_of_it = ""
            execute = holding._connection.execute

            def lost_in_commit(query: Any, *rest: Any, **more: Any) -> Any:
                nonlocal number_of_it
                if query != "commit":
                    return execute(query, *rest, **more)
                (number_of_it,) = execute("select pg_current_xact_id()::text").fetchone() or ("",)
                server.stop()
                second.execute("select pg_promote()")
                while int(second.execute("select pg_current_xact_id()::text")[0][0]) < int(number_of_it):
                    pass
                return execute(query, *rest, **more)

            setattr(holding._connection, "execute", lost_in_commit)  # noqa: B010 - so the network breaks just there
            with pytest.raises(StoreFailed, match="Nothing was saved") as failed:
                await storage.database.write(lambda rows: PersonRows.put(rows, Person(ADA, "Ada")))
            assert not isinstance(failed.value, UnknownOutcome), "it is known: the standby does not have it"
            status = second.execute(f"select pg_xact_status('{number_of_it}')", NAME)
            assert status == [("committed",)], "so it would have been taken for written"
            assert await storage.people.get(ADA) is None
            await storage.people.put(Person(BEN, "Ben"))
            await storage.games.append(entry(number, 3))
            assert await revision_of(storage, number) == 3
            await storage.close()


def test_an_address_may_name_several_hosts() -> None:
    place = Server("postgresql://ada:precious@one.example:5432,two.example/games?target_session_attrs=read-write")
    assert str(place) == "postgresql://one.example:5432,two.example/games"
    assert place.with_database_name("other").address == (
        "postgresql://ada:precious@one.example:5432,two.example/other?target_session_attrs=read-write"
    )


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("the database system is shutting down", "cannot be reached, or has just gone."),
        ("the database system is in recovery mode", "cannot be reached, or has just gone."),
        ('database "games" does not exist', "There is no such database"),
        ('permission denied for database "games"', "does not allow what the bot needs"),
        ('too many connections for role "bot"', "takes no more connections"),
        ('role "bot" does not exist', "the user or the password is wrong"),
    ],
)
def test_what_a_server_says_before_there_is_a_connection(said: str, sentence: str) -> None:
    failed = psycopg.OperationalError(f"connection failed: FATAL:  {said}")
    assert sentence in str(explain_failure(failed, Server("postgresql://one.example/games")))
