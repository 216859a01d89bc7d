"""Cases at the edge of the rules, one after the other."""

from __future__ import annotations

from bot.engine import play
from bot.games.goodwill.components import (
    AMBER,
    BLACK,
    CHARCOAL,
    COMPANIES,
    CRIMSON,
    OIL,
    AdvertisingEffect,
    FundingEffect,
    InnovationEffect,
    ScandalEffect,
    TaxEffect,
    YieldEffect,
)
from bot.games.goodwill.news import CandidatesNamed, DividendsPaid, ScandalBroke, ShareSold, WentBankrupt, YearReviewed
from tests.games.goodwill.dealing import FOUR, goodwill

EVERYBODY = FOUR.split()


def test_1_lowest_price_only_by_people_without_a_share() -> None:
    game = goodwill().with_shares(AMBER, Eric=5, Chris=5)
    game.assess(Julien=2, Fred=4, Eric=14, Chris=16)
    (sale,) = game.told(ShareSold)
    assert (game.name(sale.seller), game.name(sale.buyer), sale.price) == ("Eric", "Chris", 15)
    assert game.asked == EVERYBODY


def test_2_the_best_paying_buyer_is_broke() -> None:
    game = goodwill().with_cash(Chris=3).assess(Julien=10, Fred=12, Eric=14, Chris=16)
    (sale,) = game.told(ShareSold)
    assert (game.name(sale.seller), game.name(sale.buyer), sale.price) == ("Julien", "Eric", 12)
    assert game.asked == EVERYBODY


def test_3_the_same_player_buys_in_the_first_and_sells_in_the_second_transaction() -> None:
    """GW-13: they are independent."""
    game = goodwill().without_share("Chris", AMBER).assess(Julien=10, Fred=12, Eric=14, Chris=16)
    game.assess(Julien=10, Fred=12, Eric=14, Chris=6)
    sold = [(game.name(sale.seller), game.name(sale.buyer)) for sale in game.told(ShareSold)]
    assert sold == [("Julien", "Chris"), ("Chris", "Eric")]
    assert game.waiting == "Amber: candidates for boss"
    assert game.asked == ["Julien", "Fred", "Eric"]


def test_4_who_sells_the_last_share_neither_nominates_nor_votes() -> None:
    """GW-13: no share, no vote."""
    game = goodwill().with_shares(AMBER, Julien=1, Fred=5, Eric=4).assess(Julien=2, Fred=10, Eric=10, Chris=12)
    game.assess(Julien=10, Fred=10, Eric=10, Chris=10)
    assert game.asked == ["Fred", "Eric", "Chris"]
    boss = game.available[0]
    game.nominate(Chris=boss)
    assert game.asked == ["Fred", "Eric", "Chris"]
    game.ballot()
    assert game.waiting == "Black: first price"


def test_5_without_a_boss_and_without_a_candidate_nothing_changes() -> None:
    game = goodwill().with_bosses(Amber=None).until("Amber: candidates for boss").nominate()
    assert game.bosses[AMBER] is None
    assert game.told(CandidatesNamed)[-1].candidates == []
    assert game.waiting == "Black: first price"


def test_5_no_candidate_reaches_the_threshold() -> None:
    game = goodwill().with_bosses(Amber=None).with_shares(AMBER, Julien=5, Fred=5).until("Amber: candidates for boss")
    boss = game.available[0]
    game.nominate(Julien=boss).ballot(Julien=boss)
    assert game.bosses[AMBER] is None
    assert game.waiting == "Black: first price"


def test_6_without_a_boss_no_salary_no_events_no_dividends() -> None:
    game = goodwill(dividends=True).with_bosses(Amber=None).with_tokens(AMBER, oil=2)
    game.with_prices(oil=0, charcoal=0, workforce=0)
    for level in (1, 2, 3):
        game.effect(InnovationEffect(level=level), YieldEffect(level=level))
    game.with_market_shares(Amber=30, Black=35, Crimson=35).review()
    (year,) = game.told(YearReviewed)
    assert (year.statements[0].salary, year.statements[0].net_income) == (0, 30)
    assert AMBER not in [news.company for news in game.told(DividendsPaid)]
    assert game.tokens(AMBER) == {OIL: 2}
    assert game.asked == EVERYBODY


def test_7_an_innovation_makes_three_equal_tokens_and_the_yield_on_its_right_saves_one() -> None:
    game = goodwill().with_bosses(Crimson="Gunnar").with_tokens(CRIMSON, oil=2, workforce=1)
    game.with_informations((90, "World fair"), (80, "Rich seam found"), (70, "Baby boom"), (0, "Fuel duty")).events()
    assert game.tokens(CRIMSON) == {OIL: 1}  # three, then two; Baby boom is another yield 3
    assert game.review().asked == EVERYBODY


def test_8_the_right_effect_sees_the_market_shares_after_a_bankruptcy_on_the_left() -> None:
    """GW-20: 35 % are 15 and 15 and 5; then Amber takes 10 from the only other company."""
    game = goodwill().with_bosses(Amber="Kasimir", Crimson="Dutton").with_capital(Black=5)
    game.effect(TaxEffect(resource=OIL, per_token=10), AdvertisingEffect(level=2))
    assert game.market_shares == {AMBER: 55, CRIMSON: 45}
    assert game.review().asked == EVERYBODY


