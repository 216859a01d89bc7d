"""Search engines: they are asked to leave everything out, but for leagues whose organisers want to be found."""

from __future__ import annotations

from tests.host.leagues import all_here, drawn, known, signed_up
from tests.house import CHANNEL
from tests.web.site import Site
from tests.web.walking import pages

NOTHING = "User-agent: *\nDisallow: /\n"


async def left_out(site: Site, path: str) -> bool:
    """Whether search engines are asked to leave a page out."""
    got = await site.get(path)
    assert got.status == 200
    asked = got.headers["X-Robots-Tag"]
    assert asked in ("noindex", "all")
    return asked == "noindex"


async def test_only_a_league_whose_organisers_want_it_is_found_with_its_seasons_and_nothing_else(site: Site) -> None:
    season_id, other = await drawn(site.home), await signed_up(site.home, name="Summer Cup")
    season, league_id = await known(site.home, season_id), (await known(site.home, season_id)).league.league_id
    for game_id in season.tables.values():
        await all_here(site.home, game_id)
    for each in (season_id, other):
        await site.visibility.set_league_public((await known(site.home, each)).league.league_id, public=True)
    assert (await site.get("/robots.txt")).text == NOTHING
    assert all([await left_out(site, path) for path in await pages(site)])
    await site.visibility.set_findable(league_id, found=True)
    there = {f"/leagues/{league_id}", f"/seasons/{season_id}"}
    assert {path for path in await pages(site) if not await left_out(site, path)} == there
    robots = (await site.get("/robots.txt")).text
    assert robots.splitlines() == ["User-agent: *", *(f"Allow: {path}$" for path in sorted(there)), "Disallow: /"]
    assert await left_out(site, site.api(f"/leagues/{league_id}"))
    await site.visibility.set_findable(league_id, found=False)
    assert (await site.get("/robots.txt")).text == NOTHING


async def test_a_league_that_is_not_public_any_more_is_found_no_more(site: Site) -> None:
    season_id = await drawn(site.home)
    league_id = (await known(site.home, season_id)).league.league_id
    await site.visibility.set_league_public(league_id, public=True)
    await site.visibility.set_findable(league_id, found=True)
    site.channels.hidden.add(CHANNEL)
    assert (await site.get("/robots.txt")).text == NOTHING
    nothing = (await site.get("/nothing")).whole
    assert (await site.get(f"/leagues/{league_id}")).whole == nothing
