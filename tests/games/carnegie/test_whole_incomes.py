"""Which incomes are answered with one line of a list, and which are put together."""

from __future__ import annotations

import pytest

from bot.engine.multi_step import Compose
from bot.engine.questions import Choose
from bot.games.carnegie.components import PROJECTS, REGIONS, Gain
from bot.games.carnegie.moves import AnyOrder, TabStep, TakeBack, TakeBox, TakeGains, ToNewLobby, TrackStep
from bot.games.carnegie.rules.paid_by_income import TakingIncome
from bot.games.carnegie.rules.planning import ask_for_a_plan
from bot.games.carnegie.rules.whole_incomes import GAP, WIDEST, measure_gain, measure_order
from tests.games.carnegie.dealing import Desk, office


def rich(back: int) -> Desk:
    """Return a table at which five projects pay Ann, three of them one of two things."""
    desk = office("Ann Bob").at_box("Ann", "west", 2).away("Ann", "west", back)
    desk.built("Ann", "housing", "denver", "los_angeles", "san_francisco").built(
        "Ann", "industry", "chicago", "memphis"
    )
    return desk.next_event("hr", "west").pick("hr")


def list_widths(desk: Desk, *orders: AnyOrder) -> list[int]:
    """Return the width of each of these orders of Ann's income, one after the other."""
    region = next(region for region in REGIONS if desk.player("Ann").missions[region])
    composed = ask_for_a_plan(desk.table, TakingIncome(seat=1, region=region), "How many return?", "Income")
    assert composed.tried is not None
    return [measure_order(composed.tried(orders[:at]), order) for at, order in enumerate(orders)]


def test_an_income_that_is_just_narrow_enough_is_a_list_whatever_its_labels_are() -> None:
    question = rich(1).question("Ann")
    assert isinstance(question, Choose)
    assert max(len(option.label) for option in question.options) > WIDEST
    assert sum(list_widths(rich(1), TakeBack(count=1), TakeGains(which=(0, 0)))) + GAP == WIDEST


def test_an_income_that_is_a_little_wider_is_put_together() -> None:
    assert isinstance(rich(2).question("Ann"), Compose)


@pytest.mark.parametrize(
    ("gain", "width"),
    [
        (Gain(), 7),
        (Gain(money=9), 2),
        (Gain(money=10, cubes=1), 3 + 5 + 6),
        (Gain(money=4, cubes=2, vp=1), 2 + 2 + 7 + 5 + 4),
        (Gain(workers=1, development=3, moves=2), 12 + 2 + 20 + 5 + 7),
    ],
)
def test_the_width_of_a_gain_never_changes(gain: Gain, width: int) -> None:
    """Questions of stored games and of records depend on it."""
    assert measure_gain(gain) == width


def test_the_width_of_an_order_never_changes() -> None:
    """Questions of stored games and of records depend on it."""
    desk = office("Ann Bob").at_box("Ann", "west", 1).away("Ann", "west", 2)
    assert list_widths(desk, TakeBack(count=0)) == [24]
    assert list_widths(desk, TakeBack(count=1)) == [17]
    assert list_widths(desk.placed("Ann", "new_lobby", "d3"), TakeBack(count=2), ToNewLobby(count=1)) == [18, 34]
    desk = office("Ann Bob", more_departments=True).at_box("Ann", "west", 3).away("Ann", "west", 1)
    desk.placed("Ann", "archives", "d3", standing=1)
    assert list_widths(desk, TakeBack(count=1), TakeBox(box=2)) == [34, 13]
    desk = office("Ann Bob").at_box("Ann", "midwest", 2).away("Ann", "midwest", 3)
    steps = [TrackStep(region=region) for region in REGIONS]
    assert list_widths(desk, TakeBack(count=3), *steps) == [36, 23, 26, 23, 23]
    tabs = [TabStep(project=project) for project in PROJECTS]
    assert [list_widths(desk, TakeBack(count=3), tab)[1] for tab in tabs] == [24, 25, 25, 38]
