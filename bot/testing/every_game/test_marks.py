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
from bot.testing.every_game.test_pictures import LARGEST, TALLEST, WIDTH, name_seat
from bot.testing.limits import check_screen
from bot.testing.random_games import GAMES, Case, build_random, sample_positions
from bot.testing.seated import build_desk, seat_people, view_as
from bot.ui import screens
from bot.ui.handlers.press import Press
from bot.ui.screens import answer_picks, controls, list_layout
from bot.ui.screens.pairs import ARROW
from bot.ui.screens.screen import Button, Menu, Row, Screen
from bot.ui.screens.table.option_labels import Marking, label_options
from bot.ui.screens.table.panels import build_prompt
from bot.ui.screens.table.question_panel import DrawnQuestion

PICTURED = [
    pytest.param(Case(game, max(game.seats), game.options()), id=key)
    for key, game in GAMES.items()
    if game.pictures.where is not None
]
PRESSES = 5
REPLACED = 3
"""The number of a picture's letters that are tested by replacement."""


def generate_ways(there: AudienceView, question: Question, random: Random) -> Iterator[Sequence[str]]:
    """Yield the picks of a player who presses random controls, up to the point of sending."""
    picks: Sequence[str] = ()
    for _ in range(PRESSES):
        yield picks
        rows = controls.build_rows(build_prompt(there, question, "0123456789"), picks)
        pressed = [control for row in rows for control in row.controls if isinstance(control, Button | Menu)]
        further = [
            one for one in map(Press.parse, (_choose_from(one, random) for one in pressed)) if _has_next(question, one)
        ]
        if not further:
            return
        picks = _get_picks_after(question, random.choice(further))


def _choose_from(control: Button | Menu, random: Random) -> dict[str, Any]:
    if isinstance(control, Button):
        return {"custom_id": control.id}
    return {
        "custom_id": control.id,
        "values": [entry.value for entry in random.sample(control.entries, control.fewest)],
    }


def _has_next(question: Question, press: Press) -> bool:
    return press.verb != "form" and (
        press.verb == "part" or not answer_picks.is_complete(question, press.read_all_picks())
    )


def _get_picks_after(question: Question, press: Press) -> Sequence[str]:
    return press.read_picks() if press.verb == "part" else answer_picks.check_amounts(question, press.read_all_picks())


def generate_questions(case: Case, count: int = 16) -> Iterator[tuple[Table, Seat, Sequence[str], Marking]]:
    """Yield questions about board locations from all over a random game, with the picks that lead to them."""
    for turn in sample_positions(case, "marks", count):
        there = view_as(seat_people(turn.before, game=case.game), turn.seat)
        assert there.question is not None
        for picks in generate_ways(there, there.question, build_random(f"marks {turn.seat}")):
            if (found := label_options(there, there.question, picks)) is not None:
                yield turn.before, turn.seat, picks, found


def draw_marked(case: Case, there: Marking) -> bytes:
    assert case.game.pictures.where is not None
    return case.game.pictures.where.draw(there.view, name_seat, there.marks)


def build_panel(case: Case, table: Table, seat: Seat, picks: Sequence[str], there: Marking) -> Screen:
    picture = Picture("question.png", draw_marked(case, there), there.alt)
    return screens.render_panel(
        build_desk(seat_people(table, game=case.game), seat), picks, DrawnQuestion(there.question, picture)
    )


def list_labels(screen: Screen) -> list[str]:
    """Return the labels of everything that can be chosen on a screen."""
    rows = [control for block in screen.blocks if isinstance(block, Row) for control in block.controls]
    return [*list_lines(screen), *(control.label for control in rows if isinstance(control, Button))]


def list_lines(screen: Screen) -> list[str]:
    """Return the lines of the menus on a screen."""
    rows = [control for block in screen.blocks if isinstance(block, Row) for control in block.controls]
    return [entry.label for control in rows if isinstance(control, Menu) for entry in control.entries]


def list_marks(screen: Screen) -> set[str]:
    """Return the letters before the options of a screen."""
    return {match[1] for label in list_labels(screen) if (match := re.match(r"([A-Z]{1,2}) · ", label))}


@pytest.mark.thorough
@pytest.mark.parametrize("case", PICTURED)
def test_the_menu_says_the_letters_that_the_picture_shows(case: Case) -> None:
    looked_at = 0
    for table, seat, picks, there in generate_questions(case):
        screen = build_panel(case, table, seat, picks, there)
        check_screen(screen)
        marks = {mark for mark in there.marks.values() if mark}
        assert list_marks(screen) <= marks, "a letter in the menu that is not in the picture"
        if not _is_by_groups(there, picks):
            assert list_marks(screen) == marks, "a letter in the picture that is not in the menu"
        looked_at += bool(marks)
    assert looked_at


