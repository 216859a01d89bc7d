"""Takes the README's picture of a table: `python -m tests.browser.picture` writes docs/table.png."""

from __future__ import annotations

import struct
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser.sitting import ROOT, Visitor, browsing, local_table
from tests.conftest import find_browser

WIDTH, SHARPER = 640, 1.6
"""Width in the page's own pixels, and how many of the picture's stand for one of them."""
AROUND = 300
"""Height of everything that stands above and below the messages."""
MOVES = 3


def take(browser: Browser, data: Path, to: Path) -> None:
    """Play a little, then take a picture of the table's message."""
    with local_table("--data", data) as table:
        page = browser.new_page(viewport={"width": WIDTH, "height": 900}, device_scale_factor=SHARPER)
        alice = Visitor(page, table.address)
        alice.press("Act", alice.messages.first)
        for _ in range(MOVES):
            alice.newest.get_by_role("button").first.click()
            alice.calm()
        shown = alice.messages.first
        box = shown.bounding_box()
        assert box is not None
        page.set_viewport_size({"width": WIDTH, "height": round(box["height"]) + AROUND})  # to see all of it at once
        alice.calm()
        page.get_by_role("log").evaluate("log => { log.scrollTop = 0 }")
        expect(shown).to_be_in_viewport(ratio=0.99)
        expect(shown).not_to_contain_text("unavailable")
        page.mouse.move(0, 0)  # else the message shows what one can do with it
        shown.screenshot(path=to)
        page.close()


def size_of(picture: Path) -> tuple[int, int]:
    """Return a PNG's width and height."""
    width, height = struct.unpack(">II", picture.read_bytes()[16:24])
    return width, height


def main() -> int:
    """Write the README's picture."""
    found = find_browser()
    if found is None:
        print("This needs Chromium; BOARDROOM_BROWSER names one that lies elsewhere.", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as data, browsing(found) as browser:
        take(browser, Path(data), ROOT / "docs" / "table.png")
    return 0


if __name__ == "__main__":
    sys.exit(main())
