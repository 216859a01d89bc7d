"""Private panels, their forms and the table's message keep their limits all over whole games."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial

import pytest

from bot.engine.multi_step import OPEN, ChooseOrCompose, Compose, list_picks
from bot.engine.questions import BadAnswer
from bot.engine.records import Seat
from bot.host.table.panel_context import PanelContext
from bot.host.table.running import format_news_lines, sort_news_for_seat
from bot.testing.limits import check_screen
from bot.testing.panel_budget import (
    MAX_PANEL_HEIGHT,
    count_screen_words,
    find_form_faults,
    find_panel_faults,
    list_controls,
    list_texts,
)
from bot.testing.random_games import OPTIONS, Case, Turn, get_whole_game, sample_positions
from bot.testing.screen_height import PHONE_HEIGHT, estimate_height
from bot.testing.seated import build_desk, seat_people, view_as
from bot.ui import screens
from bot.ui.handlers.press import Press
from bot.ui.screens.answer_picks import list_done_parts
from bot.ui.screens.forms import Form
from bot.ui.screens.names import get_plain_name
from bot.ui.screens.pick_encoding import PART
from bot.ui.screens.pictures import find_table_drawing, get_drawn_view
from bot.ui.screens.screen import Button, Menu, Row, Screen
from bot.ui.screens.table.answer_forms import FILL, build_question_form
from bot.ui.screens.table.more_menu import ALLOWED_VERBS, MORE
from bot.ui.screens.table.order_forms import build_advance_form
from bot.ui.screens.table.panels import build_prompt
from bot.ui.screens.table.question_panel import build_panel

LOWER_PANELS = {"briefcase": 560, "corporate-espionage": 545, "goodwill": 545}
"""Pixels of a panel of games that keep a lower limit than `MAX_PANEL_HEIGHT`."""
MAX_WAITING_HEIGHT = 650
"""Pixels of a panel on which nothing has to be answered; it may offer orders with their explanation."""
MAX_BOARD_CONTROLS, MAX_BOARD_WORDS, MAX_BOARD_SCREENS = 3, 42, 1.5
"""Controls, words and phone screens of the table's message."""


def list_heard(case: Case, turn: Turn, seat: Seat) -> list[str]:
    """Return what a seat has heard since its last move before this one, as lines of news."""
    turns = get_whole_game(case)
    at = next(number for number, one in enumerate(turns) if one is turn)
    own = next((number for number in reversed(range(at)) if turns[number].seat == seat), -1)
    told = [piece for one in turns[own + 1 : at] for piece in one.played.told if piece.is_visible_to(seat)]
    heard = [piece.news for piece in told if not piece.news.footnote]
    return format_news_lines(case.game, sort_news_for_seat(seat, heard), seat)


def generate_contexts(case: Case, count: int = 12) -> Iterator[tuple[Turn, PanelContext]]:
    """Yield the seats that move, from all over a random game, with what they have heard."""
    for turn in sample_positions(case, "panels", count):
        running = seat_people(turn.before, game=case.game)
        yield turn, build_desk(running, turn.seat, news=list_heard(case, turn, turn.seat))


def generate_panels(case: Case, count: int = 12) -> Iterator[Screen]:
    """Yield the panels of the seats that move."""
    for _, context in generate_contexts(case, count):
        yield screens.render_panel(context)


def generate_others(case: Case, count: int = 6) -> Iterator[tuple[Turn, PanelContext]]:
    """Yield the seats for which nobody waits, with what they have heard."""
    for turn in sample_positions(case, "waiting", count):
        running = seat_people(turn.before, game=case.game)
        for seat in turn.before.seats:
            context = build_desk(running, seat, news=list_heard(case, turn, seat))
            if not context.is_asked:
                yield turn, context


def generate_steps(turn: Turn, context: PanelContext) -> Iterator[list[str]]:
    """Yield the picks after each part of a composed answer, as they are on its panels."""
    question, way = context.question, list[str]()
    if isinstance(question, ChooseOrCompose) and turn.move not in question.moves:
        question, way = question.otherwise, [OPEN]
    if isinstance(question, Compose):
        parts = question.split_move(turn.move) or ()
        picks = [f"{PART}{pick}" for pick in list_picks(question, turn.move)]
        for steps in range(1, len(parts) + 1):
            yield [*way, *list_done_parts(question, parts[:steps], picks[:steps])]


def name_place(turn: Turn, context: PanelContext) -> str:
    asked = "" if context.question is None else f", {context.question.prompt!r}"
    return f"seat {context.seat} before move {turn.move!r}{asked}"


