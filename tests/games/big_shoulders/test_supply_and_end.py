"""Supply chain, demand board, Cleanup, goals and scoring."""

from __future__ import annotations

from typing import Any

from bot.engine import play
from bot.games.big_shoulders import GAME
from bot.games.big_shoulders.components import CUBES, Cubes
from bot.games.big_shoulders.news import GoalReached
from bot.games.big_shoulders.rules import demand_board, supply_chain
from bot.games.big_shoulders.rules.end_of_game import finish, places, scores
from bot.games.big_shoulders.rules.goals import count, leaders
from bot.games.big_shoulders.rules.haymarket_square import take
from bot.games.big_shoulders.text import worth
from tests.games.big_shoulders.dealing import Town, spelled, town


def yard(**options: Any) -> Town:
    return town("Ann Ben", **options).founded("Ann", "Swift", 50, 0).founded("Ben", "Elgin", 40, 0)


def groups(street: Town) -> list[int]:
    return [sum(group.values()) for group in street.table.supply]


def test_groups_left_of_an_empty_space_move_right_and_the_left_end_is_refilled() -> None:
    street = yard().supply("coal", "", "wood wood", "steel")
    street.table.decade = 4
    supply_chain.slide_and_refill(street.table)
    assert street.table.supply[:3] == [{"coal": 1}, {"wood": 2}, {"steel": 1}]
    assert groups(street) == [1, 2, 1, 5]


def test_spaces_that_hold_a_cube_are_not_topped_up() -> None:
    street = yard().supply("coal", "wood", "wood", "steel")
    supply_chain.slide_and_refill(street.table)
    assert groups(street) == [1, 1, 1, 1]


def emptied(street: Town, haymarket: str) -> Town:
    """Let the bag be empty, and these cubes lie in Haymarket Square."""
    street.haymarket(haymarket)
    for cube in CUBES:
        street.firm("Swift").cubes[cube] = street.table.bag[cube]
        street.table.bag[cube] = 0
    return street


def test_an_empty_bag_takes_haymarket_square_but_two_of_each_type() -> None:
    """CB-20"""
    street = emptied(yard().supply("", "coal", "wood", "steel"), "coal coal coal coal wood wood wood steel")
    street.table.decade = 2
    supply_chain.slide_and_refill(street.table)
    assert street.table.haymarket == {"livestock": 0, "steel": 1, "coal": 2, "wood": 2}
    assert groups(street) == [1, 1, 1, 3], "two coal and one wood are all there was, so the space stays short"
    street.table.audit()


def test_in_cleanup_cubes_at_ten_dollars_go_to_haymarket_square() -> None:
    street = yard().haymarket("").supply("coal steel", "wood", "wood", "steel").begin("cleanup", 2)
    assert (street.table.haymarket["coal"], street.table.haymarket["steel"]) == (1, 1)


def test_the_cleanup_refill_uses_the_number_of_the_decade_that_ends() -> None:
    """CB-23"""
    street = yard().supply("coal", "wood", "wood", "steel").begin("cleanup", 3)
    assert groups(street) == [1, 1, 1, 4]


def test_in_cleanup_the_cheapest_asset_leaves() -> None:
    street = yard()
    cheapest, second = street.table.asset_row[-1], street.table.asset_row[-2]
    street.begin("cleanup", 2)
    assert street.table.assets_gone == [cheapest]
    assert street.table.asset_row[-1] == second
    assert None not in street.table.asset_row


def test_with_the_pile_empty_the_row_slides_and_its_left_end_stays_empty() -> None:
    street = yard()
    street.table.assets_gone, street.table.asset_pile = street.table.asset_pile, []
    street.begin("cleanup", 2)
    assert street.table.asset_row[0] is None
    assert None not in street.table.asset_row[1:]


def test_in_cleanup_full_and_closed_tiles_leave_and_the_others_slide() -> None:
    street = yard().demand("meat", 0, 2, goods=2).demand("meat", 1, 0).demand("meat", 2, 5, goods=3)
    kept = street.table.demand["meat"][2].tile
    street.begin("cleanup", 2)
    first, *others = street.table.demand["meat"]
    assert (first.tile, first.goods) == (kept, 3)
    assert all(space.goods == 0 for space in others)


def test_gaps_are_filled_column_by_column() -> None:
    street = yard()
    following = list(street.table.demand_pile)
    street.demand("meat", 0, 1, goods=1).demand("food", 2, 2, goods=2)
    following = list(street.table.demand_pile)
    demand_board.refill(street.table)
    assert street.table.demand["food"][2].tile in following or street.table.demand["food"][2].tile is None


def test_goods_on_the_printed_places_stay_until_all_six_are_filled() -> None:
    """CB-22"""
    for goods, left in ((4, 4), (6, 0)):
        street = yard()
        street.table.demand_gone += street.table.demand_pile
        street.table.demand_pile = []
        street.demand("meat", 1, None, goods=goods).demand("meat", 2, None).demand("meat", 0, 5)
        demand_board.refill(street.table)
        assert street.table.demand["meat"][1].goods == left


def test_partners_come_back_and_assets_are_ready() -> None:
    street = yard().asset("Swift", "Abattoir").partners("Ann", 0)
    street.firm("Swift").used = True
    street.table.partners_on = {"advertising": [1, 1]}
    street.begin("cleanup", 2)
    assert street.player("Ann").ready == 2
    assert not street.firm("Swift").used
    assert street.table.partners_on == {}


