"""Planted leaks: secrets of every kind, in every place of a visible table where one could slip out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, TypeAlias
from zlib import crc32

from bot.engine import play
from bot.engine.chance import Chance
from bot.engine.questions import Choose, Number, Option, Question
from bot.engine.table import Table
from bot.games import GAMES
from bot.host.errors import Refusal
from bot.testing.random_games import Case, play_random_game
from bot.testing.tested import load_tested, return_nothing

READER = 1
"""The seat towards which something leaks, where not everybody reads it."""
HIDER = 2
"""Whose secrets they are."""

Value: TypeAlias = str | int
Blurt: TypeAlias = Callable[[Table], Value]
"""What slips out of a table."""


# -- secrets ---------------------------------------------------------------------------------------


def hidden(table: Table) -> Sequence[str]:
    """What one seat, or in Goodwill nobody, knows: cards, in an order that means something."""
    (tested,) = [each for each in load_tested().values() if each.game.table is type(table)]
    return tested.hidden(table)


def _is_rare(card: str) -> bool:
    """Whether a card is of a kind that may well be missing."""
    return card == "activate" or (card != "obstacle" and crc32(card.encode()) % 5 == 0)


SECRETS: Mapping[str, Blurt] = {
    "a card": lambda table: hidden(table)[0],
    "a number": lambda table: sum(crc32(card.encode()) % 90 for card in hidden(table)),
    "a coin": lambda table: crc32("".join(sorted(hidden(table))).encode()) % 2,
    "a count": lambda table: sum(_is_rare(card) for card in hidden(table)),
    "that something is not there": lambda table: int(not any(_is_rare(card) for card in hidden(table))),
}


def discreet(game: str) -> Mapping[str, Any]:
    """Options with which the table waits for others after each play, so that they are called; or anything is hidden."""
    return load_tested()[game].discreet


OPEN = tuple(key for key, tested in load_tested().items() if tested.hidden is return_nothing)
"""Games in which all is open when a player chooses from a list; twins watch sealed things there before that."""


@cache
def a_table(game: str) -> Table:
    """A table at which the reader is asked, and each kind of secret could be otherwise."""
    options = GAMES[game].options.model_validate(discreet(game))
    for number, turn in enumerate(play_random_game(Case(GAMES[game], 3, options), f"planted {game}")):
        table = turn.before
        question = play.find_question(table, READER) if READER in play.list_asked_seats(table) else None
        if isinstance(question, Choose | Number) and all(
            _could_be_otherwise(game, table, blurt, number) for blurt in SECRETS.values()
        ):
            return table
    raise AssertionError(f"{game} has no such table")


def _could_be_otherwise(game: str, table: Table, blurt: Blurt, deal: int) -> bool:
    if not hidden(table):
        return False
    for reader in (READER, None):
        others = [GAMES[game].redeal(table, reader, Chance(seed=f"otherwise {deal}, {number}")) for number in range(12)]
        if 6 * sum(digit(blurt(other), 2) != digit(blurt(table), 2) for other in others) < len(others):
            return False
    return True


# -- places ----------------------------------------------------------------------------------------


def digit(value: Value, below: int) -> int:
    """A number that a value decides."""
    return (value if isinstance(value, int) else crc32(value.encode())) % below


IN_VIEWS: Mapping[str, Callable[[Any, Value], Any]] = {
    "a word": lambda view, value: replace(view, waiting=f"{view.waiting} {value}"),
    "signs that cannot be seen": lambda view, value: replace(view, waiting=view.waiting + "\u200b" * digit(value, 8)),
    "capital letters": lambda view, value: replace(view, waiting=(view.waiting, view.waiting.upper())[digit(value, 2)]),
    "a number": lambda view, value: replace(view, waiting_for=(*view.waiting_for, 1 + digit(value, 97))),
    "how many there are": lambda view, value: replace(view, waiting_for=[*view.waiting_for, *[1] * digit(value, 4)]),
    "an order": lambda view, value: replace(view, waiting_for=_turned([1, 2, 3, *view.waiting_for], value)),
    "the order of a mapping": lambda view, value: _in_another_order(view, value),
}
"""The change to a view, by the secret it reveals."""

IN_WORDS: Mapping[str, Callable[[str, Value], str]] = {
    "its words": lambda words, value: f"{words} {value}",
    "how it ends": lambda words, value: words + "." * digit(value, 4),
    "capital letters": lambda words, value: (words, words.upper())[digit(value, 2)],
    "signs that cannot be seen": lambda words, value: words + "\u200b" * digit(value, 8),
}


def _turned(blocks: Sequence[Any], value: Value) -> tuple[Any, ...]:
    at = digit(value, max(1, len(blocks)))
    return (*blocks[at:], *blocks[:at])


def _in_another_order(view: Any, value: Value) -> Any:
    """The view with the first of its mappings by seat in an order that tells."""
    name, by_seat = next(
        (name, part) for name, part in vars(view).items() if isinstance(part, dict) and [*part] == [1, 2, 3]
    )
    order = _turned([*by_seat], f"{value} by seat")  # the commonest cards would turn it alike
    return replace(view, **{name: {seat: by_seat[seat] for seat in order}})


def in_question(question: Question, place: str, value: Value) -> Question:
    """A question in which a secret slips out."""
    changed: Question = question
    match place:
        case "the prompt" | "the help" | "the rule":
            return _set(changed, place.removeprefix("the "), f"{value}")
        case "the unit":
            return _set(changed, "unit", f"{value} ")
    assert isinstance(question, Choose)
    return replace(question, options=_leaky(question.options, place, value))


def _leaky(options: Sequence[Option], place: str, value: Value) -> tuple[Option, ...]:
    first, *others = options
    match place:
        case "an option":
            return (replace(first, label=f"{value}"), *others)
        case "a hint at an option":
            return (replace(first, hint=f"{value}", full=""), *others)
        case "all about an option":
            return (replace(first, full=f"{value}"), *others)
        case "the group of options":
            # With something else in it and something beside it, or its name is not shown.
            named = replace(first, group=f"{value}")
            return (named, named, *others, replace(first, group="Others"))
        case "the order of options":
            return _turned([first, *others, replace(first, label="Again")], value)
        case "how many options there are":
            return (*options, *[replace(first, label=f"Again {at}") for at in range(digit(value, 4))])
    raise ValueError(place)


def _set(question: Question, part: str, value: str) -> Question:
    changes: dict[str, Any] = {part: value}
    return replace(question, **changes)


# -- plants ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Plant:
    """A leak: in what it is planted, in which place of it, and what it tells."""

    what: str
    """In which of the bot's texts."""
    place: str
    secret: str

    def __str__(self) -> str:
        return f"{self.secret} by {self.place} of {self.what}"

    def of(self, table: Table) -> Value:
        """What slips out of a table."""
        return SECRETS[self.secret](table)

    def into(self, made: Any, table: Table) -> Any:
        """The produced text with the leak in it."""
        value = self.of(table)
        if self.place == "that it is refused" and digit(f"{value} refused", 2):  # the commonest cards differ so
            raise Refusal("This cannot be shown just now.")
        if self.place == "a refusal":
            raise Refusal(f"This cannot be shown because of {value}.")
        if made is None or self.place == "that it is refused":
            return made
        if isinstance(made, str):
            return IN_WORDS[self.place](made, value)
        if self.place in IN_VIEWS:
            return IN_VIEWS[self.place](made, value)
        return in_question(made, self.place, value)
