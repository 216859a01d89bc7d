"""Leagues at the local table, each pressed on a phone from nothing to its podium."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from tests.browser.sitting import LocalTable, Visitor, browsing, local_table

PHONE = ViewportSize(width=390, height=844)


@pytest.fixture(scope="module")
def browser(browser_path: str) -> Iterator[Browser]:
    with browsing(browser_path) as browser:
        yield browser


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LocalTable]:
    with local_table("--people", "6", "--data", tmp_path) as table:
        yield table


@pytest.fixture
def page(browser: Browser) -> Page:
    return browser.new_page(viewport=PHONE)


def is_prepared(page: Page, table: LocalTable, **options: str) -> Visitor:
    alice = Visitor(page, table.address)
    alice.command("league new", **options)
    expect(alice.newest).to_contain_text("Nothing is posted yet")
    return alice


def chooses(visitor: Visitor, shown: str, line: str) -> None:
    """Open the menu that shows this in the newest message, and choose a line."""
    menu = visitor.newest.locator("button.select-trigger").filter(has_text=shown).last
    menu.scroll_into_view_if_needed()
    menu.click()
    option = visitor.page.locator(".select-option:visible")
    option.filter(has=visitor.page.get_by_text(line, exact=True)).last.click()
    visitor.calm()


def message(visitor: Visitor) -> Locator:
    """The season's own message, with which one signs up, or on which places stand."""
    mine = visitor.page.get_by_role("button", name="My place", exact=True)
    return visitor.messages.filter(has=mine).last


def all_join(page: Page, table: LocalTable, names: Sequence[str]) -> None:
    for name in names:
        visitor = Visitor(page, table.address, name)
        visitor.press("Join", message(visitor))
        expect(visitor.newest).to_contain_text("You are in.")


def is_drawn(page: Page, table: LocalTable) -> str:
    """Let the organiser draw; return the preview they read before they publish it."""
    alice = Visitor(page, table.address)
    alice.command("league manage")
    alice.press("Draw the season …")
    preview = alice.newest.inner_text()
    alice.press("Publish the draw")
    return preview


def concede(page: Page, thread: str, losers: Sequence[str], winner: str) -> None:
    """Let all come to a table, and all but one give it up."""
    for name in (*losers, winner):
        visitor = Visitor(page, thread, name)
        here = page.get_by_role("button", name="I'm here", exact=True)
        if here.count():
            visitor.press("I'm here")
    for name in losers:
        visitor = Visitor(page, thread, name)
        visitor.command("table concede", sure="yes")
        sure = visitor.newest.get_by_role("button", name="Concede for good", exact=True)
        if sure.count():  # a table for two costs nothing more, and asks nothing more
            visitor.press("Concede for good")
    expect(page.get_by_text(f"The game is over. {winner} wins.").first).to_be_visible()


def rules(page: Page, table: LocalTable, number: int, order: str) -> None:
    """Let the organiser, who does not play, decide a table."""
    alice = Visitor(page, table.address)
    alice.command("league result", table=str(number), order=order)
    expect(alice.newest).to_contain_text("nothing is written yet")
    alice.press("Do it …")
    alice.fill_in("They played it by post")
    expect(page.get_by_text(f"Table {number}").filter(has_text="They played it by post.").first).to_be_attached()


def finishes(page: Page, table: LocalTable, what: str = "Finish the season") -> str:
    """Let the organiser end it; return the preview they read before they confirm."""
    alice = Visitor(page, table.address)
    alice.command("league manage")
    alice.press(f"{what} …")
    preview = alice.newest.inner_text()
    alice.press(what)
    expect(page.get_by_text(": the podium").first).to_be_visible()
    return preview


def fits(page: Page) -> None:
    """Nothing is cut at the side of the screen."""
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def podium(page: Page) -> str:
    return page.locator("article.channel-message").filter(has_text=": the podium").last.inner_text()


