"""The departments, one by one, printed and placed."""

from __future__ import annotations

from random import Random

import pytest

from bot.engine import play
from bot.games.carnegie.components import BOX, ROWS
from bot.games.carnegie.moves import (
    BuildIn,
    ChooseDepartment,
    DonateOnTopOf,
    FollowOnto,
    PickUp,
    PlaceOn,
    PutDown,
    StandUp,
    StartBuilding,
    TakeBack,
    TakeBox,
    ToNewLobby,
    TrackStep,
    UseDepartment,
)
from bot.games.carnegie.rules.donations import price
from bot.games.carnegie.rules.planning import Working
from bot.games.carnegie.rules.scoring import expansions
from bot.games.carnegie.rules.timeline import Round
from tests.games.carnegie.dealing import Desk, choice, office, trying


def using(department: str, standing: int = 1, **options: bool) -> Desk:
    """Ann has this department with this number of active workers, and its row is used; the others can do nothing."""
    more = options.get("more_departments", False)
    desk = with_tile(department) if more else office()
    desk.all_idle_but("Ann").idle("Ann").placed("Ann", department, "d1", standing=standing)
    return desk


def with_tile(*departments: str) -> Desk:
    """A table at which these tiles of the expansion are played with; each seed draws others."""
    for number in range(60):
        desk = office(seed=f"expansion {number}", more_departments=True)
        if {*departments} <= {*desk.table.display, *desk.table.removed}:
            return desk
    raise AssertionError(departments)


def row_of(desk: Desk, department: str) -> str:
    return desk.table.box.department[department].row


def go(desk: Desk, department: str) -> Desk:
    row = desk.table.box.department[department].row
    return desk.next_event(row, "west").pick(row)


# Strategic Planning


def planning() -> Desk:
    desk = office().all_idle_but("Ann").reserves("Ann", "sales").has("Ann", cubes=4)
    return desk.on_display("purchasing")


def place(department: str, cell: str) -> tuple[ChooseDepartment, PlaceOn]:
    return ChooseDepartment(cell="b2", department=department), PlaceOn(cell=cell)


def test_a_department_costs_one_cube_where_a_worker_is_and_two_elsewhere() -> None:
    for cell, cubes in (("a3", 3), ("b3", 2)):
        desk = planning().workers("Ann", "a3", lying=1).next_event("management", "west").pick("management")
        desk.plan("Ann", *place("sales", cell))
        assert desk.player("Ann").cubes == cubes
        assert desk.player("Ann").company["a3"].lying == 1  # who lies there stays


def test_the_first_department_that_is_placed_is_the_reserve() -> None:
    desk = planning().next_event("management", "west").pick("management")
    assert not desk.allows("Ann", *place("purchasing", "b3"))
    assert desk.allows("Ann", *place("sales", "b3"))


def test_nobody_places_a_second_copy_of_a_number() -> None:
    desk = planning()
    desk.player("Ann").reserve = None
    desk.table.display.append("sales")
    desk.placed("Ann", "sales", "d1").on_display("sales").next_event("management", "west").pick("management")
    assert not desk.allows("Ann", *place("sales", "b3"))
    assert desk.allows("Ann", *place("purchasing", "b3"))


def test_a_department_placed_in_this_phase_is_not_used_in_it() -> None:
    desk = planning().workers("Ann", "a3", lying=1).next_event("management", "west").pick("management")
    assert not desk.allows("Ann", *place("sales", "a3"), UseDepartment(cell="a3", count=1))


def test_a_new_lobby_costs_two_cubes_more() -> None:
    for cell, left in (("a3", 1), ("b3", 0)):
        desk = office().all_idle_but("Ann").reserves("Ann", "new_lobby").has("Ann", cubes=4)
        desk.workers("Ann", "a3", lying=1).next_event("management", "west").pick("management")
        desk.plan("Ann", *place("new_lobby", cell))
        assert desk.player("Ann").cubes == left


