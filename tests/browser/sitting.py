"""Sitting down at the local table, as a person does: start the program, open its page, press, type and look."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
BOARD = re.compile("^(More…|Rules)$")
"""A button of the message of a running table, or of a lobby."""
LONGEST = 120
"""Seconds after which a program that says nothing is ended, so that a test fails instead of hanging."""
expect.set_options(timeout=120_000)  # milliseconds; a busy machine needs more than the usual five seconds
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@dataclass
class LocalTable:
    """The program while it runs."""

    process: subprocess.Popen[str]
    said: str
    """What it printed when everything was ready."""
    threads: dict[str, str] = field(default_factory=dict)
    """Links of the threads it has announced."""

    @property
    def address(self) -> str:
        """Where the table is."""
        return next(line.removeprefix("Open ") for line in self.said.splitlines() if line.startswith("Open "))

    @property
    def letters(self) -> Mapping[str, str]:
        """Where each person's direct messages are."""
        return dict(re.findall(r"^  (\w+): (\S+)$", self.said, re.MULTILINE))

    def thread(self, name: str) -> str:
        """Where a thread is, as soon as it has a page."""
        guard = threading.Timer(LONGEST, self.process.kill)
        guard.start()
        try:
            while name not in self.threads:
                line = self.process.stdout.readline() if self.process.stdout else ""
                assert line, f"the program has ended before it had a thread called {name}"
                if found := re.fullmatch(r"The thread '(.+)', for everybody: (\S+)\n", line):
                    self.threads[found[1]] = found[2]
            return self.threads[name]
        finally:
            guard.cancel()

    def stop(self) -> tuple[int, str]:
        """Press Ctrl-C; return the exit code and the last words."""
        self.process.send_signal(signal.SIGINT)
        last, _ = self.process.communicate(timeout=LONGEST)
        return self.process.returncode, last


@contextmanager
def local_table(*arguments: str | Path) -> Iterator[LocalTable]:
    """Start the program and wait until there is something to open; end it in any case."""
    command = [sys.executable, "-m", "bot.local", "--no-browser", *map(str, arguments)]
    with subprocess.Popen(  # noqa: S603  # our own program
        command,
        env={**os.environ, "PYTHONPATH": str(ROOT)},  # not from the checkout itself, in which a .env may lie
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        guard = threading.Timer(LONGEST, process.kill)
        guard.start()
        try:
            said = ""
            while "Ctrl-C" not in said:
                line = process.stdout.readline() if process.stdout else ""
                assert line, f"the local table did not start:\n{said}"
                said += line
            guard.cancel()
            yield LocalTable(process, said)
        finally:
            guard.cancel()
            process.kill()


@contextmanager
def browsing(browser_path: str) -> Iterator[Browser]:
    """Start a browser that shows nothing on the screen."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()


class Visitor:
    """Somebody who looks at one page of the local table and does things there."""

    def __init__(self, page: Page, address: str, name: str = "Alice") -> None:
        self.page = page
        page.goto(address)
        seats = page.get_by_label("Viewing as")
        expect(seats.get_by_role("option", name=name, exact=True)).to_be_attached()
        if seats.locator("option:checked").inner_text() != name:
            seats.select_option(label=name)
        self.calm()

    @property
    def messages(self) -> Locator:
        """Everything in the channel that this person sees, oldest first."""
        return self.page.locator("article.channel-message")

    @property
    def board(self) -> Locator:
        """The table's message, near the one with the digest of its deal."""
        return self.messages.filter(has=self.page.get_by_role("button", name=BOARD)).first

    @property
    def newest(self) -> Locator:
        """The message at the end."""
        return self.messages.last

    def calm(self) -> None:
        """Wait until nothing is in progress."""
        expect(self.page.locator("#action-status")).not_to_contain_text("…")
        expect(self.page.locator("#preview-app")).to_have_attribute("aria-busy", "false")

    def press(self, label: str, within: Locator | None = None) -> None:
        """Press a button of this label, the last one there is."""
        button = (within or self.page).get_by_role("button", name=label, exact=True).last
        button.scroll_into_view_if_needed()  # the page itself scrolls on from near its end, and a click would miss
        button.click()
        self.calm()

    def command(self, words: str, **options: str) -> None:
        """Type a command with its options, and send it."""
        line = self.page.get_by_role("textbox").last
        line.fill(f"/{words}")
        expect(self.page.get_by_role("option", name=f"/{words}").first).to_be_visible()
        line.press("Enter")
        for option, value in options.items():
            self.page.locator(f"input[data-option={option}]").fill(value)
        self.page.get_by_role("button", name="Send", exact=True).click()
        self.calm()

    def fill_in(self, text: str) -> None:
        """Write into the only field of the form that is open, and send it."""
        form = self.page.get_by_role("dialog")
        form.get_by_role("textbox").fill(text)
        self.press("Submit", form)
        expect(form).to_be_hidden()
