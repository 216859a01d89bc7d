"""The baskets as data. A table refers to a basket by its name and never holds it."""

from __future__ import annotations

from pathlib import Path
from typing import Self

from pydantic import model_validator

from bot.engine.records import Card
from bot.engine.table import Box

PLAYERS = range(2, 5)


class Fruit(Card):
    """The baskets of one fruit, with different values."""

    name: str
    values: tuple[int, ...]

    @property
    def baskets(self) -> list[str]:
        """The names of its baskets."""
        return [f"{self.name} {value}" for value in self.values]


class OrchardBox(Box):
    """The contents of the box."""

    fruits: tuple[Fruit, ...]
    hand: int
    """The number of baskets in each hand."""
    days: int

    @property
    def baskets(self) -> list[str]:
        """The names of all baskets."""
        return [basket for fruit in self.fruits for basket in fruit.baskets]

    @model_validator(mode="after")
    def _check_baskets(self) -> Self:
        needed = PLAYERS[-1] * (self.hand + 2 * self.days)
        if len(set(self.baskets)) != len(self.baskets) or len(self.baskets) < needed:
            raise ValueError(f"there have to be {needed} different baskets, or the crowd runs out of them")
        return self


def get_number(basket: str) -> int:
    """Return the number on a basket."""
    return int(basket.rpartition(" ")[2])


BOX = OrchardBox.model_validate_json(Path(__file__).with_name("box.json").read_text(encoding="utf-8"))
