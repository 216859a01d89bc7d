"""Private notes as rows: of players of running games only, deleted with the game and with the person."""

from __future__ import annotations

import pytest

from storage.interface.letters import NewLetter
from storage.interface.panels import DueNote, OwnNote
from storage.interface.shards import ALL_SHARDS, Shards
from storage.store import Storage
from tests.storage.samples import ADA, BEN, LATER, NOW, open_lobby, start_new

LONG_AFTER = "2026-04-01T12:00:00+00:00"


async def test_a_note_is_kept_for_each_player_and_table(storage: Storage) -> None:
    one, other = await start_new(storage), await start_new(storage)
    assert await storage.own_notes.put(one, ADA, OwnNote("Ben bluffs", LATER), NOW)
    assert await storage.own_notes.put(other, ADA, OwnNote("Sell first", None, "Round 3"), NOW)
    assert await storage.own_notes.put(one, ADA, OwnNote("Ben is honest", LATER), NOW)
    assert await storage.own_notes.get(one, ADA) == OwnNote("Ben is honest", LATER)
    assert await storage.own_notes.get(one, BEN) is None
    assert await storage.own_notes.list_texts(ADA) == {one: "Ben is honest", other: "Sell first"}
    await storage.own_notes.drop(one, ADA)
    assert await storage.own_notes.list_texts(ADA) == {other: "Sell first"}


async def test_only_a_player_of_a_running_game_has_a_note(storage: Storage) -> None:
    running, lobby = await start_new(storage), await open_lobby(storage)
    assert not await storage.own_notes.put(running, 99, OwnNote("x"), NOW)
    assert not await storage.own_notes.put(lobby, ADA, OwnNote("x"), NOW)


async def test_a_reminder_is_due_at_its_time_or_looked_at_while_it_waits_for_a_part(storage: Storage) -> None:
    one, other = await start_new(storage), await start_new(storage)
    await storage.own_notes.put(one, ADA, OwnNote("x", LATER), NOW)
    await storage.own_notes.put(other, BEN, OwnNote("y", None, "Round 3"), NOW)
    await storage.own_notes.put(other, ADA, OwnNote("z"), NOW)
    assert await storage.own_notes.list_due(ALL_SHARDS, NOW) == [DueNote(other, BEN, "Round 3")]
    assert await storage.own_notes.list_due(ALL_SHARDS, LONG_AFTER) == [
        DueNote(one, ADA, None),
        DueNote(other, BEN, "Round 3"),
    ]
    owned = [await storage.own_notes.list_due(Shards(number, number, 2), LONG_AFTER) for number in range(2)]
    assert sorted(map(len, owned)) == [0, 2], "each process looks after its own tables"


async def test_a_reminder_ends_once_with_its_letter_and_the_note_stays(storage: Storage) -> None:
    game_id = await start_new(storage)
    await storage.own_notes.put(game_id, ADA, OwnNote("x", LATER), NOW)
    before = len(await storage.outbox.list_unsent(game_id))
    for _ in range(2):
        await storage.own_notes.end_reminder(game_id, ADA, [NewLetter("note", 1)], LATER)
    assert len(await storage.outbox.list_unsent(game_id)) == before + 1
    assert await storage.own_notes.get(game_id, ADA) == OwnNote("x")


@pytest.mark.parametrize("ends", ["the game", "the person"])
async def test_a_note_ends_with_the_game_and_with_the_person(storage: Storage, ends: str) -> None:
    game_id = await start_new(storage)
    await storage.own_notes.put(game_id, ADA, OwnNote("Ben bluffs"), NOW)
    assert "Ben bluffs" in str(await storage.privacy.collect_data(ADA))
    assert "Ben bluffs" not in str(await storage.privacy.collect_data(BEN))
    if ends == "the game":
        await storage.games.close_without_result(game_id, LATER)
    else:
        await storage.privacy.forget(ADA)
    assert await storage.own_notes.list_texts(ADA) == {}
