"""4 - Annual review; Dividends."""

from __future__ import annotations

from typing import Any

import pytest

from bot.games.goodwill import GAME
from bot.games.goodwill.components import AMBER, BLACK, BOX, COMPANIES, CRIMSON, Company
from bot.games.goodwill.news import DividendsPaid, IncomeStatement, WentBankrupt, YearReviewed
from bot.host.table.running import format_news_lines
from tests.games.goodwill.dealing import FOUR, Evening, goodwill

EVERYBODY = FOUR.split()


def statement(game: Evening, company: Company) -> IncomeStatement:
    (year,) = game.told(YearReviewed)
    return next(one for one in year.statements if one.company == company)


def earning(income: int, *, boss: str | None = "Kasimir", company: Company = AMBER, **options: Any) -> Evening:
    """A table at which a company will earn this much; resources cost nothing, and no other boss pays dividends."""
    others = iter(["Cosima", "Gunnar"])
    seat_rows = {other: boss if other == company else next(others) for other in COMPANIES}
    game = goodwill(**options).with_bosses(**seat_rows).with_prices(oil=0, charcoal=0, workforce=0)
    seat_row = game.table.boss_of(company)
    share = income + (seat_row.salary if seat_row else 0)
    rest = iter([(100 - share) // 10 * 5, 100 - share - (100 - share) // 10 * 5])
    return game.with_market_shares(**{other: share if other == company else next(rest) for other in COMPANIES})


def test_example_amber_earns_nothing() -> None:
    game = goodwill().with_bosses(Amber="Dutton").with_tokens(AMBER, oil=2, workforce=1)
    game.with_prices(oil=5, workforce=15).review()
    assert statement(game, AMBER).resources == 25
    assert statement(game, AMBER).net_income == 0
    assert game.capital[AMBER] == 110
    assert game.asked == EVERYBODY
    assert game.waiting == "Amber: first price"


def test_example_black_must_pay_10() -> None:
    game = goodwill().with_bosses(Black="Esmond").with_tokens(BLACK, charcoal=2, workforce=1)
    game.with_prices(charcoal=10, workforce=15).review()
    assert statement(game, BLACK).resources == 35
    assert statement(game, BLACK).net_income == -10
    assert game.capital[BLACK] == 90
    assert game.asked == EVERYBODY


def test_an_income_goes_into_the_safe() -> None:
    game = earning(25).review()
    assert statement(game, AMBER).net_income == 25
    assert game.capital[AMBER] == 135
    assert game.asked == EVERYBODY


def test_without_a_boss_there_is_no_salary() -> None:
    game = earning(30, boss=None).review()
    assert statement(game, AMBER).salary == 0
    assert game.capital[AMBER] == 140
    assert game.asked == EVERYBODY


def test_a_loss_of_exactly_the_capital_leaves_the_company_alive_with_nothing() -> None:
    game = goodwill().with_bosses(Black="Esmond").with_tokens(BLACK, charcoal=2, workforce=1)
    game.with_prices(charcoal=10, workforce=15).with_capital(Black=10).review()
    assert game.capital[BLACK] == 0
    assert game.table.living == [AMBER, BLACK, CRIMSON]
    assert not statement(game, BLACK).fails
    assert game.asked == EVERYBODY


def test_a_loss_above_the_capital_is_bankruptcy() -> None:
    game = goodwill().with_bosses(Black="Esmond").with_tokens(BLACK, charcoal=2, workforce=1)
    game.with_prices(charcoal=10, workforce=15).with_capital(Black=5).review()
    assert statement(game, BLACK).fails
    assert game.table.living == [AMBER, CRIMSON]
    assert game.asked == EVERYBODY
    assert game.waiting == "Amber: first price"


def test_bankruptcies_are_resolved_after_all_incomes() -> None:
    """Crimson's income is computed with the market share it had before Amber's is divided."""
    game = goodwill().with_capital(Amber=0).with_prices(oil=25, charcoal=10, workforce=10)
    game.with_bosses(Amber="Mitsy", Black="Dutton", Crimson="Kasimir").review()
    assert statement(game, AMBER).fails
    assert statement(game, CRIMSON).market_share == 35
    assert game.capital[CRIMSON] == 100 + 35 - 45 - 5
    assert game.market_shares == {BLACK: 50, CRIMSON: 50}
    assert game.waiting == "Black: first price"


def test_both_decks_are_shuffled_whole_and_the_year_moves_on() -> None:
    game = goodwill().begin()
    events, percentages = list(game.table.event_deck), list(game.table.percentage_deck)
    game.review()
    assert len(game.table.event_deck) == len(events) == len(BOX.deck(with_optional=False)) - 4
    assert len(game.table.percentage_deck) == len(percentages) == 7
    assert game.table.event_deck != events
    assert game.table.year == 1954
    assert game.asked == EVERYBODY


def test_the_year_is_told_in_one_piece() -> None:
    game = goodwill().with_informations(
        (70, "Tanker strike"), (90, "World fair"), (20, "Smoke levy"), (40, "Black: poisoned river")
    )
    game.events().review()
    text = next(text for text in game.reads(None) if text.startswith("1953 is over"))
    for word in ("Tanker strike", "World fair", "Not played: Smoke levy", "poisoned river", "Amber", "Crimson"):
        assert word in text
    assert game.asked == EVERYBODY


def test_a_log_tells_a_year_once_and_whole() -> None:
    game = goodwill().with_informations(
        (70, "Tanker strike"), (90, "World fair"), (20, "Smoke levy"), (40, "Black: poisoned river")
    )
    game.quiet_year()
    log = "\n".join(
        format_news_lines(GAME, [piece.news for piece in game.everything if piece.is_visible_to(None)], None)
    )
    for words in ("Oil rises from $10 to $20.", "Scandal at Black", "Tax on charcoal", "Not played: Smoke levy"):
        assert log.count(words) == 1


# Dividends


def test_example_mitsys_amber_pays_2_per_share_and_keeps_5() -> None:
    game = earning(25, boss="Mitsy", dividends=True).with_shares(AMBER, Julien=4, Fred=6).review()
    assert game.cash == {"Julien": 108, "Fred": 112, "Eric": 100, "Chris": 100}
    assert game.capital[AMBER] == 115
    assert [(news.per_share, {game.name(s): n for s, n in news.paid.items()}) for news in game.told(DividendsPaid)] == [
        (2, {"Julien": 8, "Fred": 12})
    ]
    assert game.asked == EVERYBODY


@pytest.mark.parametrize(
    ("income", "per_share", "kept"), [(-5, 0, -5), (0, 0, 0), (5, 0, 5), (10, 1, 0), (15, 1, 5), (20, 2, 0), (25, 2, 5)]
)
def test_dividends_need_an_income_above_5(income: int, per_share: int, kept: int) -> None:
    game = earning(income, dividends=True).with_shares(AMBER, Julien=10).review()
    assert game.cash["Julien"] == 100 + 10 * per_share
    assert game.capital[AMBER] == 110 + kept
    assert len(game.told(DividendsPaid)) == (1 if per_share else 0)
    assert game.asked == EVERYBODY


def test_only_bosses_who_pay_dividends_do() -> None:
    game = earning(25, boss="Idris", dividends=True).review()
    assert set(game.cash.values()) == {100}
    assert game.capital[AMBER] == 135
    assert game.asked == EVERYBODY


def test_no_boss_no_dividends() -> None:
    game = earning(25, boss=None, dividends=True).review()
    assert set(game.cash.values()) == {100}
    assert game.capital[AMBER] == 135
    assert game.asked == EVERYBODY


def test_without_the_mode_nobody_pays_dividends() -> None:
    game = earning(25, boss="Mitsy").review()
    assert set(game.cash.values()) == {100}
    assert game.capital[AMBER] == 135
    assert game.asked == EVERYBODY


def test_a_tenth_is_a_tenth_also_for_crimson_with_four_players() -> None:
    """GW-24: the part of the two shares that are not in play goes to the bank, and not into the safe."""
    game = earning(20, company=CRIMSON, dividends=True).with_shares(CRIMSON, Julien=5, Fred=3).review()
    assert game.cash == {"Julien": 110, "Fred": 106, "Eric": 100, "Chris": 100}
    assert game.capital[CRIMSON] == 100
    assert game.asked == EVERYBODY


def test_dividends_come_from_this_years_income_alone() -> None:
    game = earning(0, boss="Mitsy", dividends=True).with_capital(Amber=500).review()
    assert set(game.cash.values()) == {100}
    assert game.capital[AMBER] == 500
    assert game.asked == EVERYBODY


def test_dividends_are_paid_before_bankruptcies_are_resolved() -> None:
    game = goodwill(dividends=True).with_bosses(Amber="Fabiola", Black="Esmond", Crimson="Gunnar")
    game.with_tokens(AMBER, oil=1).with_tokens(BLACK, charcoal=3).with_capital(Black=0)
    game.with_prices(oil=0, charcoal=25, workforce=5).review()
    kinds = [type(news) for news in game.news if isinstance(news, DividendsPaid | WentBankrupt)]
    assert kinds == [DividendsPaid, WentBankrupt]
    assert game.told(DividendsPaid)[0].per_share == 2
    assert game.waiting == "Amber: first price"


def test_a_shareholder_reads_what_was_paid() -> None:
    game = earning(25, boss="Mitsy", dividends=True).with_shares(AMBER, Julien=4, Fred=6).review()
    assert "Amber pays $2 a share: Julien $8, Fred $12." in game.reads(None)
    assert game.asked == EVERYBODY
