from __future__ import annotations

from dataclasses import replace

import pytest

from storage.interface.errors import Conflict
from storage.interface.games import GameRow, SeatRow
from storage.interface.letters import NewLetter
from storage.interface.shards import ALL_SHARDS
from storage.store import Storage
from tests.storage.samples import (
    ADA,
    BEN,
    CHANNEL,
    GUILD,
    LATER,
    NOW,
    OUTAGE,
    SEATS,
    entry,
    open_lobby,
    start,
    start_new,
    state,
)


async def test_an_opened_game_is_an_empty_lobby_with_a_board_letter(storage: Storage) -> None:
    game_id = await open_lobby(storage)

    saved = await storage.games.load(game_id)
    assert saved is not None
    assert saved.game == GameRow(
        game_id=game_id,
        title="goodwill",
        status="open",
        guild_id=GUILD,
        channel_id=CHANNEL,
        opened_by=ADA,
        seats_wanted=3,
        options='{"long":true}',
        version=0,
        revision=0,
        box="",
        opened_at=NOW,
    )
    assert (saved.seats, saved.state, saved.entry_counts, saved.asks) == ([], None, {}, [])
    assert [(letter.kind, letter.revision) for letter in await storage.outbox.list_unsent(game_id)] == [("board", 0)]


async def test_a_lobby_is_named_and_its_name_goes_with_the_person_who_chose_it(storage: Storage) -> None:
    game_id = await open_lobby(storage)
    await storage.lobbies.put_name(game_id, "Sunday crew", BEN, "", NOW)
    saved = await storage.games.load(game_id)
    assert saved is not None
    assert (saved.game.name, saved.game.named_by) == ("Sunday crew", BEN)
    assert await storage.privacy.is_kept(BEN)
    assert "Sunday crew" in str(await storage.privacy.collect_data(BEN))
    assert "Sunday crew" not in str(await storage.privacy.collect_data(ADA))
    assert await storage.privacy.forget(BEN) == [game_id]
    saved = await storage.games.load(game_id)
    assert saved is not None
    assert (saved.game.name, saved.game.named_by, saved.game.opened_by) == ("", None, ADA)


async def test_a_game_that_runs_is_not_renamed(storage: Storage) -> None:
    game_id = await start_new(storage)
    with pytest.raises(Conflict):
        await storage.lobbies.put_name(game_id, "Sunday crew", ADA, "", NOW)


async def test_every_lobby_has_a_number_of_its_own(storage: Storage) -> None:
    assert await open_lobby(storage) != await open_lobby(storage)


async def test_a_changed_lobby_keeps_what_was_not_mentioned(storage: Storage) -> None:
    game_id = await open_lobby(storage)
    await storage.lobbies.change(game_id, seats=SEATS, opened_by=BEN, now=NOW)
    await storage.lobbies.change(game_id, options="{}", seats_wanted=5, channel_id=77, now=NOW)

    saved = await storage.games.load(game_id)
    assert saved is not None
    assert saved.seats == list(SEATS)
    assert (saved.game.opened_by, saved.game.options) == (BEN, "{}")
    assert (saved.game.seats_wanted, saved.game.channel_id) == (5, 77)


async def test_new_seats_take_the_place_of_the_old_ones(storage: Storage) -> None:
    game_id = await open_lobby(storage)
    await storage.lobbies.change(game_id, seats=SEATS, now=NOW)
    await storage.lobbies.change(game_id, seats=[SeatRow(1, BEN, "Ben")], now=NOW)

    saved = await storage.games.load(game_id)
    assert saved is not None
    assert saved.seats == [SeatRow(1, BEN, "Ben")]


async def test_a_lobby_changed_twice_has_one_board_letter(storage: Storage) -> None:
    game_id = await open_lobby(storage)
    await storage.lobbies.change(game_id, seats=SEATS, now=NOW)
    await storage.lobbies.change(game_id, seats=SEATS[:1], now=LATER)

    [letter] = await storage.outbox.list_unsent(game_id)
    assert (letter.kind, letter.written_at) == ("board", LATER)


