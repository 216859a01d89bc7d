"""What can be prepared in Carnegie while others are asked: the next donation, the next plan, the next row."""

from __future__ import annotations

import pytest

from bot.engine.prepared import Foreseen, foresee
from bot.engine.records import Move
from bot.games.carnegie.components import Row
from bot.games.carnegie.moves import BuildIn, Donate, PickRow, Plan, StandUp, StartBuilding
from bot.games.carnegie.prepared import TURNS
from bot.games.carnegie.table import Carnegie
from bot.games.carnegie.view import view
from tests.games.carnegie.dealing import Desk, office

DENVER = Plan(orders=(StartBuilding(cell="c2", project="housing"), BuildIn(city="denver", space=2)))


def prepares(desk: Desk, name: str, *moves: Move) -> Foreseen[Carnegie]:
    return foresee(TURNS, desk.table, desk.seat(name), moves)


def can_prepare(desk: Desk) -> list[str]:
    assert TURNS.plays_on is not None
    return [name for name in desk.names if name not in desk.asked and TURNS.plays_on(desk.table, desk.seat(name))]


def changed(before: Desk, after: Carnegie, name: str) -> bool:
    """Whether the condition that can be set would stop what this seat has prepared."""
    (condition,) = TURNS.unless
    seat = before.seat(name)
    return condition.digest(view(before.table, seat)) != condition.digest(view(after, seat))


def test_who_cannot_pay_a_donation_is_offered_none_to_prepare() -> None:
    desk = office("Ann Bob Cid").next_event("hr", "donation").pick("hr").has("Cid", money=2, cubes=2)
    assert prepares(desk, "Cid").question is None
    assert can_prepare(desk) == ["Bob"]
    desk.donate("Ann", None).donate("Bob", None)
    assert desk.step != "donation event"


def test_a_donation_is_prepared_while_others_donate() -> None:
    desk = office("Ann Bob Cid").next_event("hr", "donation").pick("hr")
    assert can_prepare(desk) == ["Bob", "Cid"]
    seen = prepares(desk, "Cid", Donate(donation="D4"))
    assert (seen.possible, seen.over) == (1, True)
    assert desk.asked == ["Ann"], "the table itself stays as it is"
    desk.donate("Ann", "D4")
    assert prepares(desk, "Cid", Donate(donation="D4")).possible == 0


def test_a_plan_is_prepared_while_others_use_their_departments() -> None:
    desk = office().next_event("construction", "south").pick("construction")
    assert can_prepare(desk) == ["Bob", "Cid", "Dan"]
    assert prepares(desk, "Dan", DENVER).possible == 1
    desk.play("Ann", DENVER)
    assert prepares(desk, "Dan", DENVER).possible == 0
    assert can_prepare(desk) == ["Cid", "Dan"], "Ann has built, and whom she activates is not known yet"


def test_a_prepared_turn_can_depend_on_that_nobody_has_taken_anything() -> None:
    desk = office().next_event("construction", "south").pick("construction")
    before = desk.table
    desk.play("Ann", DENVER)
    now = desk.table
    desk.table = before
    assert changed(desk, now, "Dan")
    assert not changed(desk, before, "Dan")


@pytest.mark.parametrize("row", ["hr", "management"])
def test_the_next_first_player_prepares_a_row_while_others_activate(row: Row) -> None:
    desk = office("Ann Bob Cid").all_idle_but("Ann").workers("Ann", "a1", standing=0, lying=1)
    desk.next_event("hr", "west").pick("hr").late_until("activation")
    assert can_prepare(desk) == ["Bob"], "Cid is not the next first player"
    seen = prepares(desk, "Bob", PickRow(row=row))
    assert seen.possible == 1
    assert (seen.table.round, seen.table.first) == (2, 2)
    desk.plan("Ann", StandUp(cell="a1"))
    assert desk.asked == ["Bob"]
    assert desk.question("Bob").allows(PickRow(row=row))


def test_after_the_last_round_no_row_is_prepared() -> None:
    desk = office("Ann Bob").all_idle_but("Ann").workers("Ann", "a1", standing=0, lying=1)
    desk.done(hr=5, management=5, construction=5, rd=4)
    desk.table.round = 20
    desk.pick("hr").late_until("activation")
    assert can_prepare(desk) == []
    assert prepares(desk, "Bob").question is None


def test_while_another_picks_a_row_nothing_can_be_prepared() -> None:
    assert can_prepare(office()) == []
