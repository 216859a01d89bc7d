"""A season's page on the web: public with its league, and with names only by consent."""

from __future__ import annotations

import re

from storage.interface.database import Connection
from tests.host.leagues import ADA, BEN, PEOPLE, all_here, drawn, ends, known, signed_up
from tests.house import CHANNEL
from tests.ui.hostile import HOSTILE
from tests.web.site import Site


async def public_season(site: Site) -> int:
    season_id = await drawn(site.home)
    await show(site, season_id)
    return season_id


async def show(site: Site, season_id: int, public: bool = True) -> None:
    season = await known(site.home, season_id)
    await site.visibility.set_league_public(season.league.league_id, public=public)


async def shown(site: Site, season_id: int) -> str:
    got = await site.get(f"/seasons/{season_id}")
    assert got.status == 200, got.text
    return got.text


async def is_there(site: Site, season_id: int) -> bool:
    """Whether a season can be looked at; where it cannot, it is as if there were none."""
    got = await site.get(f"/seasons/{season_id}")
    is_on_front = f'href="/seasons/{season_id}"' in (await site.get("/")).text
    if got.status == 200:
        assert is_on_front
        return True
    assert got.whole == (await site.get("/nothing")).whole
    head = await site.get(f"/seasons/{season_id}", "HEAD")
    assert head.whole == (await site.get("/nothing", "HEAD")).whole
    assert not is_on_front
    return False


async def test_a_season_is_there_as_long_as_its_league_is_public_and_its_channel_open(site: Site) -> None:
    season_id = await drawn(site.home)
    await site.shows_tables()
    assert not await is_there(site, season_id), "a server's tables do not bring its leagues along"
    await show(site, season_id)
    assert await is_there(site, season_id)
    site.channels.hidden.add(CHANNEL)
    assert not await is_there(site, season_id)
    site.channels.hidden.clear()
    assert await is_there(site, season_id)
    await show(site, season_id, public=False)
    assert not await is_there(site, season_id)


async def test_a_draft_is_nobodys_and_a_season_that_can_be_joined_shows_who_has(site: Site) -> None:
    season_id = await signed_up(site.home)
    await show(site, season_id)
    assert "Signed up (4): Player 1, Player 2, Player 3, Player 4." in await shown(site, season_id)
    await site.home.storage.database.write(
        lambda rows: rows.execute("update seasons set status = 'draft' where season_id = ?", (season_id,))
    )
    assert not await is_there(site, season_id)


async def test_another_leagues_season_does_not_come_along(site: Site) -> None:
    season_id = await public_season(site)
    other = await signed_up(site.home, name="Summer Cup")
    assert (await is_there(site, season_id), await is_there(site, other)) == (True, False)


async def test_it_has_standings_who_met_whom_results_and_the_proof(site: Site) -> None:
    season_id = await public_season(site)
    season = await known(site.home, season_id)
    page = await shown(site, season_id)
    assert "<title>Winter Cup · season 1 · Boardroom</title>" in page
    for heading in ("Standings", "Who met whom", "Results", "Proof of the draw"):
        assert re.search(rf"<h[23]>{heading}</h", page), heading
    assert season.season.digest in page
    assert "✔ Line" in page
    assert "/league export" in page
    assert "<style" not in page
    assert "data:" not in page


async def test_it_links_the_pages_of_tables_that_can_be_looked_at_and_no_others(site: Site) -> None:
    season_id = await public_season(site)
    season = await known(site.home, season_id)
    assert not re.findall(r'href="(/tables/\d+)"', await shown(site, season_id)), "none has begun"
    for game_id in season.tables.values():
        await all_here(site.home, game_id)
    links = re.findall(r'href="(/tables/\d+)"', await shown(site, season_id))
    assert sorted(links) == sorted(f"/tables/{game_id}" for game_id in season.tables.values())
    for link in links:
        assert (await site.get(link)).status == 200


