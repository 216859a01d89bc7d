"""This game's data for the common test suite."""

from __future__ import annotations

from collections.abc import Iterator

from bot.games.carnegie import GAME
from bot.games.carnegie.components import BOX
from bot.games.carnegie.rules.new_beginning import NewBeginningStep
from bot.games.carnegie.table import Carnegie
from bot.testing.secrets import Secret
from bot.testing.tested import Tested
from tests.games.carnegie.effects import VOCABULARIES


def secrets(table: Carnegie) -> Iterator[Secret]:
    """Purchases before the game, and Andrew's next cards."""
    yield from _starts(table)
    yield from _next_cards(table)


def _starts(table: Carnegie) -> Iterator[Secret]:
    # Purchases before the game are plain numbers; they are secret beside the buyer's name.
    step = table.agenda[0] if table.agenda else None
    for seat, start in step.answers.items() if isinstance(step, NewBeginningStep) else ():
        for buy in start.bought:
            yield Secret((f"{buy.line}: {buy.amount}",), frozenset([seat]), certain=False)


def _next_cards(table: Carnegie) -> Iterator[Secret]:
    for card in table.andrew.deck if table.andrew is not None else ():
        yield Secret((f"card {card}",), frozenset())


TESTED = Tested(
    GAME,
    card_names=[*(department.name for department in BOX.printed), *(department.name for department in BOX.departments)],
    vocabularies=VOCABULARIES,
    secrets=secrets,
    rarely_as_prepared=True,  # its plans
    discreet={"new_beginning": True},
)
