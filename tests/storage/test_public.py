"""Visibility as rows: nothing is public without an organiser's word, tables follow their server or league."""

from __future__ import annotations

from dataclasses import replace

from storage.interface.people import Person
from storage.interface.public import PublicTable
from storage.store import Storage
from tests.storage.samples import CHANNEL, GUILD, NOW, open_lobby, start, start_new
from tests.storage.test_leagues import playing


async def test_a_servers_tables_are_public_once_they_have_begun(storage: Storage) -> None:
    number = await start_new(storage)
    assert not await storage.public.has_public_tables(GUILD)
    assert await storage.public.get_game(number) is None
    await storage.public.put_tables(GUILD, True, NOW)
    await storage.public.put_tables(GUILD, True, NOW)
    lobby, elsewhere = await open_lobby(storage), await open_lobby(storage, guild_id=GUILD + 1)
    await start(storage, elsewhere)
    assert await storage.public.has_public_tables(GUILD)
    shown = PublicTable(number, "goodwill", "running", GUILD, CHANNEL, None, None)
    assert await storage.public.get_game(number) == shown
    assert [await storage.public.get_game(other) for other in (lobby, elsewhere, 99)] == [None] * 3
    assert await storage.public.list_games(10, 99) == [shown]
    await storage.games.note_thread(GUILD, CHANNEL, 77)
    assert await storage.public.get_game(number) == replace(shown, within=77)
    await storage.games.close_without_result(number, NOW)
    assert await storage.public.get_game(number) == replace(shown, within=77, status="abandoned")
    assert await storage.public.list_games(10, 99) == []
    await storage.public.put_tables(GUILD, False, NOW)
    assert await storage.public.get_game(number) is None


async def test_a_leagues_tables_are_public_with_it_alone(storage: Storage) -> None:
    number = await playing(storage)
    await storage.public.put_tables(GUILD, True, NOW)
    assert await storage.public.get_game(number) is None
    league = await storage.leagues.get(1)
    assert league is not None
    assert not league.public
    await storage.public.put_league(1, True)
    assert await storage.leagues.get(1) == replace(league, public=True)
    assert await storage.leagues.list_in_server(GUILD) == [replace(league, public=True)]
    (shown,) = await storage.public.list_leagues(10, 99)
    season = await storage.leagues.get_season(1)
    assert season is not None
    assert (shown.league_id, shown.name, shown.season_id, shown.status) == (1, league.name, 1, season.status)
    assert await storage.public.list_leagues(10, 1) == await storage.public.list_leagues(0, 99) == []
    found = await storage.public.get_game(number)
    assert found is not None
    assert found.league_id == 1
    assert await storage.public.list_games_of_season(1) == [found]
    assert await storage.public.list_games_of_season(2) == []
    await storage.public.put_league(1, False)
    assert await storage.public.list_leagues(10, 99) == []
    assert await storage.public.get_game(number) is None
    assert await storage.public.list_games_of_season(1) == []


async def test_a_servers_tables_that_want_players_are_public_with_it(storage: Storage) -> None:
    number = await open_lobby(storage)
    assert await storage.public.list_lobbies(10) == []
    await storage.public.put_tables(GUILD, True, NOW)
    (found,) = await storage.public.list_lobbies(10)
    assert (found.game_id, found.title, found.channel_id) == (number, "goodwill", CHANNEL)
    assert (found.taken, found.seats_wanted) == (0, 3)
    assert await storage.public.list_lobbies(0) == []
    await start(storage, number)
    assert await storage.public.list_lobbies(10) == []


async def test_wishes_are_read_of_those_in_a_season_who_may_be_named(storage: Storage) -> None:
    await playing(storage)
    entrants = await storage.leagues.list_entrants(1)
    assert await storage.public.get_wishes_of_named(1) == {}
    people = [entrant.user_id for entrant in entrants if entrant.user_id is not None]
    assert [one.entrant for one in await storage.public.find_entrants(1, people[:1])] == [entrants[0].entrant]
    assert await storage.public.find_entrants(2, people) == await storage.public.find_entrants(1, []) == []
    one = next(entrant for entrant in entrants if entrant.user_id is not None)
    assert one.user_id is not None
    await storage.people.put(Person(one.user_id, "Ann", wishes='{"own_pages": [1]}'))
    assert await storage.public.get_wishes_of_named(1) == {}
    await storage.leagues.put_wishes(1, replace(one, named=True))
    assert await storage.public.get_wishes_of_named(1) == {one.entrant: '{"own_pages": [1]}'}
    await storage.privacy.forget(one.user_id)
    assert await storage.public.get_wishes_of_named(1) == {}


async def test_a_server_that_is_deleted_is_public_no_more(storage: Storage) -> None:
    await start_new(storage)
    await storage.public.put_tables(GUILD, True, NOW)
    await storage.privacy.erase_server(GUILD)
    assert not await storage.public.has_public_tables(GUILD)


async def test_search_engines_find_a_league_only_while_it_is_public_and_somebody_wants_it(storage: Storage) -> None:
    await playing(storage)
    await storage.public.put_found(1, True)
    assert not await storage.public.is_found(1), "it is not public"
    await storage.public.put_league(1, True)
    assert not await storage.public.is_found(1)
    await storage.public.put_found(1, True)
    assert await storage.public.is_found(1)
    assert [each.season_id for each in await storage.public.found(10)] == [1]
    assert not await storage.public.is_found(11)
    await storage.public.put_found(1, False)
    assert await storage.public.found(10) == []
    assert not await storage.public.is_found(1)
    await storage.public.put_found(1, True)
    await storage.public.put_league(1, False)
    await storage.public.put_league(1, True)
    assert not await storage.public.is_found(1), "it has been hidden meanwhile"
    await storage.public.put_found(1, True)
    await storage.privacy.erase_server(GUILD)
    assert not await storage.public.is_found(1)
