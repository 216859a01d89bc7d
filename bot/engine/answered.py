"""Questions answered in advance: the text of every option, and the position of the chosen one.

A plan is carried out only while its option has the same position among those of its kind: the largest amount then must
be the largest now. Options of one kind differ only in their amounts, as "2 workers back" and "3 workers back". Options
of other kinds may come and go.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from bot.engine.multi_step import ChooseOrCompose, Compose
from bot.engine.questions import Arrange, Choose, Number, Question, Split, Subset
from bot.engine.records import Card, Move

_COUNTED = re.compile(r"(\d+ \w+?)s\b")
_AMOUNT = re.compile(r"(?<!<seat:)\d+")
"""A number in words, but for that of a seat's mark (`bot.engine.pages.mark`)."""


class PlacedOption(Card):
    """A choice from options: their texts, and the position of the chosen one."""

    options: tuple[str, ...]
    at: int

    @property
    def words(self) -> str:
        """How the chosen option read."""
        return self.options[self.at]

    def surpassed(self, now: PlacedOption) -> str | None:
        """Return the option of the same kind that stands where the chosen one was first or last; None: it still is."""
        then, there = _alike(self), _alike(now)
        ends = ((then[end] == self.words, there[end]) for end in (0, -1))
        return next((option for stood, option in ends if stood and option != now.words), None)


class Answered(Card):
    """An answer, with the question that it was given to."""

    choices: tuple[PlacedOption, ...]
    """What was chosen, one after the other."""
    left: tuple[str, ...] = ()
    """What could have been chosen besides, as it read."""

    def why_not(self, now: Answered) -> str | None:
        """Return why the same answer stands in another place now, as a sentence; None: it stands where it stood."""
        if len(self.choices) != len(now.choices):
            return "It is put together in another way now."
        for then, there in zip(self.choices, now.choices, strict=True):
            if (more := then.surpassed(there)) is not None:
                return f"Beside “{then.words}” there is “{more}” now."
        if not self.left and now.left:
            return "You have more to use by now."
        return None


def answered(question: Question, move: Move) -> Answered:
    """Return a legal answer with all options of its question as they read."""
    if isinstance(question, ChooseOrCompose) and move not in question.moves:
        question = question.otherwise
    if isinstance(question, Compose):
        return put_together(question, tuple(question.split_move(move) or ()))
    return Answered(choices=tuple(_choices(question, move)), left=_unchosen(question, move))


def put_together(question: Compose, parts: Sequence[Move]) -> Answered:
    """Return an answer that was put together, with all options of each choice as they read."""
    found: list[PlacedOption] = []
    for number, part in enumerate(parts):
        asked = question.get_stage(parts[:number]).question
        found += () if asked is None else answered(asked, part).choices
    further = question.get_stage(parts).question
    return Answered(choices=tuple(found), left=_labels(further) if isinstance(further, Choose | Subset) else ())


def _choices(question: Question, move: Any) -> Iterator[PlacedOption]:
    match question:
        case Choose():
            yield PlacedOption(options=_labels(question), at=list(question.moves).index(move))
        case Number():
            number = getattr(move, question.field)
            yield _between(*(question.describe(question.make(one)) for one in (question.low, number, question.high)))
        case Split():
            amounts = getattr(move, question.field)
            for line in question.lines:
                of_line = (line.low, amounts[line.name], line.high)
                yield _between(*(f"{line.label} {line.unit}{amount}" for amount in of_line))
        case Subset() | Arrange():
            labels = {item.value: item.label for item in question.items}
            chosen = [labels[value] for value in getattr(move, question.field)]
            yield from (PlacedOption(options=tuple(chosen), at=at) for at in range(len(chosen)))
        case _:
            raise TypeError(f"{type(question).__name__} is not one of the shapes of a question")


def _between(low: str, chosen: str, high: str) -> PlacedOption:
    options = tuple(dict.fromkeys((low, chosen, high)))
    return PlacedOption(options=options, at=options.index(chosen))


def _unchosen(question: Question, move: Any) -> tuple[str, ...]:
    if not isinstance(question, Subset):
        return ()
    chosen = getattr(move, question.field)
    return tuple(item.label for item in question.items if item.value not in chosen)


def _labels(question: Choose | Subset) -> tuple[str, ...]:
    options = question.options if isinstance(question, Choose) else question.items
    return tuple(option.label for option in options)


def _alike(choice: PlacedOption) -> list[str]:
    kind = _kind(choice.words)
    return [option for option in choice.options if _kind(option) == kind]


def _kind(words: str) -> str:
    """Return words without their amounts, with what is counted in the singular."""
    return _AMOUNT.sub("#", _COUNTED.sub(r"\1", words))
