"""Ratings: equal people share, better places never gain less, and the numbers are those of the literature."""

from __future__ import annotations

from math import isclose
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.leagues.log_entries import Adjudicated, Began, Corrected, Disqualified, Left, Substituted, Voided, Withdrew
from bot.leagues.ratings import SIGMA, TAU, Rating, list_rated_games, rate, rate_all
from bot.leagues.scoring import close_up
from bot.leagues.season import add_entries
from tests.leagues.seasons import one_table, places, result

Strengths: TypeAlias = list[tuple[float, float]]
Players: TypeAlias = list[tuple[tuple[float, float], int]]

OPENSKILL: list[tuple[Players, Strengths]] = [
    ([((36.7, 7.0), 1), ((24.4, 2.9), 2)], [(37.809483911, 6.676352207), (24.209446099, 2.878571111)]),
    ([((5.0, 5.8), 1), ((23.8, 6.5), 1)], [(6.140808181, 5.691217554), (22.367267587, 6.346206849)]),
    (
        [((19.9, 6.6), 2), ((15.9, 6.9), 1), ((34.2, 4.0), 2)],
        [(19.022563587, 6.071314719), (22.54257985, 6.36700358), (32.28940502, 3.909946525)],
    ),
    (
        [((26.5, 6.0), 1), ((12.7, 5.0), 1), ((37.2, 2.9), 3), ((37.1, 6.0), 4)],
        [
            (31.059985078, 5.348109281),
            (18.718450116, 4.805184296),
            (35.973076728, 2.825919453),
            (29.122851462, 5.347711348),
        ],
    ),
    (
        [((38.8, 3.4), 4), ((8.7, 6.8), 2), ((37.2, 4.3), 1), ((8.8, 2.4), 3)],
        [
            (35.279760733, 3.310389202),
            (15.550487747, 6.168481085),
            (38.621769323, 4.108064482),
            (9.257564437, 2.376573083),
        ],
    ),
    (
        [((30.4, 3.1), 1), ((43.1, 5.3), 5), ((13.0, 5.8), 1), ((19.4, 7.8), 3), ((41.4, 4.8), 4)],
        [
            (32.078701765, 2.984211779),
            (33.758421639, 4.819763185),
            (22.94528415, 5.384040328),
            (24.300640138, 6.439756661),
            (36.371200935, 4.414124936),
        ],
    ),
    (
        [((30.8, 6.1), 1), ((37.2, 8.1), 2), ((6.1, 3.6), 2), ((29.1, 3.2), 2), ((28.6, 1.7), 2), ((40.2, 4.8), 2)],
        [
            (39.572630998, 4.717593752),
            (28.851147265, 5.545703405),
            (8.911473432, 3.532477608),
            (28.493855081, 2.973887338),
            (28.448660041, 1.667715831),
            (35.27018128, 4.260561386),
        ],
    ),
]
"""Players with their places, and what openskill 6.2.0 makes of them: its `BradleyTerryFull`, with `gamma` always 1."""

STRENGTHS = st.builds(Rating, st.floats(0, 50), st.floats(1, SIGMA))
GAMES = st.integers(2, 6).flatmap(
    lambda people: st.tuples(
        st.lists(STRENGTHS, min_size=people, max_size=people),
        st.lists(st.integers(1, 6), min_size=people, max_size=people),
    )
)


@pytest.mark.parametrize(("before", "after"), OPENSKILL)
def test_ratings_change_as_openskill_changes_them(before: Players, after: Strengths) -> None:
    """With our weight: the more opponents there are, the less each of them says."""
    found = rate([Rating(mu, sigma) for (mu, sigma), _ in before], [place for _, place in before])
    weight = 2 / len(before)
    for ((mu, sigma), _), (theirs, theirs_sigma), ours in zip(before, after, found, strict=True):
        assert isclose(ours.mu, mu + weight * (theirs - mu), abs_tol=1e-6)
        variance = sigma**2 + TAU**2
        assert isclose(ours.sigma**2, variance - weight * (variance - theirs_sigma**2), rel_tol=1e-6)


