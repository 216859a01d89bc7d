"""The database fails while people play with several processes: they get a message, and no move is lost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from storage.database_url import Server
from tests.bench.filled_databases import chance
from tests.ops.process import rest
from tests.ops.sharded_discord import PAUSE, People, Processes, create_tables, processes
from tests.ops.sharded_evening import (
    LONGEST,
    KillingDiscord,
    Outcome,
    Tables,
    examine_outcome,
    play_undisturbed,
    serve_until_delivered,
    wait_until_delivered,
)
from tests.storage.server import Running, running

pytestmark = pytest.mark.thorough

FAILING = """
create function refuse() returns trigger language plpgsql as $$ begin {what} return null; end $$;
create constraint trigger refusing after insert on moves deferrable initially deferred
for each row execute function refuse();
"""
HEALED = "drop trigger refusing on moves; drop function refuse();"
FULL = "raise exception using errcode = 'disk_full', message = 'could not extend file';"
SLOW = "perform pg_sleep(0.7);"
FAULTS = ("an interaction failed", "a rule failed", "of a fault", "was never retrieved", "Please report", "Create it")
"""What stands in the log where we have erred."""
ENDED = "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'boardroom %'"


@dataclass
class Played:
    """People who play at tables of two processes."""

    server: Running
    place: Server
    name: str
    discord: KillingDiscord
    service: Processes
    people: People
    tables: Tables

    async def do(self, statement: str) -> None:
        """Let the server do something."""
        await asyncio.to_thread(self.server.execute, statement, self.name)

    async def during(self, moves: int, happens: Callable[[], Awaitable[None]]) -> None:
        """Trigger a failure after a number of further moves, while everybody plays on."""
        async with self.people.playing_on():
            await self.people.wait_for_moves(self.people.pressed.sure.total() + moves)
            await happens()
        await self.people.play(2)

    async def in_the_end(self) -> Outcome:
        """Let all play on in peace, stop the processes, and check the final state."""
        before = self.people.pressed.sure.copy()
        await play_undisturbed(self.people)
        went_on = {table for (table, _), moves in (self.people.pressed.sure - before).items() if moves}
        assert went_on == set(self.tables), "every table goes on"
        await wait_until_delivered(self.place)
        assert [process.returncode for process in self.service.running.values()] == [None, None]
        for process in self.service.running.values():
            process.terminate()
        for process in self.service.running.values():
            said = await rest(process)
            assert process.returncode == 0
            assert not any(words in said for words in FAULTS), said
        found = await examine_outcome(self.discord, self.place, self.tables, self.people)
        assert found.kept, found.words()
        return found


@asynccontextmanager
async def playing(folder: Path, seed: int) -> AsyncIterator[Played]:
    """Let two processes serve two tables each, on a server of the test's own."""
    with running() as server, server.database() as place:
        name = str(place).rpartition("/")[2]
        tables = await create_tables(folder / "before.db", place, each=1)
        async with serve_until_delivered(KillingDiscord()) as discord, processes(discord, folder, place) as service:
            for number in (0, 1):
                await service.start(number)
            people = People(discord, tables, chance(seed))
            await people.play(1)
            yield Played(server, place, name, discord, service, people, tables)


@pytest.mark.parametrize("mode", ["fast", "immediate"])
async def test_the_server_is_started_again(tmp_path: Path, mode: str) -> None:
    async with playing(tmp_path, 1) as evening:

        async def stopped() -> None:
            await asyncio.to_thread(evening.server.stop, mode)

        await evening.during(5, stopped)
        assert evening.people.pressed.unsaved > 0, "who presses meanwhile is told so"
        await asyncio.to_thread(evening.server.start)
        await evening.in_the_end()


async def test_all_connections_are_cut_again_and_again(tmp_path: Path) -> None:
    async with playing(tmp_path, 2) as evening:
        for _ in range(4):
            await evening.during(3, lambda: evening.do(ENDED))
        await evening.in_the_end()


async def test_commits_fail_for_a_while(tmp_path: Path) -> None:
    async with playing(tmp_path, 3) as evening:
        await evening.do(FAILING.format(what=FULL))
        before = evening.people.pressed.sure.total()
        await evening.people.play(3)
        assert evening.people.pressed.unsaved > 2
        assert evening.people.pressed.sure.total() == before
        await evening.do(HEALED)
        await evening.in_the_end()


async def test_commits_are_slow(tmp_path: Path) -> None:
    async with playing(tmp_path, 4) as evening:
        await evening.do(FAILING.format(what=SLOW))
        await evening.people.play(2)
        assert evening.people.pressed.unsaved == 0
        await evening.do(HEALED)
        await evening.in_the_end()


async def test_commits_wait_for_a_standby_that_is_not_there(tmp_path: Path) -> None:
    """The server answers no commit; rows written meanwhile count once it needs no standby."""
    async with playing(tmp_path, 5) as evening:
        await evening.do("alter system set synchronous_standby_names = 'nobody'")
        await evening.do("select pg_reload_conf()")
        await evening.people.play(2)
        assert evening.people.pressed.unanswered > 0
        await evening.do("alter system reset synchronous_standby_names")
        await evening.do("select pg_reload_conf()")
        await evening.in_the_end()


async def test_a_connection_is_cut_in_a_commit_that_waits(tmp_path: Path) -> None:
    async with playing(tmp_path, 6) as evening:
        await evening.do(FAILING.format(what="perform pg_sleep(4);"))

        async def cut_it() -> None:
            async with asyncio.timeout(LONGEST):
                while True:
                    cut = await asyncio.to_thread(evening.server.execute, f"{ENDED} and query = 'commit'", evening.name)
                    if cut:
                        return
                    await asyncio.sleep(PAUSE)

        cutting = asyncio.create_task(cut_it())
        await evening.people.play(1)
        await cutting
        await evening.do(HEALED)
        await evening.in_the_end()