def test_returning_workers_may_go_to_either_lobby() -> None:
    desk = office().all_idle_but("Ann").placed("Ann", "new_lobby", "d4").away("Ann", "west", 3)
    desk.next_event("hr", "west").pick("hr").plan("Ann", TakeBack(count=3), ToNewLobby(count=2))
    assert desk.player("Ann").company["d4"].lying == 2
    assert desk.player("Ann").company["b1"].lying == 3


def test_property_management_lets_a_worker_move_onto_each_new_department() -> None:
    desk = planning().placed("Ann", "property_management", "d1", standing=1)
    desk.next_event("management", "west").pick("management")
    desk.plan("Ann", *place("sales", "b3"), FollowOnto(start="b1"))
    assert desk.player("Ann").company["b3"].lying == 1
    assert desk.player("Ann").cubes == 2  # the cost was fixed before the worker moved in


# Departments that are used


def managing(planners: int = 1) -> Desk:
    """Ann uses Management: several are active in Strategic Planning, and one in each of her other departments of it."""
    desk = office().all_idle_but("Ann").idle("Ann").has("Ann", money=0, cubes=9)
    desk.placed("Ann", "property_management", "d1", standing=1).placed("Ann", "purchasing", "d2", standing=1)
    desk.workers("Ann", "a1", standing=1).workers("Ann", "b2", standing=planners)
    return desk.next_event("management", "west").on_display("recruiting").pick("management")


ONTO = (ChooseDepartment(cell="b2", use=0, department="recruiting"), PlaceOn(cell="a3"))


def test_a_worker_who_has_moved_onto_a_new_department_is_not_used_where_they_were() -> None:
    """CG-14."""
    desk = managing()
    from_finance = desk.offers("Ann", *ONTO, FollowOnto(start="a1", standing=True))
    assert "Mission to the West: $8" in from_finance
    assert "Mission to the West: $6" not in from_finance
    from_purchasing = desk.offers("Ann", *ONTO, FollowOnto(start="d2", standing=True))
    assert "Mission to the West: $6" in from_purchasing
    assert "Mission to the West: $8" not in from_purchasing


def test_a_worker_who_moves_away_was_used_already() -> None:
    """CG-14."""
    assert "Place Sales (Management)" in managing(planners=2).offers(
        "Ann", *ONTO, FollowOnto(start="b2", standing=True)
    )


def test_a_worker_moved_by_human_resources_is_not_used_where_they_were() -> None:
    """CG-14."""
    names = ("human_resources_administration", "local_partners")
    desk = with_tile(*names).all_idle_but("Ann").idle("Ann").built("Ann", "housing", "albany")
    desk.placed("Ann", names[0], "d1", standing=1).placed("Ann", names[1], "d2", standing=1)
    go(desk, names[0])
    send = UseDepartment(cell="d1", region="west")
    elsewhere = (send, PickUp(cell="d2", standing=True), PutDown(cell="a4"))
    assert "East: $2" in desk.offers("Ann", send)
    assert desk.offers("Ann", *elsewhere) == ["Move from floor 4, 1st cell: 1 inactive"]


@pytest.mark.parametrize("department", [one.id for one in BOX.departments if one.workplaces])
def test_no_plan_however_long_uses_workers_who_are_not_there(department: str) -> None:
    """With each department at hand and everybody at work, beside Property Management, which lets workers move."""
    random = Random(department)  # noqa: S311
    walked = 0
    for row in ROWS:
        desk = with_tile(department).all_idle_but("Ann").idle("Ann").has("Ann", money=30, cubes=9)
        desk.built("Ann", "housing", "albany", "boston")
        others = ("property_management", "human_resources_administration")
        for name, cell in zip((department, *others), ("d1", "d2", "a3"), strict=True):
            if name in [*desk.table.display, *desk.table.removed]:
                desk.placed("Ann", name, cell, standing=1)
        for cell in ("a1", "a2", "b2", "c1", "c2"):
            desk.workers("Ann", cell, standing=1, lying=1)
        for _ in range(12):
            there = trying(desk.table, Working(seat=1, row=row))
            for _ in range(40):
                if (question := choice(there)) is None:
                    break
                play.play_here(there, 1, question.choose_random_move(random))
                there.audit_plan(1)
                walked += 1
    assert walked > 100


