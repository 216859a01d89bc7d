"""Tests of questions answered ahead: the chosen option must keep its place among the options."""

from __future__ import annotations

import pytest

from bot.engine.answered import Answered, answered
from bot.engine.prepared import as_it_read
from bot.engine.questions import Choose, Number, Option
from bot.engine.records import Move


class Take(Move, kind="take"):
    """Take something."""

    what: int


def among(*labels: str) -> Choose:
    options = tuple(Option(Take(what=number), label) for number, label in enumerate(labels))
    return Choose(prompt="What do you take?", rule="Taking", options=options)


def chosen(label: str, *labels: str) -> Answered:
    """Answer with the option that reads so, and save that."""
    made = answered(among(*labels), Take(what=labels.index(label)))
    return Answered.model_validate_json(made.model_dump_json())


BACK = ("2 workers back", "1 worker back")


@pytest.mark.parametrize(
    ("then", "now", "stands"),
    [
        (BACK, BACK, True),
        (BACK, ("3 workers back", *BACK), False),
        (BACK, (*BACK, "nobody back"), True),
        (BACK, ("2 workers back",), True),
        (("1 worker back", "2 workers back"), ("1 worker back", "2 workers back", "3 workers back"), False),
        (("3 workers back", *BACK), ("4 workers back", "3 workers back", *BACK), True),
        (("2 workers back", "hire Ann"), ("hire Ben", "2 workers back", "hire Cleo"), True),
    ],
)
def test_what_was_the_most_of_its_kind_has_to_be_so_still(
    then: tuple[str, ...], now: tuple[str, ...], stands: bool
) -> None:
    why = chosen("2 workers back", *then).why_not(chosen("2 workers back", *now))
    assert (why is None) is stands


def test_the_only_one_of_its_kind_is_the_most() -> None:
    why = chosen("1 worker back", "1 worker back").why_not(chosen("1 worker back", *BACK))
    assert why == "Beside “1 worker back” there is “2 workers back” now."


def test_another_player_is_not_more_of_the_same() -> None:
    now = chosen("Hire from <seat:2>", "Hire from <seat:1>", "Hire from <seat:2>")
    assert chosen("Hire from <seat:2>", "Hire from <seat:2>").why_not(now) is None


@pytest.mark.parametrize(("number", "high", "stands"), [(5, 5, True), (5, 7, False), (3, 7, True), (0, 7, True)])
def test_the_highest_number_has_to_be_the_highest_still(number: int, high: int, stands: bool) -> None:
    then, now = (
        answered(
            Number(prompt="How much?", rule="Taking", move=Take, field="what", low=0, high=most), Take(what=number)
        )
        for most in (5, high)
    )
    assert (then.why_not(now) is None) is stands


def test_a_move_is_found_by_how_it_reads() -> None:
    now = among("fire Ben", "fire Ann")
    assert as_it_read(now, Take(what=0), "fire Ann") == Take(what=1)
    assert as_it_read(now, Take(what=7), "fire Cleo") == Take(what=7), "nothing reads so: it is as it is, and not legal"
    twice = among("fire Ann", "fire Ann")
    assert as_it_read(twice, Take(what=7), "fire Ann") == Take(what=7), "nobody can tell which of them"
