"""Prepared turns: nothing that a turn would draw or show is ever foreseen."""

from __future__ import annotations

import pytest

from bot.engine.prepared import Turns, simulate_turn
from bot.engine.questions import Choose
from bot.engine.records import Seat
from bot.games import GAMES
from bot.games.briefcase.rules.discard_and_draw import DiscardAndDraw
from bot.games.briefcase.table import Briefcase
from tests.games.briefcase.dealing import office


def is_own(table: Briefcase, seat: Seat) -> bool:
    return table.active == seat


def draws_first(table: Briefcase, seat: Seat) -> None:
    table.active = seat
    table.agenda = [DiscardAndDraw(seat=seat)]


def test_a_turn_that_begins_by_drawing_cannot_be_prepared() -> None:
    table = office("Ann Bob").table
    with pytest.raises(ValueError, match="cannot be prepared"):
        simulate_turn(Turns(is_own=is_own, begin=draws_first), table, 2, ())


def test_what_ends_in_a_draw_is_foreseen_up_to_the_draw() -> None:
    game = GAMES["briefcase"]
    assert game.play_ahead.turns is not None
    table = office("Ann Bob").hand("Bob", "Buy").table
    question = simulate_turn(game.play_ahead.turns, table, 2, ()).question
    assert isinstance(question, Choose)
    end = next(option.move for option in question.options if option.label == "End turn")
    foreseen = simulate_turn(game.play_ahead.turns, table, 2, [end])
    assert (foreseen.possible, foreseen.over, foreseen.question) == (1, True, None)
    assert foreseen.table.everybody[2].hand == ["buy"], "the cards of the next turn are not shown"