@pytest.mark.parametrize("case", OPTIONS)
def test_a_panel_keeps_its_budget(case: Case) -> None:
    most = LOWER_PANELS.get(case.game.key, MAX_PANEL_HEIGHT)
    faults = [
        f"{name_place(turn, context)}: {fault}"
        for turn, context in generate_contexts(case)
        for fault in find_panel_faults(build_panel(context), most)
    ]
    assert faults == []


@pytest.mark.parametrize("case", OPTIONS)
def test_a_panel_of_those_for_whom_nobody_waits_keeps_its_budget(case: Case) -> None:
    faults = [
        f"{name_place(turn, context)}: {fault}"
        for turn, context in generate_others(case)
        for fault in find_panel_faults(build_panel(context), MAX_WAITING_HEIGHT)
    ]
    assert faults == []


@pytest.mark.parametrize("case", OPTIONS)
def test_a_panel_in_the_middle_of_an_answer_keeps_its_budget(case: Case) -> None:
    faults: list[str] = []
    for turn, context in generate_contexts(case):
        for picks in generate_steps(turn, context):
            with suppress(BadAnswer):
                found = find_panel_faults(build_panel(context, picks), MAX_PANEL_HEIGHT)
                faults += [f"{name_place(turn, context)} after {picks}: {fault}" for fault in found]
    assert faults == []


@pytest.mark.parametrize("case", OPTIONS)
def test_a_panel_has_one_green_button_at_most_and_ends_with_its_one_menu_of_all_else(case: Case) -> None:
    others = (screens.render_panel(context) for _, context in generate_others(case))
    for screen in (*generate_panels(case), *others):
        controls = list_controls(screen)
        assert sum(isinstance(one, Button) and one.style == "success" for one in controls) <= 1
        assert [one.id.partition(":")[0] for one in controls].count(MORE) == 1
        more = controls[-1]
        assert isinstance(more, Menu)
        assert {entry.value.partition(":")[0] for entry in more.entries} <= ALLOWED_VERBS


@pytest.mark.parametrize("case", OPTIONS)
def test_a_panel_says_where_and_what_before_anything_can_be_pressed(case: Case) -> None:
    for screen in generate_panels(case):
        kinds = ["row" if isinstance(block, Row) else "text" for block in screen.blocks]
        texts = list_texts(screen)
        assert texts[0].startswith("-# ")
        assert texts[1].startswith("### ")
        assert kinds.index("row") > 1


def generate_forms(context: PanelContext, screen: Screen) -> Iterator[Form]:
    """Yield the forms that buttons of a panel open."""
    for control in list_controls(screen):
        press = Press.parse({"custom_id": control.id})
        form = None
        if press.verb == "form":
            form = screens.build_answer_form(context, press.read_picks())
            assert form is not None
        if press.verb == FILL and context.question is not None and context.etag is not None:
            form = build_question_form(build_prompt(context.seen, context.question, context.etag), {})
            assert form is not None
        if press.verb == "aheadform":
            form = build_advance_form(context.seen, int(press.read_part(1)))
            assert form is not None
        if form is not None:
            yield form


@pytest.mark.parametrize("case", OPTIONS)
def test_a_form_keeps_its_budget(case: Case) -> None:
    faults = [
        f"{name_place(turn, context)}, form {form.id}: {fault}"
        for turn, context in (*generate_contexts(case), *generate_others(case))
        for form in generate_forms(context, screens.render_panel(context))
        for fault in find_form_faults(form)
    ]
    assert faults == []


@pytest.mark.parametrize("case", OPTIONS)
def test_the_tables_message_fits_on_one_and_a_half_screens_of_a_phone(case: Case) -> None:
    for turn in sample_positions(case, "boards", 6):
        seen = view_as(seat_people(turn.after, game=case.game))
        drawing = find_table_drawing(seen)
        name = partial(get_plain_name, seen)
        picture = None if drawing is None else drawing.draw(get_drawn_view(seen, drawing), name)
        latest = [piece.news for piece in turn.played.told if piece.is_visible_to(None)]
        screen = screens.render_board(seen, picture, latest)
        check_screen(screen)
        assert len(list_controls(screen)) <= MAX_BOARD_CONTROLS
        if picture is not None:
            assert count_screen_words(screen) <= MAX_BOARD_WORDS, list_texts(screen)
        assert estimate_height(screen) <= MAX_BOARD_SCREENS * PHONE_HEIGHT
