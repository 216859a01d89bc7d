"""The four phases of a round: action selection, events, departments, activation."""

from __future__ import annotations

import pytest

from bot.engine import play
from bot.engine.multi_step import CHECK, ChooseOrCompose, Compose
from bot.engine.news_text import format_news
from bot.engine.questions import Choose
from bot.games.carnegie import GAME
from bot.games.carnegie.components import BOX, ROWS, CarnegieBox, Gain
from bot.games.carnegie.moves import (
    BuildIn,
    PickUp,
    Plan,
    PlayTile,
    PutDown,
    StandUp,
    StartBuilding,
    TabStep,
    TakeBack,
    TakeGains,
    TrackStep,
    UseDepartment,
    WaitForTurn,
)
from bot.games.carnegie.news import WorkersMoved
from bot.games.carnegie.orders import TakeBackOrder, follow
from bot.games.carnegie.picture import shown
from bot.games.carnegie.rules.income import SpendPoints
from bot.games.carnegie.rules.scoring import score
from bot.games.carnegie.rules.timeline import event_row, find_event
from bot.games.carnegie.view import view
from bot.ui.screens.parts import describe_question
from bot.ui.screens.pick_encoding import PART
from tests.games.carnegie.dealing import Desk, office
from tests.table_talk import seated, view_as

MISSION_FOR_MONEY, MISSION_FOR_CUBES = 2, 3


# Phase 1


def test_the_starting_player_picks_a_row_and_everybody_uses_its_departments() -> None:
    desk = office().next_event("management", "donation").pick("management")
    assert desk.table.picked == "management"
    assert "Ann picks Management" in desk.words
    desk.late_until("use departments")
    assert desk.asked == ["Ann"]  # all have Strategic Planning, which takes tiles from the display


def test_picking_a_finished_row_uses_its_departments_but_the_next_row_below_brings_the_event_and_goes_on() -> None:
    desk = office("Ann Bob").done(management=5)
    assert event_row(desk.table, "management") == "construction"
    assert find_event(desk.table, "management") == desk.table.timeline("construction")[0]
    desk.pick("management").late_until("action selection")
    assert desk.table.rows["construction"].done == 1
    assert desk.table.rows["management"].done == 5


def test_below_research_and_development_comes_human_resources_and_finished_rows_are_passed_over() -> None:
    desk = office("Ann Bob").done(rd=5, hr=5)
    assert event_row(desk.table, "rd") == "management"


def test_in_the_last_round_all_four_picks_lead_to_the_same_event() -> None:
    desk = office("Ann Bob").done(hr=5, management=5, construction=4, rd=5)
    assert {event_row(desk.table, row) for row in ROWS} == {"construction"}
    assert len(desk.offers("Ann")) == 4


def test_the_first_player_changes_clockwise_and_the_row_goes_on() -> None:
    desk = office("Ann Bob Cid").pick("hr").late_until("action selection")
    assert desk.asked == ["Bob"]
    assert desk.table.rows["hr"].done == 1


# Phase 2: income


def test_workers_in_other_regions_bring_neither_transport_nor_tab_income() -> None:
    desk = office().built("Ann", "housing", "denver").away("Ann", "south", 2).next_event("hr", "west")
    before = desk.player("Ann").money
    desk.pick("hr")
    assert desk.step == "use departments"
    assert desk.player("Ann").money == before


def test_three_workers_at_once_are_paid_three_times_by_the_track_and_once_by_the_tabs() -> None:
    desk = office().built("Ann", "housing", "denver").away("Ann", "west", 3).at_box("Ann", "west", 1)
    desk.next_event("hr", "west").has("Ann", money=0).pick("hr").plan("Ann", TakeBack(count=3))
    assert desk.player("Ann").money == 3 * 3 + 1
    assert desk.player("Ann").company["b1"].lying == 5
    assert "Ann takes 3 workers back from the West and gets $10." in desk.words


