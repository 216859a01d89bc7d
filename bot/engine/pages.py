"""Layout without a medium: a view laid out as headings, lines and grids.

Pages know neither Discord nor people. A seat is written as the mark `mark(seat)`; whoever shows the
page puts the display name there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from bot.engine.records import Seat

SEAT_MARK = "<seat:"
_MARK = re.compile(r"<seat:([0-9]{1,4})>")


def mark(seat: Seat) -> str:
    """Return the mark that stands for a seat's display name in any text of a game."""
    return f"<seat:{seat}>"


def with_names(text: str, name: Callable[[Seat], str]) -> str:
    """Return the text with each seat's mark replaced by its name."""
    return text if SEAT_MARK not in text else _MARK.sub(lambda mark: name(int(mark[1])), text)


@dataclass(frozen=True)
class Grid:
    """Rows under column heads, for monospaced columns; every row is as long as `heads`."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True)
class Section:
    """A heading with lines of text and grids below it, in order."""

    heading: str
    parts: Sequence[str | Grid]
    detail: bool = False
    """Whether it is left out where there is little room, such as below a picture of the same."""


@dataclass(frozen=True)
class Page:
    """A title and its sections."""

    title: str
    sections: Sequence[Section] = ()


MOST_ALT = 1024
"""How many characters the words for a picture may have on Discord."""


@dataclass(frozen=True)
class Picture:
    """A drawn PNG, a file name that tells nothing secret, and the words for those who cannot see it."""

    name: str
    png: bytes
    alt: str


def as_alt(versions: Iterable[str]) -> str:
    """Return the first version of a picture's words that has room, or the last one, cut."""
    words = ""
    for words in versions:
        if len(words) <= MOST_ALT:
            return words
    return words[: MOST_ALT - 1] + "…"
