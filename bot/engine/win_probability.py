"""Chances: how likely each seat wins, as far as one view shows.

It knows nothing but the view, so the same position looks better to whoever holds the good card than to somebody who
cannot see it. It was fitted to games of bots (`bot.engine.evaluation`): among people it is a guess.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.engine.evaluation import Evaluation, Weights, as_it_ended
from bot.engine.game import AnyGame
from bot.engine.records import Seat
from bot.engine.table import Box
from bot.engine.thinking import FittedChances


def chances(
    game: AnyGame, view: Any, weights: dict[int, dict[str, tuple[float, ...]]] | None = None
) -> Mapping[Seat, float]:
    """Return how likely each seat wins this game, in all 1 but for rounding to four digits.

    Two who win together have half each. An opponent without a seat, as in a game for one, has the number
    `bot.engine.evaluation.RIVAL`.

    Args:
        game: which one; of one without an `evaluation` nothing can be said, so the result is empty.
        view: a seat's, or everybody's; of a running game or a finished one.
        weights: what counts by number of seats, as in `FittedChances`; None: as the program has it now.
    """
    evaluation = game.evaluation
    if evaluation is None:
        return {}
    if view.outcome is not None:
        return as_it_ended(view.outcome)
    if weights is not None:
        evaluation = Evaluation(evaluation.position, Weights(seats=weights))
    return evaluation.chances(evaluation.position(view))


def keeping_its_chances(game: AnyGame, box: Box) -> Box:
    """Return the box with the chances in it by which its strong bots judge, as the program has them now.

    A game that begins with it is then thought through again by the same, when they have been fitted anew. A box whose
    bots judge by something else, or that holds chances already, is returned as it is.
    """
    how, evaluation = box.strong, game.evaluation
    if how is None or evaluation is None or how.judge != FittedChances():
        return box
    judge = FittedChances(weights=evaluation.weights.seats)
    return box.model_copy(update={"strong": how.model_copy(update={"judge": judge})})
