"""End of the game; Totalling player points; Cash only; completed derivatives."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.engine import play
from bot.engine.table import LeftStanding, SeedShown
from bot.games.goodwill import GAME
from bot.games.goodwill.components import AMBER, BLACK, COMPANIES, CRIMSON, Company
from bot.games.goodwill.news import GameScored
from bot.games.goodwill.rules.end_of_game import places, share_value
from tests.games.goodwill.dealing import Evening, goodwill, lines


def example(**options: Any) -> Evening:
    """Julien and Eric of the rulebook's example; four others, without money, hold the shares nobody mentions."""
    game = goodwill("Julien Eric Anna Bert Carla Dora", **options)
    game.with_shares(AMBER, Julien=2, Eric=2, Anna=2, Bert=2, Carla=1, Dora=1)
    game.with_shares(BLACK, Julien=1, Eric=4, Anna=1, Bert=1, Carla=2, Dora=1)
    game.with_shares(CRIMSON, Julien=3, Eric=1, Anna=1, Bert=1, Carla=2, Dora=2)
    game.with_cash(Julien=20, Eric=10, Anna=0, Bert=0, Carla=0, Dora=0)
    return game.with_capital(Amber=80, Black=110, Crimson=25)


def test_example_julien_56_and_eric_73() -> None:
    game = example().score()
    assert (game.totals["Julien"], game.totals["Eric"]) == (56, 73)
    assert game.winners == ["Eric"]
    assert any("Eric wins!" in text for text in game.reads(None))
    assert game.asked == []


@pytest.mark.parametrize(
    ("capital", "value"), [(80, 8), (110, 11), (25, 3), (5, 1), (0, 0), (95, 10), (100, 10), (105, 11)]
)
def test_a_share_is_worth_a_tenth_of_the_capital_rounded_up(capital: int, value: int) -> None:
    assert share_value(capital, 10) == value
    game = goodwill().with_capital(Amber=capital)
    assert re.match(rf"Now \${value}\b", game.bears("Julien"))
    assert game.waiting == "Amber: first price"


def test_the_game_ends_when_the_end_of_1957_is_reached() -> None:
    game = goodwill().in_year(1957)
    for company in COMPANIES:
        game.with_tokens(company, oil=1)
    game.with_capital(Amber=300, Black=300, Crimson=300).quiet_year()
    assert game.table.year == 1957
    (scored,) = game.told(GameScored)
    assert scored.year == 1957
    assert isinstance(game.latest[-1].news, SeedShown)
    assert game.asked == []


def test_it_does_not_end_before() -> None:
    game = goodwill().in_year(1956).with_capital(Amber=300, Black=300, Crimson=300).quiet_year()
    assert game.table.year == 1957
    assert game.told(GameScored) == []
    assert game.asked == ["Julien", "Fred", "Eric", "Chris"]


def test_the_richest_player_wins() -> None:
    game = goodwill().with_cash(Chris=200).score()
    assert game.winners == ["Chris"]
    assert any("Chris wins!" in text for text in game.reads(None))
    assert game.asked == []


def test_shares_of_a_bankrupt_company_count_nothing() -> None:
    game = example().with_bankrupt(BLACK).score()
    assert game.totals["Julien"] == 20 + 2 * 8 + 3 * 3
    assert game.totals["Eric"] == 10 + 2 * 8 + 1 * 3
    assert game.asked == []


def level(**cash: int) -> Evening:
    """Everybody has one share of Amber, which is worth nothing, and somebody else the rest."""
    game = goodwill("Anna Bert Carla Rest").with_capital(Amber=0, Black=0, Crimson=0).with_cash(Rest=0, **cash)
    game.with_shares(AMBER, Anna=1, Bert=1, Carla=1, Rest=7)
    game.with_shares(BLACK, Rest=10).with_shares(CRIMSON, Rest=8)
    return game


def test_in_a_tie_more_cash_wins() -> None:
    """GW-25."""
    game = level(Anna=90, Bert=100, Carla=50).with_capital(Amber=100)
    game.with_shares(AMBER, Anna=2, Bert=1, Rest=7).with_cash(Rest=0).score()
    assert game.totals == {"Anna": 110, "Bert": 110, "Carla": 50, "Rest": 70}
    assert game.places == {"Anna": 2, "Bert": 1, "Carla": 4, "Rest": 3}
    assert any("Bert wins! $110 each: more cash decides." in text for text in game.reads(None))
    assert game.asked == []


def test_in_a_tie_of_cash_too_more_shares_win() -> None:
    """GW-25."""
    game = level(Anna=90, Bert=90, Carla=50).with_shares(AMBER, Anna=1, Bert=2, Carla=1, Rest=6).score()
    assert game.places == {"Anna": 2, "Bert": 1, "Carla": 3, "Rest": 4}
    assert any("Bert wins! $90 each: more shares decide." in text for text in game.reads(None)), game.reads(None)
    assert game.asked == []


