"""Texts of the game: names instead of ids, and whole sentences."""

from __future__ import annotations

import re

import pytest

from bot.engine.news_text import format_news, format_news_for
from bot.games.goodwill import GAME
from bot.games.goodwill.components import AMBER, BOX
from bot.games.goodwill.news import YearReviewed
from bot.host.table.running import format_news_lines
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


def test_a_year_is_summed_up_in_its_first_sentence_with_who_leads_and_what_its_reader_has() -> None:
    game = goodwill().with_cash(Fred=120).quiet_year()
    (year,) = game.told(YearReviewed)
    lead, own = (year.wealth[game.seat(name)] for name in ("Fred", "Julien"))
    for reader, words in (
        ("Julien", f"1953 is over: Fred leads with ${lead}, you have ${own}. Shares: "),
        ("Fred", f"1953 is over: you lead with ${lead}. Shares: "),
        (None, f"1953 is over: Fred leads with ${lead}. Shares: "),
    ):
        seat = None if reader is None else game.seat(reader)
        assert game.in_names(format_news_for(GAME, year, seat)).startswith(words)
    assert game.asked == FOUR.split()


def test_who_got_dividends_reads_the_sum_at_the_end_of_the_year() -> None:
    game = goodwill(dividends=True).with_bosses(Amber="Mitsy").with_market_shares(Amber=90, Black=5, Crimson=5)
    game.with_shares(AMBER, Julien=4, Fred=6).quiet_year()
    (year,) = game.told(YearReviewed)
    paid = sum(dividend.paid.get(game.seat("Julien"), 0) for dividend in year.dividends)
    assert paid
    assert format_news_for(GAME, year, game.seat("Julien")).startswith(f"1953 is over and your shares pay ${paid}: ")
    assert "your shares" not in format_news_for(GAME, year, game.seat("Eric")) + format_news_for(GAME, year, None)


def test_a_choice_of_partner_is_not_told_again_once_the_trade_is() -> None:
    game = goodwill().assess(Julien=10, Fred=12, Eric=10, Chris=16)
    wanted = [piece.news for piece in game.latest if piece.to is None]
    assert any(" the seller: " in line for line in format_news_lines(GAME, wanted, None))
    game.trade("Chris", partner="Eric")
    both = [*wanted, *(piece.news for piece in game.latest if piece.to is None)]
    lines = [game.in_names(line) for line in format_news_lines(GAME, both, None)]
    assert "Chris buys one Amber share from Eric for $13." in lines
    assert not [line for line in lines if " the seller: " in line]


def test_proposed_bosses_are_not_told_again_once_the_votes_are() -> None:
    game = goodwill().with_bosses(Amber="Dutton", Black="Fabiola", Crimson="Gunnar")
    game.with_available("Mitsy", "Idris", "Esmond").until("Amber: candidates for boss").nominate(Julien="Mitsy")
    proposed = [piece.news for piece in game.latest if piece.to is None]
    assert any("the candidate is Mitsy" in line for line in format_news_lines(GAME, proposed, None))
    game.ballot(Julien="Mitsy", Fred="Mitsy")
    both = [*proposed, *(piece.news for piece in game.latest if piece.to is None)]
    lines = format_news_lines(GAME, both, None)
    assert any("Mitsy is elected with 6 yes votes" in line for line in lines)
    assert not [line for line in lines if "the candidate is" in line]


def test_without_a_trade_one_reads_that_only_the_prices_of_owners_sell() -> None:
    game = goodwill().with_shares(AMBER, Fred=6, Eric=4).assess(Julien=10, Fred=12, Eric=14, Chris=8)
    assert "Amber: no trade. Nobody who can pay bid more than the lowest price of its owners." not in game.reads(None)
    game.assess(Julien=10, Fred=16, Eric=16, Chris=8)
    assert "Amber: no trade. Nobody who can pay bid more than the lowest price of its owners." in game.reads(None)


def test_prices_shown_this_year_stay_readable() -> None:
    game = goodwill().assess(Julien=10, Fred=12, Eric=14, Chris=16)
    assert "Amber, first: Chris $16, Eric $14, Fred $12, Julien $10." in game.page()
    assert game.waiting == "Amber: second price"
