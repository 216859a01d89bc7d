"""Who meets whom in a division: everybody sits in every seat once, and all meet equally often as far as possible."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.leagues.round_robin import (
    MAX_SEARCHED_DIVISION,
    PERFECT_BLOCKS,
    build_tables,
    compute_meeting_range,
    compute_sizes,
    count_meetings,
    is_complete,
    is_possible,
)

DIVISIONS = [(entrants, seats) for seats in range(3, 7) for entrants in range(seats, MAX_SEARCHED_DIVISION + 1)] + [
    *PERFECT_BLOCKS
]
EVEN = [(4, 3), (7, 3), (5, 4), (7, 4), (13, 4), (6, 5), (11, 5), (21, 5), (7, 6), (11, 6), (31, 6)]
"""Divisions in which each two meet equally often."""


@pytest.mark.parametrize(("entrants", "seats"), DIVISIONS)
def test_everybody_sits_in_every_seat_once(entrants: int, seats: int) -> None:
    found = build_tables(entrants, seats)
    assert len(found) == entrants
    assert all(len(set(table)) == seats for table in found)
    taken = Counter((number, seat) for table in found for seat, number in enumerate(table))
    assert set(taken.values()) == {1}
    assert len(taken) == entrants * seats


@pytest.mark.parametrize(("entrants", "seats"), DIVISIONS)
def test_all_meet_about_equally_often(entrants: int, seats: int) -> None:
    met = count_meetings(build_tables(entrants, seats))
    often = [met[one, other] for other in range(entrants) for one in range(other)]
    assert max(often) - min(often) <= (2 if (entrants, seats) == (16, 6) else 1)
    if (entrants, seats) in EVEN:
        assert len(set(often)) == 1


@pytest.mark.parametrize(("entrants", "seats"), DIVISIONS)
def test_how_often_two_meet_is_what_is_said_of_it(entrants: int, seats: int) -> None:
    met = count_meetings(build_tables(entrants, seats))
    often = [met[one, other] for other in range(entrants) for one in range(other)]
    assert compute_meeting_range(entrants, seats) == (min(often), max(often))


@pytest.mark.parametrize("entrants", range(2, MAX_SEARCHED_DIVISION + 1))
def test_two_player_games_are_played_by_each_pair_once_and_begun_by_all_alike(entrants: int) -> None:
    found = build_tables(entrants, 2)
    assert set(count_meetings(found).values()) == {1}
    assert len(found) == entrants * (entrants - 1) // 2
    begun = Counter(first for first, _ in found)
    assert max(begun.values()) - min(begun[one] for one in range(entrants)) <= 1


@pytest.mark.parametrize("seats", range(2, 7))
def test_divisions_are_about_equal_and_can_be_played(seats: int) -> None:
    for entrants in range(seats, 400):
        found = compute_sizes(entrants, seats)
        assert sum(found) == entrants
        assert max(found) - min(found) <= 1
        assert all(is_possible(size, seats) for size in found), f"{entrants} in {found}"
        assert all(is_complete(size, seats) for size in found), f"{entrants} in {found}"


def test_too_few_make_no_division() -> None:
    with pytest.raises(ValueError, match="A table needs 4, and there are 3"):
        compute_sizes(3, 4)
    with pytest.raises(ValueError, match="No division of 17"):
        build_tables(17, 4)
