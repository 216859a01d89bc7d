"""Lesson: a game's first minute, for somebody who has never seen it.

A lesson is kept nowhere: a game's first minute is played on a known deal, and the answers given so far stand in the ids
of its controls; the table follows from them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Lesson:
    """A practice table whose deal is known beforehand, and what is said while somebody plays its beginning."""

    players: int
    """The learner has seat 1; bots have the others."""
    seed: str
    answers: int
    """How many questions the learner answers before the lesson is over; few, for they all stand in one id."""
    opening: str
    """What the game is about, as Markdown."""
    hints: Mapping[str, str]
    """What to think of, by the kind of step that asks."""
    closing: str
    """How the game goes on and ends."""
    to_the_end_of: str = ""
    """What is played on by bots after the last answer, the learner's seat too, so that they see what came of it: the
    part of the game that `Table.part` names, as "year" or "round". Empty: the lesson ends with the last answer."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """What the practice table has agreed on otherwise than a table begins with."""