def test_a_player_who_takes_nobody_back_gets_nothing() -> None:
    desk = office().built("Ann", "housing", "denver").away("Ann", "west", 2).next_event("hr", "west")
    desk.has("Ann", money=0).pick("hr").plan("Ann", TakeBack(count=0))
    assert desk.player("Ann").money == 0
    assert desk.player("Ann").missions["west"] == 2


def test_everybody_is_asked_for_income_at_once_and_the_order_changes_nothing() -> None:
    tables = []
    for order in (("Ann", "Bob"), ("Bob", "Ann")):
        desk = office("Ann Bob").away("Ann", "east", 1).away("Bob", "east", 2).next_event("hr", "east").pick("hr")
        assert desk.asked == ["Ann", "Bob"]
        for name in order:
            desk.plan(name, TakeBack(count=1))
        tables.append(desk.table)
    assert tables[0] == tables[1]


def test_two_workers_on_the_third_box_of_the_midwest_bring_six_points_to_spend_at_once_or_lose() -> None:
    desk = midwest(2).at_box("Ann", "west", 3).plan("Ann", TakeBack(count=2))
    assert desk.step == "spend points", "six points are enough for the end box of the West"
    desk.plan("Ann", TabStep(project="housing"), TrackStep(region="midwest"))
    assert desk.player("Ann").tabs["housing"].steps == 1
    assert desk.player("Ann").tracks["midwest"] == 3
    assert desk.step == "use departments"


def test_points_that_are_too_few_for_an_end_box_are_spent_in_the_same_answer_as_the_income_pays_them() -> None:
    """CG-21."""
    desk = midwest(1)
    assert desk.offers("Ann")[0] == "1 worker back: 3 development points"
    assert desk.offers("Ann", TakeBack(count=1))[0] == "Housing tab for 3 points"
    desk.plan("Ann", TakeBack(count=1), TabStep(project="housing"))
    assert desk.player("Ann").tabs["housing"].steps == 1
    assert desk.words.index("takes 1 worker back") < desk.words.index("tab")
    assert (desk.step, desk.asked) == ("use departments", ["Ann", "Bob"])


def test_points_of_an_income_may_be_let_go_and_a_player_who_is_late_lets_them_go() -> None:
    """CG-21."""
    for desk in (midwest(1).plan("Ann", TakeBack(count=1)), midwest(1).nothing("Ann")):
        assert not any(tab.steps for tab in desk.player("Ann").tabs.values())
        assert (desk.step, desk.asked) == ("use departments", ["Ann", "Bob"])


def test_points_that_could_reach_an_end_box_are_not_spent_with_the_income() -> None:
    """CG-21: another could come to the box before."""
    desk = midwest(2).at_box("Ann", "west", 3)
    assert not desk.allows("Ann", TakeBack(count=2), TabStep(project="housing"))


def test_in_a_game_begun_before_all_points_of_an_income_are_spent_when_everybody_has_taken_it() -> None:
    """CG-21, of edition 2."""
    desk = midwest(1, of_edition(2))
    assert not desk.allows("Ann", TakeBack(count=1), TabStep(project="housing"))
    desk.plan("Ann", TakeBack(count=1))
    assert (desk.step, desk.asked) == ("spend points", ["Ann"])


def test_the_order_to_take_all_back_does_not_let_points_go() -> None:
    """CG-21: a player whose income pays points is asked how to spend them."""
    desk = midwest(1)
    assert follow(TakeBackOrder(), view(desk.table, 1), desk.question("Ann")) is None
    desk = office("Ann Bob").away("Ann", "east", 1).next_event("hr", "east").pick("hr")
    assert follow(TakeBackOrder(), view(desk.table, 1), desk.question("Ann")) == Plan(orders=(TakeBack(count=1),))


def midwest(workers: int, box: CarnegieBox = BOX) -> Desk:
    """Return a table with an income in the Midwest, where each of Ann's workers brings her 3 development points."""
    desk = office("Ann Bob", box=box).away("Ann", "midwest", workers).at_box("Ann", "midwest", 2)
    return desk.next_event("hr", "midwest").pick("hr")


def of_edition(edition: int) -> CarnegieBox:
    """Return the box as a game begun with an earlier edition has it."""
    return BOX.model_copy(update={"edition": edition})


