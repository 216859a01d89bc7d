"""What is said of a bot's character is true: asked the same, it answers so more often than a steady one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

import pytest

from bot.engine import play
from bot.engine.records import Move
from bot.games import OURS
from bot.games.goodwill.moves import Assess, AssessAndPrefer, AssessBoth
from bot.testing.random_games import Case, dice, game_of_bots

Measure: TypeAlias = Callable[[Any, Move], float]
"""How much of what a character does is in an answer, from the view of who gave it."""


def written(_view: Any, move: Move) -> float:
    """The prices that are written, in dollars."""
    match move:
        case Assess():
            return move.price
        case AssessBoth():
            return sum(move.prices.values())
        case AssessAndPrefer():
            return sum(written(_view, part) for part in move.parts)
        case _:
            return 0


def less(measure: Measure) -> Measure:
    return lambda view, move: -measure(view, move)


SAID: Mapping[tuple[str, str], Measure] = {
    ("goodwill", "eager"): written,
    ("goodwill", "thrifty"): less(written),
}
GAMES = 3


@pytest.mark.parametrize(("key", "name"), SAID)
def test_each_does_more_of_what_its_sentence_says(key: str, name: str) -> None:
    game, measure = OURS[key], SAID[key, name]
    box, steady, so = game.box.weighing_as(name), 0.0, 0.0
    for number in range(GAMES):
        for turn in game_of_bots(Case(game, 4, game.options()), f"what is said {number}"):
            question, view = play.question_for(turn.before, turn.seat), game.view(turn.before, turn.seat)
            assert question is not None
            steady += measure(view, game.choose(view, question, dice(1)))
            so += measure(view, game.choose(replace(view, box=box), question, dice(1)))
    assert so > steady


def test_each_character_has_its_measure() -> None:
    assert set(SAID) == {(key, each.name) for key, game in OURS.items() for each in game.box.characters}
