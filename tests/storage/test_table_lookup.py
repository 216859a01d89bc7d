from __future__ import annotations

from dataclasses import replace

import pytest

from storage.interface.errors import Conflict
from storage.interface.letters import NewLetter
from storage.interface.people import Person
from storage.interface.shards import ALL_SHARDS
from storage.store import Storage
from tests.storage.samples import ADA, BEN, CHANNEL, GUILD, NOW, SEATS, entry, open_lobby, start_new


async def test_games_of_a_person_are_those_with_a_seat_and_those_opened_newest_first(storage: Storage) -> None:
    seated = await start_new(storage)
    opened = await open_lobby(storage, opened_by=BEN)
    await open_lobby(storage, opened_by=ADA)

    assert [game.game_id for game in await storage.games.list_by_player(BEN, statuses=["open", "running"])] == [
        opened,
        seated,
    ]
    assert [game.game_id for game in await storage.games.list_by_player(BEN, statuses=["running"])] == [seated]
    assert await storage.games.list_by_player(BEN, statuses=[]) == []
    assert await storage.games.list_by_player(404, statuses=["open", "running"]) == []


async def test_a_game_both_opened_and_seated_is_listed_once(storage: Storage) -> None:
    game_id = await start_new(storage)
    assert [game.game_id for game in await storage.games.list_by_player(ADA, statuses=["running"])] == [game_id]


async def test_games_in_a_server_come_newest_first_up_to_the_limit(storage: Storage) -> None:
    games = [await open_lobby(storage) for _ in range(4)]
    await open_lobby(storage, guild_id=GUILD + 1)
    await storage.games.close_without_result(games[3], NOW)

    found = await storage.games.list_in_server(GUILD, statuses=["open", "running"], limit=2)
    assert [game.game_id for game in found] == [games[2], games[1]]
    assert [game.game_id for game in await storage.games.list_in_server(GUILD, statuses=["abandoned"])] == [games[3]]


async def test_a_person_is_asked_only_in_games_that_wait_for_them(storage: Storage) -> None:
    waits_for_ada = await start_new(storage)
    waits_for_ben = await start_new(storage)
    await storage.games.append(entry(waits_for_ben, 2))
    waits_for_the_bot = await start_new(storage)
    await storage.games.append(replace(entry(waits_for_the_bot, 2), asks={3: "b"}))

    assert await storage.open_questions.list_games_waiting_for(ADA) == [waits_for_ada]
    assert await storage.open_questions.list_games_waiting_for(BEN) == [waits_for_ben]
    assert await storage.open_questions.list_games_waiting_for_bots(ALL_SHARDS) == [waits_for_the_bot]


async def test_a_player_who_is_asked_though_nobody_waits_for_them_is_asked_like_a_bot(storage: Storage) -> None:
    game_id = await start_new(storage)
    await storage.games.append(replace(entry(game_id, 2), asks={1: "a", 2: "b"}, unwaited=[2]))
    assert await storage.open_questions.list_games_waiting_for(ADA) == [game_id]
    assert await storage.open_questions.list_games_waiting_for(BEN) == []
    assert await storage.open_questions.list_games_waiting_for_bots(ALL_SHARDS) == [game_id]


async def test_somebody_with_two_seats_is_listed_once(storage: Storage) -> None:
    game_id = await open_lobby(storage)
    seats = [replace(seat, user_id=ADA) for seat in SEATS]
    setup = replace(entry(game_id, 1), kind="setup", seat=None, asks={1: "a", 2: "b"})
    await storage.lobbies.start(setup, seats=seats, options="{}", box="digest", box_json="{}")

    assert await storage.open_questions.list_games_waiting_for(ADA) == [game_id]


async def test_people_are_remembered_as_last_told(storage: Storage) -> None:
    assert await storage.people.get(ADA) is None
    await storage.people.put(Person(ADA, "Ada"))
    await storage.people.put(Person(ADA, "Ada L.", "closed"))
    assert await storage.people.get(ADA) == Person(ADA, "Ada L.", "closed")


async def test_a_note_takes_the_place_of_the_one_before(storage: Storage) -> None:
    assert await storage.metadata.get("commands") is None
    await storage.metadata.put("commands", "one")
    await storage.metadata.put("commands", "two")
    assert await storage.metadata.get("commands") == "two"


async def test_places_of_a_server_are_channels_and_threads_with_games(storage: Storage) -> None:
    first, _ = await open_lobby(storage), await start_new(storage)
    await open_lobby(storage, guild_id=GUILD + 1)
    await storage.lobbies.put_in_thread(first, 77)
    assert await storage.games.list_places_in_server(GUILD) == {77: CHANNEL, CHANNEL: None}
    await storage.games.note_thread(GUILD, 77, CHANNEL)
    assert await storage.games.list_places_in_server(GUILD) == {77: CHANNEL, CHANNEL: None}
    assert [await storage.games.get_parent_channel(place) for place in (77, CHANNEL)] == [CHANNEL, None]
    await storage.privacy.erase_server(GUILD)
    assert await storage.games.get_parent_channel(77) is None


async def test_what_a_table_has_agreed_on_is_changed_while_it_runs(storage: Storage) -> None:
    lobby, running = await open_lobby(storage), await start_new(storage)
    await storage.games.put_settings(running, '{"news":"nothing"}', [NewLetter("awake")], NOW)
    saved = await storage.games.load(running)
    assert saved is not None
    assert saved.game.pact == '{"news":"nothing"}'
    assert [letter.kind for letter in await storage.outbox.list_unsent(running)][-1] == "awake"
    with pytest.raises(Conflict):
        await storage.games.put_settings(lobby, "{}", [], NOW)


async def test_servers_are_known_with_since_when_we_are_not_in_them(storage: Storage) -> None:
    await open_lobby(storage)
    await open_lobby(storage, guild_id=GUILD + 1)
    await storage.lost_channels.put_removed(GUILD, NOW)
    assert await storage.lost_channels.list_servers(ALL_SHARDS) == {GUILD: NOW, GUILD + 1: None}
    await storage.lost_channels.put_removed(GUILD, None)
    assert await storage.lost_channels.list_servers(ALL_SHARDS) == {GUILD: None, GUILD + 1: None}
