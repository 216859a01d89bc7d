"""End of the game and scoring: the dossier's example, chains, caps, and things that are spent only once."""

from __future__ import annotations

from bot.games.carnegie.components import ANDREW, BOX, Region
from bot.games.carnegie.news import Score
from bot.games.carnegie.rules.links import best_chain
from bot.games.carnegie.rules.scoring import donation_points, finish, score
from bot.games.carnegie.text import parts_of
from tests.games.carnegie.dealing import Desk, office

COAST_TO_COAST = ("new_york", "pittsburgh", "chicago", "omaha", "denver", "salt_lake_city", "reno", "san_francisco")
CART, STAGECOACH, RAILROAD = 0, 1, 2


def example() -> Desk:
    """The worked example: eight projects from New York to San Francisco, three donations, five departments."""
    desk = office().has("Ann", vp=9, money=0, cubes=4).idle("Ann")
    desk.player("Ann").tile = True
    desk.built("Ann", "housing", "new_york", "denver", "reno")
    desk.built("Ann", "commerce", "pittsburgh", "chicago", "salt_lake_city").slid("Ann", "commerce", 3)
    desk.built("Ann", "industry", "san_francisco").slid("Ann", "industry", 1)
    desk.built("Ann", "public infrastructure", "omaha")
    desk.at_box("Ann", "east", 1).at_box("Ann", "midwest", 1).at_box("Ann", "west", 1)
    for cell, department in zip(
        ("a3", "b3", "c3", "a4", "b4"),
        ("purchasing", "sales", "engineering", "supply_chain", "recruiting"),
        strict=True,
    ):
        desk.placed("Ann", department, cell)
    desk.workers("Ann", "a1", 3).workers("Ann", "a2", 3).workers("Ann", "b2", 2)
    return desk.donated("Ann", "D4", "B5", "C2")


def test_the_worked_example_scores_107() -> None:
    desk = example()
    desk.table.audit()
    found = score(desk.table, 1)
    assert (found.track, found.tile, found.workers, found.departments) == (9, 3, 8, 12)
    assert (found.tabs, found.links, found.projects, found.donations) == (22, 18, 13, 22)
    assert found.total == 107
    assert donation_points(desk.table, 1, ["D4", "B5", "C2"]).points == {"D4": 8, "B5": 6, "C2": 8}


def test_with_the_west_at_cart_the_same_chain_pays_12_and_not_the_6_of_the_east_alone() -> None:
    levels: dict[Region, int] = {"west": CART, "midwest": STAGECOACH, "east": RAILROAD, "south": CART}
    assert best_chain(COAST_TO_COAST, levels, BOX)[0] == 12
    assert best_chain(["new_york", "pittsburgh", "chicago"], levels, BOX)[0] == 6
    levels["west"] = STAGECOACH
    assert best_chain(COAST_TO_COAST, levels, BOX) == (18, frozenset(COAST_TO_COAST))


def test_san_francisco_alone_is_no_chain() -> None:
    """CG-5."""
    levels = dict.fromkeys(BOX.tracks, RAILROAD)
    assert best_chain(["san_francisco", "reno"], levels, BOX)[0] == 0


def test_of_two_separate_chains_only_the_better_one_scores() -> None:
    """CG-4."""
    levels = dict.fromkeys(BOX.tracks, RAILROAD)
    east = ["new_york", "pittsburgh", "chicago"]
    assert best_chain(east, levels, BOX)[0] == 9
    south = ["san_francisco", "los_angeles", "santa_fe", "el_paso", "san_antonio", "houston", "new_orleans"]
    assert best_chain([*east, *south], levels, BOX) == (18, frozenset(south))


def test_other_disks_do_not_break_a_chain_but_missing_cities_do() -> None:
    levels = dict.fromkeys(BOX.tracks, RAILROAD)
    assert best_chain(["new_york", "chicago"], levels, BOX)[0] == 0
    assert best_chain(["new_york", "chicago", "pittsburgh"], levels, BOX)[0] == 9