def test_an_empty_supply_gives_no_new_worker() -> None:
    """CG-2."""
    desk = office("Ann Bob").at_box("Ann", "east", 2).away("Ann", "east", 1).next_event("hr", "east")
    desk.workers("Ann", "d1", lying=5)
    assert not desk.player("Ann").supply
    desk.pick("hr").plan("Ann", TakeBack(count=1))
    assert desk.player("Ann").company["b1"].lying == 5


def test_a_slot_that_pays_one_of_two_things_asks_which() -> None:
    desk = office("Ann Bob").built("Ann", "commerce", "denver", "chicago").away("Ann", "west", 1)
    desk.has("Ann", money=0, cubes=0).next_event("hr", "west").pick("hr")
    assert [label.split("; ")[-1] for label in desk.offers("Ann")][:2] == ["1 cube", "$3"]
    desk.plan("Ann", TakeBack(count=1), TakeGains(which=(0,)))
    assert (desk.player("Ann").money, desk.player("Ann").cubes) == (1 + 2, 1)


def test_with_an_empty_supply_a_slot_for_a_worker_pays_the_dollar() -> None:
    desk = office("Ann Bob").built("Ann", "housing", "denver", "chicago", "albany").away("Ann", "west", 1)
    desk.workers("Ann", "d1", lying=5).next_event("hr", "west").pick("hr")
    assert desk.offers("Ann")[0].endswith("; $1")
    assert len(desk.offers("Ann")) == 2


# Phase 2: donations


def test_on_a_donation_each_may_donate_clockwise_and_prices_rise_in_fives() -> None:
    desk = office("Ann Bob Cid").next_event("hr", "donation").has("Bob", money=30).donated("Bob", "A1", "A2")
    desk.pick("hr")
    assert desk.asked == ["Ann"]
    desk.donate("Ann", "D4")
    assert desk.player("Ann").money == 7
    assert desk.asked == ["Bob"]
    assert "2 VP per project in the West" not in desk.offers("Bob")
    desk.donate("Bob", "C1")
    assert desk.player("Bob").money == 15
    assert desk.asked == ["Cid"]


def test_without_money_or_disk_nobody_is_asked_to_donate() -> None:
    desk = office("Ann Bob").next_event("hr", "donation").has("Ann", money=2, cubes=2).has("Bob", money=4, cubes=0)
    desk.pick("hr")
    assert desk.step == "use departments"


def test_cubes_are_sold_when_dollars_are_missing_for_a_donation() -> None:
    """CG-1."""
    desk = office("Ann Bob").next_event("hr", "donation").has("Ann", money=2, cubes=4).pick("hr").donate("Ann", "C1")
    assert (desk.player("Ann").money, desk.player("Ann").cubes) == (0, 1)
    assert "Ann sells 3 cubes for $3." in desk.words


def test_income_comes_before_the_donation_of_the_same_space() -> None:
    """CG-13."""
    desk = office("Ann Bob").done(hr=4).has("Ann", money=4, cubes=0).away("Ann", "east", 1).pick("hr")
    desk.plan("Ann", TakeBack(count=1))
    assert desk.step == "donation event"
    assert desk.asked[0] == "Ann"


# Phase 3


def test_human_resources_give_three_moves_for_each_active_worker_and_the_permanent_one() -> None:
    desk = office("Ann Bob").next_event("hr", "west").pick("hr")
    assert sorted(desk.asked) == ["Ann", "Bob"]
    desk.plan("Ann", PickUp(cell="b1"), PutDown(cell="c2"), PickUp(cell="b1"), PutDown(cell="a3"))
    assert desk.player("Ann").company["c2"].lying == 1
    desk = office("Ann Bob").next_event("hr", "west").pick("hr")
    six = [PickUp(cell="b1"), PutDown(cell="c2"), PickUp(cell="b1"), PutDown(cell="a4")]
    assert desk.allows("Ann", *six[:2], PickUp(cell="b1"), PutDown(cell="a4"))
    assert not desk.allows("Ann", *six, PickUp(cell="b1"), PutDown(cell="a1"))


