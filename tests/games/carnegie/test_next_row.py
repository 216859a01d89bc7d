"""Decisions taken ahead for the departments of a row: composed in private, and played when that row comes."""

from __future__ import annotations

import pytest

from bot.engine import play
from bot.engine.orders import Order
from bot.games.carnegie import GAME
from bot.games.carnegie.components import BOX, CarnegieBox, Row
from bot.games.carnegie.moves import (
    AnyOrder,
    BuildIn,
    ChooseDepartment,
    PickUp,
    PlaceOn,
    Plan,
    PutDown,
    StartBuilding,
    TabStep,
    UseDepartment,
)
from bot.games.carnegie.orders.next_row import ComposeDepartments, NextDepartments
from bot.games.carnegie.view import view
from tests.games.carnegie.dealing import Desk, office

DOLLARS = UseDepartment(cell="a1")
DENVER = (StartBuilding(cell="c2", project="housing"), BuildIn(city="denver", space=2))


def between(names: str = "Ann Bob", box: CarnegieBox = BOX) -> Desk:
    """Return a table at which Bob picks the next row, and Ann waits with her part done."""
    desk = office(names, box=box)
    for name in desk.names:
        desk.idle(name).workers(name, "a1", standing=1).workers(name, "c2", standing=1).has(name, money=9, cubes=3)
        desk.workers(name, BOX.lobby, lying=3)
    for row in ("hr", "management", "construction", "rd"):
        desk.next_event(row, "south")
    return desk.pick("hr").late_until("action selection")


def offers(desk: Desk, name: str) -> dict[Row, ComposeDepartments]:
    assert GAME.play_ahead.orders is not None
    found = GAME.play_ahead.orders.list_questions(view(desk.table, desk.seat(name)), "panel")
    return {question.row: question for question in found if isinstance(question, ComposeDepartments)}


def prepared(desk: Desk, name: str, row: Row, *orders: AnyOrder) -> NextDepartments:
    """Let somebody prepare the departments of a row; the order comes back from being saved."""
    assert GAME.play_ahead.orders is not None
    question = offers(desk, name)[row]
    given = question.make(orders)
    assert question.is_legal(given)
    assert isinstance(given, NextDepartments)
    kept: NextDepartments = GAME.play_ahead.orders.kinds.validate_json(given.model_dump_json())
    return kept


def played(desk: Desk, name: str, given: Order) -> Plan | None:
    """What the order answers, where it has not ended; its seat is asked otherwise."""
    assert GAME.play_ahead.orders is not None
    seat = desk.seat(name)
    question = play.find_question(desk.table, seat)
    move = None if question is None else GAME.play_ahead.orders.follow(given, view(desk.table, seat), question)
    assert move is None or isinstance(move, Plan)
    return move


def why_over(desk: Desk, name: str, given: Order) -> str | None:
    assert GAME.play_ahead.orders is not None
    return GAME.play_ahead.orders.stopped(given, view(desk.table, desk.seat(name)))


def test_what_is_prepared_for_a_row_is_played_when_another_picks_it() -> None:
    desk = between()
    given = prepared(desk, "Ann", "management", DOLLARS)
    assert (played(desk, "Ann", given), why_over(desk, "Ann", given)) == (None, None)
    desk.pick("management", "Bob")
    assert "Ann" in desk.asked
    assert played(desk, "Ann", given) == Plan(orders=(DOLLARS,))
    desk.plan("Ann", DOLLARS)
    assert desk.player("Ann").money == 12


def test_another_row_does_not_play_it_and_it_stands_for_the_next_time() -> None:
    desk = between()
    given = prepared(desk, "Ann", "management", DOLLARS)
    desk.pick("construction", "Bob").late_until("use departments")
    while desk.step == "use departments":
        assert (played(desk, "Ann", given), why_over(desk, "Ann", given)) == (None, None)
        desk.nothing(desk.asked[0])
    desk.late_until("action selection").pick("management", "Ann")
    assert played(desk, "Ann", given) == Plan(orders=(DOLLARS,))


def test_it_answers_once() -> None:
    assert NextDepartments.once


def test_each_of_the_four_rows_has_an_order_of_its_own() -> None:
    desk = between()
    desk.workers("Ann", "a2", standing=1)
    found = offers(desk, "Ann")
    assert [*found] == ["hr", "management", "construction", "rd"]
    places = {question.make(()).get_place() for question in found.values()}  # type: ignore[attr-defined]
    assert len(places) == 4


def test_a_row_in_which_one_can_do_nothing_is_not_offered() -> None:
    desk = between().workers("Ann", "c2", standing=0)
    assert [*offers(desk, "Ann")] == ["hr", "management"]


def test_in_construction_it_waits_for_ones_turn_as_an_answer_would() -> None:
    """Order of play: a player who could take a space waits for those before them."""
    desk = between()
    given = prepared(desk, "Ann", "construction", *DENVER)
    desk.pick("construction", "Bob")
    assert desk.asked == ["Bob"]
    assert played(desk, "Ann", given) is None
    desk.plan("Bob")
    assert played(desk, "Ann", given) == Plan(orders=DENVER)


def test_a_space_that_was_taken_is_named_and_its_player_is_asked() -> None:
    desk = between()
    given = prepared(desk, "Ann", "construction", *DENVER)
    desk.pick("construction", "Bob").plan("Bob", *DENVER)
    assert "Ann" in desk.asked
    assert played(desk, "Ann", given) is None
    assert why_over(desk, "Ann", given) == "“Denver (2 VP)” is not possible now."


