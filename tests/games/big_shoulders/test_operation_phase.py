"""Operation phase: order, buying, factories, managers, goods, payouts; and the plans that are offered."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.multi_step import ChooseOrCompose
from bot.games.big_shoulders.moves import Operate, RunFactory, SellGoods, Settle, TakeBonus, UseAsset
from bot.games.big_shoulders.news import FactoryRan, PriceMoved
from tests.games.big_shoulders.dealing import Town, town


def mill(decade: int = 2, **options: Any) -> Town:
    """Ann's Swift operates first: both factories staffed, cubes for both, $50 a good, 4 goods fit at full price."""
    street = town("Ann Ben", **options).founded("Ann", "Swift", 50, 0).founded("Ben", "Elgin", 40, 0)
    street.cash("Ann", 0).cash("Ben", 0).staff("Swift", 2, 3).has("Swift", "steel livestock steel steel livestock")
    street.demand("meat", 0, 1).demand("meat", 1, 3).demand("meat", 2, 0)
    street.haymarket("livestock livestock steel steel coal coal wood wood")
    street.table.decade = decade
    return street.has("Elgin", "coal coal")  # so Ben is asked afterwards, and the decade does not end


RUN = ("Run factory 1", "Run factory 2")


def test_companies_operate_by_appeal_and_each_once() -> None:
    street = mill().begin("operation", 2)
    assert street.view().operating == ["swift", "elgin"]
    street.does("Ann", "Sell nothing")
    assert street.asked == ["Ben"]
    assert street.view().operating == ["elgin"]


def test_what_keeps_a_factory_from_running_is_said() -> None:
    street = mill().staff("Swift", 1, 0).begin("operation", 2)
    assert street.question("Ann").help.startswith("Factory 1 cannot run: it is 1 worker short. ")


def test_a_company_that_can_do_nothing_is_not_asked_about() -> None:
    """CB-27"""
    street = mill()
    street.firm("Elgin").store("coal", -2)
    street.table.bag["coal"] += 2
    street.begin("operation", 2).does("Ann", "Sell nothing")
    assert street.table.decade == 3
    assert street.firm("Elgin").price == 35
    assert [news.company for news in street.news(PriceMoved) if news.why == "nothing sold"] == ["Swift", "Elgin"]


def test_factories_run_from_left_to_right() -> None:
    street = mill().staff("Swift", 1, 3).begin("operation", 2)
    assert not any(label.startswith("Run") for label in labels(street)), "factory 1 cannot run, so factory 2 may not"


def labels(street: Town, *parts: str) -> list[str]:
    asked = street.stage("Ann", *parts).question if parts else street.composing("Ann").get_stage(()).question
    return [option.label for option in asked.options] if asked is not None else []  # type: ignore[attr-defined]


def test_a_factory_needs_all_its_workers_and_its_cubes() -> None:
    street = mill().begin("operation", 2)
    assert any(label.startswith("Run factory 1") for label in labels(street))
    assert not any(label.startswith("Run factory 2") for label in labels(street))
    assert any(label.startswith("Run factory 2") for label in labels(street, "Run factory 1"))
    assert not any(label.startswith("Run") for label in labels(street, *RUN))


def test_tokens_count_as_workers_and_a_full_set_makes_one_good_more() -> None:
    street = mill().staff("Swift", 0, 3).automated("Swift", 2).begin("operation", 2)
    assert "Run factory 1: makes 3 goods" in labels(street)


def test_brunswick_fully_automated() -> None:
    street = town("Ann Ben").founded("Ann", "Brunswick", 50, 0).founded("Ben", "Elgin", 40, 0).appeal("Brunswick", 4)
    street.automated("Brunswick", 1, 3).has("Brunswick", "wood wood steel wood wood wood coal").begin("operation", 2)
    street.does("Ann", *RUN, "4 goods to the bank", "Keep")
    assert [news.goods for news in street.news(FactoryRan)] == [2, 2]


