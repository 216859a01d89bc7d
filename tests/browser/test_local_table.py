"""The local table, used in a real browser by somebody who has never seen it."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.browser.sitting import LONGEST, ROOT, Visitor, browsing, local_table

PHONE = ViewportSize(width=390, height=844)
DESK = ViewportSize(width=1280, height=900)


@pytest.fixture(scope="module")
def browser(browser_path: str) -> Iterator[Browser]:
    with browsing(browser_path) as browser:
        yield browser


@pytest.mark.browser
def test_a_price_is_named_through_the_form_and_nobody_else_sees_it(browser: Browser, tmp_path: Path) -> None:
    with local_table("--people", "2", "--bots", "2", "--data", tmp_path) as table:
        alice = Visitor(browser.new_page(viewport=DESK), table.address)
        bob = Visitor(browser.new_page(viewport=PHONE), table.address, "Bob")

        alice.press("Act", alice.messages.first)
        expect(alice.newest).to_contain_text("Only you can see this")
        expect(alice.newest).to_contain_text("Your price?")
        alice.press("Another amount…")
        alice.fill_in("sixteen")
        expect(alice.newest).to_contain_text("Please give an even whole number")
        alice.press("Another amount…")
        alice.fill_in("16")
        expect(alice.newest).to_contain_text("Your answer is sealed.")

        alice.press("My hand", alice.messages.first)
        expect(alice.newest).to_contain_text("Your informations")
        expect(alice.newest).to_contain_text("$16 (sealed)")

        expect(bob.messages.first).to_contain_text("waiting for @Bob.")  # the table's message has changed for all
        expect(bob.messages).to_have_count(2)  # that one, and the call
        seen_by_bob = bob.page.content()
        assert "Your answer is sealed" not in seen_by_bob
        assert "Your informations" not in seen_by_bob
        assert "$16" not in seen_by_bob

        bob.press("Act", bob.messages.first)
        bob.press("Another amount…")
        bob.fill_in("10")
        expect(bob.messages.first).to_contain_text("Alice $16")  # now it is open to everybody
        expect(alice.messages.first).to_contain_text("Alice $16")


@pytest.mark.browser
def test_one_screen_can_be_passed_from_seat_to_seat(browser: Browser, tmp_path: Path) -> None:
    with local_table("--people", "2", "--data", tmp_path) as table:
        page = browser.new_page(viewport=PHONE)
        alice = Visitor(page, table.address)
        alice.press("Act", alice.messages.first)
        expect(alice.messages).to_have_count(3)
        bob = Visitor(page, table.address, "Bob")
        expect(bob.messages).to_have_count(2)
        expect(page.get_by_text("Only you can see this")).to_have_count(0)


@pytest.mark.browser
def test_a_game_goes_on_where_it_was_left(browser: Browser, tmp_path: Path) -> None:
    with local_table("--bots", "2", "--people", "2", "--data", tmp_path) as table:
        assert "Table 1 begins: Goodwill with 2 people and 2 bots." in table.said
        alice = Visitor(browser.new_page(viewport=DESK), table.address)
        alice.press("Act", alice.messages.first)
        alice.press("Another amount…")
        alice.fill_in("12")
        code, last = table.stop()
        assert code == 0
        assert last.strip() == f"Stopped. The game is kept in {tmp_path}; the same command goes on with it."

    with local_table("--data", tmp_path) as table:
        assert "Table 1 goes on: Goodwill with 2 people and 2 bots." in table.said
        alice = Visitor(browser.new_page(viewport=DESK), table.address)
        expect(alice.messages).to_have_count(1)
        expect(alice.messages.first).to_contain_text("waiting for @Bob.")
        alice.press("My hand")
        expect(alice.newest).to_contain_text("$12 (sealed)")
        alice.page.get_by_label("Message", exact=True).fill("/hand")
        expect(alice.page.get_by_text("Your hand and everything that only you know").first).to_be_visible()

    with local_table("--new", "--data", tmp_path) as table:
        assert "Table 2 begins: Goodwill with 1 person and 3 bots." in table.said
        alice = Visitor(browser.new_page(viewport=DESK), table.address)
        expect(alice.messages.first).to_contain_text("table 2")
        expect(alice.page.get_by_text("table 1")).to_have_count(0)


@pytest.mark.browser
def test_direct_messages_stand_on_pages_of_their_owners(browser: Browser, tmp_path: Path) -> None:
    with local_table("--people", "2", "--data", tmp_path) as table:
        assert list(table.letters) == ["Alice", "Bob"]
        at_home = Visitor(browser.new_page(viewport=PHONE), table.letters["Alice"])
        bob_at_home = Visitor(browser.new_page(viewport=PHONE), table.letters["Bob"], "Bob")
        alice = Visitor(browser.new_page(viewport=DESK), table.address)
        alice.press("My hand")
        alice.press("Send me this by DM too")
        expect(at_home.newest).to_contain_text("Your informations")
        expect(bob_at_home.page.get_by_text("No messages in this channel.")).to_be_visible()

        at_home.press("Act")
        at_home.press("Another amount…")
        at_home.fill_in("10")
        expect(at_home.newest).to_contain_text("Your answer is sealed.")
        expect(alice.messages.first).to_contain_text("waiting for @Bob.")


@pytest.mark.browser
def test_ending_the_session_on_the_page_ends_the_program(browser: Browser, tmp_path: Path) -> None:
    with local_table("--data", tmp_path) as table:
        alice = Visitor(browser.new_page(viewport=DESK), table.address)
        alice.page.get_by_text("More", exact=True).click()
        alice.page.get_by_role("button", name="End preview session").click()
        assert table.process.wait(timeout=LONGEST) == 0


@pytest.mark.browser
def test_the_picture_for_the_readme_can_be_taken(browser: Browser, tmp_path: Path) -> None:
    from tests.browser import picture

    picture.take(browser, tmp_path / "data", tmp_path / "table.png")
    width, height = picture.size_of(tmp_path / "table.png")
    assert 900 <= width <= 1100
    assert height > 400


# -- what cannot be done, in a sentence -----------------------------------------------------------------


def refused(*arguments: str | Path) -> str:
    """Run the program, which must refuse in one line, and return that line."""
    run = subprocess.run(  # noqa: S603  # our own program
        [sys.executable, "-m", "bot.local", "--no-browser", *map(str, arguments)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=LONGEST,
        check=False,
    )
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr.count("\n") == 1
    return run.stderr.strip()


def test_a_game_nobody_knows(tmp_path: Path) -> None:
    assert refused("--data", tmp_path, "--game", "chess").startswith(
        'There is no game called "chess". The games are: goodwill'
    )


@pytest.mark.parametrize(("people", "bots"), [("1", "0"), ("4", "9"), ("1", "-1")])
def test_too_few_or_too_many_at_the_table(tmp_path: Path, people: str, bots: str) -> None:
    text = refused("--data", tmp_path, "--game", "goodwill", "--people", people, "--bots", bots)
    assert text.startswith("There can be no Goodwill with ")
    assert text.endswith(" players.")


def test_more_people_than_chairs(tmp_path: Path) -> None:
    assert "1 to 8 people can sit at the local table, but not 9." in refused("--data", tmp_path, "--people", "9")


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert refused("--data", tmp_path, "--port", str(port)).startswith(f"Port {port} cannot be used")


def test_a_folder_that_cannot_be_one(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    assert str(file) in refused("--data", file)


def test_another_game_is_being_kept(tmp_path: Path) -> None:
    with local_table("--data", tmp_path) as table:
        assert "in use by another running bot" in refused("--data", tmp_path)
        table.stop()
    assert refused("--data", tmp_path, "--people", "2") == (
        "A game of Goodwill with 1 person and 3 bots is being kept. Without --game, --people and --bots it goes on; "
        "with --new it is closed and another one begins."
    )


def test_without_simcord() -> None:
    run = subprocess.run(
        [sys.executable, "-c", "import sys; sys.modules['simcord'] = None; import bot.local.__main__"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=LONGEST,
        check=False,
    )
    assert run.returncode == 1
    assert run.stderr.startswith("The local table needs SimCord: `make play` brings it along")
