"""Controls for a last answer together with the only answer left after it, such as the end of a turn.

last:<game>:<etag>:<picks>        these picks are the answer
lastmenu:<game>:<etag>:<picks>    the choice in this menu is the answer
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.last_answers import LastAnswers
from bot.engine.questions import Choose, Option
from bot.host.table.audience_view import AudienceView
from bot.ui.screens.controls import MAX_LABEL_CHARS, Asked
from bot.ui.screens.list_layout import group_options
from bot.ui.screens.screen import MAX_OPTION_CHARS, OPTIONS_IN_SELECT, Button, Menu, MenuLine, Row, build_button_rows

LAST, LAST_MENU = "last", "lastmenu"
"""Verbs of a button, and of a menu."""
PLAY_ONE = "Play one"
"""Name of a menu for answers of several groups."""
MAX_NAME_CHARS = 28
"""Characters of the name of a closed menu on a narrow phone."""


def build_last_rows(seen: AudienceView, asked: Asked) -> Sequence[Row]:
    """Return a button for a single last answer, or a menu of several; nothing if there is none.

    Groups for which the menu has no room are left out.
    """
    last_answers = seen.game.play_ahead.last_answers
    found = None if last_answers is None else last_answers(seen.view, asked.question)
    if found is None or not isinstance(asked.question, Choose):
        return ()
    last: list[tuple[str, int, Option]] = []
    for name, members in group_options(asked.question).items():
        those = [(name, at, option) for at, option in members if option.move in found.answers]
        if len(last) + len(those) <= OPTIONS_IN_SELECT:
            last += those
    if not last:
        return ()
    if len(last) == 1:
        _, at, option = last[0]
        caption = asked.name(option.caption)
        labels = (f"{words} {found.words}" for words in (caption, caption.partition(": ")[0]))
        label = next((words for words in labels if len(words) <= MAX_LABEL_CHARS), "")
        if label:
            return build_button_rows(Button(asked.build_id(LAST, [str(at)]), label, emoji=asked.emoji(option.move)))
    lines = tuple(_build_line(asked, at, option, found) for _, at, option in last)
    return [Row((Menu(asked.build_id(LAST_MENU), _name_menu([name for name, _, _ in last], found), lines),))]


def _build_line(asked: Asked, at: int, option: Option, found: LastAnswers) -> MenuLine:
    """Return the line of an option, with the sentences of its hint that matter and have room beside what ends."""
    below = ""
    for sentence in asked.name(option.hint).split(". "):
        if found.without and sentence.startswith(f"{found.without} "):
            continue
        longer = f"{below} {sentence.removesuffix('.')}.".strip()
        if sentence and len(f"{longer} {found.effect}") <= MAX_OPTION_CHARS:
            below = longer
    return MenuLine(
        str(at), asked.name(option.caption), f"{below} {found.effect}".strip(), emoji=asked.emoji(option.move)
    )


def _name_menu(groups: Sequence[str], found: LastAnswers) -> str:
    """Return the name of a menu: its only group, or else that one is played, with the number of lines if it is short.

    The end says what sets the menu apart from the others, so that no phone may cut it.
    """
    group = groups[0] if len({*groups}) == 1 and groups[0] else PLAY_ONE
    names = [f"{name} {found.words}…" for name in (group, PLAY_ONE)]
    whole = f"{names[0]} ({len(groups)})"
    return next((name for name in (whole, *names) if len(name) <= MAX_NAME_CHARS), names[-1])
