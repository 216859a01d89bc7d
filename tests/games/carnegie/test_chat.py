"""How Carnegie is played in a chat: few presses, one typed line, and what stands above a question."""

from __future__ import annotations

from collections import Counter
from statistics import median

import pytest

from bot.engine import play
from bot.engine.multi_step import Compose
from bot.engine.news_text import format_news
from bot.engine.questions import BadAnswer, Choose
from bot.engine.records import Move, News
from bot.games.carnegie import GAME
from bot.games.carnegie.components import BOX, END_BOX, CarnegieBox, Gain
from bot.games.carnegie.moves import (
    ChooseDepartment,
    PickUp,
    Plan,
    PutDown,
    StartBuilding,
    TabStep,
    TrackStep,
    UseDepartment,
)
from bot.games.carnegie.news import Donated, RoundBegan, TabMoved, TrackMoved
from bot.games.carnegie.rules.departments import UseDepartments
from bot.games.carnegie.rules.first_moves import FirstMoves
from bot.games.carnegie.rules.timeline import Round
from bot.games.carnegie.text import condense
from bot.host.table.running import format_news_lines
from bot.testing.random_games import build_random
from bot.ui.handlers.table import text_answers
from bot.ui.screens.pick_encoding import PART, SEND
from tests.games.carnegie.dealing import Desk, office
from tests.games.presses import decisions_of_bots, presses

USUAL = {
    "action selection": 2,
    "income event": 2,
    "donation event": 3,
    "hr": 6,
    "management": 4,
    "construction": 5,
    "rd": 4,
    "activation": 2,
}
"""Presses of a usual decision, with the one that opens the panel; where one worker is used, half of all."""


