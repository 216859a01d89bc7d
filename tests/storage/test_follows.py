"""Followed tables as rows: of people without a seat, told when a table has moved on and once more at its end."""

from __future__ import annotations

from dataclasses import replace

from storage.interface.games import SeatRow
from storage.interface.letters import NewLetter
from storage.interface.shards import ALL_SHARDS, Shards
from storage.store import Storage
from tests.storage.samples import LATER, NOW, entry, revision_of, start_new

GUS, HANA = 71, 72
LETTER = NewLetter("note")


async def moved_on(storage: Storage, game_id: int) -> None:
    await storage.games.append(entry(game_id, await revision_of(storage, game_id) + 1))


async def test_a_table_is_due_when_it_has_moved_on_and_time_has_passed(storage: Storage) -> None:
    game_id = await start_new(storage)
    assert await storage.follows.put(game_id, GUS, NOW, 5)
    assert await storage.follows.list_due(ALL_SHARDS, LATER) == []
    await moved_on(storage, game_id)
    (followed,) = await storage.follows.list_due(ALL_SHARDS, NOW)
    assert (followed.user_id, followed.told, followed.is_over) == (GUS, followed.revision - 1, False)
    assert await storage.follows.list_due(ALL_SHARDS, "2000") == []
    owned = [await storage.follows.list_due(Shards(number, number, 2), NOW) for number in range(2)]
    assert sorted(map(len, owned)) == [0, 1], "each process looks after its own tables"
    for _ in range(2):  # the second time, another process has told it already
        await storage.follows.mark_told(followed, LETTER, LATER)
    assert [letter.kind for letter in await storage.outbox.list_unsent(game_id)].count("note") == 1
    assert await storage.follows.list_due(ALL_SHARDS, LATER) == []


async def test_a_move_made_while_a_digest_is_written_is_left_to_the_next_one(storage: Storage) -> None:
    game_id = await start_new(storage)
    assert await storage.follows.put(game_id, GUS, NOW, 5)
    await moved_on(storage, game_id)
    (followed,) = await storage.follows.list_due(ALL_SHARDS, NOW)
    await moved_on(storage, game_id)
    await storage.follows.mark_told(followed, LETTER, NOW)
    (note,) = [letter for letter in await storage.outbox.list_unsent(game_id) if letter.kind == "note"]
    assert note.revision == followed.revision
    await storage.outbox.record_failure(note, "refused", NOW, given_up=True)
    assert "note" not in {line.kind for line in await storage.outbox.list_deliveries(game_id)}, "nobody learns of it"
    (following,) = await storage.follows.list_due(ALL_SHARDS, NOW)
    assert (following.told, following.revision) == (followed.revision, followed.revision + 1)


async def test_a_follower_who_takes_a_seat_follows_no_longer(storage: Storage) -> None:
    game_id, other = await start_new(storage), await start_new(storage)
    assert await storage.follows.put(game_id, GUS, NOW, 1)
    await storage.seats.take(game_id, SeatRow(1, GUS, "Gus"), None, [], NOW, keep_orders=False)
    assert not await storage.follows.is_following(game_id, GUS)
    assert await storage.follows.put(other, GUS, NOW, 1), "the place is free"


async def test_the_end_is_due_at_once_and_once(storage: Storage) -> None:
    finished, closed = await start_new(storage), await start_new(storage)
    for game_id in (finished, closed):
        assert await storage.follows.put(game_id, GUS, NOW, 5)
    last = entry(finished, await revision_of(storage, finished) + 1)
    await storage.games.append(replace(last, places={1: 1, 2: 2}, scores={1: 3, 2: 2}, asks={}))
    await storage.games.close_without_result(closed, LATER)
    (followed,) = await storage.follows.list_due(ALL_SHARDS, "2000")
    assert (followed.game_id, followed.is_over) == (finished, True)
    await storage.follows.mark_told(followed, LETTER, LATER)
    assert await storage.follows.list_due(ALL_SHARDS, "2000") == []
    assert await storage.follows.get(followed.follow_id) is not None, "its letter still needs it"
    assert not await storage.follows.put(finished, HANA, NOW, 5), "it is over"


async def test_one_person_follows_a_limited_number_of_tables(storage: Storage) -> None:
    first, second = await start_new(storage), await start_new(storage)
    assert await storage.follows.put(first, GUS, NOW, 1)
    assert await storage.follows.put(first, GUS, LATER, 1), "twice is once"
    assert not await storage.follows.put(second, GUS, NOW, 1)
    assert await storage.follows.is_following(first, GUS)
    await storage.follows.drop(first, GUS)
    assert not await storage.follows.is_following(first, GUS)
    assert await storage.follows.put(second, GUS, NOW, 1)


async def test_nothing_is_kept_of_somebody_who_was_forgotten(storage: Storage) -> None:
    game_id = await start_new(storage)
    assert await storage.follows.put(game_id, GUS, NOW, 5)
    await moved_on(storage, game_id)
    (followed,) = await storage.follows.list_due(ALL_SHARDS, NOW)
    await storage.follows.mark_told(followed, LETTER, NOW)
    await storage.privacy.forget(GUS)
    assert not await storage.privacy.is_kept(GUS)
    assert await storage.follows.get(followed.follow_id) is None
