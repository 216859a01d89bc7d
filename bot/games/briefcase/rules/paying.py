"""Paying: which cards and which resources can pay what, and which way is the cheapest.

One play may be paid with several cards, but only exactly: no change is given. Companies turn decision cards into
others and let resources stand for others; what a company has made of a card is used at once, and is never turned
into something else a second time. (Rulebook "Buy", "Activate", "Hire", fine points 1 and 3, and the companies.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

from bot.games.briefcase.components import BASIC, CardsAs, Decision, Resource, ResourceAs
from bot.games.briefcase.moves import Spent, Use
from bot.games.briefcase.rules.vocabulary import ORDER

WORTH: Mapping[Decision, float] = {"obstacle": 1.0, "hire": 3.0, "activate": 4.0, "buy": 4.0}
"""What a card could still do this turn: the cheapest way to pay uses the least of it."""
ONCE = 0.5
"""What it counts to use up what a company does only so often in a turn."""
IMPORTED = 4.0
STANDING_IN = 2.0
PLENTY = 0.1
"""How much cheaper each further equal resource in the storage makes it."""


@dataclass(frozen=True)
class Means:
    """What a seat can pay with: its hand, its storage, and its companies that turn one thing into another."""

    hand: Mapping[Decision, int]
    storage: Mapping[Resource, int]
    cards_as: Sequence[tuple[str, CardsAs]]
    resource_as: Sequence[tuple[str, ResourceAs]]
    used: Sequence[str] = ()
    """Companies whose once-a-turn ability was used in this turn, as often as it was."""

    @property
    def turns_anything(self) -> bool:
        """Whether there may be more than one way to pay."""
        return bool(self.cards_as or self.resource_as or self.storage.get("imported"))

    def left_of(self, company: str, per_turn: int | None) -> int:
        """Return how often a company's ability can still be used this turn."""
        return 99 if per_turn is None else per_turn - self.used.count(company)


# Decision cards


def ways_to_play(means: Means, card: Decision, count: int, *, market: bool = False) -> list[tuple[Use, ...]]:
    """Return each way to play so many cards of a kind, the cheapest first."""
    kinds: list[tuple[Use, int, int]] = [(Use(card=card), 1, 99)]
    for company, ability in means.cards_as:
        if card in ability.to and (market or not ability.only_market):
            most = means.left_of(company, ability.per_turn)
            kinds += [
                (Use(card=given, via=company), ability.count, most)
                for given in means.hand
                if given != card and means.hand[given] >= ability.count and most > 0
            ]
    found = list(_combined(kinds, 0, count, dict(means.hand), ()))
    return sorted(found, key=lambda uses: (weight(uses, means), str(uses)))


