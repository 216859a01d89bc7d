"""The rows of a player's panel, read together."""

from __future__ import annotations

from dataclasses import replace

from storage.interface.games import VisibleChannels
from storage.interface.letters import NewLetter
from storage.interface.panels import OwnNote, StoredDraft, StoredPanel
from storage.store import Storage
from tests.storage.samples import ADA, CHANNEL, GUILD, LATER, NOW, entry, revision_of, start_new


async def test_a_panel_has_the_newest_entries_the_draft_the_note_and_the_next_table(storage: Storage) -> None:
    game_id = await start_new(storage)
    revision = await revision_of(storage, game_id)
    await storage.own_notes.put(game_id, ADA, OwnNote("Ben bluffs"), NOW)
    await storage.outbox.add(game_id, [NewLetter("hand", 1)], NOW)
    for step in (1, 2, 3):
        await storage.games.append(entry(game_id, revision + step))
    await storage.draft_answers.keep(game_id, ADA, "", StoredDraft("tag", "1"))
    stored = await storage.panels.get(game_id, 1, ADA, revision + 3, 9)
    assert [each.revision for each in stored.last_entries][-3:] == [revision + 1, revision + 2, revision + 3]
    assert (stored.draft, stored.own_note) == (StoredDraft("tag", "1"), OwnNote("Ben bluffs"))
    assert (stored.newest_seen, stored.ended_orders, stored.next_game, stored.has_new_hand) == (0, "", None, True)
    await storage.read_marks.write_look(game_id, ADA, revision + 3)
    await storage.read_marks.write_look(game_id, ADA, revision)
    await storage.outbox.note_opened(game_id, 1, LATER, again=False)
    stored = await storage.panels.get(game_id, 1, ADA, revision + 3, 9)
    assert [each.revision for each in stored.last_entries] == [revision + 2, revision + 3], "two, for an undo"
    assert (stored.newest_seen, stored.has_new_hand) == (revision + 3, False)


async def test_a_person_without_anything_stored_has_an_empty_panel(storage: Storage) -> None:
    game_id = await start_new(storage)
    stored = await storage.panels.get(game_id, 1, 404, 1, 0)
    assert stored == StoredPanel(last_entries=[])


async def test_results_of_a_player_are_of_one_server_and_of_channels_that_the_reader_sees(storage: Storage) -> None:
    game_id = await start_new(storage)
    last = entry(game_id, await revision_of(storage, game_id) + 1)
    await storage.games.append(replace(last, places={1: 1, 2: 2}, scores={1: 3, 2: 2}, asks={}))
    sees = VisibleChannels(99, [CHANNEL])
    found = await storage.games.list_results_of_player_in_server(ADA, GUILD, sees)
    assert [result.game_id for result in found] == [game_id]
    assert await storage.games.list_results_of_player_in_server(ADA, GUILD + 1, sees) == []
    assert await storage.games.list_results_of_player_in_server(ADA, GUILD, VisibleChannels(99, [])) == []
    assert await storage.games.list_results_of_player_in_server(404, GUILD, sees) == []
