"""Characters: playing styles defined in a game's box, so that bots of one table play differently.

A character is data: a word, a sentence, and evaluation weights that differ from those of other bots of that box. Bots
that sit at a table from its start and are not easy draw a character as it begins (`Draw.deal_to_bots`). It is
announced at
once, for it reveals nothing hidden. A bot that replaces a person has none.
"""

from __future__ import annotations

from typing import Final

from pydantic import Field, field_validator

from bot.engine.records import Card

STRENGTHS: Final = ("easy", "steady", "strong")
"""Names of the bot strengths; a character cannot have one of these names."""


class Character(Card):
    """A bot's playing style."""

    name: str = Field(pattern="^[a-z]{3,10}$")
    """A noun for a player of this style."""
    does: str = Field(min_length=10, max_length=90, pattern=r"^[a-z].*[^.\s]$")
    """What such a bot does, as the end of a sentence that begins with its name."""
    weighs: dict[str, float | dict[str, float]]
    """Overrides of the box's `weighs`, by field name; a mapping is replaced as a whole."""

    @field_validator("name")
    @classmethod
    def _is_no_strength(cls, name: str) -> str:
        if name in STRENGTHS:
            raise ValueError(f"{name} says how well a bot plays, and no character is called so")
        return name
