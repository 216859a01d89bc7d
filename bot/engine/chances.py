"""Chances: how likely each seat wins, as far as one view shows.

It knows nothing but the view, so the same position looks better to whoever holds the good card than to somebody who
cannot see it. It was fitted to games of bots (`bot.engine.evaluation`): among people it is a guess.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.engine.evaluation import as_it_ended
from bot.engine.game import AnyGame
from bot.engine.records import Seat


def chances(game: AnyGame, view: Any) -> Mapping[Seat, float]:
    """Return how likely each seat wins this game, in all 1 but for rounding to four digits.

    Two who win together have half each. An opponent without a seat, as in a game for one, has the number
    `bot.engine.evaluation.RIVAL`.

    Args:
        game: which one; of one without an `evaluation` nothing can be said, so the result is empty.
        view: a seat's, or everybody's; of a running game or a finished one.
    """
    if game.evaluation is None:
        return {}
    if view.outcome is not None:
        return as_it_ended(view.outcome)
    return game.evaluation.chances(game.evaluation.position(view))
