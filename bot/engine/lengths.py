"""Measured durations of games between people who answer now and then.

Each game keeps its figures in `length.json`, which `make lengths` writes.
"""

from __future__ import annotations

from typing import NamedTuple

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from bot.engine.records import Card

ALONE = 0.2
"""Duration in days of a game with one person and bots: one sitting, measured with Carnegie's solo game."""


class Shortcut(NamedTuple):
    """An option with another value, and the game's estimated duration in days with it."""

    option: str
    value: str
    days: float


class Length(Card):
    """The duration of a game."""

    days: dict[int, float]
    """Days by the number of seats, with default options and a person on each seat."""
    options: dict[str, dict[str, float]] = {}
    """Duration factor by option and value, relative to the option's default."""
    paces: dict[int, float] = {}
    """Duration factor by the pace's hours, relative to 24."""

    def estimate_days(self, seats: int, people: int, options: BaseModel, hours: float | None) -> float:
        """Return the estimated duration in days.

        Args:
            seats: the number of players.
            people: the number of human players; a single one waits for nobody.
            options: the table's options.
            hours: the hours for each answer; None: no limit.
        """
        if people <= 1:
            return ALONE
        days = self.days[min(self.days, key=lambda number: abs(number - seats))] * people / seats
        for option, value in options.model_dump().items():
            days *= self._get_factor(option, value)
        if self.paces:
            days *= self.paces[min(self.paces, key=lambda pace: abs(pace - (hours or max(self.paces))))]
        return days

    def find_shortcut(self, days: float, options: BaseModel) -> Shortcut | None:
        """Return the option change that shortens the game most, among the options meant for that, or None."""
        now = options.model_dump()
        found = [
            Shortcut(option, value, days * times / self._get_factor(option, now[option]))
            for option, values in self.options.items()
            for value, times in values.items()
            if times
            <= get_max_factor(type(options).model_fields[option], value) * self._get_factor(option, now[option])
            if value != str(now[option]) and _can_combine(options, {**now, option: value})
        ]
        return min(found, key=lambda one: one.days, default=None)

    def _get_factor(self, option: str, value: object) -> float:
        return self.options.get(option, {}).get(str(value), 1.0)


def get_max_factor(field: FieldInfo, value: str) -> float:
    """Return the maximum duration factor at which this value is suggested as a shortcut.

    An option meant as a shortcut says `"shortens": True`: its values are suggested if they halve the days. If only some
    values are meant, it lists them: `"shortens": ["quick"]`. These are suggested if they save a tenth.
    """
    extra = field.json_schema_extra
    shortens = extra.get("shortens") if isinstance(extra, dict) else None
    if isinstance(shortens, list):
        return 0.9 if value in shortens else 0.0
    return 0.5 if shortens is True else 0.0


def _can_combine(options: BaseModel, changed: dict[str, object]) -> bool:
    try:
        type(options).model_validate(changed)
    except ValidationError:
        return False
    return True
