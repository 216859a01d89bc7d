"""Pictures that a game draws, each with its text alternative."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from bot.engine.pages import Page, Picture
from bot.engine.questions import Question
from bot.engine.records import Move, Seat

V = TypeVar("V")

Names: TypeAlias = Callable[[Seat], str]
"""Returns the plain-text display name of a seat's player."""

MAX_EMOJI_NAME_CHARS = 20
"""Longest name of an emoji; a host adds to it what Discord's limit of 32 characters leaves."""


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
    """Whether there is anything to show yet; None: always. For a public picture it is the same in everybody's view."""
    private: bool = False

    def is_ready(self, view: V) -> bool:
        """Return whether this view has anything to show."""
        return self.ready is None or self.ready(view)


@dataclass(frozen=True)
class Emoji(Generic[V]):
    """Small pictures of a game's companies and goods, shown before the labels that name them.

    They are decoration. A host may show none, so each label says the same without.
    """

    drawings: Mapping[str, Callable[[], bytes]]
    """From each name to the function that draws its PNG, a square of 128 pixels.

    Names have 2 to `MAX_EMOJI_NAME_CHARS` small letters, digits and underscores. All games share those of an
    application, so each game has a prefix of its own.
    """
    option: Callable[[V, Move], str] | None = None
    """The name for an option, from the view and the option's move; empty: none."""
    heading: Callable[[V, Question], str] | None = None
    """The name for the heading of a question, from the view; empty: none."""
