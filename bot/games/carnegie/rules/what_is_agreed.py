"""Options of the table: the sides of the project tabs, more departments, A New Beginning, and Andrew's deck."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from bot.engine.options import Options


class CarnegieOptions(Options):
    """What the table agrees on before the start."""

    tabs: Literal["a", "b"] = Field(
        "a",
        title="Side of the project tabs",
        description="What projects pay: side A pays more, side B lets donations score more.",
        json_schema_extra={
            "explained": {
                "a": "dollars, cubes and workers: for a first game.",
                "b": "less money, but the last slots raise what each donation can score by 3.",
            }
        },
    )
    more_departments: bool = Field(
        False,
        title="More departments",
        description="Draw four numbers of each kind from all 32 departments, not only the basic 16.",
    )
    new_beginning: bool = Field(
        False,
        title="A New Beginning",
        description="Everybody secretly spends $50 on a start of their own, and bids for going first.",
    )
    andrew: Literal["normal", "advanced", "hard", "expert"] = Field(
        "normal",
        title="Andrew's deck",
        description="How strong Andrew is, against whom a single player plays.",
        json_schema_extra={
            "explained": {
                "normal": "twenty normal cards.",
                "advanced": "five of twenty cards are advanced ones.",
                "hard": "ten of twenty cards are advanced ones.",
                "expert": "fifteen of twenty cards are advanced ones.",
            }
        },
    )
