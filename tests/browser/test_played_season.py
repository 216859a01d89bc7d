"""The page of a season that people have played, in a real browser: at a desk and on a phone, by itself."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.browser.sitting import browsing
from tests.cogs.leagues import NAMES
from tests.cogs.real_season import REAL, played_season
from tests.cogs.town import town

PEOPLE = NAMES[:3]
PHONE = ViewportSize(width=390, height=844)
DESK = ViewportSize(width=1280, height=900)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the organiser of a played season is given, and puts on a web site."""
    folder = tmp_path_factory.mktemp("played")

    async def played() -> str:
        async with town(folder / "boardroom.db", games=REAL) as here:
            people = [here.person(name) for name in PEOPLE]
            return (await played_season(here, here.person("Boss", manages=True), people))["html"]

    written = folder / "season-1.html"
    written.write_text(asyncio.run(played()), encoding="utf-8")
    return written


@pytest.fixture(scope="module")
def browser(file: Path, browser_path: str) -> Iterator[Browser]:
    with browsing(browser_path) as browser:
        yield browser


@pytest.mark.thorough
@pytest.mark.browser
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_played_season_can_be_read_whole(browser: Browser, file: Path, size: ViewportSize) -> None:
    asked: list[str] = []
    seen = browser.new_page(viewport=size)
    seen.on("request", lambda request: asked.append(request.url))
    seen.on("console", lambda message: asked.append(f"console: {message.text}"))
    seen.on("pageerror", lambda error: asked.append(f"error: {error.message}"))
    seen.goto(file.as_uri())
    expect(seen).to_have_title("Winter Cup · season 1")
    expect(seen.get_by_role("heading", level=3)).to_have_text(["Standings", "Who met whom", "Results"])
    for heading in seen.get_by_role("heading").all():
        expect(heading).to_be_visible()
    games = seen.locator("details:has(img)")
    for game in games.all():
        game.locator("summary").click()
    for table in seen.locator("table").all()[:2]:
        expect(table).to_be_visible()
        heads = table.locator("thead th")
        assert heads.evaluate_all(
            "heads => heads.every(head => head.textContent.trim() && (head.clientWidth > 0 || !head.checkVisibility()))"
        )
    expect(seen.locator(".standings tbody tr")).to_have_count(len(PEOPLE))
    expect(seen.locator(".cross thead th")).to_have_text(["Name", "A", "B", "C"])
    charts = seen.locator("img")
    assert charts.count() >= 2 * games.count() == 2 * len(PEOPLE)
    for chart in charts.all():
        chart.scroll_into_view_if_needed()
        expect(chart).to_be_visible()
        assert chart.evaluate("one => one.naturalWidth") > 500
        assert len(chart.get_attribute("alt") or "") > 40, "the same in words"
    for game in games.all():
        expect(game.locator("summary")).to_contain_text("1. Player ")
    assert seen.evaluate("document.documentElement.scrollWidth") <= size["width"], "nothing is pushed sideways"
    assert [one for one in asked if not one.startswith(("file:", "data:"))] == []
    seen.close()
