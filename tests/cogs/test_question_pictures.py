"""A question about places comes with a picture of them: the menu says its letters, and who wants words has words."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from simcord.components import walk_components

from bot.games import GAMES
from tests.cogs.town import MENU, Player, Town, parts_of, town


@pytest.fixture
async def here(tmp_path: Path, no_errors_logged: None) -> AsyncIterator[Town]:
    async with town(tmp_path / "boardroom.db", games=GAMES) as opened:
        yield opened


@pytest.fixture
async def first(here: Town, ann: Player) -> Player:
    """A seat founding a company in Carnegie, asked for the place of the first project."""
    here.bot.host.new_seed = lambda: "lesson25"
    await ann.slash("game new", game="carnegie", seats=1, place="here")
    await ann.slash("game start", word="anns word")
    await ann.act()
    return ann


def pictures(player: Player) -> list[str]:
    """The attached files a person sees."""
    return [attached.filename for attached in player.answer.attachments]


def words(player: Player) -> str:
    """The picture's description for people who cannot see it."""
    (item,) = [part["items"][0] for part in walk_components(parts_of(player.answer)) if "items" in part]
    return str(item["description"])


def lines(player: Player) -> list[str]:
    """The lines of the menus."""
    parts = [part for part in walk_components(parts_of(player.panel)) if part["type"] == MENU]
    return [option["label"] for part in parts for option in part["options"]]


def letters(player: Player) -> list[str]:
    """What the menus and buttons say that can be chosen on the board."""
    return [label for label in (*lines(player), *player.buttons) if " · " in label[:5]]


async def test_where_to_build_is_marked_on_the_map_and_in_the_menu(first: Player) -> None:
    assert pictures(first) == ["question.png"]
    menus = [part["placeholder"] for part in walk_components(parts_of(first.panel)) if part["type"] == MENU]
    assert menus[0].startswith("West (A\N{EN DASH}"), "the letters of what is in the menu"
    assert letters(first)[0].startswith("A · ")
    assert all(label in words(first) for label in letters(first))


async def test_the_picture_follows_the_plan_and_shows_the_board_as_it_would_be(first: Player) -> None:
    await first.press("San Francisco (3 VP, major city)")
    reserve = letters(first)[0]
    assert reserve.startswith("A · "), "departments to be reserved have letters, too"
    assert "A · " in words(first)
    await first.press(reserve.removeprefix("A · "))
    assert not letters(first)
    assert words(first) == "The board as your plan so far would leave it."
    await first.press("Start over")
    assert "A · " in words(first)


async def test_a_player_who_wants_words_only_gets_no_picture_and_no_letters(first: Player) -> None:
    await first.slash("settings change", questions="in words only")
    assert "in words only" in first.sees
    await first.act()
    assert not pictures(first)
    assert "San Francisco (3 VP, major city)" in lines(first)
    assert not letters(first)
    await first.slash("settings change", questions="with pictures")
    assert "with a picture" in first.sees
    await first.act()
    assert pictures(first) == ["question.png"]


@pytest.mark.parametrize("limit", ["MAX_WAIT_SECONDS", "MAX_WAITING"])
async def test_a_picture_that_is_not_drawn_in_time_leaves_the_question_in_words(
    first: Player, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    monkeypatch.setattr(f"bot.ui.screens.pictures.{limit}", 0)
    await first.press("San Francisco (3 VP, major city)")
    assert not pictures(first)
    assert not letters(first)
    assert "Which department do you reserve?" in first.sees


async def test_what_needs_no_picture_takes_the_old_one_away(first: Player) -> None:
    await first.press("Log")
    assert not pictures(first)
    await first.press("Act")
    assert pictures(first) == ["question.png"]
