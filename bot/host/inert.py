"""What people type or are called, made inert: letters in one line that turn, hide and mean nothing else."""

from __future__ import annotations

import re
from functools import lru_cache
from unicodedata import category

from bot.engine.pages import SEAT_MARK

LONGEST_STACK = 3
"""Marks above or below one letter; more reach into the lines of others."""
_MARKS = re.compile(SEAT_MARK + r"(?:[0-9]+>)?")
# What Unicode counts as letters or marks and shows as nothing; the other invisible characters are of category C.
_INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
_STACKED = re.compile("[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+")


@lru_cache(maxsize=5_000)
def plain(text: str) -> str:
    """Return what somebody typed or is called as one line, without invisible signs and our own marks of seats."""
    text = "".join(letter for letter in text if letter.isspace() or not category(letter).startswith("C"))
    text = _STACKED.sub(lambda stack: stack[0][:LONGEST_STACK], _INVISIBLE.sub("", text))
    text = " ".join(text.split())
    while SEAT_MARK in text:  # taking one away may make another
        text = _MARKS.sub("", text)
    return text.strip()
