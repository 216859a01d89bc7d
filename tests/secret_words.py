"""Words that would tell what only some may know: where one of these stands in a text for others, it leaked.

The program itself looks for no words; see `bot.host.delivery.guard`. This is a second look, for tests.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bot.engine.pages import mark
from bot.engine.records import Move, Seat
from bot.engine.table import Table
from bot.games.big_shoulders.table import City
from bot.games.briefcase.rules.vocabulary import amounts
from bot.games.briefcase.table import Briefcase
from bot.games.carnegie.rules.new_beginning import NewBeginningStep
from bot.games.carnegie.table import Carnegie
from bot.games.corporate_espionage.table import Espionage
from bot.games.goodwill.moves import Assess, AssessBoth, Bid
from bot.games.goodwill.table import Goodwill
from bot.games.goodwill.view import pending_answers, percent, sealed_words


class Secret(NamedTuple):
    """Words that, standing together in one line of text, would tell what only some may know."""

    words: tuple[str, ...]
    known_to: frozenset[Seat]
    certain: bool = True
    """Whether these words can stand together for no other reason; False for plain numbers."""


def secrets_of(table: Table) -> Sequence[Secret]:
    """What must not slip out of this table: the seed, what lies hidden, hands and sealed answers."""
    if table.outcome is not None:
        return []
    found = [Secret((table.chance.seed,), frozenset())]
    match table:
        case Goodwill():
            found += [*_informations(table), *_objectives(table), *_sealed_answers(table)]
        case Espionage():
            found += _espionage_hands(table)
        case Briefcase():
            found += _briefcase_hands(table)
        case City():
            found += _building_tiles(table)
        case Carnegie():
            found += [*_starts(table), *_next_cards(table)]
    return found


def _informations(table: Goodwill) -> Iterator[Secret]:
    # The same pair may have lain there in an earlier year; then old messages rightly say so.
    past = [pair for year in table.history for pair in (*year.played, year.dropped) if pair is not None]
    public = {(pair.event, pair.percentage) for pair in past}
    for slot, pair in enumerate(table.slots, start=1):
        if (pair.event, pair.percentage) not in public:
            yield Secret((table.box.event[pair.event].name, percent(pair.percentage)), table.viewers(slot))


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
    return ()


def _espionage_hands(table: Espionage) -> Iterator[Secret]:
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


def _briefcase_hands(table: Briefcase) -> Iterator[Secret]:
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


def _building_tiles(table: City) -> Iterator[Secret]:
    # A tile that is in a hand, or was discarded, has never been played, so nobody else has read of it.
    for seat, player in table.everybody.items():
        for tile in (*player.hand, *player.discarded):
            yield Secret((f"tile {tile}",), frozenset([seat]))


def _starts(table: Carnegie) -> Iterator[Secret]:
    # What is bought before the game are plain numbers; beside the name of whoever bought them they tell.
    step = table.agenda[0] if table.agenda else None
    for seat, start in step.answers.items() if isinstance(step, NewBeginningStep) else ():
        for buy in start.bought:
            yield Secret((f"{buy.line}: {buy.amount}",), frozenset([seat]), certain=False)


def _next_cards(table: Carnegie) -> Iterator[Secret]:
    for card in table.andrew.deck if table.andrew is not None else ():
        yield Secret((f"card {card}",), frozenset())
