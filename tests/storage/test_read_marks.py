from __future__ import annotations

from dataclasses import replace

from storage.interface.game_log import NewGameLogRecord
from storage.interface.games import SeatRow
from storage.store import Storage
from tests.storage.samples import ADA, BEN, GUILD, LATER, NOW, entry, open_lobby, start_new


async def test_the_newest_look_of_each_player_is_kept(storage: Storage) -> None:
    game_id, other = await start_new(storage), await start_new(storage)
    assert await storage.read_marks.get_newest_seen(game_id, ADA) == 0
    await storage.read_marks.record_look(game_id, ADA, 7)
    await storage.read_marks.record_look(game_id, ADA, 3)
    await storage.read_marks.record_look(other, ADA, 1)
    await storage.read_marks.record_look(game_id, BEN, 2)

    assert await storage.read_marks.get_newest_seen(game_id, ADA) == 7
    assert await storage.read_marks.get_newest_seen(game_id, BEN) == 2
    assert await storage.read_marks.get_all_seen(ADA) == {game_id: 7, other: 1}


async def test_a_look_is_kept_of_nobody_but_players_of_running_games(storage: Storage) -> None:
    lobby, running = await open_lobby(storage), await start_new(storage)
    await storage.read_marks.record_look(lobby, ADA, 1)
    await storage.read_marks.record_look(running, 404, 1)
    assert await storage.read_marks.get_all_seen(ADA) == {}
    assert await storage.read_marks.get_all_seen(404) == {}


async def test_a_player_who_left_keeps_the_look_they_had_until_the_game_ends(storage: Storage) -> None:
    game_id, other = await start_new(storage), await start_new(storage)
    for number in (game_id, other):
        await storage.read_marks.record_look(number, ADA, 1)
    await storage.seats.take(game_id, SeatRow(1, 404, "Newcomer"), None, (), NOW, keep_orders=False)
    await storage.read_marks.record_look(game_id, ADA, 5)
    assert await storage.read_marks.get_all_seen(ADA) == {game_id: 1, other: 1}
    assert await storage.read_marks.get_newest_seen(game_id, 404) == 0, "they have not looked, whoever sat there before"

    await storage.games.close_without_result(game_id, NOW)
    assert await storage.read_marks.get_all_seen(ADA) == {other: 1}
    await storage.games.append(last(other, 2))
    assert await storage.read_marks.get_all_seen(ADA) == {}


async def test_a_player_who_is_forgotten_has_looked_at_nothing(storage: Storage) -> None:
    game_id = await start_new(storage)
    await storage.read_marks.record_look(game_id, ADA, 1)
    await storage.read_marks.record_look(game_id, BEN, 1)
    await storage.privacy.forget(ADA)
    assert await storage.read_marks.get_newest_seen(game_id, ADA) == 0
    assert await storage.read_marks.get_all_seen(BEN) == {game_id: 1}


def last(game_id: int, revision: int, *, at: str = NOW) -> NewGameLogRecord:
    """The move that ends a game: Ben has won."""
    return replace(entry(game_id, revision), asks={}, places={1: 2, 2: 1, 3: 3}, scores={1: 5, 2: 9, 3: 1}, made_at=at)


async def test_results_come_with_their_players_by_place_newest_first(storage: Storage) -> None:
    first, second, third = [await start_new(storage) for _ in range(3)]
    await storage.games.append(last(second, 2, at=LATER))
    await storage.games.append(last(first, 2))

    total, found = await storage.games.list_results_in_server(GUILD, limit=10)
    assert total == 2
    assert [result.game_id for result in found] == [second, first]
    assert [(player.name, player.place, player.score) for player in found[0].players] == [
        ("Ben", 1, 9),
        ("Ada", 2, 5),
        ("Bot", 3, 1),
    ]
    assert (await storage.games.list_results_in_server(GUILD, skip=1, limit=1))[1] == found[1:]
    assert await storage.games.list_results_in_server(GUILD, skip=9, limit=1) == (2, [])
    assert await storage.games.list_results_in_server(GUILD + 1, limit=10) == (0, [])
    await storage.games.close_without_result(third, NOW)
    assert (await storage.games.list_results_in_server(GUILD, limit=10))[0] == 2


async def test_ones_own_results_name_whom_one_has_played_with_unless_they_are_forgotten(storage: Storage) -> None:
    first, second, _ = [await start_new(storage) for _ in range(3)]
    for at, game_id in ((NOW, first), (LATER, second)):
        await storage.games.append(last(game_id, 2, at=at))
    found = await storage.games.list_results_of_player(ADA)
    assert [result.game_id for result in found] == [second, first], "what still runs is no result"
    assert [player.user_id for player in found[0].players] == [BEN, ADA, None]
    assert await storage.games.list_results_of_player(404) == []
    assert await storage.games.count_finished_of_player(GUILD, ADA) == 2
    assert await storage.games.count_finished_of_player(GUILD + 1, ADA) == 0
    await storage.privacy.forget(BEN)
    assert [player.user_id for player in (await storage.games.list_results_of_player(ADA))[0].players] == [
        None,
        ADA,
        None,
    ]
    assert await storage.games.list_results_of_player(BEN) == []


async def test_somebody_is_new_to_a_game_until_one_of_it_has_begun_with_them(storage: Storage) -> None:
    first = await start_new(storage)
    saved = await storage.games.load(first)
    assert saved is not None
    title = saved.game.title
    assert await storage.games.is_new_to_title(ADA, title, first), "this one does not count"
    assert not await storage.games.is_new_to_title(ADA, title, first + 1)
    assert await storage.games.is_new_to_title(ADA, f"not {title}", first + 1)
    assert await storage.games.is_new_to_title(404, title, first + 1)
