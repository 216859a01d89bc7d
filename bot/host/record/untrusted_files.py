"""Files from outside: what somebody hands in may be anything, and is looked through before a rule works with it."""

from __future__ import annotations

import json
from pathlib import Path

from bot.host.errors import Refusal

MOST_BYTES = 64_000_000
"""Of a file; the longest season that was measured has a fifth of that."""
DEEPEST = 60
"""How far things may stand in one another; in a game's file it is a dozen."""
LARGEST = 2**53
"""The largest number that every program reads alike."""


class BadFile(Refusal):
    """A file that is none of ours, or none that this program can read."""


def content_of(file: Path) -> bytes:
    """Return what is in a file.

    Raises:
        BadFile: it is larger than any of ours, or never ends.
        OSError: it cannot be read.
    """
    with file.open("rb") as opened:
        content = opened.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise BadFile(f"This file is larger than {MOST_BYTES // 1_000_000} MB, which no exported game or season is.")
    return content


def parsed(content: str | bytes) -> object:
    """Return the JSON in a file.

    Raises:
        BadFile: it is none, or things stand in it deeper in one another, or are larger, than in any file of ours.
    """
    try:
        found: object = json.loads(content, parse_constant=_no_number)
    except (ValueError, RecursionError):  # also for bytes that are no text
        raise BadFile("This file is not JSON. Perhaps it was cut off or is not an exported game.") from None
    must_be_of_a_size(found, LARGEST)
    return found


def must_be_of_a_size(found: object, largest: int) -> None:
    """Raise BadFile where things stand too deep in one another, or a number is larger than this."""
    level = [found]
    for _ in range(DEEPEST):
        if any(isinstance(one, int | float) and abs(one) > largest for one in level):
            raise BadFile(f"This file is no exported game or season: a number in it is larger than {largest}.")
        level = [inner for one in level for inner in _inside(one)]
        if not level:
            return
    raise BadFile("This file is no exported game or season: things stand too deep in one another.")


def _inside(thing: object) -> list[object]:
    if isinstance(thing, dict):
        return list(thing.values())
    return thing if isinstance(thing, list) else []


def _no_number(name: str) -> object:
    raise ValueError(name)
