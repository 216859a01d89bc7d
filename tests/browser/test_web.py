"""The pages of the web in a real browser: for everybody, by day and by night, with nothing loaded from anywhere."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from queue import Queue
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page, Response, ViewportSize, expect

from bot.games import GAMES
from bot.host.privacy.visibility import Visibility
from bot.host.worker import Worker
from bot.web.page_worker import NICENESS
from bot.web.pages import WebPages
from bot.web.serving import MAX_REQUESTS, WebServer
from tests.browser.sitting import Visitor, browsing, local_table
from tests.cogs.leagues import NAMES
from tests.cogs.real_season import REAL, played_season
from tests.cogs.town import town
from tests.house import house
from tests.web.site import HERE

PHONE = ViewportSize(width=390, height=844)
DESK = ViewportSize(width=1280, height=900)
HEAVIEST = 100_000
"""Bytes of a page without its pictures."""
TOO_MANY_REQUESTS = 429
ATTEMPTS = 10
"""Maximum number of times that a page is loaded."""


@pytest.fixture(scope="module")
def browser(browser_path: str) -> Iterator[Browser]:
    with browsing(browser_path) as browser:
        yield browser


GAMES_SHOWN = [pytest.param(key, marks=[] if at == 0 else [pytest.mark.thorough]) for at, key in enumerate(GAMES)]


@pytest.fixture(scope="module", params=GAMES_SHOWN)
def address(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the page of a local table is."""
    with local_table("--data", tmp_path_factory.mktemp("web"), "--game", request.param) as table:
        found = re.search(r"which only this computer can here: (\S+)", table.said)
        assert found
        yield found[1]


@pytest.mark.thorough
@pytest.mark.browser
def test_a_page_that_is_open_keeps_up_with_the_table_and_is_where_the_tables_message_says(
    browser: Browser, tmp_path: Path
) -> None:
    with local_table("--people", "2", "--bots", "2", "--data", tmp_path) as table:
        alice = Visitor(browser.new_page(viewport=PHONE), table.address)
        bob = Visitor(browser.new_page(viewport=PHONE), table.address, "Bob")
        alice.press("More…", alice.board)
        leads_to = alice.newest.get_by_role("link", name="Web page").get_attribute("href")
        assert leads_to
        page = browser.new_page(viewport=PHONE)
        page.clock.install()
        for _ in range(ATTEMPTS):
            reply = page.goto(leads_to)
            if reply is None or reply.status != TOO_MANY_REQUESTS:
                break
        page.locator("details").last.locator("summary").click()
        expect(page.locator(".asked")).to_have_count(2)
        for person, waited_for in ((alice, "waiting for"), (bob, r": waiting for \S+\.")):
            expect(person.board).to_contain_text(re.compile(waited_for))  # it has changed for the last time
            person.press("Act", person.board)
            expect(person.newest).to_contain_text("what is a share worth?")
            person.press("Another amount…")
            person.fill_in("16")
        assert "$16" not in page.locator(".news").inner_text()
        page.clock.run_for(16_000)
        expect(page.locator(".news")).to_contain_text("$16")
        expect(page.get_by_role("status")).to_contain_text("second price")
        expect(page.locator("#age")).to_contain_text("looks again by itself")
        expect(page.locator("details").last).to_have_attribute("open", "")


Light = Literal["light", "dark"]


def opened(browser: Browser, address: str, size: ViewportSize, light: Light) -> tuple[Page, list[str]]:
    """Open a page as a visitor does; return it and what went wrong in the browser.

    The process that makes pages has a low priority. On a busy computer the server asks visitors to come again, and so
    the page is loaded again.
    """
    for _ in range(ATTEMPTS):
        page, wrong, statuses = _open_once(browser, address, size, light)
        if TOO_MANY_REQUESTS not in statuses:
            break
        page.close()
    return page, wrong


