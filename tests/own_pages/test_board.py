"""The board to touch: a link over each place means the options that lie there."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from bot.engine.pages import Picture
from bot.games import GAMES
from bot.host.lobby.bots import BotStrength
from bot.own_pages.board import PHONE_PIXELS, TouchBoard, build_board
from bot.own_pages.question_form import FormKind, OptionGroup, QuestionForm, ShownOption
from bot.testing.random_games import build_random
from bot.ui.screens.html_text import build_words
from tests.house import ANN
from tests.own_pages.site import Browser, play_site
from tests.own_pages.test_playing import Player

AREA = re.compile(r'<a href="([^"]+)" tabindex="-1"><rect x="(-?\d+)" y="(-?\d+)" width="(\d+)" height="(\d+)"/>')
CHECKED = re.compile(r'type="checkbox" name="take" value="(\d+)" checked')
DECISIONS = 25


def form_of(letters: str, *, sends: bool, kind: FormKind = "options", chosen: str = "") -> QuestionForm:
    """Options at these places, one for each letter."""
    options = [
        ShownOption(str(at), build_words(letter), build_words(""), letter, is_chosen=letter in chosen)
        for at, letter in enumerate(letters)
    ]
    words = build_words("Where?")
    return QuestionForm(words, [], kind=kind, done="k0000", sends=sends, groups=[OptionGroup(words, options)])


def board_of(places: dict[str, tuple[int, int, int, int]], form: QuestionForm) -> TouchBoard:
    """A board as wide as on a phone."""
    png = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + PHONE_PIXELS.to_bytes(4, "big") + (200).to_bytes(4, "big")
    picture = Picture("question.png", png, "", places)
    return build_board(picture, "/p", "/tables/1", "tag", form)


def areas_of(
    places: dict[str, tuple[int, int, int, int]], *, sends: bool = False
) -> list[tuple[tuple[int, int, int, int], dict[str, list[str]]]]:
    """The areas of a board as wide as on a phone, and the query of touching each."""
    board = board_of(places, form_of("".join(places), sends=sends))
    return [((one.x, one.y, one.width, one.height), parse_qs(urlsplit(one.address).query)) for one in board.areas]


def test_a_small_place_is_as_large_as_a_finger_and_means_its_neighbours_too() -> None:
    first, second, far = areas_of({"A": (100, 100, 113, 113), "B": (130, 100, 143, 113), "C": (300, 20, 313, 33)})
    assert first[0][2:] == (44, 44)
    assert first[1]["at"] == ["A.B"]
    assert second[1]["at"] == ["B.A"]
    assert far[1]["take"] == ["2"], "nothing else is near, so a step of a plan is taken at once"


def test_a_finger_inside_a_large_place_means_only_this_one() -> None:
    areas = areas_of({"A": (0, 0, 60, 60), "B": (62, 0, 120, 60)})
    around, inside = areas[:2], areas[2:]
    assert [asked["at"] for _, asked in around] == [["A.B"], ["B.A"]]
    assert [asked["take"] for _, asked in inside] == [["0"], ["1"]]


def test_what_would_be_sent_at_once_is_shown_first() -> None:
    (around, inside) = areas_of({"A": (0, 0, 60, 60)}, sends=True)
    assert around[1]["at"] == inside[1]["at"] == ["A"]


def test_a_touch_chooses_one_of_a_set_and_the_next_gives_it_back() -> None:
    places = {"A": (0, 0, 60, 60), "B": (62, 0, 120, 60), "C": (200, 0, 260, 60)}
    board = board_of(places, form_of("ABC", sends=True, kind="set", chosen="B"))
    picks = [parse_qs(urlsplit(one.address).query)["picks"] for one in board.areas]
    assert picks == 2 * [["k0000.0.1"], ["k0000"], ["k0000.1.2"]]
    assert board.chosen == [places["B"]]


@pytest.mark.parametrize("title", GAMES)
async def test_each_touch_leads_to_the_options_at_its_place(tmp_path: Path, title: str) -> None:
    async with play_site(tmp_path, GAMES) as site:
        bots: list[BotStrength] = ["steady"] * max(1, GAMES[title].seats[0] - 1)
        number = await site.home.begun(await site.home.with_bots(title, *bots))
        browser, touched = site.browser(), 0
        await browser.opens(ANN, number)
        player = Player(browser, ANN, build_random(f"touch {title}"))
        for _ in range(DECISIONS):
            await browser.looks()
            touched += await touches(browser)
            before = await site.home.host.get_revision(number)
            if not await player.answers():
                break
            assert await site.home.host.get_revision(number) > before
            await site.home.settle()
        assert touched, "no question had a board to touch"


async def touches(browser: Browser) -> int:
    """Touch each area of the board on the page; return their number."""
    found, options = AREA.findall(browser.html), browser.options
    revision = await browser.site.home.host.get_revision(browser.table)
    for address, *_ in found:
        path = unescape(address)
        asked = parse_qs(urlsplit(path).query)
        browser.page = await browser.get(path)
        assert browser.page.status == 200
        if "take" in asked:
            assert "Nothing is sent yet." in browser.sees
        elif "at" not in asked:
            (item,) = [pick for pick in asked["picks"][0].split(".") if pick.isdecimal()]
            assert CHECKED.findall(browser.html) == [item]
            assert 'class="chosen" x=' in browser.html
        else:
            letters = asked["at"][0].split(".")
            assert "You touched these." in browser.sees
            assert "<image" not in browser.html, "what was touched is asked about in words"
            shown = {label.partition(" · ")[0] for label in browser.options}
            assert shown == set(letters)
            assert browser.options.items() <= options.items()
    assert await browser.site.home.host.get_revision(browser.table) == revision
    return len(found)
