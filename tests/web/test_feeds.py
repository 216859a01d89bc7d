"""Feeds of results: valid, stable, and nothing that the season's page does not tell."""

from __future__ import annotations

import re
from datetime import datetime
from xml.etree import ElementTree

from bot.leagues.log_entries import Corrected
from bot.web.pages import WebPages
from storage.interface.database import Connection
from tests.host.leagues import ADA, ORGANISER, drawn, known
from tests.ui.hostile import HOSTILE
from tests.web.site import WORKER, Site, known_games
from tests.web.test_api import played_league
from tests.web.test_league_page import won_by_ada

ATOM = "{http://www.w3.org/2005/Atom}"
FEEDS = ("/seasons/1/feed.xml", "/leagues/1/feed.xml")


async def read(site: Site, address: str) -> ElementTree.Element:
    """A feed, as RFC 4287 wants it."""
    got = await site.get(address)
    assert got.status == 200
    assert got.headers["Content-Type"] == "application/atom+xml; charset=utf-8"
    feed = ElementTree.fromstring(got.body)  # noqa: S314  # our own
    assert feed.tag == f"{ATOM}feed"
    assert text(feed, "author", "name")
    for each in (feed, *feed.findall(f"{ATOM}entry")):
        assert re.fullmatch(r"urn:uuid:[0-9a-f-]{36}", text(each, "id"))
        assert text(each, "title")
        assert datetime.fromisoformat(text(each, "updated")).tzinfo is not None
        assert len(each.findall(f"{ATOM}link[@rel='alternate']")) == 1
    assert [link.get("href") for link in feed.findall(f"{ATOM}link[@rel='self']")] == [address]
    assert text(feed, "updated") >= max((text(each, "updated") for each in feed.findall(f"{ATOM}entry")), default="")
    ids = [text(each, "id") for each in feed.iter() if each.tag in (f"{ATOM}entry", f"{ATOM}feed")]
    assert len(ids) == len({*ids})
    return feed


def text(parent: ElementTree.Element, *tags: str) -> str:
    found = parent.find("/".join(f"{ATOM}{tag}" for tag in tags))
    assert found is not None
    assert found.text is not None
    return found.text


def results(feed: ElementTree.Element) -> dict[str, str]:
    return {text(each, "id"): text(each, "content") for each in feed.findall(f"{ATOM}entry")}


async def test_a_feed_has_a_result_for_each_table_that_is_over_and_no_other(site: Site) -> None:
    await played_league(site)
    for address in FEEDS:
        feed = await read(site, address)
        (words,) = results(feed).values()
        assert words in re.sub("</?bdi>", "", (await site.get("/seasons/1")).text)


async def test_the_same_result_has_the_same_id_in_both_and_after_a_restart(site: Site) -> None:
    await won_by_ada(site)
    of_season, of_league = [results(await read(site, address)) for address in FEEDS]
    assert len(of_season) == 4
    assert of_season == of_league
    before = (await site.get(FEEDS[0])).headers["ETag"]
    assert (await site.get(FEEDS[0], If_None_Match=before)).status == 304


async def test_a_result_that_is_put_right_is_newer_and_still_the_same_one(site: Site) -> None:
    season_id = await played_league(site)
    before = await read(site, FEEDS[0])
    season = await known(site.home, season_id)
    (table,) = [table for table in season.season.tables.values() if table.counts]
    first, *others = table.seats
    places = {first: 3, others[0]: 1, others[1]: 2}
    await site.home.services.leagues.rulings.decide(
        season_id, ORGANISER, Corrected(table=table.number, places=places, as_written=True), "why", season.row.lines
    )
    after = await read(site, FEEDS[0])
    assert results(before).keys() == results(after).keys()
    assert results(before) != results(after)
    assert text(after, "updated") >= text(before, "updated")


async def test_only_who_has_agreed_is_named_in_a_feed(site: Site) -> None:
    season_id = await won_by_ada(site)
    assert "Ada" not in (await site.get(FEEDS[0])).text
    await site.home.services.leagues.sign_up.set_wishes(season_id, ADA, named=True)
    assert "1. Ada (1)" in (await site.get(FEEDS[0])).text
    assert "Ben" not in (await site.get(FEEDS[0])).text


async def test_pages_lead_feed_readers_to_their_feeds(site: Site) -> None:
    await played_league(site)
    for page, feed in (("/seasons/1", FEEDS[0]), ("/leagues/1", FEEDS[1])):
        head = (await site.get(page)).text.partition("</head>")[0]
        assert re.search(rf'<link rel="alternate" type="application/atom\+xml" title="[^"]+" href="{feed}">', head)


async def test_a_feed_is_well_formed_whatever_a_league_is_called(site: Site) -> None:
    await played_league(site)
    for name in ("]]><script>", "a\x08b\x00", *HOSTILE):

        def rename(rows: Connection, name: str = name) -> None:
            rows.execute("update leagues set name = ?", (name,))

        await site.home.storage.database.write(rename)
        for address in FEEDS:
            await read(site, address)


async def test_a_season_without_results_has_a_feed_without_entries(site: Site) -> None:
    season_id = await drawn(site.home)
    await site.visibility.set_league_public((await known(site.home, season_id)).league.league_id, public=True)
    for address in FEEDS:
        assert results(await read(site, address)) == {}


async def test_where_the_pages_are_is_known_a_feed_says_it_whole(site: Site) -> None:
    """Content read elsewhere, such as in a feed reader, leads back."""
    await won_by_ada(site)
    reply = await WebPages(
        site.home.services, site.visibility, WORKER, "https://games.example.org", catalogue=known_games
    ).find_reply(FEEDS[1])
    assert reply is not None
    feed = ElementTree.fromstring(reply.body)  # noqa: S314  # our own
    links = [link.get("href") or "" for link in feed.iter(f"{ATOM}link")]
    assert len(links) == 6
    assert all(link.startswith("https://games.example.org/") for link in links)
