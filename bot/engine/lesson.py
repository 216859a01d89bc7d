"""Lessons: a guided first minute of a game for new players.

A lesson is not stored. It is played on a known deal, and the control ids contain the answers so far, from which the
table is rebuilt.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.engine.questions import Question


@dataclass(frozen=True)
class Lesson:
    """A practice table with a known deal, and the texts that guide its first turns."""

    players: int
    """The learner has seat 1; bots have the others."""
    seed: str
    answers: int
    """The number of questions that the learner answers; few, because all answers must fit in one id."""
    opening: str
    """The theme and goal of the game, as Markdown."""
    hints: Mapping[str, str]
    """Hints by the kind of step that asks, or by that kind and the situation: "actions: activate"."""
    closing: str
    """The rest and the end of the game."""
    to_the_end_of: str = ""
    """The part of the game, as named by `Table.describe_part`, that bots finish after the last answer, such as "year"
    or
    "round". They also play the learner's seat, so that the learner sees the consequences. Empty: the lesson ends with
    the last answer."""
    situation: Callable[[Any, Question], str] | None = None
    """What a step asks about now, from the learner's view, if it asks again and again; empty: nothing special."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Options of the practice table that differ from the defaults."""
