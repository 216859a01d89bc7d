"""What people type or are called, made inert: letters in one line that turn, hide and mean nothing else.

Names may still be alike, to each other or to what we call empty chairs, bots and those who are not named; `told_apart`
gives such a name a number that nobody chose.

What people type is such a line from the moment it comes in, and goes out through `as_plain` or `as_markdown`, never
through discord.py's escapes, which leave links alive.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping
from functools import lru_cache
from unicodedata import category, combining, normalize

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


def sentence(words: str) -> str:
    """Return what somebody has typed as a sentence, behind which another can stand; nothing stays nothing."""
    return words if not words or words.endswith((".", "!", "?", "…")) else f"{words}."


def told_apart(names: Mapping[int, str], ours: Collection[str] = (), number: str = "({})") -> dict[int, str]:
    """Return names that nobody can take for another's: where two look alike, or one like ours, with its number.

    Args:
        names: what people are called, by numbers; who has no name stays without.
        ours: what we call bots and empty chairs beside them.
        number: how a number stands behind a name.
    """
    often = Counter(_look(name) for name in (*names.values(), *ours) if name)
    return {
        at: f"{name} {number.format(at)}" if name and (often[_look(name)] > 1 or _is_like_ours(name)) else name
        for at, name in names.items()
    }


# Letters and digits of other alphabets that look like Latin ones; within ours, a zero like O, and 1, I and l alike.
_ALIKE = str.maketrans(
    "\u0430\u0432\u0435\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445\u0437\u0456\u0458\u0455\u03b1\u03b5\u03b7\u03b9\u03ba\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7\u013101l",
    "abekmhopctyx3ijsaenikvoptuxioii",
)
_OURS = re.compile(r"(piayer|seat|entrant|emptychair|somebody|boardroom|andrew)[0-9io]*")
_BOT = re.compile(r"\Wb[o0]t\W*((easy|strong)\W*)?$", re.IGNORECASE)


@lru_cache(maxsize=5_000)
def _look(name: str) -> str:
    """Return how a name looks at a glance: its letters and digits alone, and none that looks like another.

    An accent is passed over; a vowel sign of a script that writes syllables makes another name.
    """
    signs = normalize("NFKD", name).casefold()
    bare = "".join(sign for sign in signs if sign.isalnum() or (category(sign)[0] == "M" and not combining(sign)))
    return bare.translate(_ALIKE)


@lru_cache(maxsize=5_000)
def _is_like_ours(name: str) -> bool:
    """Whether a name looks like those that we give: "Player 3", "Seat 2", "Empty chair 1", "Ada (bot)"."""
    return _OURS.fullmatch(_look(name)) is not None or _BOT.search(normalize("NFKD", name)) is not None
