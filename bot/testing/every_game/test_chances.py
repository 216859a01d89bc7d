"""Win probabilities depend on a view alone, add up to one, and are 0 for seats that can no longer win."""

from __future__ import annotations

import pytest

from bot.engine import play
from bot.engine.chance import Chance
from bot.engine.evaluation import RIVAL
from bot.engine.game import AnyGame
from bot.engine.win_probability import compute_win_probabilities
from bot.testing.random_games import GAMES, OPTIONS, TABLES, Case, get_whole_game, sample_positions

ALIKE = 0.002
"""Tolerance of the sum of win probabilities, which are rounded to four digits."""


JUDGED = [case for case in [*TABLES, *OPTIONS] if case.values[0].game.bots.evaluation is not None]
JUDGED_GAMES = [pytest.param(game, id=key) for key, game in GAMES.items() if game.bots.evaluation is not None]


@pytest.mark.parametrize("case", JUDGED)
def test_the_chances_of_all_seats_add_up_to_one(case: Case) -> None:
    for turn in sample_positions(case, "chances", 8):
        for reader in case.list_readers():
            found = compute_win_probabilities(case.game, case.game.view(turn.before, reader))
            assert found.keys() - {RIVAL} == {*turn.before.seats}
            assert all(0 <= chance <= 1 for chance in found.values())
            assert sum(found.values()) == pytest.approx(1, abs=ALIKE)


@pytest.mark.parametrize("case", JUDGED)
def test_a_seat_is_told_the_same_chances_in_every_truth_that_it_cannot_tell_from_the_real_one(case: Case) -> None:
    for turn in sample_positions(case, "chances", 4):
        for reader in case.list_readers():
            told = compute_win_probabilities(case.game, case.game.view(turn.before, reader))
            other = case.game.redeal(turn.before, reader, Chance(seed="another truth"))
            assert compute_win_probabilities(case.game, case.game.view(other, reader)) == told


@pytest.mark.parametrize("case", JUDGED)
def test_at_the_end_the_winners_have_all_of_it(case: Case) -> None:
    after = get_whole_game(case)[-1].after
    assert after.outcome is not None
    winners = [RIVAL] if after.outcome.beaten_by else after.outcome.winners
    found = compute_win_probabilities(case.game, case.game.view(after, None))
    assert {seat for seat, chance in found.items() if chance > 0} == {*winners}
    assert sum(found.values()) == pytest.approx(1, abs=ALIKE)


@pytest.mark.parametrize("case", [case for case in JUDGED if case.values[0].players > 2])
def test_a_player_who_has_conceded_has_no_chance(case: Case) -> None:
    table = play.copy(sample_positions(case, "chances", 1)[0].before)
    table = play.concede(table, 2).table
    if table.outcome is None:
        found = compute_win_probabilities(case.game, case.game.view(table, 1))
        of_those_who_play_on = [found[seat] for seat in table.seats if seat != 2]
        assert found[2] == 0 or found[2] in of_those_who_play_on, "unless somebody plays on for the two of them"


@pytest.mark.parametrize("game", JUDGED_GAMES)
def test_every_number_that_counts_was_fitted(game: AnyGame) -> None:
    assert game.bots.evaluation is not None
    for players in game.seats:
        table = Case(game, players, game.options()).begin("the beginning").table
        position = game.bots.evaluation.position(game.view(table, None))
        names = {name for counts in position.seats.values() if counts is not None for name in counts}
        fitted = game.bots.evaluation.weights.seats
        weighed = fitted[min(fitted, key=lambda number: abs(number - players))]
        assert names == weighed.keys()