def test_moves_are_orthogonal_and_a_worker_that_moves_lies_down_even_if_it_comes_back() -> None:
    desk = office("Ann Bob").next_event("hr", "west").pick("hr")
    desk.plan("Ann", PickUp(cell="a1", standing=True), PutDown(cell="b2"), PickUp(cell="b2"), PutDown(cell="a1"))
    there = desk.player("Ann").company["a1"]
    assert (there.standing, there.lying) == ([], 1)


def test_commerce_and_finance_gives_each_worker_one_of_four_things() -> None:
    desk = office("Ann Bob").workers("Ann", "a1", standing=3).has("Ann", money=0, cubes=0)
    desk.next_event("management", "west").pick("management")
    desk.plan(
        "Ann",
        UseDepartment(cell="a1", use=0),
        UseDepartment(cell="a1", use=MISSION_FOR_MONEY, region="west"),
        UseDepartment(cell="a1", use=MISSION_FOR_CUBES, region="south"),
    )
    player = desk.player("Ann")
    assert (player.money, player.cubes) == (9, 2)
    assert (player.missions["west"], player.missions["south"]) == (1, 1)
    assert len(player.company["a1"].standing) == 1


def test_a_department_is_finished_before_the_next() -> None:
    desk = office("Ann Bob").workers("Ann", "a1", standing=2).placed("Ann", "purchasing", "d1", standing=1)
    desk.next_event("management", "west").pick("management")
    one, other = UseDepartment(cell="a1"), UseDepartment(cell="d1", use=0, region="west")
    assert desk.allows("Ann", one, one, other)
    assert not desk.allows("Ann", one, other, one)


def test_two_workers_of_one_department_may_go_to_different_regions() -> None:
    desk = office().workers("Ann", "c2", standing=2).has("Ann", cubes=2)
    desk.next_event("construction", "west").pick("construction")
    desk.plan(
        "Ann",
        StartBuilding(cell="c2", project="housing"),
        BuildIn(city="denver", space=2),
        StartBuilding(cell="c2", project="commerce"),
        BuildIn(city="chicago", space=1),
    )
    assert desk.player("Ann").missions == {"west": 1, "midwest": 1, "east": 0, "south": 0}
    assert [city for city, _ in desk.table.projects(1)] == ["denver", "chicago"]


@pytest.mark.parametrize("missing", ["cubes", "disk"])
def test_no_worker_is_sent_where_cubes_or_disks_are_missing(missing: str) -> None:
    desk = office().has("Ann", cubes=0 if missing == "cubes" else 3)
    if missing == "disk":
        for tab in desk.player("Ann").tabs.values():
            desk.player("Ann").disks += sum(tab.disks)
            tab.disks = [False] * 4
    desk.next_event("construction", "west").pick("construction")
    assert "Ann" not in desk.asked


def test_no_worker_is_sent_to_a_space_that_is_taken_or_of_another_type() -> None:
    desk = office().built("Bob", "housing", "denver").next_event("construction", "west").pick("construction")
    begin = StartBuilding(cell="c2", project="housing")
    assert not desk.allows("Ann", begin, BuildIn(city="denver", space=2))
    assert not desk.allows("Ann", begin, BuildIn(city="los_angeles", space=1))
    assert desk.allows("Ann", begin, BuildIn(city="los_angeles", space=0))


def test_building_in_fargo_pays_midwest_income_although_no_worker_returns() -> None:
    desk = office().has("Ann", money=0, cubes=1).at_box("Ann", "midwest", 1)
    desk.next_event("construction", "west").pick("construction")
    desk.plan("Ann", StartBuilding(cell="c2", project="housing"), BuildIn(city="fargo", space=0))
    assert desk.player("Ann").money == 2
    assert "Building in Fargo pays Ann $2." in desk.words


def test_cubes_bought_by_supply_chain_may_be_used_in_the_same_phase() -> None:
    desk = office().placed("Ann", "supply_chain", "d1", standing=1).has("Ann", money=3, cubes=0)
    desk.next_event("construction", "west").pick("construction")
    desk.plan(
        "Ann",
        UseDepartment(cell="d1", count=1),
        StartBuilding(cell="c2", project="housing"),
        BuildIn(city="denver", space=2),
    )
    assert (desk.player("Ann").money, desk.player("Ann").cubes) == (2, 0)


