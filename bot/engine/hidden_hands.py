"""Knowledge about hidden hands, and resampling of hands for a seat that does not see them.

What others know is stored beside the hand as a mapping: from each seat with private knowledge, and from `EVERYBODY`, to
the known cards of the hand. A card is named by its id or its kind.

Keeping it beside the hand lets every game derive display, forgetting, audits and resampling from one record.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, MutableMapping, Sequence
from typing import Annotated, Final, TypeVar

from bot.engine.chance import Chance
from bot.engine.records import Seat
from bot.engine.secrecy import NOTHING, Hidden, Look

EVERYBODY: Final = 0
"""The key for public knowledge, shared by all players and spectators."""

C = TypeVar("C", bound=str)
T = TypeVar("T")


def _select_unseen_cards(look: Look, hand: Sequence[str]) -> object:
    return NOTHING if look.at_own else subtract_cards(hand, list_known_cards(look.record.known, look.knower))


def _select_known_by_others(look: Look, known: Mapping[Seat, Sequence[str]]) -> object:
    if look.at_own:
        return NOTHING
    return {knower: cards for knower, cards in known.items() if knower not in (EVERYBODY, look.knower)}


Hand = Annotated[T, Hidden(_select_unseen_cards)]
"""A hand, with the others' knowledge of it beside it in `known`."""
Known = Annotated[T, Hidden(_select_known_by_others)]
"""The others' knowledge of a hand; visible to its owner in full, and to each other seat for its own part."""


def forget_card(known: Mapping[Seat, list[C]], card: C) -> None:
    """Remove a card from all knowledge after it publicly left the hand."""
    for cards in known.values():
        if card in cards:
            cards.remove(card)


def show_cards(known: MutableMapping[Seat, list[C]], cards: Iterable[C]) -> None:
    """Make it public that these cards, each once, are in the hand."""
    shown = list(cards)
    for knower in (EVERYBODY, *(knower for knower in known if knower != EVERYBODY)):
        theirs = known.setdefault(knower, [])
        theirs += [card for card in shown if card not in theirs]


def list_known_cards(known: Mapping[Seat, Sequence[C]], knower: Seat | None) -> list[C]:
    """Return the cards of the hand that a seat knows; None: a spectator."""
    return list(known.get(EVERYBODY if knower is None or knower not in known else knower, ()))


def find_unheld_cards(known: Mapping[Seat, Sequence[C]], hand: Sequence[C]) -> Iterator[str]:
    """Yield audit errors for seats that know cards which are not in the hand."""
    for knower, cards in known.items():
        if Counter(cards) - Counter(hand):
            yield f"{knower} knows {list(cards)}, which are not all in the hand {list(hand)}"


def subtract_cards(cards: Iterable[C], gone: Iterable[C]) -> list[C]:
    """Return the cards left after removing these, counting duplicates."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return left


def resample_hand(
    hand: Sequence[C], deck: Sequence[C], seen: Sequence[C], chance: Chance, lacks: Container[C] = ()
) -> tuple[list[C], list[C]]:
    """Return a resampled hand and deck that a seat cannot distinguish from the real ones.

    Args:
        hand: the real hand.
        deck: the face-down deck it was drawn from.
        seen: the cards of the hand known to the seat; they stay in the hand.
        chance: the source of randomness.
        lacks: the cards known not to be in the hand.
    """
    unseen = subtract_cards(hand, seen)
    # Sorted first: otherwise the deal would depend on the old order, which is hidden.
    pool = chance.shuffled(sorted([*unseen, *deck]))
    drawn = [card for card in pool if card not in lacks][: len(unseen)]
    return chance.shuffled(sorted([*seen, *drawn])), subtract_cards(pool, drawn)


def resample_knowledge(
    known: MutableMapping[Seat, list[C]], hand: Sequence[C], viewer: Seat | None, chance: Chance
) -> None:
    """Resample the private knowledge of all seats except the viewer, with as many cards of the new hand each."""
    public = known.get(EVERYBODY, [])
    for knower, cards in known.items():
        if knower not in (EVERYBODY, viewer):
            others = chance.shuffled(subtract_cards(hand, public))
            known[knower] = [*public, *others[: len(cards) - len(public)]]
