"""Sanitise user-supplied names and text to one line without invisible or reordering characters.

Sanitised names may still look alike, or like our own labels of empty chairs, bots and anonymous players; `disambiguate`
gives such a name a number that nobody chose.

Input is sanitised as it arrives, and displayed through `sanitize_plain` or `escape_markdown`. Never use discord.py's
escapes, which leave links alive.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping
from functools import lru_cache
from unicodedata import category, combining, normalize

from bot.engine.pages import SEAT_MARK

MAX_STACKED_MARKS = 3
"""Maximum combining marks on one letter; more would reach into the lines of others."""
_MARKS = re.compile(SEAT_MARK + r"(?:[0-9]+>)?")
_PAIRS = re.compile(r"<([^<>|]*)\|([^<>|]*)>")
"""What texts of games use for both persons; see `bot.engine.addressing`."""
# Characters that Unicode counts as letters or marks but that are blank; all other invisible ones are of category C.
_INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
_STACKED = re.compile("[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+")


@lru_cache(maxsize=5_000)
def sanitize(text: str) -> str:
    """Return user input as one line, without invisible characters and our own markup: seat marks and pairs.

    Of a pair only the brackets go.
    """
    text = "".join(letter for letter in text if letter.isspace() or not category(letter).startswith("C"))
    text = _STACKED.sub(lambda stack: stack[0][:MAX_STACKED_MARKS], _INVISIBLE.sub("", text))
    text = " ".join(text.split())
    while SEAT_MARK in text or _PAIRS.search(text):  # removing one may create another
        text = _PAIRS.sub(r"\1|\2", _MARKS.sub("", text))
    return text.strip()


def format_sentence(words: str) -> str:
    """Return user input as a complete sentence, so that another can follow; empty input stays empty."""
    return words if not words or words.endswith((".", "!", "?", "…")) else f"{words}."


def disambiguate(names: Mapping[int, str], ours: Collection[str] = (), number: str = "({})") -> dict[int, str]:
    """Disambiguate names by appending a number to each that looks like another, or like one of ours.

    Args:
        names: people's names, by number; people without a name are left out.
        ours: labels of bots and empty chairs at the same table.
        number: how a number is appended to a name.
    """
    often = Counter(_get_skeleton(name) for name in (*names.values(), *ours) if name)
    return {
        at: f"{name} {number.format(at)}"
        if name and (often[_get_skeleton(name)] > 1 or _is_like_own_label(name))
        else name
        for at, name in names.items()
    }


# Letters and digits of other alphabets that look like Latin ones; among ours, a zero looks like O, and 1 like I and l.
_ALIKE = str.maketrans(
    "\u0430\u0432\u0435\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445\u0437\u0456\u0458\u0455\u03b1\u03b5\u03b7\u03b9\u03ba\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7\u013101l",
    "abekmhopctyx3ijsaenikvoptuxioii",
)
_OURS = re.compile(r"(piayer|seat|entrant|emptychair|somebody|boardroom|andrew)[0-9io]*")
_BOT = re.compile(r"\Wb[o0]t\W*((easy|strong)\W*)?$", re.IGNORECASE)


@lru_cache(maxsize=5_000)
def _get_skeleton(name: str) -> str:
    """Reduce a name to its visual skeleton: only letters and digits, with look-alikes replaced.

    Accents are dropped; vowel signs of syllabic scripts are kept, as they make another name.
    """
    signs = normalize("NFKD", name).casefold()
    bare = "".join(sign for sign in signs if sign.isalnum() or (category(sign)[0] == "M" and not combining(sign)))
    return bare.translate(_ALIKE)


@lru_cache(maxsize=5_000)
def _is_like_own_label(name: str) -> bool:
    """Whether a name looks like one of our labels: "Player 3", "Seat 2", "Empty chair 1", "Ada (bot)"."""
    return _OURS.fullmatch(_get_skeleton(name)) is not None or _BOT.search(normalize("NFKD", name)) is not None
