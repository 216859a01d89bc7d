"""Example: a turn that a chapter of the rulebook tells, on a table dealt for it, with the picture of that table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from bot.engine.table import Table

T = TypeVar("T", bound=Table)


@dataclass(frozen=True)
class Example(Generic[T]):
    """What a chapter tells, as the rules play it."""

    chapter: str
    """The title of the chapter that tells it, above which the picture stands."""
    names: Sequence[str]
    """What the chapter calls the seats."""
    picture: str
    """Which of the game's pictures for everybody shows it, by its name."""
    played: Callable[[], T]
    """The table after what the chapter tells: dealt by hand, then played by the rules; the same each time."""
