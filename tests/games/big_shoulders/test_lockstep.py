"""A second implementation, written from the rules alone, agrees with the bot's at every decision of random games."""

from __future__ import annotations

import pytest

from tests.games.big_shoulders.second.lockstep import game


@pytest.mark.parametrize("number", range(5))
def test_money_shares_cubes_staff_tiles_and_what_is_legal_are_as_the_rules_say(number: int) -> None:
    game(number).play()


@pytest.mark.thorough
@pytest.mark.parametrize("number", range(5, 37))
def test_with_every_set_of_options_all_is_as_the_rules_say(number: int) -> None:
    game(number).play()
