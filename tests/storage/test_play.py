from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from storage.interface.errors import Conflict
from storage.interface.game_log import EntryKind, GameLogRecord
from storage.interface.questions import OpenQuestion
from storage.interface.shards import ALL_SHARDS
from storage.store import Storage
from tests.storage.samples import ADA, BEN, NOW, entry, revision_of, start_new, state


async def test_an_appended_move_is_the_newest_table(storage: Storage) -> None:
    game_id = await start_new(storage)
    await storage.games.append(replace(entry(game_id, 2), version=4))

    saved = await storage.games.load(game_id)
    assert saved is not None
    assert (saved.game.revision, saved.game.version, saved.game.status) == (2, 4, "running")
    assert saved.state == state(2)
    assert saved.entry_counts == {1: 1, 2: 0, 3: 0}
    assert saved.asks == [OpenQuestion(2, "etag-2")]


async def test_a_game_knows_which_seats_have_moved_in_person(storage: Storage) -> None:
    game_id = await start_new(storage)
    kinds: list[tuple[EntryKind, int]] = [("default", 1), ("order", 2), ("bot", 3), ("move", 2), ("concede", 1)]
    for revision, (kind, seat) in enumerate(kinds, 2):
        saved = await storage.games.load(game_id)
        assert saved is not None
        assert saved.moved == ({2} if revision > 5 else set())
        await storage.games.append(replace(entry(game_id, revision), kind=kind, seat=seat))


async def test_the_log_returns_what_was_written(storage: Storage) -> None:
    game_id = await start_new(storage)
    written = replace(entry(game_id, 2), kind="bot", seat=3, blocks_undo=True)
    await storage.games.append(written)

    assert await storage.games.list_entries(game_id, after=1) == [
        GameLogRecord(2, "bot", 3, written.move, written.stored_news, True, NOW, "0.1.0", state=state(2))
    ]


async def test_the_same_revision_is_written_once(storage: Storage) -> None:
    game_id = await start_new(storage)
    await storage.games.append(entry(game_id, 2))
    with pytest.raises(Conflict):
        await storage.games.append(replace(entry(game_id, 2), state="{}"))

    saved = await storage.games.load(game_id)
    assert saved is not None
    assert saved.state == state(2)
    assert saved.entry_counts[1] == 1


async def test_of_two_who_write_at_once_one_gets_conflict(storage: Storage) -> None:
    game_id = await start_new(storage)
    results = await asyncio.gather(*[storage.games.append(entry(game_id, 2)) for _ in range(2)], return_exceptions=True)

    assert [type(result) for result in results] == [type(None), Conflict]
    assert await revision_of(storage, game_id) == 2


async def test_a_revision_cannot_be_left_out(storage: Storage) -> None:
    game_id = await start_new(storage)
    with pytest.raises(Conflict):
        await storage.games.append(entry(game_id, 3))


async def test_an_unknown_game_takes_no_moves(storage: Storage) -> None:
    with pytest.raises(Conflict):
        await storage.games.append(entry(404, 1))


async def test_a_finished_game_asks_nobody_and_takes_no_moves(storage: Storage) -> None:
    game_id = await start_new(storage)
    await storage.games.append(replace(entry(game_id, 2), places={1: 1, 2: 2, 3: 2}, scores={1: 40, 2: -3, 3: -3}))

    saved = await storage.games.load(game_id)
    assert saved is not None
    assert (saved.game.status, saved.game.finished_at) == ("finished", NOW)
    assert saved.asks == []
    with pytest.raises(Conflict):
        await storage.games.append(entry(game_id, 3))
    with pytest.raises(Conflict):
        await storage.games.close_without_result(game_id, NOW)


async def test_a_running_game_keeps_the_tables_to_which_an_undo_may_go_back(storage: Storage) -> None:
    game_id = await start_new(storage)
    for revision in range(2, 41):
        await storage.games.append(entry(game_id, revision))

    log = await storage.games.list_entries(game_id)
    assert [line.revision for line in log] == list(range(1, 41))
    assert [line.revision for line in log if line.state] == list(range(15, 41))
    assert all(line.state in (None, state(line.revision)) for line in log)


async def test_a_finished_game_keeps_its_last_table_only(storage: Storage) -> None:
    game_id = await start_new(storage)
    for revision in range(2, 30):
        await storage.games.append(entry(game_id, revision))
    await storage.games.append(replace(entry(game_id, 30), places={1: 1}))

    assert [line.revision for line in await storage.games.list_entries(game_id) if line.state] == [30]


async def test_entries_come_oldest_first_and_within_bounds(storage: Storage) -> None:
    game_id = await start_new(storage)
    for revision in range(2, 8):
        await storage.games.append(entry(game_id, revision))

    assert [line.revision for line in await storage.games.list_entries(game_id, after=2, limit=3)] == [3, 4, 5]
    assert [line.revision for line in await storage.games.list_last_entries(game_id, 2)] == [6, 7]
    assert [line.revision for line in await storage.games.list_last_entries(game_id, 99)] == list(range(1, 8))
    assert [line.revision for line in await storage.games.list_last_entries(game_id, 2, after=4)] == [6, 7]
    assert [line.revision for line in await storage.games.list_last_entries(game_id, 99, after=6)] == [7]


async def test_a_question_that_stays_open_keeps_its_ping(storage: Storage) -> None:
    game_id = await start_new(storage)
    await storage.games.append(replace(entry(game_id, 2), asks={1: "a", 2: "b", 3: "c"}))
    await storage.open_questions.mark_pinged(game_id, {1: "a", 2: "b", 3: "gone"})
    assert await storage.open_questions.list_in_game(game_id) == [
        OpenQuestion(1, "a", True),
        OpenQuestion(2, "b", True),
        OpenQuestion(3, "c"),
    ]

    await storage.games.append(replace(entry(game_id, 3), asks={1: "a", 2: "new"}))
    assert await storage.open_questions.list_in_game(game_id) == [
        OpenQuestion(1, "a", True),
        OpenQuestion(2, "new", False),
    ]


async def test_a_ping_in_one_game_is_none_in_another(storage: Storage) -> None:
    first, second = await start_new(storage), await start_new(storage)
    await storage.open_questions.mark_pinged(first, {1: "etag-1"})
    assert await storage.open_questions.list_in_game(second) == [OpenQuestion(1, "etag-1", False)]


async def test_a_seat_that_concedes_is_marked_and_asked_like_a_bot(storage: Storage) -> None:
    game_id = await start_new(storage)
    await storage.games.append(replace(entry(game_id, 2), asks={1: "a", 2: "b"}))
    assert await storage.open_questions.list_games_waiting_for_bots(ALL_SHARDS) == []

    await storage.games.append(replace(entry(game_id, 3), kind="concede", asks={1: "a", 2: "b"}))
    saved = await storage.games.load(game_id)
    assert saved is not None
    assert [seat.conceded for seat in saved.seats] == [True, False, False]
    assert await storage.open_questions.list_games_waiting_for_bots(ALL_SHARDS) == [game_id]
    assert await storage.open_questions.list_games_waiting_for(ADA) == []
    assert await storage.open_questions.list_games_waiting_for(BEN) == [game_id]


async def test_a_move_of_nobody_counts_for_no_seat(storage: Storage) -> None:
    game_id = await start_new(storage)
    await storage.games.append(replace(entry(game_id, 2), kind="repair", seat=None, move=None))

    saved = await storage.games.load(game_id)
    assert saved is not None
    assert set(saved.entry_counts.values()) == {0}