async def test_a_started_lobby_cannot_be_changed(storage: Storage) -> None:
    game_id = await start_new(storage)
    with pytest.raises(Conflict):
        await storage.lobbies.change(game_id, seats=SEATS[:1], now=NOW)

    saved = await storage.games.load(game_id)
    assert saved is not None
    assert saved.seats == list(SEATS)


async def test_an_unknown_lobby_cannot_be_changed(storage: Storage) -> None:
    with pytest.raises(Conflict):
        await storage.lobbies.change(404, now=NOW)


async def test_a_started_game_runs_with_its_seats_box_and_first_question(storage: Storage) -> None:
    game_id = await open_lobby(storage)
    await start(storage, game_id)

    saved = await storage.games.load(game_id)
    assert saved is not None
    assert (saved.game.status, saved.game.revision, saved.game.version) == ("running", 1, 3)
    assert (saved.game.options, saved.game.box) == ('{"long":false}', "digest")
    assert saved.seats == list(SEATS)
    assert saved.state == state(1)
    assert saved.entry_counts == {1: 0, 2: 0, 3: 0}
    assert [(ask.seat, ask.etag, ask.pinged) for ask in saved.asks] == [(1, "etag-1", False)]
    assert await storage.games.get_box("digest") == '{"cards":[]}'


async def test_a_second_game_shares_the_box(storage: Storage) -> None:
    await start_new(storage)
    await start_new(storage)
    assert await storage.games.get_box("digest") == '{"cards":[]}'
    assert await storage.games.get_box("another") is None


async def test_a_game_starts_once(storage: Storage) -> None:
    game_id = await start_new(storage)
    with pytest.raises(Conflict):
        await start(storage, game_id)


async def test_a_game_does_not_start_in_the_middle(storage: Storage) -> None:
    game_id = await open_lobby(storage)
    with pytest.raises(Conflict):
        await storage.lobbies.start(entry(game_id, 2), seats=SEATS, options="{}", box="digest", box_json="{}")

    saved = await storage.games.load(game_id)
    assert saved is not None
    assert (saved.game.status, saved.seats) == ("open", [])
    assert await storage.games.get_box("digest") is None


async def test_an_abandoned_lobby_stays_closed(storage: Storage) -> None:
    game_id = await open_lobby(storage)
    await storage.games.close_without_result(game_id, LATER)

    saved = await storage.games.load(game_id)
    assert saved is not None
    assert (saved.game.status, saved.game.finished_at) == ("abandoned", LATER)
    with pytest.raises(Conflict):
        await start(storage, game_id)
    with pytest.raises(Conflict):
        await storage.games.close_without_result(game_id, LATER)


async def test_an_abandoned_game_asks_nobody_and_shows_its_board_once_more(storage: Storage) -> None:
    game_id = await start_new(storage)
    await storage.games.append(entry(game_id, 2))
    await storage.games.close_without_result(game_id, LATER)

    saved = await storage.games.load(game_id)
    assert saved is not None
    assert (saved.game.status, saved.game.revision, saved.state) == ("abandoned", 2, state(2))
    assert saved.asks == []
    assert await storage.open_questions.list_games_waiting_for(BEN) == []
    assert [letter.kind for letter in await storage.outbox.list_unsent(game_id)] == ["board"]
    with pytest.raises(Conflict):
        await storage.games.append(replace(entry(game_id, 3)))


async def test_an_unknown_game_is_not_there(storage: Storage) -> None:
    assert await storage.games.load(404) is None
    assert await storage.games.list_entries(404) == []
    assert await storage.open_questions.list_in_game(404) == []


async def test_an_open_lobby_without_a_secret_is_given_one_once(storage: Storage) -> None:
    game_id = await open_lobby(storage)
    for seed in ("first", "second"):
        await storage.lobbies.draw_seed(game_id, seed, [NewLetter("promise", body=f'{{"digest": "{seed}"}}')], NOW)
    saved = await storage.games.load(game_id)
    assert saved is not None
    assert saved.game.seed == "first"
    promises = [letter.body for letter in await storage.outbox.list_unsent(game_id) if letter.kind == "promise"]
    assert promises == ['{"digest": "first"}']


