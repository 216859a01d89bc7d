"""Pictures that a game draws, each with its text alternative."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from bot.engine.pages import Page, Picture
from bot.engine.records import Seat

V = TypeVar("V")

Names: TypeAlias = Callable[[Seat], str]
"""Returns the plain-text display name of a seat's player."""


@dataclass(frozen=True)
class Drawing(Generic[V]):
    """A picture that a game can draw, with the metadata to show it to the right audience.

    A public picture is drawn from the public view, for every reader. A private one is drawn from a seat's own view and
    shown to its player alone; the first private picture that is ready stands on the hand's panel.
    """

    name: str
    """The stable name in button ids and the file name, e.g. "board": small letters and hyphens."""
    title: str
    """The button label."""
    draw: Callable[[V, Names], Picture]
    """Draws the picture; the file is called `name` plus ".png"."""
    page: Callable[[V], Page]
    """The text alternative, with everything the picture shows."""
    looks: Callable[[V], Any] | None = None
    """The cache key: the part of the view that it shows. None: the whole view."""
    ready: Callable[[V], bool] | None = None
    """Whether there is anything to show yet; None: always."""
    private: bool = False

    def is_ready(self, view: V) -> bool:
        """Return whether this view has anything to show."""
        return self.ready is None or self.ready(view)
