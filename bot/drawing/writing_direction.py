"""Drawing order of the parts of a line that contains right-to-left letters.

Names stand in English sentences and beside numbers. So a line runs from left to right whatever its first letter is. A
right-to-left section reaches from its first such letter to its last: a number or a bracket after a Hebrew name stays
after it. Unicode's own algorithm would let the name swallow the number.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})
_BETWEEN = frozenset({"EN", "ES", "ET", "WS", "ON", "NSM", "BN"})
"""Bidirectional classes that take the direction of the letters around them: digits, spaces, signs and marks."""
_PARTING = frozenset(",;:|/·•")
"""Separators of listed items; each item is a section of its own."""
_NUMBERS = re.compile("\\d+(?:[.,\u066b\u066c]\\d+)*")
_MIRRORED = str.maketrans("()[]{}<>«»", ")(][}{><»«")


class DirectedRun(NamedTuple):
    """A part of a line, in reading order, with its direction."""

    text: str
    is_rtl: bool


def split_directed_runs(text: str) -> list[DirectedRun]:
    """Return the parts of a line in drawing order, from the left."""
    if text.isascii():
        return [DirectedRun(text, False)]
    runs: list[DirectedRun] = []
    at = 0
    for start, end in _find_rtl_sections(text):
        runs += [DirectedRun(text[at:start], False), *reversed(_split_section(text[start:end]))]
        at = end
    runs.append(DirectedRun(text[at:], False))
    return [run for run in runs if run.text]


def reverse_letters(text: str) -> str:
    """Return text in drawing order, for a library that sets every letter to the right of the last.

    Marks stay after their letters, and brackets are mirrored.
    """
    return "".join(reversed(split_clusters(text.translate(_MIRRORED))))


def split_clusters(text: str) -> list[str]:
    """Return the letters of a text, each with its combining marks."""
    if text.isascii():
        return list(text)
    found: list[str] = []
    for character in text:
        if found and is_mark(character):
            found[-1] += character
        else:
            found.append(character)
    return found


def is_mark(character: str) -> bool:
    """Whether a character belongs to the letter before it: an accent, a vowel sign, a tone."""
    return unicodedata.category(character).startswith("M")


def _find_rtl_sections(text: str) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each right-to-left section."""
    start = end = -1
    for at, character in enumerate(text):
        direction = unicodedata.bidirectional(character)
        if direction in _RIGHT_TO_LEFT:
            start, end = at if start < 0 else start, at + 1
        elif start >= 0 and at == end and (direction == "NSM" or character == "…"):
            end = at + 1
        elif start >= 0 and (direction not in _BETWEEN or character in _PARTING):
            yield start, end
            start = -1
    if start >= 0:
        yield start, end


def _split_section(section: str) -> list[DirectedRun]:
    """Return the parts of a right-to-left section: its numbers run from left to right."""
    parts: list[DirectedRun] = []
    at = 0
    for number in _NUMBERS.finditer(section):
        parts += [DirectedRun(section[at : number.start()], True), DirectedRun(number[0], False)]
        at = number.end()
    return [*parts, DirectedRun(section[at:], True)]
