"""This game's data for the common test suite."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.games.big_shoulders import GAME
from bot.games.big_shoulders.components import BOX
from bot.games.big_shoulders.table import City
from bot.testing.secrets import Secret
from bot.testing.tested import Tested
from tests.games.big_shoulders.effects import VOCABULARIES


def secrets(table: City) -> Iterator[Secret]:
    """Building tiles."""
    # A tile that is in a hand, or was discarded, has never been played, so nobody else has read of it.
    for seat, player in table.everybody.items():
        for tile in (*player.hand, *player.discarded):
            yield Secret((f"tile {tile}",), frozenset([seat]))


def hidden(table: City) -> Sequence[str]:
    """The second player's building tiles."""
    return [f"tile {tile}" for tile in table.everybody[2].hand]


TESTED = Tested(
    GAME,
    card_names=[
        *(company.short for company in BOX.companies),
        *(asset.name for asset in BOX.assets),
        *(goal.name for goal in BOX.goals),
    ],
    vocabularies=VOCABULARIES,
    secrets=secrets,
    hides_after=30,
    hidden=hidden,
    turns_end_with_changes=True,  # cubes are drawn for the supply chain
)