def _open_once(browser: Browser, address: str, size: ViewportSize, light: Light) -> tuple[Page, list[str], list[int]]:
    page, wrong, loaded = browser.new_page(viewport=size, color_scheme=light), list[str](), list[int]()
    statuses: list[int] = []

    def arrived(got: Response) -> None:
        statuses.append(got.status)
        if not got.url.startswith("/".join(address.split("/")[:3])):
            wrong.append(got.url)
        loaded.append(0 if got.request.resource_type == "image" else len(got.body()))

    page.on("console", lambda message: wrong.append(message.text))
    page.on("response", arrived)
    page.goto(address)
    page.wait_for_load_state("networkidle")
    assert 0 < sum(loaded) < HEAVIEST
    return page, wrong, statuses


@pytest.mark.browser
@pytest.mark.parametrize("light", ["light", "dark"])
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("rest", ["", "/log"], ids=["the table", "the log"])
def test_everybody_can_read_a_table(
    browser: Browser, address: str, size: ViewportSize, light: Light, rest: str
) -> None:
    page, wrong = opened(browser, address + rest, size, light)
    everybody_reads(page, size)
    assert wrong == []
    page.close()


@pytest.mark.browser
@pytest.mark.parametrize("light", ["light", "dark"])
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("address", [next(iter(GAMES))], indirect=True)
@pytest.mark.parametrize("where", ["the first page", "no page"])
def test_everybody_can_read_pages_of_no_game(
    browser: Browser, address: str, size: ViewportSize, light: Light, where: str
) -> None:
    at = f"{address.partition('/tables')[0]}/" if where == "the first page" else f"{address}00"
    page, wrong = opened(browser, at, size, light)
    everybody_reads(page, size)
    assert [each for each in wrong if "404" not in each or where != "no page"] == []
    page.close()


def everybody_reads(page: Page, size: ViewportSize) -> None:
    """Look at all of a page: nothing is in anybody's way."""
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    expect(page.get_by_role("main")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], "nothing has to be pushed sideways"
    page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true })")
    found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]})
    assert found.violations_count == 0, found.generate_report()
    page.evaluate("document.querySelectorAll('img').forEach(each => { each.loading = 'eager' })")
    page.evaluate("Promise.all([...document.images].map(each => each.decode()))")  # fails where one is broken
    assert page.evaluate("[...document.scripts].every(each => each.src.includes('/script.js?') && !each.text)")


def goes_through_a_replay(page: Page, size: ViewportSize) -> None:
    """Look at the steps of a game that is over: with the arrow keys, the slider and somebody's eyes."""
    page.get_by_role("link", name="Replay, step by step").click()
    step = page.get_by_role("heading", name="Step")
    expect(step).to_have_text(re.compile("Step 1 of"))
    everybody_reads(page, size)
    page.keyboard.press("ArrowRight")
    expect(step).to_have_text(re.compile("Step 2 of"))
    expect(page.get_by_role("status")).to_contain_text("Step 2 of")
    page.get_by_role("slider").press("End")
    last = page.get_by_role("slider").get_attribute("max")
    expect(step).to_have_text(re.compile(f"Step {last} of {last}"))
    somebody = page.get_by_role("link", name=re.compile(r"^Player \d$")).first  # one of them may be shown by name
    name = somebody.inner_text()
    somebody.click()
    expect(page.get_by_role("heading", name=f"What {name} had")).to_be_visible()
    everybody_reads(page, size)
    page.go_back()
    expect(page.get_by_role("heading", name="What everybody saw")).to_be_visible()


class AllOpen:
    """A server in which everybody can read everything."""

    def is_open_to_all(self, guild_id: int, channel_id: int, within: int | None) -> bool:
        return True