def test_cubes_are_bought_before_production() -> None:
    street = mill()
    street.firm("Swift").cash = 100
    street.begin("operation", 2)
    assert any("$10, leaves" in label for label in labels(street))
    assert not any("$10, leaves" in label for label in labels(street, "Run factory 1"))


def test_the_last_group_and_haymarket_square_are_not_for_sale() -> None:
    street = mill().supply("coal", "", "", "wood wood")
    street.firm("Swift").cash = 100
    street.begin("operation", 2)
    assert [label for label in labels(street) if "leaves" in label] == ["1 coal: $10, leaves $90"]


def test_spent_cubes_go_to_haymarket_square() -> None:
    street = mill().begin("operation", 2).does("Ann", "Run factory 1", "Sell nothing")
    assert (street.table.haymarket["steel"], street.table.haymarket["livestock"]) == (3, 3)


def test_a_managers_bonus_comes_at_once_and_serves_the_next_factory() -> None:
    """CB-13"""
    street = mill().staff("Swift", 2, 2, managers=[1]).begin("operation", 2)
    assert "1 wood" in [label.lower() for label in labels(street, "Run factory 1")]
    assert not any("Run factory 2" in label for label in labels(street, "Run factory 1", "1 wood"))
    # Swift moves to space 4, which has no bonus. From 2 it reaches the worker of space 3.
    street.appeal("Swift", 2)
    worker = labels(street, "Run factory 1", "1 wood")
    assert worker == ["A worker for factory 2", "$25 instead, for Swift: $0 → $25"]
    after = labels(street, "Run factory 1", "1 wood", "A worker for factory 2")
    assert any(label.startswith("Run factory 2") for label in after)


def test_goods_tokens_bring_goods_even_if_no_factory_runs_but_then_revenue_is_kept() -> None:
    street = mill().has("Swift", tokens=2).begin("operation", 2)
    assert any(label.startswith("2 goods to the $20 column") for label in labels(street))
    ends = labels(street, "2 goods to the $20 column")
    assert [label for label in ends if label.startswith(("Pay", "Nothing ran"))] == [
        "Nothing ran, keep $100: price $50 → $40"
    ]
    street.does("Ann", "2 goods to the $20 column", "Nothing ran")
    assert (street.firm("Swift").cash, street.firm("Swift").price) == (100, 40)


def test_a_goods_token_that_is_gained_before_the_first_sale_brings_its_good_at_once() -> None:
    """CB-17"""
    street = mill().appeal("Swift", 10).asset("Swift", "Brilliant Marketing").begin("operation", 2)
    before = labels(street, *RUN, "Use Brilliant Marketing", "A goods token")
    assert any(label.startswith("4 goods to the bank") for label in before)
    after = labels(street, *RUN, "1 good to the bank", "Use Brilliant Marketing", "A goods token")
    assert any(label.startswith("2 goods to the bank") for label in after)
    assert not any(label.startswith("3 goods to the bank") for label in after)


def test_all_factories_of_the_first_company_bring_a_partner_for_the_next_decade() -> None:
    """CB-18"""
    street = mill().begin("operation", 2).does("Ann", *RUN, "Sell nothing")
    assert street.player("Ann").partners == 3
    assert street.player("Ann").gained == ["factories"]


def test_in_the_last_decade_such_a_partner_only_counts_for_the_goal() -> None:
    """CB-18"""
    street = mill(5).begin("operation", 5)
    street.player("Ann").ready = 0
    street.does("Ann", *RUN, "Sell nothing")
    assert (street.player("Ann").ready, street.player("Ann").partners) == (0, 3)
    street.does("Ben", "Sell nothing")
    assert street.table.outcome is not None


def test_another_company_than_the_first_brings_no_partner_unless_that_was_lost() -> None:
    street = mill().staff("Swift", 2, 3)
    street.player("Ann").first = "elgin"
    street.begin("operation", 2).does("Ann", *RUN, "Sell nothing")
    assert street.player("Ann").partners == 3, "Ann does not direct Elgin any more, so any company can bring it"
    street = mill()
    street.founded("Ann", "Fairbank", 40)
    street.player("Ann").first = "fairbank"
    street.appeal("Swift", 9).begin("operation", 2).does("Ann", *RUN, "Sell nothing")
    assert street.player("Ann").partners == 2


