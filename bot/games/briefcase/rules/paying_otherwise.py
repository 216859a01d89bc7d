"""The same play, paid in another way.

Each play is offered with its cheapest payment. Another one is put together in private: the play, then the cards, then
the resources, each only where there is more than one way; and it is sent as the play itself. (How it is asked is ours.)

The choices only say with what it is paid, and the last of them is the whole play. It is not tried on a copy of the
table (`bot.engine.drafting`), for what follows a play may look at hands, or draw by lot.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

from bot.engine.multi_step import Compose, Stage
from bot.engine.questions import Choose, Option
from bot.engine.records import Move, Seat
from bot.engine.words import format_count, format_list
from bot.games.briefcase.moves import (
    Action,
    ActivateCompany,
    BuyCompany,
    BuyResources,
    HireCompany,
    Invest,
    MoveBlock,
    Spent,
    Use,
)
from bot.games.briefcase.rules.blocks import pairs
from bot.games.briefcase.rules.buying import price
from bot.games.briefcase.rules.hiring import ways_to_hire
from bot.games.briefcase.rules.in_words import HINT, LABEL, fit, leaves, named, stored_after
from bot.games.briefcase.rules.paying import taken, ways_to_pay, ways_to_play
from bot.games.briefcase.rules.short_labels import shorten_ways
from bot.games.briefcase.rules.vocabulary import amounts, said_payment, said_uses
from bot.games.briefcase.rules.what_you_may_do import ways_to_invest

if TYPE_CHECKING:
    from bot.games.briefcase.table import Briefcase

Part: TypeAlias = Literal["cards", "resources"]
"""What a play is paid with."""

PAY_OTHERWISE = "Choose what to pay with"
_COMPANIES = re.compile(r" \([^)]*\)")
"""In a payment: through which company a card or resource pays."""
FEW = 5
"""The largest number of plays without groups; each is then a button with its hint."""


def pay_otherwise(table: Briefcase, seat: Seat, plays: Sequence[Move], rule: str) -> Compose:
    """Ask for a play and its payment; `plays`: what can be played, each with its cheapest payment."""
    actions = [play for play in plays if isinstance(play, Action)]

    def stage(parts: tuple[Move, ...]) -> Stage:
        *_, play = parts or (None,)
        if not isinstance(play, Action):
            return Stage(_which_play(table, seat, actions, rule), complete=False)
        open_parts = chosen_parts(table, seat, play)
        settled = open_parts[: len(parts) - 1]
        words = _settled(table, seat, play, settled) if settled else ""
        if len(settled) == len(open_parts):
            return Stage(None, words)
        return Stage(_which_way(table, seat, play, open_parts[len(settled)], rule), words, complete=False)

    def apart(move: Move) -> Sequence[Move] | None:
        if not isinstance(move, Action):
            return None
        play = next((play for play in actions if _unpaid(play) == _unpaid(move)), None)
        if play is None:
            return None
        parts = [play]
        for part in chosen_parts(table, seat, play):
            parts.append(_paid(parts[-1], part, move))
        return parts

    return Compose(
        prompt="Which play? Then you choose what pays for it.",
        rule=rule,
        help="Some plays can be paid with other cards or resources than those that their line takes: choose the play, "
        "then how to pay. The cheapest way comes first: it uses what is of least use for the rest of this turn.",
        about=tuple(table.means(seat)),
        stage=stage,
        apart=apart,
        most=3,
    )


def chosen_parts(table: Briefcase, seat: Seat, play: Action) -> list[Part]:
    """Return with what a play is paid in more than one way."""
    cards, resources = ways_with_cards(table, seat, play), ways_with_resources(table, seat, play)
    found: list[Part] = ["cards"] if len(cards) > 1 else []
    return [*found, "resources"] if len(resources) > 1 else found


def ways_with_cards(table: Briefcase, seat: Seat, play: Action) -> Sequence[tuple[Use, ...]]:
    """Return the cards with which a play can be paid, the cheapest first."""
    cards = table.means(seat).cards
    match play:
        case BuyResources():
            return ways_to_play(cards, "buy", price(table, play.resources), market=True)
        case BuyCompany():
            return ways_to_play(cards, "buy", table.card(play.company).cost or 0)
        case ActivateCompany():
            return ways_to_play(cards, "activate", 1)
        case Invest():
            return ways_to_invest(table, cards, play.buys)
        case HireCompany():
            return ways_to_play(cards, "hire", 1)
        case MoveBlock():
            return [(Use(card=card),) * table.box.terms.equal_cards_for_a_block for card in pairs(table, cards)]


def ways_with_resources(table: Briefcase, seat: Seat, play: Action) -> Sequence[tuple[Spent, ...]]:
    """Return the resources with which a play can be paid, the cheapest first."""
    resources = table.means(seat).resources
    match play:
        case ActivateCompany():
            return ways_to_pay(resources, table.card(play.company).units)
        case HireCompany():
            return list(ways_to_hire(table, resources, play.company))
        case BuyResources() | BuyCompany() | Invest() | MoveBlock():
            return []


def _unpaid(play: Action) -> dict[str, object]:
    """Return a play without what it is paid with."""
    return play.model_dump(exclude={"card", "cards", "pay"})


def _paid(play: Action, part: Part, like: Action) -> Action:
    """Return a play with a part of its payment as in another one."""
    name = "pay" if part == "resources" else "card" if isinstance(play, MoveBlock) else "cards"
    return play.model_copy(update={name: getattr(like, name)})


def _which_play(table: Briefcase, seat: Seat, actions: Sequence[Action], rule: str) -> Choose | None:
    """Ask which of the plays it is that can be paid in more than one way; None: there are none."""
    found = []
    for play in actions:
        parts = chosen_parts(table, seat, play)
        if parts:
            found.append((named(table, seat, play), _describe_ways(table, seat, play, parts), play))
    options = [Option(play, name, group if len(found) > FEW else "", hint) for (name, group), hint, play in found]
    return Choose(prompt="Which play?", rule=rule, options=tuple(options)) if options else None


def _describe_ways(table: Briefcase, seat: Seat, play: Action, parts: Sequence[Part]) -> str:
    """Return the ways to pay for a play, or how many there are where a hint has no room for them."""
    ways = {part: [way[1].partition(" ")[2] for way in _ways(table, seat, play, part)] for part in parts}
    listed = "; ".join(f"{part.capitalize()}: {' or '.join(words)}" for part, words in ways.items())
    counted = ", ".join(f"{format_count(len(words), 'way')} to pay with {part}" for part, words in ways.items())
    return f"{listed}." if len(listed) < HINT else f"{counted}."


def _which_way(table: Briefcase, seat: Seat, play: Action, part: Part, rule: str) -> Choose:
    """Ask with which cards or resources it is paid; what a label has no room for stands in the text."""
    ways = _ways(table, seat, play, part)
    options = []
    all_words = [way[1] for way in ways]
    labels = zip(_labels(all_words), shorten_ways(all_words), strict=True)
    for (label, short), (paid, words, left) in zip(labels, ways, strict=True):
        through = dict.fromkeys(_COMPANIES.findall(words)) if (short or label) != words else {}
        hint = fit(HINT, left, f"Through {format_list([name.strip(' ()') for name in through])}." if through else "")
        options.append(Option(paid, label, "", hint, "" if label in words else f"{words}. {left}", short))
    return Choose(prompt=f"With which {part} do you pay?", rule=rule, options=tuple(options))


def _ways(table: Briefcase, seat: Seat, play: Action, part: Part) -> list[tuple[Action, str, str]]:
    """Return the ways to choose from: the play so paid, how that reads, and what it leaves."""
    return list(_with_cards(table, seat, play) if part == "cards" else _with_resources(table, seat, play))


def _with_cards(table: Briefcase, seat: Seat, play: Action) -> Iterator[tuple[Action, str, str]]:
    for cards in ways_with_cards(table, seat, play):
        paid = {"card": cards[0].card} if isinstance(play, MoveBlock) else {"cards": cards}
        yield (
            play.model_copy(update=paid),
            f"Play {said_uses(cards, table.box)}",
            leaves(table, seat, taken(cards, table.box)),
        )


def _with_resources(table: Briefcase, seat: Seat, play: Action) -> Iterator[tuple[Action, str, str]]:
    for pay in ways_with_resources(table, seat, play):
        left = f"Leaves {amounts(stored_after(table, seat, pay))} stored."
        yield play.model_copy(update={"pay": pay}), f"Pay {said_payment(pay, table.box)}", left


def _settled(table: Briefcase, seat: Seat, play: Action, settled: Sequence[Part]) -> str:
    """Return in full with what a play is paid, as far as that has been chosen, and what it leaves."""
    found = []
    for part in settled:
        found += [f"{words}. {left}" for paid, words, left in _ways(table, seat, play, part) if paid == play]
    return " ".join(found)


def _labels(ways: Sequence[str]) -> list[str]:
    """Return a label for each of these ways; those that are cut short or alike are numbered."""
    short = [words if len(words) <= LABEL else _COMPANIES.sub("", words) for words in ways]
    alike = Counter(short)
    found = []
    for number, label in enumerate(short, 1):
        if alike[label] > 1 or len(label) > LABEL:
            label = f"{number}. {label}"
            label = label if len(label) <= LABEL else f"{label[: LABEL - 1].rstrip(' ,(')}…"
        found.append(label)
    return found
