"""First plan: a sound answer to a game's opening question, for new players."""

from __future__ import annotations

from dataclasses import dataclass

from bot.engine.records import Move


@dataclass(frozen=True)
class FirstPlan:
    """An answer that can be given with one press."""

    move: Move
    """A legal answer: an option, or a composed move."""
    label: str
    """A description of at most eighty characters."""
    why: str
    """The reason, in one or two short sentences."""
