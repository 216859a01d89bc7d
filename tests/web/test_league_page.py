"""A league's page and those of people in it: names, and the time until they vanish."""

from __future__ import annotations

import json
import re

from bot.leagues.log_entries import Corrected
from bot.web.openapi import API
from storage.interface.database import Connection
from tests.host.leagues import ADA, BEN, CLEO, ORGANISER, PEOPLE, all_here, drawn, is_played, known, settle
from tests.house import CHANNEL
from tests.ui.hostile import HOSTILE
from tests.web.site import Got, Site

HERS = "/seasons/1/people/1"
"""Where Ada's page is if she wants one."""
OF_HERS = (HERS, f"{HERS}/charts/1", API + HERS)


async def won_by_ada(site: Site) -> int:
    """A finished public season, with all tables won by Ada."""
    home = site.home
    season_id = await drawn(home)
    season = await known(home, season_id)
    await site.visibility.set_league_public(season.league.league_id, public=True)
    for game_id in season.tables.values():
        await all_here(home, game_id)
        await is_played(home, game_id)
    for number in season.tables:
        season = await known(home, season_id)
        table = season.season.tables[number]
        order = sorted(table.places, key=lambda entrant: (entrant != 1, table.places[entrant], entrant))
        places = {entrant: place for place, entrant in enumerate(order, 1)}
        right = Corrected(table=number, places=places, scores=table.scores)
        await home.services.leagues.rulings.decide(season_id, ORGANISER, right, "Ada wins", season.row.lines)
    season = await known(home, season_id)
    await home.services.leagues.rulings.finish(season_id, ORGANISER, season.row.lines)
    await settle(home)
    return season_id


async def wants_page(site: Site, season_id: int, user_id: int = ADA, *, wanted: bool = True) -> None:
    await site.home.services.leagues.sign_up.set_own_page(season_id, user_id, wanted=wanted)


async def is_gone(site: Site) -> bool:
    """Whether Ada has no page, and nobody can tell that there was one."""
    got = [await site.get(address) for address in OF_HERS]
    nothing = [(await site.get(address)).whole for address in ("/nothing", "/nothing", "/api/nothing")]
    if got[0].status == 200:
        assert [each.status for each in got] == [200] * 3
        return False
    assert [each.whole for each in got] == nothing
    for address in ("/leagues/1", "/seasons/1", f"{API}/leagues/1", f"{API}/seasons/1"):
        assert HERS not in (await site.get(address)).text
    return True


async def test_a_league_shows_its_seasons_who_has_won_them_and_its_records(site: Site) -> None:
    await won_by_ada(site)
    page = (await site.get("/leagues/1")).text
    assert '<h3><a href="/seasons/1">Season 1</a></h3>' in page
    assert "Won by <bdi>Player 1</bdi>" in page
    assert "Most wins in a row: 3" in page
    assert re.search(r"Highest score: \d+", page)
    assert "Longest game" in page
    assert "It cannot be joined at the moment." in page
    assert not re.search(rf"\b({'|'.join(PEOPLE.values())})\b", page)
    assert "Ratings" not in page, "nobody wants a page"


async def test_earlier_seasons_stand_on_their_leagues_page_too(site: Site) -> None:
    season_id = await won_by_ada(site)
    leagues = site.home.services.leagues
    season = await known(site.home, season_id)
    after = await leagues.sign_up.create_next_season(1, season.plan)
    page = (await site.get("/leagues/1")).text
    assert "Season 2" not in page, "a draft is nobody's"
    await leagues.sign_up.open_sign_up(after.row.season_id, ORGANISER)
    page = (await site.get("/leagues/1")).text
    assert re.findall(r'<h3><a href="(/seasons/\d)">', page) == ["/seasons/2", "/seasons/1"]
    assert "It can be joined now" in page
    assert 'href="/leagues/1"' in (await site.get("/seasons/1")).text


async def test_a_table_leads_to_its_season_and_league_as_long_as_these_can_be_looked_at(site: Site) -> None:
    season_id = await won_by_ada(site)
    game_id = (await known(site.home, season_id)).tables[1]
    links = re.compile(r'href="(/(?:seasons|leagues)/\d+)"')
    assert links.findall((await site.get(f"/tables/{game_id}")).text) == ["/leagues/1", "/seasons/1"]
    await site.home.storage.database.write(lambda rows: rows.execute("update leagues set channel_id = 77"))
    site.channels.hidden.add(77)
    table = await site.get(f"/tables/{game_id}")
    assert table.status == 200, "its own channel is open"
    assert links.findall(table.text) == []
    assert json.loads((await site.get(f"{API}/tables/{game_id}")).body)["league"] is None


async def test_a_league_is_there_as_long_as_it_is_public_and_its_channel_open(site: Site) -> None:
    season_id = await won_by_ada(site)
    await wants_page(site, season_id)
    of_league = ("/leagues/1", "/leagues/1/feed.xml", "/seasons/1/feed.xml", f"{API}/leagues/1", *OF_HERS)
    assert [(await site.get(address)).status for address in of_league] == [200] * 7
    site.channels.hidden.add(CHANNEL)
    assert [(await site.get(address)).status for address in of_league] == [404] * 7
    site.channels.hidden.clear()
    await site.visibility.set_league_public(1, public=False)
    assert [(await site.get(address)).status for address in of_league] == [404] * 7