async def test_a_table_that_is_to_have_a_thread_gets_it_once(storage: Storage) -> None:
    game_id = await storage.lobbies.open(
        title="goodwill",
        guild_id=GUILD,
        channel_id=CHANNEL,
        opened_by=ADA,
        seats_wanted=3,
        options="{}",
        now=NOW,
        thread="Goodwill 1",
    )
    assert await storage.lobbies.get_requested_thread(game_id) == "Goodwill 1"
    await storage.lobbies.put_in_thread(game_id, 77)
    assert await storage.lobbies.get_requested_thread(game_id) is None
    saved = await storage.games.load(game_id)
    assert saved is not None
    assert saved.game.channel_id == 77


async def test_which_table_was_opened_in_place_of_one_is_known(storage: Storage) -> None:
    first, second = await open_lobby(storage), await open_lobby(storage)
    assert await storage.lobbies.get_successor(first) is None
    await storage.lobbies.put_successor(first, second)
    assert await storage.lobbies.get_successor(first) == second
    assert await storage.lobbies.get_successor(second) is None


async def test_for_which_waiting_people_were_called_again_is_known(storage: Storage) -> None:
    game_id = await open_lobby(storage)
    await storage.lobbies.change(game_id, confirm_until=LATER, now=NOW)
    await storage.lobbies.change(game_id, called_again=LATER, call=True, now=NOW)
    await storage.clocks.restore_time(ALL_SHARDS, 300, [], NewLetter("notice"), OUTAGE, NOW)
    saved = await storage.games.load(game_id)
    assert saved is not None
    assert saved.game.called_again == saved.game.confirm_until == "2026-03-01T12:10:00+00:00", "by an outage later"


async def test_a_table_that_was_closed_before_it_began_opens_again_and_calls_its_people(storage: Storage) -> None:
    game_id = await open_lobby(storage)
    await storage.games.close_without_result(game_id, NOW)
    await storage.lobbies.reopen(game_id, seats=SEATS[:2], confirm_until=LATER, thread="Table 7", now=NOW)

    saved = await storage.games.load(game_id)
    assert saved is not None
    assert (saved.game.status, saved.game.finished_at, saved.game.confirm_until) == ("open", None, LATER)
    assert [seat.user_id for seat in saved.seats] == [seat.user_id for seat in SEATS[:2]]
    assert await storage.lobbies.get_requested_thread(game_id) == "Table 7"
    assert [letter.kind for letter in await storage.outbox.list_unsent(game_id)] == ["board", "ask"]
    with pytest.raises(Conflict):
        await storage.lobbies.reopen(game_id, seats=[], confirm_until=LATER, thread="", now=NOW)


async def test_a_game_that_has_begun_is_no_table_that_opens_again(storage: Storage) -> None:
    game_id = await start_new(storage)
    await storage.games.close_without_result(game_id, NOW)
    with pytest.raises(Conflict):
        await storage.lobbies.reopen(game_id, seats=[], confirm_until=LATER, thread="", now=NOW)


async def test_a_table_can_be_given_a_thread_that_is_still_to_be_made(storage: Storage) -> None:
    game_id = await open_lobby(storage)
    await storage.lobbies.request_thread(game_id, "Table 7")
    assert await storage.lobbies.get_requested_thread(game_id) == "Table 7"


async def test_somebody_opens_no_more_tables_than_they_may_before_they_begin(storage: Storage) -> None:
    first, _ = [await open_lobby(storage, seats=(SeatRow(1, ADA, "Ada"),), most=2) for _ in range(2)]
    with pytest.raises(Conflict):
        await open_lobby(storage, seats=(SeatRow(1, ADA, "Ada"),), most=2)
    await open_lobby(storage, opened_by=BEN, seats=(SeatRow(1, BEN, "Ben"), SeatRow(2, ADA, "Ada")), most=1)
    await start(storage, first)
    await open_lobby(storage, seats=(SeatRow(1, ADA, "Ada"),), most=2)
    assert len(await storage.games.list_by_player(ADA, statuses=("open",))) == 3
