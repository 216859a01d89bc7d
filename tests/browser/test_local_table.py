"""The local table, used in a real browser by a first-time visitor."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from bot.games import GAMES
from tests.browser import picture
from tests.browser.sitting import LONGEST, Visitor, browsing, local_table

PHONE = ViewportSize(width=390, height=844)
DESK = ViewportSize(width=1280, height=900)
LAPTOP = ViewportSize(width=1280, height=800)


@pytest.fixture(scope="module")
def browser(browser_path: str) -> Iterator[Browser]:
    with browsing(browser_path) as browser:
        yield browser


@pytest.mark.browser
@pytest.mark.thorough
def test_a_price_is_named_through_the_form_and_nobody_else_sees_it(browser: Browser, tmp_path: Path) -> None:
    with local_table("--people", "2", "--bots", "2", "--data", tmp_path) as table:
        alice = Visitor(browser.new_page(viewport=DESK), table.address)
        bob = Visitor(browser.new_page(viewport=PHONE), table.address, "Bob")

        alice.press("Act", alice.board)
        expect(alice.newest).to_contain_text("Only you can see this")
        expect(alice.newest).to_contain_text("what is a share worth?")
        alice.press("Another amount…")
        alice.fill_in("sixteen")
        expect(alice.newest).to_contain_text("Please give an even whole number")
        alice.press("Another amount…")
        alice.fill_in("16")
        expect(alice.newest).to_contain_text("Your answer is sealed.")

        alice.press("My hand", alice.board)
        expect(alice.newest).to_contain_text("Your news")
        expect(alice.newest).to_contain_text("$16 (sealed)")

        expect(bob.board).to_contain_text("waiting for @Bob.")  # the table's message has changed for all
        expect(bob.messages).to_have_count(2)  # that one and the digest; calls come by direct message
        seen_by_bob = bob.page.content()
        assert "Your answer is sealed" not in seen_by_bob
        assert "Your news" not in seen_by_bob
        assert "$16" not in seen_by_bob

        bob.press("Act", bob.board)
        bob.press("Another amount…")
        bob.fill_in("10")
        bob.command("table log")
        expect(bob.newest).to_contain_text("Alice $16")  # now it is open to everybody


@pytest.mark.thorough
@pytest.mark.browser
def test_one_screen_can_be_passed_from_seat_to_seat(browser: Browser, tmp_path: Path) -> None:
    with local_table("--people", "2", "--data", tmp_path) as table:
        page = browser.new_page(viewport=PHONE)
        alice = Visitor(page, table.address)
        alice.press("Act", alice.board)
        expect(alice.messages).to_have_count(3)
        bob = Visitor(page, table.address, "Bob")
        expect(bob.messages).to_have_count(2)
        expect(page.get_by_text("Only you can see this")).to_have_count(0)


@pytest.mark.browser
@pytest.mark.thorough
def test_a_league_can_be_rehearsed_at_the_local_table_from_nothing_to_its_podium(
    browser: Browser, tmp_path: Path
) -> None:
    with local_table("--people", "4", "--data", tmp_path) as table:
        alice = Visitor(browser.new_page(viewport=PHONE), table.address)
        alice.command("league new", name="Winter Cup", game="goodwill", seats="3")
        expect(alice.newest).to_contain_text("Nothing is posted yet")
        alice.press("Open sign-up")
        for name in ("Bob", "Carol", "David"):
            Visitor(alice.page, table.address, name).press("Join")
        alice = Visitor(alice.page, table.address)
        alice.command("league manage")
        alice.press("Draw the season …")
        expect(alice.newest).to_contain_text("Division 1: 3 players, 3 tables")
        alice.press("Publish the draw")
        expect(alice.page.get_by_text("Winter Cup 1 · division 1 · table 3").first).to_be_visible()
        thread = table.thread("Winter Cup 1 · division 1 · table 1")
        for name in ("Bob", "Carol", "David"):
            Visitor(browser.new_page(viewport=PHONE), thread, name).press("I'm here")
        david = Visitor(browser.new_page(viewport=PHONE), thread, "David")
        expect(david.board).to_contain_text("Table 1 of Winter Cup, season 1")
        david.press("Act", david.board)
        expect(david.newest).to_contain_text("your two prices for a share?")
        bob = Visitor(alice.page, table.address, "Bob")
        bob.command("league me")
        expect(bob.newest).to_contain_text("nobody has a place before the first result")
        bob.command("league new", name="Another", game="goodwill", seats="3")
        expect(bob.newest).to_contain_text("Only server managers can create leagues")
        alice = Visitor(alice.page, table.address)
        alice.command("league manage")
        alice.press("Finish the season …")
        expect(alice.newest).to_contain_text("3 tables")
        alice.press("Finish the season")
        expect(alice.page.get_by_text("season 1: the podium").first).to_be_visible()


@pytest.mark.browser
@pytest.mark.thorough
def test_a_game_goes_on_where_it_was_left(browser: Browser, tmp_path: Path) -> None:
    with local_table("--bots", "2", "--people", "2", "--data", tmp_path) as table:
        assert "Table 1 begins: Goodwill with 2 people and 2 bots." in table.said
        alice = Visitor(browser.new_page(viewport=DESK), table.address)
        alice.press("Act", alice.board)
        alice.press("Another amount…")
        alice.fill_in("12")
        code, last = table.stop()
        assert code == 0
        assert last.strip() == f"Stopped. The game is kept in {tmp_path}; the same command goes on with it."

    with local_table("--data", tmp_path) as table:
        assert "Table 1 goes on: Goodwill with 2 people and 2 bots." in table.said
        alice = Visitor(browser.new_page(viewport=DESK), table.address)
        expect(alice.messages).to_have_count(1)
        expect(alice.board).to_contain_text("waiting for @Bob.")
        bob_at_home = Visitor(browser.new_page(viewport=PHONE), table.letters["Bob"], "Bob")
        expect(bob_at_home.newest).to_contain_text("what is a share worth?")
        alice.press("My hand")
        expect(alice.newest).to_contain_text("$12 (sealed)")
        alice.page.get_by_label("Message", exact=True).fill("/hand")
        expect(alice.page.get_by_text("Show your hand, privately").first).to_be_visible()

    with local_table("--new", "--data", tmp_path) as table:
        assert "Table 2 begins: Goodwill with 1 person and 3 bots." in table.said
        alice = Visitor(browser.new_page(viewport=DESK), table.address)
        expect(alice.board).to_contain_text("table 2")
        expect(alice.page.get_by_text("table 1")).to_have_count(0)


@pytest.mark.browser
@pytest.mark.thorough
def test_direct_messages_stand_on_pages_of_their_owners(browser: Browser, tmp_path: Path) -> None:
    with local_table("--people", "2", "--data", tmp_path) as table:
        assert list(table.letters) == ["Alice", "Bob"]
        at_home = Visitor(browser.new_page(viewport=PHONE), table.letters["Alice"])
        bob_at_home = Visitor(browser.new_page(viewport=PHONE), table.letters["Bob"], "Bob")
        alice = Visitor(browser.new_page(viewport=DESK), table.address)
        for visitor in (at_home, bob_at_home):  # from the start
            expect(visitor.newest).to_contain_text("Your news")
            expect(visitor.newest).to_contain_text("what is a share worth?")

        at_home.press("Act")
        at_home.press("Another amount…")
        at_home.fill_in("10")
        expect(at_home.newest).to_contain_text("Your answer is sealed.")
        expect(alice.board).to_contain_text("waiting for @Bob.")


@pytest.mark.browser
@pytest.mark.thorough
@pytest.mark.parametrize("game", GAMES)
def test_the_tables_message_shows_its_buttons_on_a_laptops_screen(browser: Browser, tmp_path: Path, game: str) -> None:
    with local_table("--game", game, "--data", tmp_path) as table:
        alice = Visitor(browser.new_page(viewport=LAPTOP), table.address)
        alice.board.evaluate("message => message.scrollIntoView()")  # the page may have gone to its end
        for label in ("Act", GAMES[game].wording.hand_title, "More…"):
            expect(alice.board.get_by_role("button", name=label, exact=True)).to_be_in_viewport(ratio=1)


@pytest.mark.browser
@pytest.mark.thorough
@pytest.mark.parametrize("game", GAMES)
def test_the_tables_message_is_not_taller_than_one_and_a_half_screens_of_a_phone(
    browser: Browser, tmp_path: Path, game: str
) -> None:
    with local_table("--game", game, "--data", tmp_path) as table:
        alice = Visitor(browser.new_page(viewport=PHONE), table.address)
        expect(alice.board.get_by_role("img").first).to_be_visible()
        box = alice.board.bounding_box()
        assert box is not None
        assert box["height"] <= 1.5 * PHONE["height"]


@pytest.mark.browser
@pytest.mark.thorough
def test_ending_the_session_on_the_page_ends_the_program(browser: Browser, tmp_path: Path) -> None:
    with local_table("--data", tmp_path) as table:
        alice = Visitor(browser.new_page(viewport=DESK), table.address)
        alice.page.get_by_text("More", exact=True).click()
        alice.page.get_by_role("button", name="End preview session").click()
        assert table.process.wait(timeout=LONGEST) == 0


@pytest.mark.browser
@pytest.mark.thorough
def test_the_picture_for_the_readme_can_be_taken(browser: Browser, tmp_path: Path) -> None:
    picture.take(browser, tmp_path / "data", tmp_path / "table.png")
    width, height = picture.size_of(tmp_path / "table.png")
    assert 900 <= width <= 1100
    assert height > 400


@pytest.mark.browser
@pytest.mark.thorough
def test_a_panel_shows_a_hand_as_a_picture_then_the_board_and_gives_both_up(browser: Browser, tmp_path: Path) -> None:
    with local_table("--game", "briefcase", "--people", "2", "--data", tmp_path) as table:
        alice = Visitor(browser.new_page(viewport=PHONE), table.address)
        alice.press("My hand", alice.board)
        hand = alice.newest.get_by_role("img")
        expect(hand).to_have_attribute("alt", re.compile(r"Your hand: .*; to draw \(8\)"))
        alice.press("Board")
        expect(alice.newest.get_by_role("img")).to_have_attribute("alt", re.compile("Round 1. Market: "))
        expect(alice.newest).to_contain_text("Companies on offer")
        alice.press("Act")
        expect(alice.newest.get_by_role("img", name=re.compile("Your hand: |Round 1. Market: "))).to_have_count(0)
        bob = Visitor(alice.page, table.address, "Bob")
        expect(bob.board).to_be_visible()
        assert "Your hand: " not in bob.page.content()
