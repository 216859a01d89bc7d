"""Short golden records: a game with each value of each option produces the same texts as when it was recorded."""

from __future__ import annotations

import pytest

from bot.engine.game import AnyGame
from bot.testing.option_records import OptionRecord, list_option_values, read_option_records, record_again
from bot.testing.random_games import EVERY_GAME, GAMES
from bot.testing.thorough import mark_thorough


@pytest.mark.parametrize("game", EVERY_GAME)
def test_every_value_of_every_option_is_recorded(game: AnyGame) -> None:
    """To add a missing one: `python -m bot.testing FOLDER`."""
    assert [(record.option, record.value) for record in read_option_records(game)] == list_option_values(game)


@pytest.mark.parametrize(
    ("game", "record"),
    [
        case
        for game in GAMES.values()
        for case in mark_thorough(
            pytest.param(game, record, id=f"{game.key}-{record.option}-{record.value}")
            for record in read_option_records(game)
        )
    ],
)
def test_a_game_with_this_value_reads_as_it_was_recorded(game: AnyGame, record: OptionRecord) -> None:
    """After an intended change: `python -m bot.testing FOLDER`."""
    assert record_again(game, record) == record
