"""This game's data for the common test suite."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.engine.records import Seat
from bot.engine.table import Table
from bot.games.corporate_espionage import GAME
from bot.games.corporate_espionage.components import BOX
from bot.games.corporate_espionage.table import Espionage
from bot.testing.secrets import Secret
from bot.testing.tested import Tested
from tests.games.corporate_espionage.effects import VOCABULARIES


def secrets(table: Espionage) -> Iterator[Secret]:
    """The hands."""
    # Names of cards stand everywhere.
    for company, owner in table.companies.items():
        for card in dict.fromkeys(owner.hand):
            knowers = {
                seat
                for other in table.companies
                if other == company or card in table.known_to(company, other)
                for seat in table.people_of(other)
            }
            if card not in table.known_to(company, None):
                yield Secret((table.card(card).name,), frozenset(knowers), certain=False)


def hidden(table: Espionage) -> Sequence[str]:
    """The second company's hand."""
    return list(table.companies[2].hand)


def more_truths(table: Espionage, seat: Seat, seed: str) -> Sequence[Table]:
    """The same with other accounts."""
    from tests.games.corporate_espionage.test_taken_back import other_accounts  # which looks at the suite's games

    return [other_accounts(table, seat, seed)]


TESTED = Tested(
    GAME,
    card_names=[card.name for card in BOX.cards],
    vocabularies=VOCABULARIES,
    secrets=secrets,
    asks_nobody=["RetainOrLayOff"],  # in games of an earlier edition only
    looks_at_hidden=True,  # at hidden accounts, and at prepared answers
    hidden=hidden,
    more_truths=more_truths,
    turns_end_with_changes=True,  # attacks that are open still come, and loans fall due
    discreet={"reactions": "discreet"},
)
