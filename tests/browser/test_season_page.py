"""A season's page in a real browser: at a desk and on a phone, with nothing loaded from anywhere."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from bot.ui.screens.leagues.season_page import render_season_file
from tests.browser.sitting import browsing
from tests.ui.season_pages import PEOPLE, about, known

PHONE = ViewportSize(width=390, height=844)
DESK = ViewportSize(width=1280, height=900)
HOSTILE = ("<script>document.title = 'evil'</script>", "<img src=x onerror=\"document.title='evil'\">")


@pytest.fixture(scope="module")
def browser(browser_path: str) -> Iterator[Browser]:
    with browsing(browser_path) as browser:
        yield browser


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A season of two divisions, with charts and hostile names."""
    names = [*PEOPLE, *HOSTILE, "W" * 40, *(f"Player called {number}" for number in range(6))]
    written = tmp_path_factory.mktemp("season") / "season-1.html"
    written.write_text(render_season_file(about(known(names), charts=True)), encoding="utf-8")
    return written


def opened(browser: Browser, file: Path, size: ViewportSize) -> tuple[Page, list[str]]:
    """The page as somebody opens it, and what it asks for."""
    asked: list[str] = []
    seen = browser.new_page(viewport=size)
    seen.on("request", lambda request: asked.append(request.url))
    seen.on("console", lambda message: asked.append(f"console: {message.text}"))
    seen.goto(file.as_uri())
    return seen, asked


@pytest.mark.browser
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_page_fits_loads_nothing_and_shows_its_charts(browser: Browser, file: Path, size: ViewportSize) -> None:
    seen, asked = opened(browser, file, size)
    expect(seen).to_have_title("Winter Cup · season 1")
    expect(seen.get_by_role("heading", level=2)).to_have_text(["Division 1", "Division 2", "Proof of the draw"])
    assert seen.evaluate("document.documentElement.scrollWidth") <= size["width"], "nothing has to be pushed sideways"
    too_wide = (
        "[...document.querySelectorAll('.standings')].filter(one => one.scrollWidth > one.parentNode.clientWidth)"
    )
    assert seen.evaluate(f"{too_wide}.length") == 0
    assert seen.evaluate("Math.max(...[...document.querySelectorAll('thead th')].map(each => each.clientHeight))") < 45
    seen.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true })")
    charts = seen.get_by_role("img")
    expect(charts.first).to_be_visible()
    wrong = "[...document.images].filter(one => !one.complete || one.naturalWidth !== 1080).length"
    seen.wait_for_function(f"{wrong} === 0")
    assert charts.count() == 2 * seen.locator("details:has(img)").count() > 0
    assert seen.evaluate("document.documentElement.scrollWidth") <= size["width"]
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
    seen.close()


@pytest.mark.thorough
@pytest.mark.browser
def test_hostile_names_are_read_as_they_are(browser: Browser, file: Path) -> None:
    seen, _ = opened(browser, file, PHONE)
    expect(seen).to_have_title("Winter Cup · season 1")
    expect(seen.get_by_role("rowheader", name=HOSTILE[0]).first).to_be_visible()
    assert seen.evaluate("document.scripts.length") == 0
    seen.close()
