"""Paying: which cards and which resources can pay what, and which way is the cheapest.

One play may be paid with several cards, but only exactly: no change is given. Companies turn decision cards into
others and let resources stand for others; what a company has made of a card is used at once, and is never turned
into something else a second time. (Rulebook "Buy", "Activate", "Hire", fine points 1 and 3, and the companies.)

The same hands and storages come again and again, so the answers are remembered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple, TypeAlias

from bot.games.briefcase.components import (
    BASIC,
    DECISIONS,
    RESOURCES,
    BriefcaseBox,
    CardsAs,
    Decision,
    Resource,
    ResourceAs,
)
from bot.games.briefcase.moves import Spent, Use

WORTH: Mapping[Decision, float] = {"obstacle": 1.0, "hire": 3.0, "activate": 4.0, "buy": 4.0}
"""What a card could still do this turn: the cheapest way to pay uses the least of it."""
ONCE = 0.5
"""What it counts to use up what a company does only so often in a turn."""
IMPORTED = 4.0
STANDING_IN = 2.0
PLENTY = 0.1
"""How much cheaper each further equal resource in the storage makes it."""
REMEMBERED = 4096
"""So many answers of a function are kept; more would take memory for what hardly comes again."""

Amounts: TypeAlias = tuple[int, ...]
"""How many there are of each decision card, or of each resource, in the order of the box."""


class Cards(NamedTuple):
    """The decision cards that a seat can play: its hand, and its companies that turn cards into others."""

    hand: Amounts
    turned: tuple[tuple[str, CardsAs], ...] = ()
    used: tuple[str, ...] = ()
    """Companies whose once-a-turn ability was used in this turn, as often as it was."""

    def held(self, card: Decision) -> int:
        """Return how many cards of a kind are in the hand."""
        return self.hand[DECISIONS.index(card)]


class Resources(NamedTuple):
    """The resources that a seat can spend: its storage, and its companies that let resources stand for others."""

    stored: Amounts
    turned: tuple[tuple[str, ResourceAs], ...] = ()
    used: tuple[str, ...] = ()
    """Companies whose once-a-turn ability was used in this turn, as often as it was."""

    def held(self, resource: Resource) -> int:
        """Return how many of a resource are in the storage."""
        return self.stored[RESOURCES.index(resource)]

    def scarce(self) -> set[str]:
        """Return which of the companies do it only so often in a turn."""
        return {company for company, ability in self.turned if ability.per_turn is not None}

    def with_more(self, more: Sequence[Resource]) -> Resources:
        """Return what can be spent when these are in the storage, too."""
        stored = tuple(count + more.count(name) for name, count in zip(RESOURCES, self.stored, strict=True))
        return self._replace(stored=stored)


class Means(NamedTuple):
    """What a seat can pay with."""

    cards: Cards
    resources: Resources

    @property
    def turns_anything(self) -> bool:
        """Whether there may be more than one way to pay."""
        return bool(self.cards.turned or self.resources.turned or self.resources.held("imported"))


def _left_of(company: str, per_turn: int | None, used: Sequence[str]) -> int:
    """Return how often a company's ability can still be used this turn."""
    return 99 if per_turn is None else per_turn - used.count(company)


# Decision cards


