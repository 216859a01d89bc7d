"""Ratings beside an implementation that others have written and checked."""

from __future__ import annotations

from math import isclose

from hypothesis import given
from openskill.models import BradleyTerryFull

from bot.leagues.ratings import BETA, KAPPA, MU, SIGMA, TAU, Rating, rate
from tests.leagues.test_ratings import GAMES


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
