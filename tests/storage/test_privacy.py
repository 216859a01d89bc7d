"""Personal data as rows: shown to their owner, and deleted."""

from __future__ import annotations

from storage.interface.games import SeatRow
from storage.interface.metadata_keys import ERASURE_KEY
from storage.interface.people import Person
from storage.interface.shards import ALL_SHARDS, Shards
from storage.store import Storage
from tests.storage.samples import ADA, BEN, GUILD, LATER, NOW, open_lobby, start_new

CLEO = 13


async def test_what_is_kept_of_somebody_is_known_until_they_are_forgotten(storage: Storage) -> None:
    game_id = await start_new(storage)
    await storage.people.put(Person(ADA, "Ada", "open", '{"zone":"UTC"}'))
    assert await storage.privacy.is_kept(ADA)
    assert not await storage.privacy.is_kept(CLEO)
    kept = await storage.privacy.collect_data(ADA)
    assert kept["user_id"] == str(ADA)
    assert "Ben" not in str(kept)
    assert await storage.privacy.collect_data(CLEO) == {
        "user_id": str(CLEO),
        "person": None,
        "tables": [],
        "seats_left": [],
        "standing_orders_set_aside": [],
        "recognised_until_the_end_at": [],
        "recognised_until_the_end_of_seasons": [],
        "named_in": [],
        "webhooks": [],
        "tables_open_as_pages": [],
        "unused_links_to_pages": [],
        "notes_to_yourself": [],
        "tables_you_follow": [],
        "leagues": [],
        "seasons_that_name_you_no_more": [],
        "wishes_for_all_seasons": [],
        "warnings_remembered": [],
        "roles_given_on_discord": [],
        "games_you_want": [],
        "sign_ups_to_approve": [],
        "leagues_you_run": [],
        "decided_or_named_in_leagues": [],
    }

    assert await storage.privacy.forget(ADA) == [game_id]
    assert not await storage.privacy.is_kept(ADA)
    assert await storage.people.get(ADA) is None
    assert await storage.privacy.is_kept(BEN)


async def test_an_operator_leaves_a_note_of_whom_to_forget(storage: Storage) -> None:
    await start_new(storage)
    assert await storage.privacy.list_to_forget() == []
    await storage.privacy.ask_to_forget(ADA)
    assert await storage.privacy.list_to_forget() == [ADA]
    await storage.privacy.forget(ADA)
    assert await storage.privacy.list_to_forget() == []


async def test_games_that_were_over_long_ago_name_nobody(storage: Storage) -> None:
    old, fresh, runs = [await start_new(storage) for _ in range(3)]
    await storage.games.close_without_result(old, NOW)
    await storage.games.close_without_result(fresh, LATER)
    assert await storage.privacy.retire(ALL_SHARDS, LATER) == ([old], []), (
        "their settings stay while a table of theirs is left"
    )
    for game_id, named in ((old, False), (fresh, True), (runs, True)):
        saved = await storage.games.load(game_id)
        assert saved is not None
        assert [seat_row.user_id is not None for seat_row in saved.seats] == [named, named, False]
        assert (saved.game.opened_by == ADA) == named
    assert await storage.privacy.retire(ALL_SHARDS, LATER) == ([], [])


async def test_a_server_is_erased_with_those_of_whom_no_table_is_left(storage: Storage) -> None:
    erased = await start_new(storage)
    stays = await open_lobby(storage, guild_id=GUILD + 1)
    for user_id, name in ((ADA, "Ada"), (BEN, "Ben")):
        await storage.people.put(Person(user_id, name))
    assert await storage.privacy.erase_server(GUILD) == ([erased], [BEN])
    assert await storage.games.load(erased) is None
    assert await storage.games.load(stays) is not None
    assert await storage.people.get(ADA) is not None
    assert await storage.people.get(BEN) is None
    assert await storage.check() == []


async def test_a_player_who_has_left_a_seat_is_recognised_there_until_the_game_is_over(storage: Storage) -> None:
    game_id, other = await start_new(storage), await start_new(storage)
    await storage.seats.take(game_id, SeatRow(1, CLEO, "Cleo"), None, (), NOW, keep_orders=False)
    left = await storage.seats.find_seat_left(game_id, ADA)
    assert left is not None
    assert (left.seat, left.extensions) == (1, 0)
    assert await storage.seats.find_seat_left(other, ADA) is None
    assert await storage.seats.find_seat_left(game_id, BEN) is None
    assert await storage.seats.list_games_left(ADA) == [game_id]
    await storage.privacy.forget(ADA)
    assert await storage.seats.list_games_left(ADA) == [game_id, other], "also when they are forgotten"
    await storage.games.close_without_result(game_id, NOW)
    assert await storage.seats.list_games_left(ADA) == [other]


async def test_a_player_who_is_to_be_forgotten_is_known_until_they_are(storage: Storage) -> None:
    assert not await storage.privacy.is_to_be_forgotten(ADA)
    await storage.privacy.ask_to_forget(ADA)
    assert await storage.privacy.is_to_be_forgotten(ADA)
    assert not await storage.privacy.is_to_be_forgotten(BEN)
    await storage.privacy.forget(ADA)
    assert not await storage.privacy.is_to_be_forgotten(ADA)


async def test_somebody_is_forgotten_when_they_have_left_the_tables_of_all_shards(storage: Storage) -> None:
    number = await start_new(storage)
    first, second = Shards(0, 0, 2), Shards(1, 1, 2)
    await storage.privacy.ask_to_forget(ADA)
    assert await storage.privacy.forget_when_left(ADA, first) is None
    assert await storage.privacy.forget_when_left(ADA, first) is None, "not even twice"
    assert await storage.privacy.is_kept(ADA)
    assert await storage.privacy.forget_when_left(ADA, second) == [number]
    assert not await storage.privacy.is_kept(ADA)
    for shards in (first, second):
        assert await storage.privacy.forget_when_left(ADA, shards) == (), "the others were the last"
        assert not await storage.shards.have_done(ERASURE_KEY.format(ADA), shards), "nor does their number stay there"
    assert not await storage.privacy.is_to_be_forgotten(ADA)
    assert await storage.privacy.forget_when_left(BEN, ALL_SHARDS) == [number], "one who has all asks nobody"
