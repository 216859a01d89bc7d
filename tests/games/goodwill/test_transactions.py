"""2 - Transactions and steering, I - Transactions; Special situations during the transactions."""

from __future__ import annotations

from itertools import pairwise

import pytest

from bot.engine.play import IllegalMove
from bot.engine.questions import BadAnswer, Number
from bot.engine.table import AnswerSealed
from bot.games.goodwill.components import AMBER, BLACK, CRIMSON
from bot.games.goodwill.moves import Assess, TradeWith
from bot.games.goodwill.news import CannotPay, NoTrade, PartnersWanted, PricesRevealed, ShareSold
from tests.games.goodwill.dealing import FIVE, FOUR, Evening, goodwill

EVERYBODY = FOUR.split()


def sold(game: Evening) -> list[tuple[str, str, int]]:
    """Seller, buyer and price of each trade since the beginning."""
    return [(game.name(news.seller), game.name(news.buyer), news.price) for news in game.told(ShareSold)]


def three(**shares: int) -> Evening:
    """Anna, Bert and Carla, with these shares of Amber."""
    return goodwill("Anna Bert Carla").with_shares(AMBER, **shares)


def test_example_the_lowest_sells_to_the_highest_for_the_average() -> None:
    game = goodwill()
    before = game.shares(AMBER)
    game.everybody(Assess, price={"Julien": 10, "Fred": 12, "Eric": 14, "Chris": 16})
    assert game.last_news == ShareSold(company=AMBER, seller=game.seat("Julien"), buyer=game.seat("Chris"), price=13)
    assert game.shares(AMBER) == {**before, "Julien": before["Julien"] - 1, "Chris": before["Chris"] + 1}
    assert game.cash == {"Julien": 113, "Fred": 100, "Eric": 100, "Chris": 87}
    assert game.asked == EVERYBODY
    assert game.waiting == "Amber: second price"


def test_example_1_the_only_seller_chooses_among_two_buyers() -> None:
    game = goodwill(FIVE).without_share("Julien", AMBER)
    game.everybody(Assess, price={"Julien": 10, "Fred": 12, "Eric": 10, "Chris": 16, "Vincent": 16})
    assert game.asked == ["Eric"]
    assert game.last_news == PartnersWanted(
        company=AMBER, sellers=[game.seat("Eric")], buyers=[game.seat("Chris"), game.seat("Vincent")], price=13
    )
    game.move("Eric", TradeWith(partner=game.seat("Vincent")))
    assert game.last_news == ShareSold(company=AMBER, seller=game.seat("Eric"), buyer=game.seat("Vincent"), price=13)
    assert game.cash == {"Julien": 100, "Fred": 100, "Eric": 113, "Chris": 100, "Vincent": 87}
    assert game.asked == FIVE.split()


def test_example_1_he_could_have_chosen_chris() -> None:
    game = goodwill(FIVE).without_share("Julien", AMBER)
    game.assess(Julien=10, Fred=12, Eric=10, Chris=16, Vincent=16).trade("Eric", partner="Chris")
    assert sold(game) == [("Eric", "Chris", 13)]
    assert game.asked == FIVE.split()


def test_example_2_who_cannot_pay_is_ignored_and_the_next_price_counts() -> None:
    game = goodwill(FIVE).with_cash(Vincent=6)
    game.assess(Julien=10, Fred=10, Eric=16, Chris=16, Vincent=18)
    assert sorted(sold(game)) == [("Fred", "Chris", 13), ("Julien", "Eric", 13)]
    assert [news.seats for news in game.told(CannotPay)] == [[game.seat("Vincent")]]
    assert game.cash == {"Julien": 113, "Fred": 113, "Eric": 87, "Chris": 87, "Vincent": 6}
    assert game.asked == FIVE.split()
    assert game.waiting == "Amber: second price"


def test_all_prices_equal_is_no_trade() -> None:
    """GW-11: there is no one above the lowest owner."""
    game = three(Anna=4, Bert=3, Carla=3).assess(Anna=10, Bert=10, Carla=10)
    assert game.last_news == NoTrade(company=AMBER)
    assert game.cash == {"Anna": 100, "Bert": 100, "Carla": 100}
    assert game.waiting == "Amber: second price"


def test_an_only_owner_who_is_also_the_highest_does_not_trade() -> None:
    """GW-11: a trade needs two people."""
    game = three(Anna=10).assess(Anna=20, Bert=10, Carla=12)
    assert game.last_news == NoTrade(company=AMBER)
    assert game.waiting == "Amber: second price"


