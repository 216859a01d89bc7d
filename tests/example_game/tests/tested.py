"""The game's declaration for the common suite."""

from __future__ import annotations

from collections.abc import Iterator

from orchard.components import BOX
from orchard.game import GAME
from orchard.table import Market

from bot.testing.secrets import Secret
from bot.testing.tested import Tested


def list_secrets(table: Market) -> Iterator[Secret]:
    """Yield the hands as secrets."""
    for seat, hand in table.hands.items():
        if hand:
            yield Secret(("You hold", *hand), frozenset([seat]))


TESTED = Tested(GAME, card_names=[fruit.name for fruit in BOX.fruits], secrets=list_secrets, hides_after=20)