@pytest.mark.parametrize(
    ("department", "order", "money", "cubes", "vp"),
    [
        ("training_and_partnerships", UseDepartment(cell="d1", use=0, region="west"), 8, 0, 0),
        ("safety_and_quality", UseDepartment(cell="d1", region="east"), 0, 0, 0),
        ("purchasing", UseDepartment(cell="d1", use=0, region="west"), 8, 0, 0),
        ("purchasing", UseDepartment(cell="d1", use=1, region="west"), 0, 3, 0),
        ("sales", UseDepartment(cell="d1", count=3), 18, -3, 0),
        ("logistics", UseDepartment(cell="d1", count=2), 6, -2, 2),
        ("supply_chain", UseDepartment(cell="d1", count=3), -3, 3, 0),
    ],
)
def test_a_department_gives_what_is_printed(
    department: str, order: UseDepartment, money: int, cubes: int, vp: int
) -> None:
    desk = go(using(department).has("Ann", money=10, cubes=5), department).plan("Ann", order)
    player = desk.player("Ann")
    assert (player.money - 10, player.cubes - 5, player.vp) == (money, cubes, vp)
    away = sum(player.missions.values())
    assert away == (order.region is not None)


def test_training_and_partnerships_may_give_eight_moves() -> None:
    desk = go(using("training_and_partnerships"), "training_and_partnerships")
    desk.player("Ann").company["b1"].lying, desk.player("Ann").supply = 2, desk.player("Ann").supply - 2
    send = UseDepartment(cell="d1", use=1, region="west")
    far = [PickUp(cell="b1"), PutDown(cell="d4"), PickUp(cell="b1"), PutDown(cell="c4")]  # five moves, then four
    assert desk.allows("Ann", send, *far)
    assert not desk.allows("Ann", *far)


def test_recruiting_brings_a_worker_to_the_lobby_or_gives_four_moves() -> None:
    desk = go(using("recruiting", standing=2), "recruiting")
    supply = desk.player("Ann").supply
    desk.plan(
        "Ann",
        UseDepartment(cell="d1", use=0, region="west"),
        UseDepartment(cell="d1", use=1),
        PickUp(cell="b1"),
        PutDown(cell="d4"),
    )
    assert desk.player("Ann").supply == supply - 1
    assert desk.player("Ann").company["d4"].lying == 1


def test_safety_and_quality_with_seven_other_active_workers_scores_4() -> None:
    desk = using("safety_and_quality").workers("Ann", "a1", standing=3).workers("Ann", "a2", standing=3)
    desk = go(desk.workers("Ann", "b2", standing=1), "safety_and_quality")
    assert desk.plan("Ann", UseDepartment(cell="d1", region="east")).player("Ann").vp == 4


def test_engineering_builds_as_the_printed_construction() -> None:
    desk = go(using("engineering").has("Ann", cubes=1), "engineering")
    desk.plan("Ann", StartBuilding(cell="d1", project="housing"), BuildIn(city="denver", space=2))
    assert desk.player("Ann").missions["west"] == 1


def test_construction_outsourcing_builds_anywhere_for_3_more_and_nobody_leaves() -> None:
    desk = go(using("construction_outsourcing").has("Ann", money=3, cubes=1), "construction_outsourcing")
    desk.plan("Ann", StartBuilding(cell="d1", project="housing"), BuildIn(city="denver", space=2))
    assert (desk.player("Ann").money, desk.player("Ann").cubes, desk.player("Ann").active) == (0, 0, 1)


def test_a_cube_that_the_project_needs_is_not_sold_for_its_dollars() -> None:
    desk = go(using("construction_outsourcing").has("Ann", money=0, cubes=3), "construction_outsourcing")
    assert "Ann" not in desk.asked