# Selling


def test_goods_are_sold_in_any_split_and_a_player_who_fills_a_tile_gets_its_bonus() -> None:
    street = mill().begin("operation", 2)
    street.does("Ann", *RUN, "1 good to the $50 column", "1 good to the $20 column", "1 good to the bank", "Keep")
    assert street.firm("Swift").cash == 50 + 50 + 50 + 25
    assert [space.goods for space in street.table.demand["meat"]][:2] == [1, 1]


def test_a_full_tile_stays_and_blocks_its_space_until_cleanup() -> None:
    street = mill().demand("meat", 0, 2, goods=2).begin("operation", 2)
    assert not any("$50 column" in label for label in labels(street, *RUN))


def test_a_bonus_comes_once() -> None:
    street = mill().begin("operation", 2).does("Ann", *RUN, "3 goods to the $20 column", "Keep")
    assert street.firm("Swift").cash == 170


def test_unsold_goods_stay() -> None:
    street = mill().begin("operation", 2).does("Ann", *RUN, "1 good to the $50 column", "Keep")
    assert street.firm("Swift").goods == 2


def test_without_a_tile_the_fifty_dollar_space_is_closed_and_the_twenty_dollar_space_has_six_places() -> None:
    street = mill().demand("meat", 0, None).demand("meat", 1, None, goods=4).demand("meat", 2, None)
    street.begin("operation", 2)
    sales = [label for label in labels(street, *RUN) if " to the " in label]
    assert sales == [
        "2 goods to the $20 column: $120",
        "1 good to the $20 column: $50",
        "3 goods to the bank: 3 x $25 = $75",
        "2 goods to the bank: 2 x $25 = $50",
        "1 good to the bank: 1 x $25 = $25",
    ], "CB-24: the half-price space is the bank"


def test_the_bank_pays_half_at_any_time_and_the_half_price_space_is_no_other_place() -> None:
    """CB-24"""
    street = mill().begin("operation", 2)
    assert "3 goods to the bank: 3 x $25 = $75" in labels(street, *RUN)


def test_goods_sell_only_in_the_own_industry() -> None:
    street = mill()
    for industry in ("food", "dry goods", "shoes"):
        assert sum(space.goods for space in street.table.demand[industry]) == 0
    street.begin("operation", 2).does("Ann", *RUN, "3 goods to the $20 column", "Keep")
    assert all(space.goods == 0 for row in ("food", "dry goods", "shoes") for space in street.table.demand[row])


# Payout


def test_the_bank_pool_gets_nothing_and_the_treasury_its_part() -> None:
    street = mill().pool("Swift", common=2).holds("Ben", "Swift", preferred=1).begin("operation", 2)
    street.does("Ann", *RUN, "3 goods to the $20 column", "Pay out $17 a share")
    assert (street.player("Ann").cash, street.player("Ben").cash, street.firm("Swift").cash) == (51, 34, 51)
    assert street.firm("Swift").price == 80


def test_a_payout_below_a_dollar_a_share_counts_and_leaves_the_price() -> None:
    """CB-19"""
    street = town("Ann Ben").founded("Ann", "Spalding", 35, 0).founded("Ben", "Elgin", 40, 0).appeal("Spalding", 4)
    street.staff("Spalding", 1, 0).has("Spalding", "coal livestock")
    box = street.table.box.model_copy(deep=True)
    object.__setattr__(box.company["spalding"], "prices", (8, 30))
    street.table._box = box
    street.table.__dict__.pop("box", None)
    street.begin("operation", 2).does("Ann", "Run factory 1", "1 good to the bank", "Pay out $0 a share")
    assert (street.firm("Spalding").price, street.firm("Spalding").cash) == (35, 0)


