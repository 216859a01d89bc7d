"""What somebody who knows no rule reads beside the answers of Carnegie."""

from __future__ import annotations

import pytest

from bot.engine import play
from bot.engine.addressing import address
from bot.engine.multi_step import Compose
from bot.engine.questions import Choose
from bot.engine.records import Move
from bot.games.carnegie import GAME
from bot.games.carnegie.components import BOX, Department
from bot.games.carnegie.moves import BuildIn, ChooseDepartment, PickUp, Plan, StartBuilding, TakeReserve
from bot.games.carnegie.news import CannotDonate
from bot.games.carnegie.rules.scoring import score
from bot.games.carnegie.rules.vocabulary import HINT, LABEL, describe_department
from bot.games.carnegie.text import say
from tests.games.carnegie.dealing import Desk, office


def hints(desk: Desk, *orders: Move) -> dict[str, str]:
    """Return the hints of Ann's options after these orders, by label."""
    question = desk.question("Ann")
    assert isinstance(question, Compose)
    asked = question.get_stage(orders).question
    assert isinstance(asked, Choose)
    return {option.label: option.hint for option in asked.options}


def builder() -> Desk:
    """Ann builds a Commerce project; she has one in Chicago, in Kansas City and in Dallas."""
    desk = office().has("Ann", cubes=4).built("Ann", "housing", "chicago", "kansas_city")
    return desk.built("Ann", "commerce", "dallas").slid("Ann", "commerce", 1).next_event("construction", "west")


def test_a_city_says_which_major_cities_it_links_and_what_the_links_then_score() -> None:
    found = hints(builder().pick("construction"), StartBuilding(cell="c2", project="commerce"))
    assert found["Memphis (0 VP)"] == "A route joins it to your Dallas; two linked major cities score 3 VP or more."
    assert found["San Francisco (3 VP, major city)"].endswith(
        "Linked to another major city by yours, it scores 6 VP or more."
    )
    desk = builder().built("Ann", "housing", "memphis").pick("construction")
    linked = hints(desk, StartBuilding(cell="c2", project="commerce"))["New Orleans (3 VP, major city)"]
    assert linked == "Links Chicago and New Orleans: your links score 3 VP instead of 0."
    before = score(desk.table, 1).links
    desk.plan("Ann", StartBuilding(cell="c2", project="commerce"), BuildIn(city="new_orleans", space=1))
    assert (before, score(desk.table, 1).links) == (0, 3)


def test_a_city_in_which_one_has_built_brings_no_new_link() -> None:
    found = hints(builder().pick("construction"), StartBuilding(cell="c2", project="commerce"))
    assert found["Kansas City (2 VP)"] == "You have a project here already: no new link."


def test_a_track_step_to_a_higher_level_says_what_the_links_then_score() -> None:
    desk = office().built("Ann", "housing", "chicago", "new_york", "pittsburgh")
    desk.workers("Ann", "a2", standing=2).next_event("rd", "west").pick("rd")
    before, words = score(desk.table, 1).links, hints(desk)
    desk.table.everybody[1].tracks["midwest"] += 1
    after = score(desk.table, 1).links
    assert words["Midwest track for 1 point"].startswith(
        f"Stagecoach: your links score {after} VP instead of {before}."
    )
    assert after > before
    assert words["West track for 2 points"].startswith(f"Stagecoach: your links stay at {before} VP.")
    assert all(len(hint) <= HINT for hint in words.values())


def test_a_track_step_of_a_company_without_links_says_so() -> None:
    desk = office().workers("Ann", "a2", standing=2).next_event("rd", "west").pick("rd")
    assert hints(desk)["West track for 2 points"].startswith("Stagecoach: links score more, but you have none.")


def test_a_dearer_cell_says_why_it_is_dearer() -> None:
    desk = office().workers("Ann", "d1", lying=1).reserves("Ann", "sales").next_event("management", "west")
    found = hints(desk.pick("management"), ChooseDepartment(cell="b2", department="sales"))
    assert (
        found["Floor 1, 4th cell for 1 cube, 2 VP at the end"]
        == "2 moves from the lobby. Your worker is there: 1 cube less."
    )
    assert (
        found["Floor 4, 2nd cell for 2 cubes, 3 VP at the end"]
        == "3 moves from the lobby. 1 cube more than where your worker is."
    )


def test_a_place_for_workers_says_how_far_it_is() -> None:
    desk = office().workers("Ann", "b1", lying=4).next_event("hr", "west").pick("hr")
    assert hints(desk, PickUp(cell="b1"))["2 to Construction: 4 moves, leaves 2"].endswith(
        "2 cells away each: leaves 2."
    )


@pytest.mark.parametrize("department", BOX.departments, ids=lambda one: str(one.id))
@pytest.mark.parametrize("before", ["", "From 2 cubes. "])
def test_no_department_to_take_is_described_in_half_a_sentence(department: Department, before: str) -> None:
    words = describe_department(department, before)
    assert len(words) <= HINT
    assert words.endswith(".")


def test_a_cell_to_place_a_department_on_is_named_by_where_it_lies_in_the_picture() -> None:
    desk = office().workers("Ann", "d1", lying=1).reserves("Ann", "sales").next_event("management", "west")
    question = desk.pick("management").question("Ann")
    assert isinstance(question, Compose)
    asked = question.get_stage([ChooseDepartment(cell="b2", department="sales")]).question
    assert isinstance(asked, Choose)
    captions = [one.caption for one in asked.options]
    assert "Floor 1, 4th cell: 1 cube, 2 VP" in captions
    assert "Floor 4, 2nd cell: 2 cubes, 3 VP" in captions
    assert all(len(caption) <= LABEL for caption in captions)


def test_who_cannot_donate_is_told_why() -> None:
    desk = office("Ann Bob").has("Bob", money=3, cubes=1).next_event("hr", "donation").pick("hr")
    desk.donate("Ann", None)
    assert "Bob cannot donate: a donation costs them $5." in desk.words
    passed_over = next(one.news for one in desk.told if isinstance(one.news, CannotDonate))
    assert address(say(passed_over, None), 2) == "You cannot donate: a donation costs you $5."
    assert desk.step != "donation event"


def test_a_donation_event_of_a_game_alone_speaks_of_the_player_and_not_of_everybody() -> None:
    for players, words in (("Ann", "you may donate"), ("Ann Bob", "all may donate")):
        question = office(players).next_event("hr", "donation").question("Ann")
        assert isinstance(question, Choose)
        row = next(one for one in question.options if one.label.startswith("Human Resources"))
        assert row.caption == f"Human Resources: {words}"
        assert ("Everybody" in row.full) == (words == "all may donate")


def test_a_sound_beginning_names_the_city_and_the_department() -> None:
    for number in range(6):
        table = play.begin(GAME.set_up(GAME.options(), 2, f"beginning {number}", GAME.box)).table
        seat = next(iter(play.list_asked_seats(table)))
        question = play.find_question(table, seat)
        assert question is not None
        assert GAME.teaching.first_plan is not None
        plan = GAME.teaching.first_plan(GAME.view(table, seat), question)
        assert plan is not None
        assert isinstance(plan.move, Plan)
        build, reserve = plan.move.orders
        assert isinstance(build, BuildIn)
        assert isinstance(reserve, TakeReserve)
        assert BOX.city[build.city].name in plan.label
        assert BOX.department[reserve.department].name in plan.why