def test_with_communications_the_nth_donation_costs_3_times_n_until_its_worker_leaves() -> None:
    desk = office().placed("Ann", "communications", "d1", standing=1).donated("Ann", "A1", "A2")
    assert price(desk.table, 1) == 9
    desk.workers("Ann", "d1", standing=0)
    assert price(desk.table, 1) == 15


def test_advanced_research_gives_7_points_on_a_mission_and_advanced_design_4_in_place() -> None:
    desk = go(using("advanced_research").placed("Ann", "advanced_design", "d2", standing=1), "advanced_research")
    assert [label for label in desk.offers("Ann") if label.startswith("Mission to the West")] == [
        "Mission to the West: 7 development points"
    ]
    send = UseDepartment(cell="d1", region="west")
    east = TrackStep(region="east")
    assert desk.allows("Ann", send, east, east, east, TrackStep(region="midwest"), TrackStep(region="midwest"))
    assert not desk.allows("Ann", send, east, east, east, east)


def test_charitable_giving_goes_on_top_of_another_players_donation_and_raises_the_price() -> None:
    """CG-9: never on a neutral disk, on an own one, or twice."""
    desk = using("charitable_giving").has("Ann", money=20).donated("Bob", "D4").donated("Ann", "C1")
    desk.table.chart["A1"].append(0)
    desk.next_event("rd", "west")
    desk.table.chart["A1"].clear()
    go(desk, "charitable_giving")
    assert {label.partition(": ")[2] for label in desk.offers("Ann")} == {"2 VP per project in the West"}
    desk.plan("Ann", DonateOnTopOf(cell="d1", region="south", donation="D4"))
    assert desk.table.chart["D4"] == [2, 1]
    assert desk.player("Ann").money == 10
    assert price(desk.table, 1) == 15


def test_charitable_giving_never_goes_on_a_neutral_disk() -> None:
    desk = office("Ann Bob").idle("Bob").idle("Ann").placed("Ann", "charitable_giving", "d1", standing=1)
    go(desk.has("Ann", money=20), "charitable_giving")
    assert any(desk.table.chart.values())
    assert "Ann" not in desk.asked


def test_telegraph_operators_take_one_point_off_each_track_step_but_not_the_last() -> None:
    desk = office().all_idle_but("Ann").placed("Ann", "telegraph_operators", "d1", standing=1)
    desk.at_box("Ann", "west", 1).next_event("rd", "south").pick("rd")
    assert "West track for 1 point" in desk.offers("Ann")  # printed: 1
    assert "East track for 2 points" in desk.offers("Ann")  # printed: 3


# The expansion


def expansion(department: str) -> Desk:
    return using(department, more_departments=True)


def test_human_resources_administration_puts_a_worker_anywhere_for_each_hr_department() -> None:
    """CG-7."""
    name = "human_resources_administration"
    desk = expansion(name).workers("Ann", "b1", lying=2)
    go(desk, name)
    send = UseDepartment(cell="d1", region="west")
    put = [PickUp(cell="b1"), PutDown(cell="d4"), PickUp(cell="b1"), PutDown(cell="a4")]
    assert desk.allows("Ann", send, *put)
    assert not desk.allows("Ann", *put)


def test_local_partners_branding_renovation_and_knowledge_sharing_pay_for_each_project_of_a_region() -> None:
    for name, wanted in (
        ("local_partners", {"East: $4", "East: $2 and 2 moves", "East: 4 moves"}),
        ("branding", {"East: $4", "East: $2 and 1 cube", "East: 2 cubes"}),
        ("renovation", {"East: $4", "East: $2 and 1 VP", "East: 2 VP"}),
        ("knowledge_sharing", {"East: $4", "East: $2 and 2 development points", "East: 4 development points"}),
    ):
        desk = go(expansion(name).built("Ann", "housing", "albany", "boston"), name)
        assert wanted <= set(desk.offers("Ann"))


def test_corporate_communication_makes_moves_diagonal() -> None:
    desk = go(expansion("corporate_communication").workers("Ann", "b1", lying=1), "corporate_communication")
    assert desk.allows("Ann", PickUp(cell="b1"), PutDown(cell="d4"))  # three diagonal moves instead of five


