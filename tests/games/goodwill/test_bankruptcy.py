"""Bankruptcy."""

from __future__ import annotations

import pytest

from bot.games.goodwill.components import AMBER, BLACK, COMPANIES, CRIMSON, OIL, Company, FundingEffect, TaxEffect
from bot.games.goodwill.news import WentBankrupt
from bot.games.goodwill.rules.bankruptcy import inherit
from tests.games.goodwill.dealing import FOUR, Evening, goodwill

EVERYBODY = FOUR.split()
TAX = TaxEffect(resource=OIL, per_token=10)


def failing(*companies: Company) -> Evening:
    """A table at which only these companies cannot pay a tax on oil."""
    game = goodwill()
    for company in COMPANIES:
        game.with_capital(**{company: 5 if company in companies else 100})
    return game


def test_the_shares_are_worth_nothing_and_are_taken_back() -> None:
    game = failing(BLACK).with_shares(BLACK, Julien=7, Fred=3).effect(TAX)
    assert game.shares(BLACK) == dict.fromkeys(EVERYBODY, 0)
    assert game.cash == dict.fromkeys(EVERYBODY, 100)
    assert game.capital[BLACK] == 0
    assert {game.name(seat): n for seat, n in game.told(WentBankrupt)[0].shares.items()} == {"Julien": 7, "Fred": 3}
    assert game.review().waiting == "Amber: first price"


def test_the_boss_goes_under_the_pile() -> None:
    game = failing(BLACK).with_bosses(Black="Fabiola")
    pile = game.boss_pile
    game.effect(TAX)
    assert game.boss_pile == [*pile, "Fabiola"]
    assert game.bosses[BLACK] is None
    assert game.review().asked == EVERYBODY


def test_the_market_share_is_divided_and_a_leftover_five_goes_to_the_larger() -> None:
    """GW-20: 35 are 15 and 15, and the last 5 go to Crimson, which had more before."""
    game = failing(BLACK).effect(TAX)
    assert game.market_shares == {AMBER: 45, CRIMSON: 55}
    assert game.review().asked == EVERYBODY


@pytest.mark.parametrize(
    ("before", "company", "after"),
    [
        ((30, 30, 40), CRIMSON, (50, 50, -1)),
        ((35, 35, 30), CRIMSON, (50, 50, -1)),
        ((30, 35, 35), AMBER, (-1, 50, 50)),
        ((40, 45, 15), CRIMSON, (45, 55, -1)),
        ((50, 45, 5), CRIMSON, (55, 45, -1)),
        ((5, 35, 60), AMBER, (-1, 35, 65)),
        ((0, 35, 65), AMBER, (-1, 35, 65)),
    ],
)
def test_fifty_fifty(before: tuple[int, int, int], company: Company, after: tuple[int, int, int]) -> None:
    """GW-20."""
    game = failing(company).with_market_shares(**dict(zip(COMPANIES, before, strict=True))).effect(TAX)
    assert game.market_shares == {c: share for c, share in zip(COMPANIES, after, strict=True) if share >= 0}
    assert game.review().asked == EVERYBODY


def test_a_leftover_five_between_equals_goes_to_the_first_printed() -> None:
    """GW-20: "before" is before the division; of equals the first in company order."""
    assert inherit({AMBER: 45, BLACK: 45, CRIMSON: 5}, [CRIMSON], 5) == {AMBER: 50, BLACK: 45}


def test_the_last_company_takes_everything() -> None:
    game = goodwill().with_bankrupt(CRIMSON).with_capital(Amber=5).effect(TAX)
    assert game.market_shares == {BLACK: 100}
    assert game.review().waiting == "Black: first price"


def test_two_that_fail_together_do_not_inherit_from_each_other() -> None:
    """GW-21: 40, 40 and 20: everything goes to the third."""
    game = failing(AMBER, BLACK).with_market_shares(Amber=40, Black=40, Crimson=20).effect(TAX)
    assert game.market_shares == {CRIMSON: 100}
    assert game.review().waiting == "Crimson: first price"


def test_all_three_bankrupt_ends_the_game() -> None:
    """GW-23."""
    game = failing(AMBER, BLACK, CRIMSON).with_cash(Eric=101).effect(TAX).review()
    assert game.winners == ["Eric"]
    assert game.asked == []


def test_a_bankrupt_company_is_neither_traded_nor_steered_nor_reviewed() -> None:
    game = goodwill().with_bankrupt(BLACK)
    waited = []
    while game.table.year == 1953:
        waited.append(game.waiting)
        game._quietly(lambda: game.waiting != waited[-1])
    assert [title for title in waited if "Black" in title] == []
    assert waited[3] == "Crimson: first price"
    assert game.capital[BLACK] == 0
    assert game.asked == EVERYBODY


def test_a_bankrupt_company_pays_no_tax_and_gets_no_funding() -> None:
    game = goodwill().with_bankrupt(BLACK).effect(TAX, FundingEffect(resource=OIL, per_token=10))
    assert game.capital == {AMBER: 110, BLACK: 0, CRIMSON: 100}
    assert len(game.told(WentBankrupt)) == 0
    assert game.review().asked == EVERYBODY


def test_holders_read_that_their_shares_are_gone() -> None:
    game = failing(BLACK).with_shares(BLACK, Julien=7, Fred=3).effect(TAX)
    assert any("Black is bankrupt" in text and "Julien loses 7; Fred loses 3" in text for text in game.reads("Julien"))
    assert game.told(WentBankrupt)[0].list_concerned_seats() == [game.seat("Julien"), game.seat("Fred")]
    assert game.review().asked == EVERYBODY


def test_players_never_go_bankrupt() -> None:
    game = failing(AMBER, BLACK).with_cash(Julien=0).effect(TAX).review()
    assert "Julien" in game.asked
    assert game.cash["Julien"] == 0
