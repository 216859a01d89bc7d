"""Ratings: equal people share, better places never gain less, and the numbers are those of the literature."""

from __future__ import annotations

from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import BradleyTerryFull

from bot.leagues.entries import Adjudicated, Began, Corrected, Disqualified, Left, Substituted, Voided, Withdrew
from bot.leagues.ratings import BETA, KAPPA, MU, SIGMA, TAU, Rating, rate, rate_all, rated_games
from bot.leagues.scoring import close_up
from bot.leagues.season import write
from tests.leagues.seasons import one_table, places, result

STRENGTHS = st.builds(Rating, st.floats(0, 50), st.floats(1, SIGMA))
GAMES = st.integers(2, 6).flatmap(
    lambda people: st.tuples(
        st.lists(STRENGTHS, min_size=people, max_size=people),
        st.lists(st.integers(1, 6), min_size=people, max_size=people),
    )
)


@given(GAMES)
def test_ratings_change_as_openskill_changes_them(game: tuple[list[Rating], list[int]]) -> None:
    """Its Bradley-Terry model with full pairing, with our weight: the more opponents, the less each of them says."""
    before, ranks = game
    oracle = BradleyTerryFull(
        mu=MU,
        sigma=SIGMA,
        beta=BETA,
        kappa=KAPPA,
        tau=TAU,
        gamma=lambda c, k, mu, sigma, team, rank, weights: 1.0,
    )
    people = len(before)
    teams = [[oracle.rating(mu=one.mu, sigma=one.sigma)] for one in before]
    found = oracle.rate(teams, ranks=[float(rank) for rank in ranks])
    after = rate(before, ranks)
    for old, (theirs,), ours in zip(before, found, after, strict=True):
        weight = 2 / people
        assert isclose(ours.mu, old.mu + weight * (theirs.mu - old.mu), abs_tol=1e-9)
        variance = old.sigma**2 + TAU**2
        whole = 1 - (theirs.sigma**2 / variance)
        if theirs.sigma**2 / variance > 2 * KAPPA:
            assert isclose(ours.sigma**2, variance * max(KAPPA, 1 - weight * whole), rel_tol=1e-9)


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
    rusty = Rating(30, 2, 9).after_a_missed_season()
    assert (rusty.mu, rusty.games) == (30, 9)
    assert 2 < rusty.sigma < SIGMA
    for _ in range(30):
        rusty = rusty.after_a_missed_season()
    assert rusty.sigma == SIGMA


def test_rated_is_who_sat_there_at_the_start_and_who_left_is_last() -> None:
    season = one_table(Began(table=1, game_id=1), Substituted(table=1, left=1, entrant=5), result(1, 1, 2, 3, 4))
    (game,) = rated_games(season)
    assert game.places == {2: 1, 3: 2, 4: 3, 1: 4}, "the substitute risks nothing"


def test_who_never_came_is_not_rated() -> None:
    season = one_table(Left(table=1, entrant=1), Began(table=1, game_id=1), result(1, 1, 2, 3, 4))
    (game,) = rated_games(season)
    assert game.places == places(2, 3, 4)


def test_withdrawing_later_and_being_struck_changes_no_rating() -> None:
    season = one_table(result(1, 1, 2, 3, 4))
    before = rated_games(season)
    write(season, Disqualified(entrant=1), Withdrew(entrant=2))
    assert rated_games(season) == before


@pytest.mark.parametrize("not_rated", [Adjudicated(table=1, places=places(1, 2, 3, 4)), Voided(table=1)])
def test_what_was_decided_at_the_green_table_is_not_rated(not_rated: Adjudicated | Voided) -> None:
    assert rated_games(one_table(not_rated)) == []


def test_a_correction_is_rated_where_the_result_was() -> None:
    season = one_table(result(1, 1, 2, 3, 4))
    (before,) = rated_games(season)
    write(season, Corrected(table=1, places=places(4, 3, 2, 1)))
    (after,) = rated_games(season)
    assert after.number == before.number
    assert after.places == places(4, 3, 2, 1)
