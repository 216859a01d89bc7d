"""Marks: the letters that a question's picture, its menu and the picture's words share.

A game says where the options of a question lie on its boards (`Where`). Which letter each place gets follows from that
and from the order of the menu, and is worked out here, once: what the menu says, what the picture draws and what its
words tell are read off one `Marked`, so they cannot disagree. Options that lie at one place share its letter; so a
second menu, in which such places come in another order, is shown in that of the letters.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeAlias, TypeVar

from bot.engine.multi_step import ChooseOrCompose
from bot.engine.questions import Choose, Option
from bot.engine.records import Move, Seat

V = TypeVar("V")

Place: TypeAlias = tuple[str | int, ...]
"""Where something lies, as the pictures of its game call it, e.g. ("space", "boston", 0)."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
FEWEST = 2
"""So many places at least tell options apart; where all lie at one, a picture would say nothing."""


@dataclass(frozen=True)
class Where(Generic[V]):
    """Where the options of a game's questions lie on its boards, and how that is drawn."""

    place: Callable[[V, Move], Place | None]
    """From the board as it would be and an option's move; None: it lies nowhere."""
    draw: Callable[[V, Callable[[Seat], str], Mapping[Place, str]], bytes]
    """Draws the parts of the boards on which these places lie, with their marks, as a PNG.

    They are places of options; where a mark is empty, it is one that a plan has changed."""
    looks: Callable[[V], Any] | None = None
    """The part of the view that is in it: while it is equal, the picture is used again. None: all of the view."""
    public: bool = False
    """Whether it is drawn from the view of everybody where nothing is put together: then one serves all who are asked
    the same at once."""


@dataclass(frozen=True)
class Marked:
    """A question of which options lie on boards: which option has which mark, and which mark is where."""

    question: Choose
    """With the marks in its labels."""
    places: Sequence[Place | None]
    """Of each option, in their order."""
    marks: Mapping[Place, str]

    def at(self, options: Collection[Option]) -> Mapping[Place, str]:
        """Return the marks of these options of the question."""
        there = self.placed(options)
        return {place: mark for place, mark in self.marks.items() if place in there}

    def placed(self, options: Collection[Option]) -> list[Place]:
        """Return where those of these options lie that lie anywhere."""
        pairs = zip(self.question.options, self.places, strict=True)
        return [place for option, place in pairs if place is not None and option in options]

    def words(self, options: Collection[Option]) -> list[str]:
        """Return how each of these options that lies anywhere reads, its mark first, in the order of the marks."""
        pairs = list(zip(self.question.options, self.places, strict=True))
        return [option.label for here in self.marks for option, place in pairs if place == here and option in options]


def marked(where: Where[Any], view: Any, question: Choose) -> Marked | None:
    """Return the question with marks; None: its options do not lie at different places.

    Args:
        where: of its game.
        view: the board as its choices have left it.
        question: what is asked now.
    """
    places = [where.place(view, option.move) for option in question.options]
    in_order = list(dict.fromkeys(places[at] for at in _as_listed(question)))
    marks = {place: letter(number) for number, place in enumerate(place for place in in_order if place is not None)}
    if len(marks) < FEWEST:
        return None
    groups = {} if isinstance(question, ChooseOrCompose) else _groups(question, places, marks)
    options = tuple(
        replace(
            option,
            label=option.label if place is None else f"{marks[place]} · {option.label}",
            group=groups.get(option.group, option.group),
        )
        for option, place in zip(question.options, places, strict=True)
    )
    return Marked(replace(question, options=options, shown=_by_letter(options, places, marks)), places, marks)


def _by_letter(
    options: Sequence[Option], places: Sequence[Place | None], marks: Mapping[Place, str]
) -> tuple[int, ...]:
    """Return the options' positions in the order of their marks; one without stays behind the one before it."""
    order = {place: number for number, place in enumerate(marks)}
    before: dict[str, int] = {}
    ranks: list[int] = []
    for option, place in zip(options, places, strict=True):
        before[option.group] = before.get(option.group, -1) if place is None else order[place]
        ranks.append(before[option.group])
    return tuple(sorted(range(len(options)), key=ranks.__getitem__))


def _groups(question: Choose, places: Sequence[Place | None], marks: Mapping[Place, str]) -> Mapping[str, str]:
    """Return how groups read whose options have several marks that follow each other: with the first and the last.

    Not of a list beside which something can be put together, for there the same groups come again.
    """
    found = {}
    all_of_them = list(marks.values())
    for group in {option.group for option in question.options} - {""}:
        pairs = zip(question.options, places, strict=True)
        there = sorted({all_of_them.index(marks[at]) for option, at in pairs if option.group == group and at})
        if len(there) > 1 and there[-1] - there[0] == len(there) - 1:
            found[group] = f"{group} ({all_of_them[there[0]]}\N{EN DASH}{all_of_them[there[-1]]})"
    return found


def _as_listed(question: Choose) -> list[int]:
    """Return the positions of the options as menus show them: group by group, these as they first come."""
    groups = list(dict.fromkeys(option.group for option in question.options))
    return sorted(range(len(question.options)), key=lambda at: groups.index(question.options[at].group))


def letter(number: int) -> str:
    """Return the mark with this number, from 0: A to Z, then AA, AB and so on."""
    first, last = divmod(number, len(LETTERS))
    return (LETTERS[first - 1] if first else "") + LETTERS[last]