def workers_used(move: Move) -> int:
    """How many workers of departments an answer uses one by one; the points of one pay for two steps."""
    orders = move.orders if isinstance(move, Plan) else ()
    steps = sum(isinstance(order, TabStep | TrackStep) for order in orders)
    return sum(isinstance(order, UseDepartment | ChooseDepartment | StartBuilding) for order in orders) + -(-steps // 2)


@pytest.mark.thorough
def test_a_usual_decision_takes_few_presses() -> None:
    taken: dict[str, list[int]] = {}
    for number in range(4):
        for table, question, move in decisions_of_bots(GAME, 2, f"presses {number}"):
            step = table.agenda[0]
            kind = step.row if isinstance(step, UseDepartments) else step.kind
            if workers_used(move) <= 1:
                taken.setdefault(kind, []).append(1 + presses(question, move))
    for kind, most in USUAL.items():
        assert median(taken[kind]) <= most, (kind, Counter(taken[kind]))


def test_above_the_choice_of_a_row_stands_who_could_be_used_in_each() -> None:
    desk = office().workers("Ann", "a1", standing=3)
    assert GAME.teaching.at_hand is not None
    lines = GAME.teaching.at_hand(GAME.view(desk.table, 1), desk.question("Ann"))
    counts = "Human Resources 2, Management 4, Construction 1, Research & Development 1"
    assert f"Active by row, with who always is (★ in the picture): {counts}." in lines


def test_a_round_begins_with_the_vp_so_far_in_the_boards_own_words() -> None:
    news = RoundBegan(round=3, first=1, points={1: 12, 2: 9})
    assert format_news(GAME, news, None) == "Round 3. VP so far: <seat:1> 12, <seat:2> 9."


def test_a_donation_says_what_it_would_score_as_things_stand() -> None:
    desk = office().built("Ann", "housing", "denver", "los_angeles").donated("Ann", "B5")
    desk.next_event("hr", "donation").pick("hr")
    question = desk.question("Ann")
    assert isinstance(question, Choose)
    hints = {option.label: option.hint for option in question.options}
    assert (
        hints["2 VP per project in the West"] == "As things stand 4 VP for you, and 2 more from your other donations."
    )  # two projects in the West, and B5 counts one more donation
    assert hints["7 VP at the end"] == "As things stand 7 VP for you, and 2 more from your other donations."


def test_income_is_one_press_where_nothing_else_is_to_be_chosen() -> None:
    desk = office().away("Ann", "west", 2).next_event("hr", "west").pick("hr")
    question = desk.question("Ann")
    assert isinstance(question, Choose)
    assert [option.label for option in question.options] == [
        "2 workers back: $2",
        "1 worker back: $1",
        "Nobody: no income at all",
    ]
    desk = office().built("Ann", "commerce", "denver", "los_angeles").away("Ann", "west", 1)
    question = desk.next_event("hr", "west").pick("hr").question("Ann")
    assert isinstance(question, Choose)
    assert [option.label for option in question.options] == [
        "1 worker back: $1, and your projects pay $2; 1 cube",
        "1 worker back: $1, and your projects pay $2; $3",
        "Nobody: no income at all",
    ]


def test_more_than_one_worker_can_go_to_a_department_at_once() -> None:
    desk = office().workers("Ann", "b1", lying=4).next_event("hr", "west").pick("hr")
    offered = desk.offers("Ann", PickUp(cell="b1"))
    assert "2 to Construction: 4 moves, leaves 2" in offered
    assert "3 to Construction: 6 moves, leaves 0" not in offered  # it has two empty workplaces
    desk.plan("Ann", PickUp(cell="b1"), PutDown(cell="c2", count=2), PickUp(cell="b1"), PutDown(cell="a1"))
    company = desk.player("Ann").company
    assert (company["b1"].lying, company["c2"].lying, company["a1"].lying) == (1, 2, 1)
    assert "moves 3 workers (2 from the Lobby to Construction and 1 from the Lobby to Commerce & Finance)" in desk.words


def test_places_where_a_worker_can_be_activated_stand_before_those_without_effect() -> None:
    desk = office().workers("Ann", "b1", lying=4).next_event("hr", "west").pick("hr")
    question = desk.question("Ann")
    assert isinstance(question, Compose)
    there = question.get_stage((PickUp(cell="b1"),))
    assert there.leaves == "", "the step is not whole yet"
    assert isinstance(there.question, Choose)
    hints = [there.question.options[at].hint for at in there.question.shown]
    useless = [hint.startswith("No effect") for hint in hints]
    assert useless == sorted(useless)
    assert {True, False} == set(useless)
    assert hints[0] == "Activating it there costs $1. 1 cell away: leaves 5."
    assert question.get_stage((PickUp(cell="b1"), PutDown(cell="a1"))).leaves.endswith("5 moves left.")


def test_a_step_on_a_track_says_which_income_it_replaces() -> None:
    desk = office().at_box("Ann", "west", 1).workers("Ann", "a2", standing=2).next_event("rd", "west").pick("rd")
    question = desk.question("Ann")
    assert isinstance(question, Compose)
    steps = question.get_stage(()).question
    assert isinstance(steps, Choose)
    hint = next(one.hint for one in steps.options if one.move == TrackStep(region="west"))
    assert hint == "Each worker back: 1 cube instead of $3."


def test_moving_a_worker_and_activating_one_read_differently() -> None:
    desk = office()
    desk.table.agenda = [FirstMoves(), Round()]
    play.run_agenda(desk.table)
    offered = desk.offers("Ann", PickUp(cell="b1"), PutDown(cell="c2"))
    assert "Move from Construction: 1 inactive" in offered
    assert "Move from Construction: 1 active, becomes inactive" in offered
    assert "Activate in Construction for $2" in offered
    assert "Floor 1, 4th cell: 2 moves, leaves 2" in desk.offers(
        "Ann", PickUp(cell="b1"), PutDown(cell="c2"), PickUp(cell="b1")
    )


def test_building_says_which_cities_can_be_linked_and_where_the_worker_goes() -> None:
    desk = office().has("Ann", cubes=4).next_event("construction", "west").pick("construction")
    begun = StartBuilding(cell="c2", project="commerce")
    assert {"San Francisco (3 VP, major city)", "Denver (2 VP)"} <= set(desk.offers("Ann", begun))
    question = desk.question("Ann")
    assert isinstance(question, Compose)
    asked = question.get_stage((begun,)).question
    assert asked is not None
    assert asked.prompt == (
        "Where do you build (free Commerce spaces and small towns)? The worker waits there for an income."
    )


def typing(desk: Desk, name: str, text: str) -> Desk:
    """Let a player type a line of a composed answer."""
    question = desk.question(name)
    parts = [pick.removeprefix(PART) for pick in text_answers.parse_picks(question, text, str) if pick != SEND]
    return desk.play(name, question.read(parts))


def test_a_line_of_words_builds_a_project() -> None:
    desk = office().all_idle_but("Ann").has("Ann", cubes=2).next_event("construction", "west").pick("construction")
    typing(desk, "Ann", "build west commerce denver")
    assert desk.table.projects(1) == [("denver", "commerce")]
    assert desk.player("Ann").missions["west"] == 1


def test_a_line_of_words_uses_two_workers() -> None:
    desk = office().all_idle_but("Ann").idle("Ann").workers("Ann", "a1", standing=2).has("Ann", 0, 0)
    typing(desk.next_event("management", "west").pick("management"), "Ann", "mission west $6; east 2 cubes")
    assert (desk.player("Ann").money, desk.player("Ann").cubes) == (6, 2)


def test_words_that_fit_two_things_are_not_guessed() -> None:
    desk = office().has("Ann", cubes=4).next_event("construction", "west").pick("construction")
    with pytest.raises(BadAnswer):
        typing(desk, "Ann", "build west denver")  # which project?


def test_a_menu_with_room_for_all_uses_has_no_groups_and_names_the_department() -> None:
    desk = (
        office()
        .reserves("Ann", "sales")
        .placed("Ann", "purchasing", "d1", 1)
        .next_event("management", "west")
        .pick("management")
    )
    offered = desk.offers("Ann")
    assert "Commerce & Finance: Mission to the West: $6" in offered
    assert "Purchasing: Mission to the West: $8" in offered


def test_putting_a_plan_together_changes_nothing_on_the_table() -> None:
    desk = office().has("Ann", 30, 9).reserves("Ann", "sales").donated("Bob", "D4").workers("Ann", "c2", standing=3)
    desk.placed("Ann", "charitable_giving", "d1", 1).placed("Ann", "construction_outsourcing", "d2", 1)
    for row in ("hr", "management", "construction", "rd"):
        there = play.copy(desk.table)
        there.agenda = [UseDepartments(row=row, picker=2, waiting=[1], begun=True)]
        there.everybody[1].tile = True
        before = there.model_dump_json()
        question = play.find_question(there, 1)
        assert isinstance(question, Compose)
        for seed in range(12):
            question.choose_random_move(build_random(seed))
        assert there.model_dump_json() == before
        assert not there.told


def test_many_steps_of_a_tab_or_track_are_one_line() -> None:
    steps: list[News] = [
        TabMoved(seat=1, project="housing", steps=1),
        TrackMoved(seat=1, region="east", box=1),
        TabMoved(seat=1, project="housing", steps=2),
        TrackMoved(seat=1, region="east", box=2),
        TabMoved(seat=2, project="housing", steps=1),
    ]
    assert format_news_lines(GAME, steps, None) == [
        "<seat:1> slides the Housing tab to step 2.",
        "<seat:1> moves to box 2 of the East track.",
        "<seat:2> slides the Housing tab to step 1.",
    ]


def test_the_step_that_paid_a_bonus_keeps_its_line() -> None:
    end = TrackMoved(seat=1, region="east", box=END_BOX, bonus=Gain(vp=3))
    before = TrackMoved(seat=1, region="east", box=END_BOX - 1)
    assert condense([before, end]) == [end]
    assert condense([end, before]) == [end, before]


def test_a_donation_is_told_by_its_name_in_the_box_of_the_table() -> None:
    spaces = [one.model_copy(update={"vp": 9}) if one.id == "A2" else one for one in BOX.donations]
    box = CarnegieBox.model_validate({**BOX.model_dump(), "donations": [one.model_dump() for one in spaces]})
    desk = office(box=box).has("Ann", money=5).next_event("hr", "donation").pick("hr").donate("Ann", "A2")
    assert "Ann donates to Education (9 VP per Management department) for $5." in desk.words


def test_a_donation_told_by_an_older_version_has_its_name_too() -> None:
    assert format_news(GAME, Donated(seat=1, donation="A2", price=5), None) == (
        "<seat:1> donates to Education (3 VP per Management department) for $5."
    )
