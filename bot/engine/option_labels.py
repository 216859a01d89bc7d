"""Option letters, shared by a question's picture, its menu and its alt text.

A game maps the options of a question to board locations (`Where`). The letters follow from that and from the order of
the menu, and are assigned in this module only. The menu, the picture and the alt text read them from one `Marked`, so
they cannot disagree. Options at the same location share its letter. So a second menu that lists such locations in
another order is sorted by letter.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Generic, TypeAlias, TypeVar

from bot.engine.multi_step import ChooseOrCompose
from bot.engine.questions import Choose, Item, Option, Question, Subset
from bot.engine.records import Move, Seat

V = TypeVar("V")

Place: TypeAlias = tuple[str | int, ...]
"""A location as the game's pictures name it, e.g. ("space", "boston", 0)."""
ListedOption: TypeAlias = Option | Item
"""What a menu lists: an option of a choice, or an item of which several may be taken."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
FEWEST = 2
"""Minimum number of distinct locations; with one location for all options a picture would say nothing."""


class PlacedPng(bytes):
    """A PNG that knows where the place of each letter lies on it, so that a page can let it be touched."""

    areas: Mapping[str, tuple[int, int, int, int]] = MappingProxyType({})
    """Left, top, right and bottom in pixels, by letter."""

    @classmethod
    def build(cls, png: bytes, places: Mapping[Any, tuple[int, int, int, int]]) -> PlacedPng:
        """Return a PNG with the letters among the places of its sheet."""
        found = cls(png)
        found.areas = {letter: area for letter, area in places.items() if isinstance(letter, str)}
        return found


@dataclass(frozen=True)
class Where(Generic[V]):
    """The board locations of the options of a game's questions, and their drawing."""

    place: Callable[[V, Move], Place | None]
    """From the board after the choices so far and an option's move to its location; None: it has none."""
    draw: Callable[[V, Callable[[Seat], str], Mapping[Place, str]], bytes]
    """Draws the board parts with these locations and their letters, as a PNG. They are locations of options; an empty
    letter means that a plan has changed the location. A `PlacedPng` can be touched on pages."""
    looks: Callable[[V], Any] | None = None
    """The cache key: the part of the view that it shows. None: the whole view."""
    about: Callable[[V, Question], Sequence[Place]] | None = None
    """The locations that a question is about whose options have none of their own, such as an amount; they are drawn
    without letters. Empty: a picture would say nothing. None: there are no such questions."""
    public: bool = False
    """Whether it is drawn from the public view unless choices are tried on a table: then one picture serves all seats
    with the same question."""


@dataclass(frozen=True)
class Marked:
    """A question about board locations, with the letters of its options and locations."""

    question: Choose | Subset
    """The question with the letters in its labels."""
    places: Sequence[Place | None]
    """The location of each option, in their order."""
    marks: Mapping[Place, str]

    @property
    def entries(self) -> Sequence[ListedOption]:
        """The options or items of the question, in their order."""
        return list_shown_options(self.question)

    def get_marks(self, options: Collection[ListedOption]) -> Mapping[Place, str]:
        """Return the letters of these options of the question."""
        there = self.list_places(options)
        return {place: mark for place, mark in self.marks.items() if place in there}

    def list_places(self, options: Collection[ListedOption]) -> list[Place]:
        """Return the locations of those of these options that have one."""
        pairs = zip(self.entries, self.places, strict=True)
        return [place for option, place in pairs if place is not None and option in options]

    def list_labels(self, options: Collection[ListedOption]) -> list[str]:
        """Return what a menu says of those of these options that have a location, in the order of the letters."""
        pairs = list(zip(self.entries, self.places, strict=True))
        return [option.caption for here in self.marks for option, place in pairs if place == here and option in options]


def list_shown_options(question: Choose | Subset) -> Sequence[ListedOption]:
    """Return what a question lists in its menu, in the question's order."""
    return question.items if isinstance(question, Subset) else question.options


def mark_question(where: Where[Any], view: Any, question: Choose | Subset) -> Marked | None:
    """Return the question with letters, or None if its options do not lie at different locations.

    An item of a `Subset` lies where the answer with this item alone lies.

    Args:
        where: the game's locations.
        view: the board after the choices so far.
        question: the current question.
    """
    if isinstance(question, Subset):
        places = [where.place(view, question.make([item.value])) for item in question.items]
        marks = _assign_letters(places)
        items = tuple(
            item if place is None else replace(item, label=f"{marks[place]} · {item.label}")
            for item, place in zip(question.items, places, strict=True)
        )
        return Marked(replace(question, items=items), places, marks) if len(marks) >= FEWEST else None
    places = [where.place(view, option.move) for option in question.options]
    marks = _assign_letters([places[at] for at in _sort_as_listed(question)])
    if len(marks) < FEWEST:
        return None
    groups = {} if isinstance(question, ChooseOrCompose) else _rename_groups(question, places, marks)
    options = tuple(
        replace(
            option,
            label=option.label if place is None else f"{marks[place]} · {option.label}",
            short=option.short if place is None or not option.short else f"{marks[place]} · {option.short}",
            brief=option.brief if place is None or not option.brief else f"{marks[place]} · {option.brief}",
            group=groups.get(option.group, option.group),
        )
        for option, place in zip(question.options, places, strict=True)
    )
    shown = question.shown or _sort_by_letter(options, places, marks)
    return Marked(replace(question, options=options, shown=shown), places, marks)


def _assign_letters(places: Sequence[Place | None]) -> Mapping[Place, str]:
    """Return a letter for each different location, in this order."""
    different = [place for place in dict.fromkeys(places) if place is not None]
    return {place: get_letter(number) for number, place in enumerate(different)}


def _sort_by_letter(
    options: Sequence[Option], places: Sequence[Place | None], marks: Mapping[Place, str]
) -> tuple[int, ...]:
    """Return the options' positions in letter order.

    An option without a letter follows the one before it in its group; the first of a group, all those before it in the
    list, so that its group keeps its place.
    """
    order = {place: number for number, place in enumerate(marks)}
    before: dict[str, int] = {}
    ranks = [-1]
    for option, place in zip(options, places, strict=True):
        before[option.group] = before.get(option.group, max(ranks)) if place is None else order[place]
        ranks.append(before[option.group])
    del ranks[0]
    return tuple(sorted(range(len(options)), key=ranks.__getitem__))


def _rename_groups(question: Choose, places: Sequence[Place | None], marks: Mapping[Place, str]) -> Mapping[str, str]:
    """Return new labels, with a letter range, for groups whose options have several consecutive letters.

    Not for a list beside which something can be composed, because the same groups appear there again.
    """
    found = {}
    all_of_them = list(marks.values())
    for group in {option.group for option in question.options} - {""}:
        pairs = zip(question.options, places, strict=True)
        there = sorted({all_of_them.index(marks[at]) for option, at in pairs if option.group == group and at})
        if len(there) > 1 and there[-1] - there[0] == len(there) - 1:
            found[group] = f"{group} ({all_of_them[there[0]]}\N{EN DASH}{all_of_them[there[-1]]})"
    return found


def _sort_as_listed(question: Choose) -> list[int]:
    """Return the options' positions in menu order: group by group, in order of first appearance."""
    order = question.shown or range(len(question.options))
    groups = list(dict.fromkeys(question.options[at].group for at in order))
    return sorted(order, key=lambda at: groups.index(question.options[at].group))


def get_letter(number: int) -> str:
    """Return the letter with this number, from 0: A to Z, then AA, AB and so on."""
    first, last = divmod(number, len(LETTERS))
    return (LETTERS[first - 1] if first else "") + LETTERS[last]
