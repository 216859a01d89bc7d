"""Words that would tell what only some may know: where one of these stands in a text for others, it leaked.

The program itself looks for no words; see `bot.host.delivery.guard`. This is a second look, for tests.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.engine.records import Seat
from bot.engine.table import Table


class Secret(NamedTuple):
    """Words that, standing together in one line of text, would tell what only some may know."""

    words: tuple[str, ...]
    known_to: frozenset[Seat]
    certain: bool = True
    """Whether these words can stand together for no other reason; False for plain numbers."""


def secrets_of(table: Table) -> Sequence[Secret]:
    """What must not slip out of this table: the seed, and what its game's tests say of hands and sealed answers."""
    from bot.testing.tested import under_test  # which is made of these

    if table.outcome is not None:
        return []
    (tested,) = [each for each in under_test().values() if each.game.table is type(table)]
    return [Secret((table.chance.seed,), frozenset()), *tested.secrets(table)]
