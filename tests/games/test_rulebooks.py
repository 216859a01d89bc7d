"""The rulebooks: all that the rules say stands in a chapter or on a card, and examples are told as they are played."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.engine.game import AnyGame, card_chapters
from bot.games import OURS
from bot.testing.tested import folder_of, under_test
from bot.ui.screens.pictures import drawn_example

LINE = re.compile(r"- (.+?) -> (.+)")
BEFORE = ("Aim", "Components", "Setup")
BEHIND = ("Special cases", "End of the game", "Variants", "Terms", "When you time out")
GAMES = [pytest.param(under_test()[key].game, id=key) for key in OURS]


def one_line(words: str) -> str:
    return " ".join(words.split())


def statements(game: AnyGame) -> Iterator[tuple[str, str]]:
    """Yield each statement of a game's rules with the words that tell it."""
    listed = Path(folder_of(game) / "statements.md").read_text(encoding="utf-8")
    for line in listed.splitlines():
        if line.startswith("- "):
            found = LINE.fullmatch(line)
            assert found is not None, line
            yield found[1], one_line(found[2])


@pytest.mark.parametrize("game", GAMES)
def test_all_that_the_rules_say_stands_in_a_chapter_or_on_a_card(game: AnyGame) -> None:
    assert game.cards is not None
    told = one_line(" ".join(chapter.text for chapter in [*game.rulebook, *card_chapters(game.cards(game.box))]))
    listed = list(statements(game))
    assert len(listed) >= 40
    assert [statement for statement, words in listed if words not in told] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_rulebook_goes_from_the_aim_to_who_is_late(game: AnyGame) -> None:
    titles = [chapter.title for chapter in game.rulebook]
    assert titles[: len(BEFORE)] == list(BEFORE)
    assert [title for title in titles if title in BEHIND] == list(BEHIND)
    assert titles[-1] == BEHIND[-1]
    assert game.example is not None
    assert titles.index(game.example.chapter) < titles.index(BEHIND[0])
    assert any("| --- |" in chapter.text for chapter in game.rulebook if chapter.title == "End of the game")


@pytest.mark.parametrize("game", GAMES)
def test_the_example_of_a_rulebook_has_a_picture_and_calls_everybody_by_name(game: AnyGame) -> None:
    assert game.example is not None
    words = next(chapter.text for chapter in game.rulebook if chapter.title == game.example.chapter)
    picture = drawn_example(game)
    assert picture.name == f"{game.example.picture}.png"
    for name in game.example.names:
        assert name in words
        assert name in picture.alt
