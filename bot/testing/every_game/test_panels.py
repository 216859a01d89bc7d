"""Private panels, their forms and the table's message keep their limits all over whole games."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest

from bot.host.table.panel_context import PanelContext
from bot.testing.limits import check_form, check_screen
from bot.testing.random_games import OPTIONS, Case, Turn, sample_positions
from bot.testing.screen_height import PHONE_HEIGHT, estimate_height
from bot.testing.seated import build_desk, seat_people, view_as
from bot.ui import screens
from bot.ui.handlers.press import Press
from bot.ui.screens.forms import Form
from bot.ui.screens.names import get_plain_name
from bot.ui.screens.pictures import find_table_drawing, get_drawn_view
from bot.ui.screens.screen import Button, Menu, Row, Screen
from bot.ui.screens.table.more_menu import ALLOWED_VERBS, MORE
from bot.ui.screens.table.panel_layout import MAX_CONTROLS, MAX_WORDS
from bot.ui.screens.table.word_limits import count_words

MAX_PANEL_HEIGHT = 600
"""Pixels of a panel on a phone, without its picture."""
LOWER_PANELS = {"briefcase": 540, "corporate-espionage": 580, "goodwill": 520}
"""The same for games that keep a lower limit."""
MAX_HEADING_WORDS = 10
MAX_LABEL_CHARS = 38
"""Characters of a label or a line of a menu; phones cut longer ones."""
MAX_WAITING_HEIGHT = PHONE_HEIGHT
"""The same of a panel on which nothing is asked; it may offer an order with its explanation."""
MAX_BOARD_CONTROLS, MAX_BOARD_WORDS, MAX_BOARD_SCREENS = 3, 42, 1.5
"""Controls, words and phone screens of the table's message."""
PROSE, WAITING_PROSE = 40, 70
"""Words beyond the limit that a question's own heading, a budget or the reason of a suggestion may take."""


def list_controls(screen: Screen) -> list[Button | Menu]:
    return [control for block in screen.blocks if isinstance(block, Row) for control in block.controls]


def list_texts(screen: Screen) -> list[str]:
    return [block for block in screen.blocks if isinstance(block, str)]


def list_labels(screen: Screen) -> list[str]:
    """Return the labels of the buttons, and of the lines of all menus."""
    return [
        label
        for control in list_controls(screen)
        for label in (
            [control.label]
            if isinstance(control, Button)
            else [control.placeholder, *(entry.label for entry in control.entries)]
        )
    ]


def generate_contexts(case: Case, count: int = 12) -> Iterator[tuple[Turn, PanelContext]]:
    """Yield the seats that move, from all over a random game."""
    for turn in sample_positions(case, "panels", count):
        yield turn, build_desk(seat_people(turn.before, game=case.game), turn.seat)


def generate_panels(case: Case, count: int = 12) -> Iterator[Screen]:
    """Yield the panels of the seats that move."""
    for _, context in generate_contexts(case, count):
        yield screens.render_panel(context)


def generate_waiting_panels(case: Case, count: int = 6) -> Iterator[Screen]:
    """Yield the panels of seats with nothing to do."""
    for turn in sample_positions(case, "waiting", count):
        running = seat_people(turn.before, game=case.game)
        for seat in turn.before.seats:
            context = build_desk(running, seat)
            if context.question is None:
                yield screens.render_panel(context)


def generate_forms(context: PanelContext, screen: Screen) -> Iterator[Form]:
    """Yield the forms that buttons of a panel open."""
    for control in list_controls(screen):
        press = Press.parse({"custom_id": control.id})
        if press.verb == "form":
            form = screens.build_answer_form(context, press.read_picks())
            assert form is not None
            yield form


@pytest.mark.parametrize("case", OPTIONS)
def test_a_panel_has_few_controls_and_few_words_above_them(case: Case) -> None:
    for panels, prose in ((generate_panels(case), PROSE), (generate_waiting_panels(case), WAITING_PROSE)):
        for screen in panels:
            check_screen(screen)
            controls = list_controls(screen)
            assert len(controls) <= MAX_CONTROLS, [control.id for control in controls]
            words = sum(map(count_words, list_texts(screen)))
            assert words <= MAX_WORDS + prose, list_texts(screen)


@pytest.mark.parametrize("case", OPTIONS)
def test_a_panel_without_its_picture_leaves_a_part_of_a_phones_screen_free(case: Case) -> None:
    most = LOWER_PANELS.get(case.game.key, MAX_PANEL_HEIGHT)
    for screen in generate_panels(case):
        assert estimate_height(screen, pictures=False) <= most, list_texts(screen)
    for screen in generate_waiting_panels(case):
        assert estimate_height(screen, pictures=False) <= MAX_WAITING_HEIGHT, list_texts(screen)


@pytest.mark.parametrize("case", OPTIONS)
def test_the_heading_of_a_panel_is_short(case: Case) -> None:
    for screen in generate_panels(case):
        headings = [text for text in list_texts(screen) if text.startswith("### ")]
        assert len(headings) == 1
        assert count_words(headings[0]) <= MAX_HEADING_WORDS, headings


@pytest.mark.parametrize("case", OPTIONS)
def test_the_labels_of_a_panel_are_short(case: Case) -> None:
    for screen in generate_panels(case):
        assert [label for label in list_labels(screen) if len(label) > MAX_LABEL_CHARS] == []


@pytest.mark.parametrize("case", OPTIONS)
def test_a_panel_has_one_green_button_at_most_and_ends_with_its_one_menu_of_all_else(case: Case) -> None:
    for screen in (*generate_panels(case), *generate_waiting_panels(case)):
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


@pytest.mark.parametrize("case", OPTIONS)
def test_a_form_on_a_panel_is_one_that_discord_takes(case: Case) -> None:
    for _, context in generate_contexts(case):
        for form in generate_forms(context, screens.render_panel(context)):
            check_form(form)
            assert all(field.label.strip() for field in form.fields)


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
            assert sum(map(count_words, list_texts(screen))) <= MAX_BOARD_WORDS, list_texts(screen)
        assert estimate_height(screen) <= MAX_BOARD_SCREENS * PHONE_HEIGHT
