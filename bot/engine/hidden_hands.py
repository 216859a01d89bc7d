"""What others know of a hidden hand, and how such a hand is dealt anew for somebody who does not see it.

What is known is kept beside the hand as a mapping: for each seat that knows more than everybody does, and for
`EVERYBODY`, the cards of the hand that it knows. A card is named by its id or its kind.

Why it is kept beside the hand: what is shown, forgotten, audited and dealt anew then follows from one record in every
game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, MutableMapping, Sequence
from typing import Annotated, Final, TypeVar

from bot.engine.chance import Chance
from bot.engine.records import Seat
from bot.engine.secrecy import NOTHING, Hidden, Look

EVERYBODY: Final = 0
"""The knower of what everybody knows: whoever sits at the table or watches."""

C = TypeVar("C", bound=str)
T = TypeVar("T")


def _unseen_cards(look: Look, hand: Sequence[str]) -> object:
    return NOTHING if look.at_own else without(hand, known_to(look.record.known, look.knower))


def _known_by_others(look: Look, known: Mapping[Seat, Sequence[str]]) -> object:
    if look.at_own:
        return NOTHING
    return {knower: cards for knower, cards in known.items() if knower not in (EVERYBODY, look.knower)}


Hand = Annotated[T, Hidden(_unseen_cards)]
"""A hand, with what others know of it beside it in `known`."""
Known = Annotated[T, Hidden(_known_by_others)]
"""What others know of a hand: each knows what it knows itself, and whoever holds the hand all of it."""


def forget(known: Mapping[Seat, list[C]], card: C) -> None:
    """Let nobody count on a card any more that has left the hand for all to see."""
    for cards in known.values():
        if card in cards:
            cards.remove(card)


def show(known: MutableMapping[Seat, list[C]], cards: Iterable[C]) -> None:
    """Let everybody know that these cards, each once, are in the hand."""
    shown = list(cards)
    for knower in (EVERYBODY, *(knower for knower in known if knower != EVERYBODY)):
        theirs = known.setdefault(knower, [])
        theirs += [card for card in shown if card not in theirs]


def known_to(known: Mapping[Seat, Sequence[C]], knower: Seat | None) -> list[C]:
    """Return which cards of the hand a seat knows; None: a spectator."""
    return list(known.get(EVERYBODY if knower is None or knower not in known else knower, ()))


def not_in_hand(known: Mapping[Seat, Sequence[C]], hand: Sequence[C]) -> Iterator[str]:
    """Yield, for an audit, whoever knows cards that are not in the hand."""
    for knower, cards in known.items():
        if Counter(cards) - Counter(hand):
            yield f"{knower} knows {list(cards)}, which are not all in the hand {list(hand)}"


def without(cards: Iterable[C], gone: Iterable[C]) -> list[C]:
    """Return the cards that are left when these are taken away, equal ones one by one."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return left


def dealt_anew(
    hand: Sequence[C], deck: Sequence[C], seen: Sequence[C], chance: Chance, lacks: Container[C] = ()
) -> tuple[list[C], list[C]]:
    """Return another hand and deck of the same cards that somebody could not tell from these.

    Args:
        hand: the real hand.
        deck: the face-down deck it was drawn from.
        seen: the cards of the hand that somebody knows; they stay there.
        chance: makes the deal.
        lacks: the cards that somebody knows not to be in the hand.
    """
    unseen = without(hand, seen)
    # Sorted first: else the order in which they lay, which nobody may know, would show in the deal.
    pool = chance.shuffled(sorted([*unseen, *deck]))
    drawn = [card for card in pool if card not in lacks][: len(unseen)]
    return chance.shuffled(sorted([*seen, *drawn])), without(pool, drawn)


def know_anew(known: MutableMapping[Seat, list[C]], hand: Sequence[C], viewer: Seat | None, chance: Chance) -> None:
    """Let those who know more than everybody, except the viewer, know as many cards of the new hand."""
    public = known.get(EVERYBODY, [])
    for knower, cards in known.items():
        if knower not in (EVERYBODY, viewer):
            others = chance.shuffled(without(hand, public))
            known[knower] = [*public, *others[: len(cards) - len(public)]]