def test_revenue_of_35_at_35_pays_30_and_moves_nothing() -> None:
    street = town("Ann Ben").founded("Ann", "Elgin", 35, 0).founded("Ben", "Spalding", 40, 0).cash("Ann", 0)
    street.appeal("Elgin", 4).staff("Elgin", 2, 0).has("Elgin", "coal steel", goods=0).begin("operation", 2)
    stage = street.stage("Ann", "Run factory 1", "1 good to the bank")
    assert stage.leaves.startswith("revenue $25;")
    street.does("Ann", "Run factory 1", "1 good to the bank", "Pay out $2 a share: price stays $35")
    assert street.player("Ann").cash == 6


def test_price_protection_keeps_the_price_when_revenue_is_kept() -> None:
    street = mill().asset("Swift", "Price Protection").begin("operation", 2)
    street.does("Ann", *RUN, "3 goods to the $20 column", "Keep $170: price stays $50")
    assert street.firm("Swift").price == 50


def test_a_catalog_adds_to_the_revenue_before_the_payout() -> None:
    """CB-16"""
    street = mill().asset("Swift", "Catalog Empire").begin("operation", 2)
    street.does("Ann", *RUN, "3 goods to the $20 column", "Use Catalog Empire", "Pay out $25 a share")
    assert street.player("Ann").cash == 75
    street = mill().asset("Swift", "Catalog Empire").begin("operation", 2)
    street.does("Ann", "Use Catalog Empire", "Sell nothing")
    assert (street.firm("Swift").cash, street.firm("Swift").price) == (80, 40)


def test_raising_the_price_by_an_asset_ends_production() -> None:
    """CB-17"""
    street = mill().asset("Swift", "Backroom Deals").begin("operation", 2)
    assert "price $50 → $60" in street.stage("Ann", "Use Backroom Deals").leaves
    assert not any(label.startswith("Run") for label in labels(street, "Use Backroom Deals"))


def test_only_the_operating_companys_asset_is_used() -> None:
    street = mill().founded("Ann", "Libby", 40).asset("Libby", "Union Stockyards").begin("operation", 2)
    assert not any("Union Stockyards" in label for label in labels(street))


def test_an_asset_that_was_used_in_the_action_phase_is_not_used_again() -> None:
    street = mill().asset("Swift", "Refrigeration").begin("operation", 2)
    assert any("Use Refrigeration" in label for label in labels(street))
    street.firm("Swift").used = True
    assert not any("Refrigeration" in label for label in labels(street))


OWN_SHARES = ("Sell the preferred", "Sell 1 common", "Sell 2 common")


def test_emergency_fundraising_comes_once_and_first() -> None:
    street = mill(advanced=True).begin("operation", 2)
    assert any(label.startswith("Sell the preferred") for label in labels(street))
    assert not any(label.startswith(OWN_SHARES) for label in labels(street, "Sell 1 common:"))
    assert not any(label.startswith(OWN_SHARES) for label in labels(street, "Run factory 1"))
    stage = street.stage("Ann", "Sell 1 common:")
    assert "treasury $0 → $50" in stage.leaves
    assert "price $50 → $35" in stage.leaves


def test_the_basic_game_has_no_emergency_fundraising() -> None:
    assert not any(label.startswith(OWN_SHARES) for label in labels(mill().begin("operation", 2)))


# After the payout


def earlier(street: Town) -> Town:
    """Let the table be one that was begun with the first edition of the box."""
    street.table._box = street.table.box.model_copy(update={"edition": 1})
    street.table.__dict__.pop("box", None)
    return street


def test_an_asset_that_is_used_after_the_payout_moves_the_price_once_more() -> None:
    """CB-31"""
    street = mill().appeal("Swift", 11).asset("Swift", "Brand Recognition")
    street.firm("Swift").price = 100
    paid = (*RUN, "3 goods to the $20 column", "Pay out $17 a share: price $100 → $120")
    street.begin("operation", 2)
    assert labels(street, *paid) == ["Use Brand Recognition: appeal 11 → 13, price $120 → $140"]
    street.does("Ann", *paid, "Use Brand Recognition", "Price $120 → $140")
    assert (street.firm("Swift").price, street.firm("Swift").appeal, street.player("Ann").cash) == (140, 13, 51)
    assert street.asked == ["Ben"]


