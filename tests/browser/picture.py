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
HIGH, MARGIN = 2000, 6
MOVES = 3


def take(browser: Browser, data: Path, to: Path) -> None:
    """Play a little, then take a picture of the channel, down to the end of the board."""
    with local_table("--data", data) as table:
        page = browser.new_page(viewport={"width": WIDTH, "height": 900}, device_scale_factor=SHARPER)
        alice = Visitor(page, table.address)
        alice.press("Act", alice.board)
        for _ in range(MOVES):
            answers = alice.newest.get_by_role("button").and_(page.locator(":not(:has(img))"))  # a picture opens large
            answers.first.click()
            alice.calm()
        table_message = alice.board
        drawing = table_message.get_by_role("img").first
        page.set_viewport_size({"width": WIDTH, "height": HIGH})  # to see all of the drawing at once
        alice.calm()
        page.get_by_role("log").evaluate("log => { log.scrollTop = 0 }")
        expect(drawing).to_be_in_viewport(ratio=0.99)
        page.mouse.move(0, 0)  # else the message shows what one can do with it
        top = page.locator(".channel-header").bounding_box()
        below = drawing.bounding_box()
        assert top is not None
        assert below is not None
        height = below["y"] + below["height"] + MARGIN - top["y"]
        page.screenshot(path=to, clip={"x": 0, "y": top["y"], "width": WIDTH, "height": height})
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
