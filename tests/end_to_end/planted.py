"""Planted leaks: secrets of every kind, and every place of a screen in which one could slip out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, TypeAlias
from zlib import crc32

from bot.engine import play
from bot.engine.chance import Chance
from bot.engine.pages import Picture
from bot.engine.questions import Choose, Number, Option, Question
from bot.engine.table import Table
from bot.games import GAMES
from bot.host.errors import Refusal
from bot.testing.random_games import Case, random_game
from bot.testing.tested import nothing, under_test
from bot.ui.screens.screen import Button, Entry, Field, Form, Menu, Row, Screen
from tests.toy import PNG

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
    (tested,) = [each for each in under_test().values() if each.game.table is type(table)]
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
    "the seed": lambda table: table.chance.seed,
}


def discreet(game: str) -> Mapping[str, Any]:
    """Options with which the table waits for others after each play, so that they are called; or anything is hidden."""
    return under_test()[game].discreet


OPEN = tuple(key for key, tested in under_test().items() if tested.hidden is nothing)
"""Games in which all lies open whenever somebody chooses from a list; what is sealed there before, twins watch."""


@cache
def a_table(game: str) -> Table:
    """A table at which the reader is asked, and each kind of secret could be otherwise."""
    options = GAMES[game].options.model_validate(discreet(game))
    for turn in random_game(Case(GAMES[game], 3, options), f"planted {game}"):
        table = turn.before
        question = play.question_for(table, READER) if READER in play.asked(table) else None
        if isinstance(question, Choose | Number) and all(
            _could_be_otherwise(game, table, blurt) for blurt in SECRETS.values()
        ):
            return table
    raise AssertionError(f"{game} has no such table")


def _could_be_otherwise(game: str, table: Table, blurt: Blurt) -> bool:
    if not hidden(table):
        return False
    for reader in (READER, None):
        others = [GAMES[game].redeal(table, reader, Chance(seed=f"otherwise {number}")) for number in range(12)]
        if 6 * sum(digit(blurt(other), 2) != digit(blurt(table), 2) for other in others) < len(others):
            return False
    return True


# -- places ----------------------------------------------------------------------------------------


def digit(value: Value, below: int) -> int:
    """A number that a value decides."""
    return (value if isinstance(value, int) else crc32(value.encode())) % below


def _button(**changes: Any) -> Row:
    return Row((replace_named(Button("rules:goodwill:0", "A button"), **changes),))


def _menu(entries: Sequence[Entry] = (), **changes: Any) -> Row:
    lines = tuple(entries) or (Entry("0", "A line"), Entry("1", "Another"))
    return Row((replace_named(Menu("chapter:goodwill", "A menu", lines), **changes),))


def replace_named(control: Any, **changes: Any) -> Any:
    """A control with other values."""
    return control._replace(**changes)


def _entry(value: Value, part: str) -> Row:
    return _menu([replace_named(Entry("0", "A line"), **{part: f"{value}"}), Entry("no", "Another")])


def _picture(**changes: Any) -> Picture:
    return replace(Picture("board.png", PNG, "A board"), **changes)


ADDED: Mapping[str, Callable[[Value], Any]] = {
    "a heading": lambda value: f"### {value}",
    "a line of text": lambda value: f"Somebody has {value}.",
    "a number in a line": lambda value: f"That makes {digit(value, 97)}.",
    "signs that cannot be seen": lambda value: "By the way" + "\u200b" * digit(value, 8),
    "capital letters": lambda value: ("By the way", "By the Way")[digit(value, 2)],
    "a deadline": lambda value: f"Until <t:{1_800_000_000 + digit(value, 3600)}:R>.",
    "a button's label": lambda value: _button(label=f"{value}"),
    "a button's id": lambda value: _button(id=f"rules:{value}"),
    "a button's style": lambda value: _button(style=("primary", "secondary", "success", "danger")[digit(value, 4)]),
    "whether a button can be pressed": lambda value: _button(disabled=digit(value, 2) == 0),
    "a menu's id": lambda value: _menu(id=f"chapter:{value}"),
    "what a menu says when nothing is chosen": lambda value: _menu(placeholder=f"{value}"),
    "a menu's line": lambda value: _entry(value, "label"),
    "a hint in a menu": lambda value: _entry(value, "hint"),
    "a value in a menu": lambda value: _entry(value, "value"),
    "what is chosen in a menu": lambda value: _menu(
        [Entry(f"{at}", "Line", "", digit(value, 4) == at) for at in range(4)]
    ),
    "the order of a menu's lines": lambda value: _menu(
        [Entry(f"{(at + digit(value, 5)) % 5}", "Line") for at in range(5)]
    ),
    "how many lines a menu has": lambda value: _menu([Entry(f"{at}", "Line") for at in range(1 + digit(value, 9))]),
    "how many may be chosen": lambda value: _menu(fewest=0, most=1 + digit(value, 2)),
    "a picture's bytes": lambda value: _picture(png=PNG + bytes([digit(value, 256)])),
    "a picture's file name": lambda value: _picture(name=f"board-{value}.png"),
    "the words for a picture": lambda value: _picture(alt=f"A board with {value}"),
}
"""What is added to a screen, by what tells the secret."""

CHANGED: Mapping[str, Callable[[Screen, Value], Screen]] = {
    "the colour": lambda screen, value: replace(screen, colour=digit(value, 0xFFFFFF)),
    "who is called": lambda screen, value: replace(screen, mentions=(*screen.mentions, 100 + digit(value, 9))),
    "how many parts it has": lambda screen, value: screen.with_blocks(*["By the way"] * digit(value, 4)),
    "the order of its parts": lambda screen, value: replace(screen, blocks=_turned(screen.blocks, value)),
    "that a part is missing": lambda screen, value: replace(screen, blocks=screen.blocks[digit(value, 2) :]),
}

IN_FORMS: Mapping[str, Callable[[Form, Value], Form]] = {
    "a form's title": lambda form, value: replace(form, title=f"{value}"),
    "a form's id": lambda form, value: replace(form, id=f"sent:{value}"),
    "the name of a field": lambda form, value: _with_field(form, Field(f"{value}")),
    "the hint of a field": lambda form, value: _with_field(form, Field("A field", f"{value}")),
    "what is written in a field": lambda form, value: _with_field(form, Field("A field", "", f"{value}")),
    "how many fields there are": lambda form, value: replace(form, fields=form.fields[:1] * (1 + digit(value, 3))),
}

IN_WORDS: Mapping[str, Callable[[str, Value], str]] = {
    "its words": lambda words, value: f"{words} {value}",
    "how it ends": lambda words, value: words + "." * digit(value, 4),
}


def _turned(blocks: Sequence[Any], value: Value) -> tuple[Any, ...]:
    at = digit(value, max(1, len(blocks)))
    return (*blocks[at:], *blocks[:at])


def _with_field(form: Form, field: Field) -> Form:
    return replace(form, fields=(field, *form.fields[1:]))


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
        """What was made, with the leak in it."""
        value = self.of(table)
        if self.place == "that it is refused" and digit(value, 2):
            raise Refusal("This cannot be shown just now.")
        if self.place == "a refusal":
            raise Refusal(f"This cannot be shown because of {value}.")
        if made is None or self.place == "that it is refused":
            return made
        if isinstance(made, Screen) and self.place in ADDED:
            return made.with_blocks(ADDED[self.place](value))
        if isinstance(made, Screen):
            return CHANGED[self.place](made, value)
        if isinstance(made, Form):
            return IN_FORMS[self.place](made, value)
        if isinstance(made, str):
            return IN_WORDS[self.place](made, value)
        return in_question(made, self.place, value)