def test_an_asset_is_paid_for_with_what_the_payout_brought_the_treasury() -> None:
    """CB-31"""
    street = mill().asset("Swift", "Union Stockyards").begin("operation", 2)
    sold = (*RUN, "3 goods to the $20 column")
    assert not any("Union Stockyards" in label for label in labels(street, *sold))
    assert labels(street, *sold, "Pay out")[0] == "Use Union Stockyards for $10: gets 2 livestock"
    street.does("Ann", *sold, "Pay out", "Use Union Stockyards")
    assert (street.firm("Swift").cash, street.firm("Swift").cubes) == (7 * 17 - 10, {"livestock": 2})


def test_cubes_are_traded_after_the_payout_and_also_when_nothing_was_sold() -> None:
    """CB-31"""
    street = mill().has("Swift", "wood wood").begin("operation", 2)
    street.does("Ann", "Sell nothing", "Swift: 2 wood for 1 coal")
    assert street.firm("Swift").has("coal") == 1
    assert street.asked == ["Ben"]


@pytest.mark.parametrize("asset", ["Catalog Empire", "Backroom Deals", "Price Protection"])
def test_what_must_be_used_before_the_payout_is_not_offered_after_it(asset: str) -> None:
    """CB-16"""
    street = mill().asset("Swift", asset).begin("operation", 2)
    stage = street.stage("Ann", *RUN, "3 goods to the $20 column", "Pay out")
    assert stage.complete
    assert stage.question is None


def test_nobody_is_asked_after_the_payout_who_has_nothing_left_to_use() -> None:
    street = mill().begin("operation", 2)
    stage = street.stage("Ann", *RUN, "3 goods to the $20 column", "Pay out")
    assert stage.complete
    assert stage.question is None


def test_it_can_be_ended_as_it_is_where_something_is_left() -> None:
    street = mill().asset("Swift", "Refrigeration").begin("operation", 2)
    stage = street.stage("Ann", *RUN, "3 goods to the $20 column", "Pay out")
    assert stage.complete
    assert stage.question is not None
    assert stage.question.prompt == "Anything else before Swift's operation ends?"
    assert not any(label.startswith(("Pay", "Keep", "Sell")) for label in [o.label for o in stage.question.options])  # type: ignore[attr-defined]
    street.does("Ann", *RUN, "3 goods to the $20 column", "Pay out")
    assert (street.asked, street.firm("Swift").used) == (["Ben"], False)


def test_a_goods_token_that_is_gained_after_the_payout_brings_its_first_good_in_the_next_operation() -> None:
    """CB-17"""
    street = mill().appeal("Swift", 10).asset("Swift", "Brilliant Marketing").begin("operation", 2)
    street.does("Ann", *RUN, "3 goods to the $20 column", "Pay out", "Use Brilliant Marketing", "A goods token")
    assert (street.firm("Swift").tokens, street.firm("Swift").goods) == (1, 0)


def test_a_partner_can_be_gained_after_the_payout() -> None:
    street = mill().appeal("Swift", 8).asset("Swift", "Brilliant Marketing").begin("operation", 2)
    street.does("Ann", *RUN, "Sell nothing", "Use Brilliant Marketing", "A partner for you")
    assert street.player("Ann").gained == ["factories", "appeal"]


def test_in_a_game_that_began_earlier_an_operation_ends_with_the_payout() -> None:
    street = earlier(mill().asset("Swift", "Refrigeration")).begin("operation", 2)
    stage = street.stage("Ann", *RUN, "3 goods to the $20 column", "Pay out")
    assert stage.complete
    assert stage.question is None


# Plans


