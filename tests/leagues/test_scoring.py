"""Points of a table: ladders, shared places, and those who did not stay."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.leagues.rules import PLACE_POINTS, SIXTIETHS, WINNER_POINTS, Rules
from bot.leagues.scoring import close_up, compute_points, compute_points_among, compute_score_shares, rank_leavers_last
from tests.leagues.seasons import SEATS, places


def rules(seats: int = 4, ladders: dict[int, tuple[int, ...]] = PLACE_POINTS) -> Rules:
    return Rules(title="fair", seats=seats, ladders=ladders)


def whole(won: dict[int, int]) -> dict[int, float]:
    return {number: sixtieths / SIXTIETHS for number, sixtieths in won.items()}


def test_four_people_win_10_6_3_and_1() -> None:
    assert whole(compute_points(rules(), places(3, 1, 4, 2))) == {3: 10, 1: 6, 4: 3, 2: 1}


def test_a_player_who_shares_a_place_shares_the_points_of_the_places_it_covers() -> None:
    assert whole(compute_points(rules(), places(1, (2, 3), 4))) == {1: 10, 2: 4.5, 3: 4.5, 4: 1}
    assert whole(compute_points(rules(6), places((1, 2, 3), 4, 5, 6))) == {
        1: 22 / 3,
        2: 22 / 3,
        3: 22 / 3,
        4: 3,
        5: 2,
        6: 1,
    }


@given(st.integers(2, 6).flatmap(lambda people: st.lists(st.integers(1, 9), min_size=people, max_size=people)))
def test_the_points_of_a_table_always_sum_alike(strengths: list[int]) -> None:
    ranked = close_up(dict(enumerate(strengths, 1)))
    for ladders in (PLACE_POINTS, WINNER_POINTS):
        assert sum(compute_points(rules(ladders=ladders), ranked).values()) == sum(ladders[len(ranked)]) * SIXTIETHS


@given(st.dictionaries(SEATS, st.integers(1, 6), min_size=2), st.sets(SEATS))
def test_a_better_place_never_gains_less_and_who_stayed_stands_above_who_left(
    ranked: dict[int, int], left: set[int]
) -> None:
    anew = rank_leavers_last(ranked, left)
    won = compute_points(rules(6), anew)
    for one in ranked:
        for other in ranked:
            if one not in left and (other in left or ranked[one] < ranked[other]):
                assert anew[one] < anew[other]
                assert won[one] >= won[other]
            if one not in left and other not in left and ranked[one] == ranked[other]:
                assert won[one] == won[other]


def test_a_player_who_left_shares_the_last_place_whatever_their_bots_made_of_it() -> None:
    assert rank_leavers_last(places(1, 2, 3, 4), {1, 3}) == {2: 1, 4: 2, 1: 3, 3: 3}


def test_when_all_have_left_nobody_stands_above_anybody() -> None:
    assert rank_leavers_last(places(1, 2, 3), {1, 2, 3}) == {1: 1, 2: 1, 3: 1}


def test_points_among_a_few_are_those_of_a_smaller_table() -> None:
    assert whole(compute_points_among(rules(), places(1, 2, 3, 4), (2, 4))) == {2: 10, 4: 4}


def test_shares_of_the_winners_score() -> None:
    ranked = places(1, 2, 3, 4)
    scores = {1: 30, 2: 40, 3: 15, 4: -5}
    found = {1: 1_000_000, 2: 1_000_000, 3: 500_000, 4: 0}
    assert compute_score_shares(scores, ranked) == found, "a game may rank by something else than the score"


def test_there_is_no_share_of_a_winner_who_has_nothing() -> None:
    assert compute_score_shares({1: -3, 2: -9}, places(1, 2)) == {1: 0, 2: 0}
    assert compute_score_shares({}, places(1, 2)) == {1: 0, 2: 0}


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"ladders": {**PLACE_POINTS, 4: (10, 6, 3)}}, "must be 4 numbers"),
        ({"ladders": {**PLACE_POINTS, 3: (1, 2, 3)}}, "none above the one before"),
        ({"ladders": {4: (10, 6, 3, 1)}}, "for each number of people"),
        ({"seats": 3, "go_on": 3}, "at most 2 can go on"),
    ],
)
def test_rules_that_cannot_be_played_by_are_refused(wrong: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Rules.model_validate({"title": "fair", "seats": 4, **wrong})
