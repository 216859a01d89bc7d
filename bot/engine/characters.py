"""Characters: ways of playing that a game's box tells apart, so that the bots of a table do not all play alike.

A character is data: a word, a sentence, and what it weighs otherwise than the other bots of that box. Bots that sit at
a table from its start and do not play easily draw theirs as it begins (`Draw.dealt`). Everybody is told at once, for a
character says nothing of what is hidden; a person's seat that a bot holds has none.
"""

from __future__ import annotations

from typing import Final

from pydantic import Field, field_validator

from bot.engine.records import Card

STRENGTHS: Final = ("easy", "steady", "strong")
"""Words for how well a bot plays; no character is called so."""


class Character(Card):
    """A way of playing."""

    name: str = Field(pattern="^[a-z]{3,10}$")
    """A word for somebody who plays so."""
    does: str = Field(min_length=10, max_length=90, pattern=r"^[a-z].*[^.\s]$")
    """What such a bot does, as the end of a sentence that begins with its name."""
    weighs: dict[str, float | dict[str, float]]
    """What it weighs otherwise, by the names of the box's `weighs`; what goes by something is given whole."""

    @field_validator("name")
    @classmethod
    def _is_no_strength(cls, name: str) -> str:
        if name in STRENGTHS:
            raise ValueError(f"{name} says how well a bot plays, and no character is called so")
        return name
