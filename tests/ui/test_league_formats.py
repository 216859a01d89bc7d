"""The formats of a league that its organiser can choose, and their descriptions."""

from __future__ import annotations

import pytest

from bot.host.leagues.plan import Plan, build_rules
from bot.host.table.deadlines import TableSettings
from bot.ui.screens.leagues.league_formats import (
    apply_ending,
    apply_format,
    describe_division_meetings,
    describe_draw,
    describe_format,
    describe_meetings,
    describe_season_end,
    list_endings,
    list_formats,
)
from tests.ui.season_pages import known

SEATS = (2, 3, 6)


@pytest.mark.parametrize("seats", SEATS)
def test_every_format_and_end_that_is_offered_can_be_chosen_and_counted_by(seats: int) -> None:
    plan = Plan(title="toy", seats=seats)
    for entry in list_formats(plan):
        found = apply_format(plan, entry.value)
        assert found is not None
        assert [other.value for other in list_formats(found) if other.chosen] == [entry.value]
        for end in list_endings(found):
            ended = apply_ending(found, end.value)
            assert ended is not None
            assert [other.value for other in list_endings(ended) if other.chosen] == [end.value] or ended.weeks is None
            rules = build_rules(Plan.model_validate(ended.model_dump()))
            assert (rules.format, rules.seats, rules.last_day) == (ended.format, seats, ended.open_tables)
            assert all((describe_format(ended), describe_draw(ended), describe_season_end(ended)))


def test_a_cup_leaves_no_table_without_a_result() -> None:
    plan = Plan(title="toy", seats=3, open_tables="void", weeks=2)
    cup = apply_format(plan, "cup 1")
    assert cup is not None
    assert cup.open_tables == "as it stands"
    assert apply_ending(cup, "2 void") is None


@pytest.mark.parametrize("forged", ["", "swiss", "swiss 99", "cup 0", "cup 2", "league", "division 1"])
def test_a_format_that_is_not_offered_is_none(forged: str) -> None:
    assert apply_format(Plan(title="toy", seats=2), forged) is None


@pytest.mark.parametrize("forged", ["", "0", "99 void", "4 plays on", "-1 void", "x as it stands"])
def test_an_end_that_is_not_offered_is_none(forged: str) -> None:
    assert apply_ending(Plan(title="toy", seats=2), forged) is None


@pytest.mark.parametrize(
    ("entrants", "seats", "words"),
    [
        (7, 4, "everybody meets everybody twice, and each will sit in every seat once"),
        (6, 4, "everybody meets everybody twice or 3 times, and each will sit in every seat once"),
        (6, 3, "everybody meets everybody once or twice, and each will sit in every seat once"),
        (8, 3, "not everybody meets: any two do once or never, and each will sit in every seat once"),
        (16, 6, "everybody meets everybody 1 to 3 times, and each will sit in every seat once"),
        (8, 2, "everybody meets everybody once, and each will begin half of their games, or one more or less"),
    ],
)
def test_what_a_division_gives_is_said_as_it_is(entrants: int, seats: int, words: str) -> None:
    assert describe_division_meetings(entrants, Plan(title="toy", seats=seats)) == words


def test_an_anonymous_season_promises_no_turns_in_the_seats() -> None:
    plan = Plan(title="toy", seats=4, pact=TableSettings(anonymous=True))
    words = describe_division_meetings(7, plan)
    assert words == "everybody meets everybody twice, and seats are drawn by lot"
    assert "often, and seats are drawn by lot" in describe_format(plan)


def test_what_is_promised_at_sign_up_holds_for_every_number() -> None:
    for seats in range(2, 7):
        words = describe_format(Plan(title="toy", seats=seats))
        assert "everybody in your division equally often" not in words
        assert "the others in your division about equally often" in words


def test_after_the_draw_people_read_what_their_divisions_give() -> None:
    words = describe_meetings(known([f"Player {number}" for number in range(13)], played=False))
    assert words == ""
    words = describe_meetings(known([f"Player {number}" for number in range(13)]))
    assert "- **6 players** (division 2): everybody meets everybody twice or 3 times" in words
    assert "- **7 players** (division 1): everybody meets everybody twice" in words
