"""Option labels: letters that link the options of a question to places on its picture.

The picture follows the picks: it shows the remaining options on the board as the picks would change it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from bot.engine.multi_step import ChooseOrCompose, Compose, Stage
from bot.engine.option_labels import ListedOption, Place, list_shown_options, mark_question
from bot.engine.pages import fit_alt_text
from bot.engine.questions import Choose, Question, Subset
from bot.engine.records import Move
from bot.host.table.audience_view import AudienceView
from bot.ui.screens import answer_picks, list_layout
from bot.ui.screens.names import format_plain
from bot.ui.screens.screen import truncate

AS_PLANNED = "The board as your plan so far would leave it."
AIMED_AT = "The board with what you have chosen so far."
"""Used if the game cannot apply the parts to a table."""
MEANT = "The part of the board that the question is about."
MAX_CUT_CHARS, MIN_CUT_CHARS = 60, 8
"""Lengths for shortening all options alike when they do not fit; equal texts are then listed once."""
CUT_NUMBER = re.compile(r"\d+…$")


@dataclass(frozen=True)
class Marking:
    """A question whose options lie on boards, or a plan that changes boards."""

    question: Question
    """The panel's question, with the labels of the remaining options in their texts."""
    view: Any
    """The board as the picks would change it."""
    marks: Mapping[Place, str]
    """Labels of the remaining options by place; empty ones for places that a plan changes, if no option has a label."""
    alt: str
    """The picture's alt text."""
    for_all: bool = False
    """Whether the board is drawn from the public view."""


def label_options(seen: AudienceView, question: Question, picks: Sequence[str]) -> Marking | None:
    """Return a question with its labels, or with the changes of a plan; None if neither is about places.

    A question is about places if at least half of its options have one.

    Raises:
        BadAnswer: the picks do not fit.
        Leak: the position after them would reveal a secret.
    """
    where = seen.game.pictures.where
    if where is None or seen.audience is None:
        return None
    here, way = answer_picks.resolve_picks(question, picks)
    parts: tuple[Move, ...] = ()
    asked: Question | None = here
    if isinstance(here, Compose):
        parts, way = answer_picks.read_parts(here, way)
        asked = here.get_stage(parts).question
    view, tries = seen.build_preview(parts), isinstance(here, Compose) and here.tried is not None
    for_all = where.public and not (parts and tries)
    found = mark_question(where, view, asked) if isinstance(asked, Choose | Subset) else None
    here_now = [] if found is None else _list_available(found.question, way)
    marks = {} if found is None else found.get_marks(here_now)
    if found is not None and marks and 2 * len(found.list_places(here_now)) >= len(here_now):
        said = [format_plain(seen, line) for line in found.list_labels(here_now)]
        put = _replace_question(question, here, parts, found.question)
        return Marking(put, _get_board(seen, view, for_all=for_all), marks, _format_alt(said), for_all)
    about = where.about(view, asked) if where.about is not None and asked is not None and not parts else ()
    if about:
        return Marking(question, _get_board(seen, view, for_all=for_all), dict.fromkeys(about, ""), MEANT, for_all)
    changed = [where.place(seen.build_preview(parts[:at]), part) for at, part in enumerate(parts)]
    framed = {place: "" for place in changed if place is not None}
    if not framed:
        return None
    words = AS_PLANNED if tries else AIMED_AT
    return Marking(question, _get_board(seen, view, for_all=for_all), framed, words, for_all)


def _get_board(seen: AudienceView, view: Any, *, for_all: bool) -> Any:
    """Return the board to draw from: the public one, which all seats share, or the seat's own."""
    return seen.public.view if for_all else view


def _list_available(question: Choose | Subset, picks: Sequence[str]) -> Sequence[ListedOption]:
    """Return the options available after these picks; of a `Subset` all items, as one menu or its pages list them."""
    if isinstance(question, Subset):
        return list_shown_options(question)
    return list_layout.list_available_options(question, picks)


def _replace_question(question: Question, here: Question, parts: tuple[Move, ...], asked: Question) -> Question:
    """Return the panel's question with another question in the place of the one after these parts."""
    if not isinstance(here, Compose):
        return asked
    lead_to = here.stage

    def build_stage(chosen: tuple[Move, ...]) -> Stage:
        there = lead_to(chosen)
        return replace(there, question=asked) if chosen == parts else there

    put = replace(here, stage=build_stage)
    return replace(question, otherwise=put) if isinstance(question, ChooseOrCompose) else put


def _format_alt(words: Sequence[str]) -> str:
    """Return the alt text: the place of each option, in full or all shortened alike."""
    begins = "The board with what you can choose, by the letters in the menu."
    cut = (
        dict.fromkeys(_shorten(line, each) for line in words) for each in range(MAX_CUT_CHARS, MIN_CUT_CHARS - 1, -1)
    )
    return fit_alt_text(f"{begins} {'; '.join(lines)}" for lines in chain([words], cut))


def _shorten(text: str, limit: int) -> str:
    """Return a text cut to a length, without a number at its end: a part of it would be another number."""
    cut = truncate(text, limit)
    return cut if cut == text else CUT_NUMBER.sub("…", cut)
