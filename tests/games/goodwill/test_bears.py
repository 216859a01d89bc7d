"""The line below a question's heading: share values with the news one sees, votes, partners and lots."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.engine import play
from bot.engine.questions import Choose
from bot.games.goodwill.components import AMBER, CRIMSON
from bot.games.goodwill.rules.transactions import RULE
from bot.testing.random_games import GAMES, Case, get_whole_game, list_option_sets
from tests.games.goodwill.dealing import Evening, goodwill

NEWS = ((70, "Tanker strike"), (90, "Full employment bonus"), (20, "Smoke levy"), (40, "Black: poisoned river"))
DOUBTFUL = ((20, "Full employment bonus"), (90, "Tanker strike"), (30, "Smoke levy"), (40, "Black: poisoned river"))
"""Julien sees the first two of each, Fred the others."""


def below(game: Evening, name: str) -> str:
    """What this person reads below the heading of the question they are asked."""
    return game.bears(name)


def town(news: tuple[tuple[int, str], ...] = NEWS, **options: Any) -> Evening:
    game = goodwill(**options).with_informations(*news).with_bosses(Amber="Dutton", Black="Fabiola", Crimson="Gunnar")
    return game.with_tokens(AMBER, oil=2, charcoal=1).with_tokens(CRIMSON, workforce=3)


def test_a_price_is_asked_with_what_a_share_comes_to_with_the_news_one_sees() -> None:
    assert below(town().with_cash(Julien=42), "Julien") == (
        "A share: $11 now, $9 after 1953 with your news; then Amber loses $5 a year. You: $42, 3 shares."
    )


def test_news_that_is_only_likely_is_told_apart_from_certain_news() -> None:
    assert below(town(DOUBTFUL), "Julien") == (
        "A share: $11 now, $11 after 1953, or $10 with Full employment bonus (42 % likely). You: $100, 3 shares."
    )


@pytest.mark.parametrize("number", [0, 2, 4, 6])
def test_cash_and_shares_stay_on_the_line_however_much_news_there_is(number: int) -> None:
    game = GAMES["goodwill"]
    case = Case(game, 4, list_option_sets("goodwill")[number])
    assert game.teaching.bears is not None
    asked = 0
    for turn in get_whole_game(case):
        question = play.find_question(turn.before, turn.seat)
        assert question is not None
        if question.rule == RULE and not isinstance(question, Choose):
            line = game.teaching.bears(game.view(turn.before, turn.seat), question)
            assert re.search(r"You( have|:) \$\d+( and|,) (no shares|\d+ shares?)\.", line), line
            asked += 1
    assert asked


def test_a_share_is_worth_as_much_after_the_year_as_the_facts_say() -> None:
    said, game = 0, GAMES["goodwill"]
    assert game.teaching.bears is not None
    assert game.teaching.at_hand is not None
    for turn in get_whole_game(Case(game, 4, game.options.model_validate({"fast_mode": "off"}))):
        question = play.find_question(turn.before, turn.seat)
        assert question is not None
        view = game.view(turn.before, turn.seat)
        found = re.search(r"now, (\$\d+) after 19", game.teaching.bears(view, question))
        facts = [fact for fact in game.teaching.at_hand(view, question) if "at the end of" in fact]
        if found and question.rule == RULE:
            assert found[1] in re.findall(r"a share (\$\d+)", " ".join(facts)), facts
            said += 1
    assert said


@pytest.mark.parametrize("year", [1953, 1955, 1956])
def test_later_years_count_without_what_happens_once(year: int) -> None:
    """Amber loses $5 a year once the news have come true."""
    assert "then Amber loses $5 a year." in below(town().in_year(year), "Julien")


def test_in_the_last_year_a_share_is_worth_what_the_news_leave() -> None:
    assert below(town().in_year(1957), "Julien").startswith("A share: $11 now, $9 after 1957 with your news.")


def test_a_second_price_is_asked_with_the_first_ones() -> None:
    game = town().assess(Julien=10, Fred=12, Eric=14, Chris=16)
    assert "First prices: $10 to $16." in below(game, "Julien")
    assert "First prices" not in below(town(), "Julien")


def test_both_prices_of_a_swift_game_have_one_line() -> None:
    line = below(town(fast_mode="swift").with_cash(Julien=42), "Julien")
    assert line == below(town().with_cash(Julien=42), "Julien")


def test_a_boss_is_asked_about_with_ones_votes_and_the_best_of_those_who_are_proposed() -> None:
    game = town(DOUBTFUL).with_available("Mitsy", "Idris", "Esmond").until("Amber: candidates for boss")
    assert below(game, "Julien") == (
        "You have 3 votes, 6 needed. With your news a share after 1957: $9 under Dutton, $0 (bankrupt) under others."
    )


def test_bosses_are_compared_with_news_that_are_more_likely_than_not() -> None:
    likely = ((60, "Full employment bonus"), (90, "Tanker strike"), (30, "Smoke levy"), (40, "Black: poisoned river"))
    game = town(likely).with_available("Mitsy", "Idris", "Esmond").until("Amber: candidates for boss")
    assert re.search(r"With Full employment bonus \(\d+ % likely\) |Likely a share", below(game, "Julien"))


def test_who_can_replace_a_boss_alone_is_told_so() -> None:
    game = town(DOUBTFUL).with_shares(AMBER, Julien=7, Fred=3).with_available("Mitsy", "Idris", "Esmond")
    line = below(game.until("Amber: candidates for boss"), "Julien")
    assert line.startswith("Your 7 votes are enough.")


def test_a_partner_is_chosen_by_what_each_of_them_has() -> None:
    game = town().assess(Julien=10, Fred=12, Eric=10, Chris=16).begin()
    assert below(game, "Chris") == "You pay $13 to either. Cash plus shares: Julien $173, Eric $172, you $172."
    hidden = town(cash_visible=False).assess(Julien=10, Fred=12, Eric=10, Chris=16)
    assert below(hidden, "Chris") == "You pay $13 to either. Amber shares: Julien 3, Eric 2, you 2."


def test_a_lot_is_sold_with_what_it_pays_and_the_capital_it_speaks_of() -> None:
    game = town(derivatives="auction").with_next_lots("Amber below Black").with_cash(Julien=48)
    assert below(game, "Julien") == (
        "It pays $10 at game's end. With your news Amber's capital is $85, Black's $100 after 1953. You have $48."
    )
