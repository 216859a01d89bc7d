"""What the SQLite store promises about commits: together, whole, and on the disk."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from storage.interface.errors import Conflict, StoreFailed
from storage.interface.letters import NewLetter
from storage.interface.motions import MotionKind, NewMotion
from storage.interface.people import Person
from storage.people import PersonRows
from storage.sqlite import SqliteStorage, open_storage
from tests.storage.samples import ADA, BEN, NOW, content, entry, open_lobby, revision_of, start_new

ROOT = Path(__file__).parents[2]


def child(code: str, path: Path) -> subprocess.Popen[str]:
    """Another process with the store's code; `path` is its first argument."""
    before = "import asyncio, sys\nfrom pathlib import Path\nfrom storage.sqlite import open_storage\n"
    return subprocess.Popen(  # noqa: S603 - our own code
        [sys.executable, "-c", before + code, str(path)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


async def test_moves_that_wait_at_the_same_moment_share_a_commit(sqlite: SqliteStorage) -> None:
    games = [await start_new(sqlite) for _ in range(20)]
    before = sqlite.database.commits
    await asyncio.gather(*[sqlite.games.append(entry(game_id, 2)) for game_id in games])

    assert sqlite.database.commits - before == 1
    assert [await revision_of(sqlite, game_id) for game_id in games] == [2] * 20


async def test_moves_one_after_the_other_have_a_commit_each(sqlite: SqliteStorage) -> None:
    game_id = await start_new(sqlite)
    before = sqlite.database.commits
    await sqlite.games.append(entry(game_id, 2))
    await sqlite.games.append(entry(game_id, 3))
    assert sqlite.database.commits - before == 2


async def test_moves_that_belong_together_are_all_written_or_none(sqlite: SqliteStorage) -> None:
    game_id = await start_new(sqlite)
    with pytest.raises(Conflict):
        await sqlite.games.append(entry(game_id, 2), entry(game_id, 4))
    assert await revision_of(sqlite, game_id) == 1
    before = sqlite.database.commits
    await sqlite.games.append(entry(game_id, 2), entry(game_id, 3))
    assert sqlite.database.commits - before == 1
    assert [line.revision for line in await sqlite.games.list_entries(game_id)] == [1, 2, 3]


async def test_a_move_that_fails_does_not_hurt_those_it_shares_a_commit_with(sqlite: SqliteStorage) -> None:
    games = [await start_new(sqlite) for _ in range(3)]
    before = sqlite.database.commits
    results = await asyncio.gather(
        sqlite.games.append(entry(games[0], 2)),
        sqlite.games.append(replace(entry(games[1], 2), stored_news="no json")),
        sqlite.games.append(entry(games[1], 7)),
        sqlite.games.append(entry(games[2], 2)),
        return_exceptions=True,
    )

    assert [type(result) for result in results] == [type(None), StoreFailed, Conflict, type(None)]
    assert sqlite.database.commits - before == 1
    assert [await revision_of(sqlite, game_id) for game_id in games] == [2, 1, 2]


async def test_what_shares_a_commit_with_a_move_that_fails_is_written_once(sqlite: SqliteStorage) -> None:
    game_id, other = await start_new(sqlite), await start_new(sqlite)
    letter = NewLetter("notice", body='{"text":"Once."}')
    kinds: tuple[MotionKind, ...] = ("pause", "abandon")
    proposed = [NewMotion(game_id, kind, seat=1, revision=1) for kind in kinds]
    _, first, failure, second = await asyncio.gather(
        sqlite.outbox.add(game_id, [letter], NOW),
        sqlite.motions.open(proposed[0], NOW),
        sqlite.games.append(entry(other, 7)),
        sqlite.motions.open(proposed[1], NOW),
        return_exceptions=True,
    )

    assert isinstance(failure, Conflict)
    bodies = [letter.body for letter in await sqlite.outbox.list_unsent(game_id)]
    assert bodies.count(letter.body) == 1
    assert await sqlite.motions.list_open(game_id) == [first, second], "who has opened them knows them by their numbers"


async def test_moves_are_added_in_the_order_in_which_they_were_sent(sqlite: SqliteStorage) -> None:
    game_id = await start_new(sqlite)
    before = sqlite.database.commits
    sent = [sqlite.games.append(entry(game_id, revision)) for revision in (2, 3, 4)]
    for waiting in reversed(sent):
        await waiting
    assert sqlite.database.commits - before == 1

    sent = [sqlite.games.append(new) for new in (replace(entry(game_id, 5), stored_news="no json"), entry(game_id, 6))]
    results = await asyncio.gather(*sent, return_exceptions=True)
    assert [type(result) for result in results] == [StoreFailed, Conflict]
    assert [line.revision for line in await sqlite.games.list_entries(game_id)] == [1, 2, 3, 4]


async def test_when_the_commit_fails_everybody_in_it_is_told(sqlite: SqliteStorage) -> None:
    def broken(rows: sqlite3.Connection) -> None:
        rows.execute("pragma defer_foreign_keys = on")
        rows.execute("insert into messages (game_id, role, channel_id, message_id) values (404, 'board', 1, 1)")

    good = asyncio.ensure_future(sqlite.database.write(lambda rows: PersonRows.put(rows, Person(ADA, "Ada"))))
    results = await asyncio.gather(good, sqlite.database.write(broken), return_exceptions=True)

    assert [type(result) for result in results] == [StoreFailed, StoreFailed]
    assert await sqlite.people.get(ADA) is None
    await sqlite.people.put(Person(ADA, "Ada"))
    assert await sqlite.people.get(ADA) == Person(ADA, "Ada")


async def test_a_fault_in_our_own_code_reaches_its_caller_alone(sqlite: SqliteStorage) -> None:
    results = await asyncio.gather(
        sqlite.people.put(Person(ADA, "Ada")), sqlite.outbox.add(404, [], NOW), return_exceptions=True
    )
    assert [type(result) for result in results] == [type(None), LookupError]
    assert await sqlite.people.get(ADA) is not None


async def test_a_row_for_a_seat_that_is_not_there_is_refused_whole(sqlite: SqliteStorage) -> None:
    game_id = await start_new(sqlite)
    with pytest.raises(StoreFailed, match="report this as a fault"):
        await sqlite.games.append(replace(entry(game_id, 2), asks={9: "nobody"}))
    assert await revision_of(sqlite, game_id) == 1


async def test_nothing_is_left_running_when_nothing_is_written(sqlite: SqliteStorage) -> None:
    await sqlite.people.put(Person(ADA, "Ada"))
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_a_transaction_cancelled_in_the_queue_writes_nothing(sqlite: SqliteStorage) -> None:
    cancelled = asyncio.create_task(sqlite.people.put(Person(ADA, "Ada")))
    other = asyncio.create_task(sqlite.people.put(Person(BEN, "Ben")))
    asyncio.get_running_loop().call_soon(cancelled.cancel)  # after both have queued, before the commits begin
    await other

    assert cancelled.cancelled()
    assert await sqlite.people.get(ADA) is None
    assert await sqlite.people.get(BEN) is not None


async def test_a_cancellation_during_the_commit_affects_no_other_transaction(sqlite: SqliteStorage) -> None:
    started, go_on = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def slow(rows: sqlite3.Connection) -> None:
        loop.call_soon_threadsafe(started.set)
        assert go_on.wait(10)

    cancelled = asyncio.ensure_future(sqlite.database.write(slow))
    together = asyncio.create_task(sqlite.people.put(Person(ADA, "Ada")))
    await started.wait()
    afterwards = asyncio.create_task(sqlite.people.put(Person(BEN, "Ben")))
    cancelled.cancel()
    go_on.set()
    await asyncio.gather(together, afterwards)

    assert cancelled.cancelled()
    assert await sqlite.people.get(ADA) is not None
    assert await sqlite.people.get(BEN) is not None


async def test_a_store_goes_on_after_all_tasks_were_cancelled(sqlite: SqliteStorage) -> None:
    writing = [asyncio.create_task(sqlite.people.put(Person(user_id, "Ada"))) for user_id in range(3)]
    for count in range(5):
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            if count:  # in the first round they only begin
                task.cancel()
        await asyncio.gather(sqlite.people.get(ADA))
    assert all(task.done() for task in writing)

    await sqlite.people.put(Person(ADA, "Ada"))
    assert await sqlite.people.get(ADA) is not None


async def test_closing_waits_for_what_is_being_written(path: Path) -> None:
    storage = await open_storage(path)
    await asyncio.gather(storage.people.put(Person(ADA, "Ada")), storage.close())
    await storage.close()  # a second time does nothing
    with pytest.raises(StoreFailed, match="closed"):
        await storage.people.get(ADA)
    with pytest.raises(StoreFailed, match="closed"):
        await storage.people.put(Person(BEN, "Ben"))

    storage = await open_storage(path)
    assert await storage.people.get(ADA) is not None
    await storage.close()


async def test_readers_see_a_game_whole_while_it_is_played(sqlite: SqliteStorage) -> None:
    game_id = await start_new(sqlite)

    async def play() -> None:
        for revision in range(2, 60):
            await sqlite.games.append(entry(game_id, revision))

    playing = asyncio.create_task(play())
    while not playing.done():
        saved = await sqlite.games.load(game_id)
        assert saved is not None
        assert saved.entry_counts[1] == saved.game.revision - 1
        assert saved.state is not None
    await playing


async def test_an_acknowledged_move_survives_a_kill(path: Path) -> None:
    storage = await open_storage(path)
    game_id = await start_new(storage)
    await storage.close()

    code = f"""
from tests.storage.samples import entry
async def main():
    storage = await open_storage(Path(sys.argv[1]))
    await storage.games.append(entry({game_id}, 2))
    print("saved", flush=True)
    sys.stdin.read()
asyncio.run(main())
"""
    with child(code, path) as process:
        assert process.stdout
        assert process.stdout.readline() == "saved\n"
        process.kill()

    storage = await open_storage(path)
    assert await revision_of(storage, game_id) == 2
    assert await storage.check() == []
    await storage.close()


async def test_a_second_process_is_refused(sqlite: SqliteStorage, path: Path) -> None:
    code = """
from storage.interface.errors import StoreFailed
try:
    asyncio.run(open_storage(Path(sys.argv[1])))
except StoreFailed as error:
    print(error)
"""
    with child(code, path) as process:
        said, _ = process.communicate()
    assert said == f"{path} is in use by another running bot. Stop that one first.\n"


async def test_a_full_disk_loses_nothing_and_passes(sqlite: SqliteStorage) -> None:
    game_id = await start_new(sqlite)
    other = await open_lobby(sqlite)

    def limit(rows: sqlite3.Connection) -> None:
        rows.execute(f"pragma max_page_count = {rows.execute('pragma page_count').fetchone()[0]}")

    await sqlite.database.write(limit)
    large = replace(entry(game_id, 2), move='"' + "x" * 100_000 + '"')
    with pytest.raises(StoreFailed, match="disk is full"):
        await sqlite.games.append(large)
    results = await asyncio.gather(
        sqlite.games.append(large), sqlite.lobbies.change(other, seats_wanted=4, now=NOW), return_exceptions=True
    )
    assert isinstance(results[0], StoreFailed)
    assert await revision_of(sqlite, game_id) == 1
    assert [line.revision for line in await sqlite.games.list_entries(game_id)] == [1]
    assert await sqlite.check() == []

    await sqlite.database.write(lambda rows: rows.execute("pragma max_page_count = 1000000").fetchone())
    await sqlite.games.append(large)
    assert await revision_of(sqlite, game_id) == 2


async def test_a_disk_that_takes_no_more_bytes_loses_nothing_and_passes(path: Path) -> None:
    pytest.importorskip("resource")
    storage = await open_storage(path)
    game_id = await start_new(storage)
    await storage.close()

    code = f"""
import resource
from dataclasses import replace
from storage.interface.errors import StoreFailed
from tests.storage.samples import entry, revision_of
async def main():
    storage = await open_storage(Path(sys.argv[1]))
    none, all = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, all))
    try:
        await storage.games.append(entry({game_id}, 2))
    except StoreFailed as error:
        print(error)
    resource.setrlimit(resource.RLIMIT_FSIZE, (none, all))
    print(await revision_of(storage, {game_id}))
    await storage.games.append(entry({game_id}, 2))
    print(await revision_of(storage, {game_id}), await storage.check())
    await storage.close()
asyncio.run(main())
"""
    with child(code, path) as process:
        said, _ = process.communicate()
    failure, *rest = said.splitlines()
    assert "Nothing was saved" in failure
    assert rest == ["1", "2 []"]


async def test_a_database_that_may_not_be_written_says_so(sqlite: SqliteStorage) -> None:
    await sqlite.database.write(lambda rows: rows.execute("pragma query_only = on"))
    with pytest.raises(StoreFailed, match="may not be written"):
        await sqlite.people.put(Person(ADA, "Ada"))
    assert await sqlite.people.get(ADA) is None


async def test_the_way_we_read_cannot_write(sqlite: SqliteStorage) -> None:
    with pytest.raises(StoreFailed):
        await sqlite.database.read(lambda rows: rows.execute("delete from games"))


async def test_places_and_scores_are_kept(sqlite: SqliteStorage) -> None:
    game_id = await start_new(sqlite)
    await sqlite.games.append(replace(entry(game_id, 2), places={1: 1, 2: 2}, scores={1: 40}))
    results = await sqlite.database.read(
        lambda rows: rows.execute("select game_id, seat, place, score from results").fetchall()
    )
    assert results == [(game_id, 1, 1, 40), (game_id, 2, 2, None)]


async def test_a_move_costs_less_than_a_kilobyte(path: Path) -> None:
    await (await open_storage(path)).close()
    empty = len(content(path))
    storage = await open_storage(path)
    game_id = await start_new(storage)
    table = '{"cards":[' + ",".join(str(number * number % 9973) for number in range(900)) + "]}"
    for revision in range(2, 301):
        await storage.games.append(replace(entry(game_id, revision), state=table))
    await storage.close()
    assert len(table) > 4000
    assert (len(content(path)) - empty) / 300 < 1024
