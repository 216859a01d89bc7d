"""The rulebooks: each rule is in a chapter or on a card, and examples match actual play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from bot.engine.game import AnyGame
from bot.engine.options import get_explanations
from bot.engine.rulebook import build_card_chapters
from bot.games import OURS
from bot.games.big_shoulders.components import PriceProtection
from bot.testing.random_games import list_values
from bot.testing.tested import load_tested
from bot.ui.screens.pictures import draw_example
from tests.games.statements import CARDS_AND_BOTS, NOT_TOLD, Told, numbers, one_line, statements

BEFORE = ("Aim", "Components", "Setup")
BEHIND = ("Special cases", "End of the game", "Variants", "Terms", "When you time out")
GAMES = [pytest.param(load_tested()[key].game, id=key) for key in OURS]


@pytest.mark.parametrize("game", GAMES)
def test_the_numbers_in_a_rulebook_are_those_of_the_box(game: AnyGame) -> None:
    """Its statements take them from the box; a number that none of them names appears nowhere."""
    told, box = Told(game.box), game.box.model_dump(mode="json")
    for _, words in statements(game):
        told.format(words)
    rest = {name: part for name, part in box.items() if name not in CARDS_AND_BOTS[game.key]}
    assert sorted(set(numbers(rest)) - told.named - set(NOT_TOLD[game.key])) == []


@pytest.mark.parametrize("game", GAMES)
def test_all_that_the_rules_say_stands_in_a_chapter_or_on_a_card(game: AnyGame) -> None:
    assert game.teaching.cards is not None
    told = one_line(
        " ".join(chapter.text for chapter in [*game.rulebook, *build_card_chapters(game.teaching.cards(game.box))])
    )
    listed = list(statements(game))
    assert len(listed) >= 40
    filled = Told(game.box)
    assert [statement for statement, words in listed if filled.format(words) not in told] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_option_with_each_of_its_values_stands_in_the_rulebook(game: AnyGame) -> None:
    variants = next(chapter.text for chapter in game.rulebook if chapter.title == "Variants").split("\n")
    for name, field in game.options.model_fields.items():
        (line,) = [line for line in variants if line.startswith(f"- **{field.title}**: {field.description}")]
        for value in list_values(game, name):
            assert isinstance(value, bool) or f"*{value}*" in line, name
        assert all(words in line for words in get_explanations(field).values()), name


@pytest.mark.parametrize("game", GAMES)
def test_every_ability_of_cards_that_stay_is_named_in_a_chapter(game: AnyGame) -> None:
    told = one_line(" ".join(chapter.text for chapter in game.rulebook))
    assert [card.name for card in cards_that_stay(game) if card.name not in told] == []


def cards_that_stay(game: AnyGame) -> Sequence[Any]:
    """Return the cards that can do something as long as they lie there."""
    box: Any = game.box
    match game.key:
        case "briefcase":
            return [card for card in box.companies if card.ability is not None]
        case "corporate-espionage":
            return [card for card in box.cards if card.passives]
        case "carnegie":
            return [card for card in box.departments if card.ability is not None]
        case "big-shoulders":
            return [card for card in box.assets if card.cost or isinstance(card.use, PriceProtection)]
    return ()


@pytest.mark.parametrize("game", GAMES)
def test_a_rulebook_goes_from_the_aim_to_a_player_who_is_late(game: AnyGame) -> None:
    titles = [chapter.title for chapter in game.rulebook]
    assert titles[: len(BEFORE)] == list(BEFORE)
    assert [title for title in titles if title in BEHIND] == list(BEHIND)
    assert titles[-1] == BEHIND[-1]
    assert game.teaching.example is not None
    assert titles.index(game.teaching.example.chapter) < titles.index(BEHIND[0])
    assert any("| --- |" in chapter.text for chapter in game.rulebook if chapter.title == "End of the game")


@pytest.mark.parametrize("game", GAMES)
def test_the_example_of_a_rulebook_has_a_picture_and_calls_everybody_by_name(game: AnyGame) -> None:
    assert game.teaching.example is not None
    words = next(chapter.text for chapter in game.rulebook if chapter.title == game.teaching.example.chapter)
    picture = draw_example(game)
    assert picture.name == f"{game.teaching.example.picture}.png"
    for name in game.teaching.example.names:
        assert name in words
        assert name in picture.alt
