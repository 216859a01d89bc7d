"""The effects of the events and the conditions of the derivatives, each with a dealt position in which it happens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.games.goodwill import GAME
from bot.games.goodwill.bots import climate, look_ahead
from bot.games.goodwill.components import AMBER, BOX, AnyCondition, AnyEffect, GoodwillBox
from bot.testing.effects import Example, Vocabulary
from tests.games.goodwill.dealing import Evening, goodwill

THREE = "Julien Fred Eric"


def place_of(kind: str) -> tuple[str, str]:
    """Return the first event with this kind of effect, and the side on which it stands."""
    return next((e.id, side) for e in BOX.events for side in ("left", "right") if getattr(e, side).kind == kind)


def happens(kind: str, deal: Callable[[Evening], Evening] = lambda game: game) -> Callable[[Any], Evening]:
    """The first effect of this kind happens at the end of a year."""
    event, side = place_of(kind)
    return lambda box: deal(goodwill(box=box)).effect(getattr(box.event[event], side))


EFFECTS = {
    "price": Example(happens("price"), lambda game: game.prices["oil"] == 5),
    "funding": Example(happens("funding"), lambda game: game.capital == {"Amber": 120, "Black": 110, "Crimson": 110}),
    "tax": Example(happens("tax"), lambda game: game.capital == {"Amber": 100, "Black": 90, "Crimson": 90}),
    "innovation": Example(
        happens("innovation", lambda game: game.with_bosses(Amber="Esmond")),
        lambda game: game.tokens(AMBER) == {"charcoal": 1, "workforce": 2},
    ),
    "yield": Example(
        happens("yield", lambda game: game.with_bosses(Amber="Dutton").with_tokens(AMBER, oil=2)),
        lambda game: game.tokens(AMBER) == {"oil": 1},
    ),
    "advertising": Example(happens("advertising"), lambda game: game.market_shares[AMBER] == 40),
    "scandal": Example(happens("scandal"), lambda game: game.bosses[AMBER] is None),
    "boss_shuffle": Example(happens("boss_shuffle"), lambda game: game.bosses[AMBER] == "Cosima"),
    "none": Example(happens("none"), lambda game: not game.latest),
}


def without_effect(box: dict[str, Any], kind: str) -> None:
    """Let nothing happen in its place."""
    for event in box["events"]:
        for side in ("left", "right"):
            if event[side]["kind"] == kind:
                event[side] = {"kind": "none"}


def weather(box: GoodwillBox, kind: str) -> float:
    """Return how the bot expects the year to change the companies by an event with this kind of effect."""
    event, _ = place_of(kind)
    expected = climate(goodwill(box=box)._view(None), {event: 1.0})
    points = [*expected.price.values(), *expected.money.values()]
    return sum([*points, *expected.happens.values(), *expected.scandal.values()])


CAPITAL = {"capital_above": 150, "capital_below": 60, "capital_less_than": 10}
"""With so much in Amber, the first condition of each kind holds."""


def comes_true(kind: str) -> Callable[[Any], Evening]:
    """Julien bought the first card of this kind, and the game ends."""

    def dealt(box: GoodwillBox) -> Evening:
        under_the_hammer = box.derivatives[-1].condition.noted()
        game = goodwill(THREE, box=box, derivatives="auction").with_next_lots(under_the_hammer)
        game.begin().with_capital(Amber=CAPITAL[kind])
        card = box.derivative[card_of(kind)].condition.noted()
        return game.with_derivative("Julien", card).score()

    return dealt


def card_of(kind: str) -> str:
    return next(card.id for card in BOX.derivatives if card.condition.kind == kind)


def pays(game: Evening) -> bool:
    """Whether the card of Julien has paid."""
    return any("$10 for derivatives" in line for line in game.reads(None))


def without_condition(box: dict[str, Any], kind: str) -> None:
    """Let such cards never come true."""
    for number, card in enumerate(box["derivatives"]):
        if card["condition"]["kind"] == kind:
            card["condition"] = {"kind": "capital_above", "company": "Amber", "value": 1000 + 10 * number}


def chance(box: GoodwillBox, kind: str) -> float:
    """Return how likely the bot thinks that a card of this kind comes true."""
    view = goodwill(THREE, box=box, derivatives="auction").begin()._view("Julien")
    return look_ahead(view).chance(box.derivative[card_of(kind)].condition)


VOCABULARIES = [
    Vocabulary(
        GAME,
        "effect",
        AnyEffect,
        EFFECTS,
        without_effect,
        weather,
        not_weighed={"boss_shuffle": "who is in charge now is as good a guess as who would be then", "none": "nothing"},
        nothing=["none"],
    ),
    Vocabulary(
        GAME,
        "condition",
        AnyCondition,
        {kind: Example(comes_true(kind), pays) for kind in CAPITAL},
        without_condition,
        chance,
    ),
]