def test_a_department_that_is_not_on_display_any_more_is_named() -> None:
    desk = between().workers("Ann", "b2", standing=1).on_display("sales")
    there, removed = [one for one in desk.table.display if one == "sales"], desk.table.removed
    given = prepared(desk, "Ann", "management", ChooseDepartment(cell="b2", department="sales"), PlaceOn(cell="a3"))
    desk.table.display = [one for one in desk.table.display if one != "sales"]
    removed += there
    desk.pick("management", "Bob").plan("Bob")
    assert why_over(desk, "Ann", given) == "“Place Sales (Management)” is not possible now."


def test_what_would_do_something_else_by_then_is_asked() -> None:
    """A department costs one cube where somebody lies, and two elsewhere."""
    desk = between().workers("Ann", "b2", standing=1).on_display("sales")
    given = prepared(desk, "Ann", "management", ChooseDepartment(cell="b2", department="sales"), PlaceOn(cell="a3"))
    desk.workers("Ann", "a3", lying=1).pick("management", "Bob").plan("Bob")
    assert why_over(desk, "Ann", given) == "It would not do the same now."


def test_a_player_who_has_more_to_use_by_then_is_asked() -> None:
    desk = between()
    given = prepared(desk, "Ann", "management", DOLLARS)
    desk.workers("Ann", "a1", standing=2).pick("management", "Bob")
    assert why_over(desk, "Ann", given) == "You have more to use by now."
    assert played(desk, "Ann", given) is None


def test_workers_who_come_back_to_the_lobby_stop_no_moves() -> None:
    """An income lies between: it leaves more people in the lobby, and more dollars."""
    desk = between()
    lobby = BOX.lobby
    moves = (PickUp(cell=lobby), PutDown(cell="a1"))
    given = prepared(desk, "Ann", "hr", *moves)
    desk.workers("Ann", lobby, lying=desk.player("Ann").company[lobby].lying + 1).has("Ann", money=20, cubes=3)
    desk.pick("hr", "Bob")
    assert played(desk, "Ann", given) == Plan(orders=moves)


def test_using_nothing_can_be_prepared() -> None:
    desk = between()
    given = prepared(desk, "Ann", "construction")
    assert GAME.play_ahead.orders is not None
    assert GAME.play_ahead.orders.describe(given) == "When Construction comes: use nothing."
    assert played(desk.pick("construction", "Bob").plan("Bob"), "Ann", given) == Plan()


def test_a_tile_is_never_discarded_by_it() -> None:
    desk = between("Ann Bob Cid")
    desk.player("Ann").tile = True
    question = offers(desk, "Ann")["management"]
    labels = [option.label for option in getattr(question.get_stage(()).question, "options", ())]
    assert labels
    assert not any("instead" in label or "Wait" in label for label in labels)
    given = prepared(desk, "Ann", "management", DOLLARS)
    desk.pick("management", "Bob")
    while "Ann" not in desk.asked:
        desk.nothing(desk.asked[0])
    assert played(desk, "Ann", given) == Plan(orders=(DOLLARS,))


def test_a_player_who_is_asked_anything_now_is_not_offered_it() -> None:
    """Their workers to activate, or to take back, change their options for preparing."""
    desk = office("Ann Bob").workers("Ann", "a1", standing=1, lying=1).pick("hr").late_until("use departments")
    assert offers(desk, "Ann") == {}
    desk.plan("Ann")
    assert "Ann" in desk.asked, "whom she activates"
    assert offers(desk, "Ann") == {}
    desk.plan("Ann")
    assert "management" in offers(desk, "Ann"), "while Bob still uses his"


def test_a_player_who_picks_prepares_what_comes_after_the_event() -> None:
    desk = between().away("Ann", "south", 1)
    desk.pick("management", "Bob")
    assert (desk.step, desk.asked) == ("income event", ["Ann"])
    assert [*offers(desk, "Bob")] == ["management"], "that is the row of this round"
    given = prepared(desk, "Bob", "management", DOLLARS)
    assert offers(desk, "Ann") == {}
    desk.nothing("Ann")
    assert played(desk, "Bob", given) == Plan(orders=(DOLLARS,))


def test_while_others_use_the_row_before_it_is_still_there_to_be_changed() -> None:
    desk = between().pick("construction", "Bob")
    assert (desk.step, desk.asked) == ("use departments", ["Bob"])
    given = prepared(desk, "Ann", "construction", *DENVER)
    assert played(desk.plan("Bob"), "Ann", given) == Plan(orders=DENVER)


def test_development_points_that_reach_an_end_box_wait_for_their_turn() -> None:
    desk = between().workers("Ann", "a2", standing=1)
    given = prepared(desk, "Ann", "rd", TabStep(project="housing"))
    desk.pick("rd", "Bob")
    while "Ann" not in desk.asked:
        desk.nothing(desk.asked[0])
    assert played(desk, "Ann", given) == Plan(orders=(TabStep(project="housing"),))


def test_after_the_last_round_and_alone_nothing_is_prepared() -> None:
    desk = between()
    desk.done(hr=5, management=5, construction=4, rd=5)
    desk.table.round = 20
    desk.pick("management", "Bob").late_until("use departments")
    while desk.asked:
        assert offers(desk, "Ann") == offers(desk, "Bob") == {} or desk.step != "activation"
        desk.nothing(desk.asked[0])
    assert offers(office("Ann"), "Ann") == {}


@pytest.mark.parametrize("name", [None, "Bob"])
def test_nobody_else_is_offered_it_or_can_know_of_it(name: str | None) -> None:
    """The order lies beside the table; who picks, and who watches, is offered nothing."""
    desk = between()
    assert GAME.play_ahead.orders is not None
    there = view(desk.table, None if name is None else desk.seat(name))
    assert not [one for one in GAME.play_ahead.orders.list_questions(there) if isinstance(one, ComposeDepartments)]
