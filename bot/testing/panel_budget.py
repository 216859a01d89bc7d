"""The budget of private panels and forms: controls, words, labels and height, each fault named."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.testing.limits import check_form, check_screen
from bot.testing.screen_height import PHONE_HEIGHT, estimate_height
from bot.ui.screens.forms import (
    FIELDS_IN_FORM,
    MAX_FORM_HINT_CHARS,
    MAX_FORM_LABEL_CHARS,
    MAX_FORM_TITLE_CHARS,
    ChoiceField,
    Form,
)
from bot.ui.screens.screen import MAX_OPTION_CHARS, Button, Menu, MenuLine, Row, Screen, TextWithButton
from bot.ui.screens.table.panel_layout import MAX_CONTROLS, MAX_WORDS, MAX_WORDS_WITH_PLANS, Panel
from bot.ui.screens.table.word_limits import count_words

MAX_PANEL_HEIGHT = 600
"""Pixels of a panel on a phone, without its picture and what is shown only once."""
MAX_SECTION_WORDS, MAX_INBOX_WORDS = 32, 42
"""Words about one table in the inbox, with the reader's note, and of everything else on its page."""
MAX_INBOX_SCREENS = 1.5
"""Phone screens of a page of the inbox with the longest names and notes."""
MAX_HEADING_WORDS = 10
MAX_LABEL_CHARS = 38
"""Characters of a label or a line of a menu; phones cut longer ones."""


def list_controls(screen: Screen) -> list[Button | Menu]:
    return [control for block in screen.blocks if isinstance(block, Row) for control in block.controls]


def list_texts(screen: Screen) -> list[str]:
    """Return the texts, also those beside buttons."""
    return [
        block if isinstance(block, str) else block.text
        for block in screen.blocks
        if isinstance(block, str | TextWithButton)
    ]


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


def count_screen_words(screen: Screen) -> int:
    return sum(map(count_words, list_texts(screen)))


def find_panel_faults(panel: Panel, max_height: int = MAX_PANEL_HEIGHT) -> Iterator[str]:
    """Yield in what a panel goes beyond its budget, with its texts."""
    screen = panel.build_screen(0)
    check_screen(screen)
    controls, words = list_controls(screen), count_screen_words(screen)
    once = sum(map(count_words, (panel.note, panel.own_note, panel.hint, panel.aim)))
    most = MAX_WORDS_WITH_PLANS if panel.plans or panel.advice else MAX_WORDS
    height = estimate_height(screen, pictures=False)
    heading = count_words(panel.asks)
    if len(controls) > MAX_CONTROLS:
        yield f"{len(controls)} controls: {[control.id for control in controls]}"
    if words > most + once:
        yield f"{words} words: {list_texts(screen)}"
    if heading > MAX_HEADING_WORDS:
        yield f"a heading of {heading} words: {panel.asks}"
    if height > max_height and not once:
        yield f"{height} pixels: {list_texts(screen)}"
    for label in list_labels(screen):
        if len(label) > MAX_LABEL_CHARS:
            yield f"a label of {len(label)} characters: {label}"
    for name in panel.list_cut_slots():
        yield f"{name} is cut: {getattr(panel, name)}"


def find_inbox_faults(screen: Screen) -> Iterator[str]:
    """Yield in what a page of the inbox goes beyond its budget, with its texts."""
    check_screen(screen)
    controls = list_controls(screen)
    sections = [block for block in screen.blocks if isinstance(block, TextWithButton)]
    count, height = len(controls), estimate_height(screen)
    if count > MAX_CONTROLS:
        yield f"{count} controls: {[control.id for control in controls]}"
    for section in sections:
        if (words := count_words(section.text)) > MAX_SECTION_WORDS:
            yield f"a section of {words} words: {section.text}"
    if (words := count_screen_words(screen) - sum(count_words(section.text) for section in sections)) > MAX_INBOX_WORDS:
        yield f"{words} words beside the sections: {list_texts(screen)}"
    if height > MAX_INBOX_SCREENS * PHONE_HEIGHT:
        yield f"{height} pixels: {list_texts(screen)}"
    yield from (f"a label is too long: {label}" for label in list_labels(screen) if len(label) > MAX_LABEL_CHARS)


def find_form_faults(form: Form) -> Iterator[str]:
    """Yield what Discord would cut of a form, or refuse."""
    check_form(form)
    if len(form.fields) > FIELDS_IN_FORM:
        yield f"{len(form.fields)} fields"
    if not 0 < len(form.title) <= MAX_FORM_TITLE_CHARS:
        yield f"a title of {len(form.title)} characters: {form.title}"
    for field in form.fields:
        if not field.label.strip() or len(field.label) > MAX_FORM_LABEL_CHARS:
            yield f"a label of {len(field.label)} characters: {field.label}"
        if len(field.hint) > MAX_FORM_HINT_CHARS:
            yield f"a hint of {len(field.hint)} characters: {field.hint}"
        yield from _find_long_lines(field.entries if isinstance(field, ChoiceField) else ())


def _find_long_lines(entries: Sequence[MenuLine]) -> Iterator[str]:
    for entry in entries:
        if len(entry.label) > MAX_OPTION_CHARS or len(entry.hint) > MAX_OPTION_CHARS:
            yield f"a line of {max(len(entry.label), len(entry.hint))} characters: {entry.label}, {entry.hint}"
