"""The rules in short, sentence by sentence, in the order in which a player aid tells them."""

from __future__ import annotations

import pytest

from bot.games.carnegie import GAME
from bot.games.carnegie.components import BOX, REGIONS, ROWS, Region, Row
from bot.games.carnegie.example import EXAMPLE
from bot.games.carnegie.moves import (
    BuildIn,
    ChooseDepartment,
    PickUp,
    PlaceOn,
    PlayTile,
    PutDown,
    StandUp,
    StartBuilding,
    TabStep,
    TakeBack,
    TrackStep,
    UseDepartment,
)
from bot.games.carnegie.rules.resources import can_pay
from bot.games.carnegie.rules.scoring import score
from bot.games.carnegie.rules.timeline import event_row
from bot.games.carnegie.rules.vocabulary import PROJECT, REGION, amounts
from tests.games.carnegie.dealing import Desk, office

DOLLARS, CUBE, MISSION_FOR_DOLLARS, MISSION_FOR_CUBES = range(4)
"""The ways to use Commerce & Finance."""
CF, PLANNING, CONSTRUCTION, RESEARCH, HR, LOBBY = "a1", "b2", "c2", "a2", "c1", "b1"


# The phases of a round


@pytest.mark.parametrize("row", ROWS)
def test_phase_1_the_starting_player_chooses_one_of_four_rows_and_its_next_space_is_marked(row: Row) -> None:
    desk = office("Ann Bob").next_event(row, "east")
    assert desk.asked == ["Ann"]
    desk.pick(row)
    assert (desk.table.picked, desk.table.event_row) == (row, row)
    assert "income in the East" in desk.words


def test_phase_2_the_event_affects_all_players() -> None:
    desk = office().next_event("hr", "east")
    for name in desk.names:
        desk.away(name, "east", 1)
    assert sorted(desk.pick("hr").asked) == desk.names
    desk = office().next_event("hr", "donation").pick("hr")
    for name in desk.names:
        assert desk.asked == [name]
        desk.donate(name, None)


def test_phase_3_each_uses_departments_of_the_chosen_action_clockwise_from_the_starting_player() -> None:
    desk = office("Ann Bob Cid")
    desk.table.first = 2
    desk.table.agenda[0].seat = 2  # type: ignore[union-attr]
    desk.next_event("management", "west").pick("management", "Bob")
    for name in ("Bob", "Cid", "Ann"):
        assert desk.asked == [name]
        assert not desk.allows(name, StartBuilding(cell=CONSTRUCTION, project="housing"))
        desk.plan(name, UseDepartment(cell=CF, use=DOLLARS))
    assert desk.step != "use departments"


def test_phase_4_workers_are_activated_and_then_the_marker_moves_right() -> None:
    desk = office("Ann Bob").all_idle_but("Ann").workers("Ann", CF, standing=0, lying=1)
    desk.next_event("hr", "west").pick("hr").late_until("activation")
    assert desk.table.rows["hr"].done == 0
    desk.plan("Ann", StandUp(cell=CF))
    assert desk.player("Ann").company[CF].standing == [0]
    assert (desk.step, desk.table.rows["hr"].done) == ("action selection", 1)


# Events


@pytest.mark.parametrize("region", REGIONS)
def test_an_income_event_concerns_the_mission_area_of_its_region_alone(region: Region) -> None:
    desk = office("Ann Bob").next_event("hr", region)
    for other in REGIONS:
        desk.away("Ann", other, 1)
    desk.pick("hr").plan("Ann", TakeBack(count=1))
    assert desk.player("Ann").missions == {other: int(other != region) for other in REGIONS}


def test_on_a_donation_event_each_may_donate_in_clockwise_order() -> None:
    desk = office("Ann Bob Cid").next_event("hr", "donation").pick("hr")
    for name, space in (("Ann", "C1"), ("Bob", None), ("Cid", "C5")):
        assert desk.asked == [name]
        desk.donate(name, space)
    assert (desk.table.chart["C1"], desk.table.chart["C5"]) == ([1], [3])


# Departments


def test_human_resources_add_three_moves_for_each_active_worker_and_move_any_workers_orthogonally() -> None:
    desk = office("Ann Bob").workers("Ann", HR, standing=2).next_event("hr", "west").pick("hr")
    far = [PickUp(cell=LOBBY), PutDown(cell="d4"), PickUp(cell=CF, standing=True), PutDown(cell="b4")]  # 5 and 4 moves
    assert desk.allows("Ann", *far)  # two workers and the permanent one: nine
    assert not desk.allows("Ann", *far, PickUp(cell=LOBBY), PutDown(cell=CF))
    diagonal = [PickUp(cell=LOBBY), PutDown(cell=CONSTRUCTION)]
    assert not desk.allows("Ann", *diagonal * 5)  # two moves each


