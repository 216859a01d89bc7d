"""Find the ways in which cards and resources can pay for a play, the cheapest first.

One play may be paid with several cards, but only exactly: no change is given. Companies turn decision cards into
others and let resources stand for others; what a company has made of a card is used at once, and is never turned
into something else a second time. (Rulebook "Buy", "Activate", "Hire", fine points 1 and 3, and the companies.)

The same hands and storages recur often, so the answers are cached.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from operator import mul
from typing import NamedTuple, TypeAlias

from bot.games.briefcase.components import (
    ALWAYS,
    BASIC,
    DECISIONS,
    RESOURCES,
    BriefcaseBox,
    Company,
    Decision,
    Resource,
    StandIn,
)
from bot.games.briefcase.moves import BuyResources, Spent, Use

WORTH: Mapping[Decision, float] = {"obstacle": 1.0, "hire": 3.0, "activate": 4.0, "buy": 4.0}
"""What a card could still do this turn: the cheapest way to pay uses the least of it."""
ONCE = 0.5
"""What it counts to use up what a company does only so often in a turn."""
IMPORTED = 4.0
STANDING_IN = 2.0
PLENTY = 0.1
"""How much cheaper each further equal resource in the storage makes it."""
OPENING = 2.0
"""What an activation that is needed to open level 2 is worth, in points, beside what it scores."""
ENERGY = 3
"""How many resources that are sold a lacking Energy counts for: it only comes from activating another company."""
REMEMBERED = 4096
"""Cache size per function; more entries would take memory for answers that hardly recur."""

Amounts: TypeAlias = tuple[int, ...]
"""How many there are of each decision card, or of each resource, in the order of the box."""


class Cards(NamedTuple):
    """The decision cards that a seat can play: its hand, and its companies that turn cards into others."""

    hand: Amounts
    turned: tuple[StandIn, ...] = ()

    def held(self, card: Decision) -> int:
        """Return how many cards of a kind are in the hand."""
        return self.hand[DECISIONS.index(card)]

    def without(self, card: Decision, count: int) -> Cards:
        """Return the playable cards without `count` of a kind."""
        return self._replace(
            hand=tuple(n - count * (kind == card) for kind, n in zip(DECISIONS, self.hand, strict=True))
        )


class Resources(NamedTuple):
    """The resources that a seat can spend: its storage, and its companies that let resources stand for others."""

    stored: Amounts
    turned: tuple[StandIn, ...] = ()

    def held(self, resource: Resource) -> int:
        """Return how many of a resource are in the storage."""
        return self.stored[RESOURCES.index(resource)]

    def scarce(self) -> set[str]:
        """Return which of the companies do it only so often in a turn."""
        return {stand_in.company for stand_in in self.turned if stand_in.scarce}

    def useful_for(self, units: tuple[Resource, ...]) -> Resources:
        """Return only what could pay some of these units: then many storages are the same."""
        turned, useful = _useful(units, self.turned)
        return Resources(tuple(map(mul, self.stored, useful)), turned)

    def with_more(self, more: Sequence[Resource]) -> Resources:
        """Return what can be spent when these are in the storage, too."""
        stored = tuple(count + more.count(name) for name, count in zip(RESOURCES, self.stored, strict=True))
        return self._replace(stored=stored)

    def after_paying(self, pay: Sequence[Spent]) -> Resources:
        """Return what can be spent when these are gone."""
        gone = [spent.resource for spent in pay]
        stored = tuple(count - gone.count(name) for name, count in zip(RESOURCES, self.stored, strict=True))
        return Resources(stored, used_up(self.turned, [spent.via for spent in pay]))


@lru_cache(REMEMBERED)
def _useful(units: tuple[Resource, ...], turned: tuple[StandIn, ...]) -> tuple[tuple[StandIn, ...], Amounts]:
    """Return which companies could help to pay these units, and for each resource 1 if it could pay one, else 0."""
    helpful = tuple([stand_in for stand_in in turned if not set(units).isdisjoint(stand_in.to)])
    return helpful, tuple([int(bool(helpful) or name in units or name == "imported") for name in RESOURCES])


class Means(NamedTuple):
    """What a seat can pay with."""

    cards: Cards
    resources: Resources

    @property
    def turns_anything(self) -> bool:
        """Whether there may be more than one way to pay."""
        return bool(self.cards.turned or self.resources.turned or self.resources.held("imported"))


def stand_ins(by_company: Mapping[str, StandIn], activated: Sequence[str], used: Sequence[str]) -> tuple[StandIn, ...]:
    """Return those of the activated companies, and how often they can still be used; `used`: as often as they were."""
    found = [by_company[company] for company in activated if company in by_company]
    if used:
        found = [one._replace(left=one.left - used.count(one.company)) if one.scarce else one for one in found]
    return tuple(found)


def used_up(turned: tuple[StandIn, ...], through: Sequence[str | None]) -> tuple[StandIn, ...]:
    """Return how often the companies can still be used after this was paid through them."""
    return tuple([one._replace(left=one.left - through.count(one.company)) if one.scarce else one for one in turned])


# Decision cards


@lru_cache(REMEMBERED)
def ways_to_play(cards: Cards, card: Decision, count: int, market: bool = False) -> Sequence[tuple[Use, ...]]:
    """Return each way to play a number of cards of a kind, the cheapest first."""
    kinds: list[tuple[Use, int, int]] = [(Use(card=card), 1, ALWAYS)]
    for company, to, left, equal, only_market, _ in cards.turned:
        if card in to and left and (market or not only_market):
            kinds += [
                (Use(card=given, via=company), equal, left)
                for given, there in zip(DECISIONS, cards.hand, strict=True)
                if given != card and there >= equal
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
    """Return the cost of playing these cards, as a weight."""
    through = {stand_in.company: stand_in for stand_in in cards.turned}
    total = 0.0
    for use in uses:
        stand_in = through[use.via] if use.via is not None else None
        total += WORTH[use.card] * (stand_in.equal if stand_in is not None else 1)
        total += ONCE if stand_in is not None and stand_in.scarce else 0.0
    return total


@lru_cache(REMEMBERED)
def cheapest_cards(cards: Cards, card: Decision, market: bool = False) -> Sequence[tuple[Use, ...]]:
    """Return the cheapest way to play none, one, two and so on of a kind, up to as many as can be played."""
    found: list[tuple[Use, ...]] = [()]
    while ways := ways_to_play(cards, card, len(found), market):
        found.append(ways[0])
    return tuple(found)


def most_cards(cards: Cards, card: Decision, market: bool = False) -> int:
    """Return how many cards of a kind can be played at most."""
    return len(cheapest_cards(cards, card, market)) - 1


def after_playing(cards: Cards, uses: Sequence[Use]) -> Cards:
    """Return what can be played when these have been played."""
    each = {stand_in.company: stand_in.equal for stand_in in cards.turned}
    gone = [use.card for use in uses for _ in range(1 if use.via is None else each[use.via])]
    hand = tuple(count - gone.count(card) for card, count in zip(DECISIONS, cards.hand, strict=True))
    return Cards(hand, used_up(cards.turned, [use.via for use in uses]))


def taken(uses: Sequence[Use], box: BriefcaseBox) -> list[Decision]:
    """Return the real cards that are played by these uses."""
    return [use.card for use in uses for _ in range(1 if use.via is None else box.cards_as[use.via].equal)]


# Resources


def ways_to_pay(
    resources: Resources, units: tuple[Resource, ...], *, hiring: bool = False
) -> Sequence[tuple[Spent, ...]]:
    """Return each way to pay these units from the storage, the cheapest first.

    In a hire the owner receives the payment, so there it matters which unit a resource stands for.
    """
    if sum(resources.stored) < len(units):
        return ()
    return _ways_to_pay(resources.useful_for(units), units, hiring)


@lru_cache(REMEMBERED)
def _ways_to_pay(resources: Resources, units: tuple[Resource, ...], hiring: bool) -> Sequence[tuple[Spent, ...]]:
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
    for stand_in in resources.turned:
        if unit in stand_in.to and (stand_in.energy or "energy" not in (unit, resource)):
            if not stand_in.scarce:
                yield stand_in.company
                return
            if through.count(stand_in.company) < stand_in.left:
                scarce.append(stand_in.company)
    yield from scarce[:1]


def find_first_activation(
    means: Means, purchase: BuyResources, waiting: Iterable[Company], points: Mapping[str, int]
) -> Company | None:
    """Return the company that scores most of those that only a purchase lets activate; None: there is none.

    An Activate has to be left for it.

    Args:
        means: what there is to pay with before the purchase.
        purchase: what is bought.
        waiting: the companies that are not activated.
        points: what the activation of each scores.
    """
    if not most_cards(after_playing(means.cards, purchase.cards), "activate"):
        return None
    before, after = means.resources, means.resources.with_more(purchase.resources)
    able = [card for card in waiting if ways_to_pay(after, card.units) and not ways_to_pay(before, card.units)]
    return max(able, key=lambda card: points[card.id], default=None)


def find_aim(
    resources: Resources, waiting: Iterable[Company], points: Mapping[str, int], *, opens: bool
) -> Company | None:
    """Return the company that brings most for each resource that it still lacks; None: there is none.

    Args:
        resources: what there is to pay with.
        waiting: the companies that are not activated.
        points: what the activation of each scores.
        opens: whether activations of level 1 are still needed to open level 2.
    """

    def weigh(card: Company) -> tuple[float, int]:
        lacking = next(iter(missing(resources, card.units)), ())
        effort = len(lacking) + (ENERGY - 1) * lacking.count("energy")
        brings = points[card.id] + (OPENING if opens and card.level == 1 else 0.0)
        return brings / max(effort, 1), -effort

    return max(waiting, key=weigh, default=None)


def missing(resources: Resources, units: tuple[Resource, ...]) -> Sequence[tuple[Resource, ...]]:
    """Return the fewest units that would have to be added so that these can be paid, each way once.

    Units that a resource can stand for or be turned into are not missing. Empty if they can be paid already.
    """
    return _missing(resources.useful_for(units), units)


def count_missing(resources: Resources, units: tuple[Resource, ...]) -> int:
    """Return how many units would have to be added at least so that these can be paid."""
    return len(next(iter(missing(resources, units)), ()))


def is_all_needed(resources: Resources, more: Sequence[Resource], waiting: Iterable[Company]) -> bool:
    """Whether each of some more resources counts for one of these companies."""
    after = resources.with_more(more)
    return any(count_missing(resources, c.units) - count_missing(after, c.units) == len(more) for c in waiting)


@lru_cache(REMEMBERED)
def list_turned(resources: Resources, units: tuple[Resource, ...]) -> Sequence[tuple[Resource, str]]:
    """Return as which units, and through which companies, any basic resources would do for what is missing.

    Empty if it matters which resources are added, or nothing is missing.
    """
    count = count_missing(resources, units)
    ways = [ways_to_pay(resources.with_more([resource] * count), units)[:1] for resource in BASIC]
    if not count or not all(ways):
        return ()
    through = {(spent.unit, spent.via) for way in ways for pay in way for spent in pay if spent.via is not None}
    return sorted(through)


@lru_cache(REMEMBERED)
def _missing(resources: Resources, units: tuple[Resource, ...]) -> Sequence[tuple[Resource, ...]]:
    count, found = 0, _payable_without(resources, units, 0)
    while not found:
        count += 1
        found = _payable_without(resources, units, count)
    return found if count else ()


def _payable_without(resources: Resources, units: tuple[Resource, ...], count: int) -> Sequence[tuple[Resource, ...]]:
    """Return each choice of `count` units whose removal makes the others payable."""
    places = range(len(units))
    left_out = {
        tuple(units[at] for at in absent): None
        for absent in combinations(places, count)
        if ways_to_pay(resources, tuple(units[at] for at in places if at not in absent))
    }
    return tuple(left_out)


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