def test_development_points_slide_tabs_and_move_on_tracks() -> None:
    desk = office("Ann Bob").workers("Ann", "a2", standing=2).next_event("rd", "west").pick("rd")
    before = desk.player("Ann").disks
    desk.plan("Ann", TabStep(project="housing"), TrackStep(region="east"))
    player = desk.player("Ann")
    assert player.tabs["housing"].disks == [True, True, False, False]
    assert player.disks == before - 1
    assert player.tracks["east"] == 1


def test_an_end_box_gives_its_bonus_once_and_blocks_it_for_the_others() -> None:
    desk = office("Ann Bob").workers("Ann", "a2", standing=2).at_box("Ann", "west", 3).at_box("Bob", "west", 3)
    desk.workers("Bob", "a2", standing=2).has("Ann", cubes=0).next_event("rd", "south").pick("rd")
    desk.plan("Ann", TrackStep(region="west"))
    assert desk.player("Ann").cubes == 3
    assert not desk.allows("Bob", TrackStep(region="west"))
    assert desk.allows("Bob", TrackStep(region="midwest"))


def test_a_tab_step_with_no_disk_left_leaves_the_slot_empty_and_scores_all_the_same() -> None:
    """CG-8."""
    desk = office("Ann Bob").next_event("rd", "west")
    spaces = [space.id for space in desk.table.box.donations]
    for space in spaces[: desk.player("Ann").disks]:
        desk.donated("Ann", space)
    for project in ("housing", "commerce"):
        while desk.player("Ann").disks:
            desk.slid("Ann", project, desk.player("Ann").tabs[project].steps + 1)
    assert not desk.player("Ann").disks
    desk.pick("rd").plan("Ann", TrackStep(region="east"))
    step = desk.player("Ann").tabs["commerce"].steps
    assert step < 3
    desk.table.agenda = [SpendPoints(seat=1, points=4)]
    play.run_agenda(desk.table)
    desk.plan("Ann", TabStep(project="commerce"))
    assert desk.player("Ann").tabs["commerce"].steps == step + 1
    assert not desk.player("Ann").tabs["commerce"].disks[step + 1]


# Action Selection tiles


def test_the_action_selection_tile_lets_one_use_another_row_and_is_gone() -> None:
    desk = with_tiles().next_event("hr", "west").pick("hr")
    desk.plan("Bob", PlayTile(row="rd"), TrackStep(region="east"))
    assert not desk.player("Bob").tile
    assert desk.player("Bob").tracks["east"] == 1
    assert "Bob discards the Action Selection tile to use Research & Development." in desk.words


def test_after_the_tile_the_panel_explains_the_row_that_is_used_instead() -> None:
    desk = with_tiles().next_event("hr", "west").pick("hr")
    question = play.find_question(desk.table, 2)
    assert isinstance(question, Compose)
    first = question.get_stage(()).question
    assert isinstance(first, Choose)
    assert "Human Resources" in question.prompt
    running = seated(desk.table, game=GAME)
    switch = first.moves.index(PlayTile(row="rd"))
    check = f"{CHECK}{question.compute_check([PlayTile(row='rd')])}"
    asked = describe_question(view_as(running), question, [check, f"{PART}{switch}"])
    assert asked.startswith("### Round 1, R&D: what do you develop?\nSlide project tabs for new disks")
    assert "Bring workers to departments" in describe_question(view_as(running), question)
    assert "Bring workers to departments" not in asked
    assert question.get_topic([PlayTile(row="rd"), TrackStep(region="east")]) == question.get_topic(
        [PlayTile(row="rd")]
    )


def test_the_tile_is_refused_to_the_player_who_picked_the_row() -> None:
    """CG-11."""
    desk = with_tiles().next_event("hr", "west").pick("hr")
    assert not desk.allows("Ann", PlayTile(row="rd"), TrackStep(region="east"))


