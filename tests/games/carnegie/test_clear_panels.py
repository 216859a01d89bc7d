"""What a panel says about the reason for an answer."""

from __future__ import annotations

from bot.engine import play
from bot.engine.multi_step import Compose
from bot.engine.questions import Choose
from bot.engine.records import Move
from bot.games.carnegie import GAME
from bot.games.carnegie.components import BOX
from bot.games.carnegie.moves import ChooseDepartment, PickUp, PutDown, StartBuilding, TabStep
from bot.games.carnegie.plans.effects import describe_plan
from tests.games.carnegie.dealing import Desk, office


def say_plan(desk: Desk, *orders: Move) -> str:
    question = desk.question("Ann")
    assert isinstance(question, Compose)
    return describe_plan(GAME.view(desk.table, 1), question, list(orders), "")


def list_hints(desk: Desk, *orders: Move) -> dict[str, str]:
    question = desk.question("Ann")
    following = question.get_stage(orders).question if isinstance(question, Compose) else question
    assert isinstance(following, Choose)
    return {option.label: option.hint for option in following.options}


def test_a_plan_that_moves_workers_says_what_they_do_there_and_which_moves_are_lost() -> None:
    desk = office().next_event("hr", "west").pick("hr")
    words = say_plan(desk, PickUp(cell=BOX.lobby, standing=False), PutDown(cell="a2", count=1))
    assert words.startswith("1 to R&D. Activating it next costs $")
    assert "R&D: 3 development points." in words
    assert words.endswith("moves are lost.")


def test_a_plan_of_tab_steps_says_what_the_projects_will_pay() -> None:
    desk = office().workers("Ann", "a2", standing=2).next_event("rd", "west").pick("rd")
    assert "2 VP at the end, 1 more project to build. Built, it pays $2 with each income." in say_plan(
        desk, TabStep(project="housing")
    )


def test_activating_says_how_many_in_each_department() -> None:
    desk = office("Ann Bob").all_idle_but("Ann").workers("Ann", "a1", lying=2).workers("Ann", "c2", standing=1, lying=1)
    desk.has("Ann", money=20).next_event("hr", "west").pick("hr").plan("Ann")
    hint = next(hint for label, hint in list_hints(desk).items() if label.startswith("Activate 3"))
    assert "2 in " in hint
    assert "1 in Construction" in hint


def test_a_project_that_joins_major_cities_without_more_vp_says_why() -> None:
    desk = office().has("Ann", cubes=4).at_box("Ann", "east", 4).at_box("Ann", "midwest", 4)
    desk.built("Ann", "housing", "new_york", "pittsburgh", "chicago", "st_louis")
    desk.built("Ann", "commerce", "new_orleans").slid("Ann", "industry", 1)
    desk.next_event("construction", "west").pick("construction")
    hints = list_hints(desk, StartBuilding(cell="c2", project="industry"))
    memphis = next(hint for label, hint in hints.items() if label.startswith("Memphis"))
    assert memphis.startswith("Joins Chicago, New York and New Orleans, but by cart (South): your links stay at 9 VP.")


def test_a_row_says_how_many_workers_the_others_use() -> None:
    desk = office("Ann Bob").workers("Bob", "c2", standing=2)
    (hint,) = (hint for label, hint in list_hints(desk).items() if label.startswith("Construction"))
    assert "You use 1 worker to build projects, others 2." in hint


def test_places_of_one_price_say_nothing_about_it() -> None:
    desk = office().all_idle_but("Ann").reserves("Ann", "sales").has("Ann", cubes=4)
    desk.next_event("management", "west").pick("management")
    hints = list_hints(desk, ChooseDepartment(cell="b2", department="sales"))
    assert hints
    assert all(hint.endswith("from the lobby.") for hint in hints.values()), hints


def test_missions_are_told_with_where_the_next_incomes_can_be() -> None:
    desk = office().has("Ann", cubes=0).workers("Ann", "b2", standing=0).next_event("management", "west")
    desk.pick("management")
    assert GAME.teaching.bears is not None
    line = GAME.teaching.bears(GAME.view(desk.table, 1), desk.question("Ann"))
    assert line.startswith("1 active worker. Each earns something. Next incomes: ")


def test_the_reserve_is_chosen_with_what_placing_it_costs() -> None:
    table = play.begin(GAME.set_up(GAME.options(), 3, "the reserve", GAME.box)).table
    (seat,) = play.list_asked_seats(table)
    question = play.find_question(table, seat)
    assert isinstance(question, Compose)
    assert GAME.teaching.bears is not None
    line = GAME.teaching.bears(GAME.view(table, seat), question)
    assert line == "Your project is free and pays $1 each income. Placing the reserve later costs 1 or 2 of 4 cubes."
    first = question.get_stage(()).question
    assert isinstance(first, Choose)
    reserve = question.get_stage(first.moves[:1]).question
    assert reserve is not None
    assert "Placing it costs 1 or 2 cubes." in reserve.prompt


def test_first_moves_are_asked_with_what_active_workers_are_for() -> None:
    table = play.begin(GAME.set_up(GAME.options(), 2, "first moves", GAME.box)).table
    while table.agenda[0].kind == "foundation":
        (seat,) = play.list_asked_seats(table)
        move = play.get_default_move(table, seat)
        assert move is not None
        table = play.play(table, seat, move).table
    question = play.find_question(table, 1)
    assert question is not None
    assert GAME.teaching.bears is not None
    line = GAME.teaching.bears(GAME.view(table, 1), question)
    assert line.startswith("Each round one kind of department is used, by active workers alone.")


def test_a_row_with_human_resources_says_how_many_moves_its_workers_give() -> None:
    desk = office().workers("Ann", "c1", standing=2).next_event("hr", "west").pick("hr")
    assert GAME.teaching.bears is not None
    assert GAME.teaching.bears(GAME.view(desk.table, 1), desk.question("Ann")).startswith(
        "3 active workers: 9 moves of one cell. Whom you move you can activate next, for money."
    )


def test_a_tile_that_is_used_says_what_it_is_and_what_it_is_worth_otherwise() -> None:
    desk = office()
    for player in desk.table.everybody.values():
        player.tile = True
    desk.next_event("hr", "west").pick("hr").plan("Ann")
    question = desk.question("Bob")
    assert isinstance(question, Compose)
    asked = question.get_stage(()).question
    assert isinstance(asked, Choose)
    hints = {option.hint for option in asked.options if option.label.endswith("instead")}
    assert hints == {"Once per game: discard your Action Selection tile. Kept, it is worth 3 VP at the end."}
