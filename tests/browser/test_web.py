"""The pages of the web in a real browser: for everybody, by day and by night, with nothing loaded from anywhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page, Response, ViewportSize, expect

from bot.games import GAMES
from tests.browser.sitting import browsing, local_table

PHONE = ViewportSize(width=390, height=844)
DESK = ViewportSize(width=1280, height=900)
HEAVIEST = 100_000
"""Bytes of a page without its pictures."""


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


Light = Literal["light", "dark"]


def opened(browser: Browser, address: str, size: ViewportSize, light: Light) -> tuple[Page, list[str]]:
    """A page as somebody opens it, and what went wrong in the browser."""
    page, wrong, loaded = browser.new_page(viewport=size, color_scheme=light), list[str](), list[int]()

    def arrived(got: Response) -> None:
        if not got.url.startswith(address.partition("/tables")[0]):
            wrong.append(got.url)
        loaded.append(0 if got.request.resource_type == "image" else len(got.body()))

    page.on("console", lambda message: wrong.append(message.text))
    page.on("response", arrived)
    page.goto(address)
    page.wait_for_load_state("networkidle")
    assert 0 < sum(loaded) < HEAVIEST
    return page, wrong


@pytest.mark.browser
@pytest.mark.parametrize("light", ["light", "dark"])
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("where", ["the table", "the log", "the first page", "no page"])
def test_everybody_can_read_it(browser: Browser, address: str, size: ViewportSize, light: Light, where: str) -> None:
    rest = {"the table": "", "the log": "/log", "no page": "00"}
    at = f"{address.partition('/tables')[0]}/" if where == "the first page" else address + rest[where]
    page, wrong = opened(browser, at, size, light)
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    expect(page.get_by_role("main")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], "nothing has to be pushed sideways"
    page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true })")
    found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]})
    assert found.violations_count == 0, found.generate_report()
    page.evaluate("document.querySelectorAll('img').forEach(each => { each.loading = 'eager' })")
    page.wait_for_function("[...document.images].every(each => each.complete && each.naturalWidth > 0)")
    assert page.evaluate("document.scripts.length") == 0
    assert [each for each in wrong if "404" not in each or where != "no page"] == []
    page.close()
