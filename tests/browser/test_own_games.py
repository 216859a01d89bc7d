"""A whole game of each kind on pages in a real Chromium: by touch on a phone, and by keyboard without script."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Locator, Page

from bot.games import GAMES
from bot.testing.random_games import build_random
from bot.testing.thorough import mark_thorough
from tests.browser.test_own_pages import checks_layout, checks_shown, opened

pytestmark = pytest.mark.browser
MAX_PAGES = 600
"""More pages than any game takes."""
CHECKED = 12
"""Pages between two looks at layout and accessibility."""
TABS = 200
"""More presses of Tab than a page has controls."""

QUICK = ["corporate-espionage"]
TITLES = mark_thorough([*QUICK, *(title for title in GAMES if title not in QUICK)], len(QUICK))


def checks_pictures(page: Page) -> None:
    """Check that all pictures have arrived; axe cannot look where no script runs."""
    assert page.locator("img").evaluate_all("all => all.filter(one => one.complete && !one.naturalWidth).length") == 0


class Sitter:
    """Player who reads a page and answers there, until the game is over.

    Args:
        page: the page.
        random: chooses.
        press: presses a button.
        checks: looks at a page now and then.
    """

    def __init__(
        self, page: Page, random: Random, press: Callable[[Locator], None], checks: Callable[[Page], None]
    ) -> None:
        self.page = page
        self.checks = checks
        self.random = random
        self.press = press
        self.pages = self.touched = self.refused = 0

    def plays_to_the_end(self) -> None:
        while not self.page.get_by_text("The game is over.").count():
            assert self.pages < MAX_PAGES, self.page.locator("main").inner_text()
            if self.pages % CHECKED == 0:
                self.checks(self.page)
            self.refused += self.page.get_by_text("⚠️").count()
            with self.page.expect_navigation(wait_until="load") as found:
                self.goes_on()
            checks_shown(found.value)
            self.pages += 1

    def goes_on(self) -> None:
        """Do the next thing: touch the board, choose, or send."""
        page, ask = self.page, self.page.locator(".ask")
        send, boxes, numbers = (
            ask.locator("button.send"),
            ask.locator("input[type=checkbox]"),
            ask.locator("input[type=number]"),
        )
        options, areas = ask.locator("button[name=take]"), page.locator(".board svg a")
        if areas.count() and not boxes.count() and (not send.count() or self.random.random() < 0.3) and self.can_touch:
            self.touch(areas.nth(self.random.randrange(areas.count())))
        elif boxes.count():
            self.choose_set(boxes)
        elif options.count() and (not send.count() or self.random.random() < 0.5):
            self.press(options.nth(self.random.randrange(options.count())))
        elif numbers.count():
            self.give_amounts(numbers)
        elif send.count():
            self.press(send.first)
        elif ask.locator("form[action$=answer] button").count():
            self.press(ask.locator("form[action$=answer] button").first)
        else:
            self.press(page.get_by_role("link", name="Look again"))

    def give_amounts(self, numbers: Locator) -> None:
        """Give the least amounts, unless the page proposes others, and send them."""
        for number in range(numbers.count()):
            if not numbers.nth(number).input_value():
                numbers.nth(number).fill(numbers.nth(number).get_attribute("min") or "0")
        self.press(numbers.last.locator("xpath=ancestor::form").locator("button"))

    def choose_set(self, boxes: Locator) -> None:
        """Check as few boxes as one may, and send them."""
        said = re.search(r"Choose (\d+)", self.page.locator(".ask").inner_text())
        assert said is not None
        for number in range(boxes.count()):
            boxes.nth(number).set_checked(number < int(said[1]))
        self.press(boxes.first.locator("xpath=ancestor::form").locator("button"))

    @property
    def can_touch(self) -> bool:
        return bool(self.page.evaluate("navigator.maxTouchPoints"))

    def touch(self, area: Locator) -> None:
        """Touch the middle of a place, even if something lies above it."""
        area.scroll_into_view_if_needed()
        box = area.bounding_box()
        assert box is not None
        self.touched += 1
        self.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


@pytest.mark.parametrize("title", TITLES)
def test_a_whole_game_is_played_by_touch_on_a_phone(tmp_path: Path, browser_path: str, title: str) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    with opened(tmp_path, browser_path, title, **phone) as (page, complaints):
        sitter = Sitter(page, build_random(f"phone {title}"), Locator.tap, checks_layout)
        sitter.plays_to_the_end()
        checks_layout(page)
        assert sitter.touched
        assert complaints == []


@pytest.mark.parametrize("title", TITLES)
def test_a_whole_game_is_played_by_keyboard_without_script(tmp_path: Path, browser_path: str, title: str) -> None:
    screen = {"viewport": {"width": 1280, "height": 900}, "java_script_enabled": False, "color_scheme": "dark"}

    def press(button: Locator) -> None:
        button.focus()
        button.page.keyboard.press("Enter")

    with opened(tmp_path, browser_path, title, **screen) as (page, complaints):
        Sitter(page, build_random(f"screen {title}"), press, checks_pictures).plays_to_the_end()
        assert complaints == []
