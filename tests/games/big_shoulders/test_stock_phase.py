"""Stock phase: selling, buying, founding, limits, the end of the phase, and change of director."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.questions import Choose
from bot.games.big_shoulders.moves import StockTurn
from bot.games.big_shoulders.news import Passed, PriceMoved
from tests.games.big_shoulders.dealing import Town, town


def market(decade: int = 2, **options: Any) -> Town:
    """Ann directs Swift, Ben Elgin, Cleo Libby; nobody has cash unless a test says so."""
    street = town(**options).founded("Ann", "Swift", 40).founded("Ben", "Elgin", 40).founded("Cleo", "Libby", 40)
    for name in ("Ann", "Ben", "Cleo"):
        street.cash(name, 0)
    street.table.decade = decade
    return street


def test_nobody_is_asked_who_can_do_nothing() -> None:
    """CB-4"""
    street = market().cash("Ben", 100).begin("stock", 2, first="Ann")
    assert street.asked == ["Ben"]
    assert [news.forced for news in [told.news for told in street.everything] if isinstance(news, Passed)] == [True]


def test_the_phase_ends_when_all_have_passed_in_a_row_so_whoever_acted_last_passes_too() -> None:
    street = market().cash("Ben", 100).begin("stock", 2, first="Ann").does("Ben", "Swift common")
    assert street.asked == ["Ben"]
    street.passes("Ben")
    assert street.table.agenda[0].kind == "building phase"


def test_a_pass_does_not_bar_from_acting_later() -> None:
    street = market().cash("Ann", 100).cash("Ben", 100).begin("stock", 2, first="Ann").passes("Ann")
    street.does("Ben", "Libby common")
    assert street.asked == ["Ann"]
    assert street.offers("Ann", "Libby common")


def test_a_player_who_can_only_sell_is_asked_for_that_and_hears_who_has_passed() -> None:
    street = market().holds("Ann", "Elgin", common=1).cash("Ann", 5).cash("Ben", 100)
    street.begin("stock", 2, first="Ben").passes("Ben")
    assert street.asked == ["Ann"]
    question = street.question("Ann")
    assert question.prompt == "1885: sell or pass (you can buy nothing with $5)?"
    assert question.help.endswith("The phase ends when all pass in a row; 2 of 3 have.")


def test_if_everybody_passes_at_once_the_priority_deal_stays() -> None:
    street = market().cash("Ben", 100).begin("stock", 2, first="Cleo").passes("Ben")
    assert street.table.priority == street.seat("Cleo")


def test_the_priority_deal_goes_to_the_player_behind_the_last_who_acted() -> None:
    street = market().cash("Ben", 50).begin("stock", 2, first="Ben").does("Ben", "Elgin common").passes("Ben")
    assert street.table.priority == street.seat("Cleo")


def test_a_certificate_of_the_treasury_is_paid_to_the_company_and_one_of_the_pool_to_the_bank() -> None:
    street = market().cash("Ben", 100).pool("Swift", common=1).begin("stock", 2, first="Ben")
    street.does("Ben", "Swift 10 % from the pool")
    assert (street.player("Ben").cash, street.firm("Swift").cash) == (60, 120)
    street.does("Ben", "Swift common (10 %): $40")
    assert (street.player("Ben").cash, street.firm("Swift").cash) == (20, 160)


def test_selling_in_the_first_decade_is_allowed() -> None:
    """CB-2"""
    street = market(1).holds("Ben", "Swift", common=1).begin("stock", 1, first="Ben")
    assert street.does("Ben", "Swift: 1 common").player("Ben").cash == 40


def test_no_further_company_is_founded_in_the_first_decade() -> None:
    assert not market(1).cash("Ben", 500).begin("stock", 1, first="Ben").offers("Ben", "Found")
    street = market(2).cash("Ben", 500).begin("stock", 2, first="Ben").does("Ben", "Found Spalding at $60")
    assert (street.player("Ben").cash, street.firm("Spalding").cash) == (320, 180)
    assert street.director("Spalding") == "Ben"


def test_a_new_company_goes_behind_those_on_its_space() -> None:
    street = market(2).cash("Ben", 500).begin("stock", 2, first="Ben").does("Ben", "Found Fairbank at $35")
    assert street.table.appeal_order == ["swift", "fairbank", "elgin", "libby"]


def test_only_money_charters_and_certificates_limit_how_many_companies_one_directs() -> None:
    street = market().cash("Ann", 105).begin("stock", 2, first="Ann").does("Ann", "Spalding at $35")
    street.cash("Ann", 105).begin("stock", 2, first="Ann").does("Ann", "Fairbank at $35")
    assert [street.director(company) for company in ("Swift", "Spalding", "Fairbank")] == ["Ann"] * 3


def test_several_companies_sold_in_one_turn_have_each_their_own_price_and_drop() -> None:
    street = market().holds("Ben", "Swift", common=2).holds("Ben", "Libby", preferred=1)
    street.firm("Libby").price = 100
    street.begin("stock", 2, first="Ben").does("Ben", "Swift: 2 common", "Libby: the preferred")
    assert street.player("Ben").cash == 80 + 200
    assert (street.firm("Swift").price, street.firm("Libby").price) == (25, 60)


def test_what_is_sold_of_a_company_in_a_turn_is_one_sale() -> None:
    """CB-5"""
    street = market().holds("Ben", "Swift", common=2).begin("stock", 2, first="Ben")
    assert not street.offers("Ben", "Swift: 1 common", "Swift: 1 common")


def test_at_ten_dollars_shares_still_bring_ten_and_the_price_stays() -> None:
    street = market().holds("Ben", "Swift", common=3)
    street.firm("Swift").price = 10
    street.begin("stock", 2, first="Ben").does("Ben", "Swift: 3 common")
    assert (street.player("Ben").cash, street.firm("Swift").price) == (30, 10)


def test_selling_comes_before_buying_in_one_turn() -> None:
    street = market().holds("Ben", "Swift", common=1).begin("stock", 2, first="Ben")
    assert not street.offers("Ben", "Libby")
    street.does("Ben", "Swift: 1 common", "Libby common")
    assert street.shares("Ben", "Libby") == (0, 0, 1)
    assert street.player("Ben").cash == 0


def test_a_sale_says_what_it_does_to_the_net_worth_of_all() -> None:
    street = market().holds("Ben", "Swift", common=1).begin("stock", 2, first="Ben")
    assert "net worth of others: <seat:1> $120 → $105" in street.stage("Ben", "Swift: 1 common").leaves


def test_at_the_limit_of_certificates_one_can_neither_buy_nor_found_but_sell_and_then_buy() -> None:
    street = market().holds("Ben", "Swift", common=5).holds("Ben", "Libby", common=5).holds("Ben", "Elgin", common=1)
    street.cash("Ben", 500).begin("stock", 2, first="Ben")
    assert street.labels("Ben") == ["Pass"]
    assert street.offers("Ben", "Elgin common", "Swift: 1 common")
    assert street.offers("Ben", "Found Spalding", "Swift: 1 common")


def test_nobody_holds_more_than_six_shares_or_directors_and_preferred_together() -> None:
    street = market().holds("Ben", "Elgin", common=3).holds("Ben", "Swift", common=5).cash("Ben", 500)
    street.begin("stock", 2, first="Ben")
    assert not street.offers("Ben", "Elgin")
    assert not street.offers("Ben", "Swift preferred")
    assert street.offers("Ben", "Libby preferred")


def test_a_player_who_holds_six_shares_but_not_the_directors_certificate_directs_nothing_in_the_basic_game() -> None:
    street = market().holds("Ben", "Swift", common=5).cash("Ben", 40).begin("stock", 2, first="Ben")
    assert street.director("Swift") == "Ann"
    assert not any("director's" in label for label in labels_of_sale(street, "Ben"))


def test_a_company_wholly_in_players_hands_rises_at_the_end_of_the_phase() -> None:
    street = market().holds("Ben", "Swift", common=5).holds("Cleo", "Swift", preferred=1).begin("stock", 2)
    street.passes(*street.asked).passes(*street.asked)
    assert street.firm("Swift").price == 50


def test_a_company_of_players_and_the_bank_pool_does_not_rise() -> None:
    street = market().holds("Ben", "Swift", common=4).holds("Cleo", "Swift", preferred=1).pool("Swift", common=1)
    street.begin("stock", 2)
    street.passes(*street.asked).passes(*street.asked)
    assert street.firm("Swift").price == 40


def test_the_bar_on_what_was_sold_ends_with_the_decade() -> None:
    street = market().holds("Ben", "Swift", common=1).cash("Ben", 100).begin("stock", 2, first="Ben")
    street.does("Ben", "Swift: 1 common").passes("Ben")
    assert street.player("Ben").sold == []


@pytest.mark.parametrize(("friendly", "price"), [(False, 25), (True, 25)])
def test_the_directors_own_sale_lets_the_price_fall_a_step_for_each_share(friendly: bool, price: int) -> None:
    """CB-3"""
    street = market(friendly_sales=friendly).holds("Ann", "Swift", common=2).asset("Swift", "Price Protection")
    assert street.begin("stock", 2, first="Ann").does("Ann", "Swift: 2 common").firm("Swift").price == price


def test_a_player_who_is_late_passes() -> None:
    street = market().cash("Ben", 500).begin("stock", 2, first="Ben")
    assert street.default("Ben") == StockTurn()


# Advanced rules


def test_in_the_basic_game_the_directors_certificate_cannot_be_sold() -> None:
    for advanced, sold in ((False, False), (True, True)):
        street = market(advanced=advanced).holds("Ann", "Swift", common=1).holds("Ben", "Swift", common=3)
        street.begin("stock", 2, first="Ann")
        assert any("the director's" in label for label in labels_of_sale(street, "Ann")) is sold


def labels_of_sale(street: Town, name: str) -> list[str]:
    asked = street.composing(name).get_stage(()).question
    return [option.label for option in asked.options] if asked is not None else []  # type: ignore[attr-defined]


def test_the_directors_certificate_is_sold_only_if_another_has_three_shares() -> None:
    street = market(advanced=True).holds("Ann", "Swift", common=1).holds("Ben", "Swift", preferred=1)
    street.begin("stock", 2, first="Ann")
    assert not any("the director's" in label for label in labels_of_sale(street, "Ann"))


def test_which_certificates_go_when_the_directors_certificate_is_sold() -> None:
    """CB-9: commons first, and the preferred one where they do not suffice."""
    street = market(advanced=True).holds("Ann", "Swift", common=2).holds("Ben", "Swift", preferred=1, common=1)
    street.begin("stock", 2, first="Ann").does("Ann", "Swift: the director's and 2 common")
    assert street.shares("Ann", "Swift") == (0, 0, 0)
    pool = street.firm("Swift").pool
    assert (pool.preferred, pool.common) == (1, 3)
    assert street.firm("Swift").price == 10
    assert street.player("Ann").cash == 200


def test_a_director_who_sells_commons_gives_way_to_the_one_with_most() -> None:
    """CB-7"""
    street = market(advanced=True).holds("Ann", "Swift", common=1)
    street.holds("Ben", "Swift", common=2).holds("Cleo", "Swift", preferred=1, common=2)
    street.begin("stock", 2, first="Ann").does("Ann", "Swift: 1 common")
    assert street.director("Swift") == "Cleo"
    assert street.shares("Ann", "Swift") == (0, 1, 1)


def test_level_candidates_take_over_clockwise_from_the_seller() -> None:
    """CB-7"""
    street = town("Ann Ben Cleo Dan", advanced=True).founded("Cleo", "Swift", 40).founded("Ben", "Elgin", 40)
    street.founded("Ann", "Libby", 40).founded("Dan", "Spalding", 40)
    street.holds("Ben", "Swift", common=3).holds("Dan", "Swift", preferred=1, common=1).holds("Cleo", "Swift", common=1)
    street.begin("stock", 2, first="Cleo").does("Cleo", "Swift: the director's,")
    assert street.director("Swift") == "Dan"


def test_a_swap_is_no_purchase_of_what_was_sold() -> None:
    """CB-6"""
    street = market(advanced=True).holds("Ann", "Swift", common=1).holds("Ben", "Swift", common=4)
    street.holds("Cleo", "Swift", preferred=1).begin("stock", 2, first="Ann")
    street.does("Ann", "Swift: 1 common")
    assert street.director("Swift") == "Ben"
    assert street.shares("Ann", "Swift") == (0, 0, 3)
    assert street.player("Ann").sold == ["swift"]


def test_a_player_who_is_over_the_limit_sells_first() -> None:
    """CB-8"""
    street = market(advanced=True).holds("Ann", "Swift", common=1).holds("Ann", "Elgin", common=5)
    street.holds("Ann", "Libby", common=5).holds("Ben", "Swift", common=4).cash("Ben", 80).cash("Ann", 500)
    street.firm("Libby").price = 25
    street.begin("stock", 2, first="Ben").does("Ben", "Swift preferred")
    assert street.director("Swift") == "Ben"
    assert street.shares("Ann", "Swift") == (0, 1, 2)
    street.passes("Cleo")
    assert not street.offers("Ann", "Pass")
    assert not street.offers("Ann", "Found")
    assert "so you cannot pass before you have sold enough" in street.question("Ann").help
    move = street.default("Ann")
    assert [part.company for part in move.parts] == ["libby"]  # type: ignore[attr-defined]
    assert not street.composing("Ann").get_stage(()).complete


def test_what_a_seller_over_the_limit_reads_follows_what_they_have_sold() -> None:
    """CB-8: the panel speaks of the limit until it is kept, and then of what can be bought, too."""
    street = market(advanced=True).holds("Ann", "Swift", common=1).holds("Ann", "Elgin", common=5)
    street.holds("Ann", "Libby", common=5).holds("Ben", "Swift", common=4).cash("Ben", 80)
    street.begin("stock", 2, first="Ben").does("Ben", "Swift preferred").passes("Cleo")
    selling = street.composing("Ann")
    assert "cannot pass before you have sold enough" in selling.get_topic(()).help
    sold = selling.get_topic(street.default("Ann").parts)  # type: ignore[attr-defined]  # which sells
    assert "cannot pass" not in sold.help
    assert sold.prompt == "What do you sell, and what do you buy then?"


def test_a_player_who_comes_over_the_limit_by_an_own_sale_sells_on_the_next_turn() -> None:
    """CB-8"""
    street = market(advanced=True).holds("Ann", "Swift", common=1).holds("Ann", "Elgin", common=5)
    street.holds("Ann", "Libby", common=5).holds("Ben", "Swift", common=4)
    street.begin("stock", 2, first="Ann").does("Ann", "Swift: 1 common")
    assert street.shares("Ann", "Swift") == (0, 0, 3)
    assert street.asked == ["Ben"]
    street.passes("Ben", "Cleo")
    assert not street.offers("Ann", "Pass")
    street.does("Ann", "Libby: 1 common")
    assert street.asked == ["Ben"]


def test_without_the_advanced_rules_directors_never_change() -> None:
    street = market().holds("Ben", "Swift", common=4).cash("Ben", 40).begin("stock", 2, first="Ben")
    assert street.does("Ben", "Swift common").director("Swift") == "Ann"


def test_prices_are_told_with_why() -> None:
    street = market().holds("Ben", "Swift", common=1).begin("stock", 2, first="Ben").does("Ben", "Swift: 1 common")
    assert [(news.before, news.after, news.why) for news in street.news(PriceMoved)] == [(40, 35, "sold")]


def test_a_director_reads_why_the_preferred_certificate_is_not_for_sale_and_that_the_last_one_lifts_the_price() -> None:
    street = town().founded("Ann", "Swift", 40).founded("Ben", "Elgin", 40).founded("Cleo", "Libby", 40)
    street.cash("Ann", 400).begin("stock", 1, first="Ann")

    def hints() -> dict[str, str]:
        asked = street.question("Ann")
        assert isinstance(asked, Choose)
        return {option.label.partition(":")[0]: option.hint for option in asked.options}

    found = hints()
    assert found["Swift common (10 %)"].endswith("You direct Swift, so you may not buy its 20 % certificate.")
    assert "Swift preferred (20 %)" not in found
    assert "director" not in found["Elgin common (10 %)"]
    street.holds("Ben", "Libby", preferred=1, common=2).holds("Ann", "Libby", common=2)
    assert hints()["Libby common (10 %)"].endswith("The last one: the price rises, if nobody sells.")
