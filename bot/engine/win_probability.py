"""Win probabilities of the seats, as far as one view shows.

They depend on the view alone. So the same position looks better to the holder of a good card than to a seat that cannot
see it. The weights were fitted to games of bots (`bot.engine.evaluation`); for games between people it is a guess.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.engine.evaluation import Evaluation, Weights, get_final_probabilities
from bot.engine.game import AnyGame
from bot.engine.records import Seat
from bot.engine.table import Box
from bot.engine.thinking import ChancesAndLead, FittedChances


def compute_win_probabilities(
    game: AnyGame, view: Any, weights: dict[int, dict[str, tuple[float, ...]]] | None = None
) -> Mapping[Seat, float]:
    """Return each seat's win probability, adding up to 1 apart from rounding to four digits.

    Two joint winners have half each. An opponent without a seat, as in a solo game, has the number
    `bot.engine.evaluation.RIVAL`.

    Args:
        game: the game; the result is empty if it has no `evaluation`.
        view: the view of a seat or of everybody, of a running or finished game.
        weights: feature weights by number of seats, as in `FittedChances`; None: the program's current weights.
    """
    evaluation = game.bots.evaluation
    if evaluation is None:
        return {}
    if view.outcome is not None:
        return get_final_probabilities(view.outcome)
    if weights is not None:
        evaluation = Evaluation(evaluation.position, Weights(seats=weights))
    return evaluation.compute_win_probabilities(evaluation.position(view))


def pin_fitted_weights(game: AnyGame, box: Box) -> Box:
    """Return the box with the program's current weights stored in it, for strong bots that judge by them.

    A search in a game that begins with this box can then be reproduced after the weights were refitted. The box is
    returned unchanged if its bots judge by something else, or if it has weights already.
    """
    how, evaluation = box.strong, game.bots.evaluation
    if how is None or evaluation is None or not isinstance(how.judge, FittedChances | ChancesAndLead):
        return box
    if how.judge.weights is not None:
        return box
    judge = how.judge.model_copy(update={"weights": evaluation.weights.seats})
    return box.model_copy(update={"strong": how.model_copy(update={"judge": judge})})