def _is_by_groups(there: Marking, picks: Sequence[str]) -> bool:
    """Whether a group must be picked first, so that not all options are listed yet."""
    here, way = answer_picks.resolve_picks(there.question, picks)
    asked: Question | None = here
    if isinstance(here, Compose):
        parts, way = answer_picks.read_parts(here, way)
        asked = here.get_stage(parts).question
    return (
        isinstance(asked, Choose)
        and len({one.group for one in asked.options}) > 1
        and not list_layout.has_picked_group(way)
    )


@pytest.mark.thorough
@pytest.mark.parametrize("case", PICTURED)
def test_the_pictures_words_name_each_letter_with_its_option(case: Case) -> None:
    for table, seat, picks, there in generate_questions(case):
        assert len(there.alt) <= MOST_ALT
        screen = build_panel(case, table, seat, picks, there)
        firsts, lines = map_pairs_to_firsts(there.question, picks), list_lines(screen)
        words = [one.rstrip("… ") for one in there.alt.partition("by the letters in the menu. ")[2].split("; ")]
        for mark in filter(None, there.marks.values()):
            assert f"{mark} · " in there.alt
            for label in list_labels(screen):
                if label.startswith(f"{mark} · "):
                    named = next((first for pair, first in firsts.items() if label.startswith(pair)), label)
                    assert named[:8].rstrip("… ") in there.alt
                    assert label not in lines or any(
                        named.startswith(one) for one in words if one.startswith(f"{mark} · ")
                    )


def map_pairs_to_firsts(question: Question, picks: Sequence[str]) -> dict[str, str]:
    """Return the beginnings of lines that name two choices, with the label that the first one has alone."""
    here, way = answer_picks.resolve_picks(question, picks)
    if not isinstance(here, Compose):
        return {}
    asked = here.get_stage(answer_picks.read_parts(here, way)[0]).question
    options = asked.options if isinstance(asked, Choose) else ()
    return {f"{option.brief or option.caption}{ARROW}": option.caption for option in options}


@pytest.mark.thorough
@pytest.mark.parametrize("case", PICTURED)
def test_each_letter_is_in_the_picture(case: Case) -> None:
    """Another letter makes another picture, which meets the limits for sending."""
    assert case.game.pictures.where is not None
    for _, _, _, there in list(generate_questions(case))[::2]:
        png = draw_marked(case, there)
        image = Image.open(BytesIO(png))
        assert (image.format, image.width) == ("PNG", WIDTH)
        assert image.height <= TALLEST
        assert len(png) <= LARGEST
        marked = [place for place, mark in there.marks.items() if mark]
        for place in build_random("replaced").sample(marked, min(REPLACED, len(marked))):
            other = case.game.pictures.where.draw(there.view, name_seat, {**there.marks, place: "Ω"})
            assert other != png, f"{there.marks[place]} is not drawn"


@pytest.mark.parametrize("case", PICTURED)
def test_letters_change_nothing_about_what_can_be_answered(case: Case) -> None:
    for table, seat, picks, marked in generate_questions(case):
        there = view_as(seat_people(table, game=case.game), seat)
        assert there.question is not None
        assert marked.question.get_fingerprint() == there.question.get_fingerprint()
        assert list_ids(there, marked.question, picks) == list_ids(there, there.question, picks)


def list_ids(there: AudienceView, question: Question, picks: Sequence[str]) -> list[str]:
    """Return the ids that a question's controls send."""
    return [
        control.id
        for row in controls.build_rows(build_prompt(there, question, "0123456789"), picks)
        for control in row.controls
    ]


@pytest.mark.parametrize("case", PICTURED)
def test_the_picture_of_a_question_is_the_same_whatever_its_reader_may_not_know(case: Case) -> None:
    for table, seat, picks, there in list(generate_questions(case))[::3]:
        other = case.game.redeal(table, seat, Chance(seed="another truth"))
        instead = view_as(seat_people(other, game=case.game), seat)
        assert instead.question is not None
        found = label_options(instead, instead.question, picks)
        assert found is not None
        assert (found.marks, found.alt) == (there.marks, there.alt)
        assert draw_marked(case, found) == draw_marked(case, there)
