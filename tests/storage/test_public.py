"""What is public as rows: nothing before somebody says so, tables with their server or their league."""

from __future__ import annotations

from dataclasses import replace

from storage.interface import PublicTable
from storage.store import Storage
from tests.storage.samples import CHANNEL, GUILD, NOW, open_lobby, start, start_new
from tests.storage.test_leagues import playing


async def test_a_servers_tables_are_public_once_they_have_begun(storage: Storage) -> None:
    number = await start_new(storage)
    assert not await storage.public.shows_tables(GUILD)
    assert await storage.public.game(number) is None
    await storage.public.put_tables(GUILD, True, NOW)
    await storage.public.put_tables(GUILD, True, NOW)
    lobby, elsewhere = await open_lobby(storage), await open_lobby(storage, guild_id=GUILD + 1)
    await start(storage, elsewhere)
    assert await storage.public.shows_tables(GUILD)
    shown = PublicTable(number, "goodwill", "running", GUILD, CHANNEL, None, None)
    assert await storage.public.game(number) == shown
    assert [await storage.public.game(other) for other in (lobby, elsewhere, 99)] == [None] * 3
    assert await storage.public.games(10, 99) == [shown]
    await storage.games.note_thread(GUILD, CHANNEL, 77)
    assert await storage.public.game(number) == replace(shown, within=77)
    await storage.games.abandon(number, NOW)
    assert await storage.public.game(number) == replace(shown, within=77, status="abandoned")
    assert await storage.public.games(10, 99) == []
    await storage.public.put_tables(GUILD, False, NOW)
    assert await storage.public.game(number) is None


async def test_a_leagues_tables_are_public_with_it_alone(storage: Storage) -> None:
    number = await playing(storage)
    await storage.public.put_tables(GUILD, True, NOW)
    assert await storage.public.game(number) is None
    league = await storage.leagues.get(1)
    assert league is not None
    assert not league.public
    await storage.public.put_league(1, True)
    assert await storage.leagues.get(1) == replace(league, public=True)
    assert await storage.leagues.in_server(GUILD) == [replace(league, public=True)]
    assert await storage.public.leagues() == [1]
    found = await storage.public.game(number)
    assert found is not None
    assert found.league_id == 1
    assert await storage.public.season(1) == [found]
    assert await storage.public.season(2) == []
    await storage.public.put_league(1, False)
    assert await storage.public.leagues() == []
    assert await storage.public.game(number) is None
    assert await storage.public.season(1) == []


async def test_a_server_that_is_deleted_is_public_no_more(storage: Storage) -> None:
    await start_new(storage)
    await storage.public.put_tables(GUILD, True, NOW)
    await storage.privacy.erase_server(GUILD)
    assert not await storage.public.shows_tables(GUILD)
