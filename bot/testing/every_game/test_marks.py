"""A question's picture, menu and alt text use the same letters for the same options, after any picks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from io import BytesIO
from random import Random
from typing import Any

import pytest
from PIL import Image

from bot.engine.chance import Chance
from bot.engine.multi_step import Compose
from bot.engine.pages import MOST_ALT, Picture
from bot.engine.questions import Choose, Question
from bot.engine.records import Seat
from bot.engine.table import Table
from bot.host.table.audience_view import AudienceView
from bot.testing.every_game.test_pictures import LARGEST, TALLEST, WIDTH, called
from bot.testing.limits import sendable
from bot.testing.random_games import GAMES, Case, dice, positions
from bot.testing.seated import desk, seated, seen
from bot.ui import screens
from bot.ui.handlers.press import Press
from bot.ui.screens import controls
from bot.ui.screens.screen import Button, Menu, Row, Screen
from bot.ui.screens.table.option_labels import Marking, marking
from bot.ui.screens.table.panels import DrawnQuestion, asked_of

PICTURED = [
    pytest.param(Case(game, max(game.seats), game.options()), id=key)
    for key, game in GAMES.items()
    if game.where is not None
]
PRESSES = 5
REPLACED = 3
"""The number of a picture's letters that are tested by replacement."""


def ways(there: AudienceView, question: Question, random: Random) -> Iterator[Sequence[str]]:
    """Yield the picks of a player who presses random controls, up to the point of sending."""
    picks: Sequence[str] = ()
    for _ in range(PRESSES):
        yield picks
        rows = controls.rows(asked_of(there, question, "0123456789"), picks)
        pressed = [control for row in rows for control in row.controls if isinstance(control, Button | Menu)]
        further = [one for one in map(Press.of, (_chosen(one, random) for one in pressed)) if _leads_on(question, one)]
        if not further:
            return
        picks = _after(question, random.choice(further))


def _chosen(control: Button | Menu, random: Random) -> dict[str, Any]:
    if isinstance(control, Button):
        return {"custom_id": control.id}
    return {
        "custom_id": control.id,
        "values": [entry.value for entry in random.sample(control.entries, control.fewest)],
    }


def _leads_on(question: Question, press: Press) -> bool:
    return press.verb != "form" and (press.verb == "part" or not controls.is_complete(question, press.picked()))


def _after(question: Question, press: Press) -> Sequence[str]:
    return press.picks() if press.verb == "part" else controls.checked(question, press.picked())


def met(case: Case, count: int = 16) -> Iterator[tuple[Table, Seat, Sequence[str], Marking]]:
    """Yield questions about board locations from all over a random game, with the picks that lead to them."""
    for turn in positions(case, "marks", count):
        there = seen(seated(turn.before, game=case.game), turn.seat)
        assert there.question is not None
        for picks in ways(there, there.question, dice(f"marks {turn.seat}")):
            if (found := marking(there, there.question, picks)) is not None:
                yield turn.before, turn.seat, picks, found


def drawn(case: Case, there: Marking) -> bytes:
    assert case.game.where is not None
    return case.game.where.draw(there.view, called, there.marks)


def panel(case: Case, table: Table, seat: Seat, picks: Sequence[str], there: Marking) -> Screen:
    picture = Picture("question.png", drawn(case, there), there.alt)
    return screens.panel(desk(seated(table, game=case.game), seat), picks, DrawnQuestion(there.question, picture))


def labels(screen: Screen) -> list[str]:
    """Return the labels of everything that can be chosen on a screen."""
    rows = [control for block in screen.blocks if isinstance(block, Row) for control in block.controls]
    entries = [entry.label for control in rows if isinstance(control, Menu) for entry in control.entries]
    return [*entries, *(control.label for control in rows if isinstance(control, Button))]


def said(screen: Screen) -> set[str]:
    """Return the letters before the options of a screen."""
    return {match[1] for label in labels(screen) if (match := re.match(r"([A-Z]{1,2}) · ", label))}


@pytest.mark.thorough
@pytest.mark.parametrize("case", PICTURED)
def test_the_menu_says_the_letters_that_the_picture_shows(case: Case) -> None:
    looked_at = 0
    for table, seat, picks, there in met(case):
        screen = panel(case, table, seat, picks, there)
        sendable(screen)
        marks = {mark for mark in there.marks.values() if mark}
        assert said(screen) <= marks, "a letter in the menu that is not in the picture"
        if not _by_groups(there, picks):
            assert said(screen) == marks, "a letter in the picture that is not in the menu"
        looked_at += bool(marks)
    assert looked_at


def _by_groups(there: Marking, picks: Sequence[str]) -> bool:
    """Whether a group must be picked first, so that not all options are listed yet."""
    here, way = controls.opened(there.question, picks)
    asked: Question | None = here
    if isinstance(here, Compose):
        parts, way = controls.parts_so_far(here, way)
        asked = here.at(parts).question
    return (
        isinstance(asked, Choose) and len({one.group for one in asked.options}) > 1 and not controls.is_on_the_way(way)
    )


@pytest.mark.thorough
@pytest.mark.parametrize("case", PICTURED)
def test_the_pictures_words_name_each_letter_with_its_option(case: Case) -> None:
    for table, seat, picks, there in met(case):
        assert len(there.alt) <= MOST_ALT
        screen = panel(case, table, seat, picks, there)
        for mark in filter(None, there.marks.values()):
            assert f"{mark} · " in there.alt
            for label in labels(screen):
                assert not label.startswith(f"{mark} · ") or label[:8].rstrip("… ") in there.alt


@pytest.mark.thorough
@pytest.mark.parametrize("case", PICTURED)
def test_each_letter_is_in_the_picture(case: Case) -> None:
    """Another letter makes another picture, which meets the limits for sending."""
    assert case.game.where is not None
    for _, _, _, there in list(met(case))[::2]:
        png = drawn(case, there)
        image = Image.open(BytesIO(png))
        assert (image.format, image.width) == ("PNG", WIDTH)
        assert image.height <= TALLEST
        assert len(png) <= LARGEST
        marked = [place for place, mark in there.marks.items() if mark]
        for place in dice("replaced").sample(marked, min(REPLACED, len(marked))):
            other = case.game.where.draw(there.view, called, {**there.marks, place: "Ω"})
            assert other != png, f"{there.marks[place]} is not drawn"


@pytest.mark.parametrize("case", PICTURED)
def test_letters_change_nothing_about_what_can_be_answered(case: Case) -> None:
    for table, seat, picks, marked in met(case):
        there = seen(seated(table, game=case.game), seat)
        assert there.question is not None
        assert marked.question.offered() == there.question.offered()
        assert ids(there, marked.question, picks) == ids(there, there.question, picks)


def ids(there: AudienceView, question: Question, picks: Sequence[str]) -> list[str]:
    """Return the ids that a question's controls send."""
    return [
        control.id for row in controls.rows(asked_of(there, question, "0123456789"), picks) for control in row.controls
    ]


@pytest.mark.parametrize("case", PICTURED)
def test_the_picture_of_a_question_is_the_same_whatever_its_reader_may_not_know(case: Case) -> None:
    for table, seat, picks, there in list(met(case))[::3]:
        other = case.game.redeal(table, seat, Chance(seed="another truth"))
        instead = seen(seated(other, game=case.game), seat)
        assert instead.question is not None
        found = marking(instead, instead.question, picks)
        assert found is not None
        assert (found.marks, found.alt) == (there.marks, there.alt)
        assert drawn(case, found) == drawn(case, there)
