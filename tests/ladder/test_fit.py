"""Fitting recovers true weights, and fitted win probabilities are informative on other deals."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import mean

import pytest

from bot.engine.evaluation import KNOTS, Evaluation, Position, Tried, Weights, compute_knot_weights, compute_softmax
from bot.games import OURS
from bot.testing.random_games import build_random
from tests.ladder.fit import POINTS, Example, evaluation_of, examples, fit, fitted, loss, named, said, solved, write
from tests.ladder.truth import written

ENOUGH = 300
"""On fewer positions luck decides."""


def drawn(weight: float, count: int) -> list[Example]:
    """Positions of two seats, decided by one number with this weight, and independent of another."""
    random = build_random("positions that were made up")
    found = []
    for _ in range(count):
        counts = {seat: {"lead": random.gauss(0, 1), "noise": random.gauss(0, 1)} for seat in (1, 2)}
        chances = compute_softmax({seat: weight * one["lead"] for seat, one in counts.items()}, counts)
        winner = random.choices([*chances], [*chances.values()])[0]
        found.append(Example(Position(random.random(), counts), {seat: float(seat == winner) for seat in counts}))
    return found


def test_the_weight_is_found_by_which_games_were_won() -> None:
    found = drawn(1.5, 3000)
    weights = named(found, fitted(found))
    assert weights["lead"] == pytest.approx([1.5] * len(KNOTS), abs=0.3)
    assert weights["noise"] == pytest.approx([0] * len(KNOTS), abs=0.3)


def test_equations_are_solved() -> None:
    assert solved([[4.0], [2.0, 3.0]], [8.0, 7.0]) == pytest.approx([1.25, 1.5])


@pytest.mark.parametrize("over", [-1, 0, 0.3, 0.5, 0.8, 0.99, 1, 2])
def test_between_two_knots_a_weight_passes_from_one_to_the_other(over: float) -> None:
    near = compute_knot_weights(over)
    assert sum(near) == pytest.approx(1)
    assert sum(part * knot for part, knot in zip(near, KNOTS, strict=True)) == pytest.approx(min(1, max(0, over)))


def test_nobody_who_cannot_win_has_a_chance() -> None:
    weights = Weights(seats={3: {"lead": (1.0,) * len(KNOTS)}})
    position = Position(0.5, {1: {"lead": 1.0}, 2: None, 3: {"lead": 1.0}})
    assert Evaluation(lambda view: position, weights).compute_win_probabilities(position) == {1: 0.5, 2: 0, 3: 0.5}


@pytest.mark.thorough
@pytest.mark.parametrize("key", OURS)
def test_on_deals_of_which_they_know_nothing_the_chances_tell_more_than_nothing(key: str) -> None:
    """Six games with two seats and six with four: more than luck explains."""
    for players in (2, 4):
        found = [one for number in range(6) for one in examples(key, players, f"a test of chances {number}")]
        fair = loss([(1 / players, won) for one in found for won in one.won.values()], len(found))
        assert loss([*said(evaluation_of(OURS[key]), found)], len(found)) < fair - 0.05


@pytest.mark.parametrize("key", OURS)
def test_a_tenth_of_the_chances_is_as_true_as_it_says(key: str) -> None:
    """As found on the deals they were tried on: better than what each has, and nowhere quite wrong."""
    weights = evaluation_of(OURS[key]).weights
    for players, tried in weights.tried.items():
        if tried.positions < ENOUGH:
            continue
        assert tried.chances < tried.lead < tried.fair, players
        missed = mean(abs(chance - came) for chance, came, count in tried.said if count >= 100)
        assert missed < 0.12, (players, tried.said)


@pytest.mark.thorough
def test_what_is_fitted_is_written_as_the_game_reads_it(tmp_path: Path) -> None:
    (tmp_path / "goodwill").mkdir()
    with ThreadPoolExecutor(1) as pool:
        weights = fit("goodwill", 0.0, "a test", pool, 1)
    write("goodwill", weights, tmp_path)
    assert written(tmp_path / "goodwill") == weights
    assert isinstance(weights.tried[2], Tried)


def test_every_game_says_which_number_is_what_each_has() -> None:
    for key in OURS:
        assert all(POINTS[key] in named for named in evaluation_of(OURS[key]).weights.seats.values())