def test_a_plan_uses_an_asset_after_the_payout_where_that_brings_more() -> None:
    street = mill().appeal("Swift", 11).asset("Swift", "Brand Recognition")
    street.firm("Swift").price = 100
    street.begin("operation", 2)
    best = street.question("Ann").options[0]  # type: ignore[attr-defined]
    assert best.label == "Pay out $20 a share: price $100 → $160"
    assert best.move.parts[-2:] == (UseAsset(company="swift"), TakeBonus(take=True))
    assert street.composing("Ann").is_legal(best.move)
    street.plays("Ann", best.move)
    assert street.firm("Swift").price == 160
    before = earlier(mill().appeal("Swift", 11).asset("Swift", "Brand Recognition"))
    before.firm("Swift").price = 100
    assert all(
        isinstance(option.move.parts[-1], Settle)
        for option in before.begin("operation", 2).question("Ann").options  # type: ignore[attr-defined]
    )


def test_a_plan_buys_cubes_of_an_asset_with_what_the_payout_brought() -> None:
    street = mill().asset("Swift", "Union Stockyards").begin("operation", 2)
    best = street.question("Ann").options[0]  # type: ignore[attr-defined]
    assert best.move.parts[-2:] == (Settle(pay=True), UseAsset(company="swift"))
    assert "Use Union Stockyards for $10: gets 2 livestock" in best.full


def test_the_best_plan_is_offered_as_one_press() -> None:
    street = mill().begin("operation", 2)
    question = street.question("Ann")
    assert isinstance(question, ChooseOrCompose)
    assert question.options[0].label == "Pay out $20 a share: price $50 → $80"
    assert "<seat:" not in question.options[0].label
    assert "your cash $0 → $60" in question.options[0].full
    street.plays("Ann", question.options[0].move)
    assert (street.player("Ann").cash, street.firm("Swift").price) == (60, 80)


def test_a_plan_can_be_put_together_by_hand_too() -> None:
    street = mill().begin("operation", 2)
    for option in street.question("Ann").options:  # type: ignore[attr-defined]
        assert street.composing("Ann").is_legal(option.move)


def test_plans_buy_what_the_factories_lack() -> None:
    """CB-30"""
    street = mill().supply("steel steel livestock", "", "", "")
    street.firm("Swift").cash = 30
    for cube in ("steel", "steel", "livestock"):
        street.firm("Swift").store(cube, -1)
        street.table.bag[cube] += 1
    best = street.begin("operation", 2).question("Ann").options[0]  # type: ignore[attr-defined]
    assert best.hint == "3 goods x $50 + $50 demand = $200. You get $60; treasury $30 → $140."
    assert "1 livestock, 2 steel: $30" in best.full


def test_a_player_who_is_late_buys_nothing_runs_what_can_run_and_is_paid_if_the_price_rises() -> None:
    """CB-30"""
    street = mill()
    street.firm("Swift").cash = 200
    street.begin("operation", 2)
    assert street.default("Ann") == Operate(
        parts=(
            RunFactory(factory=1),
            RunFactory(factory=2),
            SellGoods(column=0, count=1),
            SellGoods(column=1, count=2),
            Settle(pay=True),
        )
    )
    street = mill().staff("Swift", 0, 0).begin("operation", 2)
    assert street.default("Ann") == Operate(parts=(Settle(pay=False),))


@pytest.mark.parametrize("manager", [1, 2])
def test_plans_take_what_managers_bring(manager: int) -> None:
    street = mill().staff("Swift", 2, 3, managers=[manager]).begin("operation", 2)
    best = street.question("Ann").options[0]  # type: ignore[attr-defined]
    assert street.composing("Ann").is_legal(best.move)
    street.plays("Ann", best.move)
    assert street.firm("Swift").appeal == 4


def test_a_factory_says_what_its_manager_brings() -> None:
    street = mill().staff("Swift", 2, 2, managers=[1, 2]).appeal("Swift", 4).begin("operation", 2)
    hints = {option.label: option.hint for option in street.composing("Ann").get_stage(()).question.options}  # type: ignore[union-attr]
    assert hints["Run factory 1: makes 2 goods"] == (
        "1 livestock, 1 steel → 2 goods. Any cube, appeal 4 → 5, a salesperson."
    )
    street = mill().staff("Swift", 2, 3, managers=[2]).begin("operation", 2)
    assert "Run factory 2: makes 2 goods" in labels(street, "Run factory 1"), "one is its manager's"
