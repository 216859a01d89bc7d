"""The formats of a league that its organiser can choose, and what is said of each."""

from __future__ import annotations

import pytest

from bot.host.leagues.plan import Plan, rules_of
from bot.ui.screens.league_formats import chosen_end, chosen_format, ends, formats, how_drawn, how_it_ends, in_short

SEATS = (2, 3, 6)


@pytest.mark.parametrize("seats", SEATS)
def test_every_format_and_end_that_is_offered_can_be_chosen_and_counted_by(seats: int) -> None:
    plan = Plan(title="toy", seats=seats)
    for entry in formats(plan):
        found = chosen_format(plan, entry.value)
        assert found is not None
        assert [other.value for other in formats(found) if other.chosen] == [entry.value]
        for end in ends(found):
            ended = chosen_end(found, end.value)
            assert ended is not None
            assert [other.value for other in ends(ended) if other.chosen] == [end.value] or ended.weeks is None
            rules = rules_of(Plan.model_validate(ended.model_dump()))
            assert (rules.format, rules.seats, rules.last_day) == (ended.format, seats, ended.open_tables)
            assert all((in_short(ended), how_drawn(ended), how_it_ends(ended)))


def test_a_cup_leaves_no_table_without_a_result() -> None:
    plan = Plan(title="toy", seats=3, open_tables="void", weeks=2)
    cup = chosen_format(plan, "cup 1")
    assert cup is not None
    assert cup.open_tables == "as it stands"
    assert chosen_end(cup, "2 void") is None


@pytest.mark.parametrize("forged", ["", "swiss", "swiss 99", "cup 0", "cup 2", "league", "division 1"])
def test_a_format_that_is_not_offered_is_none(forged: str) -> None:
    assert chosen_format(Plan(title="toy", seats=2), forged) is None


@pytest.mark.parametrize("forged", ["", "0", "99 void", "4 plays on", "-1 void", "x as it stands"])
def test_an_end_that_is_not_offered_is_none(forged: str) -> None:
    assert chosen_end(Plan(title="toy", seats=2), forged) is None
