"""Visibility: only content that organisers publish and everybody on Discord could read anyway, at this moment."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.host.lost_channels import OpenChannels
from bot.host.privacy.visibility import Visibility
from bot.shard_claims import CombinedChannels
from bot.web.openapi import API
from bot.web.pages import WebPages
from tests.host.leagues import all_here, drawn, signed_up
from tests.host.leagues import known as known_season
from tests.house import BEN, CHANNEL, CLEO, GUILD
from tests.web.site import WORKER, Site, known_games
from tests.web.walking import filled


async def is_there(site: Site, number: int) -> bool:
    """Whether a table can be looked at; where it cannot, it is as if there were none, at all of its addresses."""
    of_table = [filled(pattern, table=number) for pattern in site.pages.addresses if "{table}" in pattern]
    got = {address: await site.get(address) for address in of_table}
    if got[f"/tables/{number}"].status == 200:
        assert got[f"{API}/tables/{number}"].status == 200
        return True
    for address, each in got.items():
        nothing = "/api/nothing" if address.startswith("/api") else "/nothing"
        assert each.whole == (await site.get(nothing)).whole, address
        assert (await site.get(address, "HEAD")).whole == (await site.get(nothing, "HEAD")).whole
    assert f"/tables/{number}" not in (await site.get(API)).text.replace('"', " ").split()
    return False


async def test_nothing_is_public_until_somebody_says_so_and_when_they_take_it_back(site: Site) -> None:
    number = await site.home.started(BEN, CLEO)
    assert not await is_there(site, number)
    await site.shows_tables()
    assert await is_there(site, number)
    assert f"/tables/{number}" in (await site.get("/")).text
    await site.shows_tables(False)
    assert not await is_there(site, number)
    assert f"/tables/{number}" not in (await site.get("/")).text


async def test_a_channel_that_not_everybody_can_read_is_never_public(site: Site) -> None:
    number = await site.home.started(BEN, CLEO)
    await site.shows_tables()
    site.channels.hidden.add(CHANNEL)
    assert not await is_there(site, number)
    assert f"/tables/{number}" not in (await site.get("/")).text
    site.channels.hidden.clear()
    assert await is_there(site, number)


@dataclass
class OfServer:
    """What Discord tells the part of a process that has the shard of one server."""

    guild_id: int

    def is_open_to_all(self, guild_id: int, channel_id: int, within: int | None) -> bool:
        return guild_id == self.guild_id


async def test_a_process_that_took_over_others_servers_lists_the_tables_of_all_that_it_has(site: Site) -> None:
    home, elsewhere = site.home, GUILD + 1
    parts: list[OpenChannels] = []
    finds = []
    for guild_id in (GUILD, elsewhere):
        visibility, lists = Visibility(home.host, OfServer(guild_id)), Visibility(home.host, CombinedChannels(parts))
        await visibility.set_tables_public(guild_id, public=True)
        pages = WebPages(home.services, visibility, WORKER, catalogue=known_games, fresh=0.0, lists=lists)
        parts.append(visibility.channels)
        finds.append(pages.find_reply)
    here, there = await home.started(BEN, CLEO), await home.started(BEN, CLEO)
    season = await known_season(home, await signed_up(home))
    await site.visibility.set_league_public(season.league.league_id, public=True)
    await site.visibility.set_findable(season.league.league_id, found=True)

    def move(rows: sqlite3.Connection) -> None:
        rows.execute("update games set guild_id = ? where game_id = ?", (elsewhere, there))
        rows.execute("update leagues set guild_id = ?", (elsewhere,))

    await home.storage.database.write(move)

    async def found(path: str) -> str:
        """What the process answers, which asks one part after the other."""
        for find in finds:
            if (reply := await find(path)) is not None:
                return reply.body.decode()
        return ""

    league = f"/leagues/{season.league.league_id}"
    for path in ("/", API):
        listed = await found(path)
        assert all(address in listed for address in (f"/tables/{here}", f"/tables/{there}", league)), path
    assert f"/tables/{here}" in await found(f"/tables/before/{there}")
    assert f"Allow: {league}$" in await found("/robots.txt")
    assert all([await found(address) for address in (f"/tables/{here}", f"/tables/{there}", league)])
    del parts[1]
    assert f"/tables/{there}" not in await found("/"), "it has been given back"


async def test_where_few_of_many_can_be_read_a_list_is_short_and_goes_on(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.host.privacy.visibility.ROWS_PER_READ", 2)
    monkeypatch.setattr("bot.host.privacy.visibility.MAX_READS", 2)
    numbers = [await site.home.started(BEN, CLEO) for _ in range(6)]
    await site.shows_tables()

    def hide(rows: sqlite3.Connection) -> None:
        rows.execute("update games set channel_id = 77 where game_id > ?", (numbers[0],))

    await site.home.storage.database.write(hide)
    site.channels.hidden.add(77)
    front = (await site.get("/")).text
    assert f"/tables/{numbers[0]}" not in front
    (more,) = re.findall(r'href="(/tables/before/\d+)"', front)
    assert f'href="/tables/{numbers[0]}"' in (await site.get(more)).text


async def test_another_server_is_not_public_along_with_it(site: Site) -> None:
    number = await site.home.started(BEN, CLEO)
    await site.visibility.set_tables_public(GUILD + 1, public=True)
    assert not await is_there(site, number)


async def test_a_table_that_has_not_begun_is_not_there(site: Site) -> None:
    await site.shows_tables()
    assert not await is_there(site, await site.home.opened(BEN))


async def test_a_game_that_was_deleted_with_its_server_is_gone(site: Site) -> None:
    number = await site.home.started(BEN, CLEO)
    await site.shows_tables()
    assert await is_there(site, number)
    await site.home.storage.privacy.erase_server(GUILD)
    assert not await is_there(site, number)
    assert not await site.visibility.has_public_tables(GUILD)


async def test_a_leagues_table_goes_with_its_league_and_no_other_with_it(site: Site) -> None:
    number = await site.home.started(BEN, CLEO)
    season_id = await drawn(site.home)
    known = await known_season(site.home, season_id)
    game_id = known.tables[1]
    await all_here(site.home, game_id)
    await site.shows_tables()
    assert (await is_there(site, number), await is_there(site, game_id)) == (True, False)
    await site.visibility.set_league_public(known.league.league_id, public=True)
    await site.shows_tables(False)
    assert (await is_there(site, number), await is_there(site, game_id)) == (False, True)
    assert "Winter Cup" in (await site.get("/")).text
    await site.visibility.set_league_public(known.league.league_id, public=False)
    assert not await is_there(site, game_id)
    assert "Winter Cup" not in (await site.get("/")).text


async def test_a_damaged_game_tells_nothing_of_what_is_in_it(tmp_path: Path, site: Site) -> None:
    number = await site.home.started(BEN, CLEO)
    await site.shows_tables()
    site.home.host.forget_loaded(number)
    with closing(sqlite3.connect(tmp_path / "site.db")) as rows, rows:
        rows.execute("update states set state = ? where game_id = ?", (b"secret", number))
    got = await site.get(f"/tables/{number}")
    assert got.status == 503
    assert "cannot be shown just now" in got.text
    await site.shows_tables(False)
    assert (await site.get(f"/tables/{number}")).whole == (await site.get("/nothing")).whole


async def test_tables_that_want_players_stand_on_the_front_page_until_they_have_them(site: Site) -> None:
    lobby = await site.home.opened(BEN)
    assert "Tables that want players" not in (await site.get("/")).text
    await site.shows_tables()
    front = (await site.get("/")).text
    assert f"The Fair · table {lobby}" in front
    assert "2 of 3 seats taken." in front
    assert f'href="/tables/{lobby}"' not in front, "it has no page before it begins"
    site.channels.hidden.add(CHANNEL)
    assert "Tables that want players" not in (await site.get("/")).text
    site.channels.hidden.clear()
    await site.home.lobby.join(lobby, CLEO, "Cleo")
    assert "Tables that want players" not in (await site.get("/")).text


async def test_a_leagues_table_that_has_not_begun_is_not_for_everybody_to_join(site: Site) -> None:
    season_id = await drawn(site.home)
    await site.visibility.set_league_public((await known_season(site.home, season_id)).league.league_id, public=True)
    await site.shows_tables()
    assert "Tables that want players" not in (await site.get("/")).text


async def test_what_has_no_room_on_the_front_page_follows_on_others(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.web.front_page.ENTRIES_PER_PAGE", 2)
    numbers = [await site.home.started(BEN, CLEO) for _ in range(5)]
    await site.shows_tables()
    found: list[str] = []
    address = "/"
    while address:
        page = (await site.get(address)).text
        found += re.findall(r'href="/tables/(\d+)"', page)
        address = next(iter(re.findall(r'href="(/tables/before/\d+)"', page)), "")
    assert found == [str(number) for number in sorted(numbers, reverse=True)]