def test_an_unused_tile_scores_3() -> None:
    assert score(with_tiles().table, 1).tile == 3


def test_for_the_tiles_sake_alone_nobody_has_to_wait_for_their_turn() -> None:
    """CG-10: in Human Resources nobody takes anything, but with the tile they could use Construction."""
    desk = with_tiles().next_event("hr", "west").pick("hr")
    assert desk.asked == ["Ann", "Bob", "Cid", "Dan"]
    assert not desk.allows("Dan", PlayTile(row="construction")), "not before his turn"
    desk.plan("Dan")
    assert desk.table.everybody[4].tile


def test_a_player_who_wants_to_use_the_tile_waits_for_their_turn_and_can_use_it_then() -> None:
    """CG-10: it goes clockwise again for who waits."""
    desk = with_tiles().next_event("hr", "west").pick("hr").plan("Cid", WaitForTurn())
    assert "Cid waits for their turn" in desk.words
    assert desk.asked == ["Ann", "Bob", "Dan"]
    desk.plan("Ann").plan("Dan")
    assert "Cid" not in desk.asked, "Bob, whose turn comes before, could still use his tile"
    desk.plan("Bob")
    assert "Cid" in desk.asked
    desk.plan("Cid", PlayTile(row="management"), UseDepartment(cell="a1", use=0))
    assert not desk.player("Cid").tile


def test_waiting_is_all_that_is_done_with_it() -> None:
    """CG-10."""
    desk = with_tiles().next_event("hr", "west").pick("hr")
    assert not desk.allows("Cid", WaitForTurn(), PickUp(cell="b1"))
    assert not desk.allows("Cid", PickUp(cell="b1"), PutDown(cell="a1"), WaitForTurn())
    assert not desk.allows("Bob", WaitForTurn()), "it is his turn"


def test_in_a_game_begun_before_whoever_has_a_tile_waits_for_their_turn() -> None:
    """CG-10, of edition 2."""
    desk = with_tiles(of_edition(2)).next_event("hr", "west").pick("hr")
    assert desk.asked == ["Ann", "Bob"], "Ann picked the row, so she takes nothing from anybody"


def with_tiles(box: CarnegieBox = BOX) -> Desk:
    desk = office("Ann Bob Cid Dan", box=box)
    for player in desk.table.everybody.values():
        player.tile = True
    return desk


def test_a_player_who_can_take_nothing_from_others_is_asked_at_once_and_the_order_changes_nothing() -> None:
    """CG-10: users of Human Resources take nothing from others; in Management only those with Strategic Planning."""
    tables = []
    for first, second in (("Ann", "Bob"), ("Bob", "Ann")):
        desk = office("Ann Bob").workers("Bob", "b2").next_event("management", "west").pick("management")
        assert sorted(desk.asked) == ["Ann", "Bob"]
        desk.plan(first, UseDepartment(cell="a1", use=0)).plan(second, UseDepartment(cell="a1", use=0))
        tables.append(desk.table)
    assert tables[0] == tables[1]
    desk = office("Ann Bob").next_event("management", "west").pick("management")
    assert desk.asked == ["Ann"]


def test_in_research_only_those_wait_for_each_other_whose_points_could_reach_an_end_box() -> None:
    """CG-10."""
    desk = office("Ann Bob").next_event("rd", "south").pick("rd")
    assert sorted(desk.asked) == ["Ann", "Bob"]
    desk = office("Ann Bob Cid").next_event("rd", "south")
    for name in ("Ann", "Bob"):
        desk.workers(name, "a2", standing=2).at_box(name, "west", 3)
    desk.pick("rd")
    assert sorted(desk.asked) == ["Ann", "Cid"]
    desk.plan("Ann")
    assert sorted(desk.asked) == ["Bob", "Cid"]