async def test_a_visitor_who_has_agreed_to_be_named_has_no_page_before_they_want_one(site: Site) -> None:
    season_id = await won_by_ada(site)
    await site.home.services.leagues.sign_up.set_wishes(season_id, ADA, named=True)
    assert await is_gone(site)
    assert "Won by <bdi>Ada (1)</bdi>" in (await site.get("/leagues/1")).text
    await wants_page(site, season_id)
    assert not await is_gone(site)
    assert f'href="{HERS}"' in (await site.get("/leagues/1")).text
    assert f'href="{HERS}"' in (await site.get("/seasons/1")).text


async def test_a_page_shows_rating_titles_and_results_and_no_number_of_discords(site: Site) -> None:
    await wants_page(site, await won_by_ada(site))
    page = (await site.get(HERS)).text
    assert "<h1><bdi>Ada (1)</bdi></h1>" in page
    assert 'Won <a href="/seasons/1">season 1</a>' in page
    assert re.search(r"Rating <strong>\d{4}</strong> after 3 rated games, provisional", page)
    assert page.count("<strong>Place 1 of 3</strong>") == 3
    assert "<dt>Most wins in a row</dt><dd>3</dd>" in page
    assert re.search(r'alt="Ada \(1\)\'s rating, The Fair: 1500, ', page)
    assert (await site.get(f"{HERS}/charts/1")).headers["Content-Type"] == "image/png"
    assert (await site.get(f"{HERS}/charts/2")).status == 404
    assert not re.search(r"\b(Ben|Cleo|Dora)\b", page)
    shown = json.loads((await site.get(API + HERS)).body)
    assert [each["place"] for each in shown["form"]] == [1, 1, 1]
    ratings = json.loads((await site.get(f"{API}/leagues/1")).body)["ratings"]
    assert [[one["name"] for one in each["people"]] for each in ratings] == [["Ada (1)"]]


async def test_a_page_is_gone_at_once_when_it_is_taken_back(site: Site) -> None:
    season_id = await won_by_ada(site)
    await wants_page(site, season_id)
    await wants_page(site, season_id, wanted=False)
    assert await is_gone(site)
    await wants_page(site, season_id)
    assert not await is_gone(site)
    await site.home.services.leagues.sign_up.set_wishes(season_id, ADA, named=False)
    assert await is_gone(site)


async def test_a_page_is_gone_at_once_with_who_is_forgotten(site: Site) -> None:
    season_id = await won_by_ada(site)
    await wants_page(site, season_id)
    assert not await is_gone(site)
    await site.home.services.erasure.forget(ADA)
    assert await is_gone(site)
    for address in ("/leagues/1", "/leagues/1/feed.xml", f"{API}/leagues/1"):
        assert "Ada" not in (await site.get(address)).text


async def test_a_page_in_one_league_is_none_in_another(site: Site) -> None:
    await wants_page(site, await won_by_ada(site))
    other = await drawn(site.home, name="Summer Cup")
    await site.visibility.set_league_public(2, public=True)
    await site.home.services.leagues.sign_up.set_wishes(other, ADA, named=True)
    assert (await site.get(f"/seasons/{other}/people/1")).status == 404
    assert (await site.get(HERS)).status == 200


async def test_a_season_that_may_not_name_somebody_does_not_stand_on_their_page(site: Site) -> None:
    """Else everybody could tell who Player 1 of that season is."""
    first = await won_by_ada(site)
    leagues = site.home.services.leagues
    after = (await leagues.sign_up.create_next_season(1, (await known(site.home, first)).plan)).row.season_id
    await leagues.sign_up.open_sign_up(after, ORGANISER)
    for user_id in (CLEO, BEN, ADA):
        await leagues.sign_up.join(after, user_id, PEOPLE[user_id], f"press {user_id}")
    await wants_page(site, first)
    await leagues.sign_up.set_wishes(after, ADA, named=False)
    there = (await known(site.home, after)).find_number(ADA)
    assert (await site.get(f"/seasons/{after}/people/{there}")).status == 404
    assert f"/seasons/{after}" not in (await site.get(HERS)).text
    await leagues.sign_up.set_wishes(after, ADA, named=True)
    assert f"<bdi>Ada ({there})</bdi>" in (await site.get(HERS)).text, "as the newest season calls her"


async def test_whatever_somebody_is_called_is_letters_and_nothing_else(site: Site) -> None:
    season_id = await won_by_ada(site)
    await wants_page(site, season_id)
    usual = {path: tags_of(await site.get(path)) for path in ("/leagues/1", HERS)}
    for name in ("<script>alert(1)</script>", "\"><img src=x onerror='alert(1)'>", *HOSTILE):

        def rename(rows: Connection, name: str = name) -> None:
            rows.execute("update entrants set name = ? where season_id = ? and entrant = 1", (name, season_id))
            rows.execute("update leagues set name = ?", (name,))

        await site.home.storage.database.write(rename)
        for path, tags in usual.items():
            assert tags_of(await site.get(path)) == tags, name


def tags_of(got: Got) -> list[str]:
    assert got.status == 200
    return [tag for tag in re.findall(r"<[a-z]+", got.body.decode()) if tag != "<bdi"]