def test_accounting_production_lines_and_coordination_count_departments_of_their_kind() -> None:
    desk = go(expansion("accounting").has("Ann", money=0), "accounting")
    assert desk.plan("Ann", UseDepartment(cell="d1", region="west")).player("Ann").money == 9
    desk = go(expansion("production_lines").has("Ann", cubes=0), "production_lines")
    assert desk.plan("Ann", UseDepartment(cell="d1", region="west")).player("Ann").cubes == 2
    desk = go(expansion("rd_coordination"), "rd_coordination")
    assert "Mission to the West: 4 development points" in desk.offers("Ann")


def test_payroll_management_pays_more_for_vp_or_less_for_a_vp_but_not_in_the_round_of_its_worker() -> None:
    desk = expansion("payroll_management").workers("Ann", "a2", lying=1).has("Ann", money=9, vp=2)
    desk.next_event("hr", "west").pick("hr").late_until("activation")
    assert desk.allows("Ann", StandUp(cell="a2", how="bonus"))
    desk.plan("Ann", StandUp(cell="a2", how="flat"))
    assert (desk.player("Ann").money, desk.player("Ann").vp) == (8, 1)
    assert desk.player("Ann").company["a2"].standing == [2]  # the dearest workplace, for the flat price
    desk = expansion("payroll_management").workers("Ann", "a2", lying=1).has("Ann", money=9, vp=2)
    desk.player("Ann").company["d1"].since = 1
    desk.next_event("hr", "west").pick("hr").late_until("activation")
    assert not desk.allows("Ann", StandUp(cell="a2", how="bonus"))


def test_political_lobbying_ignores_the_type_of_a_space_and_scores_where_it_matches() -> None:
    desk = expansion("political_lobbying").workers("Ann", "c2", standing=2).has("Ann", cubes=4)
    go(desk, "political_lobbying")
    begin = StartBuilding(cell="c2", project="housing")
    desk.plan("Ann", begin, BuildIn(city="denver", space=0))
    assert desk.player("Ann").vp == 0
    desk = expansion("political_lobbying").workers("Ann", "c2", standing=2).has("Ann", cubes=4)
    go(desk, "political_lobbying").plan("Ann", begin, BuildIn(city="denver", space=2))
    assert desk.player("Ann").vp == 1


def test_archives_may_take_a_lower_income_and_enter_a_taken_end_box() -> None:
    """CG-20: the same box for all who come back together."""
    desk = expansion("archives").workers("Ann", "a2", standing=2).at_box("Bob", "west", 4).at_box("Ann", "west", 3)
    desk.has("Ann", cubes=0)
    go(desk, "archives").plan("Ann", TrackStep(region="west"))
    assert desk.player("Ann").cubes == 3
    desk = expansion("archives").at_box("Ann", "west", 2).has("Ann", money=0, cubes=0)
    desk.workers("Ann", "b1", lying=2).away("Ann", "west", 2).next_event("hr", "west").pick("hr")
    desk.plan("Ann", TakeBack(count=2), TakeBox(box=1))
    assert (desk.player("Ann").money, desk.player("Ann").cubes) == (6, 0)


def test_departments_that_score_at_the_end_need_an_active_worker() -> None:
    for name, points in (("green_spaces", 18), ("public_relations", 4), ("network_of_libraries", 0)):
        desk = expansion(name).built("Ann", "housing", "albany", "boston")
        assert expansions(desk.table, 1) == points
        desk.workers("Ann", "d1", standing=0)
        assert expansions(desk.table, 1) == 0
    desk = expansion("network_of_libraries").built("Ann", "housing", "albany", "denver", "chicago", "atlanta")
    assert expansions(desk.table, 1) == 4


def test_a_table_is_saved_and_loaded_between_any_two_answers() -> None:
    desk = office()
    assert play.copy(desk.table) == desk.table
    assert isinstance(Round(), Round)
