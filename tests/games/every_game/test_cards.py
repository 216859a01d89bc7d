"""The card reference: every card of the box, with how many there are and what it does."""

from __future__ import annotations

import pytest

from bot.engine.game import card_chapters
from bot.games import GAMES, big_shoulders, briefcase, carnegie, corporate_espionage, goodwill
from tests.games.every_game.random_games import EVERY_GAME, AnyGame

NAMED = {
    "briefcase": [company.name for company in briefcase.components.BOX.companies],
    "goodwill": [
        *(event.name for event in goodwill.components.BOX.events),
        *(boss.name for boss in goodwill.components.BOX.bosses),
    ],
    "corporate-espionage": [card.name for card in corporate_espionage.components.BOX.cards],
    "big-shoulders": [
        *(company.short for company in big_shoulders.components.BOX.companies),
        *(asset.name for asset in big_shoulders.components.BOX.assets),
        *(goal.name for goal in big_shoulders.components.BOX.goals),
    ],
    "carnegie": [
        *(department.name for department in carnegie.components.BOX.printed),
        *(department.name for department in carnegie.components.BOX.departments),
    ],
}
"""What the cards of each box are called."""


@pytest.mark.parametrize("game", EVERY_GAME)
def test_every_card_of_the_box_is_in_the_reference_once(game: AnyGame) -> None:
    assert game.cards is not None
    cards = game.cards(game.box)
    names = [card.name for card in cards]
    assert len(set(names)) == len(names), "a card is looked up by its name"
    assert sorted(set(NAMED[game.key]) - set(names)) == []


@pytest.mark.parametrize("game", EVERY_GAME)
def test_each_card_says_what_it_does_and_how_many_there_are(game: AnyGame) -> None:
    assert game.cards is not None
    for card in game.cards(game.box):
        assert card.text[-1] == ".", card
        assert any(sign.isdigit() for sign in card.count) or card.name == "Energy", card
        assert len(card.name) <= 100
        assert "None" not in card.line


@pytest.mark.parametrize("game", EVERY_GAME)
def test_the_cards_are_chapters_that_fit_on_a_screen(game: AnyGame) -> None:
    assert game.cards is not None
    cards = game.cards(game.box)
    chapters = card_chapters(cards)
    assert all(len(chapter.text) <= 3800 for chapter in chapters)
    assert sum(chapter.text.count("\n") + 1 for chapter in chapters) == len(cards)
    assert len({chapter.title for chapter in chapters}) == len(chapters)


def test_an_operators_own_box_has_its_own_reference() -> None:
    game = GAMES["briefcase"]
    assert game.cards is not None
    companies = tuple(
        company.model_copy(update={"name": "Zoo"}) if company.name == "Theme Parks" else company
        for company in briefcase.components.BOX.companies
    )
    names = [card.name for card in game.cards(briefcase.components.BOX.model_copy(update={"companies": companies}))]
    assert "Zoo" in names
    assert "Theme Parks" not in names
