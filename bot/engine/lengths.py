"""How long a game takes with people who play now and then, as it was measured.

Each game keeps its figures in `length.json`, which `make lengths` writes.
"""

from __future__ import annotations

from typing import NamedTuple

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from bot.engine.records import Card

ALONE = 0.2
"""Days that a game takes in which one person plays with bots: a sitting, as measured with Carnegie's solo game."""


class Shortcut(NamedTuple):
    """One option with another value, and how many days the game takes with it."""

    option: str
    value: str
    days: float


class Length(Card):
    """How long a game takes."""

    days: dict[int, float]
    """By the number of seats, with the options a table begins with and a person on each seat."""
    options: dict[str, dict[str, float]] = {}
    """By option and value: how many times as long it takes as with the value the option begins with."""
    paces: dict[int, float] = {}
    """By the hours of the pace: how many times as long it takes as with 24."""

    def about(self, seats: int, people: int, options: BaseModel, hours: float | None) -> float:
        """Return about how many days a game takes.

        Args:
            seats: how many play.
            people: how many of them are no bots; a single one waits for nobody.
            options: what they play by.
            hours: how long each has for an answer; None: for ever.
        """
        if people <= 1:
            return ALONE
        days = self.days[min(self.days, key=lambda number: abs(number - seats))] * people / seats
        for option, value in options.model_dump().items():
            days *= self._times(option, value)
        if self.paces:
            days *= self.paces[min(self.paces, key=lambda pace: abs(pace - (hours or max(self.paces))))]
        return days

    def shortcut(self, days: float, options: BaseModel) -> Shortcut | None:
        """Return the other value of an option that is there to shorten a game and at least halves these days."""
        now = options.model_dump()
        found = [
            Shortcut(option, value, days * times / self._times(option, now[option]))
            for option, values in self.options.items()
            if is_shortcut(type(options).model_fields[option])
            for value, times in values.items()
            if _go_together(options, {**now, option: value})
        ]
        best = min(found, key=lambda one: one.days, default=None)
        return best if best is not None and best.days <= days / 2 else None

    def _times(self, option: str, value: object) -> float:
        return self.options.get(option, {}).get(str(value), 1.0)


def is_shortcut(field: FieldInfo) -> bool:
    """Whether an option is there to shorten a game: its field says `"shortens": True`."""
    extra = field.json_schema_extra
    return isinstance(extra, dict) and extra.get("shortens") is True


def _go_together(options: BaseModel, changed: dict[str, object]) -> bool:
    try:
        type(options).model_validate(changed)
    except ValidationError:
        return False
    return True