async def season_played(file: Path) -> None:
    """Let three people play a season of a public league; one of them wants a page of their own."""
    async with town(file, games=REAL) as here:
        people = [here.person(name) for name in NAMES[:3]]
        await played_season(here, here.person("Boss", manages=True), people)
        await here.bot.services.leagues.sign_up.set_own_page(1, people[0].id, wanted=True)
        await here.bot.storage.public.put_league(1, True)
        boss = here.person("Boss", manages=True)
        await boss.slash("league manage")
        await boss.press("Finish the season …")
        await boss.press("Finish the season")
        await here.bot.storage.public.put_tables(here.guild.id, True, "2026-01-01T00:00:00+00:00")
        await boss.slash("game new", game="Goodwill")


async def served(file: Path, ports: Queue[int], over: threading.Event) -> None:
    """Play a season, and serve its page until the tests are over."""
    try:
        await season_played(file)
        async with house(file, games=REAL) as home:
            worker = Worker(MAX_REQUESTS, NICENESS)
            pages = WebPages(home.services, Visibility(home.host, AllOpen()), worker)
            await pages.begin()
            server = WebServer(pages.find_reply)
            ports.put(await server.open(HERE, 0))
            await asyncio.to_thread(over.wait)
            await server.close()
            await worker.close()
    finally:
        ports.put(0)


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the page of a season is that people have played; in a thread, for the browser holds this one's loop."""
    file, over, ports = tmp_path_factory.mktemp("season") / "site.db", threading.Event(), Queue[int]()
    serving = threading.Thread(target=lambda: asyncio.run(served(file, ports, over)))
    serving.start()
    try:
        port = ports.get()
        assert port, "the season could not be played, or its page not be served"
        yield f"http://{HERE}:{port}/seasons/1"
    finally:
        over.set()
        serving.join()


@pytest.mark.thorough
@pytest.mark.browser
@pytest.mark.parametrize("light", ["light", "dark"])
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_everybody_can_read_a_season_that_was_played(
    browser: Browser, season: str, size: ViewportSize, light: Light
) -> None:
    page, wrong = opened(browser, season, size, light)
    expect(page.get_by_role("heading", level=3)).to_have_text(["Standings", "Who met whom", "Results"])
    expect(page.locator(".standings tbody tr")).to_have_count(3)
    expect(page.locator("bdi", has_text=NAMES[0]).first).to_be_visible()
    assert not any(name in page.content() for name in NAMES[1:])
    everybody_reads(page, size)
    games = page.locator("details:has(img)")
    assert games.locator("img").count() == 2 * games.count() == 6
    games.first.get_by_role("link", name="Its page").click()
    expect(page.get_by_text("The game is over.")).to_be_visible()
    goes_through_a_replay(page, size)
    page.goto(season.partition("/seasons")[0])
    page.get_by_role("link", name="Season 1 of Winter Cup").click()
    expect(page).to_have_url(season)
    assert wrong == []
    page.close()


@pytest.mark.thorough
@pytest.mark.browser
@pytest.mark.parametrize("light", ["light", "dark"])
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("where", ["a league", "a person", "the first page", "what follows on it"])
def test_everybody_can_read_a_league_and_who_wants_a_page(
    browser: Browser, season: str, size: ViewportSize, light: Light, where: str
) -> None:
    site = season.partition("/seasons")[0]
    page, wrong = opened(browser, f"{site}/leagues/1", size, light)
    if where == "a person":
        page.get_by_role("link", name=NAMES[0]).first.click()
        expect(page.get_by_role("heading", level=1)).to_have_text(f"{NAMES[0]} (1)")
        expect(page.get_by_role("img", name=re.compile("rating, Goodwill"))).to_have_count(1)
    elif where == "the first page":
        page.goto(site)
        expect(page.get_by_role("heading", name="Tables that want players")).to_be_visible()
    elif where == "what follows on it":
        page.goto(f"{site}/leagues/before/9")
        expect(page.get_by_role("link", name="Winter Cup", exact=True)).to_be_visible()
    else:
        expect(page.get_by_role("heading", name="Season 1")).to_be_visible()
    everybody_reads(page, size)
    assert wrong == []
    page.close()
