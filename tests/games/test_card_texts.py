"""Texts of cards: their numbers are those that the rules use."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from bot.engine.game import AnyGame
from bot.games import GAMES

WORDS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "twice": 2, "half": 2, "halved": 2, "third": 3}
OF_THE_RULES: Mapping[str, Callable[[Any], int]] = {
    "Insurance Policy": lambda box: 2,
    "Warehouses": lambda box: box.terms.storage,
    "Safety and Quality": lambda box: 2,
    "New Lobby": lambda box: box.departments[3].extra_cubes,
    "Communications": lambda box: box.terms.donation_step,
    "Post Office": lambda box: max(box.links) + 1,
}
"""A number in a card's text that is none of its own ability, or is part of what the kind of ability means."""
IN_OTHER_WORDS = {"Corporate Raider": {3}}
"""One and a half is three halves."""


def abilities(game: AnyGame) -> Iterator[tuple[Any, Any]]:
    """Yield each card that has a text of its own, with what it can do as data."""
    box: Any = game.box
    match game.key:
        case "briefcase":
            yield from ((card, card.ability) for card in box.companies)
        case "corporate-espionage":
            yield from ((card, (card.passives, card.modes, card.ops, card.duration)) for card in box.cards)
        case "carnegie":
            yield from ((card, (card.uses, card.ability)) for card in (*box.printed, *box.departments))


def numbers(part: Any) -> Iterator[int]:
    """Yield the numbers of an ability; a one is seldom written."""
    if hasattr(part, "model_dump"):
        yield from numbers(part.model_dump(exclude_defaults=True))
    elif isinstance(part, dict):
        for inner in part.values():
            yield from numbers(inner)
    elif isinstance(part, (tuple, list)):
        for inner in part:
            yield from numbers(inner)
    elif isinstance(part, int) and abs(part) > 1:
        yield abs(part)


def numbers_in(text: str) -> set[int]:
    """Return the numbers in a text, whether figures or words, but for ones."""
    figures = {int(number) for number in re.findall(r"\d+", text)}
    return (figures | {WORDS[word] for word in re.findall(r"[a-z]+", text.lower()) if word in WORDS}) - {0, 1}


@pytest.mark.parametrize(
    ("box", "card", "ability"),
    [
        pytest.param(game.box, card, ability, id=f"{game.key}-{card.name}")
        for game in GAMES.values()
        for card, ability in abilities(game)
    ],
)
def test_the_numbers_in_a_cards_text_are_those_of_its_ability(box: Any, card: Any, ability: Any) -> None:
    rules = OF_THE_RULES.get(card.name)
    data = {*numbers(ability), *([] if rules is None else [rules(box)])}
    assert numbers_in(card.text) == data - IN_OTHER_WORDS.get(card.name, set())


def test_the_numbers_in_a_companys_line_of_the_rulebook_are_those_of_its_ability() -> None:
    game = GAMES["briefcase"]
    chapters = [chapter.text for chapter in game.rulebook if chapter.title.startswith("Companies of level")]
    lines = [line for text in chapters for line in text.split("\n") if line.startswith("- ")]
    for card, ability in abilities(game):
        (line,) = [line for line in lines if f"**{card.name}**" in line]
        rules = [] if card.name not in OF_THE_RULES else [OF_THE_RULES[card.name](game.box)]
        assert numbers_in(line) == {*numbers(ability), *rules}, line


def test_a_card_whose_text_says_another_number_is_found() -> None:
    """Newspaper said "at most one Buy" beside `most_buys: 2`."""
    box: Any = GAMES["briefcase"].box
    newspaper = box.company["newspaper"]
    assert numbers_in(newspaper.text) != set(numbers(newspaper.ability.model_copy(update={"most_buys": 2})))
