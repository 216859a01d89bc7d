"""Vocabulary: names of cards and resources, alone and counted.

Decision cards are Buy, Activate, Obstacle and Hire; resources are Personnel, Steel, Concrete, Paper, Imported and
Energy. (Rulebook "Components" and the table of symbols.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from bot.engine.words import format_list
from bot.games.briefcase.components import DECISIONS, RESOURCES, BriefcaseBox, Company, Decision, Resource
from bot.games.briefcase.moves import Spent, Use

Word = TypeVar("Word", bound=str)

ORDER: Mapping[str, int] = {word: place for place, word in enumerate((*DECISIONS, *RESOURCES))}


def amounts(things: Iterable[str] | Mapping[str, int]) -> str:
    """Return equal things counted, in the order of the box: "2 Buys, 1 Paper"; "nothing" if there are none."""
    found = Counter(things)
    words = [several(thing, found[thing]) for thing in sorted(found, key=ORDER.__getitem__) if found[thing]]
    return ", ".join(words) or "nothing"


def several(thing: str, count: int) -> str:
    """Return a card or resource with its number: "1 Buy", "2 Buys", "2 Steel"."""
    return f"{count} {thing.capitalize()}{'s' if thing in DECISIONS and count != 1 else ''}"


def in_order(things: Iterable[Word]) -> list[Word]:
    """Return cards or resources in the order of the box, so that their order tells nothing."""
    return sorted(things, key=ORDER.__getitem__)


def said_uses(uses: Sequence[Use], box: BriefcaseBox) -> str:
    """Return with which cards something is paid: "1 Buy, 3 Obstacles (Accounting Firm)"."""
    own = [use.card for use in uses if use.via is None]
    words = [amounts(own)] if own else []
    turned = [(use.card, use.via) for use in uses if use.via is not None]
    for card, company in dict.fromkeys(turned):
        count = box.cards_as[company].equal * turned.count((card, company))
        words.append(f"{several(card, count)} ({box.company[company].name})")
    return ", ".join(words)


def said_payment(pay: Sequence[Spent], box: BriefcaseBox) -> str:
    """Return with which resources something is paid: "1 Personnel, 1 Paper as Steel (Steel Factory)"."""
    exact = [spent.unit for spent in pay if spent.resource == spent.unit]
    words = [amounts(exact)] if exact else []
    for spent in pay:
        if spent.resource != spent.unit:
            through = f" ({box.company[spent.via].name})" if spent.via else ""
            words.append(f"1 {spent.resource.capitalize()} as {spent.unit.capitalize()}{through}")
    return ", ".join(words)


def said_alternatives(ways: Sequence[Sequence[str]]) -> str:
    """Return what would do: "1 Steel or 1 Paper", "1 Steel and 1 Paper, or 2 Paper"."""
    if all(len(way) == 1 for way in ways) or len(ways) == 1:
        return " or ".join(amounts(way) for way in ways)
    return ", or ".join(amounts(way).replace(", ", " and ") for way in ways)


def what_it_gives(company: Company, bank: Mapping[Decision, int], *, now: bool = False) -> str:
    """Return the production of an activation, and the kinds of cards that the bank has too few of.

    Args:
        company: the company.
        bank: the cards there are.
        now: whether it is activated now: then the cards are for later turns, since they are discarded at first.
    """
    got: list[str] = []
    short = []
    for card, count in company.production.items():
        got += [card] * min(count, bank[card])
        if bank[card] < count:
            short.append(several(card, bank[card]) if bank[card] else f"no {card.capitalize()}s")
    why = f": the bank has {format_list(short)} left" if short else ""
    energy = ["energy"] * company.energy
    if not now or not got:
        return f"Gives {amounts([*got, *energy])}{why}."
    at_once = f"{amounts(energy)} now, " if energy else ""
    return f"Gives {at_once}{amounts(got)} for later turns{why}."


def resource(word: str) -> Resource:
    """Return the resource that is called so."""
    return next(known for known in RESOURCES if known == word)
