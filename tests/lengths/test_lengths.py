"""People of the model, and what the games keep of what was measured with them."""

from __future__ import annotations

import pytest

from bot.games import GAMES
from tests.games.every_game.random_games import EVERY_GAME, AnyGame, Case, dice, values
from tests.lengths.people import AWAKE, played

GOODWILL = GAMES["goodwill"]
SHORT = GOODWILL.options.model_validate({"length": "short"})


def test_nobody_is_waited_for_beyond_the_pace() -> None:
    case = Case(GOODWILL, 2, SHORT)
    one = played(case, "a game", dice("people"), pace=24)
    quick = played(case, "a game", dice("people"), pace=1)
    assert quick.answers == one.answers, "the same game"
    assert quick.days < one.days
    assert quick.days <= 2 * quick.sittings / AWAKE, "an hour at most for each time that somebody has come"


def test_a_sitting_has_one_answer_or_several() -> None:
    case = Case(GAMES["briefcase"], 2, GAMES["briefcase"].options())
    one = played(case, "a game", dice("people"))
    assert one.sittings < one.answers


@pytest.mark.parametrize("game", EVERY_GAME)
def test_every_game_has_figures_for_each_number_of_seats(game: AnyGame) -> None:
    """Written by `make lengths`."""
    assert game.length is not None
    assert set(game.length.days) == set(game.seats)
    assert all(days > 0 for days in game.length.days.values())
    assert 24 in game.length.paces


@pytest.mark.parametrize("game", EVERY_GAME)
def test_the_figures_are_about_options_that_there_are(game: AnyGame) -> None:
    assert game.length is not None
    for option, times in game.length.options.items():
        known = {str(value) for value in values(game, option)}
        assert set(times) <= known, option