@pytest.mark.parametrize(
    ("money", "offered"), [(9, "Activate 2 workers for $1"), (0, "Activate 1 worker, the cheapest")]
)
def test_the_cheapest_come_first_only_where_not_all_can_be_paid(money: int, offered: str) -> None:
    desk = office("Ann Bob").next_event("hr", "west")
    desk.has("Ann", money=money).workers("Ann", "a1", lying=2).pick("hr").nothing("Ann", "Bob")
    question = desk.question("Ann")
    assert isinstance(question, ChooseOrCompose)
    assert question.options[0].label.startswith(offered)
    where = {9: "2 in Commerce & Finance", 0: "Commerce & Finance"}
    assert question.options[0].full.startswith(f"{where[money]}. Leaves ")


def test_workers_who_all_went_the_same_way_are_counted_once() -> None:
    moved = WorkersMoved(seat=1, moves=(("b1", "a1"), ("b1", "a1")))
    assert format_news(GAME, moved, None) == "<seat:1> moves 2 workers (from b1 to a1)."
    apart = WorkersMoved(seat=1, moves=(("b1", "a1"), ("b1", "a1"), ("b1", "a2")))
    assert format_news(GAME, apart, None) == "<seat:1> moves 3 workers (2 from b1 to a1 and 1 from b1 to a2)."


def test_a_player_who_is_done_activates_while_others_use_departments_and_the_order_changes_nothing() -> None:
    """CG-10: nobody waits for others to say whom they activate."""
    tables = []
    for early in (True, False):
        desk = office("Ann Bob").next_event("construction", "west")
        for name in ("Ann", "Bob"):
            desk.workers(name, "c2", standing=2).workers(name, "a1", lying=1)
        desk.pick("construction")
        assert desk.asked == ["Ann"]
        desk.plan("Ann")
        assert (desk.step, desk.asked) == ("use departments", ["Bob", "Ann"])
        assert desk.table.agenda[0].get_title(desk.table) == "Using Construction"
        assert [shown(view(desk.table, seat)) for seat in (1, 2, None)] == ["companies", "map", "map"]
        if early:
            desk.plan("Ann", StandUp(cell="a1"))
            assert desk.asked == ["Bob"], "asked once a round"
        desk.plan("Bob")
        assert desk.step == "activation"
        assert sorted(desk.asked) == (["Bob"] if early else ["Ann", "Bob"])
        if not early:
            desk.plan("Ann", StandUp(cell="a1"))
        tables.append(desk.plan("Bob", StandUp(cell="a1")).table)
    assert tables[0] == tables[1]
    assert tables[0].everybody[1].company["a1"].lying == 0


# Phase 4


def test_a_worker_is_activated_for_the_price_below_its_workplace_and_free_where_there_is_none() -> None:
    desk = office("Ann Bob").all_idle_but("Ann").workers("Ann", "a1", standing=0, lying=2).has("Ann", money=5)
    desk.next_event("hr", "west").pick("hr").late_until("activation")
    desk.plan("Ann", StandUp(cell="a1"), StandUp(cell="a1"))
    assert desk.player("Ann").money == 4  # the first workplace is free, the second costs $1
    assert desk.player("Ann").company["a1"].standing == [0, 1]


def test_workers_in_the_lobby_and_on_free_cells_cannot_be_activated() -> None:
    desk = office("Ann Bob").workers("Ann", "a3", lying=2).next_event("hr", "west").pick("hr")
    desk.nothing("Ann").nothing("Bob")
    assert desk.step == "action selection"


def test_a_worker_used_in_place_stays_active() -> None:
    desk = office("Ann Bob").next_event("management", "west").pick("management")
    desk.plan("Ann", UseDepartment(cell="a1", use=0))
    assert desk.player("Ann").company["a1"].standing == [0]


def test_of_several_workers_the_one_on_the_cheapest_workplace_goes_and_the_cheapest_is_filled() -> None:
    """CG-3."""
    desk = office("Ann Bob").workers("Ann", "a1", standing=2).next_event("management", "west").pick("management")
    desk.plan("Ann", UseDepartment(cell="a1", use=MISSION_FOR_MONEY, region="west"))
    assert desk.player("Ann").company["a1"].standing == [1]


def test_gains_can_be_added_and_counted() -> None:
    assert Gain(money=1).plus(Gain(cubes=2)).times(2) == Gain(money=2, cubes=4)
