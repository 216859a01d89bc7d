"""First plan: a sound answer to a game's opening question, for somebody who has never played it."""

from __future__ import annotations

from dataclasses import dataclass

from bot.engine.records import Move


@dataclass(frozen=True)
class FirstPlan:
    """An answer that can be given with one press."""

    move: Move
    """A legal answer: an option of what can be chosen, or a whole that is put together of such choices."""
    label: str
    """What it does, in eighty characters."""
    why: str
    """Why it is sound, in a short sentence or two."""
