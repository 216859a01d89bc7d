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
        """Return the other value of an option that shortens the game most, of those that are there for that."""
        now = options.model_dump()
        found = [
            Shortcut(option, value, days * times / self._times(option, now[option]))
            for option, values in self.options.items()
            for value, times in values.items()
            if times <= enough(type(options).model_fields[option], value) * self._times(option, now[option])
            if value != str(now[option]) and _go_together(options, {**now, option: value})
        ]
        return min(found, key=lambda one: one.days, default=None)

    def _times(self, option: str, value: object) -> float:
        return self.options.get(option, {}).get(str(value), 1.0)


def enough(field: FieldInfo, value: str) -> float:
    """Return how many times as long a game may take at most with this value to be named as a way to shorten it.

    An option that is there for that says `"shortens": True`: of its values those are named that halve the days. One of
    which only some values are says which: `"shortens": ["quick"]`. These are named if they save a tenth.
    """
    extra = field.json_schema_extra
    shortens = extra.get("shortens") if isinstance(extra, dict) else None
    if isinstance(shortens, list):
        return 0.9 if value in shortens else 0.0
    return 0.5 if shortens is True else 0.0


def _go_together(options: BaseModel, changed: dict[str, object]) -> bool:
    try:
        type(options).model_validate(changed)
    except ValidationError:
        return False
    return True