@given(st.lists(st.integers(1, 6), min_size=2, max_size=6), STRENGTHS)
def test_of_equals_a_better_place_gains_more_and_a_shared_one_the_same(ranks: list[int], strength: Rating) -> None:
    after = rate([strength] * len(ranks), ranks)
    for one, mine in zip(after, ranks, strict=True):
        for other, theirs in zip(after, ranks, strict=True):
            if mine < theirs:
                assert one.mu > other.mu
            elif mine == theirs:
                assert one == other


@given(GAMES)
def test_a_better_place_never_gains_less_than_a_worse_one_would_have(game: tuple[list[Rating], list[int]]) -> None:
    before, ranks = game
    at = ranks.index(max(ranks))
    better = [0 if place == at else rank for place, rank in enumerate(ranks)]
    assert rate(before, better)[at].mu >= rate(before, ranks)[at].mu


@given(GAMES)
def test_after_a_game_we_are_about_as_sure_or_surer(game: tuple[list[Rating], list[int]]) -> None:
    before, ranks = game
    for old, new in zip(before, rate(before, ranks), strict=True):
        assert 0 < new.sigma**2 < old.sigma**2 + TAU**2
        assert new.games == old.games + 1


@given(GAMES)
def test_only_the_order_counts(game: tuple[list[Rating], list[int]]) -> None:
    before, ranks = game
    anew = close_up(dict(enumerate(ranks)))
    assert rate(before, [anew[at] for at in range(len(ranks))]) == rate(before, ranks)


def test_newcomers_are_shown_1500_and_believed_after_five_games() -> None:
    found = rate_all({}, [{"ann": 1, "bob": 2}] * 5)
    assert Rating().shown == 1500
    assert found["ann"].shown > 1500 > found["bob"].shown
    assert not found["ann"].is_provisional
    assert rate_all({}, [{"ann": 1, "bob": 2}] * 4)["ann"].is_provisional


def test_a_missed_season_makes_us_less_sure_and_changes_no_strength() -> None:
    rusty = Rating(30, 2, 9).increase_uncertainty()
    assert (rusty.mu, rusty.games) == (30, 9)
    assert 2 < rusty.sigma < SIGMA
    for _ in range(30):
        rusty = rusty.increase_uncertainty()
    assert rusty.sigma == SIGMA


@pytest.mark.parametrize("edition", [2, 3])
def test_a_player_who_left_is_rated_as_little_as_who_was_silent_but_in_seasons_of_older_editions_as_last(
    edition: int,
) -> None:
    left = (Began(table=1, game_id=1), Substituted(table=1, left=1, entrant=5), result(1, 1, 2, 3, 4))
    (game,) = list_rated_games(one_table(*left, edition=edition))
    assert game.places == {2: 1, 3: 2, 4: 3} | ({1: 4} if edition == 2 else {}), "the substitute risks nothing"


def test_a_player_who_never_came_is_not_rated() -> None:
    season = one_table(Left(table=1, entrant=1), Began(table=1, game_id=1), result(1, 1, 2, 3, 4))
    (game,) = list_rated_games(season)
    assert game.places == places(2, 3, 4)


def test_withdrawing_later_and_being_struck_changes_no_rating() -> None:
    season = one_table(result(1, 1, 2, 3, 4))
    before = list_rated_games(season)
    add_entries(season, Disqualified(entrant=1), Withdrew(entrant=2))
    assert list_rated_games(season) == before


@pytest.mark.parametrize("not_rated", [Adjudicated(table=1, places=places(1, 2, 3, 4)), Voided(table=1)])
def test_what_was_decided_at_the_green_table_is_not_rated(not_rated: Adjudicated | Voided) -> None:
    assert list_rated_games(one_table(not_rated)) == []


def test_a_correction_is_rated_where_the_result_was() -> None:
    season = one_table(result(1, 1, 2, 3, 4))
    (before,) = list_rated_games(season)
    add_entries(season, Corrected(table=1, places=places(4, 3, 2, 1)))
    (after,) = list_rated_games(season)
    assert after.number == before.number
    assert after.places == places(4, 3, 2, 1)