@pytest.mark.browser
@pytest.mark.thorough
def test_teams_sign_up_by_their_codes_and_one_of_them_wins(page: Page, table: LocalTable) -> None:
    alice = is_prepared(page, table, name="Team Winter", game="goodwill", seats="2")
    chooses(alice, "More…", "One thing at a time")
    chooses(alice, "Divisions: all games", "Swiss: 3 rounds among equals")
    chooses(alice, "Everybody plays for themselves", "Teams of 2")
    expect(alice.newest).to_contain_text("Swiss, 3 rounds · Teams of 2")
    alice.press("Open sign-up")
    pairs = (("Bob", "Carol"), ("David", "Emma"))
    all_join(page, table, [name for pair in pairs for name in pair])
    for captain, mate in pairs:
        visitor = Visitor(page, table.address, captain)
        visitor.press("My team", message(visitor))
        visitor.press("Open a team")
        code = re.search(r"[0-9]+-[0-9a-f]+", visitor.newest.inner_text())
        assert code is not None
        visitor = Visitor(page, table.address, mate)
        visitor.press("My team", message(visitor))
        visitor.press("Join by code …")
        visitor.fill_in(code[0])
        expect(visitor.newest).to_contain_text("You are in.")
    assert "2 teams of 2; no two of one sit at the same table." in is_drawn(page, table)
    sits = Visitor(page, table.address)
    for number in (1, 2):
        seats = re.search(rf"^{number}: (@\w+) and (@\w+)$", message(sits).inner_text(), re.MULTILINE)
        assert seats is not None
        assert {seats[1][1:], seats[2][1:]} not in [set(pair) for pair in pairs]
        rules(page, table, number, f"{seats[1]} {seats[2]}")
    expect(message(Visitor(page, table.address))).to_contain_text("Round 2 of 3")
    preview = finishes(page, table)
    assert "1 round has not been drawn; it will not be played." in preview
    assert "2 tables not decided yet would count for nothing" in preview
    assert "🥇 Team" in podium(page)
    fits(page)


@pytest.mark.browser
@pytest.mark.thorough
def test_a_division_plays_two_games_to_its_podium(page: Page, table: LocalTable) -> None:
    alice = is_prepared(page, table, name="Two Games", game="goodwill", seats="3")
    chooses(alice, "More…", "Several games")
    chooses(alice, "Add a game", "Briefcase")
    expect(alice.newest).to_contain_text("Briefcase for 3")
    alice.press("Back")
    expect(alice.newest).to_contain_text("Goodwill and Briefcase, tables for 3")
    alice.press("Open sign-up")
    all_join(page, table, ("Bob", "Carol", "David"))
    drawn = re.search(r"3 tables \(([12]) of Goodwill and [12] of Briefcase\)", is_drawn(page, table))
    assert drawn is not None
    rules(page, table, 1, "@Bob @Carol @David")
    rules(page, table, 2, "@Carol = @Bob @David")
    last = "Goodwill" if drawn[1] == "2" else "Briefcase"
    expect(page.get_by_text("· table 3").first).to_be_attached()
    concede(page, table.thread(f"Two Games 1 · division 1 · {last} · table 3"), ["Bob", "Carol"], "David")
    david = Visitor(page, table.address, "David")
    david.command("league me")
    expect(david.newest).to_contain_text("2nd of 3 with")
    fits(page)
    assert "drawn" not in finishes(page, table)
    assert re.search("🥇 @(Bob|Carol)", podium(page))


@pytest.mark.browser
@pytest.mark.thorough
def test_a_ladder_opens_a_table_rates_it_and_is_closed(page: Page, table: LocalTable) -> None:
    alice = is_prepared(page, table, name="Open Ladder", game="briefcase", seats="2")
    chooses(alice, "More…", "One thing at a time")
    chooses(alice, "Divisions: all games", "Ladder: always open")
    alice.press("Open sign-up")
    all_join(page, table, ("Bob", "Carol"))
    for name in ("Bob", "Carol"):
        visitor = Visitor(page, table.address, name)
        visitor.press("I want a game", message(visitor))
    concede(page, table.thread("Open Ladder 1 · ladder · table 1"), ["Bob"], "Carol")
    carol = Visitor(page, table.address, "Carol")
    expect(message(carol)).to_contain_text("4 more games for a place")
    carol.command("league me")
    expect(carol.newest).to_contain_text("You have a place after 4 more games")
    fits(page)
    assert "Nobody waits for a game any more." in finishes(page, table, "Close the ladder")
    expect(message(carol)).to_contain_text("A steward has closed the ladder.")