def test_a_donation_scores_12_at_most_and_more_with_a_raised_cap() -> None:
    found = {}
    for side in ("a", "b"):
        desk = office(tabs=side).donated("Ann", "B1", "D1")
        desk.built("Ann", "public infrastructure", "new_york", "washington", "st_louis")
        desk.built("Ann", "housing", "albany", "boston", "pittsburgh").built("Ann", "commerce", "albany", "boston")
        found[side] = dict(donation_points(desk.table, 1, ["B1", "D1"]).points)
    assert found["a"] == {"B1": 12, "D1": 12}  # three public infrastructure projects; seven in the East
    assert found["b"] == {"B1": 12, "D1": 14}  # the last slot of side B raises the cap by 3


def test_each_cube_and_each_dollar_serves_one_welfare_donation() -> None:
    """CG-6: five cubes and $20 for C2 and C4: the split that scores most."""
    desk = office().has("Ann", money=20, cubes=5).donated("Ann", "C2", "C4")
    found = donation_points(desk.table, 1, ["C2", "C4"])
    assert found.points["C4"] == 12  # three pairs of $5 and a cube
    assert found.points["C2"] == 4  # the two cubes that are left
    assert found.money == 5


def test_cubes_are_sold_for_a_welfare_donation_of_dollars() -> None:
    desk = office().has("Ann", money=3, cubes=2).donated("Ann", "C3")
    assert donation_points(desk.table, 1, ["C3"]).points == {"C3": 2}


def test_a_small_town_project_from_the_industry_tab_counts_for_industry_and_for_small_towns() -> None:
    desk = office().built("Ann", "industry", "omaha").donated("Ann", "B2", "D5")
    assert donation_points(desk.table, 1, ["B2", "D5"]).points == {"B2": 3, "D5": 2}


def test_donations_for_departments_count_the_printed_ones() -> None:
    desk = office().donated("Ann", "A2", "A5")
    assert donation_points(desk.table, 1, ["A2", "A5"]).points == {"A2": 6, "A5": 5}


def test_the_permanent_worker_and_those_on_missions_are_not_scored() -> None:
    desk = office().away("Ann", "west", 3)
    assert score(desk.table, 1).workers == 5


def test_departments_on_the_top_floor_score_3_others_2_and_printed_ones_nothing() -> None:
    desk = office().placed("Ann", "sales", "d1").placed("Ann", "purchasing", "d4")
    assert score(desk.table, 1).departments == 5


def test_a_tie_is_a_shared_victory() -> None:
    desk = office("Ann Bob")
    finish(desk.table)
    assert desk.table.outcome is not None
    assert desk.table.outcome.winners == [1, 2]


def test_the_post_office_adds_a_link_point_and_9_vp_for_a_sixth() -> None:
    levels = dict.fromkeys(BOX.tracks, RAILROAD)
    chain = ["new_york", "pittsburgh", "chicago"]
    assert best_chain(chain, levels, BOX, 1, 9)[0] == 18
    everything = [city.id for city in BOX.cities]
    assert best_chain(everything, levels, BOX)[0] == 36
    assert best_chain(everything, levels, BOX, 1, 9)[0] == 45


def test_the_post_office_pays_its_9_vp_for_no_fifth_link_point() -> None:
    levels = dict.fromkeys(BOX.tracks, RAILROAD)
    assert best_chain(COAST_TO_COAST, levels, BOX)[0] == 27, "four link points"
    assert best_chain(COAST_TO_COAST, levels, BOX, 1, 9)[0] == 36


def test_a_result_says_where_points_come_from_and_reads_as_no_count_of_things() -> None:
    ann = Score(seat=1, track=9, tile=3, workers=8, donations=12)
    assert parts_of(ann) == "32 VP (9 on the track, 3 for the unused tile, 8 from active workers, 12 from donations)"
    andrew = Score(seat=ANDREW, track=45, departments=8, tabs=6, projects=20)
    assert parts_of(andrew) == "79 VP (45 from cards, 8 from tiles, 6 from end boxes, 20 from projects)"