def test_the_lowest_owner_above_everybody_else_does_not_trade() -> None:
    """GW-11: Bert's 12 is the lowest owner's price, and nobody offers more."""
    game = three(Bert=10).assess(Anna=8, Bert=12, Carla=10)
    assert game.last_news == NoTrade(company=AMBER)
    assert game.waiting == "Amber: second price"


def test_nobody_above_the_lowest_owner_can_pay() -> None:
    """GW-10: Bert would pay 19 and Carla 10; neither can."""
    game = three(Anna=10).with_cash(Bert=5, Carla=9).assess(Anna=8, Bert=30, Carla=12)
    assert game.last_news == NoTrade(company=AMBER)
    assert game.told(CannotPay)[-1].seats == [game.seat("Bert"), game.seat("Carla")]
    assert game.asked == ["Anna", "Bert", "Carla"]


def test_each_lower_price_has_an_average_of_its_own() -> None:
    """GW-10: with one dollar more Carla buys at 10."""
    game = three(Anna=10).with_cash(Bert=5, Carla=10).assess(Anna=8, Bert=30, Carla=12)
    assert sold(game) == [("Anna", "Carla", 10)]
    assert game.told(CannotPay)[-1].seats == [game.seat("Bert")]
    assert game.cash == {"Anna": 110, "Bert": 5, "Carla": 0}
    assert game.asked == ["Anna", "Bert", "Carla"]


def test_a_broke_player_at_the_same_price_as_a_solvent_one_is_left_out() -> None:
    game = goodwill().with_cash(Eric=12).assess(Julien=10, Fred=12, Eric=16, Chris=16)
    assert sold(game) == [("Julien", "Chris", 13)]
    assert game.told(CannotPay)[-1].seats == [game.seat("Eric")]
    assert game.asked == EVERYBODY


def test_cash_of_exactly_the_price_is_enough() -> None:
    game = goodwill().with_cash(Chris=13).assess(Julien=10, Fred=12, Eric=14, Chris=16)
    assert sold(game) == [("Julien", "Chris", 13)]
    assert game.cash["Chris"] == 0
    assert game.asked == EVERYBODY


def test_the_lowest_price_of_a_player_without_a_share_is_ignored() -> None:
    game = goodwill().without_share("Julien", AMBER).assess(Julien=2, Fred=12, Eric=14, Chris=16)
    assert sold(game) == [("Fred", "Chris", 14)]
    assert game.asked == EVERYBODY


def test_a_player_without_a_share_can_buy() -> None:
    game = goodwill().without_share("Chris", AMBER).assess(Julien=10, Fred=12, Eric=14, Chris=16)
    assert sold(game) == [("Julien", "Chris", 13)]
    assert game.shares(AMBER)["Chris"] == 1
    assert game.asked == EVERYBODY


def test_more_buyers_than_sellers_each_seller_chooses() -> None:
    game = goodwill(FIVE).assess(Julien=10, Fred=20, Eric=10, Chris=20, Vincent=20)
    assert game.asked == ["Julien"]
    game.trade("Julien", partner="Chris")
    assert sold(game) == [("Julien", "Chris", 15)]
    assert game.asked == ["Eric"]
    game.trade("Eric", partner="Fred")
    assert sold(game) == [("Julien", "Chris", 15), ("Eric", "Fred", 15)]
    assert game.asked == FIVE.split()


def test_more_sellers_than_buyers_each_buyer_chooses() -> None:
    game = goodwill(FIVE).assess(Julien=20, Fred=10, Eric=20, Chris=10, Vincent=10)
    assert game.asked == ["Julien"]
    game.trade("Julien", partner="Vincent")
    assert game.asked == ["Eric"]
    game.trade("Eric", partner="Fred")
    assert sold(game) == [("Vincent", "Julien", 15), ("Fred", "Eric", 15)]
    assert game.asked == FIVE.split()


def test_a_player_can_be_chosen_only_once() -> None:
    game = goodwill(FIVE).assess(Julien=10, Fred=20, Eric=10, Chris=20, Vincent=20).trade("Julien", partner="Chris")
    with pytest.raises(IllegalMove):
        game.trade("Eric", partner="Chris")
    assert game.asked == ["Eric"]