def test_commerce_and_finance_pays_three_dollars_or_a_cube_or_on_a_mission_six_dollars_or_two_cubes() -> None:
    found = []
    for use in (DOLLARS, CUBE, MISSION_FOR_DOLLARS, MISSION_FOR_CUBES):
        desk = office("Ann Bob").has("Ann", money=0, cubes=0).next_event("management", "west").pick("management")
        sent: Region | None = "south" if use in (MISSION_FOR_DOLLARS, MISSION_FOR_CUBES) else None
        player = desk.plan("Ann", UseDepartment(cell=CF, use=use, region=sent)).player("Ann")
        found.append((player.money, player.cubes, player.missions["south"]))
    assert found == [(3, 0, 0), (0, 1, 0), (6, 0, 1), (0, 2, 1)]


def test_strategic_planning_places_a_department_for_one_cube_on_workers_and_for_two_on_an_empty_space() -> None:
    found = {}
    for cell in ("a3", "d3"):
        desk = office("Ann Bob").workers("Ann", "a3", lying=1).has("Ann", cubes=2).reserves("Ann", "sales")
        desk.next_event("management", "west").pick("management")
        desk.plan("Ann", ChooseDepartment(cell=PLANNING, department="sales"), PlaceOn(cell=cell))
        found[cell] = 2 - desk.player("Ann").cubes
        assert desk.player("Ann").company[cell].department == "sales"
    assert found == {"a3": 1, "d3": 2}


@pytest.mark.parametrize(("city", "space", "region"), [("denver", 2, "west"), ("new_york", 0, "east")])
def test_an_active_worker_of_construction_goes_to_the_region_in_which_it_builds(
    city: str, space: int, region: Region
) -> None:
    desk = office().next_event("construction", "south").pick("construction")
    desk.plan("Ann", StartBuilding(cell=CONSTRUCTION, project="housing"), BuildIn(city=city, space=space))
    assert desk.player("Ann").missions[region] == 1
    assert not desk.player("Ann").company[CONSTRUCTION].standing


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_research_gives_development_points_for_each_active_worker(workers: int) -> None:
    desk = office("Ann Bob").workers("Ann", RESEARCH, standing=workers).next_event("rd", "west").pick("rd")
    housing = [TabStep(project="housing")] * workers  # three points each
    assert desk.allows("Ann", *housing)
    assert not desk.allows("Ann", *housing, TrackStep(region="midwest"))  # one point more


# Missions


@pytest.mark.parametrize("region", REGIONS)
def test_a_mission_takes_an_active_worker_from_its_workplace_to_one_of_four_areas(region: Region) -> None:
    desk = office("Ann Bob").workers("Ann", CF, standing=1, lying=1)
    desk.next_event("management", "west").pick("management")
    go = UseDepartment(cell=CF, use=MISSION_FOR_DOLLARS, region=region)
    assert not desk.allows("Ann", go, go)  # who lies there cannot go
    desk.plan("Ann", go)
    assert desk.player("Ann").missions[region] == 1
    assert (desk.player("Ann").company[CF].standing, desk.player("Ann").company[CF].lying) == ([], 1)


def test_the_worker_that_was_used_is_the_one_that_goes() -> None:
    desk = office("Ann Bob").workers("Ann", CF, standing=1).placed("Ann", "purchasing", "d1", standing=1)
    desk.next_event("management", "west").pick("management")
    stays = UseDepartment(cell=CF, use=DOLLARS)
    assert not desk.allows("Ann", stays, UseDepartment(cell=CF, use=MISSION_FOR_CUBES, region="west"))
    desk.plan("Ann", stays, UseDepartment(cell="d1", use=0, region="west"))
    assert desk.player("Ann").company[CF].standing == [0]
    assert not desk.player("Ann").company["d1"].standing


def test_workers_on_mission_areas_do_not_count_as_active() -> None:
    desk = office("Ann Bob").next_event("management", "west").pick("management")
    active = desk.player("Ann").active
    desk.plan("Ann", UseDepartment(cell=CF, use=MISSION_FOR_DOLLARS, region="east"))
    assert (desk.player("Ann").active, score(desk.table, 1).workers) == (active - 1, active - 1)


@pytest.mark.parametrize(("money", "cubes"), [(3, 0), (2, 1), (0, 3)])
def test_nobody_is_sent_on_a_mission_whose_requirements_cannot_be_met(money: int, cubes: int) -> None:
    """Housing takes a cube, Charitable Giving the price of the donation: here $5."""
    desk = office("Ann Bob").has("Ann", money=money, cubes=cubes).donated("Bob", "D4")
    desk.placed("Ann", "charitable_giving", "d1", standing=1)
    assert not can_pay(desk.player("Ann"), 5)
    desk.next_event("rd", "west").pick("rd")
    assert not [label for label in desk.offers("Ann") if "D4" in label]
    desk = office("Ann Bob").has("Ann", money=9, cubes=0).next_event("construction", "west").pick("construction")
    assert "Ann" not in desk.asked


# Activation


def test_to_activate_the_cost_below_an_empty_workplace_is_paid_and_the_worker_stands_on_it() -> None:
    desk = activating(RESEARCH, lying=3)
    desk.plan("Ann", *[StandUp(cell=RESEARCH)] * 3)
    assert (desk.player("Ann").money, desk.player("Ann").company[RESEARCH].standing) == (9 - 1 - 2 - 2, [0, 1, 2])


