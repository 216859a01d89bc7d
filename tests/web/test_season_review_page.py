"""A season in review on the web: there once it is over, with names only by consent, and without a script."""

from __future__ import annotations

import json
import re

from bot.web.openapi import API
from bot.web.responses import PNG
from tests.host.leagues import ADA, PEOPLE, known
from tests.ui.hostile import HOSTILE
from tests.web.site import Site
from tests.web.test_league_page import won_by_ada
from tests.web.test_season_page import called, public_season

HERE = "/seasons/1/review"
PICTURE = "/seasons/1/pictures/review"


async def test_a_season_that_is_over_has_a_page_with_its_champion_streak_and_picture(site: Site) -> None:
    await won_by_ada(site)
    page = (await site.get(HERE)).text
    assert "Winter Cup · season 1 in review" in page
    assert re.search(r"<h3>Champion</h3>\s*<p><bdi>Player 1</bdi></p>", page)
    assert "<bdi>Player 1</bdi>, 3 tables won in a row" in page
    assert not re.search(rf"\b({'|'.join(PEOPLE.values())})\b", page)
    got = await site.get(PICTURE)
    assert (got.status, got.headers["Content-Type"]) == (200, PNG)
    assert f'<a href="{HERE}">The season in review</a>' in (await site.get("/seasons/1")).text


async def test_a_season_that_is_played_has_no_review_yet(site: Site) -> None:
    await public_season(site)
    nothing = (await site.get("/nothing")).whole
    assert (await site.get(HERE)).whole == (await site.get(PICTURE)).whole == nothing
    assert "in review" not in (await site.get("/seasons/1")).text


async def test_a_review_is_gone_with_its_league(site: Site) -> None:
    season_id = await won_by_ada(site)
    assert (await site.get(HERE)).status == 200
    await site.visibility.set_league_public((await known(site.home, season_id)).league.league_id, public=False)
    assert [(await site.get(each)).status for each in (HERE, PICTURE, API + HERE)] == [404] * 3


async def test_who_agreed_is_named_until_they_are_forgotten_and_the_picture_changes_with_it(site: Site) -> None:
    season_id = await won_by_ada(site)
    unnamed = await site.get(PICTURE)
    await site.home.services.leagues.sign_up.set_wishes(season_id, ADA, named=True)
    assert "<bdi>Ada (1)</bdi>" in (await site.get(HERE)).text
    data = json.loads((await site.get(API + HERE)).body)
    assert data["highlights"][0] == {"head": "Champion", "words": "Ada (1)"}
    assert "Ada (1)" in data["picture"]["alt"]
    assert (await site.get(PICTURE)).body != unnamed.body
    await site.home.services.erasure.forget(ADA)
    assert "Ada" not in (await site.get(HERE)).text
    assert (await site.get(PICTURE)).body == unnamed.body


async def test_hostile_names_are_text_and_the_page_needs_no_script(site: Site) -> None:
    season_id = await won_by_ada(site)
    await site.home.services.leagues.sign_up.set_wishes(season_id, ADA, named=True)
    usual = re.findall(r"<[a-z]+", (await site.get(HERE)).body.decode())
    for name in ("<script>alert(1)</script>", "\"><img src=x onerror='alert(1)'>", "</title>", *HOSTILE):
        await called(site, season_id, name)
        page = (await site.get(HERE)).body.decode()
        assert "<script" not in page
        assert re.findall(r"<[a-z]+", page) == usual
        assert (await site.get(PICTURE)).status == 200