def test_only_the_other_side_can_be_chosen() -> None:
    game = goodwill(FIVE).without_share("Julien", AMBER)
    game.assess(Julien=10, Fred=12, Eric=10, Chris=16, Vincent=16)
    for name in ("Julien", "Fred", "Eric"):
        with pytest.raises(IllegalMove):
            game.trade("Eric", partner=name)
    with pytest.raises(IllegalMove):
        game.trade("Chris", partner="Eric")
    assert game.asked == ["Eric"]


def test_choosers_come_in_order_from_the_lead_clockwise() -> None:
    """GW-12: in 1955 the lead is the third seat."""
    game = goodwill(FIVE).in_year(1955)
    assert game.table.lead == game.seat("Eric")
    game.assess(Julien=10, Fred=20, Eric=20, Chris=20, Vincent=10)
    assert game.asked == ["Vincent"]
    game.trade("Vincent", partner="Fred")
    assert game.asked == ["Julien"]
    game.trade("Julien", partner="Chris")
    assert game.waiting == "Amber: second price"


def test_as_many_buyers_as_sellers_need_no_choice() -> None:
    """GW-12: the pairing of traders makes no difference, so there is no question about it."""
    game = goodwill(FIVE).assess(Julien=20, Fred=10, Eric=14, Chris=10, Vincent=20)
    assert sold(game) == [("Fred", "Julien", 15), ("Chris", "Vincent", 15)]
    assert game.told(PartnersWanted) == []
    assert game.asked == FIVE.split()


def test_one_against_one_after_a_choice_needs_no_further_choice() -> None:
    game = goodwill("Anna Bert Carla Dora").assess(Anna=10, Bert=20, Carla=20, Dora=20)
    assert game.asked == ["Anna"]
    game.trade("Anna", partner="Dora")
    assert sold(game) == [("Anna", "Dora", 15)]
    assert game.waiting == "Amber: second price"


def test_everybody_else_is_a_spectator() -> None:
    game = goodwill().assess(Julien=10, Fred=12, Eric=14, Chris=16)
    assert [game.cash[name] for name in ("Fred", "Eric")] == [100, 100]
    assert len(sold(game)) == 1
    assert game.asked == EVERYBODY


def test_the_sale_is_compulsory() -> None:
    """There is no question between the prices and the trade."""
    game = goodwill().assess(Julien=10, Fred=12, Eric=14)
    assert game.asked == ["Chris"]
    game.move("Chris", Assess(price=98))
    assert sold(game) == [("Julien", "Chris", 54)]
    assert game.asked == EVERYBODY


def test_a_second_assessment_follows_the_first() -> None:
    game = goodwill().assess(Julien=10, Fred=12, Eric=14, Chris=16)
    assert game.waiting == "Amber: second price"
    game.assess(Julien=16, Fred=12, Eric=12, Chris=10)
    assert sold(game) == [("Julien", "Chris", 13), ("Chris", "Julien", 13)]
    assert game.waiting == "Amber: candidates for boss"


def test_companies_come_in_order() -> None:
    game = goodwill()
    titles = []
    while game.table.year == 1953:
        titles.append(game.waiting)
        game._quietly(lambda: game.waiting != titles[-1])
    assert titles == [
        f"{company}: {what}"
        for company in (AMBER, BLACK, CRIMSON)
        for what in ("first price", "second price", "candidates for boss")
    ]
    assert game.waiting == "Amber: first price"


def test_prices_are_secret_until_all_are_in() -> None:
    game = goodwill().begin().move("Julien", Assess(price=42))
    assert [type(piece.news) for piece in game.latest] == [AnswerSealed]
    assert not any("42" in text for text in game.reads(None) if "digest" not in text)
    assert "$42" not in game.page("Fred")
    assert "$42 (sealed)" in game.hand("Julien")
    assert game.told(PricesRevealed) == []
    assert game.asked == ["Fred", "Eric", "Chris"]


def test_prices_are_shown_together_with_names() -> None:
    game = goodwill().assess(Julien=10, Fred=12, Eric=14, Chris=16)
    (shown,) = game.told(PricesRevealed)
    assert {game.name(seat): price for seat, price in shown.prices.items()} == {
        "Julien": 10,
        "Fred": 12,
        "Eric": 14,
        "Chris": 16,
    }
    assert any("Chris $16, Eric $14, Fred $12, Julien $10" in text for text in game.reads(None))
    assert game.waiting == "Amber: second price"


