"""How long a game may take, from its measured figures."""

from __future__ import annotations

from typing import Literal

import pytest
from pydantic import Field, model_validator

from bot.engine.lengths import ALONE, Length
from bot.engine.options import Options


class Walk(Options):
    """What a walk may be like."""

    pace: Literal["slow", "fast"] = Field("slow", json_schema_extra={"shortens": True})
    dog: bool = False
    uphill: bool = Field(False, json_schema_extra={"shortens": True})
    weather: Literal["fair", "storm"] = "fair"
    way: Literal["over the hill", "by the road", "by bus"] = Field(
        "over the hill", json_schema_extra={"shortens": ["by bus"]}
    )

    @model_validator(mode="after")
    def _dogs_do_not_run_uphill(self) -> Walk:
        if self.dog and self.uphill:
            raise ValueError("Not with a dog.")
        return self


LENGTH = Length(
    days={2: 10, 4: 20},
    options={
        "pace": {"fast": 0.25},
        "dog": {"True": 2.0},
        "uphill": {"True": 0.1},
        "weather": {"storm": 0.01},
        "way": {"by the road": 0.6, "by bus": 0.8},
    },
    paces={12: 0.8, 24: 1.0, 72: 1.2},
)


def test_one_person_waits_for_nobody_whatever_is_agreed() -> None:
    assert LENGTH.estimate_days(4, 1, Walk(), 24) == LENGTH.estimate_days(2, 1, Walk(dog=True), 72) == ALONE


def test_more_people_take_longer() -> None:
    assert LENGTH.estimate_days(2, 2, Walk(), 24) == 10
    assert LENGTH.estimate_days(4, 4, Walk(), 24) == 20


def test_bots_answer_at_once() -> None:
    assert LENGTH.estimate_days(4, 2, Walk(), 24) == 10


def test_each_option_changes_it() -> None:
    assert LENGTH.estimate_days(2, 2, Walk(pace="fast"), 24) == 2.5
    assert LENGTH.estimate_days(2, 2, Walk(pace="fast", dog=True), 24) == 5


@pytest.mark.parametrize(("hours", "days"), [(1, 8), (24, 10), (30, 10), (336, 12), (None, 12)])
def test_the_nearest_pace_that_was_measured_counts(hours: float | None, days: float) -> None:
    assert LENGTH.estimate_days(2, 2, Walk(), hours) == days


def test_with_a_number_of_seats_that_was_not_measured_it_is_the_nearest() -> None:
    assert LENGTH.estimate_days(6, 6, Walk(), 24) == 20


def test_the_shortest_way_is_named_if_it_halves_the_length() -> None:
    best = LENGTH.find_shortcut(10, Walk())
    assert best is not None
    assert (best.option, best.value, best.days) == ("uphill", "True", 1)


def test_what_does_not_go_together_is_no_way() -> None:
    best = LENGTH.find_shortcut(20, Walk(dog=True))
    assert best is not None
    assert (best.option, best.value, best.days) == ("pace", "fast", 5)


def test_nothing_is_named_that_saves_little() -> None:
    assert LENGTH.find_shortcut(10, Walk(uphill=True)) is not None, "still a quarter when fast"
    assert LENGTH.find_shortcut(2.5, Walk(pace="fast", dog=True, way="by bus")) is None


def test_of_an_option_that_is_about_more_only_the_value_that_is_there_to_shorten_is_named() -> None:
    """Also where it does not halve the days, but no other is."""
    best = LENGTH.find_shortcut(2.5, Walk(pace="fast", dog=True))
    assert best is not None
    assert (best.option, best.value, best.days) == ("way", "by bus", 2.0)
    assert LENGTH.find_shortcut(2, Walk(pace="fast", dog=True, way="by bus")) is None
    assert LENGTH.find_shortcut(2, Walk(pace="fast", dog=True, way="by the road")) is None, "it would take longer"
