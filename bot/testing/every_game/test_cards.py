"""The card reference lists every card of the box with its count and effect."""

from __future__ import annotations

import pytest

from bot.engine.game import AnyGame
from bot.engine.rulebook import build_card_chapters
from bot.testing.random_games import EVERY_GAME
from bot.testing.tested import load_tested


@pytest.mark.parametrize("game", EVERY_GAME)
def test_every_card_of_the_box_is_in_the_reference_once(game: AnyGame) -> None:
    assert game.teaching.cards is not None
    cards = game.teaching.cards(game.box)
    names = [card.name for card in cards]
    assert len(set(names)) == len(names), "a card is looked up by its name"
    assert sorted(set(load_tested()[game.key].card_names) - set(names)) == []


@pytest.mark.parametrize("game", EVERY_GAME)
def test_each_card_says_what_it_does_and_how_many_there_are(game: AnyGame) -> None:
    assert game.teaching.cards is not None
    for card in game.teaching.cards(game.box):
        assert card.text[-1] == ".", card
        assert any(sign.isdigit() for sign in card.count) or card.name in load_tested()[game.key].uncounted, card
        assert len(card.name) <= 100
        assert "None" not in card.line


@pytest.mark.parametrize("game", EVERY_GAME)
def test_the_cards_are_chapters_that_fit_on_a_screen(game: AnyGame) -> None:
    assert game.teaching.cards is not None
    cards = game.teaching.cards(game.box)
    chapters = build_card_chapters(cards)
    assert all(len(chapter.text) <= 3800 for chapter in chapters)
    assert sum(chapter.text.count("\n") + 1 for chapter in chapters) == len(cards)
    assert len({chapter.title for chapter in chapters}) == len(chapters)
