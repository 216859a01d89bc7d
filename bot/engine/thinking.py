"""Thinking: how long a game's bot thinks where it plays as strongly as it can, and by what it judges, as a box says it.

`bot.engine.search` does it. All of it stands in the box with which a game began, so a record can be thought through
again whatever later boxes say. Where a box has none, nobody has shown that the bot would gain by thinking.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from pydantic import Field

from bot.engine.records import Card


class Lead(Card, kind="lead"):
    """Judge by the lead over the best of the others, and by the win where the game is over."""

    scale: float = Field(gt=0, allow_inf_nan=False)
    """So many points of a lead are worth e to 1 to have won."""


class FittedChances(Card, kind="chances"):
    """Judge by the chances of `Game.evaluation`, as the seat sees the table."""

    weights: dict[int, dict[str, tuple[float, ...]]] | None = Field(default=None, min_length=1)
    """As the `seats` of `bot.engine.evaluation.Weights`. None: those that the program has; a game that begins keeps
    them in its box, for they may be fitted anew."""


class OfTheGame(Card, kind="of the game"):
    """Judge by what the game itself says, `Game.judge`."""


Judge: TypeAlias = Annotated[Lead | FittedChances | OfTheGame, Field(discriminator="kind")]
"""How good a table is for a seat, about from 0 to 1, where it was broken off or is over."""


class Thinking(Card):
    """How a game's bot thinks when it plays as strongly as it can.

    Nothing of it is left to a default: else one that is changed would change how bots of older records thought.
    """

    worlds: int = Field(ge=1, le=1000)
    """So many truths the best candidates are tried in."""
    first: int = Field(ge=1, le=1000)
    """In so many worlds all candidates are tried."""
    plans: int = Field(ge=1, le=100)
    """So many candidates at most."""
    answers: int | None = Field(ge=1)
    """After so many answers a game that is tried is broken off and judged; None: it is played to its end."""
    sure: float = Field(ge=0, allow_inf_nan=False)
    """By how many standard errors a candidate must be better than what the bot answers."""
    judge: Judge