def test_9_a_scandal_at_a_bankrupt_company() -> None:
    """GW-22."""
    game = goodwill().with_capital(Black=5)
    game.effect(TaxEffect(resource=OIL, per_token=10), ScandalEffect(company=BLACK))
    assert game.market_shares == {AMBER: 45, CRIMSON: 55}
    assert game.told(ScandalBroke)[-1].after == {}
    assert game.review().asked == EVERYBODY


def test_10_without_market_share_a_company_is_still_alive() -> None:
    game = goodwill().with_bosses(Amber="Dutton").with_market_shares(Amber=0, Black=50, Crimson=50).review()
    (year,) = game.told(YearReviewed)
    assert year.statements[0].net_income == -35
    assert game.capital[AMBER] == 75
    assert game.waiting == "Amber: first price"


def test_10_a_scandal_without_market_share_only_drives_the_boss_out() -> None:
    """GW-22."""
    game = goodwill().with_market_shares(Amber=0, Black=50, Crimson=50).effect(ScandalEffect(company=AMBER))
    assert game.bosses[AMBER] is None
    assert game.market_shares == {AMBER: 0, BLACK: 50, CRIMSON: 50}
    assert game.review().asked == EVERYBODY


def test_11_a_tax_of_exactly_the_capital_and_then_a_loss() -> None:
    """GW-18: alive with nothing after the tax, bankrupt after the review."""
    game = goodwill().with_bosses(Black="Dutton").with_tokens(BLACK, oil=2, charcoal=1).with_capital(Black=20)
    game.with_prices(oil=25).effect(TaxEffect(resource=OIL, per_token=10))
    assert game.capital[BLACK] == 0
    assert BLACK in game.table.living
    game.review()
    assert [news.company for news in game.told(WentBankrupt)] == [BLACK]
    assert game.waiting == "Amber: first price"


def test_12_the_last_company_has_the_whole_market_and_is_traded_on() -> None:
    game = goodwill().with_bankrupt(AMBER, CRIMSON)
    assert game.market_shares == {BLACK: 100}
    assert game.waiting == "Black: first price"
    game.assess(Julien=10, Fred=12, Eric=14, Chris=16).until("Black: candidates for boss").quiet_year()
    assert game.told(ShareSold)[0].company == BLACK
    assert game.waiting == "Black: first price"


def test_13_funding_on_the_left_can_save_a_company_from_the_tax_on_the_right() -> None:
    """Full employment bonus: $10 per workforce token, then a tax on oil."""
    game = goodwill().with_tokens(BLACK, oil=1, workforce=2).with_capital(Black=0)
    game.with_informations(
        (90, "Full employment bonus"), (80, "Rich seam found"), (70, "Flooded pits"), (0, "World fair")
    ).events()
    assert game.told(WentBankrupt) == []
    assert game.capital[BLACK] == 10
    assert game.review().table.year == 1954


def test_13_a_tax_on_the_left_comes_too_early_to_be_saved() -> None:
    game = goodwill().with_tokens(BLACK, oil=1, workforce=2).with_capital(Black=0)
    game.effect(TaxEffect(resource=OIL, per_token=10), FundingEffect(resource=CHARCOAL, per_token=10))
    assert [news.company for news in game.told(WentBankrupt)] == [BLACK]
    assert game.review().asked == EVERYBODY


def test_14_dividends_come_from_the_years_income_alone() -> None:
    game = goodwill(dividends=True).with_bosses(Amber="Mitsy").with_capital(Amber=1000)
    game.with_prices(oil=0, charcoal=5, workforce=5).review()
    (year,) = game.told(YearReviewed)
    assert year.statements[0].net_income == 5
    assert year.statements[0].per_share == 0
    assert game.capital[AMBER] == 1005
    assert game.asked == EVERYBODY


def test_15_the_seat_of_a_player_who_leaves_goes_on() -> None:
    """GW-33: with the answers of an always late player; the shares stay in the game."""
    game = goodwill().begin()
    game._take(play.concede(game.table, game.seat("Fred")))
    assert game.asked == EVERYBODY
    shares = game.shares(AMBER)
    game.default("Fred")
    assert "$10 (sealed)" in game.hand("Fred")
    assert game.shares(AMBER) == shares
    assert "Conceded: Fred." in game.page()
    assert game.asked == ["Julien", "Eric", "Chris"]


def test_15_when_all_others_have_left_the_last_one_wins() -> None:
    game = goodwill().begin()
    for name in ("Fred", "Eric", "Chris"):
        game._take(play.concede(game.table, game.seat(name)))
    assert game.winners == ["Julien"]
    assert game.asked == []


def test_no_company_left_no_further_effect_is_played() -> None:
    """GW-23: the year's news is reported to the end, and the game is scored at once."""
    game = goodwill().with_capital(Amber=0, Black=0, Crimson=0)
    for company in COMPANIES:
        game.with_tokens(company, charcoal=1)
    game.with_informations((90, "Smoke levy"), (80, "General strike"), (70, "Baby boom"), (0, "World fair"))
    game.quiet_year()
    (year,) = game.told(YearReviewed)
    assert [change.kind for change in year.stories[0].changes] == [
        "taxed",
        "went bankrupt",
        "went bankrupt",
        "went bankrupt",
    ]
    assert [story.changes for story in year.stories][1:] in ([], [[], []])
    text = next(text for text in game.reads(None) if text.startswith("1953 is over"))
    assert not [line for line in text.splitlines() if not line.strip() or line.rstrip().endswith(":")]
    assert "No company is left." in text
    assert game.totals == dict.fromkeys(EVERYBODY, 100)
    assert game.asked == []
