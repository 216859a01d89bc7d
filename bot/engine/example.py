"""The example turn of a rulebook chapter, played on a prepared table, with a picture of that table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from bot.engine.table import Table

T = TypeVar("T", bound=Table)


@dataclass(frozen=True)
class Example(Generic[T]):
    """An example turn of a rulebook chapter, played by the rules."""

    chapter: str
    """The title of the chapter; the picture stands above its text."""
    names: Sequence[str]
    """The seats' names in the chapter."""
    picture: str
    """The name of the game's public picture that shows it."""
    played: Callable[[], T]
    """Returns the table after the example: dealt by hand, then played by the rules; deterministic."""
