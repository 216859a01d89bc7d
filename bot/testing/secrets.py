"""Secret words: if one of these occurs in a text for others, information has leaked.

The program itself searches for no words; see `bot.host.delivery.guard`. This is a second check, for tests.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.engine.records import Seat
from bot.engine.table import Table


class Secret(NamedTuple):
    """Words that reveal private information when they occur together in one line of text."""

    words: tuple[str, ...]
    known_to: frozenset[Seat]
    certain: bool = True
    """Whether the words can occur together for no other reason; False for plain numbers."""


def list_secrets(table: Table) -> Sequence[Secret]:
    """Return the secrets of this table: the seed, and hands and sealed answers as named by the game's tests."""
    from bot.testing.tested import load_tested  # a circular import otherwise

    if table.outcome is not None:
        return []
    (tested,) = [each for each in load_tested().values() if each.game.table is type(table)]
    return [Secret((table.chance.seed,), frozenset()), *tested.secrets(table)]