def test_a_price_may_be_taken_back_until_all_are_in() -> None:
    game = goodwill().begin().move("Julien", Assess(price=42)).take_back("Julien")
    assert game.asked == EVERYBODY
    game.assess(Julien=10, Fred=12, Eric=14, Chris=16)
    with pytest.raises(IllegalMove):
        game.take_back("Julien")
    assert game.waiting == "Amber: second price"


def test_only_even_prices_from_0_to_98() -> None:
    """GW-3: so that each average is whole."""
    game = goodwill()
    question = game.question("Julien")
    assert isinstance(question, Number)
    legal = [price for price in range(-2, 104) if question.is_legal(Assess(price=price))]
    assert legal == list(range(0, 99, 2))
    for refused in ("99", "7", "100", "-2", "many", ""):
        with pytest.raises(BadAnswer, match="even whole number from \\$0 to \\$98, so that averages"):
            question.read([refused])
    assert game.asked == EVERYBODY


def test_a_price_above_ones_own_cash_is_legal() -> None:
    """GW-9: Vincent in the second example does it."""
    game = goodwill().with_cash(Julien=0)
    assert game.question("Julien").is_legal(Assess(price=98))
    assert game.asked == EVERYBODY


def test_a_player_without_shares_and_money_still_assesses() -> None:
    """GW-9: every player assesses."""
    game = goodwill().with_cash(Julien=0)
    for company in (AMBER, BLACK, CRIMSON):
        game.without_share("Julien", company)
    assert game.asked == EVERYBODY


@pytest.mark.parametrize(
    ("capital", "price"), [(110, 10), (100, 10), (120, 12), (125, 12), (105, 10), (5, 0), (0, 0), (980, 98), (1500, 98)]
)
def test_too_late_is_the_largest_even_price_not_above_the_share_value(capital: int, price: int) -> None:
    game = goodwill().with_capital(Amber=capital).default("Julien")
    assert f"${price} (sealed)" in game.hand("Julien")
    assert game.asked == ["Fred", "Eric", "Chris"]


def test_too_late_to_choose_takes_the_first_partner_clockwise() -> None:
    game = goodwill(FIVE).assess(Julien=20, Fred=20, Eric=14, Chris=10, Vincent=20)
    assert game.asked == ["Chris"]
    game.default("Chris")
    assert sold(game) == [("Chris", "Vincent", 15)]
    assert game.waiting == "Amber: second price"


def test_the_seller_reads_that_he_sold() -> None:
    game = goodwill().assess(Julien=10, Fred=12, Eric=14, Chris=16)
    assert "You sell one Amber share to Chris for $13." in game.reads("Julien")
    assert "You buy one Amber share from Julien for $13." in game.reads("Chris")
    assert "Chris buys one Amber share from Julien for $13." in game.reads("Fred")
    assert game.asked == EVERYBODY


def test_two_players_trade_with_each_other() -> None:
    game = goodwill("Anna Bert").assess(Anna=8, Bert=14)
    assert sold(game) == [("Anna", "Bert", 11)]
    assert game.shares(AMBER) == {"Anna": 4, "Bert": 6}
    assert game.asked == ["Anna", "Bert"]


@pytest.mark.parametrize(
    ("prices", "suggested"),
    [
        ((10, 12, 14, 20), (6, 10, 14, 18, 22)),
        ((8, 10, 16, 20), (4, 8, 12, 16, 20)),
        ((10, 10, 10, 10), (6, 8, 10, 12, 14)),
        ((14, 16, 18, 20), (12, 14, 16, 18, 20)),
        ((10, 12, 14, 16), (8, 10, 12, 14, 16)),
        ((0, 4, 4, 98), (0, 6, 12, 18, 24)),
    ],
)
def test_suggestions_follow_the_last_prices_as_well_as_the_value(
    prices: tuple[int, ...], suggested: tuple[int, ...]
) -> None:
    game = goodwill().assess(**dict(zip(EVERYBODY, prices, strict=True)))
    question = game.question(game.asked[0])
    assert isinstance(question, Number)
    assert question.suggestions == suggested
    assert len({later - price for price, later in pairwise(suggested)}) == 1, "they jump"


def test_every_price_offered_as_a_button_is_legal() -> None:
    for capital in (0, 5, 110, 900, 1500):
        game = goodwill().with_capital(Amber=capital)
        question = game.question("Julien")
        assert isinstance(question, Number)
        assert len(set(question.suggestions)) == 5
        assert all(question.is_legal(question.make(price)) for price in question.suggestions)
        assert game.asked == EVERYBODY
