"""Texts of the game: names instead of ids, and whole sentences."""

from __future__ import annotations

import re

import pytest

from bot.engine.news_text import format_news
from bot.games.goodwill import GAME
from bot.games.goodwill.components import AMBER, BOX
from bot.testing.random_games import OPTIONS, Case, format_page_lines, list_words, play_random_game
from tests.games.goodwill.dealing import FOUR, goodwill

IDS = re.compile(rf"\b({'|'.join(card.id for cards in (BOX.events, BOX.bosses, BOX.derivatives) for card in cards)})\b")


@pytest.mark.parametrize("case", [case for case in OPTIONS if str(case.id).startswith("goodwill-")])
def test_cards_are_called_by_their_names_and_never_by_their_ids(case: Case) -> None:
    for number, turn in enumerate(play_random_game(case, "names of cards")):
        said = [format_news(GAME, piece.news, 1) for piece in turn.played.told if not piece.news.footnote]
        assert not [text for text in said if IDS.search(text)]
        if number % 20 == 0:
            view = case.game.view(turn.after, 1)
            shown = [*format_page_lines(GAME.page(view)), *format_page_lines(GAME.hand(view))]
            assert not [text for text in shown if IDS.search(text)]
            assert len(shown) > 10


def test_questions_name_bosses_and_never_their_ids() -> None:
    game = goodwill().until("Amber: candidates for boss")
    assert not [text for text in list_words(game.question("Julien")) if IDS.search(text)]
    game.nominate(Julien=game.available[0], Fred=game.available[1])
    assert not [text for text in list_words(game.question("Julien")) if IDS.search(text)]
    assert game.asked == FOUR.split()


def test_the_table_shows_what_the_year_would_bring_if_it_ended_now() -> None:
    game = goodwill().with_bosses(Amber="Dutton").with_tokens(AMBER, oil=2, workforce=1)
    game.with_prices(oil=5, workforce=15)
    grid = game.page().splitlines()
    assert next(line for line in grid if line.startswith("Capital")) == "Capital | $110 | $100 | $100"
    assert next(line for line in grid if line.startswith("Income")).split(" | ")[1] == "$0"
    assert game.asked == FOUR.split()


def test_the_hand_shows_the_own_portfolio() -> None:
    game = goodwill().with_cash(Julien=42)
    hand = game.hand("Julien")
    assert "Cash: $42" in hand
    assert f"Amber: {game.shares(AMBER)['Julien']} at $11, together ${11 * game.shares(AMBER)['Julien']}" in hand
    assert game.asked == FOUR.split()


def test_past_years_stay_readable() -> None:
    game = goodwill()
    game.with_informations((70, "Tanker strike"), (90, "World fair"), (20, "Smoke levy"), (40, "Baby boom"))
    game.quiet_year()
    assert "1953: World fair, Tanker strike, Baby boom." in game.page()
    assert game.asked == FOUR.split()


def test_prices_shown_this_year_stay_readable() -> None:
    game = goodwill().assess(Julien=10, Fred=12, Eric=14, Chris=16)
    assert "Amber, first: Chris $16, Eric $14, Fred $12, Julien $10." in game.page()
    assert game.waiting == "Amber: second price"
