"""Event marks as rows: of players who want to be told, at running tables and once more at finished ones."""

from __future__ import annotations

from dataclasses import replace

from storage.interface.letters import NewLetter
from storage.interface.people import Person
from storage.interface.shards import ALL_SHARDS, Shards
from storage.store import Storage
from tests.storage.samples import ADA, BEN, LATER, NOW, entry, start_new


async def told(storage: Storage, game_id: int, *kinds: str) -> None:
    """Tell all who are to be told of a table, with a letter each."""
    for events in await storage.event_marks.list_untold(ALL_SHARDS):
        if events.game_id == game_id:
            await storage.event_marks.mark_told(events, [NewLetter("note", events.seat) for _ in kinds], NOW)


async def wants(storage: Storage, user_id: int) -> Person:
    person = Person(user_id, "Ada", event_level="affected")
    await storage.people.put(person)
    return person


async def test_a_level_is_kept_with_the_person(storage: Storage) -> None:
    person = await wants(storage, ADA)
    assert await storage.people.get(ADA) == person
    await storage.people.put(replace(person, event_level="asked"))
    assert (await storage.people.get(ADA)) == replace(person, event_level="asked")


async def test_only_tables_of_people_who_want_it_are_listed_by_their_owner(storage: Storage) -> None:
    one, other = await start_new(storage), await start_new(storage)
    assert await storage.event_marks.list_untold(ALL_SHARDS) == []
    await wants(storage, ADA)
    found = await storage.event_marks.list_untold(ALL_SHARDS)
    assert [(events.game_id, events.user_id, events.seat, events.told) for events in found] == [
        (one, ADA, 1, None),
        (other, ADA, 1, None),
    ]
    owned = [await storage.event_marks.list_untold(Shards(number, number, 2)) for number in range(2)]
    assert sorted(map(len, owned)) == [0, 2], "each process looks after its own tables"


async def test_a_table_is_listed_again_when_it_has_moved_on(storage: Storage) -> None:
    game_id = await start_new(storage)
    await wants(storage, ADA)
    await told(storage, game_id)
    assert await storage.event_marks.list_untold(ALL_SHARDS) == []
    saved = await storage.games.load(game_id)
    assert saved is not None
    await storage.games.append(entry(game_id, saved.game.revision + 1))
    (events,) = await storage.event_marks.list_untold(ALL_SHARDS)
    assert (events.told, events.revision, events.is_over) == (saved.game.revision, saved.game.revision + 1, False)
    await storage.games.append(entry(game_id, saved.game.revision + 2))  # meanwhile
    for _ in range(2):  # the second time, another has told it already
        await storage.event_marks.mark_told(events, [NewLetter("note", 1)], LATER)
    notes = [letter for letter in await storage.outbox.list_unsent(game_id) if letter.kind == "note"]
    assert [note.revision for note in notes] == [events.revision], "what has happened meanwhile is told next time"
    (following,) = await storage.event_marks.list_untold(ALL_SHARDS)
    assert following.told == events.revision


async def test_a_finished_table_is_told_once_more_and_a_closed_one_never(storage: Storage) -> None:
    finished, closed = await start_new(storage), await start_new(storage)
    await wants(storage, ADA)
    await told(storage, finished)
    await told(storage, closed)
    saved = await storage.games.load(finished)
    assert saved is not None
    await storage.games.append(
        replace(entry(finished, saved.game.revision + 1), places={1: 1, 2: 2}, scores={1: 3, 2: 2}, asks={})
    )
    await storage.games.close_without_result(closed, LATER)
    (events,) = await storage.event_marks.list_untold(ALL_SHARDS)
    assert (events.game_id, events.is_over) == (finished, True)
    await told(storage, finished)
    assert await storage.event_marks.list_untold(ALL_SHARDS) == []


async def test_marks_go_with_the_person_and_with_their_wish(storage: Storage) -> None:
    game_id = await start_new(storage)
    for user_id in (ADA, BEN):
        await wants(storage, user_id)
    await told(storage, game_id)
    await storage.event_marks.drop_marks(ADA)
    assert [events.told for events in await storage.event_marks.list_untold(ALL_SHARDS)] == [None]
    await storage.privacy.forget(BEN)
    assert not await storage.privacy.is_kept(BEN)