def test_the_last_one_who_has_not_conceded_wins_with_the_wealth_of_that_moment() -> None:
    """GW-35."""
    game = goodwill("Anna Bert Carla", derivatives="auction").with_derivative("Bert", "Amber below $70")
    game.with_cash(Anna=120, Bert=90).with_capital(Amber=60)
    table = game.begin().table
    for name in ("Anna", "Carla"):
        conceded = play.concede(table, game.seat(name))
        table = conceded.table
    assert table.outcome is not None
    assert table.outcome.places == {1: 2, 2: 1, 3: 2}
    values: dict[Company, int] = {AMBER: 6, BLACK: 10, CRIMSON: 10}
    shares = {name: sum(worth * game.shares(company)[name] for company, worth in values.items()) for name in game.names}
    assert table.outcome.scores == {1: 120 + shares["Anna"], 2: 90 + shares["Bert"] + 10, 3: 100 + shares["Carla"]}
    assert any(isinstance(piece.news, LeftStanding) and piece.to is None for piece in conceded.told)
    assert "1. <seat:2> $" in lines(GAME.page(GAME.view(table, None)))


def test_after_that_the_victory_is_shared() -> None:
    """GW-25."""
    game = level(Anna=90, Bert=90, Carla=90).score()
    assert game.places == {"Anna": 1, "Bert": 1, "Carla": 1, "Rest": 4}
    assert game.winners == ["Anna", "Bert", "Carla"]
    assert any("Anna, Bert and Carla share the victory!" in text for text in game.reads(None))
    assert game.asked == []


def test_places_after_a_shared_one_are_skipped() -> None:
    """GW-25."""
    assert places({1: 5, 2: 9, 3: 9, 4: 1}, {1: 0, 2: 0, 3: 0, 4: 0}, {1: 0, 2: 0, 3: 0, 4: 0}) == {
        2: 1,
        3: 1,
        1: 3,
        4: 4,
    }


def test_cash_only() -> None:
    game = example(dividends=True, cash_only=True).score()
    assert game.totals == {"Julien": 20, "Eric": 10, "Anna": 0, "Bert": 0, "Carla": 0, "Dora": 0}
    assert game.winners == ["Julien"]
    assert game.asked == []


def test_cash_only_still_pays_for_derivatives() -> None:
    """GW-31: they pay in cash."""
    game = example(dividends=True, cash_only=True, derivatives="auction")
    game.with_derivative("Eric", "Crimson below $70").with_derivative("Eric", "Amber above $140").score()
    assert game.totals == {"Julien": 20, "Eric": 20, "Anna": 0, "Bert": 0, "Carla": 0, "Dora": 0}
    assert game.asked == []


@pytest.mark.parametrize(
    ("words", "capital", "paid"),
    [
        ("Amber above $140", {"Amber": 140}, 0),
        ("Amber above $140", {"Amber": 145}, 10),
        ("Amber below $70", {"Amber": 70}, 0),
        ("Amber below $70", {"Amber": 65}, 10),
        ("Amber below Black", {"Amber": 100, "Black": 100}, 0),
        ("Amber below Black", {"Amber": 95, "Black": 100}, 10),
        ("Black below Crimson", {"Black": 95, "Crimson": 100}, 10),
        ("Crimson below Amber", {"Crimson": 100, "Amber": 95}, 0),
        ("Crimson below Amber", {"Crimson": 95, "Amber": 100}, 10),
    ],
)
def test_a_completed_derivative_adds_10(words: str, capital: dict[str, int], paid: int) -> None:
    """The comparisons are strict."""
    game = goodwill("Anna Bert", derivatives="auction").with_capital(**capital).with_derivative("Anna", words).score()
    (scored,) = game.told(GameScored)
    scores = {game.name(score.seat): score for score in scored.scores}
    assert scores["Anna"].derivatives_worth == paid
    assert scores["Anna"].total == scores["Bert"].total + paid
    assert game.asked == []


@pytest.mark.parametrize(
    ("words", "bankrupt", "black", "paid"),
    [
        ("Amber below $70", [AMBER], 100, 10),
        ("Amber below Black", [AMBER], 5, 10),
        ("Amber below Black", [AMBER, BLACK], 0, 0),
        ("Amber above $140", [AMBER], 100, 0),
    ],
)
def test_a_bankrupt_company_counts_as_capital_0(words: str, bankrupt: list[str], black: int, paid: int) -> None:
    """GW-31."""
    game = goodwill("Anna Bert", derivatives="auction").with_capital(Black=black)
    game.with_bankrupt(*(company for company in COMPANIES if company in bankrupt))
    game.with_derivative("Anna", words).score()
    assert game.totals["Anna"] - game.totals["Bert"] == paid
    assert game.asked == []


def test_everybody_may_check_the_seed_at_the_end() -> None:
    game = goodwill(seed="the secret of this evening").score()
    assert any("the secret of this evening" in text for text in game.reads(None))
    assert game.asked == []
