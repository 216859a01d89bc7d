"""What can be prepared in Carnegie while others are asked: the next donation, the next plan, the next row."""

from __future__ import annotations

import pytest

from bot.engine import play
from bot.engine.prepared import Foreseen, simulate_turn
from bot.engine.records import Move
from bot.games.carnegie import GAME
from bot.games.carnegie.components import Row
from bot.games.carnegie.moves import BuildIn, Donate, PickRow, Plan, StandUp, StartBuilding
from bot.games.carnegie.prepared import TURNS
from bot.games.carnegie.table import Carnegie
from tests.games.carnegie.dealing import Desk, office
from tests.preparing import condition, holds, prepared, stops

DENVER = Plan(orders=(StartBuilding(cell="c2", project="housing"), BuildIn(city="denver", space=2)))


def prepares(desk: Desk, name: str, *moves: Move) -> Foreseen[Carnegie]:
    return simulate_turn(TURNS, desk.table, desk.seat(name), moves)


def can_prepare(desk: Desk) -> list[str]:
    assert TURNS.plays_on is not None
    return [name for name in desk.names if name not in desk.asked and TURNS.plays_on(desk.table, desk.seat(name))]


def test_a_player_who_cannot_pay_a_donation_is_offered_none_to_prepare() -> None:
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


def is_so(words: str, before: Carnegie, after: Carnegie, seat: int) -> bool | None:
    """Whether a condition that was set at one table is so at another."""
    return holds(GAME, after, seat, condition(GAME, before, seat, words))


def test_that_nobody_has_taken_a_space_of_the_map() -> None:
    desk = office().next_event("construction", "south").pick("construction")
    untaken = condition(GAME, desk.table, 4, "nobody has taken a space of the map")
    assert holds(GAME, desk.table, 4, untaken)
    desk.play("Ann", DENVER)
    assert not holds(GAME, desk.table, 4, untaken, *(piece.news for piece in desk.told))


def test_that_a_department_is_still_on_display() -> None:
    before = office().next_event("construction", "south").pick("construction").table
    department = before.display[0]
    words, after = f"{before.box.department[department].name} is still on display", play.copy(before)
    assert is_so(words, before, after, 4)
    after.display = [one for one in after.display if one != department]
    assert not is_so(words, before, after, 4)


def test_that_a_donation_is_still_free() -> None:
    desk = office("Ann Bob Cid").next_event("hr", "donation").pick("hr")
    before = desk.table
    desk.donate("Ann", "D4")
    assert is_so("donation “2 VP per project in a small town” is still free", before, desk.table, 3)
    assert not is_so("donation “2 VP per project in the West” is still free", before, desk.table, 3)


def test_a_donation_is_not_played_at_another_price() -> None:
    """Cid's own donations make the next one dearer; where that has happened, Cid is asked."""
    desk = office("Ann Bob Cid").next_event("hr", "donation").pick("hr")
    turn = prepared(GAME, desk.table, 3, Donate(donation="D4"))
    desk.donate("Ann", "D1").donate("Bob", "D2")
    assert stops(GAME, desk.table, 3, turn) == ""
    dearer = play.copy(desk.table)
    dearer.chart["D3"].append(3)
    assert "would" in stops(GAME, dearer, 3, turn)


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
    assert desk.question("Bob").is_legal(PickRow(row=row))


def test_after_the_last_round_no_row_is_prepared() -> None:
    desk = office("Ann Bob").all_idle_but("Ann").workers("Ann", "a1", standing=0, lying=1)
    desk.done(hr=5, management=5, construction=5, rd=4)
    desk.table.round = 20
    desk.pick("hr").late_until("activation")
    assert can_prepare(desk) == []
    assert prepares(desk, "Bob").question is None


def test_while_another_picks_a_row_nothing_can_be_prepared() -> None:
    assert can_prepare(office()) == []
