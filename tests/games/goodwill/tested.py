"""This game's data for the common test suite."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.engine.pages import mark
from bot.engine.records import Move, Seat
from bot.games.goodwill import GAME
from bot.games.goodwill.components import BOX
from bot.games.goodwill.moves import Assess, AssessAndPrefer, AssessBoth, Bid
from bot.games.goodwill.table import Goodwill
from bot.games.goodwill.view import format_rank, pending_answers, sealed_words
from bot.testing.secrets import Secret
from bot.testing.tested import Tested
from tests.games.goodwill.effects import VOCABULARIES


def secrets(table: Goodwill) -> Iterator[Secret]:
    """Informations, hidden objectives and sealed answers."""
    yield from _informations(table)
    yield from _objectives(table)
    yield from _sealed_answers(table)


def _informations(table: Goodwill) -> Iterator[Secret]:
    # The same pair may have lain there in an earlier year; then old messages rightly say so.
    past = [pair for year in table.history for pair in (*year.played, year.dropped) if pair is not None]
    public = {(pair.event, pair.percentage) for pair in past}
    for slot, pair in enumerate(table.slots, start=1):
        if (pair.event, pair.percentage) not in public:
            yield Secret((table.box.event[pair.event].name, format_rank(pair.percentage)), table.viewers(slot))


def _objectives(table: Goodwill) -> Iterator[Secret]:
    for seat, investor in table.investors.items():
        for card in investor.objectives:
            words = table.box.derivative[card].condition.words()
            yield Secret(("hidden objective", words), frozenset([seat]))
            yield Secret((mark(seat), words), frozenset([seat]))


def _sealed_answers(table: Goodwill) -> Iterator[Secret]:
    """Yield each sealed answer as its owner reads it, and each sealed price beside the owner's name."""
    sealed = [(seat, pending) for seat in table.seats for pending in pending_answers(table, seat)]
    knowing: dict[tuple[str, str], set[Seat]] = {}
    for seat, pending in sealed:
        # Who sealed the same answer reads the same words on the own hand.
        knowing.setdefault((pending.title, sealed_words(pending.move, table.box)), set()).add(seat)
    for words, those in knowing.items():
        yield Secret(words, frozenset(those))
    for seat, pending in sealed:
        for price in _prices(pending.move):
            yield Secret((mark(seat), f"${price}"), frozenset([seat]), certain=False)


def _prices(answer: Move) -> tuple[int, ...]:
    match answer:
        case Assess() | Bid():
            return (answer.price,)
        case AssessBoth():
            return tuple(answer.prices.values())
        case AssessAndPrefer():
            return tuple(answer.assessed.prices.values())
    return ()


def hidden(table: Goodwill) -> Sequence[str]:
    """The informations that the first seat has not seen."""
    slots = (slot for slot in range(1, len(table.slots) + 1) if 1 not in table.viewers(slot))
    return [f"{table.slots[slot - 1].event} {table.slots[slot - 1].percentage}" for slot in slots]


TESTED = Tested(
    GAME,
    card_names=[*(event.name for event in BOX.events), *(boss.name for boss in BOX.bosses)],
    vocabularies=VOCABULARIES,
    secrets=secrets,
    hidden=hidden,
)
