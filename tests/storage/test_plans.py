from __future__ import annotations

from dataclasses import replace

from storage.interface.games import SeatRow
from storage.interface.panels import StoredDraft
from storage.store import Storage
from tests.storage.samples import ADA, BEN, NOW, entry, open_lobby, start_new

FIRST, SECOND = StoredDraft("abc", "k0f0d.c3"), StoredDraft("abc", "k0f0d.c3.c1")


async def test_the_newest_plan_of_each_kind_is_kept_for_each_player(storage: Storage) -> None:
    game_id, other = await start_new(storage), await start_new(storage)
    assert await storage.draft_answers.get(game_id, ADA, "") is None
    await storage.draft_answers.keep(game_id, ADA, "", FIRST)
    await storage.draft_answers.keep(game_id, ADA, "", SECOND)
    await storage.draft_answers.keep(game_id, ADA, "p", FIRST)
    await storage.draft_answers.keep(other, ADA, "", FIRST)

    assert await storage.draft_answers.get(game_id, ADA, "") == SECOND
    assert await storage.draft_answers.get(game_id, ADA, "p") == FIRST
    assert await storage.draft_answers.get(other, ADA, "") == FIRST
    assert await storage.draft_answers.get(game_id, BEN, "") is None

    await storage.draft_answers.drop(game_id, ADA, "")
    assert await storage.draft_answers.get(game_id, ADA, "") is None
    assert await storage.draft_answers.get(game_id, ADA, "p") == FIRST


async def test_a_plan_is_kept_of_nobody_but_players_of_running_games(storage: Storage) -> None:
    lobby, running = await open_lobby(storage), await start_new(storage)
    await storage.draft_answers.keep(lobby, ADA, "", FIRST)
    await storage.draft_answers.keep(running, 404, "", FIRST)
    assert await storage.draft_answers.get(lobby, ADA, "") is None
    assert await storage.draft_answers.get(running, 404, "") is None


async def test_a_player_who_takes_a_seat_does_not_get_the_plan_of_who_sat_there(storage: Storage) -> None:
    game_id = await start_new(storage)
    await storage.draft_answers.keep(game_id, ADA, "", FIRST)
    await storage.seats.take(game_id, SeatRow(1, 404, "Newcomer"), None, (), NOW, keep_orders=False)
    assert await storage.draft_answers.get(game_id, 404, "") is None


async def test_a_plan_ends_with_the_game_and_with_being_forgotten(storage: Storage) -> None:
    game_id, other = await start_new(storage), await start_new(storage)
    for number in (game_id, other):
        await storage.draft_answers.keep(number, ADA, "", FIRST)
        await storage.draft_answers.keep(number, BEN, "", FIRST)
    await storage.games.close_without_result(game_id, NOW)
    assert await storage.draft_answers.get(game_id, ADA, "") is None
    assert str(FIRST.picks) in str(await storage.privacy.collect_data(ADA)), "one can read what is kept of oneself"
    await storage.privacy.forget(ADA)
    assert await storage.draft_answers.get(other, ADA, "") is None
    assert await storage.draft_answers.get(other, BEN, "") == FIRST


async def test_a_plan_goes_with_the_move_of_its_player_and_stays_with_what_is_played_for_them(storage: Storage) -> None:
    game_id = await start_new(storage)
    for user_id in (ADA, BEN):
        await storage.draft_answers.keep(game_id, user_id, "", FIRST)
        await storage.draft_answers.keep(game_id, user_id, "p", FIRST)
    moved = entry(game_id, 2)
    await storage.games.append(replace(moved, kind="default"))
    assert await storage.draft_answers.get(game_id, ADA, "") == FIRST, "they are told that their time was up"
    await storage.games.append(replace(moved, revision=3))
    assert await storage.draft_answers.get(game_id, ADA, "") is None
    assert await storage.draft_answers.get(game_id, ADA, "p") == FIRST
    assert await storage.draft_answers.get(game_id, BEN, "") == FIRST