async def test_a_table_in_a_channel_that_is_hidden_stands_there_without_a_link(site: Site) -> None:
    season_id = await public_season(site)
    season = await known(site.home, season_id)
    for game_id in season.tables.values():
        await all_here(site.home, game_id)
    elsewhere = season.tables[1]
    await site.home.storage.database.write(
        lambda rows: rows.execute("update games set channel_id = 77 where game_id = ?", (elsewhere,))
    )
    assert f"/tables/{elsewhere}" in await shown(site, season_id)
    site.channels.hidden.add(77)
    page = await shown(site, season_id)
    assert f"/tables/{elsewhere}" not in page
    assert "<strong>Table 1" in page


async def test_a_result_stands_there_when_its_game_is_over(site: Site) -> None:
    season_id = await public_season(site)
    season = await known(site.home, season_id)
    game_id = next(game for number, game in season.tables.items() if 1 in season.season.tables[number].seats)
    await all_here(site.home, game_id)
    assert "(being played)" in await shown(site, season_id)
    people = [one.user_id for one in (await known(site.home, season_id)).entrants.values()]
    seated = [user_id for user_id in people if user_id is not None and await sits(site, game_id, user_id)]
    await ends(site.home, game_id, *seated[1:])
    assert f"1. Player {season.find_number(seated[0])}" in await shown(site, season_id)


async def sits(site: Site, game_id: int, user_id: int) -> bool:
    saved = await site.home.storage.games.load(game_id)
    return saved is not None and user_id in {seat.user_id for seat in saved.seats}


async def test_only_who_has_agreed_is_named_until_they_take_it_back_or_are_forgotten(site: Site) -> None:
    season_id = await public_season(site)
    sign_up = site.home.services.leagues.sign_up
    page = await shown(site, season_id)
    for user_id, name in PEOPLE.items():
        assert not re.search(rf"\b{name}\b", page)
        assert str(user_id) not in re.findall(r"[\"/>](\d+)[\"/<]", page.replace(f"press {user_id}", ""))
    await sign_up.set_wishes(season_id, ADA, named=True)
    await sign_up.set_wishes(season_id, BEN, named=True)
    page = await shown(site, season_id)
    assert "<bdi>Ada</bdi> (1)" in page
    assert "Cleo" not in page
    await sign_up.set_wishes(season_id, BEN, named=False)
    assert not re.search(r"\bBen\b", await shown(site, season_id))
    await site.home.services.erasure.forget(ADA)
    page = await shown(site, season_id)
    assert "Ada" not in page
    assert "Player 1" in page


async def test_the_same_page_has_the_same_tag_and_another_one_when_somebody_is_named(site: Site) -> None:
    season_id = await public_season(site)
    tag = (await site.get(f"/seasons/{season_id}")).headers["ETag"]
    assert (await site.get(f"/seasons/{season_id}", If_None_Match=tag)).status == 304
    await site.home.services.leagues.sign_up.set_wishes(season_id, ADA, named=True)
    assert (await site.get(f"/seasons/{season_id}", If_None_Match=tag)).status == 200


async def test_whatever_somebody_or_a_league_is_called_is_letters_and_nothing_else(site: Site) -> None:
    season_id = await public_season(site)
    await site.home.services.leagues.sign_up.set_wishes(season_id, ADA, named=True)
    usual = re.findall(r"<[a-z]+", (await site.get(f"/seasons/{season_id}")).body.decode())
    for name in ("<script>alert(1)</script>", "\"><img src=x onerror='alert(1)'>", "</title>", *HOSTILE):
        await called(site, season_id, name)
        for path in (f"/seasons/{season_id}", "/"):
            body = (await site.get(path)).body.decode()
            assert "<script" not in body
            assert "<img" not in body
        page = (await site.get(f"/seasons/{season_id}")).body.decode()
        assert [tag for tag in re.findall(r"<[a-z]+", page) if tag != "<bdi"] == [tag for tag in usual if tag != "<bdi"]


async def called(site: Site, season_id: int, name: str) -> None:
    def rename(rows: Connection) -> None:
        rows.execute("update entrants set name = ? where season_id = ? and entrant = 1", (name, season_id))
        rows.execute("update leagues set name = ?", (name,))

    await site.home.storage.database.write(rename)
