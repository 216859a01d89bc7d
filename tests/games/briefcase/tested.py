"""This game's data for the common test suite."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from bot.games.briefcase import GAME
from bot.games.briefcase.components import BOX
from bot.games.briefcase.rules.vocabulary import amounts
from bot.games.briefcase.table import Briefcase
from bot.testing.secrets import Secret
from bot.testing.tested import Tested
from tests.games.briefcase.effects import VOCABULARIES


def secrets(table: Briefcase) -> Iterator[Secret]:
    """The hands."""
    # The words of a hand can stand together for another reason, such as a discard pile that holds the same.
    for seat, player in table.everybody.items():
        knowers = {
            other
            for other in table.seats
            if other == seat or Counter(table.known_to(seat, other)) == Counter(player.hand)
        }
        if player.hand and Counter(table.known_to(seat, None)) != Counter(player.hand):
            words = amounts(player.hand).split(", ")
            yield Secret(("You hold", *words), frozenset(knowers), certain=False)


def hidden(table: Briefcase) -> Sequence[str]:
    """The second player's hand."""
    return list(table.everybody[2].hand)


TESTED = Tested(
    GAME,
    card_names=[company.name for company in BOX.companies],
    uncounted=["Energy"],  # which is only produced
    vocabularies=VOCABULARIES,
    secrets=secrets,
    hides_after=48,
    asks_nobody=["EachOpponent"],  # it only goes round
    hidden=hidden,
)
