"""Check uploaded files, which may contain anything, before a rule works with them."""

from __future__ import annotations

import json
from pathlib import Path

from bot.host.errors import Refusal

MAX_BYTES = 64_000_000
"""Maximum size of a file; the longest season measured has a fifth of that."""
MAX_DEPTH = 60
"""Maximum nesting depth; a game's file needs about a dozen levels."""
MAX_NUMBER = 2**53
"""The largest integer that every JSON parser reads exactly."""


class BadFile(Refusal):
    """A file that is none of ours, or that this program cannot read."""


def read_content(file: Path) -> bytes:
    """Read a file.

    Raises:
        BadFile: it is larger than any of ours, or never ends.
        OSError: it cannot be read.
    """
    with file.open("rb") as opened:
        content = opened.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise BadFile(f"This file is larger than {MAX_BYTES // 1_000_000} MB, which no exported game or season is.")
    return content


def parse_json(content: str | bytes) -> object:
    """Parse the JSON in a file.

    Raises:
        BadFile: it is no JSON, or nested deeper or with larger numbers than any file of ours.
    """
    try:
        found: object = json.loads(content, parse_constant=_reject_constant)
    except (ValueError, RecursionError):  # also for bytes that are no text
        raise BadFile("This file is not JSON. Perhaps it was cut off or is not an exported game.") from None
    refuse_oversized(found, MAX_NUMBER)
    return found


def refuse_oversized(found: object, largest: int) -> None:
    """Raise BadFile if the nesting is too deep, or a number is larger than `largest`."""
    level = [found]
    for _ in range(MAX_DEPTH):
        if any(isinstance(one, int | float) and abs(one) > largest for one in level):
            raise BadFile(f"This file is no exported game or season: a number in it is larger than {largest}.")
        level = [inner for one in level for inner in _list_children(one)]
        if not level:
            return
    raise BadFile("This file is no exported game or season: things stand too deep in one another.")


def _list_children(thing: object) -> list[object]:
    if isinstance(thing, dict):
        return list(thing.values())
    return thing if isinstance(thing, list) else []


def _reject_constant(name: str) -> object:
    raise ValueError(name)