@lru_cache(REMEMBERED)
def ways_to_play(cards: Cards, card: Decision, count: int, market: bool = False) -> Sequence[tuple[Use, ...]]:
    """Return each way to play so many cards of a kind, the cheapest first."""
    kinds: list[tuple[Use, int, int]] = [(Use(card=card), 1, 99)]
    for company, ability in cards.turned:
        if card in ability.to and (market or not ability.only_market):
            most = _left_of(company, ability.per_turn, cards.used)
            kinds += [
                (Use(card=given, via=company), ability.count, most)
                for given, there in zip(DECISIONS, cards.hand, strict=True)
                if given != card and there >= ability.count and most > 0
            ]
    hand = dict(zip(DECISIONS, cards.hand, strict=True))
    found = _combined(kinds, 0, count, hand, ())
    return tuple(
        sorted(found, key=lambda uses: (weight(uses, cards), [(use.card, *_turned_first(use.via)) for use in uses]))
    )


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
    for times in range(min(count, hand[use.card] // each, most - through) + 1):
        left = {**hand, use.card: hand[use.card] - each * times}
        yield from _combined(kinds, at + 1, count - times, left, (*uses, *[use] * times))


def weight(uses: Sequence[Use], cards: Cards) -> float:
    """Return what is used up by playing these cards."""
    ability = dict(cards.turned)
    total = 0.0
    for use in uses:
        through = ability[use.via] if use.via is not None else None
        total += WORTH[use.card] * (through.count if through is not None else 1)
        total += ONCE if through is not None and through.per_turn is not None else 0.0
    return total


def cheapest_cards(cards: Cards, card: Decision, count: int, market: bool = False) -> tuple[Use, ...] | None:
    """Return the cheapest way to play so many cards of a kind; None: there is none."""
    ways = ways_to_play(cards, card, count, market)
    return ways[0] if ways else None


def most_cards(cards: Cards, card: Decision, market: bool = False) -> int:
    """Return how many cards of a kind can be played at most."""
    count = cards.held(card)
    while ways_to_play(cards, card, count + 1, market):
        count += 1
    return count


def taken(uses: Sequence[Use], box: BriefcaseBox) -> Counter[Decision]:
    """Return the real cards that are played by these uses."""
    found: Counter[Decision] = Counter()
    for use in uses:
        found[use.card] += 1 if use.via is None else box.cards_as[use.via].count
    return found


# Resources


@lru_cache(REMEMBERED)
def ways_to_pay(
    resources: Resources, units: tuple[Resource, ...], *, hiring: bool = False
) -> Sequence[tuple[Spent, ...]]:
    """Return each way to pay these units from the storage, the cheapest first.

    In a hire the owner receives what is paid, so there it matters which unit a resource stands for.
    """
    scarce = resources.scarce()
    ways: dict[_Rest, tuple[Spent, ...]] = {(resources.stored, ()): ()}
    for unit in units:
        longer: dict[_Rest, tuple[Spent, ...]] = {}
        for (left, marks), pay in ways.items():
            through = [spent.via for spent in pay]
            for at, resource in enumerate(RESOURCES):
                for via in _through(resources, unit, resource, through, hiring=hiring) if left[at] else ():
                    spent = _spent(unit, resource, via)
                    key = (_without(left, at), tuple(sorted((*marks, *_marks(spent, scarce, hiring)))))
                    known = longer.get(key)
                    way = (*pay, spent)
                    if known is None or weight_of_payment(way, resources) < weight_of_payment(known, resources):
                        longer[key] = way
        ways = longer
    return cheapest_first(resources, ways.values())


def cheapest_first(resources: Resources, ways: Iterable[tuple[Spent, ...]]) -> Sequence[tuple[Spent, ...]]:
    """Return ways to pay in the order in which they are offered."""
    return tuple(
        sorted(
            ways,
            key=lambda pay: (
                weight_of_payment(pay, resources),
                [(spent.unit, spent.resource, *_turned_first(spent.via)) for spent in pay],
            ),
        )
    )


def _turned_first(via: str | None) -> tuple[bool, str]:
    """Return where a card or resource stands that pays through this company, among equal ones."""
    return via is None, via or ""


@lru_cache(REMEMBERED)
def _spent(unit: Resource, resource: Resource, via: str | None) -> Spent:
    return Spent(unit=unit, resource=resource, via=via)


def _without(amounts: Amounts, at: int) -> Amounts:
    """Return the amounts with one less of that at this place."""
    return (*amounts[:at], amounts[at] - 1, *amounts[at + 1 :])


_Rest: TypeAlias = tuple[Amounts, tuple[str, ...]]
"""What a way to pay leaves in the storage, and what else sets it apart from others."""


def _marks(spent: Spent, scarce: set[str], hiring: bool) -> Iterator[str]:
    if spent.via in scarce:
        yield spent.via
    if hiring and spent.resource != spent.unit:
        yield f"{spent.resource} as {spent.unit}, {spent.via is None}"


def _through(
    resources: Resources, unit: Resource, resource: Resource, through: Sequence[str | None], *, hiring: bool
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
    for company, ability in resources.turned:
        if unit in ability.to and (ability.energy or "energy" not in (unit, resource)):
            if ability.per_turn is None:
                yield company
                return
            if through.count(company) < _left_of(company, ability.per_turn, resources.used):
                scarce.append(company)
    yield from scarce[:1]


def weight_of_payment(pay: Sequence[Spent], resources: Resources) -> float:
    """Return how dear a way to pay is: exact is free, imported resources are the dearest."""
    scarce = resources.scarce()
    total = 0.0
    for spent in pay:
        if spent.resource == "imported":
            total += IMPORTED
        elif spent.resource != spent.unit:
            total += STANDING_IN - PLENTY * resources.held(spent.resource)
        total += ONCE if spent.via in scarce else 0.0
    return total


def some_units(units: Sequence[Resource], count: int) -> list[tuple[Resource, ...]]:
    """Return the different ways to pick so many units of a cost."""
    return sorted(set(combinations(units, count)))