def _combined(
    kinds: Sequence[tuple[Use, int, int]], at: int, count: int, hand: dict[Decision, int], uses: tuple[Use, ...]
) -> Iterator[tuple[Use, ...]]:
    if not count:
        yield uses
        return
    if at == len(kinds):
        return
    use, each, most = kinds[at]
    through = sum(1 for other in uses if other.via == use.via) if use.via else 0
    for times in range(min(count, hand.get(use.card, 0) // each, most - through) + 1):
        left = {**hand, use.card: hand.get(use.card, 0) - each * times}
        yield from _combined(kinds, at + 1, count - times, left, (*uses, *[use] * times))


def weight(uses: Sequence[Use], means: Means) -> float:
    """Return what is used up by playing these cards."""
    ability = dict(means.cards_as)
    total = 0.0
    for use in uses:
        through = ability[use.via] if use.via is not None else None
        total += WORTH[use.card] * (through.count if through is not None else 1)
        total += ONCE if through is not None and through.per_turn is not None else 0.0
    return total


def cheapest_cards(means: Means, card: Decision, count: int, *, market: bool = False) -> tuple[Use, ...] | None:
    """Return the cheapest way to play so many cards of a kind; None: there is none."""
    ways = ways_to_play(means, card, count, market=market)
    return ways[0] if ways else None


def most_cards(means: Means, card: Decision, *, market: bool = False) -> int:
    """Return how many cards of a kind can be played at most."""
    count = means.hand.get(card, 0)
    while ways_to_play(means, card, count + 1, market=market):
        count += 1
    return count


def taken(uses: Sequence[Use], cards_as: Sequence[tuple[str, CardsAs]]) -> Counter[Decision]:
    """Return the real cards that are played by these uses."""
    ability = dict(cards_as)
    found: Counter[Decision] = Counter()
    for use in uses:
        found[use.card] += ability[use.via].count if use.via is not None else 1
    return found


# Resources


def ways_to_pay(
    means: Means, units: Sequence[Resource], *, hiring: bool = False, storage: Mapping[Resource, int] | None = None
) -> list[tuple[Spent, ...]]:
    """Return each way to pay these units from the storage, the cheapest first.

    In a hire the owner receives what is paid, so there it matters which unit a resource stands for.
    """
    have = tuple(sorted((means.storage if storage is None else storage).items(), key=lambda one: ORDER[one[0]]))
    ways: dict[_Rest, tuple[Spent, ...]] = {(have, ()): ()}
    for unit in units:
        longer: dict[_Rest, tuple[Spent, ...]] = {}
        for (left, marks), pay in ways.items():
            for at, (resource, count) in enumerate(left):
                for via in _through(means, unit, resource, pay, hiring) if count else ():
                    spent = Spent(unit=unit, resource=resource, via=via)
                    rest = (*left[:at], (resource, count - 1), *left[at + 1 :])
                    key = (rest, tuple(sorted((*marks, *_marks(spent, means, hiring)))))
                    known = longer.get(key)
                    way = (*pay, spent)
                    if known is None or weight_of_payment(way, means) < weight_of_payment(known, means):
                        longer[key] = way
        ways = longer
    return sorted(ways.values(), key=lambda pay: (weight_of_payment(pay, means), str(pay)))


_Rest: TypeAlias = tuple[tuple[tuple[Resource, int], ...], tuple[str, ...]]
"""What a way to pay leaves in the storage, and what else sets it apart from others."""


def _marks(spent: Spent, means: Means, hiring: bool) -> Iterator[str]:
    scarce = {company for company, ability in means.resource_as if ability.per_turn is not None}
    if spent.via in scarce:
        yield str(spent.via)
    if hiring and spent.resource != spent.unit:
        yield f"{spent.resource} as {spent.unit}, {spent.via is None}"


def _through(
    means: Means, unit: Resource, resource: Resource, pay: Sequence[Spent], hiring: bool
) -> Iterator[str | None]:
    """Yield through which company a resource can stand for a unit; None: by itself."""
    if resource == unit:
        yield None
        return
    itself = resource == "imported" and unit in BASIC
    if itself:
        yield None
        if not hiring:
            return
    scarce: list[str] = []
    for company, ability in means.resource_as:
        if unit in ability.to and (ability.energy or "energy" not in (unit, resource)):
            if ability.per_turn is None:
                yield company
                return
            if sum(1 for spent in pay if spent.via == company) < means.left_of(company, ability.per_turn):
                scarce.append(company)
    yield from scarce[:1]


def weight_of_payment(pay: Sequence[Spent], means: Means) -> float:
    """Return how dear a way to pay is: exact is free, imported resources are the dearest."""
    once = {company for company, ability in means.resource_as if ability.per_turn is not None}
    total = 0.0
    for spent in pay:
        if spent.resource == "imported":
            total += IMPORTED
        elif spent.resource != spent.unit:
            total += STANDING_IN - PLENTY * means.storage.get(spent.resource, 0)
        total += ONCE if spent.via in once else 0.0
    return total


def some_units(units: Sequence[Resource], count: int) -> list[tuple[Resource, ...]]:
    """Return the different ways to pick so many units of a cost."""
    return sorted(set(combinations(units, count)))