# The variant


def test_rows_of_the_variant() -> None:
    table = town("Ann Ben", supply_rows=True).table
    assert sum(table.rows.values()) == 34
    assert all(7 <= there <= 11 for there in table.rows.values())
    assert table.supply == []
    table.rows = {"livestock": 11, "steel": 1, "coal": 2, "wood": 0}
    prices = {one.cube: one.price for one in supply_chain.for_sale(table)}
    assert prices == {"livestock": 10, "coal": 50, "steel": 60}


def test_rows_are_filled_after_an_operation_by_the_size_of_the_largest() -> None:
    table = town("Ann Ben", supply_rows=True).table
    for there, drawn in ((1, 6), (4, 5), (5, 4), (8, 3)):  # so that no row is full before the last cube is drawn
        for cube in CUBES:
            table.bag[cube] += table.rows[cube] - there
            table.rows[cube] = there
        supply_chain.slide_and_refill(table)
        assert sum(table.rows.values()) == 4 * there + drawn


def test_gained_cubes_come_from_the_rows_where_haymarket_square_lacks_them() -> None:
    """CB-25"""
    street = yard(supply_rows=True).haymarket("coal")
    before = street.table.rows["wood"]
    assert take(street.table, "swift", spelled("coal wood")) == ["coal", "wood"]
    assert street.table.rows["wood"] == before - 1
    street.table.audit()


def test_a_tile_whose_cubes_come_from_the_rows_is_not_said_to_be_of_no_use() -> None:
    street = yard(supply_rows=True).haymarket("").track("Ann", 13).partners("Ann", 1).begin("action")
    (tile,) = street.table.box.tile[13].effects
    assert isinstance(tile, Cubes)
    (label,) = [label for label in street.labels("Ann") if label.startswith("Tile 13:")]
    assert "only pays" not in label
    street.does("Ann", label)
    assert sum(street.firm("Swift").cubes.values()) == len(tile.cubes)


# Goals and scoring


def test_each_goal_is_measured() -> None:
    street = yard().staff("Swift", 1, 2, managers=[1, 2], salespeople=1).automated("Swift", 1, 0)
    street.asset("Swift", "Abattoir").appeal("Swift", 8).holds("Ann", "Elgin", preferred=1, common=2)
    street.firm("Swift").cash = 90
    measured = {goal.measure: count(street.table, goal.measure, 1) for goal in street.table.box.goals}
    assert measured == {
        "managers": 2,
        "salespeople": 1,
        "assets": 1,
        "workers": 3,
        "automation": 1,
        "appeal": 8,
        "treasury": 90,
        "partners": 2,
        "common": 2,
        "preferred": 1,
    }


def test_level_leaders_get_the_full_reward_each_and_none_wins_nothing() -> None:
    street = yard()
    assert leaders(street.table, "partners") == ([1, 2], 2)
    assert leaders(street.table, "managers") == ([], 0)


def test_the_richest_player_wins_and_money_in_companies_counts_for_nobody() -> None:
    street = yard().cash("Ann", 100).cash("Ben", 10)
    street.table.goals = []
    street.firm("Elgin").cash = 5000
    finish(street.table)
    assert street.table.outcome is not None
    assert street.table.outcome.scores == {1: 100 + 150, 2: 10 + 120}
    assert GAME.wording.standing is not None
    assert GAME.wording.standing(street.view("Ann")) == ["Final score (with goals): <seat:1> $250, <seat:2> $130"]
    assert street.table.outcome.winners == [1]


def test_goals_count_at_the_end_and_are_told() -> None:
    street = yard()
    street.table.goals = ["partners", "managers"]
    finish(street.table)
    told = [piece.news for piece in street.table.told if isinstance(piece.news, GoalReached)]
    assert [(news.winners, news.reward) for news in told] == [([1, 2], 200), ([], 200)]


def test_among_equals_more_goal_money_wins_and_else_both() -> None:
    """CB-28"""
    street = yard().cash("Ann", 100).cash("Ben", 130).staff("Swift", managers=[1])
    street.table.goals = []
    assert places(scores(street.table)) == {1: 1, 2: 1}
    street.table.goals = ["managers"]
    street.cash("Ben", 330)
    assert places(scores(street.table)) == {1: 1, 2: 2}


def test_a_company_founded_in_the_last_decade_operates_once_and_counts() -> None:
    street = yard().cash("Ann", 200).begin("stock", 5, first="Ann").does("Ann", "Found Libby at $60")
    while street.table.outcome is None:
        seat = play.list_asked_seats(street.table)[0]
        move = play.get_default_move(street.table, seat)
        assert move is not None
        street.plays(street.names[seat - 1], move)
    assert street.firm("Libby").price == 50
    assert street.table.net_worth(1) == street.player("Ann").cash + street.table.share_value(1)


def test_what_one_has_so_far_is_the_net_worth_on_the_panel_without_goals_that_somebody_may_still_take() -> None:
    street = yard().cash("Ann", 100).staff("Swift", managers=[1])
    street.table.goals = ["managers"]
    view = GAME.view(street.table, 1)
    assert leaders(street.table, "managers")[0] == [1]
    assert worth(view) == view.everybody[1].net_worth == street.table.net_worth(1)
