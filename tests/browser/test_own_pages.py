"""A table played on a page in a real Chromium: on a phone by touch, and by keyboard without script."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, Response

from tests.browser.sitting import browsing, local_table

pytestmark = pytest.mark.browser
DECISIONS = 4
SMALL = """() => [...document.querySelectorAll('main a, main button, main input:not([type=hidden]), main select')]
    .filter(each => !each.closest('svg') && each.type !== 'checkbox')
    .filter(each => each.getBoundingClientRect().height < 44).map(each => each.outerHTML)"""
WIDE = "document.documentElement.scrollWidth - innerWidth"


@contextmanager
def opened(folder: Path, browser_path: str, game: str, **how: Any) -> Iterator[tuple[Page, list[str]]]:
    """Open Alice's page of a new table; also collect what the browser complains of."""
    arguments = ("--game", game, "--data", folder, "--people", "1", "--bots", "2")
    with local_table(*arguments) as table, browsing(browser_path) as browser:
        link = re.search(r"Alice's page: (\S+)", table.said)
        assert link is not None
        page, complaints = browser.new_context(**how).new_page(), list[str]()
        page.on("console", lambda said: complaints.append(said.text))
        page.on("pageerror", lambda failed: complaints.append(str(failed)))
        page.goto(link[1])
        with page.expect_navigation(wait_until="load"):
            page.get_by_role("button", name="Open it as Alice").click()
        yield page, complaints


def checks_shown(reply: Response) -> None:
    assert reply.ok, f"{reply.status} {reply.url}: {reply.text()}"


def checks_layout(page: Page) -> None:
    assert page.evaluate(SMALL) == []
    assert page.evaluate(WIDE) <= 0
    found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]})
    assert found.violations_count == 0, found.generate_report()
    assert page.locator("img").evaluate_all("all => all.filter(one => one.complete && !one.naturalWidth).length") == 0


@pytest.mark.parametrize("game", ["carnegie", "big-shoulders", "briefcase"])
def test_a_table_is_played_by_touch_on_a_phone(tmp_path: Path, browser_path: str, game: str) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "color_scheme": "dark"}
    with opened(tmp_path, browser_path, game, **phone) as (page, complaints):
        touched = 0
        for _ in range(3 * DECISIONS):
            checks_layout(page)
            areas, sends = page.locator(".board svg a"), page.locator("button.send")
            if areas.count() and not page.get_by_text("You touched these.").count() and not sends.count():
                pressed, touched = areas.last, touched + 1
            else:
                pressed = sends.first if sends.count() else page.locator(".ask button").first
            with page.expect_navigation(wait_until="load") as found:
                pressed.tap()
            checks_shown(found.value)
        assert touched
        assert complaints == []


def test_a_table_is_played_without_script_and_by_keyboard(tmp_path: Path, browser_path: str) -> None:
    screen = {"viewport": {"width": 1280, "height": 900}, "java_script_enabled": False}
    with opened(tmp_path, browser_path, "carnegie", **screen) as (page, _):
        for _ in range(3 * DECISIONS):
            send = page.locator("button.send")
            button = send.first if send.count() else page.locator(".ask button").first
            button.focus()
            with page.expect_navigation(wait_until="load") as found:
                page.keyboard.press("Enter")
            checks_shown(found.value)
        page.get_by_role("link", name="Log").click()
        assert page.locator("ol.log li").count() > DECISIONS


def test_an_open_page_says_that_something_has_happened_and_keeps_what_is_entered(
    tmp_path: Path, browser_path: str
) -> None:
    screen = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "color_scheme": "dark"}
    with opened(tmp_path, browser_path, "carnegie", **screen) as (page, complaints):
        bar = page.locator("#changed a")
        other = page.context.new_page()
        with page.expect_event("request", lambda asked: asked.url.endswith("/events")):
            page.bring_to_front()
            page.reload(wait_until="load")
        other.goto(page.url)
        assert bar.count() == 0
        before = page.content()
        for _ in range(3 * DECISIONS):
            send = other.locator("button.send")
            with other.expect_navigation(wait_until="load"):
                (send.first if send.count() else other.locator(".ask button").first).click()
        page.bring_to_front()
        bar.wait_for()
        assert bar.inner_text() == "Something has happened: look"
        assert page.title().startswith("● ")
        assert page.locator("main .left").inner_html() in before, "nothing else has changed"
        checks_layout(page)
        with page.expect_navigation(wait_until="load"):
            bar.tap()
        assert bar.count() == 0
        assert complaints == []
