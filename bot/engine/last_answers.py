"""Answers after which a seat is asked one thing more and has no choice, such as the end of its turn.

A panel offers to give both at once, so that nobody waits for a player who believes they are done.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.engine.records import Move


@dataclass(frozen=True)
class LastAnswers:
    """Answers to a question of a list, and the only answer that is left after each of them.

    They reveal nothing hidden: what a player learns by an answer may change what they want to do next.
    """

    answers: Sequence[Move]
    then: Move
    words: str
    """What `then` does, as the end of a label: "and end turn"."""
    effect: str
    """What `then` does, as a sentence for the line of a menu."""
    without: str = ""
    """The first word of sentences of a hint that are of no use beside `then`: what could still be played."""
