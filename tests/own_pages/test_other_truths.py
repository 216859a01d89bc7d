"""No page, picture or refusal shows its reader another's secrets.

A game is saved twice: unchanged, and with everything changed that is hidden from a reader. Every reply must be equal.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from html import unescape
from pathlib import Path

import pytest

from bot.games import GAMES
from bot.testing.house import open_house
from bot.testing.resampled_database import PEOPLE, play_game, with_another_truth
from bot.testing.thorough import mark_thorough
from tests.own_pages.site import Browser, play_site

MOMENTS = (9, 0, 25, 40)
"""Moves that are played before somebody looks."""
LINK = re.compile(r'(?:href|src)="(/tables/[^"]*)"')
BRANCHES = 3
"""Number of options followed on each page."""


async def reads_everything(browser: Browser) -> dict[str, object]:
    """Return all pages, pictures and refusals that a player can get without deciding anything."""
    number, found = browser.table, dict[str, object]()
    to_go = [f"/tables/{number}", f"/tables/{number}/pictures/nothing", f"/tables/{number}/nothing"]
    while to_go:
        path = to_go.pop()
        if path in found:
            continue
        got = await browser.get(path)
        assert got.status in (200, 404), got.text
        found[path] = got.whole
        if got.headers["Content-Type"].startswith("text/html"):
            browser.page = got
            to_go += [unescape(link) for link in LINK.findall(browser.html)]
            to_go += list(_list_branches(browser))
    await browser.looks()
    if 'name="tag"' in browser.html:
        tag = re.findall(r'name="tag" value="(\w+)"', browser.html)[0]
        for taken in (["junk"], ["999999"], ["-1"], ["0", "0"]):
            got = await browser.post(f"/tables/{number}/answer", [("tag", "old"), *(("take", one) for one in taken)])
            found[f"stale {taken}"] = got.whole
            found[f"after {taken}"] = (await browser.looks()).whole
            found[f"picked {taken}"] = (await browser.looks(f"?tag={tag}&picks=c0&take={taken[0]}")).whole
    return found


def _list_branches(browser: Browser) -> Sequence[str]:
    """Return the addresses to which some options of a plan lead."""
    if f'<form method="get" action="/tables/{browser.table}">' not in browser.html:
        return ()
    if browser.html.count("<li>") > 40 or len(re.findall(r'class="chosen".*?</ol>', browser.html, re.DOTALL)) > 3:
        return ()
    try:
        _, action, fields = browser.form_with('<button name="take"')
    except AssertionError:
        return ()
    picks = dict(fields)["picks"]
    if picks.count(".") > 2:
        return ()
    return [
        f"{action}?tag={dict(fields)['tag']}&picks={picks}&take={value}"
        for value in list(browser.options.values())[:BRANCHES]
    ]


@pytest.mark.parametrize("title", GAMES)
@pytest.mark.parametrize("moves", mark_thorough(MOMENTS))
async def test_a_page_is_the_same_whatever_its_reader_may_not_know(tmp_path: Path, title: str, moves: int) -> None:
    path = tmp_path / "play.db"
    async with open_house(path, GAMES) as home:
        number = await play_game(home, title, moves)
    for user_id in PEOPLE:
        async with open_house(path, GAMES) as home:
            seat = await home.host.find_seat_of(number, user_id)
        one = await _looks(copy_to(path, tmp_path / f"one {user_id}"), number, user_id)
        other = copy_to(path, tmp_path / f"other {user_id}")
        with_another_truth(path, other / "play.db", number, seat)
        two = await _looks(other, number, user_id)
        assert one.keys() == two.keys()
        for what, reply in one.items():
            assert reply == two[what], what
        assert len(one) > 4


def copy_to(path: Path, folder: Path) -> Path:
    """Copy a database into a new folder."""
    folder.mkdir()
    shutil.copy(path, folder / "play.db")
    return folder


async def _looks(folder: Path, number: int, user_id: int) -> dict[str, object]:
    async with play_site(folder, GAMES) as site:
        browser = site.browser()
        await browser.opens(user_id, number)
        return await reads_everything(browser)
