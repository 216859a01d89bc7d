"""Medium-independent layout of a view as headings, lines and grids.

Pages know neither Discord nor people. A seat is written as the mark `mark(seat)`; the caller that displays the page
replaces it by the display name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from bot.engine.addressing import address
from bot.engine.records import Seat

SEAT_MARK = "<seat:"
_MARK = re.compile(r"<seat:([0-9]{1,4})>")


def mark(seat: Seat) -> str:
    """Return the placeholder for a seat's display name in any text of a game."""
    return f"<seat:{seat}>"


def with_names(text: str, name: Callable[[Seat], str]) -> str:
    """Return the text with each seat's mark replaced by its name; pairs for both persons are in the third person."""
    return text if SEAT_MARK not in text else _MARK.sub(lambda mark: name(int(mark[1])), address(text, None))


@dataclass(frozen=True)
class Grid:
    """Rows with column heads, for monospaced columns; every row is as long as `heads`."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True)
class Section:
    """A heading with lines of text and grids below it, in order."""

    heading: str
    parts: Sequence[str | Grid]
    detail: bool = False
    """Whether it is omitted where space is short, such as below a picture of the same."""


@dataclass(frozen=True)
class Page:
    """A title and its sections."""

    title: str
    sections: Sequence[Section] = ()


MOST_ALT = 1024
"""Discord's limit for the alt text of a picture, in characters."""


@dataclass(frozen=True)
class Picture:
    """A PNG, a file name that reveals no secrets, and its alt text."""

    name: str
    png: bytes
    alt: str
    areas: Mapping[str, tuple[int, int, int, int]] = field(default_factory=dict, compare=False)
    """On the picture of a question, where the place of each letter lies: left, top, right and bottom in pixels."""


def fit_alt_text(versions: Iterable[str]) -> str:
    """Return the first version of an alt text that fits, or the last one, truncated."""
    words = ""
    for words in versions:
        if len(words) <= MOST_ALT:
            return words
    return words[: MOST_ALT - 1] + "…"
