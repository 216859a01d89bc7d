"""Search settings of a game's strong bots, as stored in its box.

`bot.engine.search` uses them. They are stored in the box with which a game began, so a search can be reproduced after
the program's box has changed. A box without settings belongs to a game whose bot has not been shown to gain from a
search.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from pydantic import Field

from bot.engine.records import Card


class Lead(Card, kind="lead"):
    """Evaluate by the lead over the best of the others, and by the win if the game is over."""

    scale: float = Field(gt=0, allow_inf_nan=False)
    """The lead in points that makes winning e times as likely as losing."""


class FittedChances(Card, kind="chances"):
    """Evaluate by the win probabilities of `Bots.evaluation`, from the seat's view."""

    weights: dict[int, dict[str, tuple[float, ...]]] | None = Field(default=None, min_length=1)
    """As the `seats` of `bot.engine.evaluation.Weights`. None: the program's current weights; a new game stores them in
    its box, because they may be refitted."""


class ChancesAndLead(Card, kind="chances and lead"):
    """Evaluate a running table by win probabilities, and a finished one by the lead and the win."""

    scale: float = Field(gt=0, allow_inf_nan=False)
    """As in `Lead`."""
    weights: dict[int, dict[str, tuple[float, ...]]] | None = Field(default=None, min_length=1)
    """As in `FittedChances`."""


class OfTheGame(Card, kind="of the game"):
    """Evaluate by the game's own function, `Bots.judge`."""


Judge: TypeAlias = Annotated[Lead | FittedChances | ChancesAndLead | OfTheGame, Field(discriminator="kind")]
"""The evaluation of a table for a seat, about from 0 to 1, during or after the game."""


class Thinking(Card):
    """The search settings of strong bots.

    Fields have no default, because a changed one would change the behaviour of bots in older records. Later fields have
    one that is the older behaviour, and never changes.
    """

    worlds: int = Field(ge=1, le=1000)
    """The number of sampled tables for the best candidates."""
    first: int = Field(ge=1, le=1000)
    """The number of sampled tables for all candidates in the first round."""
    plans: int = Field(ge=1, le=100)
    """The maximum number of candidates."""
    answers: int | None = Field(ge=1)
    """The number of answers after which a playout is stopped and evaluated; None: it is played to the end."""
    sure: float = Field(ge=0, allow_inf_nan=False)
    """By how many standard errors a candidate must be better than the bot's plain answer."""
    judge: Judge
    longest: dict[int, Annotated[int, Field(ge=1)]] = {}
    """By number of seats, the limit of a playout's answers in place of `answers`. With `worlds`, `plans` and `confirm`
    it is the ceiling of a thought, the same on every machine."""
    confirm: int | None = Field(default=None, ge=1, le=1000)
    """The number of fresh sampled tables on which the best candidate must again be better than the bot's plain answer.
    None: it is not tried again, and candidates may refuse an income that costs nothing."""
    margin: float = Field(default=0.0, ge=0, allow_inf_nan=False)
    """Near-tie: the bot gives its plain answer unless the confirmed advantage is greater."""