def test_without_a_cost_activation_is_free() -> None:
    desk = activating(HR, lying=2)
    desk.plan("Ann", *[StandUp(cell=HR)] * 2)
    assert (desk.player("Ann").money, desk.player("Ann").company[HR].standing) == (9, [0, 1])


def activating(cell: str, lying: int) -> Desk:
    """Ann has nobody but workers lying in one department, and $9."""
    desk = office("Ann Bob").all_idle_but().workers("Ann", cell, lying=lying).has("Ann", money=9)
    desk.next_event("management", "west").pick("management")
    return desk.late_until("activation")


def test_a_worker_stays_active_if_used_in_place_and_not_if_moved_or_sent() -> None:
    desk = office("Ann Bob").next_event("management", "west").pick("management")
    assert desk.plan("Ann", UseDepartment(cell=CF, use=CUBE)).player("Ann").company[CF].standing == [0]
    desk = office("Ann Bob").next_event("management", "west").pick("management")
    desk.plan("Ann", UseDepartment(cell=CF, use=MISSION_FOR_CUBES, region="west"))
    assert not desk.player("Ann").company[CF].standing
    desk = office("Ann Bob").next_event("hr", "west").pick("hr")
    desk.plan("Ann", PickUp(cell=CF, standing=True), PutDown(cell=LOBBY))
    assert not desk.player("Ann").company[CF].standing


# Tiles, cubes, and finished rows


def test_an_action_selection_tile_does_another_action_once_and_scores_3_if_it_was_never_used() -> None:
    desk = office().next_event("hr", "west")
    desk.player("Bob").tile = desk.player("Cid").tile = True
    desk.pick("hr").plan("Bob", PlayTile(row="rd"), TrackStep(region="east"))
    assert (score(desk.table, 2).tile, score(desk.table, 3).tile) == (0, 3)
    desk.late_until("action selection").next_event("hr", "west").pick("hr", "Bob")
    assert not desk.allows("Bob", PlayTile(row="rd"), TrackStep(region="east"))


def test_cubes_are_sold_at_any_time_for_a_dollar_each() -> None:
    desk = office("Ann Bob").next_event("hr", "donation").has("Ann", money=1, cubes=5)
    desk.pick("hr").donate("Ann", "C1")
    assert (desk.player("Ann").money, desk.player("Ann").cubes) == (0, 1)
    desk = activating(RESEARCH, lying=1).has("Ann", money=0, cubes=2)
    desk.plan("Ann", StandUp(cell=RESEARCH))
    assert (desk.player("Ann").money, desk.player("Ann").cubes) == (0, 1)


@pytest.mark.parametrize(("finished", "below"), [("hr", "management"), ("construction", "rd"), ("rd", "hr")])
def test_a_finished_row_brings_the_event_of_the_row_below_and_below_the_last_comes_human_resources(
    finished: Row, below: Row
) -> None:
    desk = office("Ann Bob").done(**{finished: 5})
    assert event_row(desk.table, finished) == below
    desk.pick(finished).late_until("action selection")
    assert (desk.table.rows[finished].done, desk.table.rows[below].done) == (5, 1)


def chapter(title: str) -> str:
    return " ".join(next(one.text for one in GAME.rulebook if one.title == title).split())


def test_the_rulebook_tells_what_links_are_worth() -> None:
    end = chapter("End of the game")
    for points, (cart, coach, rail) in BOX.links.items():
        assert f"| {points} | {cart} | {coach} | {rail} |" in end
    for city in BOX.cities:
        assert not city.links or city.name in end


def test_the_rulebook_tells_what_steps_cost_and_bring() -> None:
    research = chapter("Research & Development")
    for project, tab in BOX.tabs.items():
        assert f"| {PROJECT[project]} | {tab.development} | {tab.vp} |" in research
    for region, track in BOX.tracks.items():
        assert f"| {REGION[region]} | {', '.join(map(str, track.steps))} | {amounts(track.bonus)} |" in research


def test_the_example_of_the_rulebook_comes_out_as_it_is_told() -> None:
    table, words = EXAMPLE.played(), chapter(EXAMPLE.chapter)
    ann, bob = table.everybody[1], table.everybody[2]
    assert (f"has ${ann.money}" in words, f"has {ann.cubes} cube left" in words) == (True, True)
    assert (ann.missions["midwest"], ann.missions["east"], bob.missions["midwest"]) == (1, 1, 1)
    assert (ann.company[CONSTRUCTION].standing, table.first, table.round) == ([0], 2, 2)
    assert f"it scores {score(table, 1).links} VP" in words
    assert {city for city, _ in table.projects(1)} == {"pittsburgh", "chicago", "new_york"}
    better = EXAMPLE.played()
    better.everybody[1].tracks["midwest"] = 1
    assert f"would make it {score(better, 1).links}" in words
